//! HTTP to registers and to receivers of webhooks.
//!
//! Registers are read within limits on size, compression and time, with pauses between requests, and
//! only from the hosts of the register. [`licence_core::register::sources`] decides which files are
//! fetched and which links are followed.
//!
//! Webhooks are posted only to addresses that [`licence_core::webhook::url_policy`] allows.

mod body;
mod client;
mod download;
mod error;
mod options;
mod post;
mod redirect;
mod register;
mod retry;

#[doc(hidden)]
pub use client::tls_config;
pub use client::{CertificatesError, certificates, certificates_file};
pub use download::{Downloader, FetchResult, FetchedFile, Validators};
pub use error::DownloadError;
#[doc(hidden)]
pub use error::is_not_tls;
pub use options::{DownloadOptions, Pause, USER_AGENT};
pub use post::{FetchedDocument, PostOptions, PostResult, Poster, Resolver, Resolving};
pub use register::{FollowUps, Following, Progress, RegisterFetch};
