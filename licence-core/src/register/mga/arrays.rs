//! The list before 2024: `Results1.aspx`, a page whose script holds one array for each column.

use super::cells::{Printed, is_registration_number};
use super::list::Entry;
use super::{guid, js_array};
use crate::register::RegisterError;
use crate::register::html_page::{HtmlPage, selector};
use crate::text::{collapsed, quoted, trimmed};

const COMPANY: &str = "vArrayCompanyName";
const NUMBER: &str = "vArrayLicenceNumber";
const KIND: &str = "vArrayLicenceClass";
const STATUS: &str = "vArrayStatus";
const REGISTRATION: &str = "vArrayRegNumber";
const SEAL: &str = "vArrayCompanySeal";

/// The script that holds the arrays, when the page has one.
pub(super) fn script_of(page: &HtmlPage<'_>) -> Option<String> {
    let scripts = page.all(selector!("script")).map(|script| script.text().collect::<String>());
    scripts.into_iter().find(|script| script.contains(COMPANY))
}

/// The entries of the list. Addresses, telephone numbers and mail addresses are not read.
pub(super) fn entries(page: &HtmlPage<'_>, script: &str) -> Result<Vec<Entry>, RegisterError> {
    let companies = array(page, script, COMPANY)?;
    if companies.is_empty() {
        return Err(page.malformed(format!("{COMPANY} is empty")));
    }
    let column = |name: &str| {
        let texts = array(page, script, name)?;
        as_long(page, name, texts, companies.len())
    };
    let [numbers, kinds, statuses] = [column(NUMBER)?, column(KIND)?, column(STATUS)?];
    let [registrations, seals] = [column(REGISTRATION)?, seals(page, script, companies.len())?];
    (0..companies.len())
        .map(|at| {
            let printed = Printed::parse(&numbers[at], &kinds[at], &statuses[at]);
            let company = collapsed(&companies[at]);
            match printed {
                Err(fault) => Err(page.malformed(format!("entry {}: {fault}", at + 1))),
                Ok(_) if company.is_empty() || is_registration_number(&company) => {
                    let shown = quoted(&company);
                    Err(page
                        .malformed(format!("entry {}: the company is {shown}, no name", at + 1)))
                }
                Ok(printed) => Ok(Entry {
                    company,
                    registration: collapsed(&registrations[at]),
                    printed,
                    guid: guid::whole(trimmed(&seals[at]))
                        .or_else(|| guid::in_seal_link(&seals[at])),
                }),
            }
        })
        .collect()
}

/// The array of seals is twice as long as the others, its second half the first again.
fn seals(page: &HtmlPage<'_>, script: &str, entries: usize) -> Result<Vec<String>, RegisterError> {
    let mut seals = array(page, script, SEAL)?;
    if seals.len() == 2 * entries {
        let second = seals.split_off(entries);
        if seals != second {
            return Err(page.malformed(format!("the halves of {SEAL} differ")));
        }
    }
    as_long(page, SEAL, seals, entries)
}

fn array(page: &HtmlPage<'_>, script: &str, name: &str) -> Result<Vec<String>, RegisterError> {
    let texts = js_array::texts(script, name);
    let texts =
        texts.ok_or_else(|| page.malformed(format!("{name} is missing or no array of texts")))?;
    Ok(texts.into_iter().map(|text| without_entities(&text)).collect())
}

fn as_long(
    page: &HtmlPage<'_>,
    name: &str,
    texts: Vec<String>,
    entries: usize,
) -> Result<Vec<String>, RegisterError> {
    if texts.len() == entries {
        return Ok(texts);
    }
    let found = texts.len();
    Err(page.malformed(format!("{name} has {found} entries, {COMPANY} has {entries}")))
}

/// The page puts the texts into its table as HTML.
fn without_entities(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let escaped = text.replace('<', "&lt;");
    scraper::Html::parse_fragment(&escaped).root_element().text().collect()
}
