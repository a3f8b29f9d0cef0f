//! Whether the database server is away, so that requests need not wait to find out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBuilder};
use sea_orm::{DatabaseConnection, DbBackend};
use tokio::time::sleep;

/// The first pause between two probes, and the longest. A probe itself waits for a connection.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Whether the database server is away, as the last call or probe found it.
#[derive(Default)]
pub(crate) struct Availability {
    is_away: AtomicBool,
}

impl Availability {
    pub(crate) fn is_away(&self) -> bool {
        self.is_away.load(Ordering::Acquire)
    }

    /// Records that the server is away, and probes it in the background until it answers.
    pub(crate) fn record_away(self: &Arc<Self>, database: &DatabaseConnection) {
        if database.get_database_backend() != DbBackend::Postgres
            || self.is_away.swap(true, Ordering::AcqRel)
        {
            return;
        }
        tracing::error!("the database server cannot be reached; requests that need it fail");
        let (database, availability) = (database.clone(), Arc::downgrade(self));
        tokio::spawn(async move {
            let pauses = ExponentialBuilder::default()
                .with_min_delay(FIRST_PAUSE)
                .with_max_delay(LONGEST_PAUSE)
                .without_max_times()
                .build();
            for pause in pauses {
                sleep(pause).await;
                let is_reached = database.ping().await.is_ok();
                // A store that is gone or closed needs no probe.
                let Some(availability) = availability.upgrade() else { return };
                let is_closed = database.get_postgres_connection_pool().is_closed();
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
