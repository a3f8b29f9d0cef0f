//! The host that a request names (RFC 9112, 3.2; RFC 9113, 8.3.1).

use warp::http::header::HOST;
use warp::http::{HeaderMap, Version};

use crate::problem::Problem;

/// Refuses a request that names no host, or several, because a proxy and this server could read it
/// as requests to different hosts.
pub(crate) fn require_one(
    version: Version,
    has_authority: bool,
    headers: &HeaderMap,
) -> Result<(), Problem> {
    let mut hosts = headers.get_all(HOST).into_iter();
    let (first, second) = (hosts.next(), hosts.next());
    let names_one = match version {
        Version::HTTP_09 | Version::HTTP_10 => second.is_none(),
        Version::HTTP_11 => first.is_some() && second.is_none(),
        _ => second.is_none() && (has_authority || first.is_some()),
    };
    match names_one {
        true => Ok(()),
        false => Err(Problem::invalid_input(
            "The request names no host, or several; it needs one Host header.",
        )),
    }
}

#[cfg(test)]
mod tests {
    use warp::http::HeaderValue;

    use super::*;

    #[test]
    fn a_request_names_one_host() {
        for (version, has_authority, hosts, is_accepted) in [
            (Version::HTTP_10, false, 0, true),
            (Version::HTTP_10, false, 2, false),
            (Version::HTTP_11, false, 0, false),
            (Version::HTTP_11, false, 1, true),
            (Version::HTTP_11, false, 2, false),
            (Version::HTTP_11, true, 0, false),
            (Version::HTTP_2, false, 0, false),
            (Version::HTTP_2, true, 0, true),
            (Version::HTTP_2, false, 1, true),
            (Version::HTTP_2, true, 2, false),
        ] {
            let mut headers = HeaderMap::new();
            for _ in 0..hosts {
                headers.append(HOST, HeaderValue::from_static("a.example"));
            }
            let outcome = require_one(version, has_authority, &headers);
            assert_eq!(outcome.is_ok(), is_accepted, "{version:?} {has_authority} {hosts}");
        }
    }
}
