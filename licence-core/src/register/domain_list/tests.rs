//! Cells and lists of every form.

use proptest::prelude::*;
use scraper::Html;

use super::*;
use crate::jurisdiction::JurisdictionCode::Iom;
use crate::register::Accepted;
use crate::register::html_page::selector;

/// The domains that a cell lists: those without words about them, then those with such words; and
/// whether it holds anything else.
fn seen(html: &str, accepted: &[&str]) -> (Vec<String>, Vec<String>, bool) {
    let page = Html::parse_document(&format!("<table><tr><td>{html}</td></tr></table>"));
    let cell = page.select(selector!("td")).next().unwrap();
    let accepted = Accepted(accepted.iter().map(|name| (*name).to_owned()).collect());
    let listed = in_cell(&Survey::new(Iom, &accepted), "f", cell);
    let has_texts = listed.has_texts;
    let domains = domains_of(listed.addresses);
    let (clear, doubtful): (Vec<_>, Vec<_>) =
        domains.into_iter().partition(|domain| domain.status_text.is_none());
    let names = |domains: Vec<ListedDomain>| domains.into_iter().map(|it| it.domain).collect();
    (names(clear), names(doubtful), has_texts)
}

fn of_text(text: &str) -> Vec<String> {
    let accepted = Accepted::default();
    let listed = in_text(&Survey::new(Iom, &accepted), "f", text);
    listed.addresses.into_iter().map(|address| address.text).collect()
}

#[test]
fn a_long_list_takes_no_time() {
    let list: Vec<_> = (0..100_000).map(|n| format!("bet{n}.example")).collect();
    assert_eq!(of_text(&list.join(", ")).len(), list.len());
}

#[test]
fn addresses_stand_in_every_form() {
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
        ("https://www.a.example/", &["https://www.a.example/"]),
        ("<a href='https://a.example'></a>", &["https://a.example"]),
        (
            "<a href='https://old.example'></a><a href='https://a.example'>a.example</a>",
            &["a.example"],
        ),
        ("a.example <img alt='Opens in a new tab'>", &["a.example"]),
        ("<a href='https://a.example'>\u{2197}</a>", &["https://a.example"]),
        (
            "<a href='https://golden-mango.example/'>Golden Mango</a>",
            &["https://golden-mango.example/"],
        ),
        ("<a href='https://en.mango.example'>MANGO</a>", &["https://en.mango.example"]),
        ("<a href='/contact'>a.example</a>", &["a.example"]),
        ("<a href='https://other.example'>a.example</a>", &["a.example"]),
        ("<a href='javascript:x()'>www.c.example</a>", &["www.c.example"]),
        ("<a href='https://a.example'><div>Web</div></a>", &["https://a.example"]),
        ("a.example b.example", &["a.example", "b.example"]),
        (
            "a.example, b.example,c.example;d.example",
            &["a.example", "b.example", "c.example", "d.example"],
        ),
        (
            "a.example\u{3001}b.example\u{ff0c}c.example\u{ff1b}d.example\u{ff5c} e.example",
            &["a.example", "b.example", "c.example", "d.example", "e.example"],
        ),
        ("a.example\u{ff64}b.example", &["a.example", "b.example"]),
        ("a.example - b.example \u{2013} c.example", &["a.example", "b.example", "c.example"]),
        ("a.example\u{2013}b.example", &["a.example", "b.example"]),
        ("- a.example<br>-b.example", &["a.example", "b.example"]),
        (
            "a.example and b.example &amp; c.example / d.example",
            &["a.example", "b.example", "c.example", "d.example"],
        ),
        ("a.example \u{b7} b.example \u{2197}", &["a.example", "b.example"]),
        ("1. a.example 2) b.example", &["a.example", "b.example"]),
        ("1. <a href='https://a.example'>a.example</a>", &["a.example"]),
        ("(a.example)", &["a.example"]),
        ("a-bet.example", &["a-bet.example"]),
        ("&nbsp;a.example&nbsp;&nbsp;b.example&nbsp;", &["a.example", "b.example"]),
        ("www.<strong>lantern</strong>.example", &["www.lantern.example"]),
        (
            "<span><a href='http://a.example'>a.example</a></span><div>b.example</div>",
            &["a.example", "b.example"],
        ),
        ("<a href='x'>a.example<span class=sr-only> opens in a new tab</span></a>", &["a.example"]),
        ("<a href='x'>a.example (opens in a new tab)</a>, b.example", &["a.example", "b.example"]),
        ("<a href='x'>a.example<span> (External  link)</span></a>", &["a.example"]),
        ("<a href='https://a.example'>Website (opens in new tab)</a>", &["https://a.example"]),
        ("<a href='x'>a.example</a> (external link)<br>b.example", &["a.example", "b.example"]),
        ("a.example<br/>a.example", &["a.example"]),
        ("a.example/lottery", &["a.example/lottery"]),
        (",", &[]),
        ("-", &[]),
        (" &nbsp;\u{2013}&nbsp; ", &[]),
        ("", &[]),
        ("None", &[]),
        ("N/A", &[]),
        ("<a href='https://zumospin.example'>zumo<wbr>spin.example</a>", &["zumospin.example"]),
        ("zumo<wbr>spin.example", &["zumospin.example"]),
        ("bet1.example<wbr>bet2.example", &["bet1.example", "bet2.example"]),
        ("a.example<wbr> b.example", &["a.example", "b.example"]),
        (
            "<a href='https://a.example'>a.example</a><br><a href='https://b.example'>Visit website</a>",
            &["a.example", "https://b.example"],
        ),
        ("a.example <a href='https://www.a.example/'>Visit website</a>", &["a.example"]),
        ("a.example <a href='https://a.example'>\u{2197}</a>", &["a.example"]),
        ("<a href='https://a.example'><img alt='a.example'></a>", &["a.example"]),
        ("<a href='https://a.example'><img alt='c.example'></a>", &["https://a.example"]),
        (
            "a.example<br><a href='https://b.example'><img alt='b.example'></a>",
            &["a.example", "b.example"],
        ),
        ("<span style='display: none'>zumo</span>spin.example", &["spin.example"]),
        ("<span hidden><a href='https://a.example'>a</a></span>spin.example", &["spin.example"]),
    ] {
        let domains = domains.iter().map(|domain| (*domain).to_owned()).collect();
        assert_eq!(seen(html, &[]), (domains, Vec::new(), false), "{html}");
    }
}

#[test]
fn other_words_are_about_the_address_beside_them() {
    for (html, clear, doubtful) in [
        ("formerly a.example", "", "a.example"),
        ("a.example (inactive)", "", "a.example"),
        ("<a href='x'>a.example (inactive, opens in a new tab)</a>", "", "a.example"),
        ("<a href='x'>a.example (inactive) (opens in a new tab)</a>", "", "a.example"),
        ("a.example - revoked", "", "a.example"),
        ("a.example b.example <img alt='Permit suspended'>", "", "a.example b.example"),
        ("<a href='https://a.example' title='No longer licensed'>a.example</a>", "", "a.example"),
        ("a.example<img alt='Permit suspended'>", "", "a.example"),
        ("a.example, closed", "", "a.example"),
        ("a.example\u{ff0c}closed", "", "a.example"),
        (
            "a.example, b.example, closed, c.example, d.example",
            "",
            "a.example b.example c.example d.example",
        ),
        ("a.example, www.a.example (both closed)", "", "a.example www.a.example"),
        ("a.example, b.example, c.example (all closed)", "", "a.example b.example c.example"),
        (
            "a.example<br>Former sites<br>b.example<br>c.example",
            "",
            "a.example b.example c.example",
        ),
        ("a.example<sup>1)</sup>", "", "a.example"),
        ("a.example, b.example 1.", "a.example", "b.example"),
        ("a.example, b.example (mobile), c.example", "a.example c.example", "b.example"),
        ("a.example, b.example (suspended), c.example", "a.example c.example", "b.example"),
        ("a.example, (suspended) b.example", "a.example", "b.example"),
        ("<a href='https://a.example'>a.example</a> (suspended)", "", "a.example"),
        (
            "<a href='https://a.example'>a.example</a> \
             <a href='https://b.example'>permit revoked</a>",
            "",
            "a.example",
        ),
        ("<a href='https://a.example'>Bet Casino (suspended)</a>", "", "https://a.example"),
        ("<a href='https://a.example'>Inactive</a>", "", "https://a.example"),
        ("<a href='https://a.example'>Facebook</a>", "", "https://a.example"),
        ("<a href='https://a.example'>Contact</a>", "", "https://a.example"),
        ("<a href='https://a.example'>Dormant</a>", "", "https://a.example"),
        ("<a href='https://a.example'>(closed)</a>", "", "https://a.example"),
        ("<a href='https://a.example'>Closed</a>", "", "https://a.example"),
        ("<a href='https://a.example'>TERMINATED.</a>", "", "https://a.example"),
        ("<a href='https://a.example'>Blocked</a>", "", "https://a.example"),
        ("a.example <a href='https://notices.example'>Suspended</a>", "", "a.example"),
        ("<a href='https://www.reviews.example'>Reviews</a> a.example", "", "a.example"),
        ("a.example<br><a href='https://reviews.example'>Reviews</a>", "a.example", ""),
        ("a.example <a href='https://b.example'>Visit website</a>", "", "a.example"),
        ("a.example<br><a href='https://b.example'>\u{2197}</a>", "a.example", ""),
        ("a<wbr>b.example Suspended", "", "ab.example"),
        ("<a href='https://a.example'>formerly b.example</a>", "", "https://a.example"),
        ("Revoked: a.example, b.example", "", "a.example b.example"),
        ("Active:<br>a.example<br>Former:<br>b.example", "", "a.example b.example"),
        ("a.example<br>b.example (suspended)<br>c.example", "a.example c.example", "b.example"),
        ("a.example<br>closed<br>b.example", "", "a.example b.example"),
        ("a.example, MonkeyBalls, b.example", "a.example b.example", ""),
        ("REVOKED<br>a.example<br>b.example", "", "a.example b.example"),
        ("golden-<br>mango.example", "", "mango.example"),
        ("a.example, a.example (closed)", "", "a.example"),
        ("a.example<sup>1</sup>", "", "a.example"),
        ("<a href='https://a.example'>a.example</a>*", "", "a.example"),
        ("a.example\u{b2}, b.example", "b.example", "a.example"),
        ("*a.example", "", "a.example"),
        ("\u{274c} a.example", "", "a.example"),
        ("a.example \u{2192} b.example", "", "a.example b.example"),
        ("a.example or b.example", "", "a.example b.example"),
        ("To be confirmed", "", ""),
        ("a&nbsp;.example", "", ""),
        ("a.example 1.5.2026", "", "a.example"),
        ("<s>a.example</s>", "", ""),
        ("<a href='https://a.example'><s>a.example</s></a>", "", ""),
        ("<a href='https://a.example'><s>a.example</s></a>, b.example", "b.example", ""),
        ("<s>a.example</s>, b.example", "b.example", ""),
        ("<del><a href='https://a.example'>a</a></del> b.example", "b.example", ""),
    ] {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(seen(html, &[]), (words(clear), words(doubtful), true), "{html}");
    }
}

#[test]
fn the_words_about_an_address_are_kept() {
    for (html, words) in [
        ("a.example (sports)", "a.example (sports)"),
        ("a.example, closed", "closed"),
        ("<a href='https://a.example'>Inactive</a>", "Inactive"),
        ("Former sites: a.example", "Former sites: a.example"),
    ] {
        let page = Html::parse_document(&format!("<table><tr><td>{html}</td></tr></table>"));
        let cell = page.select(selector!("td")).next().unwrap();
        let accepted = Accepted::default();
        let listed = in_cell(&Survey::new(Iom, &accepted), "f", cell);
        assert_eq!(listed.addresses[0].words.as_deref(), Some(words), "{html}");
    }
}

#[test]
fn an_accepted_text_is_passed_over() {
    let domains = |html, accepted| seen(html, &[accepted]).0;
    assert_eq!(
        domains("a.example, MonkeyBalls, b.example", "monkeyballs"),
        ["a.example", "b.example"]
    );
    assert_eq!(
        domains("<a href='https://a.example'>Bet Casino</a>", "Bet Casino"),
        ["https://a.example"]
    );
}

#[test]
fn an_address_in_an_accepted_text_counts() {
    let with_address = seen("a.example (mobile), b.example", &["a.example (mobile)"]);
    assert_eq!(with_address, seen("a.example, b.example", &[]));
}

#[test]
fn a_register_of_texts_is_refused() {
    for (cells, is_refused) in [
        (&["a.example, b.example", "soon"][..], false),
        (&["a.example", "soon", "later"], true),
        (&["-", ""], false),
    ] {
        let accepted = Accepted::default();
        let survey = Survey::new(Iom, &accepted);
        cells.iter().for_each(|cell| drop(in_text(&survey, "f", cell)));
        assert_eq!(survey.check().is_err(), is_refused, "{cells:?}");
    }
}

/// A badge beside an address, and a part of an address that is struck out, are words about it.
#[test]
fn an_address_with_a_part_of_its_own_is_not_listed() {
    for (html, domains) in [
        ("a.example<span>Suspended</span>", &["a.example"][..]),
        ("<span>Suspended</span>a.example", &["a.example"]),
        (
            "https://a.example <b>b.example</b><span>Suspended</span>",
            &["b.example", "https://a.example"],
        ),
        ("<s>ginger</s>kraken.example", &["kraken.example"]),
        ("ginger<s>kraken.example</s>", &[]),
        ("ginger.exa<s>mple</s>", &[]),
        (
            "g\u{336}i\u{336}n\u{336}.\u{336}e\u{336}x\u{336}a\u{336}m\u{336}p\u{336}l\u{336}e\u{336}",
            &[],
        ),
    ] {
        let mut expected = domains.to_vec();
        expected.sort_unstable();
        let (clear, mut doubtful, has_texts) = seen(html, &[]);
        doubtful.sort_unstable();
        assert_eq!(
            (clear, doubtful, has_texts),
            (Vec::new(), expected.iter().map(|it| (*it).to_owned()).collect(), true),
            "{html}"
        );
    }
    for html in ["<b>a</b>.example", "a.exa<wbr>mple", "a.example<s>, gone</s>"] {
        let (clear, doubtful, _) = seen(html, &[]);
        assert_eq!((clear.len(), doubtful.len()), (1, 0), "{html}");
    }
}

proptest! {
    #[test]
    fn no_cell_panics(html in "(\\PC|[<>/a.,; \u{a0}-]){0,60}") {
        seen(&html, &[]);
        of_text(&html);
    }
}
