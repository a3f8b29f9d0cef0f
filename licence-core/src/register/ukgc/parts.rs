//! The four files of the register, told apart by their header rows.

use std::borrow::Cow;

use super::rows::{Business, LicenceRow, ListedName, Rows};
use crate::register::csv_table::{Columns, CsvTable};
use crate::register::layout::Survey;
use crate::register::text_file::not_the_register;
use crate::register::{RegisterError, RegisterFault, SourceFile};

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

/// One part of the register: what it is called, and the column that no other part has.
struct Part {
    called: &'static str,
    told_by: &'static str,
}

const PARTS: [Part; 4] = [
    Part { called: "businesses", told_by: BUSINESSES.names[1] },
    Part { called: "licences", told_by: LICENCES.names[1] },
    Part { called: "trading names", told_by: TRADING_NAMES.names[1] },
    Part { called: "domain names", told_by: DOMAIN_NAMES.names[1] },
];

/// The four files, their header rows read.
pub(super) struct Parts<'f> {
    businesses: CsvTable<'f>,
    licences: CsvTable<'f>,
    trading_names: CsvTable<'f>,
    domain_names: CsvTable<'f>,
}

impl<'f> Parts<'f> {
    /// Tells the files apart.
    pub(super) fn from_files(files: &'f [Cow<'_, SourceFile>]) -> Result<Self, RegisterError> {
        let mut found = [const { None }; PARTS.len()];
        for file in files {
            let table = CsvTable::open(file)?;
            let part = part_of(&table)?;
            if let Some(first) = found[part].replace(table) {
                return Err(twice(part, first.file(), &file.name));
            }
        }
        match found {
            [Some(businesses), Some(licences), Some(trading_names), Some(domain_names)] => {
                Ok(Self { businesses, licences, trading_names, domain_names })
            }
            found => Err(missing(files, &found)),
        }
    }

    /// The rows of all four. Accounts without a name or a domain are many; without an account
    /// or a licence there is no register.
    pub(super) fn rows(self, survey: &Survey<'_>) -> Result<Rows, RegisterError> {
        let file = self.licences.file();
        let licences =
            some_rows(self.licences, |table| table.rows(survey, &LICENCES, LicenceRow::parse))?;
        begin_before_they_end(&licences)
            .map_err(|fault| RegisterError::of_file(file, RegisterFault::Malformed(fault)))?;
        Ok(Rows {
            businesses: some_rows(self.businesses, |table| {
                table.rows(survey, &BUSINESSES, Business::parse)
            })?,
            licences,
            trading_names: self.trading_names.rows(survey, &TRADING_NAMES, ListedName::parse)?,
            domain_names: self.domain_names.rows(survey, &DOMAIN_NAMES, ListedName::parse)?,
        })
    }
}

fn some_rows<'f, T>(
    table: CsvTable<'f>,
    rows: impl FnOnce(CsvTable<'f>) -> Result<Vec<T>, RegisterError>,
) -> Result<Vec<T>, RegisterError> {
    let file = table.file();
    let rows = rows(table)?;
    if rows.is_empty() {
        let fault = "the table has no rows".to_owned();
        return Err(RegisterError::of_file(file, RegisterFault::Malformed(fault)));
    }
    Ok(rows)
}

/// How many rows tell that two columns changed places; fewer may be slips of the regulator.
const MIN_DATED_ROWS: usize = 20;

/// A row may lack its start date; most rows do only when the two columns changed places.
fn begin_before_they_end(rows: &[LicenceRow]) -> Result<(), String> {
    let dated = rows.iter().filter(|row| !row.start.is_empty() || !row.end.is_empty()).count();
    let without_start =
        rows.iter().filter(|row| row.start.is_empty() && !row.end.is_empty()).count();
    match dated >= MIN_DATED_ROWS && without_start * 2 > dated {
        true => Err(format!(
            "the columns look swapped: {without_start} of {dated} licence rows end without a start"
        )),
        false => Ok(()),
    }
}

fn part_of(table: &CsvTable<'_>) -> Result<usize, RegisterError> {
    let part = PARTS.iter().position(|part| table.position(part.told_by).is_some());
    part.ok_or_else(|| {
        let columns: Vec<_> = PARTS.iter().map(|part| format!("{:?}", part.told_by)).collect();
        let expected = format!("a header row with one of the columns {}", columns.join(", "));
        RegisterError::at_line(table.file(), 1, not_the_register(&expected, table.text()))
    })
}

fn twice(part: usize, first: &str, second: &str) -> RegisterError {
    let called = PARTS[part].called;
    let fault = format!("the {called} file a second time; the first is {first}");
    RegisterError::at_line(second, 1, RegisterFault::Malformed(fault))
}

fn missing(
    files: &[Cow<'_, SourceFile>],
    found: &[Option<CsvTable<'_>>; PARTS.len()],
) -> RegisterError {
    let given: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
    let missing = PARTS.iter().zip(found).filter(|(_, found)| found.is_none());
    let files: Vec<_> = missing
        .map(|(part, _)| format!("the {} file (column {:?})", part.called, part.told_by))
        .collect();
    let given = if given.is_empty() { "no files".to_owned() } else { given.join(", ") };
    RegisterError::of_file(&given, RegisterFault::MissingFile(files.join(", ")))
}
