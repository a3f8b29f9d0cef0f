//! The label that a person gives to a key, a passkey or a member.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::text::{quoted, trimmed};
use crate::text_serde::serde_by_text;

/// The most characters of a label.
pub const MAX_CHARACTERS: usize = 100;

/// A label of 1 to 100 characters in one line, without blanks at its ends.
///
/// ```
/// use licence_core::account::label::Label;
///
/// let label: Label = " Ada's laptop ".parse()?;
/// assert_eq!(label.as_str(), "Ada's laptop");
/// # Ok::<(), licence_core::account::label::InvalidLabel>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label(String);

/// The text is not a label.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidLabel {
    /// It holds blanks only.
    #[error("the text is blank")]
    Blank,
    /// It is too long.
    #[error("{text} has {characters} characters; the limit is {MAX_CHARACTERS}")]
    TooLong {
        /// How it begins.
        text: String,
        /// How many characters it has.
        characters: usize,
    },
    /// It holds a line break or another control character.
    #[error("{0} holds a control character, for example a line break")]
    ControlCharacter(String),
}

impl Label {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Label {
    type Err = InvalidLabel;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = trimmed(text);
        let characters = text.chars().count();
        if characters == 0 {
            return Err(InvalidLabel::Blank);
        }
        if characters > MAX_CHARACTERS {
            return Err(InvalidLabel::TooLong { text: quoted(text), characters });
        }
        if text.chars().any(char::is_control) {
            return Err(InvalidLabel::ControlCharacter(quoted(text)));
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

serde_by_text!(Label);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_has_1_to_100_characters_in_one_line() {
        for (text, label) in [
            ("a", "a"),
            ("\u{a0}Ada L. \t", "Ada L."),
            ("Ünïcode 標籤", "Ünïcode 標籤"),
            (&"é".repeat(100), &"é".repeat(100)),
        ] {
            assert_eq!(text.parse::<Label>().unwrap().as_str(), label);
        }
        for (text, why) in [
            ("", "the text is blank".to_owned()),
            (" \n", "the text is blank".to_owned()),
            ("a\nb", r#""a\nb" holds a control character, for example a line break"#.to_owned()),
        ] {
            assert_eq!(text.parse::<Label>().unwrap_err().to_string(), why);
        }
        let long = "é".repeat(101).parse::<Label>().unwrap_err().to_string();
        assert!(long.ends_with("has 101 characters; the limit is 100"), "{long}");
    }
}
