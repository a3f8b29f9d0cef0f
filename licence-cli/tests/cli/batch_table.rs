//! `licence batch --column`: a table comes back with its verdicts.

use std::io::Cursor;
use std::iter;

use calamine::{Data, Reader, Xlsx};
use serde_json::{Value, json};

use crate::hostile;
use crate::licence::{Licence, Run, fixture};
use crate::server::Served;
use crate::stub::{Stub, refusal, reply};

const ADDED: [&str; 7] =
    ["verdict", "operator", "licence", "status", "source", "observed", "sentence"];

fn batch(licence: &Licence, input: &str, more: &[&str]) -> Run {
    licence.run(&[&["batch", input, "--column", "website"], more].concat())
}

#[test]
fn a_table_comes_back_with_its_own_columns_and_the_verdicts() {
    let licence = Licence::with_the_cases();
    let table = "\u{feff}id;Website;note\r\n1;https://bet365.com/en;=1+1\r\n2;mrgreen.com\r\n\
                 3;;no site\r\n4;no host;\"a;b\"\r\n5;bet365.com;\r\n";
    licence.file("merchants.csv", table.as_bytes());
    let run = batch(&licence, "merchants.csv", &["--out", "checked.csv"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run}");
    for count in ["5 rows", "2  licensed\n", "1  licence_not_active", "1  invalid", "1  blank"] {
        assert!(run.stderr.contains(count), "{count:?} is not in {run}");
    }
    let text = std::fs::read_to_string(licence.folder.path().join("checked.csv")).unwrap();
    assert!(text.starts_with('\u{feff}'), "the byte order mark stays");
    let mut reader = csv::ReaderBuilder::new().delimiter(b';').from_reader(text.as_bytes());
    let header: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(header[1..], [&["Website", "note"], &ADDED[..]].concat());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let check = licence.run(&["check", "bet365.com", "--json"]).json();
    let matched = &check["match"];
    assert_eq!((&rows[0][1], &rows[0][2]), ("https://bet365.com/en", "=1+1"), "as they were");
    let expected =
        ["operator", "license_number", "status", "status_source_url", "status_observed_at"];
    for (cell, member) in rows[0].iter().skip(4).zip(expected) {
        assert_eq!(cell, matched[member].as_str().unwrap());
    }
    let detail = check["verdict_detail"].as_str().unwrap();
    assert!(rows[0][9].starts_with("Read as the host bet365.com.") && rows[0][9].ends_with(detail));
    assert_eq!(&rows[4][9], detail);
    assert_eq!((&rows[1][2], &rows[1][3]), ("", "licence_not_active"), "a short row is padded");
    assert!(rows[2].iter().skip(3).all(str::is_empty), "{:?}", rows[2]);
    assert_eq!((&rows[3][2], &rows[3][3]), ("a;b", "invalid_hostname"));
    assert!(rows[3][9].contains("not a bare hostname"), "{:?}", rows[3]);
    assert_eq!(std::fs::read_dir(licence.folder.path()).unwrap().count(), 2, "no other file");
}

/// The cell in the first row is the number, and names no column.
#[test]
fn a_column_of_a_table_without_a_header_is_found_by_its_number() {
    let licence = Licence::with_the_cases();
    let table = b"bet365.com,1\nnobody.example,2\n";
    let run = licence.run_with_input(&["batch", "-", "--column", "1"], table);
    assert_eq!(run.code, 0, "{run}");
    assert!(run.stdout.starts_with("bet365.com,1,licensed,"), "{run}");
    assert!(run.stdout.contains("\nnobody.example,2,not_found,"), "{run}");
}

#[test]
fn a_workbook_goes_in_and_comes_out() {
    let licence = Licence::with_the_cases();
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    for (column, name) in [(0, "share"), (1, "website")] {
        sheet.write_string(0, column, name).unwrap();
    }
    sheet.write_number(1, 0, 0.25).unwrap();
    sheet.write_string(1, 1, "bet365.com").unwrap();
    licence.file("merchants.xlsx", &book.save_to_buffer().unwrap());
    let run = batch(&licence, "merchants.xlsx", &["--out", "checked.xlsx", "--json"]);
    assert_eq!(run.json(), json!({"rows": 1, "blank": 0, "verdicts": {"licensed": 1}}), "{run}");
    let bytes = std::fs::read(licence.folder.path().join("checked.xlsx")).unwrap();
    let mut book = Xlsx::new(Cursor::new(bytes)).unwrap();
    let sheet = book.worksheet_range_at(0).unwrap().unwrap();
    let rows: Vec<&[Data]> = sheet.rows().collect();
    assert_eq!((rows[1][0].clone(), &rows[1][2]), (Data::Float(0.25), &Data::from("licensed")));
    let csv = batch(&licence, "merchants.xlsx", &["-q"]);
    assert!(csv.stdout.contains("0.25,bet365.com,licensed,"), "{csv}");
    assert_eq!(csv.stderr, "");
}

#[test]
fn the_sheets_of_a_workbook_that_are_not_read_are_named() {
    let licence = Licence::with_the_cases();
    let mut book = rust_xlsxwriter::Workbook::new();
    for name in ["Sites", "Old sites", "Notes"] {
        let sheet = book.add_worksheet().set_name(name).unwrap();
        sheet.write_string(0, 0, "website").unwrap();
        sheet.write_string(1, 0, "bet365.com").unwrap();
    }
    licence.file("three.xlsx", &book.save_to_buffer().unwrap());
    let run = batch(&licence, "three.xlsx", &[]);
    let note = "only the sheet \"Sites\" is read, not \"Old sites\", \"Notes\"";
    assert!(run.code == 0 && run.stderr.contains(note), "{run}");
}

/// Files that once filled the memory of the program that read them.
#[test]
fn a_workbook_that_attacks_its_reader_is_refused_in_one_line() {
    let licence = Licence::with_the_cases();
    let (workbooks, _): (Vec<_>, Vec<_>) =
        hostile::ten().into_iter().partition(|file| file.code == "IOM");
    assert_eq!(workbooks.len(), 2);
    for (workbook, fault) in workbooks.iter().zip([
        "reading the workbook takes more than 2000 MB of memory or 60 s of processor time",
        "not a workbook that can be read",
    ]) {
        licence.file(&workbook.name, &workbook.bytes);
        let run = batch(&licence, &workbook.name, &["--out", "checked.xlsx"]);
        run.assert_refused(2, &[&format!("{}: {fault}", workbook.name)]);
    }
    assert!(!licence.folder.path().join("checked.xlsx").exists());
}

/// A body of a batch in which none of the domains is on record.
fn answered<D: AsRef<str>>(domains: impl IntoIterator<Item = D>) -> String {
    let row = |domain: D| {
        json!({"query": {"domain": domain.as_ref()}, "match": null, "confidence": "none",
               "verdict": "not_found", "verdict_detail": "Nothing.",
               "match_absence_reason": "no_record_found"})
    };
    let rows: Vec<_> = domains.into_iter().map(row).collect();
    reply(200, "", &json!({ "results": rows }).to_string())
}

fn numbered(numbers: std::ops::Range<usize>) -> impl Iterator<Item = String> {
    numbers.map(|n| format!("{n}.example"))
}

#[test]
fn long_cells_are_cut_and_dealt_to_requests_that_a_server_reads() {
    let served = Served::start();
    let (long, endless) = ("a b".repeat(500), "\u{7}".repeat(140_000));
    let rows: String = (0..99).map(|_| format!("{long}\n")).collect();
    let rows = format!("website\n{rows}{endless}\nlanternspin.example\n");
    let file = served.licence.file("long.csv", rows.as_bytes());
    let args = ["batch", file.to_str().unwrap(), "--column", "website"];
    let (local, remote) = (served.local(&args), served.remote(&args));
    assert_eq!(remote.code, 0, "{}", remote.stderr);
    assert!(local.stdout == remote.stdout, "{}", remote.stderr);
    assert_eq!(remote.stdout.matches(",invalid_hostname,").count(), 100);
    assert!(remote.stdout.contains("lanternspin.example,licensed,"));
}

#[test]
fn a_run_that_was_interrupted_goes_on_where_it_ended() {
    let licence = Licence::new();
    let hosts: String = (0..150).map(|n| format!("{n}.example\n")).collect();
    licence.file("merchants.csv", format!("website\n{hosts}").as_bytes());
    let stub = Stub::answering(vec![
        answered(numbered(0..100)),
        refusal(403, "forbidden"),
        answered(numbered(100..150)),
    ]);
    let args = ["--out", "checked.csv", "--server", &stub.url];
    let broken = batch(&licence, "merchants.csv", &args);
    assert_eq!((broken.code, broken.stdout.as_str()), (4, ""), "{broken}");
    assert!(broken.stderr.contains("100 of 150 rows are kept"), "{broken}");
    assert!(!licence.folder.path().join("checked.csv").exists());
    let whole = batch(&licence, "merchants.csv", &args);
    assert_eq!(whole.code, 0, "{whole}");
    assert!(whole.stderr.contains("an interrupted run left 100 of 150 rows"), "{whole}");
    let asked: Vec<usize> = stub
        .requests()
        .iter()
        .map(|it| {
            serde_json::from_str::<Value>(&it.body).unwrap()["domains"].as_array().unwrap().len()
        })
        .collect();
    assert_eq!(asked, [100, 50, 50]);
    let text = std::fs::read_to_string(licence.folder.path().join("checked.csv")).unwrap();
    assert_eq!(text.lines().count(), 151);
    assert!(text.lines().skip(1).all(|line| line.contains(",not_found,")), "{text}");
    assert_eq!(std::fs::read_dir(licence.folder.path()).unwrap().count(), 2);
}

/// The same column begins one row later where its name is given: kept answers would move up a row.
#[test]
fn a_run_that_was_interrupted_without_a_header_begins_anew_with_one() {
    let licence = Licence::new();
    let hosts: String = (0..149).map(|n| format!("{n}.example\n")).collect();
    licence.file("merchants.csv", format!("merchant.website\n{hosts}").as_bytes());
    let all: Vec<_> = iter::once("merchant.website".to_owned()).chain(numbered(0..149)).collect();
    let replies = vec![
        answered(&all[..100]),
        refusal(403, "forbidden"),
        answered(numbered(0..100)),
        answered(numbered(100..149)),
    ];
    let stub = Stub::answering(replies);
    let run = |column: &str| {
        let args = ["batch", "merchants.csv", "--out", "checked.csv", "--server", &stub.url];
        licence.run(&[&args[..], &["--column", column]].concat())
    };
    let broken = run("1");
    assert!(broken.stderr.contains("100 of 150 rows are kept"), "{broken}");
    let whole = run("merchant.website");
    assert_eq!(whole.code, 0, "{whole}");
    assert!(!whole.stderr.contains("an interrupted run"), "{whole}");
    let text = std::fs::read_to_string(licence.folder.path().join("checked.csv")).unwrap();
    assert!(text.starts_with("merchant.website,verdict,"), "{text}");
    assert_eq!(text.matches(",not_found,").count(), 149);
}

#[test]
fn a_run_that_was_interrupted_begins_anew_with_another_catalogue() {
    let (licence, other) = (Licence::with_the_cases(), Licence::new());
    let reading = fixture("cw.json");
    assert_eq!(other.run(&["registers", "apply", reading.to_str().unwrap()]).code, 0);
    let path = licence.folder.path().join("licences.catalogue").display().to_string();
    licence.file("merchants.csv", b"website\nbet365.com\n");
    let out = licence.folder.path().join("checked.csv");
    let args = ["--catalogue", &path, "--out", "checked.csv"];
    // A full device ends a run after the last answer is kept.
    std::os::unix::fs::symlink("/dev/full", &out).unwrap();
    for database in [&licence, &other] {
        assert_eq!(database.run(&["catalogue", "build", "--out", &path]).code, 0);
        let run = batch(&licence, "merchants.csv", &args);
        assert!(run.code == 5 && !run.stderr.contains("an interrupted run"), "{run}");
    }
    std::fs::remove_file(&out).unwrap();
    let run = batch(&licence, "merchants.csv", &args);
    assert!(run.code == 0 && run.stderr.contains("left 1 of 1 rows"), "{run}");
    let text = std::fs::read_to_string(&out).unwrap();
    assert!(text.contains("bet365.com,generic_term,"), "{text}");
}

#[test]
fn a_server_that_does_not_answer_every_domain_is_an_error() {
    let licence = Licence::new();
    licence.file("merchants.csv", b"website\na.example\n\"\"\nb.example\n");
    for count in [0, 1, 3] {
        let stub = Stub::answering(vec![answered(numbered(0..count))]);
        let because = format!("received {count} of 2 rows: the server did not answer every domain");
        let table = batch(&licence, "merchants.csv", &["-q", "--server", &stub.url]);
        table.assert_refused(5, &[&because]);
        for form in ["--json", "--ndjson"] {
            let args = ["batch", form, "--server", &stub.url];
            let run = licence.run_with_input(&args, b"a.example\nb.example\n");
            run.assert_refused(5, &[&because]);
        }
    }
}

#[test]
fn a_table_that_cannot_be_checked_is_refused() {
    let licence = Licence::with_the_cases();
    licence.file("names.csv", b"id,website\n1,Example Ltd\n2,Another Ltd\n");
    licence.file("picture.csv", b"\x89PNG\x00\x00");
    licence.file("old.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1,website\n1,bet365.com\n");
    licence.file("empty.csv", b"");
    licence.file("open.csv", b"id,website\n1,\"bet365.com\n2,mrgreen.com\n");
    let long = "x".repeat(32_768);
    licence.file("long.csv", format!("website,note\nbet365.com,{long}\n").as_bytes());
    for (args, because) in [
        (&["names.csv", "--column", "url"][..], &["\"url\"", "its 2 columns", "\"website\""][..]),
        (&["names.csv", "--column", "3"], &["no column \"3\""]),
        (&["none.csv", "--column", "1"], &["none.csv"]),
        (&["picture.csv", "--column", "1"], &["picture.csv: the file is no text"]),
        (&["old.xls", "--column", "2"], &["old.xls: the file is no text", "CSV or XLSX"]),
        (&["empty.csv", "--column", "1"], &["the table is empty"]),
        (
            &["open.csv", "--column", "website"],
            &["open.csv: line 2: a quoted cell is never closed"],
        ),
        (
            &["long.csv", "--column", "website", "--out", "x.xlsx"],
            &["32767 characters", "row 2 has 32768", "write it as CSV"],
        ),
        (&["names.csv", "--column", "1", "--json"], &["--out FILE"]),
        (&["names.csv", "--column", "1", "--out", "./names.csv"], &["--out names the input"]),
        (&["names.csv", "--column", "1", "--out", "."], &[".: --out names a folder"]),
        (&["names.csv", "--column", "1", "--out", "no/folder/x.csv"], &["no/folder/x.csv: No"]),
    ] {
        licence.run(&[&["batch"], args].concat()).assert_refused(2, because);
    }
    let run = batch(&licence, "names.csv", &["-q"]);
    assert!(run.code == 2 && run.stdout.contains("invalid_hostname"), "{run}");
    assert!(run.stderr.contains("no cell is a bare hostname"), "{run}");
    for table in ["id,website\n", "id,website\n1,\n2, \n"] {
        licence.file("blank.csv", table.as_bytes());
        let run = batch(&licence, "blank.csv", &["-q"]);
        assert!(run.code == 2 && run.stderr.contains("no cell holds a domain"), "{run}");
    }
}
