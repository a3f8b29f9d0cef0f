//! Common words, places, given and family names, and popular sites: a domain that is one of them is
//! no evidence for an operator of that name.
//!
//! `common_words.py` writes the list; sources, dates and licences are in `common_words.COPYRIGHT`.

/// Sorted, one a line.
const WORDS: &str = include_str!("common_words.txt");

/// Returns every list of words, for the fingerprint of the rules.
pub(crate) fn lists() -> impl Iterator<Item = &'static str> {
    [WORDS].into_iter()
}

/// Returns whether the folded key is a word that people use anyway.
///
/// The search runs on the text itself: a table of ninety thousand slices would be built at every
/// start, a binary search over lines is not.
pub(crate) fn is_common_word(key: &str) -> bool {
    let words = WORDS.as_bytes();
    let (mut low, mut high) = (0, words.len());
    while low < high {
        let before = &words[..low + (high - low) / 2];
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let length = words[start..].iter().position(|byte| *byte == b'\n').unwrap_or(0);
        match key.as_bytes().cmp(&words[start..start + length]) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => high = start,
            std::cmp::Ordering::Greater => low = start + length + 1,
        }
    }
    false
}

#[cfg(test)]
mod tests;
