//! Adds what this process admitted while Redis was away to the counters in Redis, with each flush and
//! before the accounts ask again: another server must not grant these units a second time.
//!
//! 1. Redis is away. The server admits by its own counters, notes the units as a debt with the time of
//!    the first one, and writes them to the database with all others.
//! 2. Redis is back, and has held the counter since before the debt: it adds the debt.
//! 3. Redis was emptied, or the counter is new. It begins when a server next asks for it, with the use
//!    in the database as its start value.
//! 4. The counter began after the debt. Its start value had as many units of the debt as the database
//!    had then. The script asks for a start value again, and raises the counter to at least this one.

use licence_core::account::block;
use redis::{RedisError, Value};

use super::SharedCounters;
use crate::connect::Databases;
use crate::usage::counters::Debt;
use crate::usage::presence::NoReply;
use crate::usage::question;
use crate::usage::quota::Charge;
use crate::usage::state::Usage;

/// Redis answers nobody else during a call.
const DEBTS_A_CALL: usize = 500;

/// A debt, and the use of its counter in the database where Redis asked for it.
type DebtQuestion = (Charge, Debt, Option<u64>);

impl Usage {
    /// Settles the debts of all accounts, if Redis answers. Call it after a flush, which writes the
    /// debts to the database.
    pub(in crate::usage) async fn settle_debts(
        &self,
        shared: &SharedCounters,
        databases: &Databases,
    ) {
        if !self.local.may_owe() || !shared.presence.is_available().await {
            return;
        }
        let debts = self.local.take_debts().into_iter().map(|(charge, debt)| (charge, debt, None));
        for debts in debts.collect::<Vec<_>>().chunks(DEBTS_A_CALL) {
            for (charge, debt, _) in self.settle(shared, databases, debts).await {
                self.local.owe(&charge, debt);
            }
        }
    }

    /// Settles debts, and returns those that are still owed.
    async fn settle(
        &self,
        shared: &SharedCounters,
        databases: &Databases,
        debts: &[DebtQuestion],
    ) -> Vec<DebtQuestion> {
        let Some(mut owed) = shared.settle(debts).await else { return debts.to_vec() };
        for (charge, _, start_value) in &mut owed {
            match self.buffer.used(databases, charge).await {
                Ok(used) => *start_value = Some(used),
                Err(_) => return owed,
            }
        }
        match owed.is_empty() {
            true => owed,
            false => shared.settle(&owed).await.unwrap_or(owed),
        }
    }
}

impl SharedCounters {
    /// Settles debts, and returns those that lack a start value; `None` if Redis took none.
    async fn settle(&self, debts: &[DebtQuestion]) -> Option<Vec<DebtQuestion>> {
        let mut call = self.admit.prepare_invoke();
        call.arg(block::LEAST_LEFT).arg(block::PARTS);
        for (charge, debt, start_value) in debts {
            question::add_debt(&mut call, &self.prefix, charge, *debt, *start_value);
        }
        let mut connection = self.connection.clone();
        let settled = call.invoke_async::<Vec<Vec<Value>>>(&mut connection);
        match self.presence.await_reply::<_, RedisError>(settled).await {
            Ok(replies) => {
                let replied = debts.iter().zip(replies);
                let unknown = replied.filter(|(_, reply)| !reply.is_empty());
                Some(unknown.map(|(debt, _)| *debt).collect())
            }
            Err(NoReply::Failed) => None,
            // Redis may run the script when it wakes.
            Err(NoReply::Late) => Some(Vec::new()),
        }
    }
}
