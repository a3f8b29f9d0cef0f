use proptest::prelude::*;

use super::fixture::{DATED, FOOT, HEAD, ROOT, file, licensee, page, read_files, sheet};
use crate::register::SourceFile;
use crate::register::archive::tests::archive;

fn fixture() -> [SourceFile; 2] {
    let items = licensee("Laxey Wheel Gaming Limited", "Active", "Full", "laxeyspin.example")
        + &licensee("Snaefell Supply", "Suspended (2 October 2026)", "Software Supply", "-");
    let rows = [
        ["Laxey Wheel Gaming Ltd", "Active", "43670", "Full"],
        ["Snaefell Supply Limited", "Active", "43671", "Software Supply"],
    ];
    [page(&items), sheet(&rows)]
}

type Rows = Vec<(String, String, String)>;

/// Rows as they are and in another order. Few names and words, so that rows meet.
fn rows() -> impl Strategy<Value = (Rows, Rows)> {
    let row = ("[ab]( Limited| Ltd| Inc)?", "Active|Suspended|Odd", "(Full|Supply)?");
    prop::collection::vec(row, 1..7)
        .prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle()))
}

fn files(on_page: &Rows, in_sheet: &Rows) -> [SourceFile; 2] {
    let item =
        |(name, status, kind): &(String, String, String)| licensee(name, status, kind, "a.example");
    let items: String = on_page.iter().map(item).collect();
    let rows: Vec<_> = in_sheet.iter().map(|(n, s, k)| [n.as_str(), s, "43670", k]).collect();
    [page(&items), sheet(&rows)]
}

proptest! {
    #[test]
    fn the_order_of_files_and_rows_changes_nothing(on_page in rows(), in_sheet in rows()) {
        let [page, sheet] = files(&on_page.0, &in_sheet.0);
        let [other_page, other_sheet] = files(&on_page.1, &in_sheet.1);
        let reading = read_files(&[page, sheet]).unwrap();
        prop_assert_eq!(&reading, &read_files(&[other_sheet, other_page]).unwrap());
        prop_assert_eq!(reading.validate("iom"), Ok(()));
    }

    #[test]
    fn damaged_files_never_panic_nor_read_as_empty(which in 0usize..2, at in any::<prop::sample::Index>(), len in 0usize..40, junk in prop::collection::vec(any::<u8>(), 0..8)) {
        let mut file = fixture()[which].clone();
        let at = at.index(file.bytes.len());
        let end = (at + len).min(file.bytes.len());
        file.bytes.splice(at..end, junk);
        prop_assert!(read_files(&[file]).map_or(true, |reading| !reading.licences.is_empty()));
    }

    #[test]
    fn damaged_sheets_never_panic(at in any::<prop::sample::Index>(), len in 0usize..9, junk in "[<>/\"=A-C0-9 strv]{0,8}") {
        let row = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" s=\"1\"><v>43670</v></c><c r=\"XFD1048576\" t=\"d\"><v>2019-07-24</v></c></row>";
        let mut xml = format!("<worksheet><dimension ref=\"A1:D9\"/><sheetData>{row}</sheetData></worksheet>");
        let at = at.index(xml.len());
        xml.replace_range(at..(at + len).min(xml.len()), &junk);
        // More letters or digits overflow the parser's number of the column or row, and a range that
        // ends before it begins its size: only test builds notice, and the reader refuses the file
        // either way.
        prop_assume!(xml.contains("<dimension ref=\"A1:D9\"/>") || !xml.contains("ref="));
        let fits = |cell: &str| {
            let row = cell.trim_start_matches(|it: char| it.is_ascii_alphabetic());
            let digits = row.chars().take_while(char::is_ascii_digit).count();
            cell.len() - row.len() < 7 && digits < 10
        };
        prop_assume!(xml.split("r=\"").skip(1).all(fits));
        let strings = "<sst><si><t>Name</t></si></sst>";
        let zip = archive(&[
            ("_rels/.rels", ROOT.as_bytes()),
            ("xl/workbook.xml", b"<workbook><sheets><sheet name=\"a\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"),
            ("xl/_rels/workbook.xml.rels", b"<Relationships><Relationship Id=\"rId1\" Type=\"x/worksheet\" Target=\"worksheets/s.xml\"/></Relationships>"),
            ("xl/sharedStrings.xml", strings.as_bytes()),
            ("xl/styles.xml", b"<styleSheet><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>"),
            ("xl/worksheets/s.xml", xml.as_bytes()),
        ]);
        prop_assert!(read_files(&[zip]).is_err());
    }

    #[test]
    fn a_cut_file_is_never_read(which in 0usize..2, at in any::<prop::sample::Index>()) {
        let mut file = fixture()[which].clone();
        let end = file.bytes.len() - [FOOT.len() - "</ul></body>".len(), 1][which];
        file.bytes.truncate(at.index(end));
        prop_assert!(read_files(&[file]).is_err());
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..80), rows in "(<(/?(table|tr|td|li|a))>?|Company Name|Licence Status|Website Domain|x){0,20}") {
        let zip = [&b"PK\x03\x04"[..], &bytes].concat();
        for bytes in [bytes, zip] {
            let read = read_files(&[SourceFile { name: DATED.into(), bytes }]);
            prop_assert!(read.is_err());
        }
        let _ = read_files(&[file("x", [HEAD, &rows, FOOT].concat())]);
    }
}
