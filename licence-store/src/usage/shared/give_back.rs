//! Gives units back to the counters in Redis: of failed requests, and what is left of a block.

use std::io;
use std::sync::Arc;

use redis::RedisError;

use super::SharedCounters;
use crate::usage::presence::PAUSE;
use crate::usage::question;
use crate::usage::quota::Charge;

impl SharedCounters {
    /// Refunds charges, and returns the counts afterwards; `None` when the cache is away.
    pub(in crate::usage) async fn refund(self: &Arc<Self>, charges: &[Charge]) -> Option<Vec<u64>> {
        if !self.presence.is_available().await {
            return None;
        }
        let counts = self.give_back(charges, 1).await?;
        let used = |(charge, count)| self.blocks.learn_refund(charge, count);
        Some(charges.iter().zip(counts).map(used).collect())
    }

    /// Gives units back as soon as the cache answers.
    pub(super) async fn return_units(self: &Arc<Self>, charges: &[Charge], units: u64) {
        while !self.presence.is_available().await {
            tokio::time::sleep(PAUSE).await;
        }
        // Not again if this fails: the cache may have them back already.
        self.give_back(charges, units).await;
    }

    pub(in crate::usage) async fn give_back_all(self: &Arc<Self>) {
        for (charges, units) in self.blocks.take_all() {
            if self.presence.is_available().await {
                self.give_back(&charges, units).await;
            }
        }
    }

    /// Returns `units` units of each charge to the cache, and returns the counts afterwards. It calls the
    /// cache even if another call found it away meanwhile, because units that are not returned are lost.
    async fn give_back(self: &Arc<Self>, charges: &[Charge], units: u64) -> Option<Vec<u64>> {
        let name = |charge: &Charge| {
            let counter = question::name(&self.prefix, charge.counter);
            format!("{counter}:{}", charge.window_start.epoch_millis())
        };
        let names: Vec<String> = charges.iter().map(name).collect();
        let shared = Arc::clone(self);
        // A separate task continues when the reply is late: a cache that does not have the script
        // yet is called three times.
        let calling = tokio::spawn(async move {
            let mut connection = shared.connection.clone();
            shared.refund.key(names).arg(units).invoke_async(&mut connection).await
        });
        let counts =
            async { calling.await.unwrap_or_else(|stopped| Err(io::Error::other(stopped).into())) };
        self.presence.await_reply::<_, RedisError>(counts).await.ok()
    }
}
