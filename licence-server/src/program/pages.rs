//! Where the dashboard and the connector are served, if they are.

use std::io;
use std::net::SocketAddr;

use licence_core::origin::Origin;

use crate::Listener;

/// The listener of the dashboard, or of the connector.
pub(super) enum Pages {
    /// No option asks for it.
    Off,
    /// The port that nobody asked for is taken.
    PortTaken(SocketAddr),
    /// It is served here.
    Served(Listener),
}

impl Pages {
    /// Returns its public address: the one of the options, or on loopback `localhost` and
    /// the port, because a cookie belongs to the name that a browser shows.
    pub(super) fn url(&self, given: Option<&Origin>) -> io::Result<Option<String>> {
        Ok(match (self, given) {
            (Self::Off | Self::PortTaken(_), _) => None,
            (Self::Served(_), Some(url)) => Some(url.as_str().to_owned()),
            (Self::Served(listener), None) => listener.localhost_url()?,
        })
    }
}
