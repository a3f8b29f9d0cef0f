//! Tobique: saved pages of the list of licensees and of the sites' seals (guides to the registers,
//! section 6). No page of this register was seen when the reader was written: both kinds are read
//! by their columns and labels, and what a seal prints is kept as it stands.
//!
//! Listed is licensed. A seal whose word no table knows as licensed takes that word into the
//! licence, where it is unknown, and onto its domain, which then is no pass; a word that only says
//! that the domain was removed delists the domain and leaves the licence alone.

mod join;
mod list;
mod seal;
mod seal_host;
mod words;

use super::html_page::HtmlPage;
use super::layout::Survey;
use super::reading::RegisterReading;
use super::{RegisterError, SourceFile, page_files};
use crate::jurisdiction::JurisdictionCode;
use crate::provenance::SourceKind;
use crate::text::folded;
use crate::time::Timestamp;

/// The site of the regulator's licensing agent, under which the seals are served. Where the list
/// of licensees is published is not known.
pub const SOURCE_URL: &str = "https://dlagglobal.com";

const EXPECTED: &str = "a page of the Tobique Gaming Commission: its list of licensees (a table with \
                        columns of operators and web sites) or a seal (domain and status, labelled)";

/// Reads the register as it was at `read_at`.
///
/// The files are told apart by their content and may come in any order: the pages of the list,
/// and any number of seal pages. With a list the reading is complete; seals alone make a partial
/// one. A domain that only a seal has is kept under its operator, whose listed domains are then
/// not all there are.
///
/// # Errors
/// [`RegisterError`] naming the file: a page that is neither or is cut off, a page given twice, a
/// row without operator, a cell of another column, a seal that is not served from
/// `seals.dlagglobal.com` or does not say its domain and status, a seal of no listed operator.
pub(super) fn read(
    survey: &Survey<'_>,
    files: &[SourceFile],
    read_at: Timestamp,
) -> Result<RegisterReading, RegisterError> {
    let files = page_files::saved_pages(files, "the pages of the list, or seal pages")?;
    let (mut rows, mut seals, mut has_list) = (Vec::new(), Vec::new(), false);
    for file in &files {
        let page = HtmlPage::open(file)?;
        let may_be_a_list = names_the_regulator(&page) && !seal_host::is_of_a_seal(file, &page);
        let list = may_be_a_list.then(|| list::list_of(survey, &page)).flatten();
        match list {
            Some(found) => {
                rows.extend(found?);
                has_list = true;
            }
            None => seals.push(seal::Seal::parse(survey, file, &page)?),
        }
    }
    Ok(RegisterReading {
        jurisdiction: JurisdictionCode::Tgc,
        read_at,
        complete: has_list,
        source_url: Some(SOURCE_URL.to_owned()),
        source_kind: SourceKind::Scraped,
        licences: join::licences(rows, seals, has_list, read_at)?,
        regulatory_actions: Vec::new(),
    })
}

fn names_the_regulator(page: &HtmlPage<'_>) -> bool {
    folded(&page.text()).contains("tobique")
}

#[cfg(test)]
mod tests;
