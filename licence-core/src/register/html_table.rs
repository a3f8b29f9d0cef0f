//! The rows of one table of a page, without those of tables inside it.

use scraper::{ElementRef, Node};

use super::html_page::{STRUCK, edges, is_inline, is_struck, selector, text_in};
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

/// The pieces of text in a cell: one for each link, block or line.
pub(crate) fn pieces(cell: ElementRef<'_>) -> Vec<Piece<'_>> {
    let mut pieces = vec![(String::new(), None)];
    for (node, opens) in edges(cell) {
        match node {
            Node::Text(text) if opens => {
                pieces
                    .iter_mut()
                    .next_back()
                    .into_iter()
                    .for_each(|(piece, _)| piece.push_str(text));
            }
            Node::Element(element) if is_struck(element) => {
                let (before, after) = if opens { ("", STRUCK) } else { (STRUCK, "") };
                pieces.last_mut().into_iter().for_each(|(piece, _)| piece.push_str(before));
                pieces.push((after.to_owned(), None));
            }
            Node::Element(element) if element.name() == "a" => {
                pieces.push((String::new(), element.attr("href").filter(|_| opens)));
            }
            Node::Element(element) if !is_inline(element.name()) => {
                pieces.push((String::new(), None));
            }
            _ => {}
        }
    }
    pieces
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
    fn a_cell_is_taken_apart_at_links_and_lines() {
        let page =
            Html::parse_document("<p>one <b>t</b>wo<br><a href=x>a<b>b</b></a><a href=y>c</a></p>");
        let cell = page.select(selector!("p")).next().unwrap();
        let mut pieces = pieces(cell);
        pieces.retain(|(text, _)| !text.is_empty());
        assert_eq!(
            pieces,
            [("one two".into(), None), ("ab".into(), Some("x")), ("c".into(), Some("y"))]
        );
    }
}
