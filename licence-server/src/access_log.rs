//! One line a request: never a query, a header or a body, where keys and secrets stand.

use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

use warp::http::request::Parts;
use warp::http::{HeaderValue, Method};

use crate::client_address;
use crate::reply::Response;
use crate::state::AppState;

/// A request on its way.
pub(crate) struct Entry {
    started: Instant,
    method: Method,
    path: String,
    client: IpAddr,
}

impl Entry {
    /// Notes a request; `None`, at no cost, when the log does not want it.
    pub(crate) fn begin(head: &Parts, peer: SocketAddr, state: &AppState) -> Option<Self> {
        tracing::enabled!(tracing::Level::INFO).then(|| Self {
            started: Instant::now(),
            method: head.method.clone(),
            path: head.uri.path().to_owned(),
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
