//! Whether the database server is away, so that requests need not wait to find out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBuilder};
use sea_orm::DbBackend;
use tokio::time::sleep;

use crate::Store;

/// The first pause between two probes, and the longest. A probe itself waits for a connection.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// What is known of the database server.
#[derive(Default)]
pub(crate) struct Availability {
    is_away: AtomicBool,
}

impl Store {
    /// Whether the database server could not be reached when somebody last tried. Always `false`
    /// of SQLite, whose file needs no server. Costs no query.
    pub fn is_database_away(&self) -> bool {
        self.availability.is_away.load(Ordering::Acquire)
    }

    /// Notes that a call failed because the database server is away. From now on
    /// [`Store::is_database_away`] says so, until a probe in the background reaches the server.
    pub fn note_database_away(&self) {
        if self.databases.reader.get_database_backend() != DbBackend::Postgres
            || self.availability.is_away.swap(true, Ordering::AcqRel)
        {
            return;
        }
        tracing::error!("the database server cannot be reached; requests that need it fail");
        let (reader, availability) =
            (self.databases.reader.clone(), Arc::downgrade(&self.availability));
        tokio::spawn(async move {
            let pauses = ExponentialBuilder::default()
                .with_min_delay(FIRST_PAUSE)
                .with_max_delay(LONGEST_PAUSE)
                .without_max_times()
                .build();
            for pause in pauses {
                sleep(pause).await;
                let is_reached = reader.ping().await.is_ok();
                // A store that is gone or closed needs no probe.
                let Some(availability) = availability.upgrade() else { return };
                let is_closed = reader.get_postgres_connection_pool().is_closed();
                if is_reached || is_closed {
                    availability.is_away.store(false, Ordering::Release);
                    if is_reached {
                        tracing::warn!("the database server is reached again");
                    }
                    return;
                }
            }
        });
    }
}
