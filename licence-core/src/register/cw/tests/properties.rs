use proptest::prelude::*;

use super::fixture::*;

fn whole() -> String {
    register(&[
        "OGL/2024/1/0001 Dune N.V. B2C 150001 January 14, 2026 July 14, 2026 Assessment in progress",
        "OGL/2024/2/0002 Heath B.V. B2B & B2C 150002 May19, 2025 Revoked on January 6, 2026",
    ])
}

#[test]
fn a_row_with_a_slip_at_its_beginning_is_no_note() {
    let text = whole().replace("\n2. OGL", "\n*. OGL");
    assert!(read_text(&text).is_err());
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,300}", bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = read_files(&[file("a", &text), file("b", bytes)]);
        let _ = read_text(&format!("{}1. OGL/2024/1/0001 {text}", register(&[])));
        let _ = read_files(&[page("p.html", &format!("certify that {text}, a company {text} following domains under its license {text} license number OGL/{text} current status is {text}"))]);
    }

    #[test]
    fn no_row_is_lost_by_a_slip(at in any::<proptest::sample::Index>(), c in "[ -~\u{e7}\n\u{c}]") {
        let text = whole();
        let at = at.index(text.len());
        prop_assume!(text.is_char_boundary(at) && text.is_char_boundary(at + 1));
        let text = format!("{}{c}{}", &text[..at], &text[at + 1..]);
        if let Ok(reading) = read_text(&text) {
            prop_assert_eq!(reading.licences.len(), 2);
        }
    }

    #[test]
    fn lines_may_break_anywhere_between_words(breaks in proptest::collection::vec(any::<bool>(), 60)) {
        let text = whole();
        let (heading, rows) = text.split_once("1. ").unwrap();
        let words = rows.split_whitespace().zip(breaks.iter().chain(std::iter::repeat(&false)));
        let rows: String = words.map(|(word, breaks)| format!("{word}{}", if *breaks { "\n" } else { " " })).collect();
        // Of a line of its own nobody knows whether it is the status.
        let rows = rows.replace("\nAssessment", " Assessment");
        prop_assert_eq!(read_text(&format!("{heading}1. {rows}\n")), read_text(&text));
    }
}
