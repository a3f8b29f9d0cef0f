//! JavaScript arrays of texts, as the pages of `Results1.aspx` carry them.

use std::str::Chars;

/// The texts of the array that the script assigns to a variable; `None` without the variable, and
/// for anything that is no whole array of quoted texts and bare words.
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
        // A comma may stand behind the last value.
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

/// What stands behind `variable =`.
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
        'x' => of_code(chars, 2),
        'u' => of_code(chars, 4),
        other => Some(other),
    }
}

fn of_code(chars: &mut Chars<'_>, digits: usize) -> Option<char> {
    let rest = chars.as_str();
    let code = u32::from_str_radix(rest.get(..digits)?, 16).ok()?;
    *chars = rest.get(digits..)?.chars();
    char::from_u32(code)
}

/// A number, `null`, `undefined` or `None`, and what ends it. Words that mean nothing are blank.
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
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn arrays_of_texts_are_read() {
        for (script, expected) in [
            ("var v = [];", &[][..]),
            ("var v=['a', \"b\"];", &["a", "b"]),
            ("var vv = ['x']; var v = [ 'it\\'s' ,\n\"\\u00e9\\x26\", '',];", &["it's", "é&", ""]),
            ("v = [null, None,7, undefined ]", &["", "", "7", ""]),
            ("w[0] = v; var v = ['a]','b,c'];", &["a]", "b,c"]),
        ] {
            assert_eq!(texts(script, "v").as_deref().unwrap(), expected, "{script}");
        }
        for script in [
            "",
            "var w = ['a'];",
            "var v = ['a'",
            "var v = ['a",
            "var v = ['a' 'b'];",
            "var v = [f('a')];",
            "var v = ['\\u00'];",
            "var v = ['a\nb'];",
            "var v = [['a']];",
            "var v = 'a';",
            "var v = [,];",
        ] {
            assert_eq!(texts(script, "v"), None, "{script}");
        }
    }

    proptest! {
        #[test]
        fn no_script_panics(script in "(v = \\[)?(\\PC|['\"\\\\\\],ux0n]){0,30}") {
            let _ = texts(&script, "v");
        }
    }
}
