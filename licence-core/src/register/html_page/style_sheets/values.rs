//! The values of a style sheet's declarations: their variables, and the texts of `content`.

use std::collections::HashMap;
use std::iter::Peekable;
use std::str::Chars;

use crate::text::collapsed;

/// The longest added text that is read, in bytes.
const MAX_ADDED: usize = 300;
/// The most variables of one value that are replaced.
const MAX_VARIABLES: usize = 20;

/// Returns the values of the variables (`--x: …`) that sheets declare. Which of several values an element
/// has is not known here, so all of them count.
pub(super) fn variables_in(sheets: &[String]) -> HashMap<String, String> {
    let mut variables = HashMap::<_, String>::new();
    for declaration in sheets.iter().flat_map(|sheet| sheet.split(['{', '}', ';'])) {
        let (name, value) = declaration.split_once(':').unwrap_or_default();
        if name.trim().starts_with("--") {
            let values = variables.entry(name.trim().to_owned()).or_default();
            values.extend([" ", value].into_iter().filter(|_| value.len() < MAX_ADDED));
            values.truncate(values.floor_char_boundary(MAX_ADDED));
        }
    }
    variables
}

/// Returns a value with `var(--x)` replaced by what sheets declare for it, or by what it has for a
/// variable that they do not declare.
pub(super) fn with_variables(value: &str, variables: &HashMap<String, String>) -> String {
    let mut parts = value.split("var(");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts.take(MAX_VARIABLES) {
        let (variable, after) = part.split_once(')').unwrap_or((part, ""));
        let (name, otherwise) = variable.split_once(',').unwrap_or((variable, ""));
        text.push_str(variables.get(name.trim()).map_or(otherwise, String::as_str));
        text.push_str(after);
    }
    text
}

/// Returns the text that a value of `content` shows at an element with these attributes.
pub(super) fn added_text<'e>(value: &str, attribute: impl Fn(&str) -> Option<&'e str>) -> String {
    let (mut text, mut quote, mut depth) = (String::new(), None, 0_usize);
    let (mut word, mut chars) = (String::new(), value.chars().peekable());
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '(') if word.eq_ignore_ascii_case("attr") => {
                let mut name = String::new();
                while let Some(c) = chars.next_if(|c| !" ,)".contains(*c) || name.is_empty()) {
                    name.extend(Some(c.to_ascii_lowercase()).filter(|c| *c != ' '));
                }
                // The address of a link, which a printed page shows, says nothing.
                let shown = attribute(&name).filter(|_| name != "href");
                text.extend(shown.into_iter().flat_map(str::chars).take(MAX_ADDED));
                // In the brackets may be what is shown instead.
                depth += usize::from(shown.is_some());
            }
            // What stands in other brackets is an address.
            (None, '(') => depth += 1,
            (None, ')') => depth = depth.saturating_sub(1),
            (None, '"' | '\'') => quote = Some(c),
            (None, _) if c.is_whitespace() => word.clear(),
            (None, _) => word.push(c),
            (Some(open), _) if open == c => {
                word.clear();
                quote = None;
            }
            (Some(_), _) => {
                let shown = if c == '\\' { escaped(&mut chars) } else { Some(c) };
                text.extend(shown.filter(|_| depth == 0 && text.len() < MAX_ADDED));
            }
        }
    }
    collapsed(&text)
}

/// Returns the character after a backslash: one itself, or the number of one.
fn escaped(chars: &mut Peekable<Chars<'_>>) -> Option<char> {
    const MAX_DIGITS: usize = 6;
    let mut digits = String::new();
    while let Some(digit) = chars.next_if(|c| c.is_ascii_hexdigit() && digits.len() < MAX_DIGITS) {
        digits.push(digit);
    }
    if digits.is_empty() {
        return chars.next();
    }
    // A blank ends the number.
    chars.next_if(|c| c.is_whitespace());
    u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
}
