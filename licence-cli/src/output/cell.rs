//! One cell of a table for people.

use std::fmt::Display;

use comfy_table::Color;

use super::color::is_coloured;

/// A text and its colour.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    text: String,
    color: Option<Color>,
}

impl<T: Display> From<T> for Cell {
    fn from(text: T) -> Self {
        Self::new(text)
    }
}

impl Cell {
    pub(crate) fn new(text: impl ToString) -> Self {
        Self { text: text.to_string(), color: None }
    }

    /// Returns the cell in a colour, where there are colours.
    pub(crate) fn fg(self, color: Color) -> Self {
        Self { color: is_coloured().then_some(color), ..self }
    }

    /// Returns the cell of a name, which is dim.
    pub(super) fn dim(text: &str) -> Self {
        Self::new(text).fg(Color::DarkGrey)
    }

    pub(super) fn lines(&self) -> std::str::Lines<'_> {
        self.text.lines()
    }

    /// Returns the cell with its text in lines that fit into `room`.
    pub(super) fn wrapped(self, room: Option<usize>) -> Self {
        match room {
            Some(room) => Self { text: wrap(&self.text, room), ..self },
            None => self,
        }
    }

    /// Returns the cell with its text cut to a width.
    pub(super) fn cut(self, width: usize) -> Self {
        if length(&self.text) <= width {
            return self;
        }
        let mut text: String = self.text.chars().take(width.saturating_sub(1)).collect();
        text.truncate(text.trim_end().len());
        text.push('…');
        Self { text, ..self }
    }

    /// Returns the cell for the library that draws tables.
    pub(super) fn drawn(self) -> comfy_table::Cell {
        let cell = comfy_table::Cell::new(self.text);
        match self.color {
            Some(color) => cell.fg(color),
            None => cell,
        }
    }
}

/// Breaks a text into lines between its words. A word that is longer than a line stays whole: in
/// pieces an address could not be copied.
fn wrap(text: &str, room: usize) -> String {
    let mut wrapped = String::new();
    for (number, line) in text.lines().enumerate() {
        if number > 0 {
            wrapped.push('\n');
        }
        let mut used = 0;
        for word in line.split(' ') {
            if used > 0 && used + 1 + length(word) > room {
                wrapped.push('\n');
                used = 0;
            } else if used > 0 {
                wrapped.push(' ');
                used += 1;
            }
            wrapped.push_str(word);
            used += length(word);
        }
    }
    wrapped
}

pub(super) fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_and_wrapped_between_words() {
        assert_eq!(Cell::new("a word or two").cut(8).text, "a word…");
        assert_eq!(Cell::new("a word").cut(6).text, "a word");
        for (text, wrapped) in [
            ("a word or two", "a word\nor two"),
            ("at https://a.example/ there", "at\nhttps://a.example/\nthere"),
            ("one\ntwo three", "one\ntwo\nthree"),
            ("", ""),
        ] {
            assert_eq!(wrap(text, 7), wrapped, "{text:?}");
        }
    }
}
