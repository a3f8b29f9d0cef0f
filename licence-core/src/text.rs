//! Normal forms of text, because registers have odd spaces, dashes and cases.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use url::Url;
use uuid::Uuid;

/// Returns whether a character without width, such as the mark of a direction, may come from pasting into a
/// cell. The joiners may not, because some scripts spell words with them.
fn is_zero_width(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'
        | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Returns whether a character is never shown: a soft hyphen, a joiner, the mark of a direction or another
/// Default_Ignorable_Code_Point of Unicode, or one that only sets off an annotation.
pub(crate) fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Returns whether a character is a dash other than the hyphen of ASCII.
pub fn is_dash(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Returns whether a character is white space, such as a no-break space, or has no width.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || is_zero_width(c)
}

pub(crate) fn trimmed(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// Returns the text with one space for every run of white space, and without characters that have
/// no width.
pub(crate) fn collapsed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in trimmed(text).chars().filter(|c| !is_zero_width(*c)) {
        match c.is_whitespace() {
            true if out.ends_with(' ') => {}
            true => out.push(' '),
            false => out.push(c),
        }
    }
    out
}

/// Returns a name as one line of a sentence: collapsed, without controls and without the marks that
/// would turn the direction of the words after it.
pub(crate) fn one_line(name: &str) -> String {
    let is_unseen =
        |c: char| (c.is_control() && !c.is_whitespace()) || matches!(c, '\u{e0000}'..='\u{e007f}');
    collapsed(&name.replace(is_unseen, ""))
}

/// Returns the form in which wordings are compared: lower case, blanks collapsed, any dash a
/// hyphen, accents in one character with their letters.
pub(crate) fn folded(text: &str) -> String {
    let folded = collapsed(text).to_lowercase().replace(is_dash, "-");
    if folded.is_ascii() { folded } else { folded.nfc().collect() }
}

/// Returns the form in which numbers are compared: upper case, without blanks, any dash a hyphen.
pub(crate) fn compact(text: &str) -> String {
    let visible = text.chars().filter(|c| !is_blank(*c));
    visible.flat_map(char::to_uppercase).map(|c| if is_dash(c) { '-' } else { c }).collect()
}

pub(crate) fn non_empty<T: AsRef<str>>(text: T) -> Option<T> {
    Some(text).filter(|text| !text.as_ref().is_empty())
}

/// Returns a number with what it counts.
pub(crate) fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the digits of a whole number whose separators, if any, part groups of three.
pub(crate) fn ungrouped(number: &str, separators: &[char]) -> Option<String> {
    let mut groups = number.split(separators);
    let first = groups.next().filter(|first| !first.is_empty())?;
    let is_grouped = number.contains(separators);
    let fits = groups.all(|group| group.len() == 3) && (!is_grouped || first.len() <= 3);
    fits.then(|| number.replace(separators, ""))
}

/// Returns whether a text is an http or https address.
pub fn is_web_address(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, rest)| {
        ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) && !rest.is_empty()
    })
}

/// Returns the UUID of a hyphenated text, in any case; `None` for other forms of a UUID.
pub(crate) fn hyphenated_uuid(text: &str) -> Option<Uuid> {
    let id = Uuid::try_parse(text).ok()?;
    (text.len() == uuid::fmt::Hyphenated::LENGTH).then_some(id)
}

/// Returns the beginning of a text, quoted and with its control characters escaped, for error
/// messages.
pub(crate) fn quoted(text: &str) -> String {
    quoted_beginning(text, 60)
}

/// Returns at most so many characters of a text in quotes. Escapes controls and the marks of a
/// direction. Keeps a combining mark or a joiner that follows another character, because some scripts
/// spell words with them.
pub(crate) fn quoted_beginning(text: &str, limit: usize) -> String {
    let (beginning, rest) = match text.char_indices().nth(limit) {
        Some((end, _)) => (&text[..end], "…"),
        None => (text, ""),
    };
    let mut quoted = String::from('"');
    let mut may_be_continued = false;
    for c in beginning.chars() {
        let is_joiner = matches!(c, '\u{200c}' | '\u{200d}');
        if c == '\'' || (may_be_continued && (is_joiner || is_combining_mark(c))) {
            quoted.push(c);
        } else {
            quoted.extend(c.escape_debug());
        }
        may_be_continued = !(is_joiner || c.is_whitespace() || c.is_control());
    }
    quoted + "\"" + rest
}

/// Returns a URL without credentials and fragment, and the address of an SQLite file or any other text
/// unchanged.
///
/// ```
/// use licence_core::register::sources::without_credentials;
///
/// assert_eq!(without_credentials("https://me:pw@a.example/b?c#d"), "https://a.example/b?c");
/// ```
pub fn without_credentials(text: &str) -> String {
    let Ok(mut url) = Url::parse(text) else { return text.to_owned() };
    // Its path is the name of a file as it is.
    if url.scheme() == "sqlite" {
        return text.to_owned();
    }
    // These fail only for addresses without a host, which have no credentials.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.set_fragment(None);
    url.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_dashes_and_cases_are_folded() {
        for (text, expected) in [
            ("", ""),
            ("\u{a0}\u{200b} \t", ""),
            (" Revoked \u{2013}\u{a0}Non  Payment\r\nof Fee ", "revoked - non payment of fee"),
            ("Act\u{200b}ive", "active"),
            ("White\u{2003}Label", "white label"),
        ] {
            assert_eq!(folded(text), expected, "{text:?}");
        }
        assert_eq!(collapsed("\u{feff}Taktonum\u{a0}Group  N.V.\u{a0}"), "Taktonum Group N.V.");
        assert_eq!(compact(" mga/crp/635/2018\u{2011} 01"), "MGA/CRP/635/2018-01");
    }

    #[test]
    fn what_is_shown_is_short_and_printable() {
        assert_eq!(quoted("<html>\n"), r#""<html>\n""#);
        assert_eq!(quoted(&"é".repeat(61)), format!("\"{}\"…", "é".repeat(60)));
        let as_written = ["e\u{301}", "हिन्दी", "می\u{200c}خواهم", "👩\u{200d}💻", "Ada's"];
        for name in as_written {
            assert_eq!(quoted(name), format!("\"{name}\""));
        }
        for (text, escaped) in [
            ("\u{301}a", r#""\u{301}a""#),
            ("a \u{200d}b", r#""a \u{200d}b""#),
            ("a\u{200d}\u{200d}b", "\"a\u{200d}\\u{200d}b\""),
            ("a\u{202e}b\u{200f}c", r#""a\u{202e}b\u{200f}c""#),
            ("a\"\\b", r#""a\"\\b""#),
        ] {
            assert_eq!(quoted(text), escaped);
        }
    }
}
