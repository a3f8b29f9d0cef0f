//! Domains that come under another licence, while their own one is missing, lists them no more, or has
//! a page that was not read.

use std::collections::{HashMap, HashSet};

use crate::check::standing::Standing;
use crate::domain::{DomainId, DomainStatus};
use crate::licence::{Licence, LicenceId};
use crate::register::reading::RegisterReading;
use crate::register::reading::pages::is_certificate_of_licence;
use crate::time::Timestamp;
use crate::transition::absent_domains::AbsenceEffect;
use crate::transition::differences::{Differences, DomainDifferences};
use crate::transition::observation::{Arrival, Observation};
use crate::transition::records::{DomainRecord, HeldRegister};

/// Returns when each site that several licences held came under the latest of them. Empty if the reading
/// shows the domains of all its licences: then none of them is unread.
pub(super) fn latest_arrivals(
    reading: &RegisterReading,
    held: &HeldRegister,
) -> HashMap<String, Timestamp> {
    if reading.licences.iter().all(|row| row.domains_complete) {
        return HashMap::new();
    }
    let mut arrivals: HashMap<&str, (Timestamp, Timestamp)> = HashMap::new();
    for record in held.licences.values().flat_map(|licence| &licence.domains) {
        let came = record.domain.first_seen_at;
        let (first, last) = arrivals.entry(record.key()).or_insert((came, came));
        (*first, *last) = (came.min(*first), came.max(*last));
    }
    let later = arrivals.into_iter().filter(|(_, (first, last))| first < last);
    later.map(|(site, (_, last))| (site.to_owned(), last)).collect()
}

impl Observation<'_> {
    /// Notes a site that came under a licence with this reading, or one under a licence that does not
    /// permit it.
    pub(super) fn note_arrival(
        &mut self,
        licence: &Licence,
        site: &str,
        domain: Option<DomainStatus>,
        came: Arrival,
    ) {
        let standing = Standing::of_listing(domain, licence.status, licence.status_qualifier);
        if came == Arrival::WithThisReading || !standing.is_in_force() {
            self.note_moved(site, came);
        }
    }

    /// Notes a site that counts as its newest licence says, and when it came there.
    pub(super) fn note_moved(&mut self, site: &str, came: Arrival) {
        let latest = self.moved_sites.entry(site.to_owned()).or_insert(came);
        *latest = came.max(*latest);
    }

    /// Takes the domains whose page was not read off a licence if the reading newly lists them
    /// under another one: they may have moved there, and no reading lists them here. Such a change is part of
    /// the entry that the reading makes for the licence.
    pub(super) fn leave_moved_behind(&mut self) {
        if self.unread_but_listed.is_empty() {
            return;
        }
        let moved = self.moved_while_unread();
        let mut differences = HashMap::<LicenceId, DomainDifferences>::new();
        for record in &mut self.changes.changed_domains {
            let domain = &mut record.domain;
            if moved.contains(&domain.id) && domain.domain_status.take().is_some() {
                let of_licence = differences.entry(domain.license_id).or_default();
                of_licence.changed.push(domain.domain.clone());
            }
        }
        self.forget_unmoved();
        self.record_also(differences);
    }

    /// Returns the domains without a read page whose sites the reading newly lists under another licence.
    fn moved_while_unread(&self) -> HashSet<DomainId> {
        let of_new_licences = self.changes.new_licences.iter().flat_map(|new| &new.domains);
        let mut came = HashMap::<_, HashSet<_>>::new();
        for new in self.changes.new_domains.iter().chain(of_new_licences) {
            came.entry(new.key()).or_default().insert(new.domain.license_id);
        }
        for (site, licence) in &self.relisted {
            came.entry(site).or_default().insert(*licence);
        }
        let is_elsewhere = |unseen: &&DomainRecord| {
            let licences = came.get(unseen.key());
            licences.is_some_and(|them| them.iter().any(|it| *it != unseen.domain.license_id))
        };
        let moved = self.unread_but_listed.iter().filter(is_elsewhere);
        moved.map(|record| record.domain.id).collect()
    }

    /// Removes the domains without a read page that did not move and were noted before from those that change.
    fn forget_unmoved(&mut self) {
        let noted = self.unread_but_listed.iter().map(|held| (held.domain.id, held));
        let noted: HashMap<_, _> = noted.collect();
        let is_changed =
            |record: &DomainRecord| noted.get(&record.domain.id).is_none_or(|held| *held != record);
        self.changes.changed_domains.retain(is_changed);
    }

    /// Adds differences to the entries that the reading made for licences, or records them in new ones.
    fn record_also(&mut self, mut differences: HashMap<LicenceId, DomainDifferences>) {
        let made = self.changes.history.iter().enumerate();
        let made: HashMap<_, _> = made.map(|(at, record)| (record.licence_id, at)).collect();
        for record in std::mem::take(&mut self.licences_with_unread) {
            let Some(domains) = differences.remove(&record.licence.id) else { continue };
            let different = Differences::of_domains(&domains);
            match made.get(&record.licence.id) {
                Some(at) => {
                    let note = &mut self.changes.history[*at].entry.note;
                    *note = different.appended_to(std::mem::take(note));
                }
                None => self.record_differences(&record, &different),
            }
        }
    }

    /// Observes a domain of a missing licence. It no longer counts as listed if its site came under another
    /// licence after the missing one was last listed. Returns whether that changes it.
    pub(super) fn domain_of_missed(
        &mut self,
        held: &DomainRecord,
        missed: &Licence,
        differences: &mut DomainDifferences,
    ) -> bool {
        let last_listed = Arrival::Before(missed.last_listed_at);
        let is_moved = self.moved_sites.get(held.key()).is_some_and(|came| *came > last_listed);
        let absent = match is_moved && held.is_listed() {
            true => AbsenceEffect::LeftBehind,
            false => AbsenceEffect::Nothing,
        };
        self.absent_domain(held, absent, differences)
    }

    /// Notes a domain whose page is not read if the reading lists its site: it may have moved there
    /// ([`Self::leave_moved_behind`]). Returns whether it is noted.
    pub(super) fn note_unread(&mut self, held: &DomainRecord) -> bool {
        let is_noted = held.is_listed() && self.sites.contains(held.key());
        if is_noted {
            self.unread_but_listed.push(held.clone());
        }
        is_noted
    }

    /// Returns whether the site of a domain came under another licence after a reading last listed it
    /// under its own one.
    pub(super) fn came_under_another_licence(&self, held: &DomainRecord) -> bool {
        let came = self.arrivals.get(held.key());
        came.is_some_and(|came| *came > held.domain.last_listed_at)
    }

    /// Returns whether the own page of a domain was read.
    pub(super) fn is_page_read(&self, held: &DomainRecord) -> bool {
        let page = held.domain.verification_url.as_deref();
        page.is_some_and(|page| !is_certificate_of_licence(page) && self.is_read(page))
    }
}
