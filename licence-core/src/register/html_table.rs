//! The rows of one table of a page, without those of tables inside it.

use scraper::{ElementRef, Node};

use super::html_page::{edges, is_code, is_inline, is_struck, lines_in, selector, struck_around};
use super::layout::{STRUCK_OUT, Survey};
use crate::text::quoted;

/// A cell and what it says.
#[derive(Clone)]
pub(crate) struct Cell<'p> {
    pub(crate) element: ElementRef<'p>,
    /// Its text, lines joined by a blank.
    pub(crate) text: String,
    /// Whether any of it is struck out.
    pub(crate) is_struck: bool,
    /// Whether its text stands on several lines.
    pub(crate) has_lines: bool,
}

impl<'p> Cell<'p> {
    /// The cell that an element is.
    pub(crate) fn from_element(element: ElementRef<'p>) -> Self {
        let lines = lines_in(element);
        let (is_struck, has_lines) = (lines.iter().any(|line| line.is_struck), lines.len() > 1);
        let text = lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join(" ");
        Self { element, text, is_struck, has_lines }
    }

    /// What takes a licence out of force in its cell of a name, number or status: that it is struck
    /// out, and lines that nobody accepted.
    pub(crate) fn remark(&self, label: &str, survey: &Survey<'_>, file: &str) -> Option<String> {
        match self.is_struck {
            true => Some(STRUCK_OUT.to_owned()),
            false if self.has_lines && survey.is_text(file, &self.text) => {
                Some(format!("{label}: {}", self.text))
            }
            false => None,
        }
    }
}

/// A row and its cells.
#[derive(Clone)]
pub(crate) struct Row<'p>(pub(crate) Vec<Cell<'p>>);

/// The rows of a table that are not blank.
pub(crate) fn rows_of(table: ElementRef<'_>) -> Vec<Row<'_>> {
    let in_groups = |element: ElementRef<'_>| matches!(name(&element), "thead" | "tbody" | "tfoot");
    let rows = table.child_elements().flat_map(|child| match in_groups(child) {
        true => child.child_elements().collect(),
        false => vec![child],
    });
    rows.filter(|element| name(element) == "tr").map(row_of).filter(|row| !row.is_blank()).collect()
}

fn row_of(row: ElementRef<'_>) -> Row<'_> {
    let cells = row.child_elements().filter(|cell| matches!(name(cell), "td" | "th"));
    Row(cells.map(Cell::from_element).collect())
}

fn name<'p>(element: &ElementRef<'p>) -> &'p str {
    element.value().name()
}

impl Row<'_> {
    fn is_blank(&self) -> bool {
        self.0.iter().all(|cell| cell.text.is_empty())
    }

    /// Its texts.
    pub(crate) fn text(&self) -> String {
        self.0.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" | ")
    }

    /// The row for an error.
    pub(crate) fn quoted(&self) -> String {
        quoted(&self.text())
    }
}

/// Whether a table only arranges other tables.
pub(crate) fn is_layout(table: ElementRef<'_>) -> bool {
    table.select(selector!("table")).next().is_some()
}

/// A piece of a cell's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Piece<'p> {
    pub(crate) text: String,
    /// The address it links to.
    pub(crate) link: Option<&'p str>,
    pub(crate) is_struck: bool,
}

/// The lines of a cell, each in its pieces: one for each link, for the text between them, and for
/// what is struck out.
pub(crate) fn lines(cell: ElementRef<'_>) -> Vec<Vec<Piece<'_>>> {
    let (mut lines, mut line) = (Vec::new(), vec![Piece::default()]);
    let (mut hidden, mut struck, mut link) = (0_usize, struck_around(cell), None);
    for (node, opens) in edges(cell) {
        let step = |count: usize| if opens { count + 1 } else { count.saturating_sub(1) };
        match node.value() {
            Node::Text(text) if opens && hidden == 0 => {
                line.last_mut().into_iter().for_each(|piece| piece.text.push_str(text));
            }
            Node::Element(element) if is_code(element) => hidden = step(hidden),
            Node::Element(element) => {
                let is_link = element.name() == "a";
                let is_strike = is_struck(element);
                if is_link {
                    link = element.attr("href").filter(|_| opens);
                }
                if is_strike {
                    struck = step(struck);
                }
                if !is_inline(element.name()) && link.is_some() {
                    line.last_mut().into_iter().for_each(|piece| piece.text.push(' '));
                } else if !is_inline(element.name()) {
                    lines.push(std::mem::take(&mut line));
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

#[cfg(test)]
mod tests {
    use super::*;
    use scraper::Html;

    #[test]
    fn rows_of_an_inner_table_are_not_those_of_the_outer() {
        let page = Html::parse_document(
            "<table id=o><tr><td>a<table><tr><th>x</th></tr></table></td><td>b</td></tr>
             <tr><td>&nbsp;</td></tr><tbody><tr><th>c</th></tr></tbody></table>",
        );
        let outer = page.select(selector!("#o")).next().unwrap();
        let texts: Vec<_> = rows_of(outer).iter().map(Row::text).collect();
        assert_eq!(texts, ["a x | b", "c"]);
        assert!(is_layout(outer));
    }

    #[test]
    fn a_cell_is_taken_apart_at_lines_and_links() {
        let page = Html::parse_document(
            "<td><p>one <b>t</b>wo<br><a href=x>a<b>b</b></a><a href=y><i>c</i><br>d</a></p><s>e</s>",
        );
        let cell = page.root_element();
        let seen = lines(cell).into_iter().map(|line| {
            let pieces = line.into_iter().filter(|piece| !piece.text.trim().is_empty());
            pieces.map(|piece| (piece.text, piece.link, piece.is_struck)).collect::<Vec<_>>()
        });
        let seen: Vec<_> = seen.filter(|line| !line.is_empty()).collect();
        let piece = |text: &str, link, is_struck| (text.to_owned(), link, is_struck);
        assert_eq!(
            seen,
            [
                vec![piece("one two", None, false)],
                vec![piece("ab", Some("x"), false), piece("c  d", Some("y"), false)],
                vec![piece("e", None, true)],
            ]
        );
    }
}
