//! Where the dashboard is served, if it is.

use std::io;
use std::net::SocketAddr;

use crate::Listener;
use crate::config::BaseUrl;

/// The listener of the dashboard.
pub(super) enum Pages {
    /// No option asks for the dashboard.
    Off,
    /// The port that nobody asked for is taken.
    PortTaken(SocketAddr),
    /// It is served here.
    Served(Listener),
}

impl Pages {
    /// Returns the address of the dashboard: the one of the options, or on loopback `localhost` and
    /// the port, because a cookie belongs to the name that a browser shows.
    pub(super) fn url(&self, given: Option<&BaseUrl>) -> io::Result<Option<String>> {
        Ok(match (self, given) {
            (Self::Off | Self::PortTaken(_), _) => None,
            (Self::Served(_), Some(url)) => Some(url.as_str().to_owned()),
            (Self::Served(listener), None) => listener.localhost_url()?,
        })
    }
}
