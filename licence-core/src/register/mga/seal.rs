//! A seal page: one company, its licences and its web sites.

use std::collections::BTreeSet;

use scraper::ElementRef;

use super::cells::{Printed, is_in_force};
use super::guid;
use super::seal_tables::{CAPTIONS, ROWS, Row, licences, verticals};
use super::seal_texts::{STATUS, Texts};
use crate::register::boilerplate::is_content;
use crate::register::domain_list::{Address, has_address};
use crate::register::html_page::{selector, text_in};
use crate::register::html_table::rows_of;
use crate::register::layout::{Found, note, remark};
use crate::register::marks::is_marked_number;
use crate::register::paging::check_paging;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::{NameKind, RegisterError};
use crate::status::wording::has_word_out_of_force;
use crate::text::{compact, folded};

#[derive(Clone, Debug)]
pub(super) struct Seal {
    pub(super) file: String,
    /// The company's GUID, where the page or its file's name tells it.
    pub(super) guid: Option<String>,
    pub(super) company: String,
    /// What a mark on the company's name says of its licences.
    pub(super) name_remark: Option<String>,
    /// The licences in the table; each with its own status, which the page's own line is not.
    pub(super) licences: Vec<Printed>,
    pub(super) verticals: BTreeSet<String>,
    pub(super) websites: BTreeSet<Address>,
    /// The cells of web sites that hold more than addresses.
    pub(super) website_cells: BTreeSet<String>,
    /// Whether the page lists web sites at all. The short form of a seal does not.
    pub(super) says_websites: bool,
}

/// Returns whether the page is a seal: it has the table of licences.
pub(super) fn is_one(page: &SurveyedPage<'_>) -> bool {
    page.all(selector!(r#"table[id$="tblLicenses"]"#)).next().is_some()
}

impl Seal {
    pub(super) fn parse(page: &SurveyedPage<'_>) -> Result<Self, RegisterError> {
        let texts = Texts::from_page(page)?;
        // A web site that the seal does not show would be delisted.
        check_paging(page)?;
        let mut licences = licences(page)?;
        let rows = Rows::from_page(page);
        let (verticals, beside_verticals) = verticals(page);
        // A status line that no row repeats and that is not in force is about all licences.
        let is_of_a_row = |line: &&String| {
            licences.iter().any(|row| row.status.as_deref().map(folded) == Some(folded(line)))
        };
        let lines = texts.under(STATUS);
        let lines = lines.filter(|line| !is_in_force(Some(line)) && !is_of_a_row(line));
        let mut remarks: Vec<_> = lines.filter_map(|line| remark(STATUS, line)).collect();
        let with_parts = texts.company_with_parts.as_deref();
        remarks.extend(with_parts.and_then(|name| page.text_remark("Name", name)));
        remarks.extend(texts.under("Remarks").filter_map(|text| remark("Remarks", text)));
        for label in ["Registration Number", "Company Number"] {
            let marked = texts.under(label).filter(|text| is_marked_number(text));
            remarks.extend(marked.filter_map(|text| page.text_remark(label, text)));
        }
        for label in ["Address", "Registered Address"] {
            let against = texts.under(label).filter(|text| has_word_out_of_force(text));
            remarks.extend(against.filter_map(|text| page.text_remark(label, text)));
        }
        remarks.extend(rows.remarks);
        remarks.extend(beside_verticals);
        remarks.extend(page.title_remark());
        // Sites elsewhere than in the table are not read, so the page does not say that it has none.
        // The label of the table may also be where no browser shows it.
        let has_unread_websites = texts.others.iter().any(|text| has_address(text))
            || compact(&page.root().text().collect::<String>()).contains("WEBSITEURL");
        remarks.extend(page.remarks_of_part(texts.others));
        licences.iter_mut().for_each(|row| note(&mut row.status, &remarks));
        licences.sort_unstable();
        licences.dedup();
        let is_detailed = page.all(selector!(r#"table[id$="tblGameTypesTable"]"#)).next().is_some();
        Ok(Self {
            file: page.name().to_owned(),
            guid: guid::of_seal(page)?,
            name_remark: page.name_remark(&texts.company),
            company: texts.company,
            licences,
            verticals,
            says_websites: rows.has_websites || (is_detailed && !has_unread_websites),
            websites: rows.websites,
            website_cells: rows.website_cells,
        })
    }
}

/// The rows of the tables beside those of licences and game types.
#[derive(Default)]
struct Rows {
    has_websites: bool,
    websites: BTreeSet<Address>,
    website_cells: BTreeSet<String>,
    remarks: Vec<String>,
}

impl Rows {
    fn from_page(page: &SurveyedPage<'_>) -> Self {
        let mut found = Self::default();
        let is_read = |id: &str| id.ends_with("tblLicenses") || id.ends_with("tblGameTypesTable");
        let lists_websites = |table: ElementRef<'_>| {
            let rows = rows_of(table);
            let mut labels = rows.iter().filter_map(|row| row.0.first());
            labels.any(|label| ROWS.field(&label.text) == Some(Row::Websites))
        };
        let tables = page.tables().filter(|table| is_content(*table) || lists_websites(*table));
        let tables: Vec<_> = tables.collect();
        for caption in tables.iter().flat_map(|table| table.select(selector!("caption"))) {
            page.note_unknown(NameKind::Heading, &text_in(caption), CAPTIONS);
        }
        let tables = tables.into_iter().filter(|table| !table.value().id().is_some_and(is_read));
        for row in tables.flat_map(rows_of) {
            let [label, values @ ..] = row.0.as_slice() else { continue };
            let name = page.find(NameKind::Label, &label.text, &ROWS);
            for (at, value) in values.iter().enumerate() {
                match name {
                    Found::Field(Row::Websites) => {
                        found.has_websites = true;
                        let listed = page.domains_in(value.element);
                        let text = Some(&value.text).filter(|_| at > 0 && listed.has_texts);
                        found.remarks.extend(text.and_then(|it| page.text_remark(&label.text, it)));
                        found.website_cells.extend(listed.has_texts.then(|| value.text.clone()));
                        found.websites.extend(listed.addresses);
                    }
                    Found::Field(Row::Status) => {
                        let text = Some(&value.text).filter(|it| !is_in_force(Some(it)));
                        found.remarks.extend(text.and_then(|it| page.text_remark(STATUS, it)));
                    }
                    Found::Remark => found.remarks.extend(remark(&label.text, &value.text)),
                    Found::Beside => {}
                }
            }
        }
        found
    }
}
