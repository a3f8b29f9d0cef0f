//! The values of a style sheet's declarations: their variables, and the texts of `content`.

use std::collections::HashMap;

use cssparser::{ParseError, Parser, Token};

use crate::text::collapsed;

/// How a style strikes a text out.
const STROKE: &str = "line-through";
/// The longest added text that is read, in bytes.
const MAX_ADDED: usize = 300;
/// The most values of variables that are read in the place of one value.
const MAX_VARIABLES: usize = 20;

/// The values of the variables (`--x: …`) that sheets declare. Which of several values an element has is
/// not known here, so all of them count.
pub(super) type Variables<'s> = HashMap<&'s str, Vec<&'s str>>;

/// What a value does to an element with these attributes.
pub(super) struct Value<'v> {
    variables: &'v Variables<'v>,
    attribute: &'v dyn Fn(&str) -> Option<&'v str>,
    variables_left: usize,
    text: String,
    pub(super) strikes_out: bool,
    pub(super) asks_attribute: bool,
}

impl<'v> Value<'v> {
    pub(super) fn parse(
        value: &str,
        variables: &'v Variables<'v>,
        attribute: &'v dyn Fn(&str) -> Option<&'v str>,
    ) -> Self {
        let (variables_left, text) = (MAX_VARIABLES, String::new());
        let (strikes_out, asks_attribute) = (false, false);
        let mut read =
            Self { variables, attribute, variables_left, text, strikes_out, asks_attribute };
        read.read(&mut Parser::new(value));
        read
    }

    /// Returns the text that `content` shows.
    pub(super) fn added_text(&self) -> String {
        collapsed(&self.text)
    }

    fn read(&mut self, input: &mut Parser<'_>) {
        while let Ok(token) = input.next().cloned() {
            match token {
                Token::Ident(word) => self.strikes_out |= word.eq_ignore_ascii_case(STROKE),
                Token::QuotedString(text) => self.add(&text),
                Token::Function(name) => {
                    let _ = input.parse_nested_block(|arguments| {
                        self.call(&name, arguments);
                        Ok::<_, ParseError<()>>(())
                    });
                }
                _ => {}
            }
        }
    }

    /// Reads what a function stands for, or what is in its brackets for an attribute or variable that is
    /// not there. Any other holds an address.
    fn call(&mut self, function: &str, arguments: &mut Parser<'_>) {
        let is_attribute = function.eq_ignore_ascii_case("attr");
        if !is_attribute && !function.eq_ignore_ascii_case("var") {
            return;
        }
        let Ok(name) = arguments.expect_ident_cloned() else { return };
        if is_attribute {
            self.asks_attribute = true;
            let name = name.to_ascii_lowercase();
            // The address of a link, which a printed page shows, says nothing.
            match (self.attribute)(&name).filter(|_| name != "href") {
                Some(text) => self.add(text),
                None => self.read(arguments),
            }
        } else if let Some(values) = self.variables.get(&*name) {
            for (at, value) in values.iter().enumerate().take(self.variables_left) {
                self.text.extend((at > 0).then_some(' '));
                self.variables_left = self.variables_left.saturating_sub(1);
                self.read(&mut Parser::new(value));
            }
        } else {
            self.read(arguments);
        }
    }

    fn add(&mut self, text: &str) {
        let left = MAX_ADDED.saturating_sub(self.text.len());
        self.text.push_str(&text[..text.floor_char_boundary(left)]);
    }
}
