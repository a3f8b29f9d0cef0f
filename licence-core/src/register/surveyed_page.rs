//! A page of a register with the survey of its names.

use std::ops::Deref;

use scraper::ElementRef;

use super::domain_list::{Listed, in_cell};
use super::html_page::{HtmlPage, blocks_in, is_hidden_in, joined, selector, text_in};
use super::html_table::{Cell, is_layout};
use super::layout::{Found, Names, STRUCK_OUT, speaks_against};
use super::marks::name_without_marks;
use super::survey::Survey;
use super::{NameKind, RegisterError, SourceFile};
use crate::licence_number::marked::number_in;
use crate::text::{collapsed, non_empty};

/// A page whose names are compared with those that its reader declares.
pub(super) struct SurveyedPage<'p> {
    html: HtmlPage<'p>,
    pub(super) survey: &'p Survey<'p>,
}

impl<'p> Deref for SurveyedPage<'p> {
    type Target = HtmlPage<'p>;

    fn deref(&self) -> &Self::Target {
        &self.html
    }
}

impl<'p> SurveyedPage<'p> {
    /// Parses a page as [`HtmlPage::open`] does, and notes every selector that cannot be parsed, of a rule
    /// that strikes out or adds a text against a licence.
    pub(super) fn open(
        survey: &'p Survey<'p>,
        file: &'p SourceFile,
    ) -> Result<Self, RegisterError> {
        let html = HtmlPage::open(file)?;
        for selector in &html.unknown_styles {
            survey.note_unknown(&file.name, NameKind::Style, selector, "");
        }
        Ok(Self { html, survey })
    }

    /// Returns the tables that hold more than other tables.
    pub(super) fn tables(&self) -> impl Iterator<Item = ElementRef<'_>> {
        self.all(selector!("table")).filter(|table| !is_layout(*table))
    }

    pub(super) fn find<T: Copy>(&self, kind: NameKind, name: &str, names: &Names<T>) -> Found<T> {
        self.survey.find(self.name(), kind, name, names)
    }

    pub(super) fn note_unknown(&self, kind: NameKind, name: &str, declared: &str) {
        self.survey.note_unknown(self.name(), kind, name, declared);
    }

    pub(super) fn domains_in(&self, cell: ElementRef<'_>) -> Listed {
        in_cell(self.survey, self.name(), cell)
    }

    /// Returns the text that stands in the place of a cell's addresses as a remark, if it speaks of a
    /// licence out of force and nobody accepted it.
    pub(super) fn domains_remark(&self, label: &str, listed: &Listed) -> Option<String> {
        listed.against.as_ref().and_then(|text| self.text_remark(label, text))
    }

    /// Returns what takes a licence out of force in its cell of a name, number, type or status: that
    /// the text is struck out; or lines, parts, pictures or texts for screen readers that nobody
    /// accepted.
    pub(super) fn cell_remark(&self, label: &str, cell: &Cell<'_>) -> Option<String> {
        if cell.is_struck {
            return Some(STRUCK_OUT.to_owned());
        }
        let shown = if cell.has_parts { cell.text.as_str() } else { "" };
        let text = non_empty(collapsed(&format!("{shown} {}", cell.unseen)));
        text.and_then(|text| self.text_remark(label, &text))
    }

    /// Returns the remark of [`Self::cell_remark`], or else the marks on the holder's name.
    pub(super) fn name_cell_remark(&self, label: &str, cell: &Cell<'_>) -> Option<String> {
        self.cell_remark(label, cell).or_else(|| self.name_remark(&cell.text))
    }

    /// Returns the remark of [`Self::cell_remark`], or else the marks on the type.
    pub(super) fn type_cell_remark(&self, label: &str, cell: &Cell<'_>) -> Option<String> {
        self.cell_remark(label, cell).or_else(|| self.survey.type_remark(self.name(), &cell.text))
    }

    /// Returns the remark of [`Self::cell_remark`], or else the marks on the licence number.
    pub(super) fn number_cell_remark(&self, label: &str, cell: &Cell<'_>) -> Option<String> {
        self.cell_remark(label, cell).or_else(|| self.survey.number_remark(self.name(), &cell.text))
    }

    /// Returns the licence number in a cell without what is beside it.
    pub(super) fn plain_number(&self, cell: &Cell<'_>) -> String {
        let only = number_in(self.survey.code, &cell.text).filter(|_| cell.has_parts);
        only.map_or_else(|| self.survey.plain_number(&cell.text), str::to_owned)
    }

    /// Returns the holder's name in a cell without its marks, raised and lowered texts, and what follows its
    /// legal form in parts of their own. A text that somebody accepted is the name.
    pub(super) fn plain_name(&self, cell: &Cell<'_>) -> String {
        if !cell.has_parts || self.survey.accepts(&cell.text) {
            return self.survey.plain_name(&cell.text);
        }
        let is_left_out = |part: ElementRef<'_>| {
            matches!(part.value().name(), "sup" | "sub") || is_hidden_in(cell.element, part)
        };
        let shown = joined(blocks_in(cell.element, is_left_out));
        name_without_marks(non_empty(shown.as_str()).unwrap_or(&cell.text))
    }

    pub(super) fn name_remark(&self, name: &str) -> Option<String> {
        self.survey.name_remark(self.name(), name)
    }

    /// Returns the title of the page if it speaks against those whom the page lists.
    pub(super) fn title_out_of_force(&self) -> Option<String> {
        self.all(selector!("head title")).map(text_in).find(|title| speaks_against(title))
    }

    /// Returns such a title of a page about one licence as a remark.
    pub(super) fn title_remark(&self) -> Option<String> {
        self.title_out_of_force().and_then(|title| self.text_remark("Title", &title))
    }

    pub(super) fn text_remark(&self, label: &str, text: &str) -> Option<String> {
        self.survey.text_remark(self.name(), label, text)
    }

    pub(super) fn remarks_of_part(&self, texts: Vec<String>) -> Vec<String> {
        self.survey.remarks_of_part(self.name(), texts)
    }
}
