//! Words that name gambling itself, and therefore nobody (decisions 3, step 3).

use std::sync::LazyLock;

/// What is played, and playing it, in the languages of the registers' markets. A root that is one
/// of these names nobody, whatever a register lists as a trading name.
static TERMS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words(include_str!("gambling_terms.txt")).collect());

/// Words that advertise rather than name; with terms and digits they still name nobody.
static FILLERS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words(include_str!("filler_words.txt")).collect());

/// The words of a list; lines that begin with `#` are headings.
fn words(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace)
}

/// What the words of a root say.
///
/// Exhaustive, because each kind of root leads to another verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Genericness {
    /// One gambling term and nothing else (`casino`).
    Term,
    /// Gambling terms with fillers or digits (`bestonlinecasino`, `bet24`).
    Composed,
    /// Something else is in it.
    Distinctive,
}

/// Whether a squashed root is made of generic gambling words only.
///
/// ```
/// use licence_core::check::generic_terms::{Genericness, genericness};
///
/// assert_eq!(genericness("casino"), Genericness::Term);
/// assert_eq!(genericness("bestonlinecasino"), Genericness::Composed);
/// assert_eq!(genericness("betway"), Genericness::Distinctive);
/// ```
pub fn genericness(root: &str) -> Genericness {
    if is_term(root) {
        Genericness::Term
    } else if is_composed(root.as_bytes()) {
        Genericness::Composed
    } else {
        Genericness::Distinctive
    }
}

/// Whether a squashed root is one gambling term and nothing else.
pub(crate) fn is_term(root: &str) -> bool {
    words_at(root.as_bytes()).any(|word| word.is_term && word.text == root)
}

/// The roots left when one generic word is taken off the front or the end of a query
/// (`coralcasino` gives `coral`). They feed `alternatives`, never a name (decisions 3, step 5).
pub(crate) fn without_one_generic_word(root: &str) -> impl Iterator<Item = &str> {
    let front = words_at(root.as_bytes()).filter_map(move |word| root.strip_prefix(word.text));
    let end = TERMS.iter().chain(&*FILLERS).filter_map(move |word| root.strip_suffix(word));
    front.chain(end)
}

/// Whether the root can be cut into terms, fillers and digits with at least one term.
fn is_composed(root: &[u8]) -> bool {
    let mut reached = vec![Reached::No; root.len() + 1];
    reached[0] = Reached::WithoutTerm;
    for at in 0..root.len() {
        if reached[at] == Reached::No {
            continue;
        }
        for (length, is_term) in pieces_at(root, at) {
            let over = if is_term { Reached::WithTerm } else { reached[at] };
            reached[at + length] = reached[at + length].max(over);
        }
    }
    reached[root.len()] == Reached::WithTerm
}

/// How a byte offset can be reached from the start in whole pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reached {
    No,
    WithoutTerm,
    WithTerm,
}

/// The pieces that start here: their length in bytes, and whether each is a term.
fn pieces_at(root: &[u8], at: usize) -> impl Iterator<Item = (usize, bool)> + '_ {
    let rest = &root[at..];
    // A country code stands before or behind; two letters in the middle of a name are chance
    // (`chitchatbingo` is not `ch it ch at bingo`).
    let may_stand_here =
        move |word: &&Word| word.text.len() > 2 || at == 0 || word.text.len() == rest.len();
    words_at(rest)
        .filter(may_stand_here)
        .map(|word| (word.text.len(), word.is_term))
        .chain(rest.first().filter(|byte| byte.is_ascii_digit()).map(|_| (1, false)))
}

struct Word {
    text: &'static str,
    is_term: bool,
}

/// The words by their first byte: a root is looked at once an offset, not once a word.
static BY_FIRST_BYTE: LazyLock<Vec<Vec<Word>>> = LazyLock::new(|| {
    let mut buckets: Vec<Vec<Word>> = (0..=u8::MAX).map(|_| Vec::new()).collect();
    for (words, is_term) in [(&*TERMS, true), (&*FILLERS, false)] {
        for text in words {
            buckets[usize::from(text.as_bytes()[0])].push(Word { text, is_term });
        }
    }
    buckets
});

/// The words that stand at the start of these bytes.
fn words_at(rest: &[u8]) -> impl Iterator<Item = &'static Word> + '_ {
    let bucket = rest.first().map_or(&[][..], |byte| &BY_FIRST_BYTE[usize::from(*byte)]);
    bucket.iter().filter(move |word| rest.starts_with(word.text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_of_generic_words_are_told_from_names() {
        use Genericness::*;
        for (root, expected) in [
            ("casino", Term),
            ("bet", Term),
            ("казино", Term),
            ("sportwetten", Term),
            ("bestonlinecasino", Composed),
            ("betuk", Composed),
            ("bet365", Composed),
            ("24bet", Composed),
            ("top10pokersites", Composed),
            ("casino247", Composed),
            ("casinouk", Composed),
            ("ukcasino", Composed),
            ("", Distinctive),
            ("365", Distinctive),
            ("online", Distinctive),
            ("best24", Distinctive),
            ("betway", Distinctive),
            ("diabetes", Distinctive),
            ("betvictor", Distinctive),
            ("grosvenorcasinos", Distinctive),
            ("bet442", Composed),
            ("22bet", Composed),
            ("casino2026", Composed),
            ("casino777", Composed),
            ("chitchatbingo", Distinctive),
            ("カジ", Distinctive),
        ] {
            assert_eq!(genericness(root), expected, "{root:?}");
        }
    }

    #[test]
    fn every_word_is_a_squashed_lowercase_word() {
        for word in TERMS.iter().chain(&*FILLERS) {
            assert_eq!(crate::check::names::squash(word), *word);
        }
    }

    #[test]
    fn one_generic_word_comes_off_either_end() {
        let left = |root| without_one_generic_word(root).collect::<Vec<_>>();
        assert!(left("coralcasino").contains(&"coral"));
        assert!(left("playcoral").contains(&"coral"));
        assert!(left("xyzzy").is_empty());
    }
}
