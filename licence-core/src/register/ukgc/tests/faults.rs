use super::fixture::{Fixture, HEADERS, file, lantern, read_files};
use crate::jurisdiction::JurisdictionCode::Ukgc;
use crate::register::archive::tests::archive;
use crate::register::tests::read_accepting;

#[test]
fn the_files_are_known_by_their_headers_in_any_dress() {
    let expected = lantern().read().unwrap();
    let mut files = lantern().files();
    files.reverse();
    for (i, file) in files.iter_mut().enumerate() {
        file.name = format!("download ({i})");
    }
    assert_eq!(read_files(&files).unwrap(), expected);

    let quoted = [
        file(
            "a",
            "\u{feff}\"Account Number\",\"Licence Account Name\"\r\n\"090114\",\"Harbour Lantern Gaming Limited\"\r\n\r\n",
        ),
        file(
            "b",
            "\"ACCOUNT NUMBER\",\"Licence Number\",\"Status\",\"Type\",\"Activity\",\"Start Date\",\"End Date\"\n\
                   \"90114\",\"090114-R-391114-019\",\"Active\",\"Remote\",\"Casino\",\"2019-04-08T00:00:00+00:00\"\n",
        ),
        file(
            "c",
            "Status,\u{a0}trading name ,Region,Account Number\nActive,lanternspin,UK,90114\n",
        ),
        file("d", "Account Number,Domain Name,Status,Notes\n90114,lanternspin.example,Active\n"),
    ];
    assert_eq!(read_accepting(Ukgc, &quoted, &["region"]).unwrap(), expected);
    let unknown = "c: the column \"Region\" is not known: see `accept` of `[registers.UKGC]`";
    assert_eq!(read_files(&quoted).unwrap_err().to_string(), unknown);
}

#[test]
fn the_archive_of_the_four_is_read_alike() {
    let files = lantern().files();
    let entries: Vec<_> = files.iter().map(|f| (f.name.as_str(), &f.bytes[..])).collect();
    let zip = archive(&entries);
    assert_eq!(read_files(std::slice::from_ref(&zip)), lantern().read());

    let error = read_files(&[archive(&entries[..3])]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "r.zip/businesses.csv, r.zip/licences.csv, r.zip/trading-names.csv: missing: the domain \
         names file (column \"Domain Name\")"
    );
    let mut workbook = archive(&[("[Content_Types].xml", b"<Types/>"), ("xl/workbook.xml", b"")]);
    workbook.name = "business-licence-register.xlsx".into();
    assert_eq!(
        read_files(&[workbook]).unwrap_err().to_string(),
        "business-licence-register.xlsx: expected the four CSV files of the business register, \
         found a workbook: save each of its sheets as CSV"
    );
    let mut cut = zip;
    cut.bytes.truncate(cut.bytes.len() / 2);
    let error = read_files(&[cut]).unwrap_err().to_string();
    assert_eq!(error, "r.zip: the file ends inside the ZIP archive; it looks cut off");
}

#[test]
fn a_register_without_rows_is_refused() {
    for (at, name) in [(0, "businesses.csv"), (1, "licences.csv")] {
        let mut files = lantern().files();
        files[at] = file(name, HEADERS[at]);
        let message = read_files(&files).unwrap_err().to_string();
        assert_eq!(message, format!("{name}: the table has no rows"));
    }
}

#[test]
fn a_businesses_file_without_a_fifth_of_the_names_is_refused() {
    let with_names = |named: usize| {
        let rows = |count: usize, row: fn(usize) -> String| (1..=count).map(row).collect();
        let licence = |n| format!("{n},{n:06}-R-1{n:05}-001,Active,Remote,Casino,2020-01-01,\n");
        Fixture {
            businesses: rows(named, |n| format!("{n},Lantern {n} Limited\n")),
            licences: rows(20, licence),
            ..Fixture::default()
        }
    };
    assert!(with_names(16).read().is_ok());
    assert_eq!(
        with_names(15).read().unwrap_err().to_string(),
        "businesses.csv: the file looks cut off: 5 of 20 accounts with licences have no name in it"
    );
}

#[test]
fn a_set_that_is_not_the_four_files_is_refused() {
    let [businesses, licences, trading_names, domain_names] =
        <[_; 4]>::try_from(lantern().files()).unwrap();
    let three = [businesses, licences, trading_names];
    let expected = "line 1: expected a header row with one of the columns \"Licence Account Name\", \
                    \"Licence Number\", \"Trading Name\", \"Domain Name\", found";
    for (name, text, message) in [
        (
            "down.html",
            "<!doctype html><html><head><title>Maintenance</title></head></html>",
            format!(
                "down.html, {expected} a web page: \
                 \"<!doctype html><html><head><title>Maintenance</title></head>\"…"
            ),
        ),
        (
            "premises.csv",
            "Account Number,Premises Activity\n1,Bingo\n",
            format!("premises.csv, {expected} \"Account Number,Premises Activity\\n1,Bingo\""),
        ),
        ("empty.csv", " \r\n", "empty.csv: the file is empty".into()),
        (
            "again.csv",
            HEADERS[1],
            "again.csv, line 1: the licences file a second time; the first is licences.csv".into(),
        ),
        (
            "d.csv",
            "Domain Name,Status\na.example,Active\n",
            "d.csv, line 1: the column \"Account Number\" is missing; the header is \"Domain \
             Name,Status\""
                .into(),
        ),
    ] {
        let mut files = three.to_vec();
        files.push(file(name, text));
        assert_eq!(read_files(&files).unwrap_err().to_string(), message);
    }
    assert!(
        read_files(&[])
            .unwrap_err()
            .to_string()
            .starts_with("no files: missing: the businesses file")
    );
    let mut latin_1 = domain_names;
    latin_1.bytes.extend(b"1,caf\xe9.example,Active\n");
    let mut files = three.to_vec();
    files.push(latin_1);
    assert_eq!(
        read_files(&files).unwrap_err().to_string(),
        "domain-names.csv, line 3: not UTF-8 at byte 6 of the line; save the file as UTF-8"
    );
}

#[test]
fn faulty_rows_are_named_by_file_and_line() {
    let long = format!("90114,{},Active\n", "a".repeat(1 << 20));
    let no_number = |cell: &str| format!("the account number is {cell:?}, no number");
    let fields = |found, needed, has| {
        format!("the row has {found} fields; the table needs {needed} and its header has {has}")
    };
    let unclosed = "a value opens with a quote that is not closed on its line";
    for (part, row, line, fault) in [
        (0, "x7,Odd Ltd\n", 3, no_number("x7")),
        (0, ",No Account Ltd\n", 3, no_number("")),
        (0, "99999999999999999999999,Far Ltd\n", 3, no_number("99999999999999999999999")),
        (0, "7,Comma, Ltd\n", 3, fields(3, 2, 2)),
        (1, "7,000007-R-1-1,Active,Remote,Casino\n", 3, fields(5, 6, 7)),
        (1, "7, ,Active,Remote,Casino,,\n", 3, "the licence number is blank".into()),
        (2, "7,name\n", 3, fields(2, 3, 3)),
        (
            2,
            "\n\n7,\"name,Active\n7,other,Active\n",
            5,
            "the file ends inside a quoted value; it looks cut off".into(),
        ),
        (3, "7,\"a.example,Active\n7,\"b.example\",Active\n", 3, unclosed.into()),
        (3, "7,a\0.example,Active\n", 3, "a NUL character at byte 4".into()),
        (3, &long, 3, "the line is longer than 1048576 bytes".into()),
    ] {
        let mut files = lantern().files();
        files[part].bytes.extend(row.bytes());
        let message = format!("{}, line {line}: {fault}", files[part].name);
        assert_eq!(read_files(&files).unwrap_err().to_string(), message);
    }
}

#[test]
fn cells_of_another_column_are_not_taken_for_theirs() {
    let swapped = |part: &str, row: &str| {
        let mut fixture = lantern();
        match part {
            "licences" => fixture.licences = row.to_owned(),
            _ => fixture.domain_names = row.to_owned(),
        }
        fixture.read().unwrap_err().to_string()
    };
    const SAYS: &str = "the columns look swapped: the";
    for (row, fault) in [
        ("1,Active,1-R-1-1,Remote,Casino,2019-04-08,\n", "licence number is \"Active\""),
        ("1,Remote,Active,1-R-1-1,Casino,2019-04-08,\n", "licence number is \"Remote\""),
        (
            "1,Casino,Active,Remote,000001-R-100001-001,2019-04-08,\n",
            "activity is \"000001-R-100001-001\"",
        ),
        ("1,1-R-1-1,Remote,Active,Casino,2019-04-08,\n", "status is \"Remote\""),
        ("1,1-R-1-1,Casino,Remote,Active,2019-04-08,\n", "activity is \"Active\""),
        ("1,1-R-1-1,Active,Casino,Remote,2019-04-08,\n", "activity is \"Remote\""),
        ("1,1-R-1-1,2019-04-08,Remote,Casino,Active,\n", "status is \"2019-04-08\""),
    ] {
        assert_eq!(swapped("licences", row), format!("licences.csv, line 2: {SAYS} {fault}"));
    }
    assert_eq!(
        swapped("licences", &"1,1-R-1-1,Active,Remote,Casino,,2019-04-08\n".repeat(20)),
        "licences.csv: the columns look swapped: 20 of 20 licence rows end without a start"
    );
    assert_eq!(
        swapped("domains", "1,Active,a.example\n"),
        format!("domain-names.csv, line 2: {SAYS} name is \"Active\"")
    );
    let mut fixture = lantern();
    fixture.trading_names = "90114,Active,Active\n".into();
    assert_eq!(fixture.licences()[0].operator.trading_names, ["Active"]);
}
