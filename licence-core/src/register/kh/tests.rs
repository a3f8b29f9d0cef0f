//! The traps of the page (guide to the registers, section 4), on invented operators.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::jurisdiction::JurisdictionCode::Kh;
use crate::provenance::SourceKind;
use crate::register::reading::RegisterReading;
use crate::register::tests::{file, listed, not_known, read, read_accepting};

const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en-CA\"><head><title>Permit Holders - Kahnawà:ke \
    Gaming Commission</title></head><body><p>The following list of Operators and their URLs have \
    been certified by the Kahnawà:ke Gaming Commission. <strong>Updated September 28, 2023.</strong>\
    </p>";
const SOFTWARE: &str = "<table><thead><tr><th>CASINO SOFTWARE PROVIDER AUTHORIZATION HOLDER</th>\
    </tr></thead><tbody><tr><td>Birch Canoe Software Inc.</td></tr>\
    <tr><td>Pine Needle Systems Ltd.</td></tr></tbody></table>";
const OPERATORS: &str = "<figure id=\"phTable\"><table><thead><tr><th>OPERATOR</th><th>URL</th></tr>\
    </thead><tbody>\
    <tr><td>3-102-900001 SRL</td><td><a href=\"https://birchspin.example\">birchspin.example</a></td></tr>\
    <tr><td>Red Maple Gaming Limited</td><td><a href=\"https://maplebet.example\">maplebet.example</a></td></tr>\
    <tr><td>3-102-900002 SRL</td><td></td></tr>\
    <tr><td>Red Maple Gaming Ltd.</td><td><a href=\"https://www.maplespin.example/\">www.maplespin.example</a></td></tr>\
    </tbody></table></figure>";
const FOOT: &str = "</body></html>";

fn page() -> String {
    [HEAD, SOFTWARE, OPERATORS, FOOT].concat()
}

fn read_page(html: &str) -> Result<RegisterReading, RegisterError> {
    read(Kh, &[file("kh.html", html)])
}

fn refused(html: &str) -> String {
    read_page(html).unwrap_err().to_string()
}

/// Holder, type and domains.
fn seen(reading: &RegisterReading) -> Vec<(String, String, Vec<String>)> {
    let listed = |licence: &ListedLicence| {
        let domains = licence.domains.iter().map(|listed| listed.domain.clone()).collect();
        (licence.operator.name.clone(), licence.license_types.join(","), domains)
    };
    reading.licences.iter().map(listed).collect()
}

/// The page with this beside the rows of operators.
fn with_rows(rows: &str) -> String {
    page().replace("</tbody></table></figure>", &format!("{rows}</tbody></table></figure>"))
}

#[test]
fn a_page_without_the_software_providers_is_a_part_of_the_register() {
    let reading = read_page(&[HEAD, OPERATORS, FOOT].concat()).unwrap();
    assert!(!reading.complete);
    assert!(reading.licences.iter().all(|licence| licence.license_types == [OPERATOR_PERMIT]));
}

#[test]
fn a_licence_is_read_whole() {
    let reading = read_page(&page()).unwrap();
    assert_eq!(reading.validate("kh"), Ok(()));
    assert_eq!((reading.complete, reading.source_kind), (true, SourceKind::Scraped));
    assert_eq!(reading.source_url.as_deref(), Some(SOURCE_URL));
    let expected = listed(json!({
        "operator": { "name": "Red Maple Gaming Limited" }, "status_text": "certified",
        "license_types": ["Interactive Gaming Permit"],
        "raw_data": { "OPERATOR": ["Red Maple Gaming Limited", "Red Maple Gaming Ltd."],
                      "URL": ["maplebet.example", "www.maplespin.example"] },
        "domains": [{ "domain": "maplebet.example" }, { "domain": "www.maplespin.example" }],
    }));
    assert_eq!(reading.licences[4], expected);
}

#[test]
fn rows_of_one_operator_are_one_licence_and_operators_without_url_are_kept() {
    let listed = |name: &str, kind: &str, domains: &[&str]| {
        (
            name.to_owned(),
            kind.to_owned(),
            domains.iter().map(|d| (*d).to_owned()).collect::<Vec<_>>(),
        )
    };
    let permit = OPERATOR_PERMIT;
    assert_eq!(
        seen(&read_page(&page()).unwrap()),
        [
            listed("Birch Canoe Software Inc.", "CSPA", &[]),
            listed("Pine Needle Systems Ltd.", "CSPA", &[]),
            listed("3-102-900001 SRL", permit, &["birchspin.example"]),
            listed("3-102-900002 SRL", permit, &[]),
            listed(
                "Red Maple Gaming Limited",
                permit,
                &["maplebet.example", "www.maplespin.example"]
            ),
        ]
    );
}

#[test]
fn the_same_page_in_another_dress_is_read_alike() {
    let expected = read_page(&page()).unwrap();
    for html in [
        format!("\u{feff}{}", page()),
        page().replace("<td>", "<td>\n&nbsp; ").replace("</td>", "&nbsp;\r\n</td>"),
        page().replace("<th>OPERATOR", "<th> operator&nbsp;").replace("<th>URL", "<th><b>Url</b>"),
        page().replace("<th>", "<td>").replace("</th>", "</td>"),
        page().replace("AUTHORIZATION HOLDER", "AUTHORIZATION\u{a0}HOLDERS (CSPA)"),
        page().replace("<table>", "<TABLE class='wp-block-table'>").replace("</tr>", ""),
        with_rows("<tr><td>&nbsp;</td><td></td></tr><tr></tr>"),
        with_rows("<tr><th>OPERATOR</th><th>URL</th></tr>"),
        [HEAD, OPERATORS, SOFTWARE, FOOT].concat(),
        page()
            .replace("<tr><th>", "<tr><th>No.</th><th>")
            .replace("<tr><td>", "<tr><td>1</td><td>"),
        [HEAD, "<table><tr><td>", SOFTWARE, "</td><td>", OPERATORS, "</td></tr></table>", FOOT]
            .concat(),
        [HEAD, SOFTWARE, OPERATORS, "<table><tr><td>Box 1799</td></tr></table>", FOOT].concat(),
        page().replace("Updated September 28, 2023.", "Updated October 2, 2026."),
    ] {
        let reading = read_page(&html).map_err(|error| error.to_string());
        assert_eq!(reading.map(|reading| seen(&reading)), Ok(seen(&expected)), "{html}");
    }
}

#[test]
fn one_company_in_both_tables_has_two_licences() {
    let html = with_rows("<tr><td>Birch Canoe Software Inc.</td><td>canoe.example</td></tr>");
    let reading = read_page(&html).unwrap();
    let kinds: Vec<_> = seen(&reading)
        .into_iter()
        .filter(|(name, ..)| name.starts_with("Birch"))
        .map(|(_, kind, domains)| (kind, domains.len()))
        .collect();
    assert_eq!(kinds, [("CSPA".to_owned(), 0), (OPERATOR_PERMIT.to_owned(), 1)]);
}

/// The forms of a cell are cases of the tests of `domain_list`.
#[test]
fn cells_with_several_urls_or_none_are_taken_apart() {
    for (cell, domains) in [("a.example<br>b.example/en", "a.example b.example/en"), ("soon", "")] {
        let html = with_rows(&format!("<tr><td>ZZ Test SRL</td><td>{cell}</td></tr>"));
        let (name, _, found) = seen(&read_page(&html).unwrap()).pop().unwrap();
        assert_eq!((name.as_str(), found.join(" ").as_str()), ("ZZ Test SRL", domains), "{cell}");
    }
}

#[test]
fn what_is_not_the_register_is_refused_by_its_cause() {
    let expected = "expected the tables \"CASINO SOFTWARE PROVIDER AUTHORIZATION HOLDER\" and \
                    \"OPERATOR | URL\", found ";
    let a_page = |title: &str| format!("{expected}a page {title:?}");
    let swapped =
        |row: &str| format!("the columns look swapped: the row {row:?} has no operator first");
    let cut = "the file ends inside the markup of the page; it looks cut off";
    let header = "<th>OPERATOR</th><th>URL</th>";
    let with_header = |other: &str| page().replace(header, other);
    let another = |table: &str| page().replace(FOOT, &format!("<table>{table}</table>{FOOT}"));
    let former = format!("<tr>{header}</tr><tr><td>Old SRL</td><td>old.example</td></tr>");
    let none = format!("<table><tr>{header}</tr></table>");
    for (html, message) in [
        (String::new(), "the file is empty".to_owned()),
        (" \n".into(), "the file is empty".into()),
        (page()[..page().len() - 300].to_owned(), cut.into()),
        ([HEAD, SOFTWARE, &OPERATORS[..300], FOOT].concat(), cut.into()),
        (
            [HEAD, "<ul><li>Red Maple</li></ul>", FOOT].concat(),
            a_page("Permit Holders - Kahnawà:ke Gaming Commission"),
        ),
        ("<html><head><title>Log In</title></head><form></form></html>".into(), a_page("Log In")),
        ("<title>Just a moment...</title>Checking".into(), a_page("Just a moment...")),
        ("<h1>Be right back</h1>".into(), a_page("Be right back")),
        ("{\"error\":\"gone\"}".into(), a_page("{\"error\":\"gone\"}")),
        (
            with_header("<th>OPÉRATEUR</th><th>ADRESSE</th>"),
            a_page("Permit Holders - Kahnawà:ke Gaming Commission")
                + "; the table \"OPÉRATEUR | ADRESSE\" is not known",
        ),
        ([HEAD, SOFTWARE, FOOT].concat(), a_page("Permit Holders - Kahnawà:ke Gaming Commission")),
        (
            with_rows("<tr><td>birch.example</td><td>Birch SRL</td></tr>"),
            swapped("birch.example | Birch SRL"),
        ),
        (
            with_rows("<tr><td><strong>SUSPENDED</strong></td><td></td></tr>"),
            swapped("SUSPENDED | "),
        ),
        (
            format!("From: <Saved by Blink>\nMIME-Version: 1.0\n\n{}", page()),
            "expected a page of HTML, not MHTML (\"single file\"), found \"From: <Saved by \
             Blink>\\nMIME-Version: 1.0\\n\\n<!DOCTYPE html>\\n<h\"…"
                .into(),
        ),
        (another(&former), "the table \"OPERATOR | URL\" is there twice".into()),
        ([HEAD, SOFTWARE, &none, FOOT].concat(), "the table \"OPERATOR | URL\" has no rows".into()),
        (
            with_rows("<tr><td></td><td>lost.example</td></tr>"),
            "no operator is beside the URL \"lost.example\"".into(),
        ),
        (page() + &page(), "the file holds 2 pages, one after another".into()),
    ] {
        assert_eq!(refused(&html), format!("kh.html: {message}"), "{html}");
    }
    let reversed = refused(&with_header("<th>URL</th><th>OPERATOR</th>"));
    assert!(reversed.starts_with("kh.html: the columns look swapped: the row "), "{reversed}");
    let unknown = |kind, name| not_known(Kh, "kh.html", kind, name);
    assert_eq!(refused(&with_status_column("Certified")), unknown("column", "STATUS"));
    let third = another("<tr><th>FORMER OPERATOR</th></tr>");
    assert_eq!(refused(&third), unknown("table", "FORMER OPERATOR"));
    for (heading, beside) in [
        ("Suspended permit holders", "<td></td>"),
        ("Operators no longer certified", "<td>-</td>"),
        ("Total operators 4", "<td></td>"),
        ("Former operators", "<td>(3)</td>"),
        ("Permits ended", "<td>see below</td>"),
        ("Lost SRL", ""),
    ] {
        let html = with_rows(&format!("<tr><td>{heading}</td>{beside}</tr>"));
        assert_eq!(refused(&html), unknown("heading", heading));
    }
    for row in [
        "<tr><td><img alt='Revoked permits'></td><td></td></tr>",
        "<tr><td colspan=2><svg aria-label='Revoked permits'></svg></td></tr>",
    ] {
        assert_eq!(refused(&with_rows(row)), unknown("heading", "Revoked permits"));
    }
}

/// The page with a third column in the table of operators.
fn with_status_column(status: &str) -> String {
    let operators = OPERATORS.replace("</th></tr>", "</th><th>STATUS</th></tr>");
    let operators = operators.replace("</td></tr>", &format!("</td><td>{status}</td></tr>"));
    [HEAD, SOFTWARE, &operators, FOOT].concat()
}

#[test]
fn a_cell_over_two_columns_refuses() {
    let row = "<tr><td colspan=2>Elm Inc.</td><td>elm.example</td></tr></tbody></table></figure>";
    let html = with_status_column("Certified").replace("</tbody></table></figure>", row);
    let error = read_accepting(Kh, &[file("kh.html", html)], &["STATUS"]).unwrap_err().to_string();
    let fault = "a cell of the row \"Elm Inc. | elm.example\" fills several columns";
    assert_eq!(error, format!("kh.html: {fault}"));
}

#[test]
fn a_column_that_was_accepted_is_read_over() {
    let html = with_status_column("Certified");
    let accepted = read_accepting(Kh, &[file("kh.html", html)], &["STATUS"]).unwrap();
    assert_eq!(seen(&accepted), seen(&read_page(&page()).unwrap()));
}

#[test]
fn an_operator_beside_several_rows_has_the_urls_of_all() {
    let html = with_rows(
        "<tr><td rowspan=\"2\">Elm Inc.</td><td>elm.example</td></tr><tr><td>ash.example</td></tr>\
         <tr><td>Oak Inc.</td><td>oak.example</td></tr>",
    );
    let reading = read_page(&html).unwrap();
    let elm = seen(&reading).into_iter().find(|(name, ..)| name == "Elm Inc.").unwrap();
    assert_eq!(elm.2, ["ash.example", "elm.example"]);
}

#[test]
fn words_against_a_holder_in_the_place_of_its_url_make_the_status_unknown() {
    for text in ["Permit suspended October 1, 2026", "REVOKED", "No longer certified", "Inactive"] {
        let row = format!("<tr><td>Elm Inc.</td><td>{text}</td></tr>");
        let reading = read_page(&with_rows(&row)).unwrap();
        let elm = reading.licences.iter().find(|it| it.operator.name == "Elm Inc.").unwrap();
        assert_eq!(elm.status_text, Some(format!("certified; URL: {text}")));
    }
    let row = "<tr><td>Elm Inc.</td><td>Web site to follow</td></tr>";
    let reading = read_page(&with_rows(row)).unwrap();
    let elm = reading.licences.iter().find(|it| it.operator.name == "Elm Inc.").unwrap();
    assert_eq!(elm.status_text.as_deref(), Some("certified"));
}

#[test]
fn a_page_that_leads_to_more_of_the_list_is_refused() {
    for (more, name) in [
        ("<div class=\"pagination\"><a href=\"?paged=2\">2</a></div>", "2"),
        ("<nav class=\"nav-links\"><a class=\"page-numbers\" href=\"/2\">2</a></nav>", "2"),
        ("<a rel=\"next\" href=\"/2\">Older</a>", "older"),
        ("<a rel=\"Next\" href=\"/2\">Earlier</a>", "earlier"),
        ("<p>Pages: 1 <a href=\"?lang=en&page=2\">2</a></p>", "2"),
        ("<a href=\"?page=2\">Show more</a>", "show more"),
        ("<button>Load more operators</button>", "load more operators"),
        ("<a href=\"?page=2\">Next \u{203a}</a>", "next \u{203a}"),
        ("<a href=\"holders.php?pageNum=2\">Next</a>", "next"),
        ("<a href=\"holders.php?start=25\">2</a>", "2"),
        ("<a href=\"?pageIndex=1\">2</a>", "2"),
        ("<div class=\"pagination\"><a href=\"?page=2\">\u{bb}</a></div>", "\u{bb}"),
        ("<a href=\"/2\" aria-label=\"Next page\"></a>", "next"),
        ("<a href=\"/2\" aria-label=\"Go to next page\">\u{203a}</a>", "\u{203a}"),
        ("<div class=\"nav-links\"><a href=\"?page=2\">2</a></div>", "2"),
        ("<ul><li class=\"page-item\"><a>2</a></li></ul>", "2"),
        ("<div class=\"dt-paging\"><button>2</button></div>", "2"),
        ("<div class=\"pagination\"><a href=\"#\">Next</a></div>", "next"),
        ("<button aria-label=\"Next page\"></button>", "next"),
        ("<button class=\"disabled:dim\">Next page</button>", "next page"),
        ("<button>Show more results</button>", "show more results"),
        ("<button>Load more\u{2026}</button>", "load more\u{2026}"),
        ("<a href=\"https://kgc.example/permit-holders/?page=2\">2</a>", "2"),
        ("<a href=\"/permit-holders/page/2/\">2</a>", "2"),
        ("<a href=\"?Page=2\">Older</a>", "older"),
        ("<a href=\"?pg=2\">Older</a>", "older"),
        ("<div class=\"page-links\">Pages: 1 <a href=\"/permit-holders/2/\">2</a></div>", "2"),
        ("<div class=\"pagination\"><a href=\"#\"><img alt=\"Next\"></a></div>", "next"),
        ("<div class=\"pagination\"><input type=\"submit\" value=\"2\"></div>", "2"),
        ("<nav class=\"pagination\"><a>Suivant</a></nav>", "suivant"),
        ("<input type=\"submit\" value=\"Next page\">", "next page"),
        ("<div class=\"pagination\"><span>1</span><span onclick=\"p(2)\">2</span></div>", "2"),
        ("<a href=\"?pageno=2\">2</a>", "2"),
    ] {
        let html = page().replace(FOOT, &format!("{more}{FOOT}"));
        assert_eq!(refused(&html), not_known(Kh, "kh.html", "link", name));
    }
    for all in [
        "<div class=\"dataTables_paginate\"><a class=\"current\">1</a></div>",
        "<a href=\"/2\">2</a>",
        "<button disabled>Next</button><nav><button>Next</button></nav>",
        "<div class=\"carousel\"><button>Previous</button><button>Next</button></div>",
        "<div class=\"pagination\"><span onclick=\"p(1)\">1</span></div>",
        "<span onclick=\"f()\">2</span>",
        "<a href=\"?p=123\">Contact</a>",
        "<a href=\"/\">Home</a> <a href=\"/holders\">\u{203a}</a>",
        "<button>Load more news</button>",
        "<a href=\"#\">Next</a>",
        "<button aria-label=\"Next page\" disabled></button>",
        "<ul class=\"pagination\"><li class=\"disabled\"><a href=\"#\">\u{bb}</a></li></ul>",
        "<ul class=\"page_item page-item-2\"><li><a href=\"#\">\u{203a}</a></li></ul>",
        "<ol class=\"breadcrumb\"><li><a href=\"#\">\u{bb}</a></li></ol>",
        "<div class=\"carousel\"><a href=\"#\">\u{bb}</a></div>",
        "<div class=\"news\"><a href=\"#\">\u{bb}</a><button>Load more</button></div>",
        "<nav><a href=\"#\">\u{bb}</a></nav>",
        "<a href=\"#\">\u{2191}</a><a href=\"#top\">\u{bb}</a><a href=\"#\">\u{203a}</a>",
        "<button>Show more</button>",
        "<a href=\"/stories\">See more</a><nav><button>See more</button></nav>",
        "<a href=\"/operators\">View all operators</a><a href=\"/?page=12\">Contact</a>",
        "<a href=\"/news/page/2/\">Older news</a><a href=\"?page=1\">First</a>",
        "<form><input type=\"submit\" value=\"\u{bb}\"></form>",
    ] {
        assert!(read_page(&page().replace(FOOT, &format!("{all}{FOOT}"))).is_ok(), "{all}");
    }
    let part = page().replace(FOOT, &format!("<p>4 of 12 licensees</p>{FOOT}"));
    assert!(refused(&part).ends_with("a part of the list only: \"showing 4 of 12\""));
}

#[test]
fn tooltips_of_a_row_and_pictures_among_its_domains_take_it_out_of_force() {
    let link = "<a href=\"https://elm.example\">elm.example</a>";
    for (holder, domains) in [
        ("<td title=\"Permit suspended\">Elm Inc.</td>", format!("<td>{link}</td>")),
        (
            "<td data-bs-original-title=\"Permit suspended\">Elm Inc.</td>",
            format!("<td>{link}</td>"),
        ),
        ("<td>Elm Inc.</td>", format!("<td>{link} <img alt=\"Permit suspended\"></td>")),
        ("<td>Elm Inc.</td>", format!("<td title=\"Permit suspended\">{link}</td>")),
        ("<td>Elm Ltd\u{2014}suspended</td>", format!("<td>{link}</td>")),
        (
            "<td class=x><style>.x::after{content:'Permit suspended'}</style>Elm Inc.</td>",
            format!("<td>{link}</td>"),
        ),
    ] {
        for tooltip in ["", " title=\"Permit suspended\""] {
            let row = format!("<tr{tooltip}>{holder}{domains}</tr>");
            let reading = read_page(&with_rows(&row)).unwrap();
            let elm =
                reading.licences.iter().find(|it| it.operator.name.starts_with("Elm")).unwrap();
            let words = [&elm.status_text, &elm.domains[0].status_text];
            let speaks =
                |text: &&Option<String>| text.as_deref().is_some_and(|it| it.contains("suspended"));
            assert!(words.iter().any(speaks), "{row}: {words:?}");
        }
    }
}

#[test]
fn a_hidden_row_is_unknown() {
    let cells = "<td>Elm Inc.</td><td>elm.example</td>";
    for (row, status) in [
        (format!("<tr>{cells}</tr>"), "certified"),
        (format!("<tr style=\"display: none\">{cells}</tr>"), "certified; hidden"),
        (format!("<tr hidden>{cells}</tr>"), "certified; hidden"),
        (format!("<tr>{}</tr>", cells.replace("<td>e", "<td hidden>e")), "certified"),
        (format!("</tbody><tbody hidden><tr>{cells}</tr>"), "certified; hidden"),
        (
            format!("<tr>{}</tr>", cells.replace("Inc.", "Inc. <input readonly value=Revoked>")),
            "certified; Name: Revoked",
        ),
    ] {
        let reading = read_page(&with_rows(&row)).unwrap();
        let elm = reading.licences.iter().find(|it| it.operator.name == "Elm Inc.").unwrap();
        assert_eq!(elm.status_text.as_deref(), Some(status), "{row}");
    }
}

#[test]
fn texts_that_style_sheets_add_to_label_and_to_explain_say_nothing() {
    for rule in [
        "td:nth-child(1)::before{content:'Operator: '}",
        "a::after{content:' (opens in a new tab)'}",
        "td::before{content:'\\f0c1'}",
        "td::after{content:attr(data-label)}",
        "a:hover::after{content:'Copied'}",
        "figure::after{content:'Scroll to see more'}",
    ] {
        let html = page().replace("<body>", &format!("<body><style>{rule}</style>"));
        assert_eq!(read_page(&html).unwrap(), read_page(&page()).unwrap(), "{rule}");
    }
}

#[test]
fn one_page_is_given_once() {
    let twice = [file("a.html", page()), file("b.html", page())];
    let error = |files: &[SourceFile]| read(Kh, files).unwrap_err().to_string();
    assert_eq!(
        error(&twice),
        "b.html: the same page a second time for the page of permit holders; the first is a.html"
    );
    assert_eq!(error(&[]), "no files: missing: the page of permit holders");
}

/// A page whose rows stand in any order.
fn shuffled() -> impl Strategy<Value = (String, String)> {
    let row = ("[ab] (SRL|Ltd|Limited)", "([ab][.]example)?");
    let row = row.prop_map(|(name, url)| format!("<tr><td>{name}</td><td>{url}</td></tr>"));
    let build = |rows: &Vec<String>| with_rows(&rows.concat());
    prop::collection::vec(row, 0..8)
        .prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle()))
        .prop_map(move |(rows, other)| (build(&rows), build(&other)))
}

proptest! {
    #[test]
    fn the_order_of_rows_changes_nothing((html, shuffled) in shuffled()) {
        let reading = read_page(&html).unwrap();
        prop_assert_eq!(&reading, &read_page(&shuffled).unwrap());
        prop_assert_eq!(reading.validate("kh"), Ok(()));
    }

    #[test]
    fn damaged_pages_never_panic_nor_read_as_empty(at in any::<prop::sample::Index>(), len in 0usize..40, junk in prop::collection::vec(any::<u8>(), 0..8)) {
        let mut bytes = page().into_bytes();
        let at = at.index(bytes.len());
        let end = (at + len).min(bytes.len());
        bytes.splice(at..end, junk);
        let read = read(Kh, &[SourceFile { name: "x".into(), bytes }]);
        prop_assert!(read.map_or(true, |reading| reading.licences.len() >= 2));
    }

    #[test]
    fn a_cut_page_is_never_read(at in 0usize..1200) {
        let html = page();
        let end = html.floor_char_boundary(at.min(html.len() - "</html>".len()));
        prop_assert!(read_page(&html[..end]).is_err());
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..80), html in "(<(/?(table|tr|td|th|a))>?|OPERATOR|URL|x){0,20}") {
        let read = read(Kh, &[SourceFile { name: "x".into(), bytes }]);
        prop_assert!(read.is_err());
        let _ = read_page(&html);
    }
}

#[test]
fn the_sign_of_a_link_and_the_day_of_the_page_say_nothing() {
    let expected = read_page(&page()).unwrap();
    let icon = "birchspin.example<svg><title>external link</title></svg></a>";
    for (from, to) in [
        ("birchspin.example</a>", icon),
        ("</p><table>", "</p><p><strong>Updated November 24, 2026.</strong></p><table>"),
    ] {
        let html = page().replace(from, to);
        assert_ne!(html, page());
        assert_eq!(seen(&read_page(&html).unwrap()), seen(&expected), "{to}");
    }
}

/// No row has a status, so the line before a table says what its holders are.
#[test]
fn what_speaks_against_the_holders_right_before_a_table_refuses() {
    const SAYS: &str = "The following list of Operators and their URLs have been certified by the \
        Kahnawà:ke Gaming Commission.";
    let before = |table: &str, line: &str| page().replace(table, &format!("{line}{table}"));
    for (html, unknown) in [
        (page().replace("have been certified", "have been refused"), Some("The following list")),
        (page().replace("been certified", "been decertified"), Some("The following list")),
        (
            page().replace("have been certified", "have applied to be certified"),
            Some("The following list"),
        ),
        (page().replace("Updated", "None holds a permit. Updated"), Some("None holds a permit")),
        (
            before(OPERATORS, "<p>The following permits are on hold:</p>"),
            Some("The following permits are on hold:"),
        ),
        (before(OPERATORS, "<p>Void permits</p>"), Some("Void permits")),
        (
            before(
                OPERATORS,
                "<ul role=tablist><li><a role=tab aria-selected=true href=#r>Revoked</a></li>\
                 <li><a role=tab aria-selected=false href=#p>Permits</a></li></ul>",
            ),
            Some("Revoked"),
        ),
        (
            before(OPERATORS, "<p><a aria-current=page href=#r>Former holders</a></p>"),
            Some("Former holders"),
        ),
        (
            before(
                OPERATORS,
                "<p><a aria-selected=true href=#p>Permits</a> \
                 <a aria-selected=false aria-current=false href=#r>Revoked</a></p>",
            ),
            None,
        ),
        (
            before(OPERATORS, "<p>These permits were revoked.</p>"),
            Some("These permits were revoked"),
        ),
        (before(OPERATORS, "<div>Suspended permits</div>"), Some("Suspended permits")),
        (before(OPERATORS, "Suspended permits:<br>"), Some("Suspended permits:")),
        (
            before(
                OPERATORS,
                "<p>The following permits were revoked in May</p><label>Search:<input></label>",
            ),
            Some("The following permits were revoked in May"),
        ),
        (before(OPERATORS, "<p>A revoked permit is not listed.</p><p>Total: 12</p>"), None),
        (before(SOFTWARE, "<div>Past</div><p>Updated September 28, 2023</p><hr>"), Some("Past")),
        (
            before(
                OPERATORS,
                "<p>Revoked permits</p><p>Use the search box to filter the table.</p>",
            ),
            Some("Revoked permits"),
        ),
        (before(OPERATORS, "<div><div>Past</div><p>Holders</p></div>"), Some("Past")),
        (
            before(OPERATORS, "<p>This does not include applicants for permits</p><p>By name</p>"),
            None,
        ),
        (before(OPERATORS, "<label>Revoked permits</label>"), Some("Revoked permits")),
        (before(OPERATORS, "<label for=x>Show revoked permits</label>"), None),
        (before(OPERATORS, "<a class=\"tab active\" href=#r>Revoked</a>"), Some("Revoked")),
        (
            page().replace("have been certified", "were certified until 2020"),
            Some("The following list"),
        ),
        (page().replace("The following list of Operators and their URLs have been c", "C"), None),
        (page().replace("<strong>Updated September 28, 2023.</strong>", ""), None),
        (
            before(
                OPERATORS,
                &format!("<p>{SAYS}</p><p><strong>Updated May 3, 2024.</strong></p>"),
            ),
            None,
        ),
        (before(OPERATORS, "<h2>Operators</h2>"), None),
        (page().replace("<body>", "<body><p>A permit can be revoked.</p>"), None),
    ] {
        assert_ne!(html, page());
        match (read_page(&html), unknown) {
            (Err(error), Some(named)) => assert!(error.to_string().contains(named), "{error}"),
            (read, _) => {
                assert_eq!(read.map(|it| it.licences.len()).ok(), unknown.is_none().then_some(5))
            }
        }
    }
}

/// A holder is known by its name, so that a marked name must be no other holder.
#[test]
fn a_mark_on_rows_of_an_operator_makes_no_other_licence() {
    const NAME: &str = "Birch Canoe Games Inc.";
    for (mark, shown) in [
        ("*", "*"),
        ("\u{b9}", "\u{b9}"),
        ("<sup>1</sup>", " 1"),
        ("<sup>a</sup>", " a"),
        (" (suspended)", " (suspended)"),
        (" - permit revoked", " - permit revoked"),
        (" SUSPENDED", " SUSPENDED"),
        ("<br>Revoked", " Revoked"),
    ] {
        let marked = format!("{NAME}{mark}");
        for names in [[NAME, &marked], [&marked, &marked]] {
            let rows = names.map(|name| format!("<tr><td>{name}</td><td>canoe.example</td></tr>"));
            let reading = read_page(&with_rows(&rows.concat())).unwrap();
            let is_theirs = |it: &&ListedLicence| it.operator.name.starts_with("Birch Canoe Games");
            let theirs: Vec<_> = reading.licences.iter().filter(is_theirs).collect();
            let [licence] = theirs[..] else { panic!("{names:?}: {} licences", theirs.len()) };
            assert_eq!(licence.operator.name, NAME);
            let status = format!("certified; Name: {NAME}{shown}");
            assert_eq!(licence.status_text, Some(status));
        }
    }
}

#[test]
fn an_accepted_name_is_read_whole() {
    const NAME: &str = "Birch Canoe Games Inc. (Quebec)";
    let html = with_rows(&format!("<tr><td>{NAME}</td><td>canoe.example</td></tr>"));
    let reading = read_accepting(Kh, &[file("kh.html", html)], &[NAME]).unwrap();
    assert!(
        reading
            .licences
            .iter()
            .any(|it| { it.operator.name == NAME && it.status_text.as_deref() == Some(CERTIFIED) })
    );
}

#[test]
fn a_status_before_the_name_of_an_operator_makes_the_status_unknown() {
    const NAME: &str = "Red Maple Gaming Limited";
    for (badge, name, text) in [
        ("Suspended ", NAME, "Suspended Red Maple Gaming Limited"),
        ("<b>Suspended</b> ", NAME, "Suspended Red Maple Gaming Limited"),
        ("<p>Revoked</p>", NAME, "Revoked Red Maple Gaming Limited"),
        ("Formerly ", NAME, "Formerly Red Maple Gaming Limited"),
        ("Former holder: ", NAME, "Former holder: Red Maple Gaming Limited"),
        (
            "<b>Under review</b> ",
            "Under review Red Maple Gaming Limited",
            "Under review Red Maple Gaming Limited",
        ),
    ] {
        let html = page().replace(&format!("<td>{NAME}"), &format!("<td>{badge}{NAME}"));
        let licences = read_page(&html).unwrap().licences;
        let marked = licences.iter().find(|licence| licence.operator.name == name).unwrap();
        assert_eq!(marked.status_text, Some(format!("certified; Name: {text}")), "{badge}");
    }
}

#[test]
fn a_name_keeps_its_words_in_parts() {
    const NAME: &str = "<td>Red Maple Gaming Limited</td>";
    for (cell, name) in [
        ("Texas <b>Hold</b> Em Inc.", "Texas Hold Em Inc."),
        ("The <b>Never</b> Land Casino Ltd", "The Never Land Casino Ltd"),
        ("Silver<br>Not Gold<br>Inc.", "Silver Not Gold Inc."),
        ("<b>Old</b> Harbour Limited", "Old Harbour Limited"),
        ("Silver Heron (<b>Suspended</b>)", "Silver Heron"),
        ("Driftline S.A. (permit <b>suspended</b>)", "Driftline S.A."),
        ("Driftline S.A., licence <b>suspended</b>", "Driftline S.A."),
        ("Driftline Inc. (<b>Suspended</b>)", "Driftline Inc."),
    ] {
        let html = page().replace(NAME, &format!("<td>{cell}</td>"));
        let reading = read_page(&html).unwrap();
        assert!(reading.licences.iter().any(|it| it.operator.name == name), "{cell}");
    }
}

/// What may be chosen before a list is a control; what is chosen there is about the list.
#[test]
fn a_filter_of_statuses_before_a_list_is_no_heading() {
    let with = |filter: &str| page().replace("<figure", &format!("{filter}<figure"));
    for filter in [
        "<select><option>All<option>Certified<option>Suspended</select>",
        "<label>Status <select><option selected>All<option>Revoked</select></label>",
        "<div><button class=active>All</button><button>Certified</button><button>Suspended</button></div>",
    ] {
        assert_eq!(read_page(&with(filter)).unwrap().licences.len(), 5, "{filter}");
    }
    for filter in [
        "<div><button>All</button><button class=active>Suspended</button></div>",
        "<div><button>All</button><button aria-pressed=true>Suspended</button></div>",
    ] {
        assert_eq!(
            refused(&with(filter)),
            not_known(Kh, "kh.html", "heading", "Suspended"),
            "{filter}"
        );
    }
}
