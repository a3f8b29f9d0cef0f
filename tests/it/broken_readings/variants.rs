//! The ways in which a register can be broken. The first file of a register is the one that lists
//! its licences.

use licence_core::jurisdiction::JurisdictionCode::{self, An, Cw, Iom, Kh, Mga, Tgc, Ukgc};
use licence_core::register::SourceFile;

use crate::support::registers::file;

/// Makes broken files of the good ones.
type Broken = fn(JurisdictionCode, &[SourceFile]) -> Vec<SourceFile>;

/// Every way with its name.
pub const ALL: [(&str, Broken); 8] = [
    ("empty", emptied),
    ("half of it", cut_in_the_middle),
    ("new layout", in_a_new_layout),
    ("login page", |code, good| replaced(code, good, LOGIN)),
    ("maintenance page", |code, good| replaced(code, good, MAINTENANCE)),
    ("columns swapped", with_swapped_columns),
    ("given twice", given_twice),
    ("another language", in_another_language),
];

const LOGIN: &str = "<!DOCTYPE html><html><head><title>Sign in</title></head><body>\
    <form action=\"/login\"><label>Password</label><input type=\"password\"></form></body></html>";
const MAINTENANCE: &str = "<!DOCTYPE html><html><head><title>Scheduled maintenance</title></head>\
    <body><h1>We will be back soon</h1></body></html>";

/// The good files with another list.
fn with_list(good: &[SourceFile], list: Vec<u8>) -> Vec<SourceFile> {
    let mut files = good.to_vec();
    files[0].bytes = list;
    files
}

/// An answer without content.
pub fn emptied(_: JurisdictionCode, good: &[SourceFile]) -> Vec<SourceFile> {
    with_list(good, Vec::new())
}

fn cut_in_the_middle(_: JurisdictionCode, good: &[SourceFile]) -> Vec<SourceFile> {
    let bytes = &good[0].bytes;
    with_list(good, bytes[..bytes.len() / 2].to_vec())
}

fn replaced(_: JurisdictionCode, good: &[SourceFile], page: &str) -> Vec<SourceFile> {
    with_list(good, page.into())
}

fn given_twice(_: JurisdictionCode, good: &[SourceFile]) -> Vec<SourceFile> {
    let mut files = good.to_vec();
    files.push(SourceFile { name: "again".to_owned(), ..good[0].clone() });
    files
}

fn in_a_new_layout(code: JurisdictionCode, good: &[SourceFile]) -> Vec<SourceFile> {
    let words: &[(&str, &str)] = match code {
        Ukgc => &[("Licence Number", "Reference")],
        Mga => &[("mat-expansion-panel", "mga-card")],
        Cw => &[("License number Licensee Company type", "License Holder Category")],
        Kh | Tgc => &[("<table", "<div"), ("</table", "</div"), ("<tr", "<p"), ("<t", "<b")],
        An => &[("ag-licence-data", "ag-licence-store")],
        Iom => &[("<table", "<dl"), ("</table", "</dl"), ("<tr", "<dt"), ("<td", "<dd")],
    };
    reworded(good, words)
}

/// The titles of two columns change places, their cells do not.
fn with_swapped_columns(code: JurisdictionCode, good: &[SourceFile]) -> Vec<SourceFile> {
    let (one, other) = match code {
        Ukgc => ("Status", "Type"),
        Mga => (">Status<", ">Authorisation type<"),
        Cw => ("Issued", "Expires"),
        Kh => ("OPERATOR", "URL"),
        An => ("\"company\"", "\"number\""),
        Tgc => (">Operator<", ">URL<"),
        Iom => ("Licence Status", "OGRA Licence type"),
    };
    reworded(good, &[(one, "\u{1}"), (other, one), ("\u{1}", other)])
}

fn in_another_language(code: JurisdictionCode, good: &[SourceFile]) -> Vec<SourceFile> {
    let words: &[(&str, &str)] = match code {
        Ukgc => &[
            ("Account Number,Licence Number", "Rhif Cyfrif,Rhif Trwydded"),
            ("Status,Type,Activity,Start Date,End Date", "Statws,Math,Gweithgaredd,Dechrau,Diwedd"),
        ],
        Mga => &[
            ("Company Name", "Isem tal-Kumpanija"),
            ("Authorisation Number", "Numru tal-Awtorizzazzjoni"),
            ("Authorisation type", "Tip ta' Awtorizzazzjoni"),
            (">Status<", ">Stat<"),
        ],
        Cw => &[
            ("License number Licensee", "Vergunningnummer Vergunninghouder"),
            ("Issued Expires", "Afgegeven Vervalt"),
        ],
        Kh => &[
            ("OPERATOR", "EXPLOITANT"),
            ("CASINO SOFTWARE PROVIDER AUTHORIZATION HOLDER", "FOURNISSEUR DE LOGICIELS"),
        ],
        An => &[("lang=\"en\"", "lang=\"fr\""), ("\"valid\"", "\"valide\"")],
        Tgc => &[("Operator", "Exploitant"), (">URL<", ">Adresse<")],
        Iom => &[("Company Name", "Firma"), ("Licence Status", "Lizenzstatus")],
    };
    reworded(good, words)
}

/// The list with other words, each of which must be there.
fn reworded(good: &[SourceFile], words: &[(&str, &str)]) -> Vec<SourceFile> {
    let mut text = String::from_utf8(good[0].bytes.clone()).unwrap();
    for (from, to) in words {
        assert!(text.contains(from), "{} has {from:?}", good[0].name);
        text = text.replace(from, to);
    }
    with_list(good, file("", text).bytes)
}
