//! What the style sheets inside a page strike out, and the texts that they add.

mod values;

use std::collections::HashMap;

use ego_tree::NodeId;
use scraper::{ElementRef, Html, Node, Selector};

use crate::register::layout::speaks_against;
use values::{added_text, variables_in, with_variables};

/// How a style strikes a text out.
const STROKE: &str = "line-through";

/// What a rule does to the elements that it is about.
#[derive(Debug, PartialEq, Eq)]
enum Mark {
    Stroke,
    /// Shows a text before or after them: the value of `content`.
    Content(String),
}

impl Mark {
    /// Returns what the mark adds to an attribute of an element, if it says anything against a licence.
    /// Any other text is a label or the name of an icon.
    fn addition(&self, element: ElementRef<'_>) -> Option<String> {
        match self {
            Self::Stroke => Some("; text-decoration: line-through".to_owned()),
            Self::Content(value) => {
                let text = added_text(value, |name| element.attr(name));
                speaks_against(&text).then(|| format!(" {text}"))
            }
        }
    }
}

/// Gives every element that a style sheet of the page strikes out that style as its own, and every element
/// with an added text that text as a description, which counts as a tooltip. Returns the selectors that
/// nobody understands.
pub(super) fn apply(tree: &mut Html) -> Vec<String> {
    let sheets = called(tree, "style").map(|sheet| sheet.text().collect::<String>());
    let sheets: Vec<_> = sheets.map(|sheet| without_comments(&sheet)).collect();
    let variables = variables_in(&sheets);
    let rules: Vec<_> =
        sheets.into_iter().flat_map(|sheet| marking_rules(sheet, &variables)).collect();
    let mut unknown = Vec::new();
    for (text, mark) in rules {
        let (of_elements, attribute) = match mark {
            Mark::Stroke => (text.clone(), "style"),
            Mark::Content(_) => (without_added_parts(&text), "aria-description"),
        };
        let Ok(selector) = Selector::parse(&of_elements) else {
            let mut elements = tree.tree.nodes().filter_map(ElementRef::wrap);
            unknown.extend(elements.any(|it| mark.addition(it).is_some()).then_some(text));
            continue;
        };
        let found = tree.select(&selector).filter_map(|it| Some((it.id(), mark.addition(it)?)));
        let found: Vec<_> = found.collect();
        add_to_attribute(tree, attribute, &found);
    }
    unknown
}

fn called<'t>(tree: &'t Html, name: &'static str) -> impl Iterator<Item = ElementRef<'t>> {
    let elements = tree.tree.nodes().filter_map(ElementRef::wrap);
    elements.filter(move |element| element.value().name() == name)
}

/// Returns the rules that strike out or add a text, in whatever group of rules they are: their selectors
/// with what they do.
fn marking_rules(sheet: String, variables: &HashMap<String, String>) -> Vec<(String, Mark)> {
    let lower_case = sheet.to_ascii_lowercase();
    if !lower_case.contains("text-decoration") && !lower_case.contains("content") {
        return Vec::new();
    }
    // A browser closes the last rule at the end of the sheet.
    let sheet = sheet + "}";
    let (mut around, mut marking, mut rest) = (Vec::new(), Vec::new(), sheet.as_str());
    while let Some(at) = rest.find(['{', '}', ';']) {
        let (text, ends_with) = (rest[..at].trim(), rest.as_bytes()[at]);
        if ends_with == b'{' {
            around.push(text);
        } else if let Some(mark) = mark_of(text, variables) {
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

fn mark_of(declaration: &str, variables: &HashMap<String, String>) -> Option<Mark> {
    let (property, value) = declaration.split_once(':')?;
    let property = property.trim().to_ascii_lowercase();
    let value = with_variables(value, variables);
    let lower_case = value.to_ascii_lowercase();
    match property.trim_start_matches("-webkit-") {
        "text-decoration" | "text-decoration-line" if lower_case.contains(STROKE) => {
            Some(Mark::Stroke)
        }
        "content" => {
            let may_speak =
                lower_case.contains("attr(") || speaks_against(&added_text(&value, |_| None));
            may_speak.then_some(Mark::Content(value))
        }
        _ => None,
    }
}

/// Returns a selector of the elements themselves instead of the parts that a style sheet adds to them.
fn without_added_parts(selector: &str) -> String {
    let parts = ["::before", "::after", ":before", ":after"];
    let selector = selector.to_owned();
    parts.iter().fold(selector, |selector, part| selector.replace(part, ""))
}

/// How many levels of nested rules are distinguished: a deeper one counts for all of its rule.
const MAX_NESTED: usize = 4;

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
mod tests {
    use super::*;

    fn rules_in(sheet: &str) -> Vec<(String, Mark)> {
        let sheet = without_comments(sheet);
        let variables = variables_in(std::slice::from_ref(&sheet));
        marking_rules(sheet, &variables)
    }

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
            (":root{--x:line-through} .a{text-decoration:underline var(--x)}", &[".a"]),
            (".a{text-decoration:var(--x, line-through)}", &[".a"]),
            (":root{--x:none} .a{text-decoration:var(--x, line-through)}", &[]),
            (".line-through{color:red}", &[]),
            (".a{text-decoration:none}", &[]),
            ("text-decoration:line-through", &[]),
            ("}}{;", &[]),
        ] {
            let found = rules_in(sheet).into_iter().map(|(selector, mark)| {
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
            ("td::after{content:' (' attr(data-is) ')'}", Some("(Suspended)")),
            ("td::after{content:ATTR( Data-Is string)}", Some("Suspended")),
            ("td::after{content:attr(data-none, 'Revoked')}", Some("Revoked")),
            ("td::after{content:attr(data-was, 'Revoked')}", None),
            ("td::after{content:attr()}", None),
            ("td::after{content:attr(", None),
            (":root{--b:'Suspended'} td::after{content:var( --b )}", Some("Suspended")),
            (":root{--b:attr(data-is)} td::after{content:var(--b)}", Some("Suspended")),
            (".a{--b:''} .b{--b:'Revoked'} td::after{content:var(--b)}", Some("Revoked")),
            ("td::after{content:var(--b, 'Revoked')}", Some("Revoked")),
            (":root{--b:'Suspended'} td::after{content:'x'}", None),
            ("td::after{content:\"\\\"}", None),
            ("td{content:\"Revoked\"}", None),
            ("td::after{--content:\"Revoked\"}", None),
        ] {
            let marks = rules_in(sheet).into_iter().map(|(_, mark)| mark);
            let element =
                Html::parse_fragment("<p href=/revoked data-is=Suspended data-was=Active>");
            let p = called(&element, "p").next().unwrap();
            let added: Vec<_> = marks.filter_map(|mark| mark.addition(p)).collect();
            let expected = text.map(|text| format!(" {text}"));
            assert_eq!(added, Vec::from_iter(expected), "{sheet}");
        }
    }
}
