//! Cells and lists of every form.

use super::*;
use crate::register::html_page::selector;
use proptest::prelude::*;
use scraper::Html;

fn in_cell(html: &str) -> Vec<String> {
    let page = Html::parse_document(&format!("<table><tr><td>{html}</td></tr></table>"));
    let cell = page.select(selector!("td")).next().unwrap();
    domains_in(cell).into_iter().map(|listed| listed.domain).collect()
}

#[test]
fn a_long_list_takes_no_time() {
    let list: Vec<_> = (0..100_000).map(|n| format!("bet{n}.example")).collect();
    assert_eq!(domains_of(&[list.join(", "), list.join(",")].concat()).len(), list.len() + 1);
}

#[test]
fn a_mark_between_commas_is_one_of_the_address_before_it() {
    for (list, domains) in [
        ("a.example, b.example", &["a.example", "b.example"][..]),
        ("a.example, closed", &["a.example, closed"]),
        ("a.example, b.example, closed, c.example", &["a.example", "b.example, closed, c.example"]),
        ("Revoked: a.example, b.example", &["Revoked: a.example, b.example"]),
        ("a.example, former: b.example, c.example", &["a.example", "former: b.example, c.example"]),
        (
            "a.example and b.example, c.example / d.example (mobile)",
            &["a.example", "b.example", "c.example", "d.example"],
        ),
        ("a.example, b.example (revoked)", &["a.example", "b.example (revoked)"]),
        ("a.example, b.example (both closed)", &["a.example, b.example (both closed)"]),
        ("a.example, all-closed.example", &["a.example", "all-closed.example"]),
        ("closed, a.example", &["closed, a.example"]),
        ("a.example, MonkeyBalls", &["a.example", "MonkeyBalls"]),
    ] {
        let found: Vec<_> = domains_of(list).into_iter().map(|listed| listed.domain).collect();
        assert_eq!(found, domains, "{list}");
    }
}

#[test]
fn a_list_in_prose_ends_with_the_prose() {
    for (text, domains) in [
        ("a.example b.example", &["a.example", "b.example"][..]),
        ("a.example, b.example and c.example.", &["a.example", "b.example", "c.example"]),
        (": \u{2022} a.example \u{2022} b.example", &["a.example", "b.example"]),
        ("a.example The following were removed: b.example", &["a.example"]),
        ("a.example Issued by us", &["a.example"]),
        ("a.example Verified", &["a.example"]),
        ("a.example - revoked", &["a.example revoked"]),
        ("a.example has been revoked b.example", &["a.example has been revoked"]),
        ("a.example (mobile) b.example", &["a.example", "b.example"]),
        ("a.example Removed domains b.example c.example", &["a.example"]),
        ("a.example Removed: b.example c.example", &["a.example"]),
        ("a.example formerly b.example c.example", &["a.example formerly"]),
        ("formerly a.example b.example", &["formerly a.example b.example"]),
        ("a.example The license may be revoked at any time.", &["a.example"]),
        ("Domains: a.example", &["a.example"]),
        ("1. a.example 2. b.example", &["a.example", "b.example"]),
        ("", &[]),
    ] {
        assert_eq!(domains_in_prose(text), domains, "{text}");
    }
}

#[test]
fn cells_of_every_form_are_taken_apart() {
    for (html, domains) in [
        (
            "<a href=\"https://www.lantern.example\">www.lantern.example</a>",
            &["www.lantern.example"][..],
        ),
        (
            "<a href='https://a.example'>a.example</a><a href='https://b.example'>b.example</a>",
            &["a.example", "b.example"],
        ),
        ("<p><a href='https://a.example/'>Website</a></p>", &["https://a.example/"]),
        ("<a href='https://a.example/en'>Play</a>", &["https://a.example/en"]),
        ("<a href='/contact'>a.example</a>", &["a.example"]),
        ("<a href='https://other.example'>a.example</a>", &["a.example"]),
        ("a.example b.example", &["a.example", "b.example"]),
        ("a.example, b.example,c.example", &["a.example", "b.example", "c.example"]),
        ("a.example - b.example", &["a.example", "b.example"]),
        ("a.example \u{2013} b.example", &["a.example", "b.example"]),
        ("a.example\u{2013}b.example", &["a.example", "b.example"]),
        ("- a.example<br>-b.example", &["a.example", "b.example"]),
        ("a.example;b.example", &["a.example", "b.example"]),
        ("a.example and b.example", &["a.example", "b.example"]),
        ("<a href='https://a.example'>Bet Casino (suspended)</a>", &["Bet Casino (suspended)"]),
        ("<a href='https://a.example'>Bet Casino (former)</a>", &["Bet Casino (former)"]),
        ("<a href='https://a.example'>Revoked permit of Bet</a>", &["Revoked permit of Bet"]),
        ("<a href='https://a.example'>Old Havana Casino</a>", &["https://a.example"]),
        ("Old Havana Casino<br>a.example", &["a.example"]),
        ("a.example · b.example ↗ (UK)", &["a.example", "b.example"]),
        (",", &[]),
        ("a.example<br>Tel: +44 1624 000000<br>Ours since 2001", &["a.example"]),
        ("1. a.example 2) b.example", &["a.example", "b.example"]),
        ("Main site: a.example, Mobile: b.example", &["a.example", "b.example"]),
        ("Casino:<br>a.example<br>Poker:<br>b.example", &["a.example", "b.example"]),
        (
            "a.example<br>b.example (suspended)<br>c.example",
            &["a.example", "b.example (suspended)", "c.example"],
        ),
        ("Active:<br>a.example<br>Former:<br>b.example", &["Active: a.example Former: b.example"]),
        (
            "a.example, b.example (revoked), c.example",
            &["a.example", "b.example (revoked)", "c.example"],
        ),
        ("a.example, b.example (both revoked)", &["a.example, b.example (both revoked)"]),
        (
            "<a href='https://a.example'>a.example<span> opens in a new tab</span></a>",
            &["a.example"],
        ),
        ("a.example<sup>1</sup>", &["a.example"]),
        ("<a href='https://a.example'>a.example</a>, b.example", &["a.example", "b.example"]),
        (
            "<a href='https://a.example'>a.example</a> <a href='https://b.example'>revoked</a>",
            &["a.example revoked"],
        ),
        ("<a href='https://a.example'>Website</a> (closed)", &["Website (closed)"]),
        ("<a href='https://a.example'>Website (closed)</a>", &["Website (closed)"]),
        ("<a href='https://a.example'><div>Web</div></a>", &["https://a.example"]),
        ("formerly a.example", &["formerly a.example"]),
        ("a.example (inactive)", &["a.example (inactive)"]),
        ("a.example - revoked", &["a.example - revoked"]),
        ("a.example removed.", &["a.example removed."]),
        ("all but a.example, b.example", &["all but a.example, b.example"]),
        ("<a href='https://a.example'>a.example</a> (suspended)", &["a.example (suspended)"]),
        ("Gone: <a href='https://a.example'>a.example</a>", &["Gone: a.example"]),
        ("<a href='https://a.example'>formerly b.example</a>", &["formerly b.example"]),
        ("a.example 1.5.2026", &["a.example", "1.5.2026"]),
        ("(a.example)", &["a.example"]),
        ("a-bet.example", &["a-bet.example"]),
        ("a-one.example-b-two.example", &["a-one.example-b-two.example"]),
        ("a&nbsp;.example", &["a .example"]),
        ("&nbsp;a.example&nbsp;&nbsp;b.example&nbsp;", &["a.example", "b.example"]),
        ("www.<strong>lantern</strong>.example", &["www.lantern.example"]),
        (
            "<span><a href='http://a.example'>a.example</a></span><div>b.example</div>",
            &["a.example", "b.example"],
        ),
        ("a.example<br/>a.example", &["a.example"]),
        ("a.example/lottery", &["a.example/lottery"]),
        ("-", &[]),
        ("\u{2013}", &[]),
        (" &nbsp;-&nbsp; ", &[]),
        ("", &[]),
        ("&nbsp;", &[]),
        ("To be confirmed", &["To be confirmed"]),
        ("N/A", &["N/A"]),
    ] {
        assert_eq!(in_cell(html), domains, "{html}");
    }
}

#[test]
fn lists_are_cut_at_commas() {
    for (list, domains) in [
        ("a.example, b.example", &["a.example", "b.example"][..]),
        ("\u{a0}www.a.example ,www.b.example,", &["www.a.example", "www.b.example"]),
        ("a.example b.example", &["a.example", "b.example"]),
        ("a.example, MonkeyBalls, a b", &["a.example", "MonkeyBalls", "a b"]),
        ("https://a.example/x, a.example", &["https://a.example/x", "a.example"]),
        ("a.example,a.example", &["a.example"]),
        ("", &[]),
        (" , ,", &[]),
        ("-", &[]),
    ] {
        let listed: Vec<_> = domains_of(list).into_iter().map(|listed| listed.domain).collect();
        assert_eq!(listed, domains, "{list:?}");
    }
}

proptest! {
    #[test]
    fn no_cell_panics(html in "(\\PC|[<>/a.,; \u{a0}-]){0,60}") {
        in_cell(&html);
        domains_of(&html);
    }
}
