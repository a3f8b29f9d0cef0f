//! Every order of the steps of one server and one change, by search.

use std::collections::HashSet;

use super::*;

/// The unit of time. Each instant is a multiple of it.
const TICK: Duration = Duration::from_millis(300);
const LAST_TICK: u32 = 7;

/// A mistake that the search must find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mistake {
    None,
    /// The lease counts from the reply.
    CountedFromReply,
    /// A renewal acknowledges the version that it is about to return.
    AcknowledgedAtOnce,
    /// The lease lasts longer than a change waits.
    KeptTooLong,
    /// A renewal reads the version first, and then writes the row.
    TwoSteps,
    /// Only the version is compared when the answer is ready, not the clock.
    ClockIgnored,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Renewal {
    Idle,
    Sent { at: Duration, acknowledges: i64 },
    VersionRead { at: Duration, acknowledges: i64, version: i64 },
    Executed { at: Duration, version: i64 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Row {
    acknowledges: i64,
    ends_at: Duration,
}

/// A request that found a key in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Request {
    version: i64,
    began_after_return: bool,
}

/// The database, one server, and one change from version 1 to 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct World {
    now: Duration,
    version: i64,
    row: Option<Row>,
    renewal: Renewal,
    lease: KeyLease,
    loading: Option<i64>,
    held: Option<i64>,
    request: Option<Request>,
    committed_at: Option<Duration>,
    has_returned: bool,
}

impl World {
    fn new() -> Self {
        Self {
            now: Duration::ZERO,
            version: 1,
            row: None,
            renewal: Renewal::Idle,
            lease: KeyLease::default(),
            loading: None,
            held: None,
            request: None,
            committed_at: None,
            has_returned: false,
        }
    }

    /// Returns the worlds after one more step of anybody.
    fn next(self, mistake: Mistake) -> Vec<Self> {
        let mut next = self.renewals(mistake);
        if self.now < LAST_TICK * TICK {
            next.push(Self { now: self.now + TICK, ..self });
        }
        next.extend(self.load());
        if let (Some(version), None) = (self.held, self.request) {
            let began_after_return = self.has_returned;
            next.push(Self { request: Some(Request { version, began_after_return }), ..self });
        }
        if self.request.is_some() {
            next.push(Self { request: None, ..self });
        }
        if self.committed_at.is_none() {
            next.push(Self { version: 2, committed_at: Some(self.now), ..self });
        }
        if self.may_return() {
            next.push(Self { has_returned: true, ..self });
        }
        next
    }

    fn renewals(self, mistake: Mistake) -> Vec<Self> {
        let with = |renewal| Self { renewal, ..self };
        match self.renewal {
            Renewal::Idle => {
                vec![with(Renewal::Sent { at: self.now, acknowledges: self.lease.version() })]
            }
            Renewal::Sent { at, acknowledges } if mistake == Mistake::TwoSteps => {
                vec![with(Renewal::VersionRead { at, acknowledges, version: self.version })]
            }
            Renewal::Sent { at, acknowledges } => {
                let at_once = mistake == Mistake::AcknowledgedAtOnce;
                let acknowledges = if at_once { self.version } else { acknowledges };
                vec![self.executed(at, acknowledges, self.version)]
            }
            Renewal::VersionRead { at, acknowledges, version } => {
                vec![self.executed(at, acknowledges, version)]
            }
            Renewal::Executed { at, version } => {
                let sent_at = if mistake == Mistake::CountedFromReply { self.now } else { at };
                let mut lease = KeyLease::renewed(version, sent_at);
                if mistake == Mistake::KeptTooLong {
                    lease.ends_at += 2 * TICK;
                }
                // The reply arrives, or is lost.
                vec![Self { lease, ..with(Renewal::Idle) }, with(Renewal::Idle)]
            }
        }
    }

    fn executed(self, at: Duration, acknowledges: i64, version: i64) -> Self {
        let row = Some(Row { acknowledges, ends_at: self.now + ROW_KEPT });
        Self { row, renewal: Renewal::Executed { at, version }, ..self }
    }

    fn load(self) -> Option<Self> {
        match self.loading {
            None => Some(Self { loading: Some(self.version), ..self }),
            Some(version) => Some(Self { loading: None, held: Some(version), ..self }),
        }
    }

    fn may_return(&self) -> bool {
        let Some(committed_at) = self.committed_at else { return false };
        let awaits = |row: Row| row.ends_at > self.now && row.acknowledges < self.version;
        holds_everywhere(!self.row.is_some_and(awaits), self.now - committed_at)
    }

    /// Returns whether the old key is accepted for a request that began after the change returned.
    fn accepts_revoked_key(&self, mistake: Mistake) -> bool {
        let Some(request) = self.request else { return false };
        let is_accepted = match mistake {
            Mistake::ClockIgnored => request.version == self.lease.version(),
            _ => self.lease.covers(request.version, self.now),
        };
        request.began_after_return && request.version == 1 && is_accepted
    }
}

/// Returns a world in which a revoked key is accepted, if any can be reached.
fn find_violation(mistake: Mistake) -> Option<World> {
    let mut seen = HashSet::from([World::new()]);
    let mut open = vec![World::new()];
    while let Some(world) = open.pop() {
        if world.accepts_revoked_key(mistake) {
            return Some(world);
        }
        open.extend(world.next(mistake).into_iter().filter(|next| seen.insert(*next)));
    }
    None
}

#[test]
fn no_order_of_steps_lets_a_revoked_key_in() {
    assert_eq!(find_violation(Mistake::None), None);
}

#[test]
fn the_search_finds_every_mistake() {
    for mistake in [
        Mistake::CountedFromReply,
        Mistake::AcknowledgedAtOnce,
        Mistake::KeptTooLong,
        Mistake::TwoSteps,
        Mistake::ClockIgnored,
    ] {
        assert!(find_violation(mistake).is_some(), "{mistake:?}");
    }
}

#[test]
fn a_lease_covers_its_version_and_no_other_one_until_it_ends() {
    let sent_at = Duration::from_secs(5);
    let lease = KeyLease::renewed(7, sent_at);
    let last = sent_at + KEPT - Duration::from_nanos(1);
    for (version, now, expected) in [
        (7, sent_at, true),
        (8, last, false),
        (6, sent_at, false),
        (7, last, true),
        (7, sent_at + KEPT, false),
    ] {
        assert_eq!(lease.covers(version, now), expected, "{version} at {now:?}");
    }
    assert!(!KeyLease::default().covers(0, Duration::ZERO), "nothing before the first renewal");
}

#[test]
fn a_change_waits_for_no_server_longer_than_a_second() {
    assert!(holds_everywhere(true, Duration::ZERO));
    assert!(!holds_everywhere(false, KEPT));
    assert!(holds_everywhere(false, LONGEST_WAIT));
}
