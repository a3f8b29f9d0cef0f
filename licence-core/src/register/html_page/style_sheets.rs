//! What the style sheets inside a page strike out.

use scraper::node::Element;
use scraper::{ElementRef, Html, Node, Selector};

use crate::text::collapsed;

const STROKE: &str = "line-through";

/// Gives every element that a style sheet of the page strikes out that style as its own. Groups such as
/// `@media` do not matter. Returns the rules whose selector cannot be parsed.
pub(super) fn apply(tree: &mut Html) -> Vec<String> {
    let elements = tree.tree.nodes().filter_map(ElementRef::wrap);
    let sheets = elements.filter(|element| element.value().name() == "style");
    let sheets: String = sheets.flat_map(|sheet| sheet.text().chain(["}"])).collect();
    let mut unknown = Vec::new();
    for rule in sheets.split('}').filter(|rule| rule.to_ascii_lowercase().contains(STROKE)) {
        match Selector::parse(&elements_of(rule)) {
            Ok(selector) => strike_out(tree, &selector),
            Err(_) => unknown.push(collapsed(rule)),
        }
    }
    unknown
}

/// Returns the selector of a rule, which may be the first in a group, without the parts that style sheets add to
/// elements.
fn elements_of(rule: &str) -> String {
    let selector = rule.rsplit_once('{').map_or("", |(selector, _)| selector);
    let selector = selector.rsplit(['{', ';']).next().unwrap_or_default();
    selector.replace("::before", "").replace("::after", "")
}

fn strike_out(tree: &mut Html, selector: &Selector) {
    let ids: Vec<_> = tree.select(selector).map(|element| element.id()).collect();
    for id in ids {
        if let Some(Node::Element(element)) = tree.tree.get_mut(id).as_mut().map(|it| it.value()) {
            add_stroke(element);
        }
    }
}

fn add_stroke(element: &mut Element) {
    let mut name = element.name.clone();
    (name.ns, name.local) = ("".into(), "style".into());
    // Attributes are sorted by their names.
    match element.attrs.binary_search_by(|(other, _)| other.cmp(&name)) {
        Ok(at) => element.attrs[at].1.push_slice(&format!("; text-decoration: {STROKE}")),
        Err(at) => element.attrs.insert(at, (name, format!("text-decoration: {STROKE}").into())),
    }
}
