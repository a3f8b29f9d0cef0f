//! A start that opens the kept catalogue, and a catalogue file without a database, answer as the
//! catalogue that is built from the tables does, byte for byte.

mod by_name;
mod catalogues;

use licence_core::check::CheckQuery;
use licence_core::hostname::Hostname;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::point_in_time::AsOf;
use licence_core::register::reading::{ListedDomain, ListedLicence, RegisterReading};
use licence_store::sample_readings;

use crate::support::cases;
use crate::support::random::Random;
use crate::support::readings::{apply, licence, now, of_the_cases, reading};
use catalogues::{Catalogues, text};

fn registers() -> Vec<RegisterReading> {
    let mut readings = of_the_cases();
    readings.extend(sample_readings(now()).unwrap().into_iter().map(|(reading, _)| reading));
    // One register each: what is read later would make the licences of the first go missing.
    readings.sort_by_key(|reading| (reading.jurisdiction, reading.read_at));
    readings.dedup_by_key(|reading| reading.jurisdiction);
    readings
}

#[tokio::test]
async fn every_verdict_case_is_answered_alike() {
    let catalogues = Catalogues::new(&of_the_cases()).await;
    for case in cases::all() {
        match (case.domain(), case.licence_number()) {
            (Some(domain), _) => catalogues.ask_domain(domain),
            (None, number) => catalogues.ask_number(number.unwrap()),
        }
    }
}

#[tokio::test]
async fn hosts_their_relatives_and_numbers_on_record_are_answered_alike() {
    let readings = registers();
    let catalogues = Catalogues::new(&readings).await;
    let rows = || readings.iter().flat_map(|reading| &reading.licences);
    let domains: Vec<&str> =
        rows().flat_map(|row| &row.domains).map(|listed| listed.domain.as_str()).collect();
    for host in domains.iter().filter_map(|domain| domain.parse::<Hostname>().ok()) {
        let twin = format!("www.{}", host.site());
        for domain in [host.as_str(), host.site(), &twin, &host.as_str().to_uppercase()] {
            catalogues.ask(&CheckQuery::domain(domain).unwrap());
        }
        catalogues.ask_rows(&[&format!("cashier.{host}")]);
    }
    for number in rows().filter_map(|row| row.license_number.as_deref()) {
        catalogues.ask_number(number);
        catalogues.ask_number(&format!(" {} ", number.to_lowercase().replace('-', "\u{2011}")));
        catalogues.ask_number(&number.replace(['-', '/', ' '], ""));
        catalogues.ask_number(number.split('-').next().unwrap());
        catalogues.ask_number(number.get(..15).unwrap_or(number));
        catalogues.ask_number(&format!("{number}9"));
    }
    for domain in ["casino.com", "co.uk", "github.io"] {
        catalogues.ask_domain(domain);
    }
    catalogues.ask_rows(&domains);
    catalogues.ask_rows(&["not a host", ""]);
    catalogues.ask_rows(&[]);
}

#[tokio::test]
async fn the_past_is_answered_alike() {
    let readings = of_the_cases();
    let catalogues = Catalogues::new(&readings).await;
    let as_of = AsOf::parse("2026-11-01", now()).unwrap();
    let listed = readings.iter().flat_map(|reading| &reading.licences);
    let domains = listed.flat_map(|row| &row.domains).map(|listed| listed.domain.clone());
    for domain in domains.chain(["nothing-on-record-here.example".to_owned()]) {
        let Ok(query) = CheckQuery::domain(&domain) else { continue };
        let answer = catalogues.started.check(&query, Some(as_of), now()).await.unwrap();
        let expected = catalogues.built.check(&query, Some(as_of), now()).await.unwrap();
        assert!(answer.as_of.is_some());
        assert_eq!(text(&answer), text(&expected), "{domain}");
    }
}

const NAMES: &[&str] = &["oak", "elmbet", "bet", "casinouk", "bet365", "coral"];
const SUFFIXES: &[&str] =
    &["com", "co.uk", "github.io", "kawasaki.jp", "city.kawasaki.jp", "x.ck", "example"];

fn host(random: &mut Random) -> String {
    let name = random.pick(&["oak", "elmbet", "0ak", "casino", "bestcasino", "bet364", "бет"]);
    let suffix = random.pick(SUFFIXES);
    match random.below(10) {
        0 => format!("www.{suffix}"),
        1 => (*suffix).to_owned(),
        2..4 => format!("www.{name}.{suffix}"),
        4 => format!("m.{name}.{suffix}"),
        5 => format!("www.m.{name}.{suffix}"),
        6 => format!("{name}.{name}.{suffix}"),
        _ => format!("{name}.{suffix}"),
    }
}

/// Numbers that are near each other, in spellings that registers and people use.
fn number(code: JurisdictionCode, random: &mut Random) -> String {
    let small = random.below(3);
    let dash = random.pick(&["-", "\u{2011}", "", " - "]);
    match code {
        JurisdictionCode::Ukgc => match random.below(6) {
            0 => format!("000-0390{small}2-R-319313-0{small}1"),
            1 => format!("390{small}2{dash}r{dash}319313"),
            2 => format!("0390{small}2-R-319313-01{}", random.below(2)),
            3 => format!("0390{small}2-{}", random.pick(&["N-100", "Pending", "x\u{149}"])),
            4 => format!("0000-R-31931{small}"),
            _ => format!("0390{small}2"),
        },
        JurisdictionCode::An => {
            let letters = random.pick(&["ALSI", "AL5I", "ALSl", "A1S1", "alsi"]);
            format!("{letters}{dash}20240{small}{dash}FI{}", random.below(2))
        }
        _ => {
            format!("{}{dash}{small}/{}", random.pick(&["OGL/", "ogl/ ", "B2C/"]), random.below(2))
        }
    }
}

fn random_licence(code: JurisdictionCode, random: &mut Random) -> ListedLicence {
    let operator = format!("{} {}", random.pick(NAMES), random.pick(&["Ltd", "N.V.", "Games plc"]));
    let status = random.pick(&["Active", "valid", "Suspended", "revoked", "Licensed", "odd", ""]);
    let mut row = licence(&operator, &number(code, random), status, &[]);
    if random.below(3) == 0 {
        row.operator.trading_names = vec![(*random.pick(NAMES)).to_owned()];
    }
    for _ in 0..random.below(5) {
        let status = random.pick(&["Active", "Inactive", "White Label", "Redirecting", "odd"]);
        row.domains.push(ListedDomain {
            domain: host(random),
            status_text: (random.below(2) == 0).then(|| (*status).to_owned()),
            ..Default::default()
        });
    }
    row
}

fn random_register(code: JurisdictionCode, hour: i64, random: &mut Random) -> RegisterReading {
    let licences = (0..1 + random.below(8)).map(|_| random_licence(code, random)).collect();
    RegisterReading { complete: hour == 0 || random.below(3) > 0, ..reading(code, hour, licences) }
}

#[tokio::test]
async fn random_registers_answer_random_questions_alike() {
    use JurisdictionCode::{An, Cw, Mga, Ukgc};
    let mut random = Random(20261101);
    for _ in 0..8 {
        let mut readings = Vec::new();
        for hour in 0..1 + random.below(3) as i64 {
            let codes = [Ukgc, An, Cw, Mga].map(|code| random_register(code, hour, &mut random));
            readings.extend(codes);
        }
        let catalogues = Catalogues::new(&readings).await;
        for _ in 0..25 {
            let code = *random.pick(&[Ukgc, An, Cw, Mga]);
            catalogues.ask_number(&number(code, &mut random));
        }
        for _ in 0..25 {
            catalogues.ask_domain(&host(&mut random));
        }
    }
}

#[tokio::test]
async fn a_store_answers_from_its_catalogue_until_it_is_refreshed() {
    let readings = of_the_cases();
    let catalogues = Catalogues::new(&readings).await;
    let mut changed = readings[0].clone();
    let row = changed.licences.iter_mut().find(|row| !row.domains.is_empty()).unwrap();
    row.status_text = Some("Revoked".to_owned());
    let query = CheckQuery::domain(&row.domains[0].domain).unwrap();
    changed.read_at = now();
    apply(&catalogues.another().await, &changed).await.unwrap();

    let held = catalogues.started.check(&query, None, now()).await.unwrap();
    assert_eq!(text(&held), text(&catalogues.whole.check(&query, now())));
    let fresh = catalogues.another().await.check(&query, None, now()).await.unwrap();
    assert_ne!(text(&held), text(&fresh));
    assert!(catalogues.started.refresh_catalogue().await.unwrap());
    let refreshed = catalogues.started.check(&query, None, now()).await.unwrap();
    assert_eq!(text(&refreshed), text(&fresh));
}
