//! Misspelt names of listed hosts lead to their operators, in `alternatives`.

use licence_core::catalogue::Catalogue;
use licence_core::check::{CheckQuery, Verdict, check};
use licence_core::jurisdiction::JurisdictionCode::{Cw, Ukgc};
use licence_core::register::domain_cell::host_of;
use licence_core::register::reading::RegisterReading;
use licence_store::sample_readings;

use crate::support::random::Random;
use crate::support::readings::{licence, now, reading};

const MIN_CHARS: usize = 8;
const QUESTIONS_A_NAME: usize = 60;
/// Of the names two edits away, no index has all.
const MIN_SHARE_OF_TWO_EDITS: f64 = 0.95;

/// A name that a register lists, and the operator that a check of it names.
struct Listed {
    root: String,
    operator_slug: String,
}

fn catalogue_and_names() -> (Catalogue, Vec<Listed>) {
    let readings = sample_readings(now()).unwrap().into_iter().map(|(reading, _)| reading);
    let readings: Vec<RegisterReading> = readings.collect();
    let catalogue = Catalogue::from_readings(&readings).unwrap();
    let rows = readings.iter().flat_map(|reading| &reading.licences);
    let mut names: Vec<Listed> = rows
        .flat_map(|row| &row.domains)
        .filter_map(|listed| {
            let host = host_of(&listed.domain).ok()?;
            let root = host.registrable()?.root.to_owned();
            let is_plain = root.bytes().all(|byte| byte.is_ascii_alphanumeric());
            let answer = check(&catalogue, &CheckQuery::domain(host.as_str()).ok()?, now());
            let is_asked =
                is_plain && root.len() >= MIN_CHARS && answer.verdict == Verdict::Licensed;
            let operator_slug = answer.matched.filter(|_| is_asked)?.operator_slug;
            Some(Listed { root, operator_slug })
        })
        .collect();
    names.sort_by(|one, other| one.root.cmp(&other.root));
    names.dedup_by(|next, first| next.root == first.root);
    assert!(names.len() > 30, "{} names", names.len());
    (catalogue, names)
}

/// The name with a letter less, more, swapped with its neighbour or replaced.
fn edited(name: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let at = random.below(letters.len());
    let letter = char::from(b'a' + random.below(26) as u8);
    match random.below(4) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letter),
        2 if at + 1 < letters.len() => letters.swap(at, at + 1),
        _ => letters[at] = letter,
    }
    letters.into_iter().collect()
}

fn shares_five_letters(one: &str, other: &str) -> bool {
    one.as_bytes().windows(5).any(|piece| other.as_bytes().windows(5).any(|it| it == piece))
}

/// Whether a check of the name shows the operator.
fn is_shown(catalogue: &Catalogue, name: &str, operator_slug: &str) -> bool {
    let query = CheckQuery::domain(&format!("{name}.com")).unwrap();
    let answer = check(catalogue, &query, now());
    let mut alternatives = answer.alternatives.iter().map(|near| &near.operator_slug);
    let matched = answer.matched.as_ref().map(|found| &found.operator_slug);
    matched.is_some_and(|slug| slug == operator_slug)
        || alternatives.any(|slug| slug == operator_slug)
}

#[test]
fn a_misspelt_name_leads_to_its_operator() {
    let (catalogue, names) = catalogue_and_names();
    let mut random = Random(20261128);
    let (mut asked, mut missed) = (0, Vec::new());
    for Listed { root, operator_slug } in &names {
        for _ in 0..QUESTIONS_A_NAME {
            let once = edited(root, &mut random);
            assert!(is_shown(&catalogue, &once, operator_slug), "{once} for {root}");
            let twice = edited(&once, &mut random);
            asked += 1;
            if !is_shown(&catalogue, &twice, operator_slug) {
                assert!(!shares_five_letters(root, &twice), "{twice} for {root}");
                missed.push(format!("{twice} for {root}"));
            }
        }
    }
    let share = 1.0 - missed.len() as f64 / f64::from(asked);
    assert!(share >= MIN_SHARE_OF_TWO_EDITS, "{share} of {asked}, without {missed:#?}");
}

/// By their slugs it would be the other way round.
#[test]
fn of_several_holders_of_a_host_the_one_with_an_active_licence_comes_first() {
    let of = |code, row| reading(code, 0, vec![row]);
    let readings = [
        of(Ukgc, licence("Zarnovel Limited", "000901-R-390001-010", "Active", &["zarnovel.com"])),
        of(Cw, licence("Revo B.V.", "OGL/2024/254/0133", "License revoked", &["zarnovel.com"])),
    ];
    let catalogue = Catalogue::from_readings(&readings).unwrap();
    let answer = check(&catalogue, &CheckQuery::domain("zarnovell.com").unwrap(), now());
    let slugs: Vec<&str> = answer.alternatives.iter().map(|near| &*near.operator_slug).collect();
    assert_eq!(slugs, ["zarnovel-limited", "revo-bv"]);
}
