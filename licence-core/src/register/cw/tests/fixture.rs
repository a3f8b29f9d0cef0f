//! Fictional registers and certificates in the regulator's forms.

use crate::jurisdiction::JurisdictionCode;
use crate::register::reading::{ListedLicence, RegisterReading};
pub(super) use crate::register::tests::file;
use crate::register::tests::read;
use crate::register::{RegisterError, SourceFile};

pub(super) const TITLES: &str =
    "License number Licensee Company type Company registration number Issued Expires Status";

pub(super) const READ_AT: &str = "2026-11-01T06:00:00.000Z";

/// The text of a register with rows after their running numbers.
pub(super) fn register(rows: &[&str]) -> String {
    let rows = rows.iter().enumerate().map(|(index, row)| format!("{}. {row}\n", index + 1));
    format!(
        "Cura\u{e7}ao Gaming Authority\nOGL License Registry\nNo. {TITLES}\n{}",
        rows.collect::<String>()
    )
}

pub(super) fn read_files(files: &[SourceFile]) -> Result<RegisterReading, RegisterError> {
    read(JurisdictionCode::Cw, files)
}

pub(super) fn read_text(text: &str) -> Result<RegisterReading, RegisterError> {
    read_files(&[file("register.txt", text)])
}

pub(super) fn fault(text: &str) -> String {
    read_text(text).unwrap_err().to_string()
}

/// The one licence of a register with one row and more files.
pub(super) fn only(row: &str, pages: &[SourceFile]) -> ListedLicence {
    let mut files = vec![file("register.txt", register(&[row]))];
    files.extend_from_slice(pages);
    let reading = read_files(&files).unwrap();
    let [licence] = <[_; 1]>::try_from(reading.licences).unwrap();
    licence
}

pub(super) fn page(name: &str, body: &str) -> SourceFile {
    file(
        name,
        format!(
            "<!doctype html>\n<html><head><title>Certificate</title></head><body>{body}</body></html>"
        ),
    )
}

/// A certificate by licence, as the page of a token shows it.
pub(super) fn licence_page(name: &str, company: &str, extra: &str, domains: &[&str]) -> SourceFile {
    let domains: String = domains.iter().map(|domain| format!("<p>{domain}</p>")).collect();
    page(
        name,
        &format!(
            "<h1>Certificate B2C</h1><p>This is to certify that {company}, a company incorporated under the \
         laws of Cura\u{e7}ao, {extra} holds a license since 12/Mar/2025.</p><p>It operates the following \
         domains under its license:</p>{domains}<footer>Copyright 2026</footer>"
        ),
    )
}

/// A certificate by domain, in the regulator's words.
pub(super) fn domain_page(
    name: &str,
    domain: &str,
    company: &str,
    number: &str,
    status: &str,
) -> SourceFile {
    page(
        name,
        &format!(
            "<h1>Certificate of Operation</h1><p>This is to certify that <b>{domain}</b> is operated by {company}, \
         a company incorporated under the laws of Cura\u{e7}ao with Company Number 165000 and licensed by the \
         Cura\u{e7}ao Gaming Authority to offer games of chance under license number {number} in accordance with \
         the National Ordinance on Games of Chance.</p><p>The license was granted on 01/01/2026 and its current \
         status is <b>{status}</b></p>"
        ),
    )
}
