//! What the style sheets inside a page strike out, and the texts that they add.

use std::iter::Peekable;
use std::str::Chars;

use ego_tree::NodeId;
use scraper::{ElementRef, Html, Node, Selector};

use crate::register::layout::speaks_against;
use crate::text::collapsed;

/// How a style strikes a text out.
const STROKE: &str = "line-through";

/// What a rule does to the elements that it is about.
#[derive(Debug, PartialEq, Eq)]
enum Mark {
    Stroke,
    /// Shows a text before or after them.
    Text(String),
}

/// Gives every element that a style sheet of the page strikes out that style as its own, and every element
/// with an added text that text as a description, which counts as a tooltip. Returns the selectors that
/// nobody understands.
pub(super) fn apply(tree: &mut Html) -> Vec<String> {
    let sheets = called(tree, "style").map(|sheet| sheet.text().collect::<String>());
    let rules: Vec<_> = sheets.flat_map(|sheet| marking_rules(&sheet)).collect();
    let mut unknown = Vec::new();
    for (text, mark) in rules {
        let (of_elements, attribute, added) = match mark {
            Mark::Stroke => (text.clone(), "style", "; text-decoration: line-through".to_owned()),
            Mark::Text(added) => {
                (without_added_parts(&text), "aria-description", format!(" {added}"))
            }
        };
        let Ok(selector) = Selector::parse(&of_elements) else {
            unknown.push(text);
            continue;
        };
        let found: Vec<_> = tree.select(&selector).map(|it| it.id()).collect();
        add_to_attribute(tree, attribute, &added, &found);
    }
    unknown
}

fn called<'t>(tree: &'t Html, name: &'static str) -> impl Iterator<Item = ElementRef<'t>> {
    let elements = tree.tree.nodes().filter_map(ElementRef::wrap);
    elements.filter(move |element| element.value().name() == name)
}

/// Returns the rules that strike out or add a text, in whatever group of rules they are: their selectors
/// with what they do.
fn marking_rules(sheet: &str) -> Vec<(String, Mark)> {
    let lower_case = sheet.to_ascii_lowercase();
    if !lower_case.contains(STROKE) && !lower_case.contains("content") {
        return Vec::new();
    }
    // A browser closes the last rule at the end of the sheet.
    let sheet = without_comments(sheet) + "}";
    let (mut around, mut marking, mut rest) = (Vec::new(), Vec::new(), sheet.as_str());
    while let Some(at) = rest.find(['{', '}', ';']) {
        let (text, ends_with) = (rest[..at].trim(), rest.as_bytes()[at]);
        if ends_with == b'{' {
            around.push(text);
        } else if let Some(mark) = mark_of(text) {
            let mut rules = around.iter().copied().filter(|rule| !rule.starts_with('@'));
            let outer = rules.next().map(str::to_owned);
            let selector = outer.map(|outer| rules.take(MAX_NESTED).fold(outer, nested));
            // Only a part before or after an element shows an added text.
            let is_shown = |selector: &String| {
                mark == Mark::Stroke || without_added_parts(selector) != *selector
            };
            let selector = selector.filter(is_shown);
            marking.extend(selector.map(|selector| (selector, mark)));
        }
        if ends_with == b'}' {
            around.pop();
        }
        rest = &rest[at + 1..];
    }
    marking
}

fn mark_of(declaration: &str) -> Option<Mark> {
    let stroke = strikes_out(declaration).then_some(Mark::Stroke);
    stroke.or_else(|| added_text(declaration).map(Mark::Text))
}

/// Returns whether a declaration strikes out. A variable of this value does not by itself.
fn strikes_out(declaration: &str) -> bool {
    let declaration = declaration.to_ascii_lowercase();
    let (property, value) = declaration.split_once(':').unwrap_or_default();
    let property = property.trim().trim_start_matches("-webkit-");
    matches!(property, "text-decoration" | "text-decoration-line") && value.contains(STROKE)
}

/// Returns the text that a declaration adds, if it speaks against a licence. Any other is a label or the
/// name of an icon.
fn added_text(declaration: &str) -> Option<String> {
    let (property, value) = declaration.split_once(':')?;
    if !property.trim().eq_ignore_ascii_case("content") {
        return None;
    }
    let (mut text, mut quote, mut depth) = (String::new(), None, 0_usize);
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let shown = match (quote, c) {
            (None, _) => {
                quote = Some(c).filter(|c| matches!(c, '"' | '\''));
                // What stands in brackets is an address or the name of an attribute.
                depth = (depth + usize::from(c == '(')).saturating_sub(usize::from(c == ')'));
                None
            }
            (Some(open), _) if open == c => {
                quote = None;
                None
            }
            (Some(_), '\\') => escaped(&mut chars),
            (Some(_), _) => Some(c),
        };
        text.extend(shown.filter(|_| depth == 0 && text.len() < MAX_ADDED));
    }
    Some(collapsed(&text)).filter(|text| speaks_against(text))
}

/// Returns the character after a backslash: one itself, or the number of one.
fn escaped(chars: &mut Peekable<Chars<'_>>) -> Option<char> {
    const MAX_DIGITS: usize = 6;
    let mut digits = String::new();
    while let Some(digit) = chars.next_if(|c| c.is_ascii_hexdigit() && digits.len() < MAX_DIGITS) {
        digits.push(digit);
    }
    if digits.is_empty() {
        return chars.next();
    }
    // A blank ends the number.
    chars.next_if(|c| c.is_whitespace());
    u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
}

/// Returns a selector of the elements themselves instead of the parts that a style sheet adds to them.
fn without_added_parts(selector: &str) -> String {
    let parts = ["::before", "::after", ":before", ":after"];
    let selector = selector.to_owned();
    parts.iter().fold(selector, |selector, part| selector.replace(part, ""))
}

/// How many levels of nested rules are distinguished: a deeper one counts for all of its rule.
const MAX_NESTED: usize = 4;
/// The longest added text that is read, in bytes.
const MAX_ADDED: usize = 300;

/// Returns the selector of a rule inside another; an unparsable one if it is not a simple selector.
fn nested(outer: String, inner: &str) -> String {
    let outer = if outer.contains(',') { format!(":is({outer})") } else { outer };
    match (inner.matches('&').count(), inner.contains(',')) {
        (0, false) => format!("{outer} {inner}"),
        (0, true) => format!("{outer} :is({inner})"),
        (1, false) => inner.replace('&', &outer),
        _ => format!("{{ {inner}"),
    }
}

fn without_comments(sheet: &str) -> String {
    let mut parts = sheet.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    let others = parts.map(|part| part.split_once("*/").map_or("", |(_, after)| after));
    (first + &others.collect::<String>()).replace("<!--", "").replace("-->", "")
}

/// Adds a text to an attribute of elements.
fn add_to_attribute(tree: &mut Html, name: &str, text: &str, elements: &[NodeId]) {
    let model = Html::parse_fragment(&format!("<s {name}></s>"));
    let model = called(&model, "s").next();
    let Some(empty) = model.and_then(|model| model.value().attrs.first().cloned()) else { return };
    for id in elements {
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
mod tests {
    use super::*;

    #[test]
    fn the_rules_that_strike_out_are_found_with_their_selectors() {
        for (sheet, selectors) in [
            (".gone{text-decoration:line-through}", &[".gone"][..]),
            (
                "p{color:red} .a td, .b { color: red; TEXT-DECORATION: Line-Through }",
                &[".a td, .b"],
            ),
            ("@media print{.gone{text-decoration:line-through;}.b{color:red}}", &[".gone"]),
            (".gone{@media print{text-decoration:line-through}}", &[".gone"]),
            (".a{.gone{color:red}text-decoration:line-through}", &[".a"]),
            ("<!-- /* line-through */ .gone /**/{text-decoration-line:line-through", &[".gone"]),
            (".a{td{text-decoration:line-through}}", &[".a td"]),
            (".a, .b{td.x &{text-decoration:line-through}}", &["td.x :is(.a, .b)"]),
            ("td{&.gone{-webkit-text-decoration-line:line-through}}", &["td.gone"]),
            (".a{.c, .d{text-decoration:line-through}}", &[".a :is(.c, .d)"]),
            (".a{&.x, td{text-decoration:line-through}}", &["{ &.x, td"]),
            (".a{&&{text-decoration:line-through}}", &["{ &&"]),
            (":root{--stroke:line-through}", &[]),
            (".line-through{color:red}", &[]),
            (".a{text-decoration:none}", &[]),
            ("text-decoration:line-through", &[]),
            ("}}{;", &[]),
        ] {
            let found = marking_rules(sheet).into_iter().map(|(selector, mark)| {
                assert_eq!(mark, Mark::Stroke, "{sheet}");
                selector
            });
            assert_eq!(found.collect::<Vec<_>>(), selectors, "{sheet}");
        }
    }

    #[test]
    fn the_texts_that_rules_add_are_found() {
        for (sheet, text) in [
            ("td::after{content:\" (revoked)\"}", Some("(revoked)")),
            ("td:before{color:red;CONTENT : 'Revoked ' attr(x) '!' }", Some("Revoked !")),
            ("td{&::after{content:\"\\52 evo\\00006Bed \\\"now\\\"\"}}", Some("Revoked \"now\"")),
            ("td::after{content:\"it's revoked", Some("it's revoked")),
            ("td::after{content:\"\"}", None),
            ("td::after{content:\"\\f101\"}", None),
            ("td::after{content:\"x\"}", None),
            ("td::after{content:\" (\" attr(href) \")\"}", None),
            ("td::after{content:\"\\\"}", None),
            ("td{content:\"Revoked\"}", None),
            ("td::after{--content:\"Revoked\"}", None),
        ] {
            let marks = marking_rules(sheet).into_iter().map(|(_, mark)| mark);
            let expected = text.map(|text| Mark::Text(text.to_owned()));
            assert_eq!(marks.collect::<Vec<_>>(), Vec::from_iter(expected), "{sheet}");
        }
    }
}
