//! HTTP to others.
//!
//! Registers are read within limits on size, ratio and time, politely, and never beyond the hosts
//! of the register. What is fetched, and what a page leads on to, is decided in
//! [`licence_core::register::sources`].
//!
//! Webhooks are posted to public addresses alone, by [`licence_core::webhook::url_policy`].

mod body;
mod client;
mod download;
mod error;
mod options;
mod pause;
mod post;
mod redirect;
mod register;
mod retry;

pub use download::{Downloader, FetchResult, FetchedFile, Validators};
pub use error::DownloadError;
pub use options::{DownloadOptions, USER_AGENT};
pub use pause::Pause;
pub use post::{PostOptions, PostResult, Poster, Resolver, Resolving};
pub use register::{FollowUps, Following, Progress, RegisterFetch};
