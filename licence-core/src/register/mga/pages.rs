//! The files told apart: pages of the list in either form, and seal pages.

use std::borrow::Cow;
use std::collections::HashMap;

use super::list::{self, Entry};
use super::seal::Seal;
use super::{arrays, seal};
use crate::register::html_page::HtmlPage;
use crate::register::layout::Survey;
use crate::register::{RegisterError, RegisterFault, SourceFile};

const EXPECTED: &str = "a page of the Malta licensee register (mat-expansion-panel, or the arrays \
                        of Results1.aspx) or a seal page (table tblLicenses)";

/// What all the files say.
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
        let (mut panels, mut arrays, mut seals) = (Vec::new(), Vec::new(), Vec::new());
        for file in files.iter().map(AsRef::as_ref) {
            let page = HtmlPage::open(file)?;
            if list::is_one(&page) {
                panels.push(list::Page::parse(survey, &page)?);
            } else if let Some(script) = arrays::script_of(&page) {
                arrays.push((file, arrays::entries(&page, &script)?));
            } else if seal::is_one(&page) {
                seals.push(Seal::parse(survey, file, &page)?);
            } else {
                return Err(page.is_not(EXPECTED));
            }
        }
        let has_list = !panels.is_empty() || !arrays.is_empty();
        let mut entries = one_form(list::all_entries(panels)?, arrays)?;
        entries.sort_unstable();
        Ok(Self { has_list, entries, seals: each_company_once(seals)? })
    }
}

/// `Results1.aspx` is the whole list on one page.
fn one_form(
    panels: Vec<Entry>,
    mut arrays: Vec<(&SourceFile, Vec<Entry>)>,
) -> Result<Vec<Entry>, RegisterError> {
    let Some((file, entries)) = arrays.pop() else { return Ok(panels) };
    if panels.is_empty() && arrays.is_empty() {
        return Ok(entries);
    }
    let fault = "a second list; a read has one, in the form of today or of Results1.aspx";
    Err(RegisterError::of_file(&file.name, RegisterFault::Malformed(fault.to_owned())))
}

fn each_company_once(seals: Vec<Seal>) -> Result<Vec<Seal>, RegisterError> {
    let mut seen = HashMap::new();
    for seal in &seals {
        let Some(guid) = &seal.guid else { continue };
        if let Some(first) = seen.insert(guid, &seal.file) {
            let fault = format!("the seal {guid} a second time; the first is {first}");
            return Err(RegisterError::of_file(&seal.file, RegisterFault::Malformed(fault)));
        }
    }
    Ok(seals)
}

/// The refusal of a page that has the marks of a register page but not its labels.
pub(super) fn another_layout(page: &HtmlPage<'_>, what: &str) -> RegisterError {
    page.is_not(&format!("{what}, as the English page has it"))
}
