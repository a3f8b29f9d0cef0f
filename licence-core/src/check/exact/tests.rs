use super::*;
use crate::catalogue::Profile;
use crate::catalogue::fixture::{market, now, questions, under_other_rules};
use crate::check::check;

const OPERATORS: usize = 400;

fn queries() -> Vec<CheckQuery> {
    let hosts = questions(OPERATORS);
    let hosts = hosts.iter().map(|host| CheckQuery::domain(host).unwrap());
    let numbers = ["ALSI-00007", "alsi 00008", "nothing on record"];
    hosts.chain(numbers.map(|number| CheckQuery::licence_number(number).unwrap())).collect()
}

fn assert_equality_is_answered(exact: &ExactCatalogue, full: &Catalogue) {
    let mut counts = [0, 0];
    for query in queries() {
        let whole = check(full, &query, now());
        let is_hit = whole.meta.register.is_some();
        counts[usize::from(is_hit)] += 1;
        let expected = if is_hit { Ok(whole.clone()) } else { Err(NeedsFullProfile) };
        assert_eq!(exact.check(&query, now()), expected, "{:?}", query.echo);
        let verdict = expected.map(|answer| answer.verdict);
        assert_eq!(exact.verdict(&query), verdict, "{:?}", query.echo);
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?} misses and hits");
}

#[test]
fn hosts_and_numbers_on_record_are_answered_and_nothing_else() {
    let full = market(OPERATORS).finish().unwrap();
    let bytes = full.to_exact_profile();
    let exact = ExactCatalogue::from_bytes(bytes.clone()).unwrap();
    assert_eq!((exact.verify(), exact.info().profile), (Ok(()), Profile::Exact));
    assert_equality_is_answered(&exact, &full);
    let of_full = ExactCatalogue::from_bytes(full.as_bytes().clone()).unwrap();
    assert_equality_is_answered(&of_full, &full);
    let hosts = full.info().hosts;
    assert!(bytes.len() < full.as_bytes().len() * 2 / 3, "{} B, {hosts} hosts", bytes.len());
}

/// Statement 13 of the format: steps 2 to 6 are never answered under other rules.
#[test]
fn a_catalogue_under_other_rules_answers_equality_when_it_is_asked_to() {
    let full = market(OPERATORS).finish().unwrap();
    let other = under_other_rules(&full);
    for refused in [
        ExactCatalogue::from_bytes(other.clone()).map(drop),
        Catalogue::from_bytes(other.clone()).map(drop),
    ] {
        assert!(matches!(refused, Err(OpenError::OtherRules { .. })), "{refused:?}");
    }
    let exact = ExactCatalogue::allow_other_rules(other).unwrap();
    assert_eq!(exact.info().rules, "07".repeat(32));
    assert_equality_is_answered(&exact, &full);
}
