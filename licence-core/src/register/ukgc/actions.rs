//! The Commission's enforcement: the regulatory actions of the public register, and the titles of
//! news that announce one (guides to the registers, 1.4).
//!
//! Only companies are read. These entries are left out:
//!
//! - The subject has no legal form of a company.
//! - The text is about a personal licence.
//! - No sentence of a declared form names the day of the decision. The page has no column for that
//!   day, and the day on which the page was generated is another.

mod amount;
mod news;
mod page;
mod prose;
mod statement;

use std::borrow::Cow;

use crate::register::html_page::{HtmlPage, is_page};
use crate::register::reading::ListedAction;
use crate::register::{RegisterError, SourceFile, page_files};
use crate::time::Timestamp;
use news::news_actions;

/// Returns whether a file is a page of regulatory actions or a list of news. A page that cannot be
/// opened counts as one when it names them, so that its fault is reported. Any other page is in the
/// place of a table.
pub(super) fn is_one(file: &SourceFile) -> bool {
    let speaks_of_them =
        || String::from_utf8_lossy(&file.bytes).to_lowercase().contains("regulatory action");
    let is_one =
        || HtmlPage::open(file).map_or_else(|_| speaks_of_them(), |page| page::is_one(&page));
    news::is_one(file) || (is_page(&file.bytes) && is_one())
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
            let entries = page::entries(&page)?;
            actions.extend(entries.iter().filter_map(|entry| prose::action_of(entry, read_at)));
        }
    }
    actions.sort_by_cached_key(|action: &ListedAction| {
        (action.decision_date, serde_json::to_string(action).unwrap_or_default())
    });
    actions.dedup();
    Ok(actions)
}

#[cfg(test)]
mod tests;
