//! Adds what this process answered while the cache was away to the counters in Redis, before the
//! accounts ask again: other servers must not answer it a second time.

use std::sync::Arc;

use licence_core::account::block;
use redis::{RedisError, Value};

use super::SharedCounters;
use crate::usage::counters::{Counters, Debt};
use crate::usage::presence::NoReply;
use crate::usage::question;
use crate::usage::quota::Charge;

/// Redis answers nobody else during a call.
const DEBTS_A_CALL: usize = 500;

impl SharedCounters {
    /// Settles the debts of all accounts, if the cache answers.
    pub(in crate::usage) async fn settle_debts(self: &Arc<Self>, local: &Counters) {
        if !local.may_owe() || !self.presence.is_available().await {
            return;
        }
        if self.presence.take_emptied() {
            local.mark_debts_as_stored();
        }
        for debts in local.take_debts().chunks(DEBTS_A_CALL) {
            if self.settle(debts).await == Err(NoReply::Failed) {
                debts.iter().for_each(|(charge, debt)| local.owe(charge, *debt));
            }
        }
    }

    async fn settle(self: &Arc<Self>, debts: &[(Charge, Debt)]) -> Result<(), NoReply> {
        let mut call = self.admit.prepare_invoke();
        call.arg(block::LEAST_LEFT).arg(block::PARTS);
        for (charge, debt) in debts {
            question::add_debt(&mut call, &self.prefix, charge, *debt);
        }
        let mut connection = self.connection.clone();
        let settled = call.invoke_async::<Value>(&mut connection);
        self.presence.await_reply::<_, RedisError>(settled).await.map(|_| ())
    }
}
