//! Pages of the register and of seals, and what is looked at in a reading.

use crate::jurisdiction::JurisdictionCode;
use crate::register::reading::{ListedLicence, RegisterReading};
pub use crate::register::tests::file;
use crate::register::tests::read;
use crate::register::{RegisterError, SourceFile};

pub fn read_files(files: &[SourceFile]) -> Result<RegisterReading, RegisterError> {
    read(JurisdictionCode::Mga, files)
}

pub fn message(files: &[SourceFile]) -> String {
    read_files(files).unwrap_err().to_string()
}

/// The GUID of the n-th company.
pub fn guid(n: usize) -> String {
    format!("4d0c7f5e-0001-4000-8000-{n:012x}")
}

pub fn seal_link(n: usize) -> String {
    let guid = guid(n);
    format!(
        "https://www.authorisation.mga.org.mt/verification.aspx?lang=EN&company={guid}&details=1"
    )
}

/// One panel of the list.
#[derive(Clone, Debug)]
pub struct Panel {
    pub company: String,
    pub registration: String,
    pub number: String,
    pub kind: String,
    pub status: String,
    pub seal: Option<usize>,
}

pub fn panel(company: &str, number: &str, kind: &str, status: &str, seal: usize) -> Panel {
    Panel {
        company: company.into(),
        registration: "C 90210".into(),
        number: number.into(),
        kind: kind.into(),
        status: status.into(),
        seal: Some(seal),
    }
}

impl Panel {
    pub fn html(&self) -> String {
        let Self { company, registration, number, kind, status, seal } = self;
        let seal = seal.map(|n| {
            let link = seal_link(n).replace('&', "&amp;");
            format!("<a target=\"_blank\" href=\"{link}\">View</a>")
        });
        let seal = seal.unwrap_or_default();
        format!(
            "<mat-expansion-panel class=\"mat-expansion-panel\"><mat-expansion-panel-header>\
             <span class=\"company_name\"> {company} </span></mat-expansion-panel-header><div><table>\
             <tr><th> Company Name </th><td> {company} </td></tr>\
             <tr><th>Registration Number</th><td>{registration}</td></tr>\
             <tr><th>Authorisation Number</th><td>{number}</td></tr>\
             <tr><th>Authorisation type</th><td>{kind}</td></tr>\
             <tr><th>Status</th><td>{status}</td></tr>\
             <tr><th>Company Seal</th><td>{seal}</td></tr>\
             </table></div></mat-expansion-panel>\n"
        )
    }
}

/// A page of the list; `range` is what its paginator says.
pub fn list(name: &str, panels: &[Panel], range: &str) -> SourceFile {
    let panels: String = panels.iter().map(Panel::html).collect();
    file(
        name,
        format!(
            "<!DOCTYPE html><html lang=\"en\"><head><title>Licensee Register</title></head><body>\
             <app-root><mat-accordion>{panels}</mat-accordion><mat-paginator>\
             <div class=\"mat-mdc-paginator-range-label\"> {range} </div>\
             <button class=\"mat-mdc-paginator-navigation-next\"></button></mat-paginator>\
             </app-root></body></html>"
        ),
    )
}

/// A seal page.
#[derive(Clone, Debug)]
pub struct SealPage {
    pub name: String,
    pub company: String,
    /// What the page's form answers to.
    pub action: String,
    pub licences: Vec<[String; 3]>,
    pub verticals: String,
    pub websites: Option<String>,
}

pub fn seal(n: usize, company: &str, licences: &[[&str; 3]], websites: &[&str]) -> SealPage {
    let links: String = websites
        .iter()
        .map(|url| format!("<a href=\"{url}\" target=\"_blank\">{url}</a><br/>"))
        .collect();
    SealPage {
        name: format!("seal-{n}.html"),
        company: company.into(),
        action: format!("./verification.aspx?lang=EN&amp;company={}&amp;details=1", guid(n)),
        licences: licences.iter().map(|row| row.map(str::to_owned)).collect(),
        verticals: "&bull; Casino<br/>&bull; Fixed Odd Betting, including Live Betting".into(),
        websites: Some(links),
    }
}

impl SealPage {
    pub fn file(&self) -> SourceFile {
        const ID: &str =
            "mainPlaceHolder_coreContentPlaceHolder_mainContentPlaceHolder_sealContent";
        let rows: String = self.licences.iter().map(seal_row).collect();
        let websites = self
            .websites
            .as_ref()
            .map(|links| format!("<tr><th><span>Website Urls</span></th>\n<td>{links}</td></tr>"));
        let websites = websites.unwrap_or_default();
        let (company, action, verticals) = (&self.company, &self.action, &self.verticals);
        let other = seal_link(0xff).replace('&', "&amp;");
        file(
            &self.name,
            format!(
                "<!DOCTYPE html>\n<html lang=\"en\"><head><title>Dynamic Seal</title></head><body>\
                 <form method=\"post\" action=\"{action}\"><h1>Licensee Information :</h1>\
                 <div>{company}</div><p>Address : 1, Harbour Street, Valletta</p>\
                 <p>Status Of Licence : Licensed</p>\
                 <table id=\"{ID}_tblLicenses\"><tr><th>Licence Number</th><th>Type</th>\
                 <th>Status</th></tr>{rows}</table>\
                 <table id=\"{ID}_tblGameTypesTable\"><tr><th>Vertical</th></tr><tr>\
                 <td class=\"cell-game-type-vertical\">{verticals}</td></tr></table>\
                 <table>{websites}</table>\
                 <ul class=\"linked-companies-list\"><li><a href=\"{other}\">Linked Ltd</a></li></ul>\
                 </form></body></html>"
            ),
        )
    }
}

fn seal_row([number, kind, status]: &[String; 3]) -> String {
    format!(
        "<tr><td class=\"cell-license-number\"> {number} </td>\
         <td class=\"cell-license-type\">{kind}</td>\
         <td class=\"cell-license-status\">{status}</td></tr>"
    )
}

pub const B2C: &str = "B2C - Gaming Service Licence";
pub const B2B: &str = "B2B - Critical Supply Licence";

pub fn one_panel() -> SourceFile {
    list(
        "list.html",
        &[panel("Lantern Ltd", "MGA/B2C/1/2020", "Type 1", "Licensed", 1)],
        "1 – 1 of 1",
    )
}

pub fn one_seal() -> SourceFile {
    seal(1, "Lantern Ltd", &[["MGA/B2C/1/2020", B2C, "Licensed"]], &["https://a.example"]).file()
}

pub fn with(mut file: SourceFile, from: &str, to: &str) -> SourceFile {
    let text = String::from_utf8(file.bytes).unwrap();
    assert!(text.contains(from), "{from}");
    file.bytes = text.replace(from, to).into_bytes();
    file
}

/// Numbers with status of the licences.
pub fn statuses(licences: &[ListedLicence]) -> Vec<(&str, Option<&str>)> {
    licences
        .iter()
        .map(|l| (l.license_number.as_deref().unwrap(), l.status_text.as_deref()))
        .collect()
}

/// The domains of each licence, joined, and whether they are all.
pub fn domains(licences: &[ListedLicence]) -> Vec<(&str, String, bool)> {
    let joined = |l: &ListedLicence| {
        l.domains.iter().map(|domain| domain.domain.as_str()).collect::<Vec<_>>().join(" ")
    };
    licences
        .iter()
        .map(|l| (l.license_number.as_deref().unwrap(), joined(l), l.domains_complete))
        .collect()
}
