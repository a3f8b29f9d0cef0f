//! What a search finds, best first.

use licence_core::jurisdiction::JurisdictionCode::Ukgc;

use super::{ALL, slug};
use crate::support::readings::{apply, fresh_store, licence, reading};

#[tokio::test]
async fn exact_slug_then_names_that_start_with_it_then_the_rest() {
    let store = fresh_store().await;
    let rows = [
        ("Zeta Bet", None, "bet lane"),
        ("Bet", None, ""),
        ("Bet Victor Limited", None, ""),
        ("Albion Limited", Some("BETALBION PLC"), ""),
        ("Harbour", Some("Harbour Bet Limited"), "harbourbet"),
        ("BETA N.V.", None, ""),
        ("Glückshafen", Some("GLÜCKSHAFEN GMBH"), ""),
        ("Οδός Παιχνίδια", None, ""),
    ];
    let row = |(at, (name, registered, trading)): (usize, &(&str, Option<&str>, &str))| {
        let mut row = licence(name, &format!("N-{at}"), "Active", &["bet-host.example"]);
        row.operator.registered_name = registered.map(str::to_owned);
        row.operator.trading_names = vec![(*trading).to_owned()];
        row
    };
    let rows = rows.iter().enumerate().map(row).collect();
    apply(&store, &reading(Ukgc, 0, rows)).await.unwrap();
    for (q, slugs) in [
        (
            "bet",
            &["bet", "albion-limited", "bet-victor-limited", "beta-nv", "harbour", "zeta-bet"][..],
        ),
        ("BeT", &["bet", "albion-limited", "bet-victor-limited", "beta-nv", "harbour", "zeta-bet"]),
        ("bet ", &["bet-victor-limited", "harbour"]),
        ("a-n", &["beta-nv"]),
        ("a n", &["beta-nv"]),
        ("GLÜCK", &["gluckshafen"]),
        ("glück", &["gluckshafen"]),
        ("gluck", &["gluckshafen"]),
        ("ΟΔΌΣ", &["odos-paikhnidia"]),
        // Trading names and domains are not searched; nothing is a pattern.
        ("lane", &[]),
        ("host", &[]),
        ("%", &[]),
        ("b_t", &[]),
        ("bet'", &[]),
        ("", &[]),
        ("\0", &[]),
    ] {
        let found = store.search_operators(q, ALL).await.unwrap();
        let of: Vec<_> = found.operators.iter().map(|row| row.operator.slug.as_str()).collect();
        assert_eq!(of, slugs, "{q:?}");
        assert_eq!((found.q.as_str(), found.total), (q, slugs.len() as u64));
    }
}

#[tokio::test]
async fn what_is_found_is_the_operator_that_its_slug_shows() {
    let store = fresh_store().await;
    store.apply_sample(crate::support::readings::now()).await.unwrap();
    let found = store.search_operators("a", ALL).await.unwrap();
    assert!(found.total > 50, "{}", found.total);
    for row in &found.operators {
        let slug = slug(row.operator.slug.as_str());
        let detail = store.operator(&slug, None).await.unwrap().unwrap();
        assert_eq!((&detail.operator, &detail.meta), (&row.operator, &row.meta));
    }
}

#[tokio::test]
async fn first_searches_at_once_find_the_same() {
    let store = fresh_store().await;
    store.apply_sample(crate::support::readings::now()).await.unwrap();
    let search = || store.search_operators("limited", ALL);
    let (one, two, three) = tokio::join!(search(), search(), search());
    let one = one.unwrap();
    assert!(one.total > 0);
    assert_eq!((&one, &one), (&two.unwrap(), &three.unwrap()));
}
