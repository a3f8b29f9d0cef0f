//! What the style sheets inside a page strike out, and the texts that they add.

mod selectors;
mod values;

use cssparser::{CowRcStr, Delimiter, ParseError, Parser, Token};
use ego_tree::NodeId;
use scraper::{ElementRef, Html, Node, Selector};

use crate::register::layout::speaks_against;
use selectors::{nested, plain_selector, without_added_parts};
use values::{Value, Variables};

/// The properties that are read beside variables.
const MARKING: [&str; 5] = [
    "content",
    "text-decoration",
    "text-decoration-line",
    "-webkit-text-decoration",
    "-webkit-text-decoration-line",
];
/// How many levels of nested rules are distinguished: a deeper one counts for all of its rule.
const MAX_NESTED: usize = 4;

/// A declaration with the selector of its rule, in whatever group of rules that is.
struct Declaration<'s> {
    selector: String,
    property: CowRcStr<'s>,
    value: &'s str,
}

impl<'s> Declaration<'s> {
    /// Reads a declaration inside these rules, if it may mark an element or is that of a variable.
    fn parse(text: &'s str, around: &[String]) -> Option<Self> {
        let mut input = Parser::new(text);
        let property = input.expect_ident_cloned().ok()?;
        input.expect_colon().ok()?;
        let is_read = MARKING.iter().any(|known| property.eq_ignore_ascii_case(known));
        let value = &text[input.position().byte_index()..];
        let mut rules = around.iter().filter(|rule| !rule.starts_with('@'));
        let outer = rules.next().filter(|_| is_read || property.starts_with("--"))?.clone();
        let selector = rules.take(MAX_NESTED).fold(outer, |outer, inner| nested(outer, inner));
        Some(Self { selector, property, value })
    }

    fn is_variable(&self) -> bool {
        self.property.starts_with("--")
    }

    fn is_text(&self) -> bool {
        self.property.eq_ignore_ascii_case("content")
    }

    /// Returns the selector of the elements that the declaration strikes out or adds a text to, perhaps
    /// one of their attributes.
    fn marked(&self, variables: &Variables<'_>) -> Option<String> {
        let value = Value::parse(self.value, variables, &|_| None);
        if !self.is_text() {
            return (value.strikes_out && !self.is_variable()).then(|| self.selector.clone());
        }
        // Only a part before or after an element shows an added text.
        let selector = without_added_parts(&self.selector);
        let may_speak = value.asks_attribute || speaks_against(&value.added_text());
        (may_speak && selector != self.selector).then_some(selector)
    }

    /// Returns what the mark adds to an attribute of an element, if it says anything against a licence.
    /// Any other text is a label or the name of an icon.
    fn addition(&self, variables: &Variables<'_>, element: ElementRef<'_>) -> Option<String> {
        if !self.is_text() {
            return Some("; text-decoration: line-through".to_owned());
        }
        let attribute = |name: &str| element.value().attr(name);
        let text = Value::parse(self.value, variables, &attribute).added_text();
        speaks_against(&text).then(|| format!(" {text}"))
    }
}

/// Gives every element that a style sheet of the page strikes out that style as its own, and every element
/// with an added text that text as a description, which counts as a tooltip. Returns the selectors that
/// nobody understands.
pub(super) fn apply(tree: &mut Html) -> Vec<String> {
    let sheets: Vec<String> = called(tree, "style").map(|sheet| sheet.text().collect()).collect();
    let declarations = sheets.iter();
    let declarations =
        declarations.flat_map(|it| declarations_in(&mut Parser::new(it), &mut vec![]));
    let declarations: Vec<_> = declarations.collect();
    let variables = variables_of(&declarations);
    let mut unknown = Vec::new();
    for declaration in &declarations {
        let Some(selector) = declaration.marked(&variables) else { continue };
        let addition = |it: ElementRef<'_>| declaration.addition(&variables, it);
        let Ok(selector) = Selector::parse(&selector) else {
            let mut elements = tree.tree.nodes().filter_map(ElementRef::wrap);
            let is_marking = elements.any(|it| addition(it).is_some());
            unknown.extend(is_marking.then(|| declaration.selector.clone()));
            continue;
        };
        let found = tree.select(&selector).filter_map(|it| Some((it.id(), addition(it)?)));
        let found: Vec<_> = found.collect();
        add_to_attribute(
            tree,
            if declaration.is_text() { "aria-description" } else { "style" },
            &found,
        );
    }
    unknown
}

fn called<'t>(tree: &'t Html, name: &'static str) -> impl Iterator<Item = ElementRef<'t>> {
    let elements = tree.tree.nodes().filter_map(ElementRef::wrap);
    elements.filter(move |element| element.value().name() == name)
}

/// Returns the declarations of a sheet or block, and those of the rules in it.
fn declarations_in<'s>(input: &mut Parser<'s>, around: &mut Vec<String>) -> Vec<Declaration<'s>> {
    let mut found = Vec::new();
    while !input.is_exhausted() {
        input.skip_whitespace();
        let (start, ends) = (input.position(), Delimiter::Semicolon | Delimiter::CurlyBracketBlock);
        let _ = input.parse_until_before(ends, |_| Ok::<_, ParseError<()>>(()));
        let text = input.slice_from(start);
        if !matches!(input.next(), Ok(Token::CurlyBracketBlock)) {
            found.extend(Declaration::parse(text, around));
            continue;
        }
        around.push(plain_selector(text));
        let block =
            |block: &mut Parser<'s>| Ok::<_, ParseError<()>>(declarations_in(block, around));
        found.extend(input.parse_nested_block(block).unwrap_or_default());
        around.pop();
    }
    found
}

fn variables_of<'d>(declarations: &'d [Declaration<'_>]) -> Variables<'d> {
    let mut variables = Variables::new();
    for it in declarations.iter().filter(|it| it.is_variable()) {
        variables.entry(&it.property).or_default().push(it.value);
    }
    variables
}

/// Adds its text to an attribute of each element.
fn add_to_attribute(tree: &mut Html, name: &str, elements: &[(NodeId, String)]) {
    let model = Html::parse_fragment(&format!("<s {name}></s>"));
    let model = called(&model, "s").next();
    let Some(empty) = model.and_then(|model| model.value().attrs.first().cloned()) else { return };
    for (id, text) in elements {
        let Some(mut node) = tree.tree.get_mut(*id) else { continue };
        let Node::Element(element) = node.value() else { continue };
        // The names of attributes are sorted.
        let found = element.attrs.binary_search_by(|(name, _)| name.cmp(&empty.0));
        let at = found.unwrap_or_else(|at| {
            element.attrs.insert(at, empty.clone());
            at
        });
        element.attrs[at].1.push_slice(text);
    }
}

#[cfg(test)]
mod tests;
