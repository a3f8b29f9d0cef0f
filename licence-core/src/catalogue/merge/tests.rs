//! A merged catalogue answers as one that is built from all rows.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use uuid::Uuid;

use crate::catalogue::{
    Catalogue, CatalogueBuilder, DomainRow, LicenceIndex, LicenceRow, OperatorRow, RegisterRows,
};
use crate::check::{CheckQuery, check};
use crate::domain::{DomainAssociation, DomainStatus};
use crate::hostname::Hostname;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::{LicenceId, ReadTimes};
use crate::provenance::SourceKind;
use crate::status::{LicenceStatus, StatusQualifier};
use crate::time::Timestamp;

/// Names that are equal, one letter or digit away, look alike, share pieces, or are a word.
const NAMES: [&str; 12] = [
    "lanternspin",
    "lanternspim",
    "1anternspin",
    "lanternspin25",
    "royallantern",
    "spinlantern",
    "harbourwin",
    "harbourwinn",
    "harb0urwin",
    "casino",
    "oakbet",
    "oakbets",
];
const ENDINGS: [&str; 4] = ["example", "com", "co.uk", "bet"];

/// An operator's rows; the operator is known by its place in the market.
#[derive(Clone, Debug)]
struct Operator {
    display: usize,
    trading: Vec<usize>,
    licences: Vec<Licence>,
}

#[derive(Clone, Debug)]
struct Licence {
    code: usize,
    number: u32,
    status: usize,
    is_provisional: bool,
    /// The hour at which it was seen last, if its register lists it no more.
    missing_since: Option<i64>,
    domains: Vec<Domain>,
}

#[derive(Clone, Debug)]
struct Domain {
    host: String,
    status: Option<DomainStatus>,
    association: usize,
    has_page: bool,
}

/// What a reading changes: when it reads which register, and the operators that it changes.
#[derive(Clone, Debug)]
struct Reading {
    code: usize,
    changed: Vec<(usize, Operator)>,
}

fn domain() -> impl Strategy<Value = Domain> {
    let subdomain = prop::sample::select(vec!["", "", "www.", "play.", "m."]);
    let host = (subdomain, prop::sample::select(&NAMES[..]), prop::sample::select(&ENDINGS[..]));
    let status = prop::option::weighted(0.9, prop::sample::select(DomainStatus::ALL));
    (host, status, 0..2_usize, any::<bool>()).prop_map(|(host, status, association, has_page)| {
        let host = format!("{}{}.{}", host.0, host.1, host.2);
        Domain { host, status, association, has_page }
    })
}

fn licence() -> impl Strategy<Value = Licence> {
    let missing_since = prop::option::weighted(0.2, 1..4_i64);
    let domains = prop::collection::vec(domain(), 0..4);
    let status = 0..LicenceStatus::ALL.len();
    let row = (0..3_usize, 100..112_u32, status, any::<bool>(), missing_since, domains);
    row.prop_map(|(code, number, status, is_provisional, missing_since, domains)| Licence {
        code,
        number,
        // Half of them are in force.
        status: if number % 2 == 0 { 0 } else { status },
        is_provisional,
        missing_since,
        domains,
    })
}

fn operator() -> impl Strategy<Value = Operator> {
    let trading = prop::collection::vec(0..NAMES.len(), 0..3);
    let licences = prop::collection::vec(licence(), 0..3);
    (0..NAMES.len(), trading, licences).prop_map(|(display, trading, licences)| Operator {
        display,
        trading,
        licences,
    })
}

fn reading() -> impl Strategy<Value = Reading> {
    (0..3_usize, prop::collection::vec((0..20_usize, operator()), 0..4))
        .prop_map(|(code, changed)| Reading { code, changed })
}

const CODES: [JurisdictionCode; 3] =
    [JurisdictionCode::Ukgc, JurisdictionCode::An, JurisdictionCode::Cw];

fn hour(hour: i64) -> Timestamp {
    let first: Timestamp = "2026-11-01T00:00:00Z".parse().unwrap();
    Timestamp::from_epoch_millis(first.epoch_millis() + hour * 3_600_000).unwrap()
}

/// When each register was read last.
type Reads = [i64; 3];

/// The rows of some operators of a market.
fn rows(
    market: &BTreeMap<usize, Operator>,
    reads: Reads,
    is_wanted: impl Fn(usize) -> bool,
) -> CatalogueBuilder {
    let mut builder = CatalogueBuilder::new();
    for (code, read) in CODES.into_iter().zip(reads) {
        builder.reads(code, hour(read), Some(hour(read)));
    }
    for (place, operator) in market.iter().filter(|(place, _)| is_wanted(**place)) {
        operator.add_to(*place, &mut builder);
    }
    builder
}

impl Operator {
    fn add_to(&self, place: usize, builder: &mut CatalogueBuilder) {
        let row = OperatorRow {
            slug: &format!("operator-{place}"),
            display_name: &format!("{} N.V.", NAMES[self.display]),
            registered_name: None,
        };
        let operator = builder.add_operator(&row);
        self.trading.iter().for_each(|name| builder.add_trading_name(operator, NAMES[*name]));
        for (nth, licence) in self.licences.iter().enumerate() {
            let id = LicenceId(Uuid::from_u128((place * 10 + nth + 1) as u128));
            let number = format!("000{}-R-{:06}-001", licence.number, place * 10 + nth);
            let added = builder.add_licence(operator, &licence.row(id, &number));
            licence.domains.iter().for_each(|domain| domain.add_to(added, builder));
        }
    }
}

impl Licence {
    fn row<'a>(&self, id: LicenceId, number: &'a str) -> LicenceRow<'a> {
        let seen = hour(self.missing_since.unwrap_or(0));
        LicenceRow {
            id: Some(id),
            jurisdiction: CODES[self.code],
            number,
            status: LicenceStatus::ALL[self.status],
            qualifier: self.is_provisional.then_some(StatusQualifier::Provisional),
            upstream_status: Some("as the register says"),
            expires_at: None,
            source_kind: SourceKind::Dump,
            source_url: Some("https://register.example/"),
            status_source_url: None,
            times: ReadTimes {
                status_observed_at: seen,
                last_verified_at: seen,
                last_listed_at: seen,
            },
            not_listed_since: self.missing_since.map(hour),
        }
    }
}

impl Domain {
    fn add_to(&self, licence: LicenceIndex, builder: &mut CatalogueBuilder) {
        let host: Hostname = self.host.parse().unwrap();
        let page = format!("https://register.example/{host}");
        let row = DomainRow {
            host: &host,
            status: self.status,
            association: DomainAssociation::ALL[self.association],
            verification_url: self.has_page.then_some(page.as_str()),
            unseen_since: None,
        };
        builder.add_domain(licence, &row);
    }
}

/// Hosts and numbers on record, and such that are near these in each way that the ladder knows.
fn questions() -> Vec<CheckQuery> {
    let mut questions = Vec::new();
    for name in NAMES {
        for host in ["www.", "play.", "x."].map(|label| format!("{label}{name}.example")) {
            questions.push(CheckQuery::domain(&host).unwrap());
        }
        for host in [".com", ".co.uk", ".bet", ".test", "25.test", "x.test", "-bonus.test"] {
            questions.push(CheckQuery::domain(&format!("{name}{host}")).unwrap());
        }
        questions.push(CheckQuery::domain(&format!("{}.test", &name[1..])).unwrap());
    }
    let numbers = (100..112).map(|number| number.to_string());
    let numbers = numbers.chain((0..20).map(|place| format!("000102-R-{:06}-002", place * 10)));
    questions.extend(numbers.map(|number| CheckQuery::licence_number(&number).unwrap()));
    questions
}

fn assert_same_answers(merged: &Catalogue, built: &Catalogue) {
    assert_eq!(merged.verify(), Ok(()));
    let (merged_info, built_info) = (merged.info(), built.info());
    assert_eq!(
        (merged_info.operators, merged_info.licences, merged_info.hosts, merged_info.names),
        (built_info.operators, built_info.licences, built_info.hosts, built_info.names)
    );
    let now = hour(100);
    for question in questions() {
        let (merged, built) = (check(merged, &question, now), check(built, &question, now));
        assert_eq!(
            serde_json::to_string(&merged).unwrap(),
            serde_json::to_string(&built).unwrap(),
            "{question:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    /// Each reading is merged into what the readings before it left.
    #[test]
    fn merged_readings_answer_as_a_build_of_all_rows(
        market in prop::collection::vec(operator(), 0..16),
        readings in prop::collection::vec(reading(), 1..5),
    ) {
        let mut market: BTreeMap<usize, Operator> = market.into_iter().enumerate().collect();
        let mut reads = [4, 4, 4];
        let mut merged = rows(&market, reads, |_| true).finish().unwrap();
        for (nth, reading) in readings.into_iter().enumerate() {
            reads[reading.code] = 5 + nth as i64;
            let places: BTreeSet<usize> = reading.changed.iter().map(|(place, _)| *place).collect();
            market.extend(reading.changed);
            merged = merged.merge(rows(&market, reads, |place| places.contains(&place))).unwrap();
            assert_same_answers(&merged, &rows(&market, reads, |_| true).finish().unwrap());
        }
    }
}
