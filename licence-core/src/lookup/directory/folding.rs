//! The form in which texts are searched.
//!
//! Every character is folded by itself, so that a part of a name folds to a part of the folded
//! name.

use unicode_normalization::UnicodeNormalization;

/// Returns the text composed (NFC), and each character in the one form that its cases share.
pub(super) fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    // Through upper case, because some letters have two lower-case forms (σ and ς), and the upper
    // case of some is several letters (ß, SS).
    text.nfc().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_of_a_letter_are_one() {
        for (one, other) in [
            ("BET", "bet"),
            ("GLÜCK", "glück"),
            ("Gl\u{fc}ck", "Glu\u{308}ck"),
            ("ΟΔΟΣ", "οδος"),
            ("οδοσ", "οδος"),
            ("STRASSE", "straße"),
            ("\u{212a}ing", "king"),
        ] {
            assert_eq!(folded(one), folded(other), "{one} {other}");
        }
        assert_ne!(folded("Glück"), folded("Gluck"));
    }
}
