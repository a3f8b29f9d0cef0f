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
}

#[test]
fn a_row_of_pictures_and_tooltips_has_their_texts() {
    let texts = |rows: &str| {
        let page = Html::parse_document(&format!("<table>{rows}</table>"));
        let table = page.select(selector!("table")).next().unwrap();
        rows_of(table).iter().map(Row::text).collect::<Vec<_>>()
    };
    for (row, text) in [
        ("<tr><td colspan=2><img src=x alt=Suspended></tr>", Some("Suspended")),
        ("<tr><td><img src=x alt=Suspended><td></tr>", Some("Suspended | ")),
        ("<tr><td><td title=Suspended></tr>", Some(" | Suspended")),
        ("<tr><td><svg aria-label=Suspended></svg><td></tr>", Some("Suspended | ")),
        ("<tr><td><button aria-label=Suspended></button><td></tr>", Some("Suspended | ")),
        ("<tr><td><img src=x alt=''><td></tr>", None),
        ("<tr><td><img src=x alt='MGA logo'><td></tr>", None),
        ("<tr><td colspan=2><button aria-label='Show more'></button></tr>", None),
        ("<tr><th><input aria-label='Search operator'><th><select title=All></select></tr>", None),
        ("<tr><th><button title='Sort by operator'></button><th></tr>", None),
    ] {
        let rows: Vec<_> = ["Acme Ltd | a.example"].into_iter().chain(text).collect();
        assert_eq!(texts(&format!("<tr><td>Acme Ltd<td>a.example</tr>{row}")), rows, "{row}");
    }
    assert!(texts("<tr><td><img alt=Facebook><td><img alt=X></tr>").is_empty());
}

#[test]
fn a_table_with_a_text_of_its_own_arranges_no_others() {
    for (html, is_arranging) in [
        ("<tr><td><table><tr><td>x</td></tr></table></td></tr>", true),
        ("<tr><td> <script>y</script><table><tr><td>x</td></tr></table></td></tr>", true),
        ("<tr><td>Label</td><td><table><tr><td>x</td></tr></table></td></tr>", false),
        ("<tr><td>x</td></tr>", false),
    ] {
        let page = Html::parse_document(&format!("<table>{html}</table>"));
        let outer = page.select(selector!("table")).next().unwrap();
        assert_eq!(is_layout(outer), is_arranging, "{html}");
    }
}

#[test]
fn a_cell_is_taken_apart_at_lines_and_links() {
    let page = Html::parse_document(
        "<td><p>one <b>t</b>wo<br><span>f.co</span><span>g.com</span><br>\
         <a href=x>a<b>b</b></a><a href=y><i>c</i><br>d</a></p><s>e</s>\
         <a href=https://z.example>z.example<svg><title>external link</title></svg></a>",
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
            vec![piece("f.co g.com", None, false)],
            vec![piece("ab", Some("x"), false), piece("c  d", Some("y"), false)],
            vec![piece("e", None, true), piece("z.example  ", Some("https://z.example"), false)],
        ]
    );
}

#[test]
fn a_cell_with_more_than_one_text_has_parts() {
    for (html, has_parts) in [
        ("Acme Ltd", false),
        ("<b>Acme Ltd</b>", false),
        ("<span><a href=x>Acme Ltd</a></span> <!-- old --> ", false),
        ("<span hidden>acme</span>Acme Ltd", false),
        ("Acme Ltd <span>Suspended</span>", true),
        ("<a href=x>Acme Ltd</a><small>Suspended</small>", true),
        ("Acme Ltd<sup>2</sup>", true),
        ("Acme Ltd<br>Suspended", true),
    ] {
        let page = Html::parse_document(&format!("<table><tr><td>{html}"));
        let cell = page.select(selector!("td")).next().map(Cell::from_element).unwrap();
        assert_eq!(cell.has_parts, has_parts, "{html}");
    }
}

#[test]
fn the_unseen_texts_of_a_cell_are_those_that_it_does_not_show() {
    for (html, unseen) in [
        ("<td>Acme Ltd <i aria-label=Suspended title=Suspended></i>", "Suspended"),
        ("<td>Acme Ltd <svg role=img aria-label=Suspended></svg>", "Suspended"),
        ("<td>Acme Ltd <input type=image alt=Suspended>", "Suspended"),
        ("<td>Acme Ltd <i class=sr-only>Suspended</i>", "Suspended"),
        ("<td title=Suspended>Acme Ltd", "Suspended"),
        ("<td data-bs-content=Suspended>Acme Ltd", "Suspended"),
        ("<td data-original-title=Suspended>Acme Ltd", "Suspended"),
        ("<td data-tippy-content=Suspended>Acme Ltd", "Suspended"),
        ("<td><span data-tooltip=Suspended>Acme Ltd</span>", "Suspended"),
        (
            "<td><span matTooltip=Suspended ng-reflect-message=Suspended>Acme Ltd</span>",
            "Suspended",
        ),
        ("<td data-tip=Suspended>Acme Ltd", "Suspended"),
        ("<td data-hint=Suspended>Acme Ltd", "Suspended"),
        ("<td uk-tooltip='title: Suspended'>Acme Ltd", "title: Suspended"),
        ("<td data-title=Operator>Acme Ltd", ""),
        ("<td data-tooltip='Acme Ltd'>Acme Ltd", ""),
        ("<td>Acme Ltd <i title='Acme Ltd'></i>", ""),
        ("<td title='Acme Ltd'>Acme Ltd", ""),
    ] {
        let page = Html::parse_document(&format!("<table><tr>{html}"));
        let cell = page.select(selector!("td")).next().map(Cell::from_element).unwrap();
        assert_eq!((cell.text.as_str(), cell.unseen.as_str()), ("Acme Ltd", unseen), "{html}");
    }
}
