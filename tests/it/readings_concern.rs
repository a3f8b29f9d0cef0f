//! A reading is compared with what it concerns, and changes what it would change if it were
//! compared with everything held. Random courses of three registers that share operators: names in
//! several spellings, identifiers that come and go, transfers, partial readings, actions, refusals.

mod courses;
mod name_hashes;
mod stored;
mod whole;

use licence_core::operator::Slug;
use licence_core::transition::{HeldRegister, ReadingScope};

use courses::course;
use whole::Whole;

/// In memory: the records that the scope of a reading names give the same changes as all records.
#[test]
fn what_a_reading_concerns_gives_the_same_changes_as_everything_held() {
    let (mut applied, mut refused, mut left_out) = (0, 0, 0);
    for seed in 0..400 {
        let mut whole = Whole::default();
        for reading in course(seed) {
            let (held, operators) = whole.everything(reading.jurisdiction);
            let everything = whole.compare(&reading, held, operators);
            let (held, operators) = whole.concerned(&reading);
            left_out += whole.operator_count() - operators.records().len();
            let concerned = whole.compare(&reading, held, operators);
            assert_eq!(format!("{concerned:?}"), format!("{everything:?}"), "course {seed}");
            match everything {
                Ok(changes) => {
                    applied += 1;
                    whole.write(&reading, changes);
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(applied > 2_000 && refused > 50 && left_out > 2_000, "{applied} {refused} {left_out}");
}

#[test]
fn a_scope_asks_for_other_names_and_slugs_only_where_a_key_is_unknown_or_an_action_names_a_company()
{
    for (what, row_is_held, subject, names, slugs) in [
        ("known", true, None, &[][..], &[][..]),
        ("unknown", false, None, &["alphanv"], &["alpha-nv"]),
        ("known, with an action", true, Some("Beta Limited"), &["betaltd"], &[]),
    ] {
        let mut reading = courses::one_row("Alpha N.V.");
        reading.regulatory_actions.extend(subject.map(courses::action_against));
        let held = HeldRegister::default();
        let scope = ReadingScope::new(&reading, &held);
        let held_keys = row_is_held.then(|| "name:alphanv".to_owned()).into_iter().collect();
        let mut found: Vec<String> = scope.names(&held_keys).into_iter().collect();
        found.sort_unstable();
        assert_eq!(found, names, "{what}");
        let wanted = scope.slugs(&held_keys).unwrap();
        assert!(wanted.iter().map(Slug::as_str).eq(slugs.iter().copied()), "{what}");
    }
}
