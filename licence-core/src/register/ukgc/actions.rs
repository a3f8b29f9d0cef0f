//! The Commission's enforcement: the regulatory actions of the public register, and the titles of
//! news that announce one (guides to the registers, 1.4).
//!
//! Only companies are read. An entry is left out if its subject has no legal form, and if its text states
//! no day of the decision in a declared form: the page has no column for that day, and the day on which the
//! page was generated is another.

mod amount;
mod news;
mod prose;
mod statement;

use std::borrow::Cow;

use crate::register::boilerplate::is_content;
use crate::register::html_page::{
    HtmlPage, blocks_in, is_page, is_struck, joined, selector, struck_around,
};
use crate::register::reading::ListedAction;
use crate::register::{RegisterError, SourceFile, page_files};
use crate::regulatory_action::is_company_name;
use crate::time::Timestamp;
use news::news_actions;

/// Returns whether a file is a list of news, or a page that names the regulatory actions and the Commission.
/// Any other page is in the place of a table.
pub(super) fn is_one(file: &SourceFile) -> bool {
    let text = || String::from_utf8_lossy(&file.bytes).to_lowercase();
    let names_them = |text: String| {
        let is_commissions =
            text.contains("gambling commission") || text.contains("gamblingcommission");
        text.contains("regulatory actions") && is_commissions
    };
    news::is_one(file) || (is_page(&file.bytes) && names_them(text()))
}

/// Returns the actions of the files, sorted, each once.
///
/// # Errors
/// A page given twice or cut off, one without an entry, a row of news without date or title.
pub(super) fn read(
    files: &[Cow<'_, SourceFile>],
    read_at: Timestamp,
) -> Result<Vec<ListedAction>, RegisterError> {
    page_files::check_no_duplicates(files)?;
    let mut actions = Vec::new();
    for file in files {
        if news::is_one(file) {
            actions.extend(news_actions(file)?);
        } else {
            let page = HtmlPage::open(file)?;
            let entries = entries(&page)?;
            let action_of = |it: &Entry| prose::action_of(&it.subject, &it.paragraphs, read_at);
            actions.extend(entries.iter().filter_map(action_of));
        }
    }
    actions.sort_by_cached_key(|action: &ListedAction| {
        (action.decision_date, serde_json::to_string(action).unwrap_or_default())
    });
    actions.dedup();
    Ok(actions)
}

/// A heading with the name of a licensee, and the paragraphs under it.
struct Entry {
    subject: String,
    paragraphs: Vec<String>,
}

/// Returns the entries of the page. The highest heading that names a company gives the level of the
/// licensees. A heading below it is the title of a part of the entry; but one that names a company ends
/// the entry, because nobody knows whom the text under it is about.
fn entries(page: &HtmlPage<'_>) -> Result<Vec<Entry>, RegisterError> {
    let blocks: Vec<_> = blocks(page).collect();
    let of_companies = blocks.iter().filter(|(_, text)| is_company_name(text));
    let level_of_licensees = of_companies.filter_map(|(level, _)| *level).min();
    let mut entries = Vec::<Entry>::new();
    let mut is_open = false;
    for (level, text) in blocks {
        if level.is_none() {
            let entry = entries.last_mut().filter(|_| is_open);
            entry.into_iter().for_each(|entry| entry.paragraphs.push(text.clone()));
        } else if level <= level_of_licensees || is_company_name(&text) {
            is_open = level == level_of_licensees;
            entries.extend(is_open.then(|| Entry { subject: text, paragraphs: Vec::new() }));
        }
    }
    entries.retain(|entry| !entry.paragraphs.is_empty());
    if !entries.iter().any(|entry| is_company_name(&entry.subject)) {
        return Err(page.is_not("headings that name licensees, with paragraphs under them"));
    }
    Ok(entries)
}

/// Returns the texts of headings, with their levels, and of paragraphs, without page boilerplate and what
/// is struck out.
fn blocks(page: &HtmlPage<'_>) -> impl Iterator<Item = (Option<u32>, String)> {
    let blocks = page.all(selector!("h1, h2, h3, h4, h5, h6, p, li"));
    let blocks = blocks.filter(|block| is_content(*block) && struck_around(*block) == 0);
    let texts = blocks.map(|block| {
        let level = block.value().name().strip_prefix('h').and_then(|level| level.parse().ok());
        (level, joined(blocks_in(block, |part| is_struck(part.value()))))
    });
    texts.filter(|(_, text)| !text.is_empty())
}

#[cfg(test)]
mod tests;
