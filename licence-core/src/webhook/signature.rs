//! The signature of a delivery: `t=<epoch seconds>,v1=<hex>[,v1=<hex>…]` (specification 6.4).
//!
//! Each `v1` is the HMAC-SHA256 of `<t>.<raw body>`, with the whole secret as the key, its
//! `whsec_` included. Stripe's published verifiers accept the header.

mod header;
#[cfg(test)]
mod tests;

use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use thiserror::Error;

pub use header::MalformedHeader;
use header::{SCHEME, SignatureHeader};

use crate::time::Timestamp;

/// How far the time of a signature may lie from the receiver's clock, either way.
pub const TOLERANCE: Duration = Duration::from_secs(300);

/// Why a signature is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// The header is not of the form `t=…,v1=…`.
    #[error(transparent)]
    Malformed(#[from] MalformedHeader),
    /// The header has signatures of other schemes only.
    #[error("the signature header has no v1 signature")]
    NoSignature,
    /// Too old, or too far ahead: a replay, or a clock that is wrong.
    #[error(
        "the signature was made at {signed_at} (epoch seconds), {} seconds from now ({now}); at \
         most {tolerance} are allowed", .signed_at.abs_diff(*.now)
    )]
    OutsideTolerance {
        /// When it was made, in epoch seconds.
        signed_at: i64,
        /// The receiver's time, in epoch seconds.
        now: i64,
        /// What was allowed, in seconds.
        tolerance: u64,
    },
    /// No signature is that of this body under one of the secrets.
    #[error("no v1 signature matches the body: it was changed, or signed with another secret")]
    NoMatch,
}

/// Returns the header of a body, with one `v1` for each secret, in their order.
///
/// ```
/// use licence_core::webhook::signature::{TOLERANCE, sign, verify};
///
/// let now = "2026-11-01T06:00:00Z".parse()?;
/// let header = sign(b"{}", ["whsec_new", "whsec_old"], now);
/// assert!(header.starts_with("t=1793512800,v1="));
/// verify(b"{}", &header, ["whsec_old"], now, TOLERANCE)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sign<'s>(
    raw_body: &[u8],
    secrets: impl IntoIterator<Item = &'s str>,
    now: Timestamp,
) -> String {
    let signed_at = now.epoch_seconds().to_string();
    let mut header = format!("t={signed_at}");
    for secret in secrets {
        let code = authenticator(secret, &signed_at, raw_body).finalize().into_bytes();
        header.push_str(&format!(",{SCHEME}="));
        header.extend(code.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(hex_digit));
    }
    header
}

/// Returns the digit of a number below 16.
fn hex_digit(digit: u8) -> char {
    char::from_digit(digit.into(), 16).unwrap_or('0')
}

/// Verifies the header of a received body with the secrets a receiver knows; one match is enough.
///
/// `raw_body` is the received body, byte for byte, because JSON that was parsed and written again
/// has another signature. Signatures are compared in constant time. An empty secret matches
/// nothing.
///
/// # Errors
/// [`SignatureError`], the first that applies in its order. The time, which the signatures cover,
/// is judged before them.
pub fn verify<'s>(
    raw_body: &[u8],
    header: &str,
    secrets: impl IntoIterator<Item = &'s str>,
    now: Timestamp,
    tolerance: Duration,
) -> Result<(), SignatureError> {
    let header = SignatureHeader::parse(header)?;
    if !header.has_signatures() {
        return Err(SignatureError::NoSignature);
    }
    let (signed_at, now) = (header.signed_at, now.epoch_seconds());
    if signed_at.abs_diff(now) > tolerance.as_secs() {
        let tolerance = tolerance.as_secs();
        return Err(SignatureError::OutsideTolerance { signed_at, now, tolerance });
    }
    let matches = |secret| {
        let expected = authenticator(secret, header.signed_at_text, raw_body);
        header.signatures.iter().any(|code| expected.clone().verify_slice(code).is_ok())
    };
    // An unset variable is an empty secret, with which anyone can sign.
    let mut secrets = secrets.into_iter().filter(|secret| !secret.is_empty());
    if secrets.any(matches) { Ok(()) } else { Err(SignatureError::NoMatch) }
}

fn authenticator(secret: &str, signed_at: &str, raw_body: &[u8]) -> Hmac<Sha256> {
    let mut code = keyed(secret);
    code.update(signed_at.as_bytes());
    code.update(b".");
    code.update(raw_body);
    code
}

fn keyed(secret: &str) -> Hmac<Sha256> {
    // HMAC is defined for keys of every length.
    Hmac::new_from_slice(secret.as_bytes()).unwrap_or_else(|_| unreachable!("any key length"))
}
