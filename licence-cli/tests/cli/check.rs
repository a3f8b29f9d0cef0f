//! `licence check`.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::Stdio;

use crate::cases;
use crate::licence::Licence;

#[test]
fn the_command_answers_every_case() {
    let licence = Licence::with_the_cases();
    for case in cases::all() {
        let mut args = vec!["check", "--json"];
        match (case.domain(), case.licence_number()) {
            (Some(domain), _) => args.push(domain),
            (None, number) => args.extend(["--license-number", number.unwrap()]),
        }
        let run = licence.run(&args);
        if case.domain().is_some_and(is_read_at_the_terminal) {
            assert_eq!(run.json()["query"]["domain"], "bet365.com", "{run}");
        } else if case.refused().is_some() {
            run.assert_refused(2, &["error: "]);
        } else {
            let answer = run.json();
            case.assert_answer(&answer);
            let is_licensed = answer["verdict"] == "licensed";
            assert_eq!(run.code, i32::from(!is_licensed), "{}", case.name());
        }
    }
}

/// The API takes bare hostnames; the terminal reads the host out of an address.
fn is_read_at_the_terminal(domain: &str) -> bool {
    ["https://bet365.com", "bet365.com/", "bet365.com:443"].contains(&domain)
}

#[test]
fn a_person_gets_a_card_with_the_verdict_first() {
    let licence = Licence::with_the_cases();
    let run = licence.run(&["check", "mrgreen.com"]);
    assert_eq!(run.code, 1);
    let mut lines = run.stdout.lines();
    assert!(lines.next().unwrap().contains("mrgreen.com"), "{run}");
    assert!(lines.next().unwrap().contains("licence_not_active"), "{run}");
    assert!(!run.stdout.contains('\u{1b}'), "no colour in a pipe: {run}");
    for evidence in ["039264-R-319380-017", "UK Gambling Commission", "suspended", "https://"] {
        assert!(run.stdout.contains(evidence), "{evidence} is not in {run}");
    }
    assert_eq!(run.stderr, "");
}

/// A daemon has no standard error, and the log of a cron job may be on a full disk.
#[test]
fn an_answer_is_given_whether_or_not_its_notes_can_be_written() {
    let licence = Licence::with_the_cases();
    licence.file("sites.csv", b"website\nbet365.com\n");
    let build = ["catalogue", "build", "--out", "c.catalogue"];
    assert_eq!(licence.run(&build).code, 0);
    let run = |args: &[&str], stdout: Stdio| {
        let (reader, unread) = std::io::pipe().unwrap();
        drop(reader);
        let output = licence.command().args(args).stdout(stdout).stderr(unread).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let noted = ["check", "https://bet365.com/en", "--field", "verdict"];
    assert_eq!(run(&noted, Stdio::piped()), (0, "licensed\n".to_owned()));
    let screened = ["batch", "sites.csv", "--column", "website", "--out", "checked.csv"];
    assert_eq!(run(&screened, Stdio::piped()), (0, String::new()));
    assert_eq!(run(&["check", "no host"], Stdio::piped()), (2, String::new()));
    let (reader, unread) = std::io::pipe().unwrap();
    drop(reader);
    let verified = ["catalogue", "verify", "c.catalogue"];
    assert_eq!(run(&verified, unread.into()), (0, String::new()), "no reader is no error");
}

#[test]
fn the_exit_code_answers_where_nobody_reads_the_answer() {
    let licence = Licence::with_the_cases();
    for (args, code) in [
        (&["check", "bet365.com"][..], 0),
        (&["check", "nobody.example"], 1),
        (&["check", "nobody.example", "--json"], 1),
        (&["check", "nobody.example", "--field", "verdict"], 1),
        (&["doctor", "--database-url", "sqlite://nowhere.db"], 5),
    ] {
        let (reader, unread) = std::io::pipe().unwrap();
        drop(reader);
        let status = licence.command().args(args).stdout(unread).status().unwrap();
        assert_eq!(status.code(), Some(code), "{args:?}");
    }
}

#[test]
fn the_next_command_opens_the_catalogue_that_the_first_one_kept() {
    let licence = Licence::with_the_cases();
    let folder = licence.folder.path().join("kept");
    fs::create_dir(&folder).unwrap();
    let ask = |args: &[&str]| {
        let mut command = licence.command();
        command.env("LICENCE_CATALOGUE_FOLDER", &folder).args(args);
        let output = command.output().unwrap();
        assert_eq!(output.stderr, b"", "{args:?}");
        let files = fs::read_dir(&folder).unwrap();
        files.map(|file| file.unwrap().metadata().unwrap().ino()).collect::<Vec<u64>>()
    };
    let kept = ask(&["check", "mrgreen.com", "--json"]);
    assert_eq!(kept.len(), 1);
    fs::write(licence.folder.path().join("hosts.txt"), "mrgreen.com\n".repeat(1_002)).unwrap();
    for next in [
        &["check", "mrgreen.com", "--json"][..],
        &["check", "mrgreen.com", "--as-of", "2026-11-01", "--json"],
        &["batch", "hosts.txt", "--json"],
        &["report", "mrgreen.com", "--json"],
    ] {
        assert_eq!(ask(next), kept, "{next:?}");
    }
}
