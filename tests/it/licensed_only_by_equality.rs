//! Whatever the input: licensed only when the host, its `www.` twin or the licence number is on
//! record with that standing. The oracle knows nothing of the ladder.

use std::collections::HashMap;

use licence_core::catalogue::Catalogue;
use licence_core::check::{CheckQuery, Verdict, check, check_row};
use licence_core::hostname::Hostname;
use licence_core::register::domain_cell::host_of;
use licence_core::register::reading::{ListedDomain, ListedLicence, RegisterReading};
use licence_store::sample_readings;
use proptest::prelude::*;

use crate::support::random::Random;
use crate::support::readings::{licence, now, of_the_cases, reading};
use licence_core::jurisdiction::JurisdictionCode;

/// What the rows say of a host: a pass without or with reservation, from the wordings alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Pass {
    Licensed,
    Provisional,
}

fn pass_of(code: JurisdictionCode, row: &ListedLicence) -> Option<Pass> {
    let wording = row.status_text.as_deref().unwrap_or_default();
    let is_provisional = row.status_qualifier.is_some();
    let in_force = match code {
        JurisdictionCode::Ukgc | JurisdictionCode::Iom => wording == "Active",
        JurisdictionCode::Mga => wording == "Licensed",
        JurisdictionCode::Cw => ["", "Indefinite"].contains(&wording) || is_provisional,
        JurisdictionCode::Kh => wording == "certified",
        JurisdictionCode::An => wording == "valid",
        JurisdictionCode::Tgc => wording == "licensed",
    };
    in_force.then_some(if is_provisional { Pass::Provisional } else { Pass::Licensed })
}

fn is_permitted(domain: &ListedDomain) -> bool {
    let wording = domain.status_text.as_deref().unwrap_or("Active").to_lowercase();
    ["active", "white label", "redirecting"].contains(&wording.as_str())
}

fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

/// Every host that may be called licensed, without `www.`.
fn passes(readings: &[RegisterReading]) -> HashMap<String, Pass> {
    let mut passes: HashMap<String, Pass> = HashMap::new();
    for reading in readings {
        for row in &reading.licences {
            for domain in row.domains.iter().filter(|domain| is_permitted(domain)) {
                let Ok(host) = host_of(&domain.domain) else { continue };
                if let Some(pass) = pass_of(reading.jurisdiction, row) {
                    let known = passes.entry(without_www(host.as_str()).to_owned()).or_insert(pass);
                    *known = pass.min(*known);
                }
            }
        }
    }
    passes
}

fn assert_verdict(verdict: Verdict, host: &str, passes: &HashMap<String, Pass>) {
    let expected = passes.get(without_www(host));
    match verdict {
        Verdict::Licensed => assert_eq!(expected, Some(&Pass::Licensed), "{host}"),
        Verdict::LicensedProvisional => assert_eq!(expected, Some(&Pass::Provisional), "{host}"),
        _ => assert_eq!(expected, None, "{host}: {verdict}"),
    }
}

fn registers() -> Vec<RegisterReading> {
    let mut readings = of_the_cases();
    readings.extend(sample_readings(now()).unwrap().into_iter().map(|(reading, _)| reading));
    readings
}

/// A look-alike, neighbour or random name.
fn squat(hosts: &[String], random: &mut Random) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789-";
    const SUFFIXES: &[&str] = &["com", "net", "example", "test", "co.uk", "bet", "io", "github.io"];
    const TWINS: &[(&str, &str)] =
        &[("o", "0"), ("l", "1"), ("m", "rn"), ("w", "vv"), ("s", "5"), ("e", "3"), ("a", "а")];
    let host = random.pick(hosts).clone();
    let at = random.below(host.len());
    let mut bytes = host.clone().into_bytes();
    match random.below(10) {
        0 => drop(bytes.remove(at)),
        1 => bytes.insert(at, bytes[at]),
        2 => bytes[at] = *random.pick(LETTERS),
        3 => bytes.insert(at, *random.pick(LETTERS)),
        4 if at > 0 => bytes.swap(at - 1, at),
        5 => return format!("{}.{}", host.split('.').next().unwrap(), random.pick(SUFFIXES)),
        6 => return format!("{}.{host}", random.pick(&["m", "www2", "login", "wwww", "www.www"])),
        7 => return format!("{host}.{}", random.pick(&["evil.net", "com", "example"])),
        8 => {
            let (letter, twin) = random.pick(TWINS);
            return host.replacen(letter, twin, 1);
        }
        _ => {
            let length = 1 + random.below(20);
            let word: String = (0..length).map(|_| char::from(*random.pick(LETTERS))).collect();
            return format!("{word}.{}", random.pick(SUFFIXES));
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn a_million_look_alikes_neighbours_and_random_names_are_not_licensed() {
    let readings = registers();
    let passes = passes(&readings);
    let catalogue = Catalogue::from_readings(&readings).unwrap();
    let hosts: Vec<String> =
        passes.keys().cloned().collect::<std::collections::BTreeSet<_>>().into_iter().collect();
    for host in &hosts {
        assert_verdict(check_row(&catalogue, host, now()).verdict.unwrap(), host, &passes);
        let twin = format!("www.{host}");
        assert_verdict(check_row(&catalogue, &twin, now()).verdict.unwrap(), &twin, &passes);
    }
    let mut random = Random(2026);
    let (mut asked, mut not_on_record) = (0, 0);
    while not_on_record < 1_000_000 {
        let input = squat(&hosts, &mut random);
        asked += 1;
        assert!(asked < 3_000_000, "the generator makes too few valid names");
        let Ok(host) = input.parse::<Hostname>() else { continue };
        let row = check_row(&catalogue, &input, now());
        assert_verdict(row.verdict.unwrap(), host.as_str(), &passes);
        not_on_record += usize::from(!passes.contains_key(without_www(host.as_str())));
    }
}

#[test]
fn no_neighbour_of_a_licence_number_is_licensed() {
    let readings = registers();
    let catalogue = Catalogue::from_readings(&readings).unwrap();
    let numbers: Vec<&str> = readings
        .iter()
        .flat_map(|reading| &reading.licences)
        .filter_map(|row| row.license_number.as_deref())
        .collect();
    let identity = |number: &str| -> String {
        let kept: String = number.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        kept.to_uppercase().replace(['I', 'L'], "1")
    };
    let known: std::collections::HashSet<String> = numbers.iter().map(|n| identity(n)).collect();
    let mut random = Random(7);
    for _ in 0..20_000 {
        let mut number: Vec<char> = random.pick(&numbers).chars().collect();
        // The last segment of a UKGC number is a version that any value may stand in.
        let end = if number.len() == 19 { 15 } else { number.len() };
        let at = random.below(end);
        number[at] = char::from(*random.pick(b"0123456789XYZ"));
        let number: String = number.into_iter().collect();
        let is_known = known.iter().any(|known| {
            *known == identity(&number)
                || (number.len() == 19 && known.starts_with(&identity(&number[..15])))
        });
        let Ok(query) = CheckQuery::licence_number(&number) else { continue };
        let verdict = check(&catalogue, &query, now()).verdict;
        let is_pass = matches!(verdict, Verdict::Licensed | Verdict::LicensedProvisional);
        assert!(!is_pass || is_known, "{number}: {verdict}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn small_registers_of_any_content_license_only_what_they_list(
        rows in prop::collection::vec(
            ("[a-d]{1,3}", prop::sample::select(vec!["valid", "suspended", "revoked", "odd", ""]),
             prop::collection::vec("(www\\.)?[ab]{1,3}\\.(com|co\\.uk|example|github\\.io)", 0..4)),
            1..8),
        queries in prop::collection::vec(
            "(www\\.|m\\.)?[ab]{1,3}\\.(com|co\\.uk|example|github\\.io)", 1..20)
    ) {
        let licences = rows.iter().enumerate().map(|(n, (name, status, domains))| {
            let domains: Vec<&str> = domains.iter().map(String::as_str).collect();
            licence(&format!("{name} N.V."), &format!("ALSI-{n}"), status, &domains)
        });
        let readings = [reading(JurisdictionCode::An, 0, licences.collect())];
        let passes = passes(&readings);
        let catalogue = Catalogue::from_readings(&readings).unwrap();
        for query in queries {
            let verdict = check_row(&catalogue, &query, now()).verdict.unwrap();
            assert_verdict(verdict, &query, &passes);
        }
    }

    #[test]
    fn any_text_at_all_is_answered_or_refused(raw in "\\PC{0,80}") {
        let catalogue = Catalogue::from_readings(&of_the_cases()).unwrap();
        let _ = check_row(&catalogue, &raw, now());
        if let Ok(query) = CheckQuery::licence_number(&raw) {
            let verdict = check(&catalogue, &query, now()).verdict;
            prop_assert!(verdict != Verdict::Licensed || raw.chars().any(|c| c.is_ascii_digit()));
        }
    }
}

/// A register may list a licence before its number is known. Forms hold such words too.
#[test]
fn a_word_in_place_of_a_number_finds_no_licence() {
    for (code, status) in [(JurisdictionCode::An, "valid"), (JurisdictionCode::Ukgc, "Active")] {
        for word in ["N/A", "TBA", "none", "0", "see note", "To be assigned", "OGL/2024/1/1"] {
            let row = licence("Grand Comore Gaming N.V.", word, status, &["a.example"]);
            let catalogue = Catalogue::from_readings(&[reading(code, 0, vec![row])]).unwrap();
            let verdict = |query: CheckQuery| check(&catalogue, &query, now()).verdict;
            let by_number = CheckQuery::licence_number(word).unwrap();
            assert_eq!(verdict(by_number), Verdict::NotFound, "{code} {word}");
            let by_host = CheckQuery::domain("a.example").unwrap();
            assert_eq!(verdict(by_host), Verdict::Licensed, "{code} {word}");
        }
    }
}
