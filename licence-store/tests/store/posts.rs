//! Webhooks posted to receivers on this machine that answer as badly as a receiver can.

mod answers;
mod bodies;
mod documents;
mod faults;
mod http2;
mod names;
mod pooling;
mod receiver;
mod redirects;
mod request;
mod tls;

use std::net::IpAddr;
use std::time::Duration;

use bytes::Bytes;
use licence_core::webhook::delivery::{NetworkFailure, Outcome};
use licence_core::webhook::url_policy::UrlPolicy;
use licence_store::outbound::{PostOptions, PostResult, Poster, Resolver};

const BODY: &[u8] = br#"{"type":"licence.status_changed"}"#;

/// Loopback is permitted, and names lead there.
fn options() -> PostOptions {
    PostOptions {
        policy: allowing("127.0.0.0/8"),
        resolver: resolving(|_| vec![[127, 0, 0, 1].into()]),
        ..PostOptions::default()
    }
}

fn allowing(network: &str) -> UrlPolicy {
    UrlPolicy::allowing(vec![network.parse().unwrap()])
}

fn resolving(addresses: impl Fn(&str) -> Vec<IpAddr> + Send + Sync + 'static) -> Resolver {
    Resolver::new(move |name| {
        let found = addresses(&name);
        Box::pin(std::future::ready(Ok(found)))
    })
}

fn poster() -> Poster {
    Poster::new(options()).unwrap()
}

/// For receivers that let every attempt run into its deadline.
fn impatient() -> Poster {
    let attempt_timeout = Duration::from_millis(500);
    Poster::new(PostOptions { attempt_timeout, ..options() }).unwrap()
}

async fn post(poster: &Poster, url: &str) -> PostResult {
    let headers = vec![("Content-Type", "application/json".to_owned())];
    poster.post(url, headers, Bytes::from_static(BODY)).await
}

fn unanswered(failure: NetworkFailure) -> PostResult {
    PostResult { outcome: Outcome::Unanswered(failure), response_body: Vec::new() }
}
