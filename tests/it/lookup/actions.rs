//! The order of an operator's regulatory actions, and what their list says it rests on.

use licence_core::jurisdiction::JurisdictionCode::{Cw, Ukgc};
use licence_core::lookup::ActionSort;
use licence_core::register::reading::ListedAction;

use super::{ALL, slug};
use crate::support::readings::{FreshStore, apply, fresh_store, licence, reading};

fn action(subject: &str, kind: &str, day: &str, amount: Option<i64>) -> ListedAction {
    ListedAction {
        subject_name: subject.to_owned(),
        upstream_id: None,
        action_type: kind.to_owned(),
        outcomes: Vec::new(),
        fine_amount_cents: amount,
        fine_currency: amount.map(|_| "GBP".to_owned()),
        decision_date: day.parse().unwrap(),
        description: None,
        source_url: format!("https://register.example/actions/{kind}"),
    }
}

/// Six actions of one operator, some alike, and one that is linked to nobody.
pub async fn store_with_actions() -> FreshStore {
    let store = fresh_store().await;
    let of = |kind, day, amount| action("Lantern Ltd", kind, day, amount);
    let mut reading = reading(Ukgc, 0, vec![licence("Lantern Limited", "N-1", "Active", &[])]);
    reading.regulatory_actions = vec![
        of("warning", "2026-01-05", None),
        // Only the description tells it from the one before.
        ListedAction {
            description: Some("another matter".to_owned()),
            ..of("warning", "2026-01-05", None)
        },
        of("fine", "2026-01-05", Some(500)),
        of("fine", "2026-03-01", Some(90_000)),
        of("fine", "2025-12-31", Some(500)),
        of("settlement", "2026-02-01", Some(0)),
        action("Stranger Ltd", "fine", "2026-02-01", Some(1)),
    ];
    apply(&store, &reading).await.unwrap();
    store
}

#[tokio::test]
async fn every_sort_is_as_it_says_and_nulls_are_last() {
    let store = store_with_actions().await;
    for (sort, expected) in [
        (
            ActionSort::DateDesc,
            ["03-01 fine 90000", "02-01 settlement 0", "01-05", "01-05", "01-05", "12-31 fine 500"],
        ),
        (
            ActionSort::DateAsc,
            ["12-31 fine 500", "01-05", "01-05", "01-05", "02-01 settlement 0", "03-01 fine 90000"],
        ),
        (
            ActionSort::AmountDesc,
            [
                "03-01 fine 90000",
                "01-05 fine 500",
                "12-31 fine 500",
                "02-01 settlement 0",
                "01-05 warning null",
                "01-05 warning null",
            ],
        ),
        (
            ActionSort::TypeAsc,
            [
                "03-01 fine 90000",
                "01-05 fine 500",
                "12-31 fine 500",
                "02-01 settlement 0",
                "01-05 warning null",
                "01-05 warning null",
            ],
        ),
    ] {
        let slug = slug("Lantern-LIMITED");
        let list = store.regulatory_actions(&slug, ALL, sort).await.unwrap().unwrap();
        assert_eq!((list.operator_slug.as_str(), list.total), ("lantern-limited", 6));
        let rows = list.regulatory_actions.iter().map(|action| {
            let amount = action.fine_amount_cents.map_or("null".to_owned(), |a| a.to_string());
            format!("{} {} {amount}", action.decision_date.format("%m-%d"), action.action_type)
        });
        for (row, start) in rows.zip(expected) {
            assert!(row.starts_with(start), "{sort}: {row} where {start} is expected");
        }
    }
}

#[tokio::test]
async fn a_list_names_the_registers_that_published_actions() {
    let store = store_with_actions().await;
    apply(&store, &reading(Cw, 3, vec![licence("Toucan NV", "OGL/1", "Active", &[])]))
        .await
        .unwrap();
    let sort = ActionSort::default();
    let none = store.regulatory_actions(&slug("toucan-nv"), ALL, sort).await.unwrap().unwrap();
    assert_eq!((none.total, none.sort), (0, ActionSort::DateDesc));
    assert!(none.meta.note.contains("not a clean record"), "{}", none.meta.note);
    let codes: Vec<_> = none.meta.sources_read.iter().map(|s| s.jurisdiction_code).collect();
    assert_eq!(codes, [Ukgc]);
    let newest = reading(Ukgc, 0, Vec::new()).read_at;
    assert_eq!(none.meta.sources_read[0].read_at, newest);
}
