//! Which text of an operator a search found it by.

use super::folding::folded;

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
