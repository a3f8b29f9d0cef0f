//! Any limit and offset: pages are pieces of the whole, every row exactly once.

use licence_core::jurisdiction::JurisdictionCode::Ukgc;
use licence_core::lookup::{ActionSort, Page};

use super::{assert_distinct, assert_pieces, slug};
use crate::lookup::actions::store_with_actions;
use crate::support::readings::{FreshStore, apply, fresh_store, licence, reading};

const OPERATORS: usize = 23;
const WHOLE: Page = Page { limit: 1_000, offset: 0 };

/// The pages of one size, one after another, and one beyond the end.
fn pages(limit: u64, total: u64) -> impl Iterator<Item = Page> {
    (0..=total / limit + 1).map(move |nth| Page { limit, offset: nth * limit })
}

async fn operators() -> FreshStore {
    let store = fresh_store().await;
    // Many share a display name: only the slug tells them apart.
    let row = |n: usize| {
        let name = format!("Lantern {} Limited", n % 5);
        let mut row = licence(&name, &format!("N-{n}"), "Active", &[]);
        row.operator.upstream_id = Some(n.to_string());
        row.operator.registered_name = Some(format!("Registered {n} Limited"));
        row
    };
    let rows = (0..OPERATORS).flat_map(|n| {
        [row(n), {
            let mut second = row(n);
            second.license_number = Some(format!("M-{n}"));
            second
        }]
    });
    apply(&store, &reading(Ukgc, 0, rows.collect())).await.unwrap();
    store
}

#[tokio::test]
async fn of_the_operators_of_a_jurisdiction() {
    let store = operators().await;
    let whole = store.operators_of(Ukgc, WHOLE).await.unwrap();
    assert_eq!((whole.total, whole.operators.len()), (OPERATORS as u64, OPERATORS));
    assert_distinct(&whole.operators.iter().map(|operator| operator.id).collect::<Vec<_>>());
    for limit in [1, 2, 7, 22, 23, 24, 200] {
        let mut rows = Vec::new();
        for page in pages(limit, whole.total) {
            let answer = store.operators_of(Ukgc, page).await.unwrap();
            assert_eq!((answer.limit, answer.offset), (page.limit, page.offset));
            assert_eq!(answer.total, whole.total);
            rows.push(answer.operators);
        }
        assert_pieces(&rows, limit, &whole.operators);
    }
}

#[tokio::test]
async fn of_a_search() {
    let store = operators().await;
    for q in ["lantern", "n", "lantern-3", "registered 1", "limited-2"] {
        let whole = store.search_operators(q, WHOLE).await.unwrap();
        assert_eq!(whole.total, whole.operators.len() as u64);
        assert_distinct(&whole.operators.iter().map(|row| row.operator.id).collect::<Vec<_>>());
        for limit in [1, 2, 7, 23, 100] {
            let mut rows = Vec::new();
            for page in pages(limit, whole.total) {
                let answer = store.search_operators(q, page).await.unwrap();
                assert_eq!((answer.total, answer.limit), (whole.total, limit));
                rows.push(answer.operators);
            }
            assert_pieces(&rows, limit, &whole.operators);
        }
    }
}

#[tokio::test]
async fn of_regulatory_actions_in_every_order() {
    let store = store_with_actions().await;
    let slug = slug("lantern-limited");
    for sort in ActionSort::ALL {
        let whole = store.regulatory_actions(&slug, WHOLE, *sort).await.unwrap().unwrap();
        assert_distinct(&whole.regulatory_actions.iter().map(|row| row.id).collect::<Vec<_>>());
        for limit in [1, 2, 3, 8, 100] {
            let mut rows = Vec::new();
            for page in pages(limit, whole.total) {
                let answer = store.regulatory_actions(&slug, page, *sort).await.unwrap().unwrap();
                assert_eq!((answer.total, answer.sort), (whole.total, *sort));
                rows.push(answer.regulatory_actions);
            }
            assert_pieces(&rows, limit, &whole.regulatory_actions);
        }
    }
}

#[tokio::test]
async fn an_offset_beyond_everything_is_an_empty_page() {
    let store = operators().await;
    let page = Page { limit: 200, offset: i64::MAX as u64 };
    assert!(store.operators_of(Ukgc, page).await.unwrap().operators.is_empty());
    let found = store.search_operators("lantern", page).await.unwrap();
    assert_eq!((found.total, found.operators.len()), (OPERATORS as u64, 0));
    assert_eq!((found.meta.total_sources, found.meta.freshness_range.newest), (0, None));
}
