//! A page and a spreadsheet, and what is looked at in a reading.

use crate::jurisdiction::JurisdictionCode;
use crate::register::archive::tests::archive;
use crate::register::reading::{ListedLicence, RegisterReading};
pub use crate::register::tests::file;
use crate::register::tests::read;
use crate::register::{RegisterError, SourceFile};

pub const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\"><head><title>Isle of Man Gambling \
    Supervision Commission - Online Gambling Licensee Register</title></head><body>\
    <p>Last updated: 16th September 2026.</p><p><a href=\"/media/26-10-02-current-ogra-licence-\
    holders.xlsx\">Current OGRA licence holders</a></p><ul class=\"accordion\">";
pub const FOOT: &str = "</ul></body></html>";

/// The name that the regulator gives the spreadsheet.
pub const DATED: &str = "26-10-02-current-ogra-licence-holders.xlsx";

/// An entry of the accordion.
pub fn item(company: &str, rows: &[(&str, &str)]) -> String {
    let row = |(label, value): &(&str, &str)| {
        format!("<tr><td><strong>{label}</strong></td><td>{value}</td></tr>\n")
    };
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<li><a class=\"faq_title\"><span class=\"container\">{company}</span></a>\n\
         <div class=\"container\"><div class=\"faq_text\"><table><tbody>\n\
         <tr><td><strong>Company Name</strong></td><td>{company}</td></tr>\n{rows}\
         </tbody></table></div></div></li>\n"
    )
}

/// An entry with the usual labels.
pub fn licensee(company: &str, status: &str, kind: &str, domains: &str) -> String {
    item(
        company,
        &[
            ("Licence Status", status),
            ("Licence valid From", "24/07/2019"),
            ("Licence Valid to", "Current"),
            ("OGRA Licence type", kind),
            ("Website Domains", domains),
        ],
    )
}

pub fn page(items: &str) -> SourceFile {
    file("iom.html", [HEAD, items, FOOT].concat())
}

/// The columns of the spreadsheet.
pub const COLUMNS: [&str; 4] = ["Name", "Firm Status", "Initial Licence Date", "Licence Type"];

/// A workbook of one sheet; a cell that is a number is written as a date.
pub fn workbook(name: &str, rows: &[[&str; 4]]) -> SourceFile {
    let rows: Vec<_> = rows.iter().map(|row| row.to_vec()).collect();
    workbook_of(name, &[("Sheet1", "", rows)])
}

/// The spreadsheet with its header.
pub fn sheet(rows: &[[&str; 4]]) -> SourceFile {
    let all: Vec<_> = [COLUMNS].iter().chain(rows).copied().collect();
    workbook(DATED, &all)
}

/// A workbook of these sheets: their name, their state and their rows.
pub fn workbook_of(name: &str, sheets: &[(&str, &str, Vec<Vec<&str>>)]) -> SourceFile {
    let listed: String = (1..)
        .zip(sheets)
        .map(|(id, (name, state, _))| {
            format!("<sheet name=\"{name}\" sheetId=\"{id}\" {state} r:id=\"rId{id}\"/>")
        })
        .collect();
    let related: String = (1..=sheets.len())
        .map(|id| format!("<Relationship Id=\"rId{id}\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet{id}.xml\"/>"))
        .collect();
    let mut parts = vec![
        ("[Content_Types].xml".to_owned(), "<Types/>".to_owned()),
        ("_rels/.rels".to_owned(), ROOT.to_owned()),
        (
            "xl/workbook.xml".to_owned(),
            format!(
                "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets>{listed}</sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels".to_owned(),
            format!("<Relationships xmlns=\"{PACKAGE}\">{related}</Relationships>"),
        ),
        (
            "xl/styles.xml".to_owned(),
            format!(
                "<styleSheet xmlns=\"{MAIN}\"><fonts><font/><font><strike/></font></fonts><cellXfs>\
                 <xf numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf numFmtId=\"0\" fontId=\"1\"/></cellXfs></styleSheet>"
            ),
        ),
    ];
    let is_shared =
        sheets.iter().flat_map(|(.., rows)| rows.iter().flatten()).any(|it| *it == SHARED);
    let format = if is_shared { "<strike/>" } else { "" };
    parts.push((
        "xl/sharedStrings.xml".to_owned(),
        format!("<sst xmlns=\"{MAIN}\"><si><r><rPr>{format}</rPr><t>A Limited</t></r></si></sst>"),
    ));
    for (id, (_, _, rows)) in (1..).zip(sheets) {
        parts.push((format!("xl/worksheets/sheet{id}.xml"), sheet_xml(rows)));
    }
    let parts: Vec<_> = parts.iter().map(|(path, text)| (path.as_str(), text.as_bytes())).collect();
    SourceFile { name: name.to_owned(), ..archive(&parts) }
}

/// A cell with the one text that the sheets share, struck out: `A Limited`.
pub const SHARED: &str = "the shared text";

/// Where a package keeps its workbook.
pub const ROOT: &str = "<Relationships><Relationship Id=\"rId1\" Type=\"http://schemas.\
    openxmlformats.org/officeDocument/2006/relationships/officeDocument\" \
    Target=\"xl/workbook.xml\"/></Relationships>";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

fn sheet_xml(rows: &[Vec<&str>]) -> String {
    let cell = |row: usize, (column, text): (char, &&str)| match text.parse::<f64>() {
        Ok(number) => format!("<c r=\"{column}{row}\" s=\"1\"><v>{number}</v></c>"),
        Err(_) if text.is_empty() => String::new(),
        Err(_) if *text == SHARED => format!("<c r=\"{column}{row}\" t=\"s\"><v>0</v></c>"),
        Err(_) => {
            // A tilde before the text of a cell strikes it out.
            let (style, text) = text.strip_prefix('~').map_or((0, *text), |text| (2, text));
            format!(
                "<c r=\"{column}{row}\" s=\"{style}\" t=\"inlineStr\"><is><t xml:space=\"preserve\">{text}</t></is></c>"
            )
        }
    };
    let rows: String = (1..)
        .zip(rows)
        .map(|(at, row)| {
            let cells: String = ('A'..='Z').zip(row).map(|pair| cell(at, pair)).collect();
            format!("<row r=\"{at}\">{cells}</row>")
        })
        .collect();
    format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>")
}

pub fn read_files(files: &[SourceFile]) -> Result<RegisterReading, RegisterError> {
    read(JurisdictionCode::Iom, files)
}

pub fn licences(files: &[SourceFile]) -> Vec<ListedLicence> {
    let reading = read_files(files).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(reading.validate("iom"), Ok(()));
    reading.licences
}

pub fn refused(files: &[SourceFile]) -> String {
    read_files(files).unwrap_err().to_string()
}

pub fn domains(licence: &ListedLicence) -> Vec<&str> {
    licence.domains.iter().map(|listed| listed.domain.as_str()).collect()
}

/// Names with the status of the licences.
pub fn statuses(licences: &[ListedLicence]) -> Vec<(&str, &str)> {
    licences
        .iter()
        .map(|l| (l.operator.name.as_str(), l.status_text.as_deref().unwrap_or("none")))
        .collect()
}
