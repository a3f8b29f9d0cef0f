//! Why a database cannot be used.

use std::str::FromStr;
use std::time::Duration;

use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::sqlx::{self, ConnectOptions as _};
use sea_orm::{ConnAcquireErr, DbErr, RuntimeErr};

use super::address::{Backend, backend};
use super::options::{BUSY_TIMEOUT, POSTGRES_CONNECTIONS};
use crate::driver::driver_error_text;

/// The longest wait for PostgreSQL's reason. It is short because the caller has waited already.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(1);

/// Returns whether a pool gave no connection in time. The pool does not pass on the server's
/// reason.
pub(super) fn is_timeout(error: &DbErr) -> bool {
    match error {
        DbErr::ConnectionAcquire(ConnAcquireErr::Timeout) => true,
        DbErr::Conn(RuntimeErr::SqlxError(error)) => matches!(**error, sqlx::Error::PoolTimedOut),
        _ => false,
    }
}

/// Returns why there is no connection. PostgreSQL is asked by another attempt, whose error names
/// the cause, such as too many connections.
pub(super) async fn refusal(url: &str) -> String {
    if !matches!(backend(url), Ok(Backend::Postgres)) {
        return format!("another write of this process takes longer than {BUSY_TIMEOUT:?}");
    }
    let in_use = || format!("all {POSTGRES_CONNECTIONS} connections of this process are in use");
    let Ok(options) = PgConnectOptions::from_str(url) else { return in_use() };
    match tokio::time::timeout(REFUSAL_TIMEOUT, options.disable_statement_logging().connect()).await
    {
        Ok(Ok(_)) => in_use(),
        Ok(Err(error)) => driver_error_text(&error),
        Err(_) => "it does not answer in time".to_owned(),
    }
}
