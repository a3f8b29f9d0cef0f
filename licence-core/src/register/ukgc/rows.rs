//! The rows of the four files, their cells trimmed.

use crate::jurisdiction::JurisdictionCode::Ukgc;
use crate::licence_number::{identity, ukgc_version};
use crate::register::RegisterFault;
use crate::register::layout::is_nothing;
use crate::register::survey::Survey;
use crate::register::swapped::is_date;
use crate::status::wording::{has_word_out_of_force, is_status};
use crate::text::{collapsed, folded, is_digits, quoted, trimmed};
use crate::written_date;

/// The statuses of trading names and domains.
const NAME_STATUSES: [&str; 3] = ["active", "inactive", "white label"];

pub(super) struct Rows<'f> {
    pub(super) businesses: Vec<Business>,
    pub(super) licences: Vec<LicenceRow>,
    pub(super) trading_names: Vec<ListedName>,
    pub(super) domain_names: Vec<ListedName>,
    /// The name of the file of the domains.
    pub(super) domain_names_file: &'f str,
}

pub(super) struct Business {
    pub(super) account: u64,
    pub(super) name: String,
    /// What takes its licences out of force.
    pub(super) remarks: Vec<String>,
}

/// One activity under a licence. Rows sort by account, licence and then by what they say, so that
/// the order of the file does not matter.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LicenceRow {
    pub(super) account: u64,
    /// The number without its version.
    pub(super) identity: String,
    pub(super) number: String,
    pub(super) status: String,
    pub(super) kind: String,
    pub(super) activity: String,
    pub(super) start: String,
    pub(super) end: String,
    /// What takes the licence out of force, whatever its other rows say.
    pub(super) remarks: Vec<String>,
}

pub(super) struct ListedName {
    pub(super) account: u64,
    pub(super) cell: String,
    pub(super) status: String,
    /// What takes a domain off the list, whatever its other rows say.
    pub(super) remarks: Vec<String>,
}

impl LicenceRow {
    pub(super) fn parse(
        survey: &Survey<'_>,
        file: &str,
        cells: [&str; 7],
        mut remarks: Vec<String>,
    ) -> Result<Self, RegisterFault> {
        let [account_number, number, status, kind, activity, start, end] = cells.map(trimmed);
        if number.is_empty() {
            return Err(RegisterFault::Malformed("the licence number is blank".to_owned()));
        }
        let account = account(account_number)?;
        in_their_columns(number, status, kind, activity)?;
        remarks.extend(survey.number_remark(file, number));
        let number = survey.plain_number(number);
        // A mark does not change the category: the domains of the account stay on a remote licence.
        let kind = collapsed(kind);
        remarks.extend(survey.type_remark(file, &kind));
        let kind = survey.plain_type(kind.trim_end_matches('.'));
        if has_word_out_of_force(activity) {
            remarks.push(format!("Activity: {activity}"));
        }
        if has_word_out_of_force(start) {
            remarks.push(format!("Start Date: {start}"));
        }
        if !is_nothing(end) && written_date::with_time(end).is_none() {
            remarks.push(format!("End Date: {end}"));
        }
        Ok(Self {
            account,
            identity: identity(Ukgc, &number),
            number,
            status: status.to_owned(),
            kind,
            activity: collapsed(activity),
            start: start.to_owned(),
            end: end.to_owned(),
            remarks,
        })
    }
}

impl ListedName {
    pub(super) fn parse(
        [number, cell, status]: [&str; 3],
        remarks: Vec<String>,
    ) -> Result<Self, RegisterFault> {
        let account = account(number)?;
        if is_name_status(cell) && !is_name_status(status) {
            return Err(swapped("name", cell));
        }
        let (cell, status) = (cell.to_owned(), trimmed(status).to_owned());
        Ok(Self { account, cell, status, remarks })
    }
}

fn is_name_status(cell: &str) -> bool {
    NAME_STATUSES.contains(&folded(cell).as_str())
}

/// Returns whether each cell of a licence is of the kind that its column says.
fn in_their_columns(
    number: &str,
    status: &str,
    kind: &str,
    activity: &str,
) -> Result<(), RegisterFault> {
    let is_kind = |cell: &str| {
        Ukgc.jurisdiction().license_types.iter().any(|known| folded(known) == folded(cell))
    };
    let is_foreign = |cell: &str| is_status(Ukgc, cell) || is_date(cell);
    let is_number = |cell: &str| ukgc_version(cell).is_some();
    [
        ("licence number", number, is_foreign(number) || is_kind(number)),
        ("status", status, is_kind(status) || is_date(status)),
        ("type", kind, is_foreign(kind)),
        ("activity", activity, is_foreign(activity) || is_kind(activity) || is_number(activity)),
    ]
    .into_iter()
    .find(|(.., is_misplaced)| *is_misplaced)
    .map_or(Ok(()), |(column, cell, _)| Err(swapped(column, cell)))
}

fn swapped(column: &str, cell: &str) -> RegisterFault {
    let cell = quoted(cell);
    RegisterFault::Malformed(format!("the columns look swapped: the {column} is {cell}"))
}

/// Returns an account number as a number, because it is padded with zeros in one file and not in
/// another.
pub(super) fn account(cell: &str) -> Result<u64, RegisterFault> {
    let digits = trimmed(cell);
    is_digits(digits).then(|| digits.parse().ok()).flatten().ok_or_else(|| {
        RegisterFault::Malformed(format!("the account number is {}, no number", quoted(cell)))
    })
}
