//! `X-Request-Id`: the caller's own when it is harmless, else a fresh UUID.

use uuid::Builder;
use uuid::fmt::Hyphenated;
use warp::http::HeaderMap;
use warp::http::header::{HeaderName, HeaderValue};

use crate::state::Random;

/// The header that names a request, in the reply and in the log.
pub(crate) const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const MAX_BYTES: usize = 128;

/// Returns the request id in these headers if it is harmless, else a new one.
pub(crate) fn from_headers(headers: &HeaderMap, random: &Random) -> HeaderValue {
    match headers.get(X_REQUEST_ID) {
        Some(given) if is_harmless(given.as_bytes()) => given.clone(),
        _ => from_random(random()),
    }
}

/// Returns whether an id is short and has no character that a log, shell or page interprets.
fn is_harmless(id: &[u8]) -> bool {
    let is_safe = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
    (1..=MAX_BYTES).contains(&id.len()) && id.iter().all(is_safe)
}

/// Returns a new id made from 16 random bytes.
pub(crate) fn from_random(random: [u8; 16]) -> HeaderValue {
    let uuid = Builder::from_random_bytes(random).into_uuid();
    let mut text = [0; Hyphenated::LENGTH];
    let text = uuid.hyphenated().encode_lower(&mut text);
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static("none"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn id(given: Option<&str>) -> String {
        let mut headers = HeaderMap::new();
        if let Some(given) = given {
            headers.insert(X_REQUEST_ID, HeaderValue::from_bytes(given.as_bytes()).unwrap());
        }
        let random: Random = Arc::new(|| [0xab; 16]);
        from_headers(&headers, &random).to_str().unwrap().to_owned()
    }

    #[test]
    fn a_harmless_id_is_kept_and_any_other_replaced() {
        const FRESH: &str = "abababab-abab-4bab-abab-abababababab";
        let longest = "a".repeat(128);
        for kept in ["a", "Req_1.2-3", &longest] {
            assert_eq!(id(Some(kept)), kept);
        }
        let too_long = "a".repeat(129);
        for replaced in ["", "a b", "a/b", "a\"", "é", &too_long] {
            assert_eq!(id(Some(replaced)), FRESH, "{replaced:?}");
        }
        assert_eq!(id(None), FRESH);
    }
}
