//! A seal page: one company, its licences and its web sites.

use std::collections::BTreeSet;

use super::cells::{Printed, is_in_force};
use super::guid;
use super::seal_tables::{is_unseen, licences, verticals};
use super::seal_texts::{REMARKS, STATUS, Texts};
use crate::register::boilerplate::is_content;
use crate::register::domain_list::Address;
use crate::register::html_page::{selector, text_in};
use crate::register::html_table::{Cell, rows_of};
use crate::register::layout::{Found, HIDDEN, Names, is_out_of_force, note, remark};
use crate::register::paging::check_paging;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::{NameKind, RegisterError};
use crate::text::folded;

/// The labels of the tables beside those of licences and game types.
const LABELS: Names<()> = Names { fields: &[((), "website urls | website url")], beside: "" };

const CAPTIONS: &str = "game types | licences | licence details | website urls | websites";

#[derive(Clone, Debug)]
pub(super) struct Seal {
    pub(super) file: String,
    /// The company's GUID, by the page or its file's name.
    pub(super) guid: String,
    pub(super) company: String,
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
        let mut remarks = remarks_in(page, &texts, &licences);
        remarks.extend(rows.remarks);
        remarks.extend(beside_verticals);
        remarks.extend(page.title_remark());
        remarks.extend(page.remarks_of_part(texts.others));
        licences.iter_mut().for_each(|row| note(&mut row.status, &remarks));
        licences.sort_unstable();
        licences.dedup();
        let is_detailed = page.all(selector!(r#"table[id$="tblGameTypesTable"]"#)).next().is_some();
        Ok(Self {
            file: page.name().to_owned(),
            guid: guid::of_seal(page)?,
            company: page.survey.plain_name(&texts.company),
            licences,
            verticals,
            says_websites: rows.has_websites || is_detailed,
            websites: rows.websites,
            website_cells: rows.website_cells,
        })
    }
}

/// Returns what the labelled texts of a page say of all its licences. A status line that repeats the word
/// of a row is about that licence.
fn remarks_in(page: &SurveyedPage<'_>, texts: &Texts, licences: &[Printed]) -> Vec<String> {
    let is_of_a_row = |line: &str| {
        licences.iter().any(|row| row.status.as_deref().map(folded) == Some(folded(line)))
    };
    let lines = texts.under(STATUS);
    let lines = lines.filter(|line| !is_in_force(Some(line)) && !is_of_a_row(line));
    let name = match texts.has_parts {
        true => page.text_remark("Name", &texts.company),
        false => page.name_remark(&texts.company),
    };
    let against = texts.beside().filter(|(_, text)| is_out_of_force(text));
    let against = against.filter_map(|(label, text)| page.text_remark(label, text));
    let lines = lines.filter_map(|line| remark(STATUS, line));
    let remarks = texts.under(REMARKS).filter_map(|text| remark(REMARKS, text));
    lines.chain(name).chain(remarks).chain(against).collect()
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
        let tables: Vec<_> = page.tables().filter(|table| is_content(*table)).collect();
        for caption in tables.iter().flat_map(|table| table.select(selector!("caption"))) {
            page.note_unknown(NameKind::Heading, &text_in(caption), CAPTIONS);
        }
        let is_read = |id: &str| id.ends_with("tblLicenses") || id.ends_with("tblGameTypesTable");
        let tables = tables.into_iter().filter(|table| !table.value().id().is_some_and(is_read));
        for row in tables.flat_map(rows_of) {
            let [label, values @ ..] = row.0.as_slice() else { continue };
            let says_more = values.iter().any(|value| !value.text.is_empty());
            let hidden = (says_more && is_unseen(&row)).then(|| HIDDEN.to_owned());
            let (label, mut values) = (&label.text, values.iter());
            match page.find(NameKind::Label, label, &LABELS) {
                Found::Field(()) => found.add_websites(page, label, values.next()),
                Found::Remark => {}
                Found::Beside => continue,
            }
            found
                .remarks
                .extend(values.filter_map(|value| remark(label, &value.text_with_pictures())));
            found.remarks.extend(hidden);
        }
        found
    }

    fn add_websites(&mut self, page: &SurveyedPage<'_>, label: &str, value: Option<&Cell<'_>>) {
        self.has_websites = true;
        let Some(value) = value else { return };
        let listed = page.domains_in(value.element);
        self.website_cells.extend(listed.has_texts.then(|| value.text.clone()));
        self.remarks.extend(page.domains_remark(label, &listed));
        self.websites.extend(listed.addresses);
    }
}
