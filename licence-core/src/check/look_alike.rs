//! A root that can be misread as a listed name. To say so accuses, so it takes evidence: the root
//! has the odd letters and the listed name the plain ones.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::catalogue::{Catalogue, Claim, NameId};
use crate::check::common_words::is_common_word;
use crate::check::names::look_alike_fold;
use crate::hostname::Hostname;

/// Shorter roots are like each other by chance, and so are names of few letters among digits.
const MIN_CHARS: usize = 6;

/// Odd letters of ASCII, and the plain ones that they are taken for.
const ODD: [(&str, &str); 7] =
    [("0", "o"), ("1", "l"), ("1", "i"), ("3", "e"), ("5", "s"), ("rn", "m"), ("vv", "w")];

/// Returns the listed name, in force, that a root can be misread as.
///
/// `written` is the root as people read it, `root` the same squashed. A root that is spelled as a
/// name on record is that name.
pub(crate) fn misread_name(catalogue: &Catalogue, written: &str, root: &str) -> Option<NameId> {
    let is_long_enough = root.chars().nth(MIN_CHARS - 1).is_some();
    let is_itself =
        || catalogue.name(root).is_some_and(|name| is_spelled(catalogue, name, written));
    let has_odd_letters =
        || !written.is_ascii() || ODD.iter().any(|(odd, _)| written.contains(odd));
    if !is_long_enough || !has_odd_letters() || is_itself() || is_common_word(root) {
        return None;
    }
    let fold = look_alike_fold(written);
    let letters: String = written.chars().filter(|letter| *letter != '-').collect();
    let is_listed = |name: &NameId| {
        let key = catalogue.name_key(*name);
        let mut claims = catalogue.claims(*name).iter();
        let is_plain = claims.any(|claim| plain_host_in_force(catalogue, &claim).is_some());
        let is_long_enough = !written.is_ascii() || letter_count(key) >= MIN_CHARS;
        is_plain && is_long_enough && !is_common_word(key) && is_one_step(&letters, key)
    };
    let names = catalogue.names_looking_like(&fold).filter(is_listed);
    names.min_by_key(|name| catalogue.name_key(*name))
}

/// Returns whether a name on record has the very letters of a root, odd ones included. A name is
/// folded, so that a plain root is the name itself.
pub(crate) fn is_spelled(catalogue: &Catalogue, name: NameId, written: &str) -> bool {
    let wanted = letters_and_digits(written);
    let is_symbol = |symbol: &char| !symbol.is_ascii() && !is_of_a_word(*symbol);
    let has_letters = |text: &str| {
        letters_and_digits(text).contains(&wanted)
            && written.chars().filter(is_symbol).all(|symbol| text.contains(symbol))
    };
    let is_so = |claim: Claim| {
        let texts = [Some(claim.matched), claim.host_in_force].into_iter().flatten();
        let mut texts = texts.map(|text| catalogue.text(text));
        texts.any(|text| {
            has_letters(text) || unicode_root(text).is_some_and(|root| has_letters(&root))
        })
    };
    written.is_ascii() || catalogue.claims(name).iter().any(is_so)
}

/// Returns the host that a claim has in force, unless it has odd letters of its own.
pub(crate) fn plain_host_in_force<'c>(catalogue: &'c Catalogue, claim: &Claim) -> Option<&'c str> {
    let host = catalogue.text(claim.host_in_force?);
    unicode_root(host)?.is_ascii().then_some(host)
}

fn unicode_root(host: &str) -> Option<String> {
    let host: Hostname = host.parse().ok()?;
    Some(host.registrable()?.unicode_root().into_owned())
}

fn letter_count(text: &str) -> usize {
    text.chars().filter(|letter| letter.is_alphabetic()).count()
}

/// Marks stay with their letters: `z` with two dots is another letter than `z`.
fn letters_and_digits(text: &str) -> String {
    text.nfkc().flat_map(char::to_lowercase).filter(|letter| is_of_a_word(*letter)).collect()
}

fn is_of_a_word(letter: char) -> bool {
    letter.is_alphanumeric() || is_combining_mark(letter)
}

/// Returns whether one odd letter, or letters of another script, are the only difference between the text and
/// the plain name.
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

/// Returns the plain name after a letter that looks like its beginning, or a mark of the letter
/// before.
fn foreign_letter(letter: char, plain: &str) -> Option<&str> {
    if is_combining_mark(letter) {
        return Some(plain);
    }
    let look = look_alike_fold(letter.encode_utf8(&mut [0; 4]));
    let mut ends = plain.char_indices().map(|(at, plain)| at + plain.len_utf8()).take(2);
    let end = ends.find(|end| look_alike_fold(&plain[..*end]) == look)?;
    Some(&plain[end..])
}

/// Returns whether an odd character may replace a letter. A digit beside a digit is a number, and so is
/// one at an end, except `0`, because nobody counts from it.
fn may_be_a_letter(odd: &str, before: Option<char>, after: Option<char>) -> bool {
    if !odd.starts_with(|odd: char| odd.is_ascii_digit()) {
        return true;
    }
    let is_letter = |beside: Option<char>| beside.is_some_and(char::is_alphabetic);
    match odd {
        "0" => is_letter(before) && (after.is_none() || is_letter(after)),
        _ => is_letter(before) && is_letter(after),
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
            ("bet\u{308}way", "betway", true),
            ("betwa\u{332}y", "betway", true),
            ("bet★way", "betway", false),
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
