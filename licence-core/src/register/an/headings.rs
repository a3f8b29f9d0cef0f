//! What stands on the page around the block.

use crate::register::html_page::selector;
use crate::register::introduction::check_introduction;
use crate::register::page_layout::check_lists;
use crate::register::surveyed_page::SurveyedPage;

const HEADINGS: &str = "anjouan gaming | anjouan gaming board | gaming licence register | \
    gaming license register | licence holders | licence register | license holders | \
    license register | licensees | public register | search the register | verify a licence | \
    verify a license";

/// Checks the headings and tables of the page. Every table is unknown. The headings over the block, or over
/// the element that a script fills with it, must be declared.
pub(super) fn check_headings(page: &SurveyedPage<'_>) {
    let place = page.all(selector!("#ag-licence-table")).next();
    if let Some(place) = place {
        check_introduction(page, place);
    }
    let data = page.all(selector!("script#ag-licence-data")).next();
    let place = place.or(data).map(|it| it.id());
    check_lists(page, HEADINGS, |list| place == Some(list.id()));
}
