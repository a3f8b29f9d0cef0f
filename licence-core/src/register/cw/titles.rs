//! The titles of the register's table.

use crate::register::{RegisterFault, headings};
use crate::text::{folded, shown};

/// A title of the table and the ways to write it, folded.
struct Title {
    called: &'static str,
    written: &'static [&'static str],
}

/// The titles of the table behind the running number, in their order.
const TITLES: [Title; 7] = [
    Title { called: "License number", written: &["license number", "licence number"] },
    Title { called: "Licensee", written: &["licensee", "licencee"] },
    Title { called: "Company type", written: &["company type"] },
    Title { called: "Company registration number", written: &["company registration"] },
    Title { called: "Issued", written: &["issued"] },
    Title { called: "Expires", written: &["expires"] },
    Title { called: "Status", written: &["status"] },
];

/// Whether the table is that of licensees, and has the columns that are read in their order.
pub(super) fn check(heading: &[String]) -> Result<(), RegisterFault> {
    // An empty status is an active licence: not in a list of those that were revoked.
    if let Some(line) = heading.iter().find(|line| headings::is_of_others(line)) {
        return Err(RegisterFault::Malformed(format!("a list under the heading {}", shown(line))));
    }
    let heading = folded(&heading.join(" "));
    let at = |title: &Title| title.written.iter().filter_map(|text| heading.rfind(text)).max();
    let mut before: Option<(usize, &str)> = None;
    for title in &TITLES {
        let Some(position) = at(title) else {
            let header = shown(&heading);
            return Err(RegisterFault::MissingColumn { column: title.called, header });
        };
        if let Some((_, earlier)) = before.filter(|(earlier, _)| *earlier >= position) {
            let fault = format!(
                "the column {:?} stands before {earlier:?}; expected it behind",
                title.called
            );
            return Err(RegisterFault::Malformed(fault));
        }
        before = Some((position, title.called));
    }
    Ok(())
}
