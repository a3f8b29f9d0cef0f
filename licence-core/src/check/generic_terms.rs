//! Words that name gambling itself, and therefore nobody (decisions 3, step 3).

use std::sync::LazyLock;

/// What is played, and playing it, in the languages of the registers' markets. A root that is one
/// of these names nobody, whatever a register lists as a trading name.
static TERMS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words(GAMBLING_TERMS).collect());

/// Words that advertise rather than name; with terms and digits they still name nobody.
static FILLERS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words(FILLER_WORDS).collect());

const GAMBLING_TERMS: &str = include_str!("gambling_terms.txt");
const FILLER_WORDS: &str = include_str!("filler_words.txt");

/// Returns every list of words, for the fingerprint of the rules.
pub(crate) fn lists() -> impl Iterator<Item = &'static str> {
    [GAMBLING_TERMS, FILLER_WORDS].into_iter().chain(DESCRIBING.iter().copied())
}

/// Returns the words of a list; lines that begin with `#` are headings.
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
    /// Several gambling terms, or with a word for what is betted on or how (`sportsbetting`).
    Description,
    /// Gambling terms with fillers or digits (`bestonlinecasino`, `bet24`).
    Composed,
    /// Something else is in it.
    Distinctive,
}

/// Returns whether a squashed root is made of generic gambling words only.
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
    } else {
        match reached_end(root.as_bytes()) {
            Reached::Describing => Genericness::Description,
            Reached::WithTerm => Genericness::Composed,
            Reached::No | Reached::Plain | Reached::WithoutTerm => Genericness::Distinctive,
        }
    }
}

/// Returns whether a squashed root is one word that advertises, and nothing else (`crypto`).
pub(crate) fn is_filler(root: &str) -> bool {
    FILLERS.contains(&root)
}

/// Returns whether a squashed root is one gambling term and nothing else.
pub(crate) fn is_term(root: &str) -> bool {
    words_with_first_byte(root.as_bytes())
        .iter()
        .any(|word| word.piece == Piece::Term && word.text == root)
}

/// Returns the roots left when one generic word is taken off the front or the end of a query
/// (`coralcasino` gives `coral`). They feed `alternatives`, never a name (decisions 3, step 5).
pub(crate) fn without_one_generic_word(root: &str) -> impl Iterator<Item = &str> {
    let front = words_at(root.as_bytes()).filter_map(move |word| root.strip_prefix(word.text));
    let end = root.as_bytes().last().map_or(&[][..], |byte| &BY_LAST_BYTE[usize::from(*byte)]);
    front.chain(end.iter().filter_map(move |word| root.strip_suffix(word)))
}

/// Returns how the whole root can be cut into terms, fillers and digits.
fn reached_end(root: &[u8]) -> Reached {
    let mut reached = vec![Reached::No; root.len() + 1];
    reached[0] = Reached::Plain;
    for at in 0..root.len() {
        if reached[at] != Reached::No {
            for (length, piece) in pieces_at(root, at) {
                let over = reached[at].over(piece);
                reached[at + length] = reached[at + length].max(over);
            }
        }
    }
    reached[root.len()]
}

/// How a byte offset can be reached from the start in whole pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reached {
    No,
    /// Over fillers or digits.
    WithoutTerm,
    /// Over nothing, or only over words for what is betted on or how.
    Plain,
    /// Over a term and fillers or digits.
    WithTerm,
    /// Over a term, and nothing but terms and words for what is betted on or how.
    Describing,
}

impl Reached {
    const fn over(self, piece: Piece) -> Self {
        match (self, piece) {
            (Self::No, _) => Self::No,
            (Self::Plain | Self::Describing, Piece::Term) => Self::Describing,
            (Self::WithoutTerm | Self::WithTerm, Piece::Term) => Self::WithTerm,
            (Self::Plain | Self::Describing, Piece::Describing) => self,
            (Self::WithTerm | Self::Describing, _) => Self::WithTerm,
            (Self::Plain | Self::WithoutTerm, _) => Self::WithoutTerm,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Term,
    /// What is betted on, or how.
    Describing,
    /// Another filler, or a digit.
    Filler,
}

/// The fillers that describe gambling rather than advertise it.
const DESCRIBING: &[&str] =
    &["cricket", "football", "horse", "live", "online", "soccer", "sport", "sports", "tennis"];

/// Returns the pieces that start here, with their lengths in bytes.
fn pieces_at(root: &[u8], at: usize) -> impl Iterator<Item = (usize, Piece)> + '_ {
    let rest = &root[at..];
    // A country code comes before or after; two letters in the middle of a name are chance
    // (`chitchatbingo` is not `ch it ch at bingo`).
    let may_stand_here =
        move |word: &&Word| word.text.len() > 2 || at == 0 || word.text.len() == rest.len();
    words_at(rest)
        .filter(may_stand_here)
        .map(|word| (word.text.len(), word.piece))
        .chain(rest.first().filter(|byte| byte.is_ascii_digit()).map(|_| (1, Piece::Filler)))
}

struct Word {
    text: &'static str,
    piece: Piece,
}

/// The words by their first byte: a root is looked at once an offset, not once a word.
static BY_FIRST_BYTE: LazyLock<Vec<Vec<Word>>> = LazyLock::new(|| {
    let mut buckets: Vec<Vec<Word>> = (0..=u8::MAX).map(|_| Vec::new()).collect();
    for text in &*TERMS {
        buckets[usize::from(text.as_bytes()[0])].push(Word { text, piece: Piece::Term });
    }
    for text in &*FILLERS {
        let describes = DESCRIBING.contains(text);
        let piece = if describes { Piece::Describing } else { Piece::Filler };
        buckets[usize::from(text.as_bytes()[0])].push(Word { text, piece });
    }
    buckets
});

/// The words by their last byte.
static BY_LAST_BYTE: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    let mut buckets = vec![Vec::new(); 256];
    for text in TERMS.iter().chain(&*FILLERS) {
        buckets[usize::from(text.as_bytes()[text.len() - 1])].push(*text);
    }
    buckets
});

/// Returns the words at the start of these bytes.
fn words_at(rest: &[u8]) -> impl Iterator<Item = &'static Word> + '_ {
    words_with_first_byte(rest).iter().filter(move |word| rest.starts_with(word.text.as_bytes()))
}

fn words_with_first_byte(text: &[u8]) -> &'static [Word] {
    text.first().map_or(&[], |byte| &BY_FIRST_BYTE[usize::from(*byte)])
}

#[cfg(test)]
mod tests;
