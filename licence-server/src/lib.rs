//! The REST API of the licence verification service: parse, call the [`Store`], reply. It
//! decides nothing about licences.
//!
//! [`app`] is the whole API as a service, so that a program or a test needs no socket;
//! [`serve`] puts it on a listener of its own.
//!
//! ```
//! use licence_server::{AppState, http::Request};
//! use licence_store::{Store, StoreOptions};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let options = StoreOptions::new("sqlite::memory:");
//! let store = Store::open(&options).await?;
//! let app = licence_server::app(AppState::new(store));
//!
//! let request = Request::get("/v1/check?domain=example.org").body(String::new())?;
//! let reply = app.fetch(request).await;
//! assert_eq!(reply.status(), 200);
//! assert!(reply.body().starts_with(b"{\"query\":{\"domain\":\"example.org\"}"));
//! # Ok(())
//! # }
//! ```
//!
//! # What is here
//!
//! | to | see |
//! |---|---|
//! | serve inside a program of your own | [`AppState`], [`Listener`], [`serve`]; [`app`] needs no socket |
//! | run the whole program | [`program`], with [`config`], [`logging`] and [`jobs`] |
//! | serve the pages for people | [`dashboard`] |
//! | serve AI assistants | [`connector`] |
//! | know the routes | [`endpoint`] (methods, paths, who may ask), [`openapi`] (the description) |
//! | watch it | [`Metrics`], [`serve_metrics`] |
//!
//! [`Store`]: licence_store::Store

#![deny(missing_docs)]
#![warn(clippy::missing_errors_doc)]

mod access;
mod access_log;
mod activity;
mod allow;
mod app;
mod body;
mod client_address;
mod collector;
pub mod config;
mod connection;
mod connection_limits;
mod connection_stream;
mod connector;
mod cors;
mod dashboard;
mod document;
pub mod endpoint;
mod host;
mod hyper_error_body;
pub mod jobs;
mod keyless;
mod limits;
mod listener;
pub mod logging;
mod metrics;
mod metrics_listener;
pub mod openapi;
mod panics;
mod problem;
pub mod program;
mod reply;
mod request;
mod request_body;
mod request_id;
mod router;
mod routes;
mod security_headers;
mod sent_body;
mod state;
mod tls;
mod transfer;

pub use app::{App, app};
pub use connector::connector;
pub use dashboard::{DashboardRoute, dashboard, dashboard_routes};
pub use limits::Limits;
pub use listener::{Listener, serve, serve_app};
pub use metrics::Metrics;
pub use metrics_listener::serve_metrics;
pub use panics::install_hook as log_panics;
pub use problem::{LimitDetails, Problem, ProblemKind};
pub use reply::Response;
pub use request::RequestContext;
pub use router::{Routes, routes};
pub use state::{AppState, Clock, Random, system_time};
pub use tls::{Certificate, TlsError};
pub use warp::http;
