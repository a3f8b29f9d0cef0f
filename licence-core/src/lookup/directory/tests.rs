use super::*;
use proptest::prelude::*;
use uuid::Uuid;

/// A slug, a display name and perhaps a registered name.
type Row<'r> = (&'r str, &'r str, Option<&'r str>);

const ROWS: [Row<'static>; 8] = [
    ("bet", "Zephyr Gaming", Some("Zephyr Gaming Limited")),
    ("bet-victor-limited", "Bet Victor Limited", None),
    ("albion", "albion", Some("BETALBION plc")),
    ("albet", "Albet", None),
    ("harbour-bet", "Harbour Bet", None),
    ("glueckshafen", "Glückshafen", Some("GLÜCKSHAFEN GmbH")),
    ("lantern-2", "Lantern", None),
    ("lantern", "LANTERN", None),
];

fn directory(rows: &[Row<'_>]) -> OperatorDirectory {
    let mut builder = DirectoryBuilder::default();
    for (at, (slug, name, registered)) in rows.iter().enumerate() {
        builder.operator(OperatorId(Uuid::from_u128(at as u128)), slug, name, *registered);
    }
    builder.finish()
}

const ALL: Page = Page { limit: u64::MAX, offset: 0 };

fn positions(found: &SearchResult) -> Vec<usize> {
    found.page.iter().map(|id| id.0.as_u128() as usize).collect()
}

#[test]
fn the_best_matches_come_first() {
    let directory = directory(&ROWS);
    for (term, slugs) in [
        // The exact slug, names that start with it (the registered one of `albion`), the rest.
        ("bet", &["bet", "albion", "bet-victor-limited", "albet", "harbour-bet"][..]),
        ("BET ", &["bet-victor-limited"]),
        ("bet-v", &["bet-victor-limited"]),
        ("zephyr gaming", &["bet"]),
        ("limited", &["bet-victor-limited", "bet"]),
        // Of one display name, by slug; the exact slug first.
        ("lanter", &["lantern", "lantern-2"]),
        ("Lantern-2", &["lantern-2"]),
        ("ÜCKS", &["glueckshafen"]),
        ("ücks", &["glueckshafen"]),
        ("hafen gmbh", &["glueckshafen"]),
        // Across two texts of an operator, or of two operators, there is nothing.
        ("gamingzephyr", &[]),
        ("limitedbet", &[]),
        ("", &[]),
        ("\0", &[]),
        ("nobody", &[]),
    ] {
        let found = directory.search(term, ALL);
        let found_slugs: Vec<_> =
            positions(&found).into_iter().map(|position| ROWS[position].0).collect();
        assert_eq!(found_slugs, slugs, "{term:?}");
        assert_eq!(found.total, slugs.len() as u64, "{term:?}");
    }
}

/// Searches as the specification describes it, without regard to time.
fn expected(rows: &[(String, String, Option<String>)], term: &str) -> Vec<usize> {
    let term = folded(term);
    let rank = |(slug, name, registered): &(String, String, Option<String>)| {
        let (slug, name) = (folded(slug), folded(name));
        let registered = registered.as_deref().map(folded);
        let names = || std::iter::once(&name).chain(&registered);
        let contains = slug.contains(&term) || names().any(|name| name.contains(&term));
        let class = match () {
            () if slug == term => 0,
            () if names().any(|name| name.starts_with(&term)) => 1,
            () => 2,
        };
        (contains && !term.is_empty()).then_some((class, name, slug))
    };
    let ranks = rows.iter().enumerate().filter_map(|(at, row)| Some((rank(row)?, at)));
    let mut ranks: Vec<_> = ranks.collect();
    ranks.sort();
    ranks.into_iter().map(|(_, at)| at).collect()
}

fn row() -> impl Strategy<Value = (String, String, Option<String>)> {
    ("[ab-]{1,4}", "[abAÜüßsS \u{308}]{0,6}", prop::option::of("[abAB ]{0,6}"))
}

proptest! {
    #[test]
    fn every_page_is_a_part_of_the_expected_order(
        rows in prop::collection::vec(row(), 0..40),
        term in "[abABÜüßsS \u{308}-]{0,3}",
        limit in 1_u64..9,
    ) {
        let borrowed: Vec<Row<'_>> =
            rows.iter().map(|(slug, name, reg)| (&**slug, &**name, reg.as_deref())).collect();
        let directory = directory(&borrowed);
        let expected = expected(&rows, &term);
        let mut pages = Vec::new();
        for offset in (0..=rows.len() as u64).step_by(limit as usize) {
            let found = directory.search(&term, Page { limit, offset });
            prop_assert_eq!(found.total, expected.len() as u64);
            pages.extend(positions(&found));
        }
        prop_assert_eq!(pages, expected);
    }

    #[test]
    fn no_term_and_no_name_is_too_odd(names in prop::collection::vec("\\PC{0,20}", 1..9), at in 0_usize..9) {
        let rows: Vec<Row<'_>> = names.iter().map(|name| ("x", &**name, None)).collect();
        let directory = directory(&rows);
        let name = &names[at % names.len()];
        let found = directory.search(name, ALL);
        prop_assert_eq!(found.page.is_empty(), name.is_empty());
    }
}
