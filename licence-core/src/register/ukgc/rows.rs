//! The rows of the four files, their cells trimmed.

use crate::jurisdiction::JurisdictionCode;
use crate::licence_number::identity;
use crate::register::RegisterFault;
use crate::text::{collapsed, shown, trimmed};

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
    pub(super) fn of([number, name]: [&str; 2]) -> Result<Self, RegisterFault> {
        Ok(Self { account: account(number)?, name: collapsed(name) })
    }
}

impl LicenceRow {
    pub(super) fn of(cells: [&str; 7]) -> Result<Self, RegisterFault> {
        let [account_number, number, status, kind, activity, start, end] = cells.map(trimmed);
        if number.is_empty() {
            return Err(RegisterFault::Malformed("the licence number is blank".to_owned()));
        }
        Ok(Self {
            account: account(account_number)?,
            identity: identity(JurisdictionCode::Ukgc, number),
            number: number.to_owned(),
            status: status.to_owned(),
            kind: collapsed(kind),
            activity: collapsed(activity),
            start: start.to_owned(),
            end: end.to_owned(),
        })
    }
}

impl ListedName {
    pub(super) fn of([number, cell, status]: [&str; 3]) -> Result<Self, RegisterFault> {
        let (cell, status) = (cell.to_owned(), trimmed(status).to_owned());
        Ok(Self { account: account(number)?, cell, status })
    }
}

/// Account numbers are padded with zeros in one file and not in another: they are numbers.
fn account(cell: &str) -> Result<u64, RegisterFault> {
    let digits = trimmed(cell);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten().ok_or_else(|| {
        RegisterFault::Malformed(format!("the account number is {}, no number", shown(cell)))
    })
}
