//! The state of one comparison between a reading and what is held, and the changes that it finds.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use uuid::Uuid;

use crate::domain::DomainId;
use crate::event::EventDraft;
use crate::history::HistoryRecord;
use crate::licence::LicenceId;
use crate::operator::{Operator, OperatorId, Slug};
use crate::register::reading::RegisterReading;
use crate::time::Timestamp;
use crate::transition::listed::WithHolder;
use crate::transition::lost_fields::Losses;
use crate::transition::matching;
use crate::transition::operators::HeldOperators;
use crate::transition::records::{ActionRecord, DomainRecord, LicenceRecord, OperatorRecord};
use crate::transition::unlisted_pages::UnlistedPages;

/// What a reading changes, to be written in one transaction.
///
/// What a complete reading lists as it is held needs no write: the times of the read follow from
/// the register's newest complete reading ([`crate::licence::Licence::seen_until`]).
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Operators seen for the first time.
    pub new_operators: Vec<OperatorRecord>,
    /// Operators whose data changed.
    pub changed_operators: Vec<OperatorRecord>,
    /// Holders of whom a licence passed to another one, with that one: the register renamed them, or the
    /// licence was transferred.
    pub passed_on: BTreeSet<(OperatorId, OperatorId)>,
    /// Licences seen for the first time, their domains included.
    pub new_licences: Vec<LicenceRecord>,
    /// Listed licences whose data changed; their domains are below.
    pub changed_licences: Vec<LicenceRecord>,
    /// Licences that the reading lacks and that changed by it: missing for the first time, or no
    /// longer within the grace window.
    pub absent_licences: Vec<LicenceRecord>,
    /// Licences listed as they are held.
    pub unchanged_licences: Vec<LicenceId>,
    /// Licences as they are held of which only a page was read, so that the times of the register stay.
    pub reread_licences: Vec<LicenceId>,
    /// Domains new under licences held before.
    pub new_domains: Vec<DomainRecord>,
    /// Domains whose data changed.
    pub changed_domains: Vec<DomainRecord>,
    /// Domains listed as they are held, of which a page was read at another time.
    pub reread_domains: Vec<DomainRecord>,
    /// Domains listed as they are held.
    pub unchanged_domains: Vec<DomainId>,
    /// The operators of which a row above is new or changed, or listed by this partial reading or by
    /// one just before it; of a transferred licence both; and those of whose licences another may
    /// come first from now on. Checks about all others are answered as before.
    pub affected_operators: BTreeSet<OperatorId>,
    /// How many listed licences the reading lacks for the first time: what may be too many.
    pub missing: usize,
    /// How many domains became delisted, without those that moved to another licence of their holder.
    pub delisted: usize,
    /// Enforcement actions seen for the first time.
    pub new_actions: Vec<ActionRecord>,
    /// Enforcement actions seen again or linked.
    pub changed_actions: Vec<ActionRecord>,
    /// What goes into the history, in the order to record it.
    pub history: Vec<HistoryRecord>,
    /// What is announced, in the order to record it.
    pub events: Vec<EventDraft>,
}

impl Changes {
    /// Returns how many domains of licences held before are written.
    pub(super) fn domain_count(&self) -> usize {
        self.new_domains.len() + self.changed_domains.len() + self.reread_domains.len()
    }
}

/// When a site came under a licence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Arrival {
    Before(Timestamp),
    WithThisReading,
}

/// A reading, what it is compared with, and the changes found so far.
pub(super) struct Observation<'a> {
    pub(super) reading: &'a RegisterReading,
    pub(super) snapshot_sha256: &'a str,
    pub(super) held_operators: &'a HeldOperators,
    /// The sites that the reading lists, under any operator.
    pub(super) sites: HashSet<&'a str>,
    /// The sites that came under a licence with this reading, and those that a licence no longer permits or
    /// never permitted, with the latest time when one came there.
    pub(super) moved_sites: HashMap<String, Arrival>,
    pub(super) unlisted_pages: UnlistedPages<'a>,
    /// When the sites that several licences list came under the latest of them
    /// ([`super::moved_domains::latest_arrivals`]).
    pub(super) arrivals: HashMap<String, Timestamp>,
    /// The listed domains whose page is not read, and whose sites the reading lists.
    pub(super) unread_but_listed: Vec<DomainRecord>,
    /// The licences of these domains, without their domains.
    pub(super) licences_with_unread: Vec<LicenceRecord>,
    /// The sites that the reading lists again under a licence that they had left, with that licence.
    pub(super) relisted: Vec<(String, LicenceId)>,
    pub(super) listed: &'a [WithHolder<'a>],
    /// The sites that the reading lists under a licence in force, with its holder.
    pub(super) in_force: OnceCell<HashSet<(OperatorId, &'a str)>>,
    /// The addresses of all pages that were read beside the list.
    pub(super) read_pages: OnceCell<HashSet<&'a str>>,
    pub(super) changes: Changes,
    /// How many domains were delisted because the reading lists them neither under their licence nor
    /// under another one of its holder, or lists the licence under another holder and them nowhere.
    pub(super) vanished_domains: usize,
    /// The fields that the reading no longer gives of what it lists.
    pub(super) losses: Losses,
    pub(super) new_id: &'a mut dyn FnMut() -> Uuid,
}

impl<'a> Observation<'a> {
    /// Returns the comparison of a reading with these held operators, before its first licence.
    pub(super) fn new(
        reading: &'a RegisterReading,
        snapshot_sha256: &'a str,
        held_operators: &'a HeldOperators,
        listed: &'a [WithHolder<'a>],
        arrivals: HashMap<String, Timestamp>,
        unlisted_pages: UnlistedPages<'a>,
        new_id: &'a mut dyn FnMut() -> Uuid,
    ) -> Self {
        Self {
            reading,
            snapshot_sha256,
            held_operators,
            sites: matching::sites(listed),
            moved_sites: HashMap::new(),
            unlisted_pages,
            arrivals,
            unread_but_listed: Vec::new(),
            licences_with_unread: Vec::new(),
            relisted: Vec::new(),
            listed,
            in_force: OnceCell::new(),
            read_pages: OnceCell::new(),
            changes: Changes::default(),
            vanished_domains: 0,
            losses: Losses::default(),
            new_id,
        }
    }

    /// Returns whether the reading lists a site under a licence in force of this operator.
    pub(super) fn is_in_force(&self, holder: OperatorId, site: &str) -> bool {
        let in_force = || matching::sites_in_force(self.listed);
        self.in_force.get_or_init(in_force).contains(&(holder, site))
    }

    pub(super) fn new_id(&mut self) -> Uuid {
        (self.new_id)()
    }

    /// Returns the slug of an operator. `held_operators` has every operator that a record names.
    pub(super) fn slug(&self, operator: OperatorId) -> Slug {
        let slug = |operator: &Operator| operator.slug.clone();
        self.held_operators.operator(operator).map_or_else(|| Slug::from_name(""), slug)
    }

    /// Returns the address of the reading's source, or else the regulator's web site.
    pub(super) fn source_url(&self) -> &'a str {
        let website = self.reading.jurisdiction.jurisdiction().website;
        self.reading.source_url.as_deref().unwrap_or(website)
    }
}
