//! The four files of the register, recognised by their header rows.

use std::borrow::Cow;
use std::collections::HashSet;

use super::rows::{Business, LicenceRow, ListedName, Rows, account};
use crate::register::csv_table::{Columns, CsvTable};
use crate::register::page_files::missing;
use crate::register::source_file::not_the_register;
use crate::register::survey::Survey;
use crate::register::{RegisterError, SourceFile};
use crate::text::collapsed;

const BUSINESSES: Columns<2> =
    Columns { names: ["Account Number", "Licence Account Name"], required: 2 };

const TRADING_NAMES: Columns<3> =
    Columns { names: ["Account Number", "Trading Name", "Status"], required: 3 };

const DOMAIN_NAMES: Columns<3> =
    Columns { names: ["Account Number", "Domain Name", "Status"], required: 3 };

/// Rows without an end date may end before it (the files of 2023).
const LICENCES: Columns<7> = Columns {
    names: [
        "Account Number",
        "Licence Number",
        "Status",
        "Type",
        "Activity",
        "Start Date",
        "End Date",
    ],
    required: 6,
};

/// What each file is called, and the column that no other has.
const PARTS: [(&str, &str); 4] = [
    ("businesses", BUSINESSES.names[1]),
    ("licences", LICENCES.names[1]),
    ("trading names", TRADING_NAMES.names[1]),
    ("domain names", DOMAIN_NAMES.names[1]),
];

/// Returns the rows of the four files. Accounts without a name or a domain are many; a register without
/// an account or a licence is none.
pub(super) fn rows<'f>(
    survey: &Survey<'_>,
    files: &'f [Cow<'_, SourceFile>],
) -> Result<Rows<'f>, RegisterError> {
    let [businesses, licences, trading_names, domain_names] = tables(files)?;
    let (of_licences, of_businesses) = (licences.file, businesses.file);
    let licences = licences.rows(survey, &LICENCES, |cells, remarks| {
        LicenceRow::parse(survey, of_licences, cells, remarks)
    })?;
    check_has_rows(of_licences, &licences)?;
    check_dates(of_licences, &licences)?;
    let businesses = businesses.rows(survey, &BUSINESSES, |[number, name], remarks| {
        Ok(Business { account: account(number)?, name: collapsed(name), remarks })
    })?;
    check_has_rows(of_businesses, &businesses)?;
    check_names(of_businesses, &licences, &businesses)?;
    Ok(Rows {
        businesses,
        licences,
        trading_names: trading_names.rows(survey, &TRADING_NAMES, ListedName::parse)?,
        domain_names_file: domain_names.file,
        domain_names: domain_names.rows(survey, &DOMAIN_NAMES, ListedName::parse)?,
    })
}

/// Returns the tables of the four files, in the order of [`PARTS`].
fn tables<'f>(files: &'f [Cow<'_, SourceFile>]) -> Result<[CsvTable<'f>; 4], RegisterError> {
    let mut found = [const { None }; PARTS.len()];
    for file in files {
        let table = CsvTable::open(file)?;
        let part = part_of(&table)?;
        if let Some(first) = found[part].replace(table) {
            let (title, first) = (PARTS[part].0, first.file);
            let fault = format!("the {title} file a second time; the first is {first}");
            return Err(RegisterError::malformed_at(&file.name, 1, fault));
        }
    }
    match found {
        [Some(a), Some(b), Some(c), Some(d)] => Ok([a, b, c, d]),
        found => {
            let lacking = PARTS.iter().zip(&found).filter(|(_, found)| found.is_none());
            let file = |(called, column)| format!("the {called} file (column {column:?})");
            let lacking: Vec<_> = lacking.map(|(part, _)| file(*part)).collect();
            Err(missing(files.iter().map(AsRef::as_ref), &lacking.join(", ")))
        }
    }
}

fn check_has_rows<T>(file: &str, rows: &[T]) -> Result<(), RegisterError> {
    match rows.is_empty() {
        true => Err(RegisterError::malformed(file, "the table has no rows")),
        false => Ok(()),
    }
}

fn part_of(table: &CsvTable<'_>) -> Result<usize, RegisterError> {
    let part = PARTS.iter().position(|(_, column)| table.position(column).is_some());
    part.ok_or_else(|| {
        let columns: Vec<_> = PARTS.iter().map(|(_, column)| format!("{column:?}")).collect();
        let expected = format!("a header row with one of the columns {}", columns.join(", "));
        RegisterError::at_line(table.file, 1, not_the_register(&expected, table.text))
    })
}

/// How many rows show that two columns changed places; fewer may be slips of the regulator.
const MIN_DATED_ROWS: usize = 20;

/// Checks that most rows have a start date. They lack it only when the two columns changed places.
fn check_dates(file: &str, rows: &[LicenceRow]) -> Result<(), RegisterError> {
    let dated = rows.iter().filter(|row| !row.start.is_empty() || !row.end.is_empty()).count();
    let without_start =
        rows.iter().filter(|row| row.start.is_empty() && !row.end.is_empty()).count();
    if dated < MIN_DATED_ROWS || without_start * 2 <= dated {
        return Ok(());
    }
    let fault = format!(
        "the columns look swapped: {without_start} of {dated} licence rows end without a start"
    );
    Err(RegisterError::malformed(file, fault))
}

/// How many accounts show that a file is cut off; the names of fewer may be missing.
const MIN_ACCOUNTS: usize = 20;

/// Requires that four in five accounts with licences have a name, because the others would lose theirs.
fn check_names(
    file: &str,
    licences: &[LicenceRow],
    businesses: &[Business],
) -> Result<(), RegisterError> {
    let named: HashSet<_> =
        businesses.iter().filter(|it| !it.name.is_empty()).map(|it| it.account).collect();
    let accounts: HashSet<_> = licences.iter().map(|row| row.account).collect();
    let nameless = accounts.difference(&named).count();
    if accounts.len() < MIN_ACCOUNTS || nameless * 5 <= accounts.len() {
        return Ok(());
    }
    let accounts = accounts.len();
    let fault = format!(
        "the file looks cut off: {nameless} of {accounts} accounts with licences have no name in it"
    );
    Err(RegisterError::malformed(file, fault))
}
