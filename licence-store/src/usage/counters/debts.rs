//! What this process owes to the shared counters: what it admitted while they were away.

use std::sync::atomic::Ordering;

use super::{Counters, Debt, count_of_window};
use crate::mutex::lock;
use crate::usage::quota::Charge;

impl Counters {
    /// Takes the debt to the shared counter. None is left.
    pub(in crate::usage) fn settle_debt(&self, charge: &Charge) -> Debt {
        self.with(charge.counter.subject, |shard| {
            let count = count_of_window(shard, charge);
            count.map_or_else(Debt::default, |count| std::mem::take(&mut count.debt))
        })
    }

    /// Takes the debts of accounts to all shared counters. None is left of them.
    pub(in crate::usage) fn take_debts(&self) -> Vec<(Charge, Debt)> {
        let mut debts = Vec::new();
        if !self.may_owe.swap(false, Ordering::Acquire) {
            return debts;
        }
        for shard in &self.shards {
            for (counter, count) in &mut lock(shard).accounts {
                if count.debt.owed > 0 {
                    let charge = Charge::new(*counter, count.window.start);
                    debts.push((charge, std::mem::take(&mut count.debt)));
                }
            }
        }
        debts
    }

    /// Notes that there is a debt. Call it once the debt is added, so that a task that takes debts finds it.
    pub(super) fn note_debt(&self) {
        self.may_owe.store(true, Ordering::Release);
    }

    /// Returns whether there may be debts.
    pub(in crate::usage) fn may_owe(&self) -> bool {
        self.may_owe.load(Ordering::Relaxed)
    }

    /// Adds a debt back that the shared counter did not take.
    pub(in crate::usage) fn owe(&self, charge: &Charge, debt: Debt) {
        self.with(charge.counter.subject, |shard| {
            if let Some(count) = count_of_window(shard, charge) {
                count.debt.owed += debt.owed;
                count.debt.since = [count.debt.since, debt.since].into_iter().flatten().min();
            }
        });
        if debt.owed > 0 {
            self.note_debt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::usage::counters::tests::{at, quota_request};
    use licence_core::account::plan::Plan;

    #[test]
    fn a_debt_that_is_not_taken_stays_as_it_was() {
        let counters = Counters::new();
        let now = at("2026-11-20T12:00:00Z");
        let later = at("2026-11-20T12:00:01Z");
        let charges = counters.admit(&quota_request(Plan::Pro), now, true).charges;
        counters.admit(&quota_request(Plan::Pro), later, true);
        let kept = charges.iter().find(|charge| charge.counter.limit.is_kept()).unwrap();
        let debt = counters.settle_debt(kept);
        assert_eq!(debt, Debt { owed: 2, since: Some(now) });
        counters.admit(&quota_request(Plan::Pro), later, true);
        counters.owe(kept, debt);
        assert_eq!(counters.settle_debt(kept), Debt { owed: 3, ..debt });
        counters.admit(&quota_request(Plan::Pro), later, true);
        counters.refund(kept, true);
        assert_eq!(counters.settle_debt(kept), Debt::default());
    }
}
