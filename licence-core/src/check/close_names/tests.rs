use super::*;
use crate::catalogue::{CatalogueBuilder, OperatorRow, RegisterRows};

const NAMES: [&str; 6] =
    ["lanternspin", "c0rnetl0ft", "oakbrook", "Casino", "5511223344", "gullrow"];

/// Roots and the names that are close to them.
const CASES: &[(&str, &[&str])] = &[
    ("lanternspin", &["lanternspin"]),
    ("lantenspin", &["lanternspin"]),
    ("lanternspinbet", &["lanternspin"]),
    ("oakbrock", &["oakbrook"]),
    // `m` for `rn`, and with one more swap.
    ("lantemspin", &["lanternspin"]),
    ("lanternsipm", &["lanternspin"]),
    // The first letters are left, and no five in a row.
    ("laneternzpin", &["lanternspin"]),
    ("laternsin", &["lanternspin"]),
    ("oabrok", &["oakbrook"]),
    // Nothing is left at the beginning; the spellings without a letter are the same.
    ("anternsopin", &["lanternspin"]),
    // It looks the same, after four edits.
    ("cometloft", &["c0rnetl0ft"]),
    // Three edits; two of a short name; a number; a word of the trade.
    ("lantxrzspjn", &[]),
    ("gulrw", &[]),
    ("5511223443", &[]),
    ("cas1no", &[]),
];

/// The names among others that come before and after them in the order of names.
fn catalogue() -> Catalogue {
    let others = ('a'..='z').flat_map(|letter| ["ab", "zy"].map(|two| format!("{two}{letter}ydo")));
    let mut builder = CatalogueBuilder::new();
    for (number, name) in NAMES.map(str::to_owned).into_iter().chain(others).enumerate() {
        let slug = format!("holder-{number}");
        let row = OperatorRow { slug: &slug, display_name: &slug, registered_name: None };
        let operator = builder.add_operator(&row);
        builder.add_trading_name(operator, &name);
    }
    builder.finish().unwrap()
}

#[test]
fn names_are_close_by_one_edit_or_else_by_their_look_or_two_edits() {
    let catalogue = catalogue();
    for (root, expected) in CASES {
        let found = close_names(&catalogue, root, &Similarity::to(root));
        let keys: Vec<&str> = found.iter().map(|name| catalogue.name_key(*name)).collect();
        assert_eq!(keys, *expected, "{root}");
    }
}
