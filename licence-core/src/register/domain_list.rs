//! Cells that list several domains: links, plain text, and every kind of separator (guide to the
//! registers 5.3, 7).

use std::collections::HashSet;

use scraper::ElementRef;

use super::contradiction::is_of_others;
use super::domain_cell::{NoHost, host_of};
use super::html_page::text_in;
use super::html_table::{Piece, lines};
use super::reading::ListedDomain;
use crate::text::{collapsed, trimmed};

const DASHES: &[char] =
    &['-', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];
/// Marks that stand around an address and never belong to one.
const WRAPPERS: &[char] =
    &['(', ')', '[', ']', '"', '\'', '\u{201c}', '\u{201d}', ',', ';', '|', '\u{2022}'];

/// What joins two addresses of a list.
const JOINING: &[&str] = &["and", "or", "&", "+", "/"];

/// Words for what is there and for what a link does, which say nothing of whether it is licensed.
const LABELS: &[&str] = &[
    "address",
    "app",
    "betting",
    "bingo",
    "brand",
    "casino",
    "desktop",
    "domain",
    "domains",
    "english",
    "games",
    "lottery",
    "main",
    "mobile",
    "new",
    "poker",
    "primary",
    "site",
    "sites",
    "slots",
    "sport",
    "sports",
    "sportsbook",
    "url",
    "urls",
    "visit",
    "web",
    "website",
    "websites",
];

/// What links say to those who hear a page.
const OF_LINKS: &[&str] = &[
    "opens in a new tab",
    "opens in a new window",
    "opens in new tab",
    "opens in new window",
    "external link",
];

/// Words of headings over several addresses.
const OF_SEVERAL: &[&str] = &["domains", "following", "sites", "urls", "websites"];

/// How many words a mark has at most; more are a sentence of something else.
const MAX_MARK: usize = 4;

/// The longest text that is kept whole, in characters: more would be no cell of a register.
const MAX_KEPT: usize = 500;

/// By which a mark speaks of more than one of them.
const OF_ALL: &[&str] = &["all", "both"];

/// The domains that a cell of a page lists, each as it stands there. The address of a link counts
/// where its text names no host (`Website`).
pub(crate) fn domains_in(cell: ElementRef<'_>) -> Vec<ListedDomain> {
    let named = |(text, address): &Piece<'_>| match address.filter(|it| is_label(text, Some(it))) {
        Some(address) => vec![trimmed(address).to_owned()],
        None => addresses(text),
    };
    listed(by_line(cell, |line| line.iter().flat_map(named).collect()))
}

/// What is read of the lines of a cell that hold addresses, and what joins them, alone.
///
/// A line with other words in it (`formerly a.example`, `a.example (suspended)`) is kept whole: it
/// says something of its addresses that is not for us to guess. So is the cell, where a line is a
/// heading over others.
pub(crate) fn by_line<'c>(
    cell: ElementRef<'c>,
    read: impl Fn(&[Piece<'c>]) -> Vec<String>,
) -> Vec<String> {
    let lines = lines(cell);
    let (with, without): (Vec<_>, Vec<_>) = lines.iter().partition(|line| has_address(line));
    if !with.is_empty() && without.iter().any(|line| is_heading(line)) {
        return vec![kept(&text_in(cell))];
    }
    let of_line = |line: &Vec<Piece<'c>>| match is_list(line) {
        true => read(line),
        // What is beside the addresses of other lines (`Tel: …`) is none.
        false if !with.is_empty() && !has_address(line) => Vec::new(),
        false => remarked(&line.iter().map(|(text, _)| text.as_str()).collect::<String>()),
    };
    lines.iter().flat_map(of_line).collect()
}

/// The addresses of a line with other words in it. A remark in brackets behind one of several is
/// about that one.
fn remarked(line: &str) -> Vec<String> {
    let items: Vec<_> = line.split([',', ';']).map(trimmed).collect();
    let is_clear = |item: &&str| {
        let (address, remark) = item.split_once(" (").unwrap_or((item, ")"));
        names_host(address)
            && remark.ends_with(')')
            && !words(remark).iter().any(|word| is_of_all(word))
    };
    match items.iter().all(is_clear) {
        true => items.into_iter().map(collapsed).collect(),
        false => vec![kept(line)],
    }
}

fn is_of_all(word: &str) -> bool {
    is_one_of(word, OF_ALL)
}

/// A text that is no address, for what it says.
fn kept(text: &str) -> String {
    let text = collapsed(text);
    match text.char_indices().nth(MAX_KEPT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Whether a line without an address is about those of other lines.
fn is_heading(line: &[Piece<'_>]) -> bool {
    let text: String = line.iter().map(|(text, _)| text.as_str()).collect();
    is_of_others(&text) || (trimmed(&text).ends_with(':') && !is_list(line))
}

fn has_address(line: &[Piece<'_>]) -> bool {
    line.iter().any(|(text, address)| is_label(text, *address) || !addresses(text).is_empty())
}

fn is_list(line: &[Piece<'_>]) -> bool {
    let is_of_a_list = |word: &String| is_neutral(word) || is_like_an_address(word);
    let is_one = |text: &str| {
        let text = OF_LINKS.iter().fold(text.to_lowercase(), |text, note| text.replace(note, " "));
        words(&text).iter().all(is_of_a_list)
    };
    line.iter().all(|(text, address)| is_label(text, *address) || is_one(text))
}

/// Whether a text only names the link that it is (`Website`).
fn is_label(text: &str, address: Option<&str>) -> bool {
    let leads_to_a_host = address.is_some_and(|address| names_host(trimmed(address)));
    leads_to_a_host && !is_of_others(text) && !words(text).iter().any(|word| names_host(word))
}

/// The words of a text that have a point inside them.
pub(crate) fn addresses(text: &str) -> Vec<String> {
    words(text).into_iter().filter(|word| is_like_an_address(word)).collect()
}

fn is_one_of(word: &str, known: &[&str]) -> bool {
    known.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// What joins two addresses, or the number of an item.
fn is_joining(word: &str) -> bool {
    let number = word.trim_end_matches(['.', ')']);
    let is_number = number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number || is_one_of(word, JOINING)
}

fn is_neutral(word: &str) -> bool {
    is_joining(word) || is_one_of(word.trim_end_matches(':'), LABELS)
}

/// With a point inside it, whether it is one or not: what is none is kept by itself.
fn is_like_an_address(word: &str) -> bool {
    word.trim_end_matches('.').contains('.')
}

/// The domains in a text that is cut at commas only; a part that holds several hosts side by side
/// is cut there too.
///
/// A mark behind an address (`a.example (closed)`) is one of that address, alone between commas of
/// the one before it and of all behind it, before an address of that and all behind it, and of the
/// whole list where it speaks of all or both: these are kept whole.
pub(crate) fn domains_of(list: &str) -> Vec<ListedDomain> {
    let parts: Vec<_> = list.split(',').map(trimmed).filter(|part| !is_none(part)).collect();
    let clear = (0..).zip(&parts).find_map(|(at, part)| clear_before(at, part));
    let (clear, marked) = parts.split_at(clear.unwrap_or(parts.len()));
    let marked = (!marked.is_empty()).then(|| kept(&marked.join(", ")));
    listed(clear.iter().flat_map(|part| hosts_or_whole(part)).chain(marked).collect())
}

/// Up to where a mark in the part at a place leaves the list as it is; `None` without such a mark.
fn clear_before(at: usize, part: &str) -> Option<usize> {
    let said = words_beside(part);
    if !is_of_others(&said) {
        return None;
    }
    let words = words(part);
    if words.iter().any(|word| is_of_all(word)) {
        return Some(0);
    }
    match words.iter().position(|word| is_like_an_address(word)) {
        Some(0) => None,
        Some(_) => Some(at),
        None => Some(at.saturating_sub(1)),
    }
}

/// The domains in a text that goes on to say other things. Three words and more that are none end
/// the list. So do fewer that say that they are none of those in force: these are about the address
/// before them, unless they are the heading of others.
pub(crate) fn domains_in_prose(text: &str) -> Vec<String> {
    let words = words(text);
    let mut cells: Vec<String> = Vec::new();
    let of_one_kind = |a: &String, b: &String| is_like_an_address(a) == is_like_an_address(b);
    for run in words.chunk_by(of_one_kind) {
        if is_like_an_address(&run[0]) {
            cells.extend(run.iter().map(|word| word.trim_end_matches(['.', ':']).to_owned()));
            continue;
        }
        let said: Vec<_> = run.iter().filter(|word| !is_joining(word)).collect();
        let text_of_run = run.join(" ");
        match (cells.last_mut(), is_of_others(&text_of_run)) {
            (None, true) => return vec![kept(text)],
            (Some(before), true) => {
                if said.len() <= MAX_MARK && !is_of_several(run) {
                    *before = kept(&format!("{before} {text_of_run}"));
                }
                break;
            }
            (Some(_), false) if said.len() >= 3 => break,
            (_, false) => {}
        }
    }
    cells
}

/// Whether words are the heading of several addresses behind them.
fn is_of_several(words: &[String]) -> bool {
    let ends_as_one = words.last().is_some_and(|word| word.ends_with(':'));
    ends_as_one || words.iter().any(|word| is_one_of(word, OF_SEVERAL))
}

/// The words of a text that are no addresses.
fn words_beside(text: &str) -> String {
    words(text).into_iter().filter(|word| !is_like_an_address(word)).collect::<Vec<_>>().join(" ")
}

fn hosts_or_whole(part: &str) -> Vec<String> {
    let words = words(part);
    let is_one = words.len() <= 1;
    let (hosts, others): (Vec<_>, Vec<_>) = words.into_iter().partition(|word| names_host(word));
    match !is_one && !hosts.is_empty() && others.iter().all(|word| is_neutral(word)) {
        true => hosts,
        false => vec![part.to_owned()],
    }
}

/// Cut at blanks, commas and semicolons; at a hyphen only beside a blank, because host names have
/// hyphens, but at a longer dash anywhere.
fn words(text: &str) -> Vec<String> {
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|');
    let is_long_dash =
        |c: char| c != '-' && c != '\u{2011}' && c != '\u{2010}' && DASHES.contains(&c);
    let words = text.split(|c| separates(c) || is_long_dash(c));
    let bare = words.map(|word| trimmed(word.trim_matches(WRAPPERS).trim_matches(DASHES)));
    bare.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Blank, or dashes only.
fn is_none(text: &str) -> bool {
    trimmed(trimmed(text).trim_matches(DASHES)).is_empty()
}

fn names_host(text: &str) -> bool {
    !matches!(host_of(text), Err(NoHost::NotAHost))
}

/// Whether a text is one address and nothing else: in the column of a name it is out of place.
pub(crate) fn is_address(text: &str) -> bool {
    names_host(text)
}

fn listed(domains: Vec<String>) -> Vec<ListedDomain> {
    let mut known = HashSet::new();
    let each_once = domains.into_iter().filter(|domain| known.insert(domain.clone()));
    each_once.map(|domain| ListedDomain { domain, ..ListedDomain::default() }).collect()
}

#[cfg(test)]
mod tests {
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
            (
                "a.example, b.example, closed, c.example",
                &["a.example", "b.example, closed, c.example"],
            ),
            ("Revoked: a.example, b.example", &["Revoked: a.example, b.example"]),
            (
                "a.example, former: b.example, c.example",
                &["a.example", "former: b.example, c.example"],
            ),
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
            (",", &[]),
            ("a.example<br>Tel: +44 1624 000000<br>Ours since 2001", &["a.example"]),
            ("1. a.example 2) b.example", &["a.example", "b.example"]),
            ("Main site: a.example, Mobile: b.example", &["a.example", "b.example"]),
            ("Casino:<br>a.example<br>Poker:<br>b.example", &["a.example", "b.example"]),
            (
                "a.example<br>b.example (suspended)<br>c.example",
                &["a.example", "b.example (suspended)", "c.example"],
            ),
            (
                "Active:<br>a.example<br>Former:<br>b.example",
                &["Active: a.example Former: b.example"],
            ),
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
}
