//! What a request may use: its limits, its counters, and whether they admit it.

use std::net::IpAddr;

use licence_core::account::AccountId;
use licence_core::account::key::KeyId;
use licence_core::account::plan::{Cap, PlanLimits};
use licence_core::account::quota::{
    KEYLESS_PER_HOUR, Limit, MEMBER_SIGN_INS_PER_HOUR, Purpose, SIGN_INS_PER_MINUTE, Tally, Window,
};
use licence_core::member::MemberId;
use licence_core::network::CallerNetwork;
use licence_core::time::Timestamp;

/// The account or address whose limits apply. All counters of a subject change together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Subject {
    Account(u128),
    Address(u128),
}

/// The key of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Counter {
    pub(super) subject: Subject,
    pub(super) limit: Limit,
    /// The id of the account or key, or the number of the caller's network.
    pub(super) id: u128,
    /// The route of keyless calls; zero for others.
    pub(super) route: u8,
}

/// The quota that a request asks for: whose, and under which limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QuotaRequest {
    pub(super) subject: Subject,
    /// The key of the call, on which the daily limit of a trial counts.
    key: u128,
    route: u8,
    limits: [Option<(Limit, Cap)>; 4],
}

/// One count of a counter in one window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Charge {
    pub(super) counter: Counter,
    pub(super) window_start: Timestamp,
}

/// Whether a request is admitted, and the state of its limits.
#[derive(Clone, Debug)]
pub struct Admission {
    /// The instant of the decision, by the clock that all servers share.
    pub at: Timestamp,
    /// The limit that refused the request; `None` if the request is admitted.
    pub refused_by: Option<Limit>,
    pub(super) tallies: Vec<Tally>,
    pub(super) charges: Vec<Charge>,
}

impl QuotaRequest {
    /// Returns the quota request of a call with a key.
    pub fn by_key(account: AccountId, key: KeyId, purpose: Purpose, plan: &PlanLimits) -> Self {
        let subject = Subject::Account(account.0.as_u128());
        let mut limits = [None; 4];
        for (place, limit) in limits.iter_mut().zip(purpose.limits(plan)) {
            *place = Some(limit);
        }
        Self { subject, key: key.0.as_u128(), route: 0, limits }
    }

    /// Returns the quota request of a member of the account, who has no key. The daily limit of a
    /// trial counts on the account.
    pub fn by_member(account: AccountId, purpose: Purpose, plan: &PlanLimits) -> Self {
        Self::by_key(account, KeyId(account.0), purpose, plan)
    }

    /// Returns the quota request of a call without a key, counted by the caller's network. `route`
    /// is any number that tells routes apart.
    pub fn by_address(address: IpAddr, route: u8) -> Self {
        let network = CallerNetwork::from(address).number();
        Self::single(Limit::Keyless, network, route, KEYLESS_PER_HOUR)
    }

    /// Returns the quota request of a sign-in to the dashboard, counted by the caller's network.
    /// `step` is any number that tells the steps of a sign-in apart.
    pub fn sign_in(address: IpAddr, step: u8) -> Self {
        let network = CallerNetwork::from(address).number();
        Self::single(Limit::SignIns, network, step, SIGN_INS_PER_MINUTE)
    }

    /// Returns the quota request of a sign-in of a member.
    pub fn member_sign_in(member: MemberId) -> Self {
        Self::single(Limit::MemberSignIns, member.0.as_u128(), 0, MEMBER_SIGN_INS_PER_HOUR)
    }

    /// Returns a quota request with one counter, among those of addresses, whose number in memory is
    /// bounded.
    fn single(limit: Limit, id: u128, route: u8, cap: u64) -> Self {
        let limits = [Some((limit, Cap::AtMost(cap))), None, None, None];
        Self { subject: Subject::Address(id), key: 0, route, limits }
    }

    pub(super) fn counters(&self) -> impl Iterator<Item = (Counter, Cap)> {
        let Self { subject, route, .. } = *self;
        self.limits.iter().flatten().map(move |(limit, cap)| {
            let id = match subject {
                Subject::Account(_) if *limit == Limit::PerDay => self.key,
                Subject::Account(id) | Subject::Address(id) => id,
            };
            (Counter { subject, limit: *limit, id, route }, *cap)
        })
    }
}

impl Charge {
    pub(super) fn new(counter: Counter, at: Timestamp) -> Self {
        Self { counter, window_start: counter.limit.span().window(at).start }
    }
}

impl Admission {
    pub(super) fn begin(at: Timestamp) -> Self {
        Self {
            at,
            refused_by: None,
            tallies: Vec::with_capacity(4),
            charges: Vec::with_capacity(4),
        }
    }

    pub(super) fn add(&mut self, counter: Counter, window: Window, cap: Cap, used: u64) {
        self.tallies.push(Tally { limit: counter.limit, cap, used, resets_at: window.end });
        self.charges.push(Charge { counter, window_start: window.start });
    }

    /// Keeps the charges that count: all of an admitted request; of a refused one, those for every
    /// request up to the limit that refused it.
    pub(super) fn keep_what_counts(&mut self) {
        let refused_by = self.refused_by;
        self.charges.retain(|charge| {
            let limit = charge.counter.limit;
            refused_by.is_none_or(|by| limit <= by && !limit.is_charged_on_success())
        });
        for tally in &mut self.tallies {
            if self.charges.iter().any(|charge| charge.counter.limit == tally.limit) {
                // Refused requests are counted beyond the cap, which no caller needs to see.
                let used = tally.used.saturating_add(1);
                tally.used = tally.cap.at_most().map_or(used, |cap| used.min(cap));
            }
        }
    }

    /// Returns the tally of a limit; `None` if the limit does not apply to the request.
    pub fn tally(&self, limit: Limit) -> Option<&Tally> {
        self.tallies.iter().find(|tally| tally.limit == limit)
    }

    pub(super) fn refundable(&self) -> impl Iterator<Item = Charge> {
        let charged_on_success = |charge: &&Charge| charge.counter.limit.is_charged_on_success();
        self.charges.iter().filter(charged_on_success).copied()
    }
}
