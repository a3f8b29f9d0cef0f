//! The parts of a signature header.

use thiserror::Error;

use crate::text::quoted;

/// The scheme of the signatures. Signatures of other schemes are ignored.
pub(super) const SCHEME: &str = "v1";
/// The longest header that is parsed. The signatures of seven days of hourly rotations fit in.
const MAX_BYTES: usize = 16_384;

/// The header is not of the form `t=<epoch seconds>,v1=<hex>[,v1=<hex>…]`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{header} is not a signature header (t=<epoch seconds>,v1=<hex>): {problem}")]
pub struct MalformedHeader {
    header: String,
    problem: &'static str,
}

/// The parts of a signature header.
pub(super) struct SignatureHeader<'h> {
    /// The time as it is written, because the signatures cover this text.
    pub signed_at_text: &'h str,
    /// The same in epoch seconds.
    pub signed_at: i64,
    /// The `v1` signatures. One that is not hexadecimal matches nothing and is left out.
    pub signatures: Vec<[u8; 32]>,
    has_v1: bool,
}

impl<'h> SignatureHeader<'h> {
    pub fn parse(header: &'h str) -> Result<Self, MalformedHeader> {
        let malformed = |problem| MalformedHeader { header: quoted(header), problem };
        if header.len() > MAX_BYTES {
            return Err(malformed("longer than 16,384 bytes"));
        }
        let mut times = values(header, "t");
        let signed_at_text = times.next().ok_or_else(|| malformed("it has no t"))?;
        if times.next().is_some() {
            return Err(malformed("it has more than one t"));
        }
        let signed_at = seconds(signed_at_text);
        let signed_at = signed_at.ok_or_else(|| malformed("its t is not a whole number"))?;
        let signatures = values(header, SCHEME).filter_map(code).collect();
        let has_v1 = values(header, SCHEME).next().is_some();
        Ok(Self { signed_at_text, signed_at, signatures, has_v1 })
    }

    /// Returns whether there is any `v1`, valid or not.
    pub fn has_signatures(&self) -> bool {
        self.has_v1
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

fn code(hex: &str) -> Option<[u8; 32]> {
    let mut code = [0; 32];
    if hex.len() != 64 || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    for (byte, digits) in code.iter_mut().zip(hex.as_bytes().chunks_exact(2)) {
        *byte = u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(code)
}
