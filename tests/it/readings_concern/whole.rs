//! All registers in memory, compared as a whole with each reading.

use std::collections::{BTreeMap, BTreeSet};

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence::LicenceId;
use licence_core::operator::{OperatorId, Slug};
use licence_core::register::reading::RegisterReading;
use licence_core::time::Timestamp;
use licence_core::transition::{
    ActionRecord, ApplyRules, Changes, DomainRecord, HeldOperators, HeldRegister,
    IDENTITY_SEPARATOR, LicenceRecord, OperatorRecord, ReadingScope, Refusal, apply,
};
use uuid::Uuid;

/// Everything held.
#[derive(Default)]
pub struct Whole {
    pub operators: BTreeMap<OperatorId, OperatorRecord>,
    pub registers: BTreeMap<JurisdictionCode, Register>,
    /// The history, in the order of recording: kind of change and note.
    pub history: Vec<String>,
    /// The names of the events in their order.
    pub events: Vec<String>,
    serial: u128,
}

/// What is held of one register.
#[derive(Default)]
pub struct Register {
    newest: Option<Timestamp>,
    newest_complete: Option<Timestamp>,
    pub licences: BTreeMap<LicenceId, LicenceRecord>,
    pub actions: BTreeMap<String, ActionRecord>,
}

impl Whole {
    pub fn operator_count(&self) -> usize {
        self.operators.len()
    }

    /// Returns everything: a whole register, and the operators of all registers.
    pub fn everything(&self, code: JurisdictionCode) -> (HeldRegister, HeldOperators) {
        let mut held = HeldRegister::default();
        if let Some(register) = self.registers.get(&code) {
            let seen = |record: &LicenceRecord| {
                (record.identity.clone(), record.clone().seen_until(register.newest_complete))
            };
            held.newest_read_at = register.newest;
            held.licences = register.licences.values().map(seen).collect();
            held.actions = register.actions.clone().into_iter().collect();
        }
        (held, HeldOperators::new(self.operators.values().cloned().collect()))
    }

    /// Returns what a reading concerns, and no more.
    pub fn concerned(&self, reading: &RegisterReading) -> (HeldRegister, HeldOperators) {
        let code = reading.jurisdiction;
        let (mut held, _) = self.everything(code);
        if !reading.complete {
            let numbers = ReadingScope::numbers(reading);
            let listed_domains = held.listed_domains();
            let number =
                |identity: &str| identity.split(IDENTITY_SEPARATOR).next().unwrap().to_owned();
            let pages = ReadingScope::pages(reading);
            let has_page = |record: &LicenceRecord| {
                let mut urls = record.domains.iter().map(|it| it.domain.verification_url.as_ref());
                urls.any(|url| url.is_some_and(|url| pages.contains(url)))
            };
            held.licences
                .retain(|identity, record| numbers.contains(&number(identity)) || has_page(record));
            if held.may_lose_too_many_domains() {
                held.other_listed_domains = listed_domains - held.listed_domains();
            }
        }
        let scope = ReadingScope::new(reading, &held);
        let key = |record: &OperatorRecord| record.keys.get(&code).cloned();
        let keys = scope.keys();
        let has_key = |record: &OperatorRecord| key(record).is_some_and(|k| keys.contains(&k));
        let held_keys =
            scope.held_keys(code, self.operators.values().filter(|record| has_key(record)));
        let names = scope.names(&held_keys);
        let holders: BTreeSet<_> =
            held.licences.values().map(|record| record.operator_id).collect();
        let is_concerned = |record: &&OperatorRecord| {
            has_key(record)
                || names.contains(&record.registered_key())
                || holders.contains(&record.operator.id)
        };
        let records = self.operators.values().filter(is_concerned).cloned().collect();
        let mut operators = HeldOperators::new(records);
        let slugs = self.operators.values().map(|record| record.operator.slug.clone());
        let slugs: BTreeSet<Slug> = slugs.collect();
        if !scope.slugs(&held_keys).is_some_and(|wanted| wanted.is_disjoint(&slugs)) {
            operators = operators.with_slugs(slugs);
        }
        (held, operators)
    }

    /// Compares a reading with what is held. Each comparison gives the same ids.
    pub fn compare(
        &self,
        reading: &RegisterReading,
        held: HeldRegister,
        mut operators: HeldOperators,
    ) -> Result<Changes, Refusal> {
        let mut serial = self.serial;
        let mut new_id = || {
            serial += 1;
            Uuid::from_u128(serial)
        };
        let (rules, now) = (ApplyRules::default(), reading.read_at);
        apply(reading, "", held, &mut operators, &rules, now, &mut new_id)
    }

    /// Takes over the changes of a reading.
    pub fn write(&mut self, reading: &RegisterReading, changes: Changes) {
        self.serial += 1_000;
        for record in changes.new_operators.into_iter().chain(changes.changed_operators) {
            self.operators.insert(record.operator.id, record);
        }
        let register = self.registers.entry(reading.jurisdiction).or_default();
        register.newest = Some(reading.read_at);
        if reading.complete {
            register.newest_complete = Some(reading.read_at);
        }
        for record in changes.new_licences {
            register.licences.insert(record.licence.id, record);
        }
        for record in changes.changed_licences.into_iter().chain(changes.absent_licences) {
            let held = register.licences.get_mut(&record.licence.id).unwrap();
            *held = LicenceRecord { domains: std::mem::take(&mut held.domains), ..record };
        }
        let domains = changes.new_domains.into_iter().chain(changes.changed_domains);
        for record in domains.chain(changes.reread_domains) {
            register.put_domain(record);
        }
        for id in changes.unchanged_licences.iter().filter(|_| !reading.complete) {
            let licence = &mut register.licences.get_mut(id).unwrap().licence;
            licence.last_verified_at = reading.read_at;
            licence.status_observed_at = reading.read_at;
            licence.last_listed_at = reading.read_at;
        }
        for record in changes.new_actions.into_iter().chain(changes.changed_actions) {
            register.actions.insert(record.identity.clone(), record);
        }
        for record in changes.history {
            let entry = record.entry;
            self.history.push(format!("{}|{}", entry.change_type, entry.note));
        }
        self.events.extend(changes.events.iter().map(|event| event.name.to_string()));
    }
}

impl Register {
    fn put_domain(&mut self, record: DomainRecord) {
        let domains = &mut self.licences.get_mut(&record.domain.license_id).unwrap().domains;
        domains.retain(|held| held.domain.id != record.domain.id);
        domains.push(record);
    }
}
