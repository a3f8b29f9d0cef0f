use super::*;
use crate::jurisdiction::JurisdictionCode::Cw;
use crate::register::Accepted;

#[test]
fn page_numbers_are_told_from_cells() {
    for (line, found) in [
        ("page 3 of 25", Some((3, Some(25)))),
        ("page 3", Some((3, None))),
        ("- 3 -", Some((3, None))),
        ("3/25", Some((3, Some(25)))),
        ("n/a", None),
        ("160873", None),
        ("2026", None),
        ("14/01/2026", None),
        ("progress", None),
    ] {
        assert_eq!(page_of(line), found, "{line}");
    }
}

#[test]
fn bare_numbers_with_which_all_pages_end_are_no_cells() {
    let body = |ends: [&str; 2]| {
        let pages =
            [1, 2].map(|n| format!("{n}. OGL/2024/{n}/0001 A B.V.\n{}\n\u{c}", ends[n - 1]));
        let (accepted, text) = (Accepted::default(), pages.concat());
        layout(&Survey::new(Cw, &accepted), &text).unwrap().body.len()
    };
    assert_eq!(body(["1", "2"]), 2);
    assert_eq!(body(["1", "160873"]), 4);
}

#[test]
fn a_text_ends_with_a_line_or_a_page() {
    for (text, is_whole) in
        [("a\n", true), ("a\n\u{c}", true), ("a\nPage 1 of 1", true), ("a\nb", false)]
    {
        assert_eq!(require_end("r", text).is_ok(), is_whole, "{text:?}");
    }
}
