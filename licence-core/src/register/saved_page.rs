//! Addresses in saved pages: those a page gives as its own, and those in a cell.

use scraper::ElementRef;

use super::SourceFile;
use super::domain_list::{addresses, by_line};
use super::html_page::{HtmlPage, STRUCK, selector};
use super::html_table::Piece;
use crate::text::trimmed;

/// What a browser writes above a page it saves.
const SAVED_FROM: &str = "saved from url=";

/// Where a page says it is from: the file's name, the browser's note, the canonical link and the
/// form that answers to itself.
pub(crate) fn own_addresses(file: &SourceFile, page: &HtmlPage<'_>) -> Vec<String> {
    let attribute = |element: ElementRef<'_>, name: &str| element.attr(name).map(str::to_owned);
    let canonical = page.all(selector!("link[rel=canonical]")).filter_map(|e| attribute(e, "href"));
    let shared =
        page.all(selector!(r#"meta[property="og:url"]"#)).filter_map(|e| attribute(e, "content"));
    let forms = page.all(selector!("form[action]")).filter_map(|e| attribute(e, "action"));
    let named = std::iter::once(file.name.clone());
    named.chain(saved_from(file)).chain(canonical).chain(shared).chain(forms).collect()
}

fn saved_from(file: &SourceFile) -> Option<String> {
    let text = str::from_utf8(&file.bytes).ok()?;
    let (_, after) = text.split_once(SAVED_FROM)?;
    let after = after.split_once(')').map_or(after, |(_, address)| address);
    after.split_whitespace().next().map(str::to_owned)
}

/// The web addresses in a cell, as they stand: where its links lead, the text of links that lead
/// elsewhere (a script, a mail), and the words with a point between them. A line with other words
/// in it is kept whole: it says something of its addresses.
pub(crate) fn addresses_in(cell: ElementRef<'_>) -> Vec<String> {
    let named = |(text, link): &Piece<'_>| match link
        .map(trimmed)
        .filter(|it| is_of_a_site(it) && !text.contains(STRUCK))
    {
        Some(address) => vec![address.to_owned()],
        None => addresses(text),
    };
    let found = by_line(cell, |line| line.iter().flat_map(named).collect());
    if found.iter().any(|address| address.contains('.')) { found } else { Vec::new() }
}

fn is_of_a_site(address: &str) -> bool {
    let scheme = address.split_once(':').map_or("", |(scheme, _)| scheme);
    ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::register::tests::file;

    #[test]
    fn a_page_tells_where_it_is_from() {
        let file = file(
            "seal.html",
            "<!-- saved from url=(0030)https://one.example/a?b=1 -->\n<html><head>\
             <link rel=canonical href='https://two.example/'>\
             <meta property='og:url' content='https://three.example/'></head>\
             <form action='./four?c=2'></form></html>",
        );
        let addresses = own_addresses(&file, &HtmlPage::open(&file).unwrap());
        assert_eq!(
            addresses,
            [
                "seal.html",
                "https://one.example/a?b=1",
                "https://two.example/",
                "https://three.example/",
                "./four?c=2"
            ]
        );
    }

    #[test]
    fn a_cell_holds_links_or_words() {
        for (cell, addresses) in [
            (
                "<a href='https://A.example/x'>B</a> <a href=' http://b.example '></a>",
                &["https://A.example/x", "http://b.example"][..],
            ),
            ("<a href='javascript:x()'>www.c.example</a><a href='#'> </a>", &["www.c.example"]),
            (
                "a.example, b.example;\u{a0}c.example<br>d.example",
                &["a.example", "b.example", "c.example", "d.example"],
            ),
            ("None", &[]),
            ("", &[]),
        ] {
            let file = file("p", format!("<table><tr><td>{cell}</td></tr></table>"));
            let page = HtmlPage::open(&file).unwrap();
            let found = page.all(selector!("td")).next().map(addresses_in);
            assert_eq!(found.as_deref().unwrap(), addresses, "{cell}");
        }
    }
}
