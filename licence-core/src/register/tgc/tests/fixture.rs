//! A list, seals, and what is looked at in a reading.

use crate::jurisdiction::JurisdictionCode;
use crate::register::reading::RegisterReading;
pub use crate::register::tests::file;
use crate::register::tests::read;
use crate::register::{RegisterError, SourceFile};

pub const READ_AT: &str = "2026-11-01T06:00:00Z";

pub fn read_files(files: &[SourceFile]) -> Result<RegisterReading, RegisterError> {
    read(JurisdictionCode::Tgc, files)
}

pub fn message(files: &[SourceFile]) -> String {
    read_files(files).unwrap_err().to_string()
}

/// A list with these rows of operator, type and web site.
pub fn list(rows: &[[&str; 3]]) -> SourceFile {
    let row = |[operator, kind, url]: &[&str; 3]| {
        format!("<tr><td>{operator}</td><td>{kind}</td><td>{url}</td></tr>")
    };
    let rows: String = rows.iter().map(row).collect();
    file(
        "list.html",
        format!(
            "<html><head><title>Licensees</title></head><body><h1>Tobique Gaming Commission</h1>\
             <table><tr><th>Operator</th><th>Licence type</th><th>URL</th></tr>{rows}</table>\
             </body></html>"
        ),
    )
}

pub fn seal_url(n: usize) -> String {
    format!("https://5b1e0c3a-0001-4000-8000-{n:012x}.seals.dlagglobal.com")
}

/// A seal page with these lines.
pub fn seal_of(n: usize, body: &str) -> SourceFile {
    let url = seal_url(n);
    file(
        &format!("seal-{n}.html"),
        format!(
            "<html><head><title>Seal</title><link rel=\"canonical\" href=\"{url}/\"></head><body>\
             <h1>Tobique Gaming Commission</h1><h2>Licence validation</h2>{body}</body></html>"
        ),
    )
}

pub fn seal(n: usize, domain: &str, operator: &str, status: &str) -> SourceFile {
    let body = format!(
        "<p>Domain: {domain}</p><p>Operator: {operator}</p><p><b>Status</b>: <span>{status}</span></p>"
    );
    seal_of(n, &body)
}

/// `operator: status [types] domain=status ...` of each licence.
pub fn licence_lines(reading: &RegisterReading) -> Vec<String> {
    let licences = reading.licences.iter().map(|l| {
        let domains: Vec<_> = l
            .domains
            .iter()
            .map(|d| format!("{}={}", d.domain, d.status_text.as_deref().unwrap_or("-")))
            .collect();
        let (name, status) = (&l.operator.name, l.status_text.as_deref().unwrap_or("-"));
        let more = if l.domains_complete { "" } else { " ..." };
        format!("{name}: {status} {:?} {}{more}", l.license_types, domains.join(" "))
    });
    licences.collect()
}
