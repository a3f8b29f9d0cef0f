//! The counters that all clones of a store share.

use std::sync::Arc;

use redis::aio::ConnectionManager;
use sea_orm::EntityTrait;

use super::buffer::UsageBuffer;
use super::counters::Counters;
use super::shared::SharedCounters;
use crate::connect::Databases;
use crate::entity::instance;
use crate::error::StoreError;

pub(crate) struct Usage {
    pub(super) local: Counters,
    pub(super) shared: Option<Arc<SharedCounters>>,
    pub(super) buffer: UsageBuffer,
}

impl Usage {
    /// Returns counters that begin at zero; in Redis, if the cache is one.
    pub(crate) async fn open(
        databases: &Databases,
        cache: Option<ConnectionManager>,
    ) -> Result<Arc<Self>, StoreError> {
        let shared = match cache {
            Some(connection) => {
                // Two databases on one cache must not share counters.
                let row = instance::Entity::find().one(&databases.reader).await?;
                let name = row.map(|row| row.name).unwrap_or_default();
                Some(Arc::new(SharedCounters::new(connection, &name)))
            }
            None => None,
        };
        Ok(Arc::new(Self { local: Counters::new(), shared, buffer: UsageBuffer::default() }))
    }

    /// Settles what this process owes to the shared counters, and gives back the units of limits that it
    /// took in advance.
    pub(crate) async fn close(&self, databases: &Databases) {
        if let Some(shared) = &self.shared {
            shared.presence.end_pause();
            self.settle_debts(shared, databases).await;
            shared.give_back_all().await;
        }
    }
}
