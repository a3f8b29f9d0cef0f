//! Notices beside a list, which speak against single holders whatever their rows say.

mod holders;

use std::collections::HashSet;

use scraper::ElementRef;

use super::NameKind;
use super::html_page::blocks_in;
use super::html_table::rows_of;
use super::layout::note;
use super::reading::ListedLicence;
use super::survey::{Notice, Survey};
use super::surveyed_page::SurveyedPage;
use crate::jurisdiction::JurisdictionCode;
use crate::status::wording::{has_phrase, has_word_out_of_force};
use holders::Holders;

/// How many lines under a heading that names a holder may be about it.
const MAX_LINES_UNDER_NAME: usize = 3;

/// Keeps the notices of a page, without those in its lists, panels and navigation. A legend that marks
/// holders by a typeface or colour refuses the page, because the readers see neither.
pub(super) fn keep(
    page: &SurveyedPage<'_>,
    headings: &HashSet<String>,
    is_list: impl Fn(ElementRef<'_>) -> bool,
) {
    let is_left_out = |it: ElementRef<'_>| {
        is_list(it) || matches!(it.value().name(), "mat-expansion-panel" | "nav")
    };
    let lines = blocks_in(page.root(), is_left_out).into_iter().map(|block| block.text);
    // A table that is no list says in a row who it is about.
    let tables = page.tables().filter(|table| !is_list(*table)).flat_map(rows_of);
    let lines: Vec<_> = lines.chain(tables.map(|row| row.text())).collect();
    for (at, text) in lines.iter().enumerate().filter(|(_, text)| has_notice_word(text)) {
        if has_phrase(text, TYPEFACES) && has_phrase(text, LEGEND_NOUNS) {
            page.note_unknown(NameKind::Heading, text, "");
        }
        let (mut over, mut introduced) = (None, Vec::new());
        // In the Isle of Man the headings and lines around a text may be those of other entries.
        if page.survey.code() != JurisdictionCode::Iom {
            over = heading_over(&lines[..at], headings).filter(|_| !headings.contains(text));
            introduced = lines_under(text, &lines[at + 1..], headings);
        }
        let (file, text) = (page.name().to_owned(), text.clone());
        page.survey.keep_notice(Notice { file, text, over, lines: introduced });
    }
}

fn heading_over(before: &[String], headings: &HashSet<String>) -> Option<String> {
    let near = before.iter().rev().take(MAX_LINES_UNDER_NAME);
    near.cloned().find(|line| headings.contains(line))
}

/// Returns the lines that a text with a colon or a heading introduces: those up to the next such text.
fn lines_under(text: &str, after: &[String], headings: &HashSet<String>) -> Vec<String> {
    let introduces =
        |line: &str| line.ends_with(':') || (headings.contains(line) && !line.ends_with('?'));
    let lines = after.iter().take_while(|line| introduces(text) && !introduces(line));
    lines.cloned().collect()
}

/// Adds to each licence the first notice that names it, by the holder, the number or a site.
pub(super) fn note_named(survey: &Survey<'_>, licences: &mut [ListedLicence]) {
    let notices = survey.notices();
    if notices.is_empty() {
        return;
    }
    let holders = Holders::new(survey.code(), licences);
    for notice in notices.iter() {
        let of_text = Some(holders.named_in(&notice.text)).filter(|it| has_notice_word(&it.beside));
        let of_text = of_text.map(|named| (named, notice.text.clone()));
        let of_lines = notice.lines.iter().map(|line| (holders.named_in(line), line));
        let of_lines = of_lines.filter(|(named, _)| named.is_whole_line());
        let of_lines = of_lines.map(|(named, line)| (named, format!("{} {line}", notice.text)));
        let of_over = notice.over.iter().map(|line| (holders.named_in(line), line));
        let of_over = of_over.filter(|(named, _)| {
            named.is_whole_line() && holders.named_in(&notice.text).licences.is_empty()
        });
        let of_over = of_over.map(|(named, line)| (named, format!("{line}: {}", notice.text)));
        for (named, text) in of_text.into_iter().chain(of_lines).chain(of_over) {
            for at in named.licences {
                let status = &mut licences[at].status_text;
                let told = status.as_deref().unwrap_or_default();
                let is_told = told.contains(&text) || told.contains("Notice: ");
                let remark = survey.text_remark(&notice.file, "Notice", &text);
                note(status, &Vec::from_iter(remark.filter(|_| !is_told)));
            }
        }
    }
}

/// Returns whether a text has a word with which a regulator takes a licence out of force. Words that
/// are also said of tournaments, offices and complaints (`ended`, `closed`) count only beside a word for
/// a licence.
fn has_notice_word(text: &str) -> bool {
    const OF_LICENCES: &str = "blacklisted delisted deregistered suspend suspended suspending \
        suspends suspension revocation revoke revoked revokes revoking unauthorised unauthorized \
        unlicensed";
    const LICENCE: &str = "authorisation authorised authorization authorized certificate \
        certification licence licences license licensed licenses permit permits register registry";
    const WORDS: [&str; 18] = [
        "cancel",
        "cancels",
        "ended",
        "former",
        "invalid",
        "lost",
        "not authorised",
        "not authorized",
        "not hold",
        "not licensed",
        "not to renew",
        "prohibited",
        "surrender",
        "surrenders",
        "terminates",
        "void",
        "withdrew",
        "without a",
    ];
    has_phrase(text, OF_LICENCES.split(' '))
        || (has_phrase(text, LICENCE.split(' '))
            && (has_word_out_of_force(text) || has_phrase(text, WORDS)))
}

/// Words of a legend that tells by a typeface or colour.
const TYPEFACES: [&str; 10] = [
    "asterisk",
    "bold",
    "grey",
    "highlighted",
    "in gray",
    "in red",
    "italic",
    "italics",
    "marked",
    "shaded",
];
/// The nouns for holders in such a legend.
const LEGEND_NOUNS: [&str; 9] = [
    "companies",
    "domains",
    "holders",
    "licences",
    "licensees",
    "licenses",
    "operators",
    "permits",
    "sites",
];

#[cfg(test)]
mod tests;
