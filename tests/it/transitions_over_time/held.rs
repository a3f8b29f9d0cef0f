//! A register held in memory: what the store does with the changes of a reading, without a
//! database.

use std::collections::BTreeMap;

use licence_core::event::EventDraft;
use licence_core::history::HistoryEntry;
use licence_core::licence::LicenceId;
use licence_core::register::reading::RegisterReading;
use licence_core::time::Timestamp;
use licence_core::transition::{
    ApplyRules, Changes, DomainRecord, HeldOperators, HeldRegister, LicenceRecord, apply,
};
use uuid::Uuid;

use super::steps::{Course, Step};

/// What is held of one jurisdiction.
#[derive(Clone, Default)]
pub struct Held {
    pub licences: BTreeMap<LicenceId, LicenceRecord>,
    pub histories: BTreeMap<LicenceId, Vec<HistoryEntry>>,
    pub events: Vec<EventDraft>,
    entries: Vec<(LicenceId, usize)>,
    directory: HeldOperators,
    newest: Option<Timestamp>,
    newest_complete: Option<Timestamp>,
    serial: u128,
}

pub const CORRECTION_NOTE: &str = "The page was misread.";

impl Held {
    /// After a whole course.
    pub fn after(course: &Course) -> Self {
        let mut held = Self::default();
        for step in &course.steps {
            held.take(step, &course.rules);
        }
        held
    }

    pub fn take(&mut self, step: &Step, rules: &ApplyRules) {
        match step {
            Step::Reading(reading) => self.read(reading, rules),
            Step::Correction { entry, at } => {
                if let Some((id, place)) = self.entry(*entry) {
                    self.correct(id, place, *at);
                }
            }
        }
    }

    /// The entry that a correction means.
    pub fn entry(&self, entry: usize) -> Option<(LicenceId, usize)> {
        let place = entry.checked_rem(self.entries.len())?;
        Some(self.entries[place])
    }

    /// All entries in the order of recording: whose, and the place in that history.
    pub fn entries(&self) -> &[(LicenceId, usize)] {
        &self.entries
    }

    fn correct(&mut self, id: LicenceId, place: usize, now: Timestamp) {
        let entry = &mut self.histories.get_mut(&id).unwrap()[place];
        entry.corrected_at.get_or_insert(now);
        entry.correction_note = Some(CORRECTION_NOTE.to_owned());
    }

    fn read(&mut self, reading: &RegisterReading, rules: &ApplyRules) {
        let held = self.as_of_the_newest_reading();
        let serial = &mut self.serial;
        let mut new_id = || {
            *serial += 1;
            Uuid::from_u128(*serial)
        };
        let (now, directory) = (reading.read_at, &mut self.directory);
        let changes = apply(reading, "", held, directory, rules, now, &mut new_id).unwrap();
        self.write(changes, reading);
        self.newest = Some(reading.read_at);
        if reading.complete {
            self.newest_complete = Some(reading.read_at);
        }
    }

    fn as_of_the_newest_reading(&self) -> HeldRegister {
        let seen = |record: &LicenceRecord| {
            (record.identity.clone(), record.clone().seen_until(self.newest_complete))
        };
        HeldRegister {
            newest_read_at: self.newest,
            newest_complete_read_at: self.newest_complete,
            licences: self.licences.values().map(seen).collect(),
            ..HeldRegister::default()
        }
    }

    fn write(&mut self, changes: Changes, reading: &RegisterReading) {
        for record in changes.new_licences {
            self.licences.insert(record.licence.id, record);
        }
        for record in changes.changed_licences.into_iter().chain(changes.absent_licences) {
            let held = self.licences.get_mut(&record.licence.id).unwrap();
            *held = LicenceRecord { domains: std::mem::take(&mut held.domains), ..record };
        }
        for record in changes.new_domains {
            self.domains_of(&record).push(record);
        }
        for record in changes.changed_domains.into_iter().chain(changes.reread_domains) {
            let domains = self.domains_of(&record);
            let held = domains.iter_mut().find(|held| held.domain.id == record.domain.id);
            *held.unwrap() = record;
        }
        for id in changes.unchanged_licences.iter().filter(|_| !reading.complete) {
            let licence = &mut self.licences.get_mut(id).unwrap().licence;
            licence.last_verified_at = reading.read_at;
            licence.status_observed_at = reading.read_at;
            licence.last_listed_at = reading.read_at;
        }
        for record in changes.history {
            let history = self.histories.entry(record.licence_id).or_default();
            self.entries.push((record.licence_id, history.len()));
            history.push(record.entry);
        }
        self.events.extend(changes.events);
    }

    fn domains_of(&mut self, record: &DomainRecord) -> &mut Vec<DomainRecord> {
        &mut self.licences.get_mut(&record.domain.license_id).unwrap().domains
    }
}
