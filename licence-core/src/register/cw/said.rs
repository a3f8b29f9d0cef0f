//! The text of a certificate page, searched.

use crate::text::trimmed;

/// Without blanks around it and without the mark at its end.
pub(super) fn bare(word: &str) -> &str {
    trimmed(word).trim_end_matches(['.', ',', ';', ':'])
}

/// The text of a page, searched without regard to case.
pub(super) struct Said<'t> {
    text: &'t str,
    pub(super) lower: String,
}

impl<'t> Said<'t> {
    /// A text to search.
    pub(super) fn of(text: &'t str) -> Self {
        // ASCII only, so that every place is the same in both.
        Self { text, lower: text.to_ascii_lowercase() }
    }

    /// Whether it holds words, given in lower case.
    pub(super) fn has(&self, words: &str) -> bool {
        self.lower.contains(words)
    }

    /// Whether it is a certificate of a kind.
    pub(super) fn has_kind(&self, kind: &str) -> bool {
        self.lower.contains(&format!("certificate {}", kind.to_ascii_lowercase()))
    }

    /// Words as they are written.
    pub(super) fn verbatim(&self, words: &str) -> &'t str {
        let at = self.lower.find(words).unwrap_or_default();
        self.text.get(at..at + words.len()).unwrap_or_default()
    }

    /// What stands behind words.
    pub(super) fn after(&self, words: &str) -> Option<&'t str> {
        let at = self.lower.find(words)?;
        self.text.get(at + words.len()..).map(trimmed)
    }

    /// What stands between words and an end.
    pub(super) fn between(&self, words: &str, end: &str) -> Option<&'t str> {
        let rest = self.after(words)?;
        rest.get(..rest.to_ascii_lowercase().find(end)?).filter(|text| !trimmed(text).is_empty())
    }

    /// The word behind words.
    pub(super) fn word_after(&self, words: &str) -> Option<String> {
        let word = self.after(words)?.trim_start_matches([':', ' ']).split(' ').next().map(bare)?;
        (!word.is_empty()).then(|| word.to_owned())
    }
}
