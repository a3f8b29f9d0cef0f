//! Files that are no register: one clear error that names the file and the line, and a database
//! as it was.

use std::path::PathBuf;

use crate::licence::{Licence, Run, fixture, sample_file};

/// The four files of the bundled UKGC register with one replaced.
fn read_with(licence: &Licence, replaced: &str, bytes: &[u8]) -> Run {
    let bad = licence.file(&format!("{replaced}.csv"), bytes);
    let files: Vec<PathBuf> = ["businesses", "licences", "trading-names", "domain-names"]
        .iter()
        .map(|name| if *name == replaced { bad.clone() } else { sample_file(name) })
        .collect();
    let mut args = vec!["registers", "read", "UKGC", "--from"];
    args.extend(files.iter().map(|file| file.to_str().unwrap()));
    licence.run(&args)
}

#[test]
fn a_reading_ahead_of_the_clock_is_refused_even_with_force() {
    let files = ["businesses", "licences", "trading-names", "domain-names"].map(sample_file);
    let files = files.iter().map(|file| file.to_str().unwrap());
    let args: Vec<&str> =
        ["registers", "read", "UKGC", "--from"].into_iter().chain(files).collect();
    for (read_at, code) in [("2999-01-01T00:00:00Z", 2), ("2000-01-01T00:00:00Z", 0)] {
        let run = Licence::new().run(&[&args[..], &["--force", "--read-at", read_at]].concat());
        assert_eq!(run.code, code, "{run}");
        let error =
            "error: the UKGC reading of 2999-01-01T00:00:00.000Z is more than 5 minutes ahead";
        assert_eq!(run.stderr.contains(error), code == 2, "{run}");
    }
}

#[test]
fn a_bad_csv_is_named_with_its_line_and_changes_nothing() {
    let licence = Licence::with_the_cases();
    let before = licence.run(&["check", "bet365.com", "--json"]).json();
    let good = std::fs::read(sample_file("licences")).unwrap();
    let header = "Account Number,Licence Number,Status,Type,Activity,Start Date,End Date";
    let row =
        "\"102\",\"000102-R-300001-010\",\"Active\",\"Remote\",\"Casino\",\"2014-03-12\",\"\"";
    let in_latin_1 = [
        header.as_bytes(),
        b"\r\n",
        row.replace("Casino", "Caf\u{e9}").chars().map(|c| c as u8).collect::<Vec<u8>>().as_slice(),
    ]
    .concat();
    let cut_off = &good[..good.len() - 20];
    let endless = [header.as_bytes(), b"\r\n\"102", &vec![b'x'; 3 << 20]].concat();
    for (bytes, because) in [
        (b"".to_vec(), &["licences.csv", "empty"][..]),
        (
            b"<!doctype html><html><body>Down for maintenance".to_vec(),
            &["licences.csv", "web page"],
        ),
        (
            format!("Account Number,Licence Number,Type,Activity,Start Date,End Date\r\n{row}")
                .into(),
            &["licences.csv", "Status"],
        ),
        (in_latin_1, &["licences.csv, line 2", "UTF-8"]),
        (endless, &["licences.csv, line 2", "longer than 1048576 bytes"]),
        (cut_off.to_vec(), &["licences.csv, line "]),
        (
            format!("{header}\r\n{row}\r\n\"102\",\"only two\"\r\n").into(),
            &["licences.csv, line 3"],
        ),
    ] {
        read_with(&licence, "licences", &bytes).assert_refused(2, because);
    }
    let after = licence.run(&["check", "bet365.com", "--json"]).json();
    assert_eq!(after["match"], before["match"]);
    assert_eq!(licence.run(&["check", "lanternspin.example"]).code, 1);
}

#[test]
fn a_file_without_an_end_is_refused_by_its_first_endless_line() {
    let licence = Licence::new();
    let path = licence.folder.path().join("licences.csv");
    // A sparse file: two gigabytes of NUL in one line, no bytes on the disk.
    std::fs::File::create(&path).unwrap().set_len(2 << 30).unwrap();
    for args in [
        ["registers", "read", "UKGC", "--from", path.to_str().unwrap()].as_slice(),
        &["registers", "apply", path.to_str().unwrap()],
    ] {
        licence.run(args).assert_refused(2, &["licences.csv, line 1", "longer than 1048576 bytes"]);
    }
}

#[test]
fn a_truncated_zip_and_a_lacking_file_are_named() {
    let licence = Licence::new();
    let zip = licence.file("data.zip", b"PK\x03\x04 and then nothing");
    licence
        .run(&["registers", "read", "UKGC", "--from", zip.to_str().unwrap()])
        .assert_refused(2, &["data.zip"]);
    let only = sample_file("licences");
    licence
        .run(&["registers", "read", "UKGC", "--from", only.to_str().unwrap()])
        .assert_refused(2, &["missing", "Domain Name"]);
    licence
        .run(&["registers", "read", "UKGC", "--from", "nowhere.csv"])
        .assert_refused(2, &["nowhere.csv"]);
}

#[test]
fn a_bad_reading_is_named_with_its_line_and_changes_nothing() {
    let licence = Licence::with_the_cases();
    let good = std::fs::read_to_string(fixture("ukgc.json")).unwrap();
    for (bytes, because) in [
        (String::new(), &["bad.json", "empty"][..]),
        ("<html>login</html>".to_owned(), &["bad.json", "web page"]),
        (good[..good.len() / 2].to_owned(), &["bad.json, line "]),
        (good.replacen("\"UKGC\"", "\"XX\"", 1), &["bad.json, line 2", "XX"]),
        (good.replacen("\"055149-R-331498-010\"", "null", 1), &["bad.json", "license_number"]),
        (good.replacen("Hillside", "Hill\\u0000side", 1), &["bad.json", "NUL"]),
        (good.replacen("2026-11-01T06", "2026-11-31T06", 1), &["bad.json, line 3"]),
        (good.replacen("bet365.com", &"a".repeat(3000), 1), &["bad.json", "longer than 2000"]),
    ] {
        let file = licence.file("bad.json", bytes.as_bytes());
        licence.run(&["registers", "apply", file.to_str().unwrap()]).assert_refused(2, because);
    }
    assert_eq!(licence.run(&["check", "bet365.com"]).code, 0);
}

#[test]
fn a_good_register_is_read_from_files_and_from_standard_input() {
    let licence = Licence::new();
    let files = ["domain-names", "licences", "businesses", "trading-names"].map(sample_file);
    let mut args = vec!["registers", "read", "ukgc", "--json", "--from"];
    args.extend(files.iter().map(|file| file.to_str().unwrap()));
    let applied = licence.run(&args).json();
    assert_eq!(applied["jurisdiction"], "UKGC");
    assert_eq!(applied["applied"], true);
    assert!(applied["created"].as_u64().unwrap() > 20, "{applied}");
    let members: Vec<&String> = applied.as_object().unwrap().keys().collect();
    assert_eq!(members.len(), 11, "{members:?}");
    assert_eq!(licence.run(&["check", "lanternspin.example"]).code, 0);
    let reading = std::fs::read(fixture("cw.json")).unwrap();
    let run = licence.run_with_input(&["registers", "apply", "-"], &reading);
    assert_eq!(run.code, 0, "{run}");
    assert!(run.stdout.contains("created"), "{run}");
}
