//! Invented registers of any size: companies with one licence each and about four hosts, a third
//! of them white labels, with mirrors, subdomains and `www.`.

use std::collections::HashSet;

use licence_core::catalogue::{
    Catalogue, CatalogueBuilder, DomainRow, LicenceIndex, LicenceRow, OperatorRow, RegisterRows,
};
use licence_core::domain::{DomainAssociation, DomainStatus};
use licence_core::hostname::Hostname;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence::ReadTimes;
use licence_core::provenance::SourceKind;
use licence_core::status::LicenceStatus;
use licence_core::time::Timestamp;

use super::naming;
use super::random::Random;

/// A company with its licence.
pub struct Company {
    pub name: String,
    pub slug: String,
    pub trading_name: Option<String>,
    pub jurisdiction: JurisdictionCode,
    pub number: String,
    pub hosts: Vec<ListedHost>,
}

/// A host under the company's licence.
pub struct ListedHost {
    pub host: Hostname,
    pub association: DomainAssociation,
}

const REGISTERS: &[JurisdictionCode] = &[
    JurisdictionCode::Ukgc,
    JurisdictionCode::Mga,
    JurisdictionCode::Cw,
    JurisdictionCode::An,
    JurisdictionCode::Tgc,
];
const SUFFIXES: &[&str] = &["com", "com", "com", "bet", "co.uk", "net", "io", "casino", "eu"];
const LEGAL_FORMS: &[&str] = &["Limited", "Ltd", "N.V.", "B.V.", "plc"];
const SUBDOMAINS: &[&str] = &["m", "play", "live", "sports"];
const HOSTS_OF_A_COMPANY: usize = 4;
const WHITE_LABEL_PERCENT: usize = 30;

/// When all registers were read.
pub fn read_at() -> Timestamp {
    "2026-11-01T06:00:00Z".parse().expect("an instant")
}

/// Companies that list this many different hosts between them.
pub fn companies(host_count: usize) -> Vec<Company> {
    let mut maker = Maker { random: Random(host_count as u64), taken: HashSet::new() };
    let mut companies = Vec::new();
    while maker.taken.len() < host_count {
        let left = host_count - maker.taken.len();
        let company = maker.company(companies.len(), left);
        companies.push(company);
    }
    companies
}

struct Maker {
    random: Random,
    taken: HashSet<Hostname>,
}

impl Maker {
    fn company(&mut self, position: usize, most_hosts: usize) -> Company {
        let brand = naming::root(&mut self.random);
        let words = naming::capitalised(&naming::syllables(&mut self.random));
        let form = self.random.pick(LEGAL_FORMS);
        let jurisdiction = self.random.pick(REGISTERS);
        let hosts = 1 + self.random.below(2 * HOSTS_OF_A_COMPANY - 1);
        Company {
            name: format!("{words} Gaming {position} {form}"),
            slug: format!("{}-gaming-{position}", words.to_lowercase()),
            trading_name: self.random.percent(50).then(|| naming::capitalised(&brand)),
            jurisdiction,
            number: format!("{jurisdiction}/{:04}/{position:07}", 2016 + position % 10),
            hosts: self.hosts(brand, hosts.min(most_hosts)),
        }
    }

    fn hosts(&mut self, mut root: String, count: usize) -> Vec<ListedHost> {
        let mut hosts = Vec::with_capacity(count);
        while hosts.len() < count {
            let host: Hostname = self.host(&root).parse().expect("a hostname");
            if self.taken.insert(host.clone()) {
                let is_white_label = self.random.percent(WHITE_LABEL_PERCENT);
                let association = if is_white_label {
                    DomainAssociation::WhiteLabel
                } else {
                    DomainAssociation::Direct
                };
                hosts.push(ListedHost { host, association });
            }
            if self.random.percent(70) {
                root = naming::root(&mut self.random);
            }
        }
        hosts
    }

    fn host(&mut self, root: &str) -> String {
        let suffix = self.random.pick(SUFFIXES);
        match self.random.below(100) {
            0..8 => format!("{}.{root}.{suffix}", self.random.pick(SUBDOMAINS)),
            8..20 => format!("www.{root}.{suffix}"),
            20..26 => format!("{root}{}.{suffix}", 1 + self.random.below(99)),
            _ => format!("{root}.{suffix}"),
        }
    }
}

/// All hosts of a register, in its order.
pub fn hosts(companies: &[Company]) -> impl Iterator<Item = &Hostname> {
    companies.iter().flat_map(|company| &company.hosts).map(|listed| &listed.host)
}

/// The catalogue over the register, as the store fills it: operators, licences, domains.
pub fn catalogue(companies: &[Company]) -> Catalogue {
    let mut builder = CatalogueBuilder::new();
    fill(&mut builder, companies);
    builder.finish().expect("the register fits")
}

/// Adds the rows of the register, in the same order.
pub fn fill(rows: &mut impl RegisterRows, companies: &[Company]) {
    for code in REGISTERS {
        rows.reads(*code, read_at(), Some(read_at()));
    }
    let licences: Vec<LicenceIndex> =
        companies.iter().map(|company| add_company(rows, company)).collect();
    for (company, licence) in companies.iter().zip(licences) {
        for listed in &company.hosts {
            rows.add_domain(licence, &domain_row(listed));
        }
    }
}

fn add_company(builder: &mut impl RegisterRows, company: &Company) -> LicenceIndex {
    let operator = builder.add_operator(&OperatorRow {
        slug: &company.slug,
        display_name: &company.name,
        registered_name: None,
    });
    if let Some(name) = &company.trading_name {
        builder.add_trading_name(operator, name);
    }
    builder.add_licence(operator, &licence_row(company))
}

fn licence_row(company: &Company) -> LicenceRow<'_> {
    LicenceRow {
        id: None,
        jurisdiction: company.jurisdiction,
        number: &company.number,
        status: LicenceStatus::Active,
        qualifier: None,
        upstream_status: Some("Active"),
        expires_at: None,
        source_kind: SourceKind::Dump,
        source_url: Some("https://register.example/business-register"),
        status_source_url: Some("https://register.example/business-register"),
        times: ReadTimes {
            status_observed_at: read_at(),
            last_verified_at: read_at(),
            last_listed_at: read_at(),
        },
        not_listed_since: None,
    }
}

fn domain_row(listed: &ListedHost) -> DomainRow<'_> {
    DomainRow {
        host: &listed.host,
        status: Some(DomainStatus::Active),
        association: listed.association,
        verification_url: None,
        unseen_since: None,
    }
}
