//! HTTP to registers and to receivers of webhooks.
//!
//! Registers are read within limits on size, compression and time, with pauses between requests, and
//! only from the hosts of the register. [`licence_core::register::sources`] decides which files are
//! fetched and which links are followed.
//!
//! Webhooks are posted only to addresses that [`licence_core::webhook::url_policy`] allows.

mod body;
mod certificates;
mod client;
mod download;
mod error;
mod options;
mod pause;
mod post;
mod redirect;
mod register;
mod retry;

pub use certificates::{CertificatesError, certificates, certificates_file};
#[doc(hidden)]
pub use client::tls_config;
pub use download::{Downloader, FetchResult, FetchedFile, Validators};
pub use error::DownloadError;
pub use options::{DownloadOptions, USER_AGENT};
pub use pause::Pause;
pub use post::{FetchedDocument, PostOptions, PostResult, Poster, Resolver, Resolving};
pub use register::{FollowUps, Following, Progress, RegisterFetch};
