//! Requires an encrypted connection to databases and caches on other machines.

use std::net::IpAddr;

use sea_orm::sqlx::postgres::PgConnectOptions;
use url::Url;

use super::{unavailable, without_password};
use crate::error::StoreError;

/// Refuses the address of a PostgreSQL server on another machine without `sslmode`, because the
/// driver would then fall back to plain text. `variable` is the value of `PGSSLMODE`.
pub(super) fn require_sslmode(url: &str, variable: Option<&str>) -> Result<(), StoreError> {
    let options: PgConnectOptions =
        url.parse().map_err(|error: sea_orm::sqlx::Error| unavailable(url, &error.to_string()))?;
    let is_here = options.get_socket().is_some() || is_this_machine(options.get_host());
    if is_here || variable.is_some() || states_sslmode(url) {
        return Ok(());
    }
    Err(StoreError::UnprotectedDatabase { url: without_password(url) })
}

/// Returns whether a plain Redis address leads to another machine.
pub(crate) fn is_plain_redis_elsewhere(url: &str) -> bool {
    let Ok(url) = Url::parse(url) else { return false };
    url.scheme() == "redis" && !url.host_str().is_some_and(is_this_machine)
}

fn states_sslmode(url: &str) -> bool {
    let Ok(url) = Url::parse(url) else { return false };
    url.query_pairs().any(|(name, _)| matches!(&*name, "sslmode" | "ssl-mode"))
}

/// Returns whether a host is a socket file, `localhost` or a loopback address.
fn is_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host.starts_with('/')
        || host == "localhost"
        || address.is_ok_and(|address| address.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_another_machine_states_its_sslmode() {
        for (url, variable, is_refused) in [
            ("postgres://licence@127.0.0.1:5432/licence", None, false),
            ("postgres://localhost/licence", None, false),
            ("postgres://[::1]/licence", None, false),
            ("postgres://%2Frun%2Fpostgresql/licence", None, false),
            ("postgres://db/licence?host=/run/postgresql", None, false),
            ("postgres://db/licence", None, true),
            ("postgres://me:hush@10.0.0.5/licence", None, true),
            ("postgresql://localhost.example.com/licence", None, true),
            ("postgres://127.0.0.1/licence?host=10.0.0.5", None, true),
            ("postgres://db/licence?application_name=sslmode", None, true),
            ("postgres://db/licence", Some("verify-full"), false),
            ("postgres://db/licence?sslmode=verify-full", None, false),
            ("postgres://db/licence?sslmode=disable", None, false),
            ("postgres://db/licence?application_name=x&ssl-mode=require", None, false),
        ] {
            let refused = require_sslmode(url, variable).err().map(|error| error.to_string());
            assert_eq!(refused.is_some(), is_refused, "{url} {refused:?}");
            let Some(refused) = refused else { continue };
            assert!(refused.contains("?sslmode=verify-full"), "{refused}");
            assert!(!refused.contains("hush"), "{refused}");
        }
    }

    #[test]
    fn plain_redis_is_for_this_machine() {
        for (url, is_elsewhere) in [
            ("redis://127.0.0.1:6379", false),
            ("redis://localhost", false),
            ("redis://:hush@[::1]:6379", false),
            ("redis://cache:6379", true),
            ("redis://10.0.0.5", true),
            ("rediss://cache:6379", false),
            ("memory://", false),
        ] {
            assert_eq!(is_plain_redis_elsewhere(url), is_elsewhere, "{url}");
        }
    }
}
