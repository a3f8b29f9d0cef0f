use super::*;
use crate::catalogue::{CatalogueBuilder, OperatorRow, RegisterRows};

#[test]
fn an_operator_is_shown_by_its_close_name() {
    let mut builder = CatalogueBuilder::new();
    for (slug, names) in [
        ("harbour-lantern", ["harbour lantern", "lanternspin"]),
        ("umbra-kite", ["mossylantern", "umbrakite"]),
    ] {
        let row = OperatorRow { slug, display_name: slug, registered_name: None };
        let operator = builder.add_operator(&row);
        names.iter().for_each(|name| builder.add_trading_name(operator, name));
    }
    let catalogue = builder.finish().unwrap();
    for root in ["lantemspin", "lanternsipm", "lantenrpsin"] {
        let first = near(&catalogue, root, &[]).remove(0);
        assert_eq!((&*first.matched_name, first.similarity), ("lanternspin", 0.818), "{root}");
    }
}

/// Of two names of an operator, the first in the order of names has the pieces that they share.
#[test]
fn of_several_close_names_of_an_operator_the_most_similar_is_given() {
    let mut builder = CatalogueBuilder::new();
    for (slug, names) in
        [("umbra-kite", &["zorvexal", "zorvexalplay"][..]), ("harbour-lantern", &["zorvexalpaz"])]
    {
        let row = OperatorRow { slug, display_name: slug, registered_name: None };
        let operator = builder.add_operator(&row);
        names.iter().for_each(|name| builder.add_trading_name(operator, name));
    }
    let catalogue = builder.finish().unwrap();
    let near = near(&catalogue, "zorvexalpay", &[]);
    let given: Vec<(&str, f64)> =
        near.iter().map(|it| (&*it.matched_name, it.similarity)).collect();
    assert_eq!(given, [("zorvexalplay", 0.917), ("zorvexalpaz", 0.909)]);
}
