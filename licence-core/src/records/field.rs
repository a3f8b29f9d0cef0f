//! One field of a line.

use std::borrow::Cow;
use std::fmt::Display;

/// Adds a tab and the text; nothing after the tab for `None`.
pub(super) fn push_text(line: &mut String, text: Option<&str>) {
    line.push('\t');
    match text {
        None => {}
        Some("") => line.push_str("\\e"),
        Some(text) => text.chars().for_each(|letter| match letter {
            '\t' => line.push_str("\\t"),
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            '\\' => line.push_str("\\\\"),
            letter => line.push(letter),
        }),
    }
}

/// Adds a tab and a value whose text needs no escape.
pub(super) fn push_value(line: &mut String, value: Option<impl Display>) {
    use std::fmt::Write;
    line.push('\t');
    if let Some(value) = value {
        let _ = write!(line, "{value}");
    }
}

/// Returns the text of a field; `Err` for an escape that [`push_text`] does not write.
pub(super) fn read(field: &str) -> Result<Option<Cow<'_, str>>, ()> {
    match field {
        "" => Ok(None),
        "\\e" => Ok(Some(Cow::Borrowed(""))),
        _ if field.contains('\r') => Err(()),
        _ if !field.contains('\\') => Ok(Some(Cow::Borrowed(field))),
        _ => unescaped(field).map(|text| Some(Cow::Owned(text))),
    }
}

fn unescaped(field: &str) -> Result<String, ()> {
    let mut text = String::with_capacity(field.len());
    let mut letters = field.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => match letters.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('\\') => '\\',
                _ => return Err(()),
            },
            letter => letter,
        });
    }
    Ok(text)
}
