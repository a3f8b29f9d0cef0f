//! JavaScript arrays of texts, as the pages of `Results1.aspx` carry them.

use std::str::Chars;

/// Returns the texts of the array that the script assigns to a variable; `None` without the
/// variable, and for anything but a whole array of quoted texts and bare words.
pub(super) fn texts(script: &str, variable: &str) -> Option<Vec<String>> {
    let after = assigned(script, variable)?;
    let mut chars = after.strip_prefix('[')?.chars();
    let mut texts = Vec::new();
    loop {
        let mut end = match visible(&mut chars)? {
            ']' if texts.is_empty() => return Some(texts),
            quote @ ('"' | '\'') => {
                texts.push(quoted(quote, &mut chars)?);
                visible(&mut chars)?
            }
            first => {
                let (word, end) = bare(first, &mut chars)?;
                texts.push(word);
                end
            }
        };
        // A comma may follow the last value.
        if end == ',' && chars.as_str().trim_start().starts_with(']') {
            end = ']';
        }
        match end {
            ',' => {}
            ']' => return Some(texts),
            _ => return None,
        }
    }
}

/// Returns the text after `variable =`.
fn assigned<'s>(script: &'s str, variable: &str) -> Option<&'s str> {
    script.match_indices(variable).find_map(|(at, _)| {
        let (before, after) = (&script[..at], &script[at + variable.len()..]);
        let goes_on = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let value = after.trim_start().strip_prefix('=')?.trim_start();
        (!goes_on).then_some(value)
    })
}

fn visible(chars: &mut Chars<'_>) -> Option<char> {
    chars.find(|c| !c.is_whitespace())
}

fn quoted(quote: char, chars: &mut Chars<'_>) -> Option<String> {
    let mut text = String::new();
    loop {
        match chars.next()? {
            '\\' => text.push(escaped(chars)?),
            c if c == quote => return Some(text),
            '\n' => return None,
            c => text.push(c),
        }
    }
}

fn escaped(chars: &mut Chars<'_>) -> Option<char> {
    match chars.next()? {
        'n' | 'r' | 't' => Some(' '),
        'x' => char_from_code(chars, 2),
        'u' => char_from_code(chars, 4),
        other => Some(other),
    }
}

fn char_from_code(chars: &mut Chars<'_>, digits: usize) -> Option<char> {
    let rest = chars.as_str();
    let code = u32::from_str_radix(rest.get(..digits)?, 16).ok()?;
    *chars = rest.get(digits..)?.chars();
    char::from_u32(code)
}

/// Returns a number, `null`, `undefined` or `None`, and the character that ends it. Words without
/// meaning are blank.
fn bare(first: char, chars: &mut Chars<'_>) -> Option<(String, char)> {
    let rest = chars.as_str();
    let length = rest.find(|c: char| !c.is_ascii_alphanumeric())?;
    let word = format!("{first}{}", &rest[..length]);
    *chars = rest[length..].chars();
    let end = visible(chars)?;
    let is_blank = matches!(word.as_str(), "null" | "undefined" | "None");
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    match (is_blank, is_number) {
        (true, _) => Some((String::new(), end)),
        (_, true) => Some((word, end)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
