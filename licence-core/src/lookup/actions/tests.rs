use super::*;
use uuid::Uuid;

fn action(id: u128, kind: &str, day: &str, amount: Option<i64>) -> RegulatoryAction {
    let seen = "2026-11-01T06:00:00Z".parse().unwrap();
    RegulatoryAction {
        id: Uuid::from_u128(id),
        jurisdiction_code: JurisdictionCode::Ukgc,
        action_type: kind.to_owned(),
        outcomes: Vec::new(),
        fine_amount_cents: amount,
        fine_currency: amount.map(|_| "GBP".to_owned()),
        decision_date: day.parse().unwrap(),
        description: None,
        source_url: "https://register.example/actions".to_owned(),
        subject_name: "Lantern Limited".to_owned(),
        first_seen_at: seen,
        last_verified_at: seen,
    }
}

#[test]
fn each_sort_is_a_total_order() {
    let actions = [
        action(1, "warning", "2026-01-05", None),
        action(2, "fine", "2026-01-05", Some(500)),
        action(3, "fine", "2026-03-01", Some(90_000)),
        action(4, "fine", "2025-12-31", Some(500)),
        action(5, "settlement", "2026-02-01", Some(0)),
        action(6, "warning", "2026-01-05", None),
    ];
    for (sort, expected) in [
        (ActionSort::DateDesc, [3, 5, 1, 2, 6, 4]),
        (ActionSort::DateAsc, [4, 1, 2, 6, 5, 3]),
        (ActionSort::AmountDesc, [3, 2, 4, 5, 1, 6]),
        (ActionSort::TypeAsc, [3, 2, 4, 5, 1, 6]),
    ] {
        let mut sorted = actions.to_vec();
        sorted.reverse();
        sorted.sort_by(|one, other| sort.compare(one, other));
        let ids: Vec<_> = sorted.iter().map(|action| action.id.as_u128()).collect();
        assert_eq!(ids, expected, "{sort}");
    }
}
