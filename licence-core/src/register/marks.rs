//! Marks on names, numbers and types, which may say that a licence is not in force.

use super::layout::{is_one_of, is_out_of_force, is_sign_of_footnote, speaks_against};
use crate::regulatory_action::ends_in_a_legal_form;
use crate::status::wording::has_phrase;
use crate::text::{collapsed, folded, is_dash, non_empty};

/// What comes before a trading name.
const TRADING: &str =
    "t/a | t/as | trading as | d/b/a | dba | doing business as | o/a | operating as | a/k/a | aka";
const OPENING: [char; 3] = ['(', '[', '{'];
const CLOSING: [char; 3] = [')', ']', '}'];
/// What sets a text off from a name.
const SETTING_OFF: [&str; 9] = ["- ", " -", " \u{2013}", " \u{2014}", " / ", ": ", " :", ";", "|"];

/// Returns whether a name holds a text that is set off from it or follows its legal form, the sign of a footnote,
/// or a word for a licence that is not in force.
pub(super) fn is_marked(name: &str) -> bool {
    let name = without_trading_name_in_brackets(name);
    let (first, rest) = name.trim_start().split_once(' ').unwrap_or(("", name));
    let is_out_of_force = is_out_of_force(if begins_a_name(first) { rest } else { name });
    let folded = folded(name);
    has_text_set_off(&folded)
        || folded.contains(is_sign_of_footnote)
        || folded.starts_with("ex-")
        || is_out_of_force
        || has_words_after_form(name)
}

/// Returns whether words follow the legal form of a name that are no part of it (`Bet Inc. see notice`). Another
/// form (`Bet Corp Limited`), the rest of one (`Bet Limited Partnership`) or a trading name (`Bet Inc. t/a Betty`)
/// may follow. A form that is also a word (`Casino Spa Resort`) ends no name, and a place may follow
/// `d.o.o.` (`Bet d.o.o. Beograd`).
fn has_words_after_form(name: &str) -> bool {
    const FORMS: &str = "limited | ltd | plc | llc | llp | inc | incorporated | gmbh | b.v. | bv | n.v. | nv | srl | \
        sarl | ltda | limitada | s.a. | s.a.s. | s.p.a. | aps | oü | ou | oy | kft | uab";
    const FOLLOWING: &str = "a | af | and | by | co | company | con | de | e | epp | fz | kg | liability | me | partnership | \
        soc | sti | şirketi | şti | unipersonal | unipersonale | y | &";
    let name = collapsed(name);
    let is_of = |word: &str, list: &str| {
        let word = folded(word);
        is_one_of(&word, list) || is_one_of(&word.replace('.', ""), list)
    };
    let mut starts = up_to_legal_forms(&name);
    let ends_name = |start: &&str| is_of(start.rsplit(' ').next().unwrap_or(start), FORMS);
    let Some(start) = starts.find(ends_name) else { return false };
    let words = name[start.len()..].split([',', ' ']).filter(|word| !word.is_empty());
    let is_form = |word: &&str| ends_in_a_legal_form(&format!("x {word}"));
    let after: Vec<_> = words.skip_while(is_form).collect();
    let is_part = |first: &&str| is_of(first, FOLLOWING) || begins_trading_name(&after.join(" "));
    !after.first().is_none_or(is_part)
}

fn begins_trading_name(text: &str) -> bool {
    let text = folded(text);
    let is_before =
        |phrase: &str| text.strip_prefix(phrase).is_some_and(|name| name.starts_with(' '));
    TRADING.split(" | ").any(|phrase| is_before(phrase.trim()))
}

/// Returns a name without a trading name in brackets (`Bet Ltd (t/a Betty)`), unless more is in them.
pub(super) fn without_trading_name_in_brackets(name: &str) -> &str {
    let Some((plain, trading)) = name.trim_end().rsplit_once(" (") else { return name };
    let is_more = |c: char| is_sign_of_footnote(c) || ",;:|".contains(c);
    let is_trading_name = trading.find(CLOSING).is_some_and(|at| at + 1 == trading.len())
        && begins_trading_name(trading)
        && !trading.contains(is_more)
        && !speaks_against(trading);
    if is_trading_name { plain } else { name }
}

/// Returns a name up to each of its legal forms.
fn up_to_legal_forms(name: &str) -> impl Iterator<Item = &str> {
    let ends = name.match_indices(' ').map(|(at, _)| at).chain([name.len()]);
    let starts = ends.map(|end| name[..end].trim_end_matches([',', ';', '-']));
    starts.filter(|start| ends_in_a_legal_form(start))
}

/// Returns whether a name that is free text, as in Great Britain, holds a word for a licence that is not in force,
/// and a text that is set off from it or follows its legal form (`X Limited (Revoked)`, `X Limited SUSPENDED`).
pub(super) fn is_marked_free_text(name: &str) -> bool {
    const ENDED: &str = "cancelled | expired | forfeited | lapsed | revoked | surrendered | suspended | terminated | \
        withdrawn";
    let has_mark = has_text_set_off(&folded(name)) || has_words_after_form(name);
    has_mark && has_phrase(name, ENDED.split(" | "))
}

fn has_text_set_off(name: &str) -> bool {
    has_brackets(name) || name.ends_with(':') || SETTING_OFF.iter().any(|sign| name.contains(sign))
}

/// Returns whether a company's name may begin with a word, though it is one against a licence (`Closed Circuit
/// Gaming Inc.`). In capitals or in lower case it is a mark.
fn begins_a_name(word: &str) -> bool {
    const WORDS: &str = "blocked | closed | dormant | expired | lapsed | pending | until";
    let mut letters = word.chars();
    let is_capitalised = letters.next().is_some_and(char::is_uppercase);
    is_capitalised && letters.all(char::is_lowercase) && is_one_of(&folded(word), WORDS)
}

/// Returns whether a type holds the sign of a footnote, or a word for a licence that is not in force or not
/// granted. New types may have dashes and brackets of their own.
pub(super) fn is_marked_type(kind: &str) -> bool {
    kind.contains(is_sign_of_footnote) || speaks_against(kind)
}

/// Returns whether a licence number holds a mark that no number has. A long dash inside a word is a
/// hyphen; raised digits and letters are marks.
pub(super) fn is_marked_number(number: &str) -> bool {
    let is_raised = |c: char| is_sign_of_footnote(c) || matches!(c, 'ª' | 'º');
    let is_usual = |c: char| {
        (c.is_alphanumeric() && !is_raised(c)) || "-\u{2010}\u{2011}/. \u{a0}".contains(c)
    };
    let is_long_dash = |c: char| is_dash(c) && !is_usual(c);
    let has_mark = |word: &str| {
        word.contains(|c| !is_usual(c) && !is_dash(c))
            || word.starts_with(is_long_dash)
            || word.ends_with(is_long_dash)
    };
    number.split([' ', '\u{a0}']).any(has_mark)
        || is_out_of_force(&folded(number).replace('-', " "))
}

/// Returns a marked name without its marks: brackets and words against the licence before it, and what
/// follows its legal form or else the first mark. A name that is nothing but marks stays as it is.
pub(super) fn name_without_marks(name: &str) -> String {
    let whole = collapsed(name);
    let name = collapsed(&name.replace(is_sign_of_footnote, ""));
    let after_brackets = name.find(CLOSING).filter(|_| name.starts_with(OPENING));
    let plain = after_brackets.map_or(&*name, |at| &name[at + 1..]);
    let plain = plain.trim_start_matches(|c: char| !c.is_alphanumeric());
    let plain = without_words_before(plain);
    let with_form = up_to_legal_forms(plain).next().map(str::to_owned);
    with_form.unwrap_or_else(|| before_mark(plain, &SETTING_OFF, &whole))
}

/// Returns a text without the word against the licence with which it begins, and without what follows that
/// word up to a colon before the name (`Former licensee: Bet Inc.`).
fn without_words_before(text: &str) -> &str {
    let text = ["Ex-", "EX-", "ex-"].iter().find_map(|ex| text.strip_prefix(ex)).unwrap_or(text);
    let Some((first, rest)) = text.split_once(' ') else { return text };
    let after = rest.trim_start_matches(is_separator);
    let is_set_off = first.ends_with([':', ';', '|']) || after.len() < rest.len();
    if !is_out_of_force(first) || (begins_a_name(first) && !is_set_off) {
        return text;
    }
    let colon = rest.find(": ").filter(|at| !ends_in_a_legal_form(&rest[..*at]));
    let plain = colon.map_or(after, |at| rest[at..].trim_start_matches(is_separator));
    if plain.is_empty() { text } else { plain }
}

fn is_separator(c: char) -> bool {
    is_dash(c) || "-/|:; ".contains(c)
}

/// Returns a marked type without its marks: signs of footnotes, brackets with a word against the licence, and
/// such words. A type that is nothing but marks stays as it is.
pub(super) fn type_without_marks(kind: &str) -> String {
    let plain = collapsed(&kind.replace(is_sign_of_footnote, ""));
    let brackets = plain.find(OPENING).filter(|at| speaks_against(&plain[*at..]));
    let plain = &plain[..brackets.unwrap_or(plain.len())];
    let words: Vec<_> = plain.split(' ').filter(|word| !speaks_against(word)).collect();
    let plain = words.join(" ");
    let plain = plain.trim_end_matches(|c| c == ',' || is_separator(c));
    non_empty(plain.to_owned()).unwrap_or_else(|| collapsed(kind))
}

/// Returns a text up to its first bracket or sign of a footnote, and up to what is set off.
fn before_mark(text: &str, setting_off: &[&str], whole: &str) -> String {
    let is_mark = |c: char| OPENING.contains(&c) || is_sign_of_footnote(c);
    let ends = setting_off.iter().filter_map(|sign| text.find(sign)).chain(text.find(is_mark));
    let plain = ends.min().map_or(text, |end| &text[..end]).trim_end_matches([',', ' ']);
    if plain.is_empty() { whole.to_owned() } else { plain.to_owned() }
}

fn has_brackets(text: &str) -> bool {
    text.ends_with(CLOSING) || text.starts_with(OPENING)
}

#[cfg(test)]
mod tests;
