//! Four small files, and what is looked at in a reading.

use crate::jurisdiction::JurisdictionCode;
use crate::register::reading::{ListedLicence, RegisterReading};
pub use crate::register::tests::file;
use crate::register::tests::read;
use crate::register::{RegisterError, SourceFile};

/// The rows of the four files, without their headers.
#[derive(Clone, Debug, Default)]
pub struct Fixture {
    pub businesses: String,
    pub licences: String,
    pub trading_names: String,
    pub domain_names: String,
}

pub const HEADERS: [&str; 4] = [
    "Account Number,Licence Account Name\n",
    "Account Number,Licence Number,Status,Type,Activity,Start Date,End Date\n",
    "Account Number,Trading Name,Status\n",
    "Account Number,Domain Name,Status\n",
];

impl Fixture {
    pub fn files(&self) -> Vec<SourceFile> {
        let rows = [&self.businesses, &self.licences, &self.trading_names, &self.domain_names];
        let names = ["businesses.csv", "licences.csv", "trading-names.csv", "domain-names.csv"];
        let files = names.iter().zip(HEADERS.iter().zip(rows));
        files.map(|(name, (header, rows))| file(name, format!("{header}{rows}"))).collect()
    }

    pub fn read(&self) -> Result<RegisterReading, RegisterError> {
        read_files(&self.files())
    }

    pub fn licences(&self) -> Vec<ListedLicence> {
        self.read().unwrap().licences
    }
}

pub fn read_files(files: &[SourceFile]) -> Result<RegisterReading, RegisterError> {
    read(JurisdictionCode::Ukgc, files)
}

/// One account with a casino, for tests that look at other things.
pub fn lantern() -> Fixture {
    Fixture {
        businesses: "90114,Harbour Lantern Gaming Limited\n".into(),
        licences: "90114,090114-R-391114-019,Active,Remote,Casino,2019-04-08T00:00:00+00:00,\n"
            .into(),
        trading_names: "90114,lanternspin,Active\n".into(),
        domain_names: "90114,lanternspin.example,Active\n".into(),
    }
}

/// Numbers with status of the licences.
pub fn statuses(licences: &[ListedLicence]) -> Vec<(&str, &str)> {
    licences
        .iter()
        .filter_map(|l| Some((l.license_number.as_deref()?, l.status_text.as_deref()?)))
        .collect()
}

/// The cells of the domains with their wording.
pub fn domains(licence: &ListedLicence) -> Vec<(&str, Option<&str>)> {
    licence.domains.iter().map(|d| (d.domain.as_str(), d.status_text.as_deref())).collect()
}
