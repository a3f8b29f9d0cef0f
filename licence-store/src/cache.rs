//! The cache: in this process, or in Redis, which many processes share.

use std::time::Duration;

use redis::Script;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};

use crate::connect::{is_plain_redis_elsewhere, without_password};
use crate::error::{StoreError, one_line};

/// The longest wait for a connection.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(2);
/// The longest wait for a reply. No request waits for as long. A call continues without its request,
/// because a cache that hung may still run the script, and the units that it counts then must be returned.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);

/// Writes a key that the cache forgets after a minute.
const PROBE: &str = "return redis.call('SET', KEYS[1], 1, 'EX', 60)";

/// Opens `memory://`, `redis://…` or, by TLS, `rediss://…`. Returns the connection to Redis, which
/// reconnects by itself; `None` for a cache in this process.
pub(crate) async fn open(url: &str) -> Result<Option<ConnectionManager>, StoreError> {
    if url == "memory://" {
        return Ok(None);
    }
    if !url.starts_with("redis://") && !url.starts_with("rediss://") {
        return Err(invalid(url));
    }
    if is_plain_redis_elsewhere(url) {
        tracing::warn!(
            cache = without_password(url),
            "the connection to the cache is plain text; rediss:// encrypts it"
        );
    }
    if url.starts_with("rediss://") {
        // The client uses the TLS provider of the process. A program that embeds the library
        // may have chosen another one already, which stays.
        let _ = rustls::crypto::ring::default_provider().install_default();
    }
    let unavailable = |error: redis::RedisError| StoreError::CacheUnavailable {
        url: without_password(url),
        why: one_line(&error.to_string()),
    };
    // It only reads the address.
    let client = redis::Client::open(url).map_err(|_| invalid(url))?;
    let config = ConnectionManagerConfig::new()
        .set_connection_timeout(Some(CONNECTION_TIMEOUT))
        .set_response_timeout(Some(RESPONSE_TIMEOUT))
        .set_number_of_retries(1);
    let manager = ConnectionManager::new_with_config(client, config).await.map_err(unavailable)?;
    Ok(Some(manager))
}

fn invalid(url: &str) -> StoreError {
    let expected = "memory://, redis://HOST:PORT or rediss://HOST:PORT, with a port up to 65535; the \
                    number of a database may follow, as /1";
    let url = without_password(url);
    StoreError::InvalidUrl { what: "the cache address", url, expected: expected.to_owned() }
}

/// Returns whether the cache answers and counts.
pub(crate) async fn answers(cache: &Option<ConnectionManager>) -> bool {
    match cache {
        Some(connection) => probe(connection).await.is_ok(),
        None => true,
    }
}

/// Writes a key by a script, as limits are counted. A full cache, a read-only replica and a user who may
/// run no scripts answer, but fail here.
pub(crate) async fn probe(connection: &ConnectionManager) -> Result<(), redis::RedisError> {
    let script = Script::new(PROBE);
    script.key("licence:health").invoke_async(&mut connection.clone()).await
}
