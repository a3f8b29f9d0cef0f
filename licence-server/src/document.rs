//! A document in memory, which is made, tagged and compressed once.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use warp::http::StatusCode;
use warp::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, VARY,
};
use warp::hyper::body::Bytes;

use crate::reply::{self, Response};

/// A document, plain and compressed.
pub(crate) struct Document {
    media_type: HeaderValue,
    tag: HeaderValue,
    plain: Bytes,
    gzip: Option<Bytes>,
}

impl Document {
    pub(crate) fn new(media_type: &'static str, text: String) -> Self {
        let plain = Bytes::from(text);
        Self {
            media_type: HeaderValue::from_static(media_type),
            tag: reply::entity_tag(&plain),
            gzip: compress(&plain).ok().map(Bytes::from),
            plain,
        }
    }

    /// Returns the document in a coding that the request accepts, or 304 if the caller holds it
    /// already.
    pub(crate) fn response(&self, request_headers: &HeaderMap) -> Response {
        let gzip = self.gzip.as_ref().filter(|_| accepts_gzip(request_headers));
        let mut response = Response::new(gzip.unwrap_or(&self.plain).clone().into());
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, self.media_type.clone());
        headers.insert(ETAG, self.tag.clone());
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if gzip.is_some() {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        let mut response = reply::conditional(request_headers, response);
        if response.status() != StatusCode::OK {
            response.headers_mut().remove(CONTENT_ENCODING);
        }
        response
    }
}

fn compress(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain)?;
    encoder.finish()
}

/// Returns whether the caller accepts gzip (RFC 9110, 12.5.3).
pub(crate) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT_ENCODING).into_iter();
    let codings = values.filter_map(|value| value.to_str().ok()).flat_map(|v| v.split(','));
    // A value for gzip outweighs the value for every other coding.
    let (mut named, mut others) = (None, None);
    for coding in codings {
        let mut parts = coding.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default().to_ascii_lowercase();
        let weight = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
        let accepted = weight.and_then(|weight| weight.parse().ok()) != Some(0.0_f32);
        match name.as_str() {
            "gzip" | "x-gzip" => named = Some(accepted),
            "*" => others = Some(accepted),
            _ => {}
        }
    }
    named.or(others).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_callers_that_accept_it() {
        for (values, expected) in [
            (&[][..], false),
            (&["gzip"], true),
            (&["br, GZIP;q=0.5"], true),
            (&["br", "x-gzip"], true),
            (&["*"], true),
            (&["br, identity"], false),
            (&["gzip;q=0"], false),
            (&["gzip; q=0.000"], false),
            (&["gzip;q=0, *"], false),
            (&["*;q=0, gzip"], true),
            (&["*;q=0"], false),
        ] {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(ACCEPT_ENCODING, HeaderValue::from_static(value));
            }
            assert_eq!(accepts_gzip(&headers), expected, "{values:?}");
        }
    }
}
