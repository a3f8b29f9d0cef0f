use proptest::prelude::*;

use super::*;

#[test]
fn what_is_no_cursor_is_refused() {
    let good = Cursor(EventId::from_bytes([7; 16])).to_string();
    assert_eq!(good, "AQcHBwcHBwcHBwcHBwcHBwc");
    for text in [
        "",
        "AQ",
        &good[1..],
        &format!("{good}="),
        &format!("{good}A"),
        &good.replace("AQ", "Ag"),
        &good.replace("wc", "wd"),
        "AQcHBwcHBwcHBwcHBwcHBw+",
        "evt_00000000000000000000000001",
        "2026-11-01T06:00:00Z",
    ] {
        let refused = InvalidCursor::NotOurs(quoted(text));
        assert_eq!(text.parse::<Cursor>(), Err(refused), "{text:?}");
    }
    assert!(matches!("A".repeat(512).parse::<Cursor>(), Err(InvalidCursor::NotOurs(_))));
    assert_eq!("A".repeat(513).parse::<Cursor>(), Err(InvalidCursor::TooLong(513)));
    assert_eq!("é".repeat(513).parse::<Cursor>(), Err(InvalidCursor::TooLong(513)));
}

proptest! {
    #[test]
    fn a_cursor_is_read_as_it_was_given(bytes in any::<[u8; 16]>()) {
        let cursor = Cursor(EventId::from_bytes(bytes));
        prop_assert_eq!(cursor.to_string().parse(), Ok(cursor));
    }

    #[test]
    fn a_cursor_has_one_spelling(text in "[A-Za-z0-9_-]{20,25}") {
        if let Ok(cursor) = text.parse::<Cursor>() {
            prop_assert_eq!(cursor.to_string(), text);
        }
    }
}
