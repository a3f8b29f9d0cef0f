//! The rows of one table of a page, without those of tables inside it.

use ego_tree::NodeRef;
use scraper::{ElementRef, Node};

use super::domain_cell::{host_of, is_address, site_key};
use super::html_page::{
    depth_after, edges, elements_around, is_code, is_hidden, is_hidden_in, is_icon_of_link,
    is_inline, is_struck, is_text, joined, lines_in, selector, struck_around, text_in,
};
use super::pictures::{is_logo, tooltips_of, unseen_in};
use crate::text::{collapsed, folded, quoted};

/// The most columns that a browser lets a cell fill.
const MAX_COLSPAN: usize = 1_000;

#[derive(Clone)]
pub(crate) struct Cell<'p> {
    pub(crate) element: ElementRef<'p>,
    pub(crate) text: String,
    pub(crate) is_struck: bool,
    /// Whether its text has several lines, or parts of their own, such as a badge beside a name.
    pub(crate) has_parts: bool,
    /// What its pictures stand for, and its texts for screen readers.
    pub(crate) unseen: String,
}

impl<'p> Cell<'p> {
    pub(crate) fn from_element(element: ElementRef<'p>) -> Self {
        let lines = lines_in(element);
        let is_struck = lines.iter().any(|line| line.is_struck);
        let has_parts = lines.len() > 1 || has_marked_parts(element);
        let text = joined(lines);
        if text.is_empty() {
            return Self::of_pictures(element);
        }
        let mut unseen = unseen_in(element, |_| false);
        unseen.retain(|unseen| folded(unseen) != folded(&text));
        Self { element, text, is_struck, has_parts, unseen: unseen.join(" ") }
    }

    /// Returns its text with what its pictures stand for.
    pub(crate) fn text_with_pictures(&self) -> String {
        collapsed(&format!("{} {}", self.text, self.unseen))
    }

    /// Returns a cell without a text: it says what its pictures and fields do. A control of a header sorts or
    /// filters, and a logo is of nobody.
    fn of_pictures(element: ElementRef<'p>) -> Self {
        let controls = selector!("th button, th input, select, textarea");
        let mut texts = unseen_in(element, |part| controls.matches(&part));
        texts.retain(|text| !is_logo(text, &[]));
        let (text, unseen) = (texts.join(" "), String::new());
        Self { element, text, is_struck: false, has_parts: false, unseen }
    }
}

/// Returns whether the texts of a cell lie in more than one element.
fn has_marked_parts(cell: ElementRef<'_>) -> bool {
    let mut elements = shown_texts(cell).filter_map(|text| text.parent());
    let first = elements.next();
    elements.any(|element| Some(element) != first)
}

/// Returns the texts of a cell that a visitor sees, without blank ones.
pub(crate) fn shown_texts<'p>(cell: ElementRef<'p>) -> impl Iterator<Item = NodeRef<'p, Node>> {
    let is_unseen =
        move |element: ElementRef<'_>| is_code(element.value()) || is_hidden_in(cell, element);
    cell.descendants().filter(move |node| is_text(*node) && !elements_around(*node).any(is_unseen))
}

#[derive(Clone)]
pub(crate) struct Row<'p>(pub(crate) Vec<Cell<'p>>);

/// Returns the rows of a table that are not blank. A cell over several rows is in each of them.
pub(crate) fn rows_of(table: ElementRef<'_>) -> Vec<Row<'_>> {
    let rows = table.child_elements().flat_map(|child| match name(&child) {
        "thead" | "tbody" | "tfoot" => child.child_elements().collect(),
        _ => vec![child],
    });
    // A table of pictures alone, such as links to social media, lists nobody.
    let has_text = !text_in(table).is_empty();
    let mut over_rows = Vec::new();
    let rows = rows.filter(|row| name(row) == "tr").map(|row| cells_of(row, &mut over_rows));
    rows.filter(|row| has_text && !row.is_blank()).collect()
}

/// Returns the cells of a row, with those of the rows above that reach into it: for each column, such a
/// cell and the number of rows that it still fills.
fn cells_of<'p>(row: ElementRef<'p>, over_rows: &mut Vec<Option<(usize, Cell<'p>)>>) -> Row<'p> {
    let own = row.child_elements().filter(|cell| matches!(name(cell), "td" | "th"));
    let mut own = own.map(Cell::from_element);
    let mut cells = Vec::new();
    loop {
        let at = cells.len();
        if let Some(Some((left @ 1.., cell))) = over_rows.get_mut(at) {
            *left -= 1;
            cells.push(cell.clone());
            continue;
        }
        let Some(cell) = own.next() else { break };
        let rows = cell.element.attr("rowspan").and_then(|rows| rows.trim().parse().ok());
        over_rows.resize(over_rows.len().max(at + 1), None);
        let left = rows.unwrap_or(1_usize).saturating_sub(1);
        over_rows[at] = (left > 0).then(|| (left, cell.clone()));
        cells.push(cell);
    }
    if let Some(first) = cells.first_mut() {
        // A tooltip of the whole row is about its holder.
        let unseen = std::iter::once(first.unseen.clone()).chain(tooltips_of(row));
        first.unseen = collapsed(&unseen.collect::<Vec<_>>().join(" "));
    }
    Row(cells)
}

fn name<'p>(element: &ElementRef<'p>) -> &'p str {
    element.value().name()
}

impl Row<'_> {
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|cell| cell.text.as_str())
    }

    /// Returns whether the row is hidden and has a value beside its label.
    pub(crate) fn hides_a_value(&self) -> bool {
        self.is_hidden() && self.texts().skip(1).any(|text| !text.is_empty())
    }

    /// Returns whether the row or the part of its table around it is hidden.
    pub(crate) fn is_hidden(&self) -> bool {
        let is_in_table = |around: &ElementRef<'_>| name(around) != "table";
        let around = self.0.first().into_iter().flat_map(|cell| elements_around(*cell.element));
        around.take_while(is_in_table).any(is_hidden)
    }

    pub(crate) fn columns(&self) -> usize {
        let columns = self.0.iter().map(|cell| cell.element.attr("colspan")?.trim().parse().ok());
        columns.map(|columns: Option<usize>| columns.unwrap_or(1).clamp(1, MAX_COLSPAN)).sum()
    }

    fn is_blank(&self) -> bool {
        self.texts().all(str::is_empty)
    }

    pub(crate) fn text(&self) -> String {
        self.texts().collect::<Vec<_>>().join(" | ")
    }

    pub(crate) fn quoted(&self) -> String {
        quoted(&self.text())
    }
}

/// Returns whether a table only arranges other tables: no row of it has a text beside them.
pub(crate) fn is_layout(table: ElementRef<'_>) -> bool {
    let is_table = |element: &ElementRef<'_>| element.value().name() == "table";
    let is_shown = |text: &NodeRef<'_, Node>| {
        is_text(*text) && !elements_around(*text).any(|around| is_code(around.value()))
    };
    let is_own = |text: NodeRef<'_, Node>| {
        elements_around(text).find(is_table).is_some_and(|nearest| nearest.id() == table.id())
    };
    let mut texts = table.descendants().filter(is_shown);
    table.select(selector!("table")).next().is_some() && !texts.any(is_own)
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Piece<'p> {
    pub(crate) text: String,
    pub(crate) link: Option<&'p str>,
    pub(crate) is_struck: bool,
}

/// Returns the lines of a cell by pieces: one for each link, for the text between links, and for
/// struck out text.
pub(crate) fn lines(cell: ElementRef<'_>) -> Vec<Vec<Piece<'_>>> {
    let (mut lines, mut line) = (Vec::new(), vec![Piece::default()]);
    let (mut hidden, mut struck, mut link) = (0_usize, struck_around(cell), None);
    let mut may_wrap = false;
    for (node, opens) in edges(cell) {
        match (node.value(), ElementRef::wrap(node)) {
            (Node::Text(text), _) if opens && hidden == 0 => {
                let Some(piece) = line.last_mut() else { continue };
                if are_two_words(&piece.text, text, link, std::mem::take(&mut may_wrap)) {
                    piece.text.push(' ');
                }
                piece.text.push_str(text);
            }
            (Node::Element(element), Some(at))
                if is_code(element) || is_hidden_in(cell, at) || is_icon_of_link(at) =>
            {
                hidden = depth_after(hidden, opens);
            }
            // A logo may be called by the address that it leads to.
            (Node::Element(element), _) if element.name() == "img" && opens && hidden == 0 => {
                let is_target = |name: &&str| link.is_some_and(|it| site_key(it) == site_key(name));
                let name = element.attr("alt").filter(|it| is_address(it) && is_target(it));
                let piece = line.last_mut().filter(|piece| piece.text.trim().is_empty());
                piece.zip(name).into_iter().for_each(|(piece, name)| piece.text.push_str(name));
            }
            (Node::Element(element), _) if element.name() == "wbr" => may_wrap = true,
            (Node::Element(element), _) => {
                let (is_link, is_strike) = (element.name() == "a", is_struck(element));
                if is_link {
                    link = element.attr("href").filter(|_| opens && hidden == 0);
                }
                if is_strike {
                    struck = depth_after(struck, opens);
                }
                // The number of a footnote is beside its host.
                if !(is_inline(element.name()) || matches!(element.name(), "sup" | "sub")) {
                    match link {
                        Some(_) => line.last_mut().into_iter().for_each(|it| it.text.push(' ')),
                        None => lines.push(std::mem::take(&mut line)),
                    }
                }
                if is_link || is_strike || line.is_empty() {
                    line.push(Piece { text: String::new(), link, is_struck: struck > 0 });
                }
            }
            _ => {}
        }
    }
    lines.push(line);
    lines
}

/// Returns whether two texts with no blank between them are two words, because one is a host: the other is a
/// badge, or another host, which style sheets put below. A host that a link leads to may be partly bold, and one
/// that is not whole before it may wrap there.
fn are_two_words(before: &str, after: &str, link: Option<&str>, may_wrap: bool) -> bool {
    let ends_word = |c: char| c.is_whitespace() || ",;|()[]".contains(c);
    let last = before.rsplit(ends_word).next().unwrap_or_default();
    let first = after.split(ends_word).next().unwrap_or_default();
    let host = link.and_then(|link| host_of(link).ok());
    let is_in_link = host.is_some_and(|host| host.as_str().contains(&format!("{last}{first}")));
    let has_host = is_address(last) || (!may_wrap && is_address(first));
    !last.is_empty() && !first.is_empty() && has_host && !is_in_link
}

#[cfg(test)]
mod tests;
