//! Which text of an operator a search finds it by, and the form in which texts are searched.

use unicode_normalization::UnicodeNormalization;

/// Which text of an operator contains a search term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchedOn {
    /// The slug is the term.
    Slug,
    /// The name to show contains it.
    DisplayName,
    /// The registered name contains it.
    RegisteredName,
    /// The slug contains it.
    PartOfSlug,
}

impl MatchedOn {
    /// Returns the text of an operator for which a search finds it; `None` if no text contains the
    /// term.
    ///
    /// ```
    /// use licence_core::lookup::directory::MatchedOn;
    ///
    /// let found = |term| MatchedOn::find("Lantern", Some("Harbour Lantern Ltd"), "lantern", term);
    /// assert_eq!(found("LANT"), Some(MatchedOn::DisplayName));
    /// assert_eq!(found("harbour"), Some(MatchedOn::RegisteredName));
    /// assert_eq!(found("lantern"), Some(MatchedOn::Slug));
    /// ```
    pub fn find(
        display_name: &str,
        registered_name: Option<&str>,
        slug: &str,
        term: &str,
    ) -> Option<Self> {
        let term = folded(term);
        let contains = |text: &str| folded(text).contains(&term);
        if term.is_empty() {
            None
        } else if slug == term {
            Some(Self::Slug)
        } else if contains(display_name) {
            Some(Self::DisplayName)
        } else if registered_name.is_some_and(contains) {
            Some(Self::RegisteredName)
        } else {
            slug.contains(&*term).then_some(Self::PartOfSlug)
        }
    }
}

/// Returns the text composed (NFC), and each character in the one form that its cases share. Every
/// character is folded by itself, so that a part of a name folds to a part of the folded name.
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
