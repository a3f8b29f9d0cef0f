//! The signature of a delivery: `t=<epoch seconds>,v1=<hex>[,v1=<hex>…]` (specification 6.4).
//!
//! Each `v1` is the HMAC-SHA256 of `<t>.<raw body>`, with the whole secret as the key, its
//! `whsec_` included. Stripe's published verifiers accept the header.

#[cfg(test)]
mod tests;

use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use thiserror::Error;

use crate::hex::{hash_of_hex, hex};
use crate::text::quoted;
use crate::time::Timestamp;

/// How far the time of a signature may lie from the receiver's clock, either way.
pub const TOLERANCE: Duration = Duration::from_secs(300);

/// The scheme of the signatures. Signatures of other schemes are ignored.
const SCHEME: &str = "v1";
/// The longest header that is parsed. The signatures of seven days of hourly rotations fit in.
const MAX_HEADER_BYTES: usize = 16_384;

/// The header is not of the form `t=<epoch seconds>,v1=<hex>[,v1=<hex>…]`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{header} is not a signature header (t=<epoch seconds>,v1=<hex>): {problem}")]
pub struct MalformedHeader {
    header: String,
    problem: &'static str,
}

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
        header.push_str(&format!(",{SCHEME}={}", hex(&code)));
    }
    header
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
    if !header.has_v1 {
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
    // HMAC is defined for keys of every length.
    let mut code: Hmac<Sha256> =
        Hmac::new_from_slice(secret.as_bytes()).unwrap_or_else(|_| unreachable!("any key length"));
    code.update(signed_at.as_bytes());
    code.update(b".");
    code.update(raw_body);
    code
}

struct SignatureHeader<'h> {
    /// The time as it is written, because the signatures cover this text.
    signed_at_text: &'h str,
    /// The same in epoch seconds.
    signed_at: i64,
    /// The `v1` signatures. One that is not hexadecimal matches nothing and is left out.
    signatures: Vec<[u8; 32]>,
    /// Whether there is any `v1`, valid or not.
    has_v1: bool,
}

impl<'h> SignatureHeader<'h> {
    fn parse(header: &'h str) -> Result<Self, MalformedHeader> {
        let malformed = |problem| MalformedHeader { header: quoted(header), problem };
        if header.len() > MAX_HEADER_BYTES {
            return Err(malformed("longer than 16,384 bytes"));
        }
        let mut times = values(header, "t");
        let signed_at_text = times.next().ok_or_else(|| malformed("it has no t"))?;
        if times.next().is_some() {
            return Err(malformed("it has more than one t"));
        }
        let signed_at = seconds(signed_at_text);
        let signed_at = signed_at.ok_or_else(|| malformed("its t is not a whole number"))?;
        let signatures = values(header, SCHEME).filter_map(hash_of_hex).collect();
        let has_v1 = values(header, SCHEME).next().is_some();
        Ok(Self { signed_at_text, signed_at, signatures, has_v1 })
    }
}

fn values<'h>(header: &'h str, key: &'static str) -> impl Iterator<Item = &'h str> {
    let pairs = header.split(',').filter_map(|item| item.trim_ascii().split_once('='));
    pairs.filter(move |(name, _)| *name == key).map(|(_, value)| value)
}

/// Parses digits with at most a minus, because `i64` alone would accept `+1` too.
fn seconds(text: &str) -> Option<i64> {
    if text.starts_with('+') { None } else { text.parse().ok() }
}
