use super::*;

#[test]
fn page_numbers_are_told_from_cells() {
    for (line, found) in [
        ("page 3 of 25", Some((3, Some(25)))),
        ("page 3", Some((3, None))),
        ("n/a", None),
        ("160873", None),
        ("2026", None),
        ("14/01/2026", None),
        ("progress", None),
    ] {
        assert_eq!(page_of(line), found, "{line}");
    }
}
