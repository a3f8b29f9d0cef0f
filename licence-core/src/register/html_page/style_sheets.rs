//! What the style sheets inside a page strike out, and the texts that they add.

use cssparser::{Delimiter, ParseError, Parser, Token};
use ego_tree::NodeId;
use scraper::{ElementRef, Html, Node, Selector};

use crate::register::layout::speaks_against;
use crate::text::collapsed;

/// The properties that strike a text out.
const STRIKING: [&str; 4] = [
    "text-decoration",
    "text-decoration-line",
    "-webkit-text-decoration",
    "-webkit-text-decoration-line",
];
const STROKE: &str = "line-through";

/// A declaration that strikes out or adds a text, with the selector of its rule. Groups such as `@media` do
/// not matter.
struct Declaration<'s> {
    selector: String,
    adds_text: bool,
    value: &'s str,
}

impl<'s> Declaration<'s> {
    fn parse(text: &'s str, rules: &[String]) -> Option<Self> {
        let mut input = Parser::new(text);
        let property = input.expect_ident_cloned().ok()?;
        input.expect_colon().ok()?;
        let adds_text = property.eq_ignore_ascii_case("content");
        let strikes = STRIKING.iter().any(|known| property.eq_ignore_ascii_case(known));
        let value = &text[input.position().byte_index()..];
        let selector = rules.join(" { ");
        (adds_text || strikes).then_some(Self { selector, adds_text, value })
    }

    /// Returns what the declaration adds to an attribute of an element, if it strikes the element out or
    /// says anything against a licence. Any other text is a label or the name of an icon.
    fn addition(&self, element: ElementRef<'_>) -> Option<String> {
        let (mut texts, mut strikes_out) = (Vec::new(), false);
        read_value(&mut Parser::new(self.value), element, &mut texts, &mut strikes_out);
        let text = collapsed(&texts.concat());
        match self.adds_text {
            true => speaks_against(&text).then(|| format!(" {text}")),
            false => strikes_out.then(|| format!("; text-decoration: {STROKE}")),
        }
    }

    /// Returns the selector of the elements themselves instead of the parts that a style sheet adds to them.
    fn elements(&self) -> String {
        let parts = ["::before", "::after", "::marker", ":before", ":after"];
        let lower = self.selector.to_ascii_lowercase();
        let end = parts.iter().filter_map(|part| lower.strip_suffix(part)).map(str::len).min();
        match &self.selector[..end.unwrap_or(self.selector.len())] {
            "" => "*".to_owned(),
            elements => elements.to_owned(),
        }
    }
}

/// Reads a value for its texts, also those of attributes and in brackets, and for a stroke.
fn read_value(
    input: &mut Parser<'_>,
    element: ElementRef<'_>,
    texts: &mut Vec<String>,
    strikes_out: &mut bool,
) {
    while let Ok(token) = input.next().cloned() {
        match token {
            Token::QuotedString(text) => texts.push(text.to_string()),
            Token::Ident(word) => {
                *strikes_out |= word.eq_ignore_ascii_case(STROKE);
                // The name of an attribute; the address of a link says nothing.
                let name = word.to_ascii_lowercase();
                texts.extend(element.attr(&name).filter(|_| name != "href").map(str::to_owned));
            }
            Token::Function(_) => {
                let _ = input.parse_nested_block(|arguments| {
                    read_value(arguments, element, texts, strikes_out);
                    Ok::<_, ParseError<()>>(())
                });
            }
            _ => {}
        }
    }
}

/// Gives every element that a style sheet of the page strikes out that style as its own, and every element
/// with an added text that text as a description, which counts as a tooltip. Returns the selectors that
/// cannot be parsed, such as those of nested rules, if they could strike out or add a text on this page.
pub(super) fn apply(tree: &mut Html) -> Vec<String> {
    let sheets: Vec<String> = called(tree, "style").map(|sheet| sheet.text().collect()).collect();
    let mut unknown = Vec::new();
    for declaration in
        sheets.iter().flat_map(|it| declarations_in(&mut Parser::new(it), &mut vec![]))
    {
        let added = |element: ElementRef<'_>| Some((element.id(), declaration.addition(element)?));
        let Ok(selector) = Selector::parse(&declaration.elements()) else {
            let mut elements = tree.tree.nodes().filter_map(ElementRef::wrap);
            unknown.extend(elements.find_map(added).map(|_| declaration.selector.clone()));
            continue;
        };
        let additions: Vec<_> = tree.select(&selector).filter_map(added).collect();
        let attribute = if declaration.adds_text { "aria-description" } else { "style" };
        add_to_attribute(tree, attribute, &additions);
    }
    unknown
}

fn called<'t>(tree: &'t Html, name: &'static str) -> impl Iterator<Item = ElementRef<'t>> {
    let elements = tree.tree.nodes().filter_map(ElementRef::wrap);
    elements.filter(move |element| element.value().name() == name)
}

/// Returns the declarations of a sheet or block, and those of the rules in it.
fn declarations_in<'s>(input: &mut Parser<'s>, rules: &mut Vec<String>) -> Vec<Declaration<'s>> {
    let mut found = Vec::new();
    while !input.is_exhausted() {
        input.skip_whitespace();
        let (start, ends) = (input.position(), Delimiter::Semicolon | Delimiter::CurlyBracketBlock);
        let _ = input.parse_until_before(ends, |_| Ok::<_, ParseError<()>>(()));
        let text = input.slice_from(start);
        if !matches!(input.next(), Ok(Token::CurlyBracketBlock)) {
            found.extend(Declaration::parse(text, rules));
            continue;
        }
        let selector = text.trim().trim_start_matches("<!--").trim();
        // Conditions, such as those of a medium, are around rules.
        let is_rule = !selector.starts_with('@');
        rules.extend(is_rule.then(|| selector.to_owned()));
        let block = |block: &mut Parser<'s>| Ok::<_, ParseError<()>>(declarations_in(block, rules));
        found.extend(input.parse_nested_block(block).unwrap_or_default());
        rules.truncate(rules.len() - usize::from(is_rule));
    }
    found
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
