//! Addresses in saved pages: those a page gives as its own, and those in a cell.

use scraper::ElementRef;

use super::SourceFile;
use super::domain_list::is_list;
use super::html_page::{HtmlPage, selector, text_in};

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
/// elsewhere (a script, a mail), and the words with a point in a cell without links. A cell with
/// other words in it is kept whole: it says something of its addresses.
pub(crate) fn addresses_in(cell: ElementRef<'_>) -> Vec<String> {
    let found = found_in(cell);
    if found.is_empty() || is_list(cell) { found } else { vec![text_in(cell)] }
}

fn found_in(cell: ElementRef<'_>) -> Vec<String> {
    let links: Vec<_> = cell.select(selector!("a")).collect();
    if links.is_empty() {
        let text = text_in(cell);
        let words = text.split([' ', ',', ';']).filter(|word| word.contains('.'));
        return words.map(str::to_owned).collect();
    }
    let addresses = links.into_iter().map(address_of);
    addresses.filter(|address| !address.is_empty()).collect()
}

fn address_of(link: ElementRef<'_>) -> String {
    let target = crate::text::trimmed(link.attr("href").unwrap_or_default());
    let scheme = target.split_once(':').map_or("", |(scheme, _)| scheme);
    let leads_to_a_site = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    if leads_to_a_site { target.to_owned() } else { text_in(link) }
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
