use serde_json::json;

use super::fixture::{
    COLUMNS, DATED, SHARED, licences, read_files, refused, sheet, statuses, workbook_of,
};
use crate::jurisdiction::JurisdictionCode::Iom;
use crate::provenance::SourceKind;
use crate::register::SourceFile;
use crate::register::archive::entries;
use crate::register::archive::tests::archive;
use crate::register::tests::{listed, not_known};

#[test]
fn the_spreadsheet_alone_says_nothing_of_domains() {
    let reading = read_files(&[sheet(&[
        ["Laxey Wheel Gaming Limited", "Active", "43670", "Full"],
        ["Snaefell Supply Limited", "Suspended", "45785", "Software Supply"],
    ])])
    .unwrap();
    assert_eq!(reading.validate("iom"), Ok(()));
    assert_eq!((reading.complete, reading.source_kind), (true, SourceKind::Dump));
    let expected = listed(json!({
        "operator": { "name": "Laxey Wheel Gaming Limited" }, "status_text": "Active",
        "license_types": ["Full"], "license_type_raw": "Full", "issued_date": "2019-07-24",
        "raw_data": { "Name": "Laxey Wheel Gaming Limited", "Firm Status": "Active",
                      "Initial Licence Date": "2019-07-24", "Licence Type": "Full" },
        "domains_complete": false,
    }));
    assert_eq!(reading.licences[0], expected);
    assert!(reading.licences.iter().all(|licence| !licence.domains_complete));
}

#[test]
fn dates_are_numbers_or_texts() {
    for (cell, issued, raw) in [
        ("43670", Some("2019-07-24"), "2019-07-24"),
        ("43670.5", Some("2019-07-24"), "2019-07-24"),
        ("24/07/2019", Some("2019-07-24"), "24/07/2019"),
        ("08 May 2025", Some("2025-05-08"), "08 May 2025"),
        ("", None, ""),
        ("TBC", None, "TBC"),
        ("0", None, "0"),
        ("-7", None, "-7"),
        ("1e300", None, "1000000000000000000"),
    ] {
        let read = &licences(&[sheet(&[["A Limited", "Active", cell, "Full"]])])[0];
        assert_eq!(read.issued_date, issued.and_then(|day| day.parse().ok()), "{cell}");
        assert!(read.raw_data["Initial Licence Date"].as_str().unwrap().starts_with(raw), "{cell}");
    }
}

#[test]
fn columns_are_found_by_name_below_titles_and_on_any_sheet() {
    let row = |cells: [&'static str; 4]| cells.to_vec();
    let plain = licences(&[sheet(&[["A Limited", "Active", "43670", "Full"]])]);
    let moved = vec![
        vec!["Current OGRA licence holders"],
        vec![],
        vec!["Licence\u{a0}Type ", "initial licence date", "No.", "NAME", "Firm  Status"],
        vec!["Full", "43670", "1", "A&#160;Limited ", "Active"],
        vec!["", " ", "", "\u{a0}"],
    ];
    for sheets in [
        vec![("Licensees", "", moved.clone())],
        vec![("Empty", "", vec![]), ("Licensees", "", moved.clone())],
        vec![
            (
                "Old",
                "state=\"hidden\"",
                vec![row(COLUMNS), row(["Gone Limited", "Active", "", "Full"])],
            ),
            ("Licensees", "", moved),
        ],
    ] {
        assert_eq!(licences(&[workbook_of(DATED, &sheets)]), plain);
    }
}

#[test]
fn titles_and_sheets_that_are_not_declared_refuse_the_spreadsheet() {
    let row = ["A Limited", "Active", "43670", "Full"].to_vec();
    let list = vec![COLUMNS.to_vec(), row.clone()];
    let titled = vec![vec!["Surrendered and cancelled licences"], COLUMNS.to_vec(), row];
    let dates = vec![vec!["Name", "Date suspended"], vec!["A Limited", "45000"]];
    let names = vec![vec!["A Limited"]];
    for (sheets, kind, name) in [
        (vec![("Sheet1", "", titled)], "heading", "Surrendered and cancelled licences"),
        (vec![("Revoked licences", "", list.clone())], "heading", "Revoked licences"),
        (vec![("Sheet1", "", list.clone()), ("Suspended", "", dates)], "table", "Suspended"),
        (vec![("Gone", "", names), ("Sheet1", "", list)], "table", "Gone"),
    ] {
        assert_eq!(refused(&[workbook_of(DATED, &sheets)]), not_known(Iom, DATED, kind, name));
    }
}

#[test]
fn a_title_may_end_with_a_date() {
    for title in [
        "Isle of Man Gambling Supervision Commission",
        "OGRA licence holders as at 2 October 2026",
        "Last updated: 02/10/2026",
        "Current licensees updated on 2 October 2026",
    ] {
        let row = ["A Limited", "Active", "43670", "Full"].to_vec();
        let sheet = vec![vec![title], COLUMNS.to_vec(), row];
        let found = licences(&[workbook_of(DATED, &[("Sheet1", "", sheet)])]);
        assert_eq!(statuses(&found), [("A Limited", "Active")], "{title}");
    }
}

#[test]
fn a_row_that_is_there_twice_and_once_struck_out_counts_as_struck_out() {
    let row = ["A Limited", "Active", "43670", "Full"];
    let read = licences(&[sheet(&[row, ["~A Limited", "Active", "43670", "Full"]])]);
    assert_eq!(statuses(&read), [("A Limited", "Active"), ("A Limited", "Active; struck out")]);
}

#[test]
fn a_counter_that_is_no_number_is_a_remark() {
    for (counter, status) in [
        ("1", "Active"),
        ("100", "Active"),
        ("~1", "Active; struck out"),
        ("1 revoked", "Active; No.: 1 revoked"),
    ] {
        let header = [&["No."][..], &COLUMNS].concat();
        let row = [counter, "A Limited", "Active", "43670", "Full"].to_vec();
        let read = licences(&[workbook_of(DATED, &[("Sheet1", "", vec![header, row])])]);
        assert_eq!(statuses(&read), [("A Limited", status)]);
    }
}

/// The format of a part of a cell is in the sheet itself, or in the texts that sheets share.
#[test]
fn a_text_that_is_struck_out_in_part_refuses_the_spreadsheet() {
    let name = |format: &str| {
        format!("</t><r><t>A Li</t></r><r><rPr>{format}<b/></rPr><t>mited</t></r><t>")
    };
    for struck in [name("<strike/>"), SHARED.to_owned()] {
        let files = [sheet(&[[struck.as_str(), "Active", "43670", "Full"]])];
        assert_eq!(refused(&files), not_known(Iom, DATED, "style", "strike"), "{struck}");
    }
    let bold = name("<i/>");
    let read = licences(&[sheet(&[[bold.as_str(), "Active", "43670", "Full"]])]);
    assert_eq!(statuses(&read), [("A Limited", "Active")]);
}

/// No row and no cell tells it.
#[test]
fn hidden_rows_comments_and_text_boxes_refuse_the_spreadsheet() {
    let row = ["A Limited", "Active", "43670", "Full"];
    let read = |file| refused(&[file]);
    let row_with = |attribute: &str| {
        let name = format!(
            "A Limited</t></is></c></row><row r=\"2\" {attribute}><c r=\"A2\" t=\"inlineStr\"><is><t>A Limited"
        );
        sheet(&[[name.as_str(), "Active", "43670", "Full"]])
    };
    for hidden in ["hidden=\"1\"", "hidden = 'true'"] {
        assert_eq!(read(row_with(hidden)), not_known(Iom, DATED, "style", "row"), "{hidden}");
    }
    for shown in ["hidden=\"0\"", "hidden=\"false\" ht=\"12\""] {
        assert!(!licences(&[row_with(shown)]).is_empty(), "{shown}");
    }
    for (path, xml, name) in [
        ("xl/comments1.xml", "<comments><comment ref=\"A2\"/></comments>", "comment"),
        ("xl/threadedComments/t.xml", "<x><threadedComment ref=\"A2\"/></x>", "threadedComment"),
        ("xl/drawings/drawing1.xml", "<xdr:sp><xdr:txBody></xdr:txBody></xdr:sp>", "txBody"),
    ] {
        let file = with_part(&sheet(&[row]), path, xml);
        assert_eq!(read(file), not_known(Iom, DATED, "style", name), "{path}");
    }
    for (path, xml) in [
        ("xl/drawings/drawing1.xml", "<xdr:pic></xdr:pic>"),
        ("xl/drawings/drawing2.xml", ""),
        ("customXml/item1.xml", "<comment>made by a program</comment>"),
        ("xl/drawings/drawing3.xml", "<r><rPr><strike val=\"0\"/></rPr><t>A</t></r>"),
    ] {
        let read = licences(&[with_part(&sheet(&[row]), path, xml)]);
        assert_eq!(statuses(&read), [("A Limited", "Active")], "{path}");
    }
}

/// A workbook with one more part.
fn with_part(workbook: &SourceFile, path: &str, xml: &str) -> SourceFile {
    let parts = entries(workbook, |_| true).unwrap();
    let prefix = format!("{}/", workbook.name);
    let mut parts: Vec<_> =
        parts.iter().map(|it| (it.name.strip_prefix(&*prefix).unwrap(), &it.bytes[..])).collect();
    parts.push((path, xml.as_bytes()));
    SourceFile { name: workbook.name.clone(), ..archive(&parts) }
}
