//! Notices beside a list. They may say that a holder's licence is not in force, whatever its row says.

mod holders;

use std::collections::HashSet;

use ego_tree::{NodeId, NodeRef};
use scraper::{ElementRef, Node};

use super::NameKind;
use super::html_page::{blocks_in, elements_around, is_called, is_text, selector, text_in};
use super::html_table::rows_of;
use super::layout::{is_general, is_nothing, note};
use super::notice_words::{has_notice_word, is_notice};
use super::reading::ListedLicence;
use super::survey::{NamedBy, Notice, Survey};
use super::surveyed_page::SurveyedPage;
use crate::check::names::{is_unmistakable_form, tokens};
use crate::jurisdiction::JurisdictionCode;
use crate::status::wording::has_phrase;
use crate::text::collapsed;
use holders::{Holders, Named};

/// Within how many lines under a title that names a holder its decision stands.
const MAX_LINES_UNDER_NAME: usize = 3;

/// Keeps the texts of a page that may be notices: those outside of its lists, panels and navigation, and
/// the lines under its titles and after its paragraphs. A legend that marks holders by a typeface or
/// colour refuses the page, because the readers see neither.
pub(super) fn keep(
    page: &SurveyedPage<'_>,
    titles: &[ElementRef<'_>],
    is_list: impl Fn(ElementRef<'_>) -> bool,
) {
    let is_left_out = |it: ElementRef<'_>| {
        is_list(it) || matches!(it.value().name(), "mat-expansion-panel" | "nav")
    };
    let keep = |text, named| {
        let notice = Notice { file: page.name().to_owned(), text, named };
        page.survey.notices.borrow_mut().insert(notice);
    };
    let texts = blocks_in(page.root(), is_left_out).into_iter().map(|block| block.text);
    // A table that is no list says in a row who it is about.
    let tables = page.tables().filter(|table| !is_list(*table)).flat_map(rows_of);
    for text in texts.chain(tables.map(|row| row.text())) {
        let is_legend =
            [TYPEFACES, LEGEND_NOUNS].iter().all(|it| has_phrase(&text, it.split(" | ")));
        if is_legend && has_notice_word(&text) {
            page.note_unknown(NameKind::Heading, &text, "");
        }
        keep(text, NamedBy::Itself);
    }
    let ids: HashSet<_> = titles.iter().map(|title| title.id()).collect();
    let is_in_a_list = |title: &ElementRef<'_>| elements_around(**title).any(&is_left_out);
    // In the Isle of Man each entry of the list has a heading.
    let is_of_entry = |title: &ElementRef<'_>| {
        page.survey.code == JurisdictionCode::Iom && title.value().name() != "dt"
    };
    for title in titles.iter().filter(|title| !(is_in_a_list(title) || is_of_entry(title))) {
        let (text, lines) = (text_in(*title), lines_under(*title, &ids, is_left_out));
        if is_title_of_notices(&text) {
            keep(text.clone(), NamedBy::Itself);
            keep(text, NamedBy::Lines(lines));
        } else if let Some(line) = decision_in(lines) {
            keep(line, NamedBy::Title(text));
        }
    }
    for name in page.all(selector!("p")).filter(|name| !is_in_a_list(name)) {
        if let Some(line) = decision_after(name, &ids) {
            keep(line, NamedBy::Name(text_in(name)));
        }
    }
}

/// Returns the decision about a holder in the paragraphs after its name, up to the next title.
fn decision_after(name: ElementRef<'_>, titles: &HashSet<NodeId>) -> Option<String> {
    let is_title = |node: NodeRef<'_, Node>| titles.contains(&node.id());
    let after = name.next_siblings().filter_map(ElementRef::wrap);
    let after = after.take_while(|it| it.value().name() == "p" && !it.descendants().any(is_title));
    let after = after.take(2 * MAX_LINES_UNDER_NAME);
    decision_in(after.map(text_in).filter(|text| !text.is_empty()))
}

/// Returns the decision about a holder in the lines under its name. Between the two there may be a date.
fn decision_in(lines: impl IntoIterator<Item = String>) -> Option<String> {
    let near = lines.into_iter().take(MAX_LINES_UNDER_NAME);
    let has_digit = |line: &str| line.contains(|c: char| c.is_ascii_digit());
    let mut near = near.skip_while(|line| !is_decision(line) && has_digit(line));
    near.next().filter(|line| is_decision(line))
}

/// Returns the lines beside a title, which may stand in an element of its own, up to the next title, what
/// follows a list of them, the register's list or another part of the page; none if the first is `None`.
fn lines_under(
    title: ElementRef<'_>,
    titles: &HashSet<NodeId>,
    is_left_out: impl Fn(ElementRef<'_>) -> bool,
) -> Vec<String> {
    const LISTS: &str = "dl | ol | table | ul";
    let is_of_another = |node: NodeRef<'_, Node>| {
        titles.contains(&node.id()) || ElementRef::wrap(node).is_some_and(&is_left_out)
    };
    let ends = |node: NodeRef<'_, Node>| is_part(node) || node.descendants().any(is_of_another);
    let is_filled = |node: &NodeRef<'_, Node>| is_part(*node) || node.descendants().any(is_text);
    let mut under: Vec<_> = own_element(title).next_siblings().filter(is_filled).collect();
    under.truncate(under.iter().position(|node| ends(*node)).unwrap_or(under.len()));
    // What follows its list introduces something else.
    let after_list =
        under.windows(2).position(|pair| is_called(pair[0], LISTS) && !is_called(pair[1], LISTS));
    under.truncate(after_list.map_or(under.len(), |last| last + 1));
    let lines = under.into_iter().flat_map(|node| match ElementRef::wrap(node) {
        Some(element) => {
            blocks_in(element, &is_left_out).into_iter().map(|block| block.text).collect()
        }
        None => node.value().as_text().map(|text| collapsed(text)).into_iter().collect::<Vec<_>>(),
    });
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    let is_of_nobody = lines.first().is_some_and(|line| is_nothing(line.trim_end_matches('.')));
    if is_of_nobody { Vec::new() } else { lines }
}

/// Returns the largest element of a part of the page that holds a title and nothing else.
fn own_element(title: ElementRef<'_>) -> NodeRef<'_, Node> {
    let is_only_child = |node: NodeRef<'_, Node>| {
        let mut beside = node.prev_siblings().chain(node.next_siblings());
        beside.all(|it| !is_text(it) && !it.value().is_element())
    };
    let mut own = *title;
    while let Some(parent) = own.parent().filter(|it| is_only_child(own) && !is_part(*it)) {
        own = parent;
    }
    own
}

/// Returns whether a node is or begins a part of the page of its own.
fn is_part(node: NodeRef<'_, Node>) -> bool {
    is_called(node, "article | aside | footer | hr | nav | section")
}

/// Adds to each licence the first notice that names it, by the holder, the number or a site.
pub(super) fn note_named(survey: &Survey<'_>, licences: &mut [ListedLicence]) {
    let notices = survey.notices.borrow();
    if notices.is_empty() {
        return;
    }
    let holders = Holders::new(survey.code, licences);
    for notice in notices.iter() {
        for (named, text) in about(notice, &holders) {
            for at in named.licences {
                let status = &mut licences[at].status_text;
                let told = status.as_deref().unwrap_or_default();
                let is_told = told.contains(&text) || told.contains("Notice: ");
                let remark = survey.text_remark(&notice.file, "Notice", &text);
                note(status, remark.filter(|_| !is_told));
            }
        }
    }
}

/// Returns whom a notice is about, each with the sentence that says so.
fn about(notice: &Notice, holders: &Holders) -> Vec<(Named, String)> {
    let text = &notice.text;
    let own = holders.named_in(text);
    match &notice.named {
        NamedBy::Itself if !own.licences.is_empty() && is_notice(&own.beside) => {
            vec![(own, text.clone())]
        }
        NamedBy::Title(title) | NamedBy::Name(title) if own.licences.is_empty() => {
            let named = holders.named_in(title);
            let may_say_more = matches!(notice.named, NamedBy::Title(_));
            let is_about = named.is_whole_line() && (may_say_more || named.beside.is_empty());
            Vec::from_iter(is_about.then(|| (named, format!("{title}: {text}"))))
        }
        NamedBy::Itself | NamedBy::Title(_) | NamedBy::Name(_) => Vec::new(),
        NamedBy::Lines(lines) => {
            let lines = lines.iter().map(|line| (holders.named_in(line), format!("{text} {line}")));
            lines.filter(|(named, _)| named.is_whole_line()).collect()
        }
    }
}

/// Returns whether the lines under a title name the holders whom it takes out of force.
fn is_title_of_notices(text: &str) -> bool {
    is_notice(text) && !text.ends_with('?') && !has_phrase(text, ["how", "policy", "when"])
}

/// Returns whether a line is a notice about a holder that it does not name: it is not about what may be,
/// about several, or about another company.
fn is_decision(line: &str) -> bool {
    let is_of_a_company = || tokens(line).iter().any(|token| is_unmistakable_form(token));
    has_notice_word(line)
        && !line.ends_with('?')
        && !is_general(line)
        && !has_phrase(line, ["never", "no", "not", "when"])
        && !is_of_a_company()
}

/// Words of a legend that marks entries by a typeface or colour.
const TYPEFACES: &str = "asterisk | bold | colored | coloured | crossed out | grey | greyed | \
    highlighted | in blue | in gray | in green | in orange | in pink | in red | in yellow | italic | \
    italics | marked | shaded | struck through | underlined";
/// The nouns for holders in such a legend.
const LEGEND_NOUNS: &str = "companies | domains | entries | holders | licences | licensees | \
    licenses | names | operators | permits | rows | sites";

#[cfg(test)]
mod tests;
