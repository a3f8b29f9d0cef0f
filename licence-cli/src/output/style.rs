//! The forms of values for people.

use comfy_table::Color;
use licence_core::connector::clean::is_unseen;
use licence_core::status::LicenceStatus;
use licence_core::time::{Date, Timestamp};

use super::cell::Cell;

pub(crate) fn coloured(text: impl ToString, color: Color) -> Cell {
    Cell::new(text).fg(color)
}

/// Text from a register or a user with nothing in it that moves the cursor, turns the words after it
/// or is not seen. A mark takes the place of each such character, because a name that hides one is
/// not the name without it.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|c| if is_unseen(c) { '\u{fffd}' } else { c }).collect()
}

/// Returns a cell with a licence's status in its colour.
pub(crate) fn status(status: LicenceStatus) -> Cell {
    coloured(status, status_color(status))
}

/// Returns the colour of a status: in force, in question, revoked, or unknown.
const fn status_color(status: LicenceStatus) -> Color {
    match status {
        LicenceStatus::Active => Color::Green,
        LicenceStatus::Suspended
        | LicenceStatus::Pending
        | LicenceStatus::Expired
        | LicenceStatus::Surrendered => Color::Yellow,
        LicenceStatus::Revoked => Color::Red,
        LicenceStatus::NotInRegister | LicenceStatus::Unknown => Color::Grey,
    }
}

/// Returns an instant to the minute, in UTC.
pub(crate) fn minute(at: Timestamp) -> String {
    minute_of_text(&at.to_string())
}

/// Returns the text of an instant to the minute; other text as it is.
pub(crate) fn minute_of_text(text: &str) -> String {
    match (text.get(..10), text.get(10..11), text.get(11..16)) {
        (Some(date), Some("T"), Some(time)) => format!("{date} {time}Z"),
        _ => plain(text),
    }
}

/// Returns an expiry date, marked if it has passed: the register may still list the licence as
/// active.
pub(crate) fn expiry(date: Option<Date>, today: Date) -> Cell {
    match date {
        Some(date) if date < today => coloured(format!("{date} (passed)"), Color::Yellow),
        date => Cell::new(or_dash(date)),
    }
}

pub(crate) fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| plain(&value.to_string()))
}

/// Returns a note with the range of rows shown; empty if the whole list is shown.
pub(crate) fn part(shown: usize, offset: u64, total: u64) -> String {
    if shown as u64 >= total {
        return String::new();
    }
    let last = offset.saturating_add(shown as u64);
    let first = if shown == 0 { offset } else { offset.saturating_add(1) };
    format!(
        "\n{first} to {last} of {total}; --offset and --limit show others, --all the whole list\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_list_says_which() {
        assert_eq!(part(3, 0, 3), "");
        assert!(part(20, 40, 65).starts_with("\n41 to 60 of 65;"));
        assert!(part(0, 70, 65).starts_with("\n70 to 70 of 65;"));
    }

    #[test]
    fn nothing_in_a_text_moves_the_cursor_turns_words_or_is_hidden() {
        for (text, expected) in [
            ("a\u{1b}[31m\nb", "a\u{fffd}[31m\u{fffd}b"),
            ("a\u{202e}b\u{2066}c", "a\u{fffd}b\u{fffd}c"),
            ("a\u{200b}b\u{e0041}", "a\u{fffd}b\u{fffd}"),
            ("Kahnaw\u{e0}:ke & \u{682a} &amp;", "Kahnaw\u{e0}:ke & \u{682a} &amp;"),
        ] {
            assert_eq!(plain(text), expected, "{text:?}");
        }
    }
}
