//! A root that can be misread as a listed name. To say so accuses, so it takes evidence: the root
//! has the odd letters and the listed name the plain ones.

use crate::catalogue::{Catalogue, NameId};
use crate::check::common_words::is_common_word;
use crate::check::names::look_alike_fold;

/// Shorter roots are like each other by chance.
const MIN_CHARS: usize = 6;

/// Odd letters of ASCII, and the plain ones that they are taken for.
const ODD: [(&str, &str); 7] =
    [("0", "o"), ("1", "l"), ("1", "i"), ("3", "e"), ("5", "s"), ("rn", "m"), ("vv", "w")];

/// The listed name, in force, that a root can be misread as.
///
/// `written` is the root as people read it, `root` the same squashed. A plain root that is a name
/// on record is that name.
pub(crate) fn misread_name(catalogue: &Catalogue, written: &str, root: &str) -> Option<NameId> {
    let is_long_enough = root.chars().nth(MIN_CHARS - 1).is_some();
    let is_itself = || written.is_ascii() && catalogue.name(root).is_some();
    if !is_long_enough || !has_odd_letters(written) || is_itself() || is_common_word(root) {
        return None;
    }
    let fold = look_alike_fold(written);
    let letters: String = written.chars().filter(|letter| *letter != '-').collect();
    let is_listed = |name: &NameId| {
        let key = catalogue.name_key(*name);
        let is_in_force = catalogue.claims(*name).iter().any(|claim| claim.host_in_force.is_some());
        is_in_force && !is_common_word(key) && is_one_step(&letters, key)
    };
    let names = catalogue.names_looking_like(&fold).filter(is_listed);
    names.min_by_key(|name| catalogue.name_key(*name))
}

fn has_odd_letters(written: &str) -> bool {
    !written.is_ascii() || ODD.iter().any(|(odd, _)| written.contains(odd))
}

/// Whether one odd letter, or letters of another script, are all that tells the text from the plain
/// name.
fn is_one_step(text: &str, plain: &str) -> bool {
    let (mut text, mut plain, mut before) = (text, plain, None);
    let (mut odd_count, mut has_foreign) = (0, false);
    while let Some(letter) = text.chars().next() {
        if plain.starts_with(letter) {
            (text, plain) = (&text[letter.len_utf8()..], &plain[letter.len_utf8()..]);
        } else if !letter.is_ascii() {
            let Some(rest) = foreign_letter(letter, plain) else { return false };
            (text, plain, has_foreign) = (&text[letter.len_utf8()..], rest, true);
        } else {
            let reads_as = |(odd, _): &&(&str, &str)| text.starts_with(odd);
            let step =
                ODD.iter().filter(reads_as).find(|(_, plain_one)| plain.starts_with(plain_one));
            let Some((odd, plain_one)) = step else { return false };
            if !may_be_a_letter(odd, before, text[odd.len()..].chars().next()) {
                return false;
            }
            (text, plain) = (&text[odd.len()..], &plain[plain_one.len()..]);
            odd_count += 1;
        }
        before = Some(letter);
    }
    plain.is_empty() && odd_count + usize::from(has_foreign) == 1
}

/// The plain name behind a letter that looks like its beginning.
fn foreign_letter(letter: char, plain: &str) -> Option<&str> {
    let look = look_alike_fold(letter.encode_utf8(&mut [0; 4]));
    let mut ends = plain.char_indices().map(|(at, plain)| at + plain.len_utf8()).take(2);
    let end = ends.find(|end| look_alike_fold(&plain[..*end]) == look)?;
    Some(&plain[end..])
}

/// A digit beside a digit is a number, and so is one at an end, but for `0`: nobody counts from it.
fn may_be_a_letter(odd: &str, before: Option<char>, behind: Option<char>) -> bool {
    if !odd.starts_with(|odd: char| odd.is_ascii_digit()) {
        return true;
    }
    let is_letter = |beside: Option<char>| beside.is_some_and(char::is_alphabetic);
    match odd {
        "0" => is_letter(before) && (behind.is_none() || is_letter(behind)),
        _ => is_letter(before) && is_letter(behind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_text_may_have_the_odd_letters_and_only_once() {
        for (text, plain, expected) in [
            ("betvict0r", "betvictor", true),
            ("bing0", "bingo", true),
            ("rnrgreen", "mrgreen", true),
            ("vvilliamhill", "williamhill", true),
            ("bеt365", "bet365", true), // Cyrillic е
            ("ѕkуbеt", "skybet", true),
            ("bétway", "betway", true),
            ("turn", "tum", true),
            ("tum", "turn", false),
            ("betvictor", "betvict0r", false),
            ("b3tvict0r", "betvictor", false),
            ("lotto10", "lottolo", false),
            ("winner1", "winneri", false),
            ("5lots", "slots", false),
            ("bet365", "bete65", false),
            ("betvicto", "betvictor", false),
            ("betvictor", "betvictor", false),
        ] {
            assert_eq!(is_one_step(text, plain), expected, "{text} as {plain}");
        }
    }
}
