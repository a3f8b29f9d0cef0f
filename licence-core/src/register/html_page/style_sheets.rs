//! What the style sheets inside a page strike out.

use ego_tree::NodeId;
use scraper::{ElementRef, Html, Node, Selector};

/// How a style strikes a text out.
const STROKE: &str = "line-through";

/// Gives every element that a style sheet of the page strikes out that style as its own, and returns
/// the selectors that do so and that nobody understands.
pub(super) fn strike_out(tree: &mut Html) -> Vec<String> {
    let sheets = called(tree, "style").map(|sheet| sheet.text().collect::<String>());
    let striking: Vec<_> = sheets.flat_map(|sheet| striking_selectors(&sheet)).collect();
    let (mut struck, mut unknown) = (Vec::new(), Vec::new());
    for text in striking {
        match Selector::parse(&text) {
            Ok(selector) => struck.extend(tree.select(&selector).map(|element| element.id())),
            Err(_) => unknown.push(text),
        }
    }
    add_style(tree, &struck);
    unknown
}

fn called<'t>(tree: &'t Html, name: &'static str) -> impl Iterator<Item = ElementRef<'t>> {
    let elements = tree.tree.nodes().filter_map(ElementRef::wrap);
    elements.filter(move |element| element.value().name() == name)
}

/// Returns the selectors of the rules that strike out, in whatever group of rules they are.
fn striking_selectors(sheet: &str) -> Vec<String> {
    if !sheet.to_ascii_lowercase().contains(STROKE) {
        return Vec::new();
    }
    // A browser closes the last rule at the end of the sheet.
    let sheet = without_comments(sheet) + "}";
    let (mut around, mut striking, mut rest) = (Vec::new(), Vec::new(), sheet.as_str());
    while let Some(at) = rest.find(['{', '}', ';']) {
        let (text, ends_with) = (rest[..at].trim(), rest.as_bytes()[at]);
        if ends_with == b'{' {
            around.push(text);
        } else if strikes_out(text) {
            let mut rules = around.iter().copied().filter(|rule| !rule.starts_with('@'));
            let outer = rules.next().map(str::to_owned);
            striking.extend(outer.map(|outer| rules.take(MAX_NESTED).fold(outer, nested)));
        }
        if ends_with == b'}' {
            around.pop();
        }
        rest = &rest[at + 1..];
    }
    striking
}

/// Returns whether a declaration strikes out. A variable of this value does not by itself.
fn strikes_out(declaration: &str) -> bool {
    let declaration = declaration.to_ascii_lowercase();
    let (property, value) = declaration.split_once(':').unwrap_or_default();
    let property = property.trim().trim_start_matches("-webkit-");
    matches!(property, "text-decoration" | "text-decoration-line") && value.contains(STROKE)
}

/// How many rules inside each other are told apart: one deeper inside counts for all of its rule.
const MAX_NESTED: usize = 4;

/// Returns the selector of a rule inside another; one that nobody understands where it is no simple one.
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

fn add_style(tree: &mut Html, elements: &[NodeId]) {
    let model = Html::parse_fragment("<s style=\"; text-decoration: line-through\"></s>");
    let model = called(&model, "s").next();
    let Some(style) = model.and_then(|model| model.value().attrs.first().cloned()) else { return };
    for id in elements {
        let Some(mut node) = tree.tree.get_mut(*id) else { continue };
        let Node::Element(element) = node.value() else { continue };
        // The names of attributes are sorted.
        match element.attrs.binary_search_by(|(name, _)| name.cmp(&style.0)) {
            Ok(at) => element.attrs[at].1.push_slice(&style.1),
            Err(at) => element.attrs.insert(at, style.clone()),
        }
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
            assert_eq!(striking_selectors(sheet), selectors, "{sheet}");
        }
    }
}
