//! How a member lets a client of the connector ask for the account: OAuth 2.1, as values and rules.
//!
//! A client names itself by the address of a document, by registering, or by an operator's command
//! ([`client`]). It sends the member to the dashboard with an authorization request ([`request`]).
//! The member's consent makes a code, which the client exchanges for tokens ([`token_request`]). A
//! grant lasts 90 days at most, and its refresh tokens rotate ([`grant`]).
//!
//! Time, bytes and random values are arguments. Tokens are opaque, and only their hashes are stored.

mod access_lifetime;
pub mod assertion;
pub mod client;
pub mod grant;
pub mod jwk;
pub mod metadata;
pub mod pkce;
pub mod redirect;
mod registration;
pub mod request;
pub mod scopes;
pub mod token;
mod token_error;
pub mod token_request;

pub use access_lifetime::{AccessLifetime, InvalidAccessLifetime};
pub use client::{Client, ClientId, ClientKind, ClientMetadata, InvalidClient};
pub use metadata::ConnectorAddress;
pub use registration::MAX_REGISTRATION_BYTES;
pub use scopes::Scopes;
pub use token_error::TokenError;
