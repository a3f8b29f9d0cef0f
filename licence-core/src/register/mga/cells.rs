//! The cells of list and seals: whether each holds what its label says.

use crate::jurisdiction::JurisdictionCode::Mga;
use crate::register::licence_types::known_types;
use crate::status::wording::{is_active, is_known};
use crate::text::{collapsed, compact, non_empty, quoted};

/// The authorities that numbers begin with; the Lotteries and Gaming Authority was the earlier one.
const AUTHORITIES: [&str; 2] = ["MGA/", "LGA/"];

/// A licence as a page prints it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Printed {
    pub(super) number: String,
    pub(super) kind: String,
    /// The wording; `None` where the cell is empty.
    pub(super) status: Option<String>,
}

impl Printed {
    /// Returns the cells if each holds what it should; otherwise the fault.
    pub(super) fn parse(number: &str, kind: &str, status: &str) -> Result<Self, String> {
        let [number, kind, status] = [number, kind, status].map(collapsed);
        if !is_number(&number) {
            return Err(format!(
                "the licence number is {}, not like \"MGA/B2C/…\"",
                quoted(&number)
            ));
        }
        // A status may speak of a type; one in the place of the type is a swapped column.
        let is_type = !known_types(Mga, &status).is_empty() && known_types(Mga, &kind).is_empty();
        if is_type || is_number(&status) {
            return Err(format!("the status of {number} is {}, no status", quoted(&status)));
        }
        if is_known(Mga, non_empty(kind.as_str())) || is_number(&kind) {
            return Err(format!("the type of {number} is {}, no type", quoted(&kind)));
        }
        Ok(Self { number, kind, status: non_empty(status) })
    }
}

fn is_number(cell: &str) -> bool {
    let cell = compact(cell);
    let segments = cell.split('/').filter(|segment| !segment.is_empty()).count();
    let authorities = AUTHORITIES.iter().map(|authority| cell.matches(authority).count());
    let is_of_one = AUTHORITIES.iter().any(|authority| cell.starts_with(authority));
    is_of_one
        && authorities.sum::<usize>() == 1
        && segments >= 3
        && cell.contains(|c: char| c.is_ascii_digit())
}

pub(super) fn is_in_force(status: Option<&str>) -> bool {
    is_active(Mga, status)
}

/// Returns whether a licence is for players: by its type cell, or by its number where the cell
/// names neither kind. `CRP`, the licence of a group, says nothing by its number.
pub(super) fn is_b2c(number: &str, kind: &str) -> bool {
    let types = known_types(Mga, kind);
    match (types.contains(&"B2C"), types.contains(&"B2B")) {
        (true, _) => true,
        (false, true) => false,
        (false, false) => {
            let number = compact(number);
            number.contains("/B2C/") || (!number.contains("/B2B/") && !types.is_empty())
        }
    }
}

#[cfg(test)]
mod tests;
