//! Columns that changed places under a header that did not: the cells are then of another kind
//! than the header says.

use super::domain_cell::is_address;
use super::domain_list::only_addresses;
use super::layout::is_nothing;
use crate::status::wording::is_status_anywhere;
use crate::written_date;

/// Returns whether a cell under the name of a column holds what belongs into another.
pub(crate) fn is_no_name(name: &str) -> bool {
    is_status_anywhere(name) || is_date(name)
}

/// Returns whether a name is an address while the domain cell beside it is none.
pub(crate) fn is_beside_its_domain(name: &str, domains: &str) -> bool {
    is_address(name) && !is_nothing(domains) && only_addresses(domains).is_none()
}

pub(crate) fn is_date(text: &str) -> bool {
    written_date::whole(text).is_some()
}
