//! Cells that list several domains: links, plain text, and every kind of separator (guide to the
//! registers 5.3, 7).

mod words;

use std::collections::HashSet;

use scraper::ElementRef;

use super::contradiction::{is_heading_of_others, is_marked, is_of_others, speaks_against};
use super::html_page::text_in;
use super::html_table::{Piece, lines};
use super::reading::ListedDomain;
use crate::text::{collapsed, trimmed};
pub(crate) use words::addresses;
use words::{
    OF_LINKS, is_joining, is_like_an_address, is_neutral, is_none, is_one_of, names_host, words,
};

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
    is_heading_of_others(&text) || (trimmed(&text).ends_with(':') && !is_list(line))
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
    let Some(address) = address else { return false };
    let names_one = || words(text).iter().any(|word| is_like_an_address(word) && names_host(word));
    let is_contrary = speaks_against(text) || is_marked(text) || is_heading_of_others(text);
    !is_contrary && !names_one() && names_host(trimmed(address))
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
    let words = words(part);
    let said: Vec<_> =
        words.iter().filter(|word| !is_like_an_address(word)).map(String::as_str).collect();
    if said.is_empty() || !is_of_others(&said.join(" ")) {
        return None;
    }
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

fn hosts_or_whole(part: &str) -> Vec<String> {
    let words = words(part);
    if words.len() <= 1 {
        return vec![part.to_owned()];
    }
    let (hosts, others): (Vec<_>, Vec<_>) = words.into_iter().partition(|word| names_host(word));
    match !hosts.is_empty() && others.iter().all(|word| is_neutral(word)) {
        true => hosts,
        false => vec![part.to_owned()],
    }
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
mod tests;
