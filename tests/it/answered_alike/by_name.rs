//! What names say of domains that are not on record.

use licence_core::check::CheckQuery;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::reading::{ListedDomain, ListedLicence, RegisterReading};

use super::catalogues::{Catalogues, text};
use crate::support::random::Random;
use crate::support::readings::{licence, now, reading};

const CODE: JurisdictionCode = JurisdictionCode::An;

/// Of many operators with each other's syllables some pieces are rare and some too common to say
/// anything.
const SYLLABLES: &[&str] = &[
    "lucky", "royal", "jack", "spin", "nova", "gold", "casino", "bet", "vv", "mrs", "ra", "to",
    "li", "zen", "5un", "île", "бет", "365", "7",
];

fn name(random: &mut Random) -> String {
    let count = 1 + random.below(3);
    (0..count).map(|_| *random.pick(SYLLABLES)).collect()
}

fn domain(name: &str, status: &str) -> ListedDomain {
    ListedDomain {
        domain: format!("{name}.com"),
        status_text: Some(status.to_owned()),
        ..ListedDomain::default()
    }
}

fn random_licence(number: usize, random: &mut Random) -> ListedLicence {
    let company = format!("{} {} N.V.", name(random), random.pick(&["Games", "& Sons", "Two"]));
    let mut row = licence(&company, &format!("ALSI-{number:05}-FI1"), "Active", &[]);
    for _ in 0..random.below(3) {
        row.operator.trading_names.push(name(random));
    }
    for _ in 0..random.below(4) {
        let status = random.pick(&["Active", "Active", "Inactive"]);
        row.domains.push(domain(&name(random), status));
    }
    row
}

/// The next day: domains come into use and out of it, operators take other names, and licences go
/// over to others.
fn changed(licences: &[ListedLicence], random: &mut Random) -> Vec<ListedLicence> {
    let mut licences = licences.to_vec();
    for place in 0..licences.len() {
        let other = licences[random.below(licences.len())].operator.clone();
        let row = &mut licences[place];
        match random.below(5) {
            0 => row.operator = other,
            1 => row.operator.trading_names = vec![name(random)],
            2 => row.domains.push(domain(&name(random), "Active")),
            3 => {
                for domain in &mut row.domains {
                    let status = random.pick(&["Active", "Inactive"]);
                    domain.status_text = Some((*status).to_owned());
                }
            }
            _ => {}
        }
    }
    licences
}

/// A name with a letter more, less, another or moved, now and then.
fn misspelt(name: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    for _ in 0..random.below(3) {
        let at = random.below(letters.len());
        match random.below(4) {
            0 if letters.len() > 1 => drop(letters.remove(at)),
            1 => letters.insert(at, *random.pick(&['a', 'n', 'o', '1', '5'])),
            2 => letters[at] = *random.pick(&['e', '0', 'l', 'i']),
            _ => letters.reverse(),
        }
    }
    letters.into_iter().collect()
}

#[tokio::test]
async fn near_names_equals_and_look_alikes_are_answered_alike() {
    let mut random = Random(20261121);
    for operators in [3, 40, 200] {
        let first: Vec<ListedLicence> =
            (0..operators).map(|number| random_licence(number, &mut random)).collect();
        let second = changed(&first, &mut random);
        let third = changed(&second, &mut random);
        let readings: Vec<RegisterReading> = [(0, first), (1, second), (2, third)]
            .map(|(day, rows)| reading(CODE, 24 * day, rows))
            .into();
        let catalogues = Catalogues::new(&readings).await;
        let names: Vec<&str> = readings
            .iter()
            .flat_map(|reading| &reading.licences)
            .flat_map(|row| &row.domains)
            .filter_map(|domain| domain.domain.strip_suffix(".com"))
            .collect();
        for _ in 0..60 {
            let root = match random.below(3) {
                0 => name(&mut random),
                1 => format!("{}{}", random.pick(&names), name(&mut random)),
                _ => misspelt(names[random.below(names.len())], &mut random),
            };
            let suffix = random.pick(&["com", "net", "bet", "co.uk"]);
            catalogues.ask_domain(&format!("{root}.{suffix}"));
        }
        let domains: Vec<String> = names.iter().map(|name| format!("{name}.net")).collect();
        let domains: Vec<&str> = domains.iter().map(String::as_str).take(100).collect();
        catalogues.ask_rows(&domains);
    }
}

fn numbered(count: usize, status: impl Fn(usize) -> &'static str) -> Vec<ListedLicence> {
    let row = |number: usize| {
        let company = format!("Holder{number}x N.V.");
        let mut row = licence(&company, &format!("ALSI-{number:05}-FI1"), "Active", &[]);
        let letters: String = number.to_string().bytes().map(|d| char::from(d + 49)).collect();
        row.domains = vec![domain(&format!("{letters}zebra{letters}"), status(number))];
        row
    };
    (0..count).map(row).collect()
}

#[tokio::test]
async fn names_of_old_count_for_nothing() {
    let before = reading(CODE, 0, numbered(80, |_| "Active"));
    let after = numbered(80, |number| if number % 2 == 0 { "Active" } else { "Inactive" });
    let query = CheckQuery::domain("qzebra.net").unwrap();

    // Eighty operators share the piece: too many for it to say anything.
    let catalogues = Catalogues::new(std::slice::from_ref(&before)).await;
    catalogues.ask(&query);
    assert_eq!(catalogues.whole.check(&query, now()).alternatives.len(), 0);

    // Forty are few enough, though eighty have had it.
    let catalogues = Catalogues::new(&[before, reading(CODE, 24, after)]).await;
    catalogues.ask(&query);
    assert_eq!(catalogues.whole.check(&query, now()).alternatives.len(), 5);
}

#[tokio::test]
async fn a_family_of_mirrors_is_one_operator() {
    let mut row = licence("Mirror N.V.", "ALSI-00001-FI1", "Active", &[]);
    row.domains = (0..90).map(|number| domain(&format!("mirror{number:02}"), "Active")).collect();
    let mut rows = numbered(3, |_| "Active");
    rows.push(row);
    rows[3].license_number = Some("ALSI-99999-FI1".to_owned());
    let catalogues = Catalogues::new(&[reading(CODE, 0, rows)]).await;
    for root in ["mirror", "mirror1", "mirror007", "mirorr55", "mirrorx"] {
        catalogues.ask_domain(&format!("{root}.net"));
    }
    let query = CheckQuery::domain("mirrorx.net").unwrap();
    assert!(text(&catalogues.whole.check(&query, now())).contains("mirror-nv"));
}
