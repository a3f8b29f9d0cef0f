use super::*;
use crate::jurisdiction::JurisdictionCode::Cw;
use crate::register::Accepted;

#[test]
fn a_footer_has_to_be_known_unless_rows_end_so() {
    let unknown = |footer: &str| {
        let page = |n: u32| format!("{n}. OGL/2024/{n}/0001 A B.V. B2C\n{footer}\nPage {n}\n\u{c}");
        let (accepted, text) = (Accepted::default(), (1..=3).map(page).collect::<String>());
        let survey = Survey::new(Cw, &accepted);
        layout(&survey, "r", &text).unwrap();
        survey.into_unknown().len()
    };
    assert_eq!(unknown("Issued by the authority"), 1);
    assert_eq!(unknown("Published on July 22, 2026"), 0);
    assert_eq!(unknown("Assessment in progress"), 0);
    assert_eq!(unknown("revoked on January 1,"), 0);
}

#[test]
fn page_numbers_are_told_from_cells() {
    for (line, found) in [
        ("page 3 of 25", Some((3, Some(25)))),
        ("3 | page", Some((3, None))),
        ("pagina 3 van 25", Some((3, Some(25)))),
        ("- 3 -", Some((3, None))),
        ("3/25", Some((3, Some(25)))),
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
