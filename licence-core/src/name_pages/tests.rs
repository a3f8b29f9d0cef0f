use std::collections::BTreeMap;

use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::catalogue::fixture::licence;
use crate::catalogue::{Catalogue, CatalogueBuilder, DomainRow, LicenceRow, OperatorRow};
use crate::check::{CheckQuery, check, check_row};
use crate::domain::{DomainAssociation, DomainStatus};
use crate::hostname::Hostname;
use crate::operator::OperatorId;
use crate::status::LicenceStatus;
use crate::time::Timestamp;

/// An operator with what gives it names.
#[derive(Clone, Debug)]
struct Held {
    id: OperatorId,
    company: String,
    trading_names: Vec<String>,
    hosts: Vec<(Hostname, DomainStatus)>,
    is_active: bool,
}

fn now() -> Timestamp {
    "2026-11-01T07:00:00Z".parse().unwrap()
}

fn catalogue<'h>(held: impl IntoIterator<Item = &'h Held>) -> Catalogue {
    let mut builder = CatalogueBuilder::new();
    for held in held {
        let slug = held.id.0.to_string();
        let row = OperatorRow { slug: &slug, display_name: &held.company, registered_name: None };
        let operator = builder.operator(&row);
        for name in &held.trading_names {
            builder.trading_name(operator, name);
        }
        let status = if held.is_active { LicenceStatus::Active } else { LicenceStatus::Revoked };
        let licence = builder.licence(operator, &LicenceRow { status, ..licence(&slug, now()) });
        for (host, status) in &held.hosts {
            let row = DomainRow {
                host,
                status: Some(*status),
                association: DomainAssociation::Direct,
                verification_url: None,
                unseen_since: None,
            };
            builder.domain(licence, &row);
        }
    }
    builder.finish().unwrap()
}

/// The pages, as a database holds them.
fn pages<'h>(held: impl IntoIterator<Item = &'h Held>) -> BTreeMap<i32, Vec<u8>> {
    let mut pages: BTreeMap<i32, Vec<u8>> = BTreeMap::new();
    for held in held {
        let mut names = AddedNames::default();
        names.operator(held.id, &held.company, None);
        held.trading_names.iter().for_each(|name| names.trading_name(held.id, name));
        held.hosts.iter().for_each(|(host, status)| names.host(held.id, host, Some(*status)));
        for added in names.pages() {
            let page = pages.entry(added.number().get()).or_default();
            if let Some(bytes) = added.added_to(page).unwrap() {
                *page = bytes;
            }
        }
    }
    pages
}

/// The operators that a scan finds, as a catalogue; the scans that it took.
fn scanned(
    mut scan: NameScan,
    pages: &BTreeMap<i32, Vec<u8>>,
    held: &[Held],
) -> (Catalogue, usize) {
    for scans in 1.. {
        for (number, bytes) in pages.range(..scan.end()) {
            scan.look_through(PageNumber::new(*number).unwrap(), bytes).unwrap();
        }
        let prefixes: Vec<String> = scan.operators().map(OperatorTag::id_prefix).collect();
        let is_found = |held: &&Held| {
            let id = held.id.0.to_string();
            prefixes.iter().any(|prefix| id.starts_with(prefix.as_str()))
        };
        let few = catalogue(held.iter().filter(is_found));
        if scan.is_enough(&few) {
            return (few, scans);
        }
        scan = scan.with_more();
    }
    unreachable!("a scan with everything is enough")
}

fn assert_alike(held: &[Held], pages: &BTreeMap<i32, Vec<u8>>, domain: &str) -> usize {
    let query = CheckQuery::domain(domain).unwrap();
    let whole = catalogue(held);
    // What is equal to the domain is loaded beside what a scan finds.
    let is_on_record = |held: &Held| held.hosts.iter().any(|(host, _)| host.as_str() == domain);
    if held.iter().any(is_on_record) {
        return 0;
    }
    let (few, scans) = scanned(NameScan::for_check(&query), pages, held);
    assert_eq!(check(&few, &query, now()), check(&whole, &query, now()), "{domain}");
    let (few, _) = scanned(NameScan::for_checks([&query]), pages, held);
    assert_eq!(check_row(&few, domain, now()), check_row(&whole, domain, now()), "{domain}");
    scans
}

const SYLLABLES: &[&str] =
    &["lucky", "casino", "bet", "vv", "rn", "ra", "to", "zen", "5un", "îl", "бет", "36", "7", "x"];

fn name() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(SYLLABLES), 1..4).prop_map(|parts| parts.concat())
}

fn held() -> impl Strategy<Value = Held> {
    let host = (name(), prop::sample::select(vec!["com", "net", "github.io"]));
    let host = host.prop_map(|(name, suffix)| format!("{name}.{suffix}").parse().unwrap());
    let status = prop::sample::select(vec![DomainStatus::Active, DomainStatus::Expired]);
    (
        any::<u128>(),
        name(),
        prop::collection::vec(name(), 0..3),
        prop::collection::vec((host, status), 0..3),
        any::<bool>(),
    )
        .prop_map(|(id, company, trading_names, hosts, is_active)| Held {
            id: OperatorId(Uuid::from_u128(id)),
            company: format!("{company} Ltd"),
            trading_names,
            hosts,
            is_active,
        })
}

proptest! {
    #[test]
    fn a_scan_finds_all_that_matters(
        held in prop::collection::vec(held(), 1..120),
        old in prop::collection::vec(held(), 0..60),
        roots in prop::collection::vec(name(), 1..6),
        doubled: bool,
    ) {
        // Names of old: of operators that have others now.
        let before: Vec<Held> = old
            .iter()
            .zip(&held)
            .map(|(old, held)| Held { id: held.id, ..old.clone() })
            .collect();
        let pages = pages(held.iter().chain(&before));
        for root in roots {
            let root = if doubled { root.repeat(2) } else { root };
            assert_alike(&held, &pages, &format!("{root}.org"));
        }
    }
}

fn numbered(count: usize, status: impl Fn(usize) -> DomainStatus) -> Vec<Held> {
    let held = |number: usize| {
        let letters: String = number.to_string().bytes().map(|d| char::from(d + 49)).collect();
        let host = format!("{letters}zebra{letters}.com").parse().unwrap();
        Held {
            id: OperatorId(Uuid::from_u128((number as u128 + 1) << 96)),
            company: format!("{letters} N.V."),
            trading_names: Vec::new(),
            hosts: vec![(host, status(number))],
            is_active: true,
        }
    };
    (0..count).map(held).collect()
}

#[test]
fn a_piece_that_only_names_of_old_make_common_takes_a_second_look() {
    use DomainStatus::{Active, Expired};
    let all = numbered(80, |_| Active);
    assert_eq!(assert_alike(&all, &pages(&all), "qzebra.org"), 1);
    let left = numbered(80, |number| if number % 2 == 0 { Active } else { Expired });
    assert_eq!(assert_alike(&left, &pages(&all), "qzebra.org"), 2);
}

#[test]
fn names_are_added_once_and_never_taken_away() {
    let all = numbered(40, |_| DomainStatus::Active);
    let once = pages(&all);
    assert_eq!(once, pages(all.iter().chain(&all)));
    assert_eq!(once, pages(all.iter().rev()));
    for (number, bytes) in &once {
        let mut names = AddedNames::default();
        names.trading_name(all[0].id, "Brand new");
        let page = names.pages().next().unwrap();
        assert!(page.added_to(&[]).unwrap().is_some());
        assert_eq!(PageNumber::new(*number).unwrap().get(), *number);
        let mut scan = NameScan::for_check(&CheckQuery::domain("zebra.org").unwrap());
        let cut = &bytes[..bytes.len() - 1];
        assert!(scan.look_through(PageNumber::new(*number).unwrap(), cut).is_err());
    }
}

#[test]
fn numbers_that_no_page_has_are_refused() {
    for number in [i32::MIN, -1, 0, 31, 1_001 << 5, i32::MAX] {
        assert_eq!(PageNumber::new(number), None, "{number}");
    }
    for number in [32, 33, (1_001 << 5) - 1] {
        assert_eq!(PageNumber::new(number).map(PageNumber::get), Some(number));
    }
}

#[test]
fn a_name_longer_than_any_domain_is_on_no_page() {
    let id = OperatorId(Uuid::nil());
    for (bytes, count) in [(1_000, 1), (1_001, 0)] {
        let mut names = AddedNames::default();
        names.trading_name(id, &"x".repeat(bytes));
        assert_eq!(names.pages().count(), count, "{bytes}");
    }
}
