//! The rows of the four files, their cells trimmed.

use crate::jurisdiction::JurisdictionCode::Ukgc;
use crate::licence_number::identity;
use crate::register::RegisterFault;
use crate::register::contradiction::remark_against;
use crate::register::csv_table::Others;
use crate::register::swapped::{is_date, is_status};
use crate::status::LicenceStatus;
use crate::status::wording::classify;
use crate::text::{collapsed, folded, shown, trimmed};

/// The statuses of trading names and domains.
const NAME_STATUSES: [&str; 3] = ["active", "inactive", "white label"];

/// What the four files say.
pub(super) struct Rows {
    pub(super) businesses: Vec<Business>,
    pub(super) licences: Vec<LicenceRow>,
    pub(super) trading_names: Vec<ListedName>,
    pub(super) domain_names: Vec<ListedName>,
}

/// An account and the name it is licensed under.
pub(super) struct Business {
    pub(super) account: u64,
    pub(super) name: String,
    /// What a column that nobody knows says against its licences.
    pub(super) remark: Option<String>,
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
}

/// A trading name or a domain of an account.
pub(super) struct ListedName {
    pub(super) account: u64,
    /// The cell, verbatim.
    pub(super) cell: String,
    pub(super) status: String,
}

impl Business {
    pub(super) fn of([number, name]: [&str; 2], others: Others<'_>) -> Result<Self, RegisterFault> {
        let remark = others.cells().find_map(remark_against);
        Ok(Self { account: account(number)?, name: collapsed(name), remark })
    }
}

impl LicenceRow {
    pub(super) fn of(cells: [&str; 7], others: Others<'_>) -> Result<Self, RegisterFault> {
        let [account_number, number, status, kind, activity, start, end] = cells.map(trimmed);
        if number.is_empty() {
            return Err(RegisterFault::Malformed("the licence number is blank".to_owned()));
        }
        let account = account(account_number)?;
        in_their_columns(number, status, kind, activity)?;
        Ok(Self {
            account,
            identity: identity(Ukgc, number),
            number: number.to_owned(),
            status: with_remarks(status, is_active(status), others),
            kind: collapsed(kind),
            activity: collapsed(activity),
            start: start.to_owned(),
            end: end.to_owned(),
        })
    }
}

impl ListedName {
    pub(super) fn of(
        [number, cell, status]: [&str; 3],
        others: Others<'_>,
    ) -> Result<Self, RegisterFault> {
        let account = account(number)?;
        if is_name_status(cell) && !is_name_status(status) {
            return Err(swapped("name", cell));
        }
        let is_listed = folded(status) != "inactive";
        let status = with_remarks(trimmed(status), is_listed, others);
        Ok(Self { account, cell: cell.to_owned(), status })
    }
}

/// The status with what the columns that nobody knows say against it.
fn with_remarks(status: &str, is_in_force: bool, others: Others<'_>) -> String {
    let remark = others.cells().filter(|_| is_in_force).find_map(remark_against);
    remark.map_or(status.to_owned(), |remark| format!("{status}; {remark}"))
}

fn is_name_status(cell: &str) -> bool {
    NAME_STATUSES.contains(&folded(cell).as_str())
}

fn is_active(status: &str) -> bool {
    classify(Ukgc, Some(status), None).status == LicenceStatus::Active
}

/// Whether each cell of a licence is of the kind that its column says.
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
    [
        ("licence number", number, is_foreign(number) || is_kind(number)),
        ("status", status, is_kind(status) || is_date(status)),
        ("type", kind, is_foreign(kind)),
        ("activity", activity, is_foreign(activity) || is_kind(activity)),
    ]
    .into_iter()
    .find(|(.., is_misplaced)| *is_misplaced)
    .map_or(Ok(()), |(column, cell, _)| Err(swapped(column, cell)))
}

fn swapped(column: &str, cell: &str) -> RegisterFault {
    let cell = shown(cell);
    RegisterFault::Malformed(format!("the columns look swapped: the {column} is {cell}"))
}

/// Account numbers are padded with zeros in one file and not in another: they are numbers.
fn account(cell: &str) -> Result<u64, RegisterFault> {
    let digits = trimmed(cell);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten().ok_or_else(|| {
        RegisterFault::Malformed(format!("the account number is {}, no number", shown(cell)))
    })
}
