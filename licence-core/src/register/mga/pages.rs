//! The files sorted by content: pages of the list, and seal pages.

use std::borrow::Cow;
use std::collections::HashMap;

use super::list::{self, Entry};
use super::seal::{self, Seal};
use crate::register::survey::Survey;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::{RegisterError, SourceFile};

const EXPECTED: &str = "a page of the Malta licensee register (mat-expansion-panel) or a seal page \
                        (table tblLicenses)";

/// The content of all files.
pub(super) struct Pages {
    /// Whether a list is among them.
    pub(super) has_list: bool,
    pub(super) entries: Vec<Entry>,
    pub(super) seals: Vec<Seal>,
}

impl Pages {
    /// Reads every file. Entries and seals come in an order of their own.
    pub(super) fn parse(
        survey: &Survey<'_>,
        files: &[Cow<'_, SourceFile>],
    ) -> Result<Self, RegisterError> {
        let (mut lists, mut seals) = (Vec::new(), Vec::new());
        for file in files.iter().map(AsRef::as_ref) {
            let page = SurveyedPage::open(survey, file)?;
            if list::is_one(&page) {
                lists.push(list::Page::parse(&page)?);
            } else if seal::is_one(&page) {
                seals.push(Seal::parse(file, &page)?);
            } else {
                return Err(page.is_not(EXPECTED));
            }
        }
        let has_list = !lists.is_empty();
        let mut entries = list::all_entries(lists)?;
        entries.sort_unstable();
        Ok(Self { has_list, entries, seals: each_company_once(seals)? })
    }
}

fn each_company_once(seals: Vec<Seal>) -> Result<Vec<Seal>, RegisterError> {
    let mut seen = HashMap::new();
    for seal in &seals {
        let Some(guid) = &seal.guid else { continue };
        if let Some(first) = seen.insert(guid, &seal.file) {
            let fault = format!("the seal {guid} a second time; the first is {first}");
            return Err(RegisterError::malformed(&seal.file, fault));
        }
    }
    Ok(seals)
}
