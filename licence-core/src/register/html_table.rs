//! The rows of one table of a page, without those of tables inside it.

use scraper::{ElementRef, Node};

use super::html_page::{Struck, edges, is_inline, selector, text_in};
use crate::text::{folded, shown};

/// A row and its cells.
#[derive(Clone)]
pub(crate) struct Row<'p> {
    pub(crate) cells: Vec<ElementRef<'p>>,
    /// What the cells say.
    pub(crate) texts: Vec<String>,
}

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
    let cells: Vec<_> =
        row.child_elements().filter(|cell| matches!(name(cell), "td" | "th")).collect();
    let texts = cells.iter().map(|cell| text_in(*cell)).collect();
    Row { cells, texts }
}

fn name<'p>(element: &ElementRef<'p>) -> &'p str {
    element.value().name()
}

impl Row<'_> {
    fn is_blank(&self) -> bool {
        self.texts.iter().all(String::is_empty)
    }

    /// The texts in the form in which headers are compared.
    pub(crate) fn folded(&self) -> Vec<String> {
        self.texts.iter().map(|text| folded(text)).collect()
    }

    /// Whether every cell is a heading.
    pub(crate) fn is_header(&self) -> bool {
        self.cells.iter().all(|cell| name(cell) == "th")
    }

    /// The row for an error.
    pub(crate) fn shown(&self) -> String {
        shown(&self.texts.join(" | "))
    }
}

/// Whether a table only arranges other tables.
pub(crate) fn is_layout(table: ElementRef<'_>) -> bool {
    table.select(selector!("table")).next().is_some()
}

/// A piece of a cell's text, and the address it links to.
pub(crate) type Piece<'p> = (String, Option<&'p str>);

/// The lines of a cell, each in its pieces: one for each link, and for the text between them.
pub(crate) fn lines(cell: ElementRef<'_>) -> Vec<Vec<Piece<'_>>> {
    let (mut lines, mut line) = (Vec::new(), vec![(String::new(), None)]);
    let (mut is_in_link, mut struck) = (false, Struck::around(cell));
    for (node, opens) in edges(cell) {
        match node {
            Node::Text(text) if opens => {
                line.last_mut().into_iter().for_each(|(piece, _)| struck.add(piece, text));
            }
            Node::Element(element) if element.name() == "a" => {
                is_in_link = opens;
                line.push((String::new(), element.attr("href").filter(|_| opens)));
            }
            Node::Element(element) => {
                struck.follow(element, opens);
                match (is_inline(element.name()), is_in_link) {
                    (true, _) => {}
                    (false, true) => {
                        line.last_mut().into_iter().for_each(|(piece, _)| piece.push(' '));
                    }
                    (false, false) => {
                        let next = vec![(String::new(), None)];
                        lines.push(std::mem::replace(&mut line, next));
                    }
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
        let texts: Vec<_> = rows_of(outer).into_iter().map(|row| row.texts).collect();
        assert_eq!(texts, [vec!["a x", "b"], vec!["c"]]);
        assert!(is_layout(outer));
        assert!(rows_of(outer)[1].is_header());
    }

    #[test]
    fn a_cell_is_taken_apart_at_lines_and_links() {
        let page = Html::parse_document(
            "<td><p>one <b>t</b>wo<br><a href=x>a<b>b</b></a><a href=y><i>c</i><br>d</a></p><s>e</s>",
        );
        let cell = page.root_element();
        let mut lines = lines(cell);
        lines.iter_mut().for_each(|line| line.retain(|(text, _)| !text.trim().is_empty()));
        lines.retain(|line| !line.is_empty());
        let pieces = |pieces: &[(&str, Option<&'static str>)]| {
            pieces.iter().map(|(text, link)| ((*text).to_owned(), *link)).collect::<Vec<_>>()
        };
        assert_eq!(
            lines,
            [
                pieces(&[("one two", None)]),
                pieces(&[("ab", Some("x")), ("c  d", Some("y"))]),
                pieces(&[(" ~~e~~ ", None)]),
            ]
        );
    }
}
