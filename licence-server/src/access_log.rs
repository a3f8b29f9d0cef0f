//! The access log: one line for each request, without its query, headers and body, which may hold
//! keys and secrets.

use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

use warp::http::request::Parts;
use warp::http::{HeaderValue, Method};

use crate::client_address;
use crate::reply::Response;
use crate::state::AppState;

/// A request that is being answered.
pub(crate) struct Entry {
    started: Instant,
    method: Method,
    path: String,
    client: IpAddr,
}

impl Entry {
    /// Returns the entry of a request; `None`, at no cost, if the log is off for requests.
    pub(crate) fn begin(
        head: &Parts,
        logged_path: fn(&str) -> &str,
        peer: SocketAddr,
        state: &AppState,
    ) -> Option<Self> {
        tracing::enabled!(tracing::Level::INFO).then(|| Self {
            started: Instant::now(),
            method: head.method.clone(),
            path: logged_path(head.uri.path()).to_owned(),
            client: client_address::resolve(peer.ip(), &head.headers, &state.trusted_proxies),
        })
    }

    /// Writes the line.
    pub(crate) fn end(self, response: &Response, request_id: &HeaderValue) {
        tracing::info!(
            method = self.method.as_str(),
            path = self.path,
            status = response.status().as_u16(),
            duration_us = self.started.elapsed().as_micros() as u64,
            request_id = request_id.to_str().unwrap_or_default(),
            client = %self.client,
            "request"
        );
    }
}
