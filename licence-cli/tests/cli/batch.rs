//! `licence batch`.

use std::process::Stdio;

use crate::licence::{Licence, Run};
use crate::server::Served;

#[test]
fn rows_come_in_input_order_and_a_bad_one_fails_no_other() {
    let licence = Licence::with_the_cases();
    let input = "bet365.com\nnot a host\nbet365.com\n\nmrgreen.com\r\nbetvict0r.com";
    let run = licence.run_with_input(&["batch"], input.as_bytes());
    assert_eq!(run.code, 0, "{run}");
    let rows: Vec<serde_json::Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let brief: Vec<(&str, Option<&str>)> = rows
        .iter()
        .map(|row| (row["query"]["domain"].as_str().unwrap(), row["verdict"].as_str()))
        .collect();
    assert_eq!(
        brief,
        [
            ("bet365.com", Some("licensed")),
            ("not a host", None),
            ("bet365.com", Some("licensed")),
            ("mrgreen.com", Some("licence_not_active")),
            ("betvict0r.com", Some("not_found")),
        ]
    );
    assert_eq!(
        rows[1],
        serde_json::json!({ "query": { "domain": "not a host" }, "match": null,
                            "confidence": "none", "error": "invalid_hostname" })
    );
    for row in &rows {
        for absent in ["alternatives", "jurisdictions", "as_of", "_meta", "related_hosts"] {
            assert!(row.get(absent).is_none(), "{absent} in {row}");
        }
    }
}

#[test]
fn a_list_may_begin_with_a_byte_order_mark() {
    let licence = Licence::with_the_cases();
    for form in ["--ndjson", "--json"] {
        let run = |list: &str| licence.run_with_input(&["batch", form], list.as_bytes());
        let marked = run("\u{feff}bet365.com\nmrgreen.com\n");
        assert_eq!(marked.stdout, run("bet365.com\nmrgreen.com\n").stdout);
        // Beginnings of a mark are text.
        for short in ["", "a", "\u{fec0}"] {
            assert_eq!(run(short).code, run(&format!("{short}\n")).code);
        }
        assert_eq!(run("\u{feff}").stdout, run("").stdout);
    }
}

#[test]
fn a_last_line_may_end_with_a_carriage_return_alone() {
    let licence = Licence::with_the_cases();
    for form in ["--ndjson", "--json"] {
        let run = licence.run_with_input(&["batch", form], b"bet365.com\r");
        assert!(run.stdout.contains(r#""query":{"domain":"bet365.com"}"#), "{run}");
    }
}

#[test]
fn a_pasted_address_is_read_for_its_host_and_the_row_says_so() {
    let served = Served::start();
    let input = "https://lanternspin.example/lobby?a=b\nlanternspin.example\n\
                 support@lanternspin.example\nMGA/B2C/7114/2021\n";
    for form in ["--ndjson", "--json"] {
        let rows = |run: Run| match form {
            "--json" => run.json()["results"].as_array().unwrap().clone(),
            _ => run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
        };
        let local = rows(served.licence.run_with_input(&["batch", form], input.as_bytes()));
        let remote = rows(served.remote_with_input(&["batch", form], input.as_bytes()));
        assert_eq!(local, remote);
        for (row, line) in local.iter().zip(input.lines()) {
            assert_eq!(row["query"]["domain"], line);
        }
        let detail = |row: usize| local[row]["verdict_detail"].as_str().unwrap();
        let read = format!("Read as the host lanternspin.example. {}", detail(1));
        assert_eq!((detail(0), detail(2)), (read.as_str(), read.as_str()));
        assert_eq!(local[3]["error"], "invalid_hostname");
    }
}

#[test]
fn a_row_says_what_the_check_of_its_domain_says() {
    let licence = Licence::with_the_cases();
    for domain in ["bet365.com", "old.com", "betvictor.net", "casino.com", "m.bet365.com"] {
        let check = licence.run(&["check", domain, "--json"]).json();
        let row = licence.run_with_input(&["batch"], domain.as_bytes()).json();
        for member in row.as_object().unwrap().keys() {
            assert_eq!(row[member], check[member], "{member} of {domain}");
        }
    }
}

#[test]
fn one_object_has_every_row() {
    let licence = Licence::with_the_cases();
    let file = licence.file("domains.txt", b"bet365.com\nfoo\n");
    let body = licence.run(&["batch", file.to_str().unwrap(), "--json"]).json();
    assert_eq!(body["count"], 2);
    assert_eq!(body["checked_jurisdictions"], serde_json::json!(["CW", "UKGC"]));
    assert_eq!(body["results"][1]["error"], "invalid_hostname");
    assert_eq!(body["_meta"]["stale_jurisdictions"].as_array().unwrap().len(), 7);
}

#[test]
fn a_field_is_selected_from_the_one_object() {
    let served = Served::start();
    let (input, count) =
        (b"lanternspin.example\nfoo\n", ["batch", "-", "--json", "--field", "count"]);
    for run in
        [served.licence.run_with_input(&count, input), served.remote_with_input(&count, input)]
    {
        assert_eq!((run.code, run.stdout.as_str()), (0, "2\n"), "{run}");
    }
    let rows = ["batch", "-", "--ndjson", "--field", "count"];
    served.licence.run_with_input(&rows, input).assert_refused(2, &["--field", "without --json"]);
}

#[test]
fn an_input_without_a_domain_is_refused_without_an_answer() {
    let served = Served::start();
    for input in ["", "\n \n"] {
        for args in [&["batch"][..], &["batch", "--json"]] {
            let local = served.licence.run_with_input(args, input.as_bytes());
            for run in [local, served.remote_with_input(args, input.as_bytes())] {
                run.assert_refused(2, &["no line holds a domain, so nothing was checked"]);
            }
        }
    }
}

#[test]
fn odd_input_is_answered_too() {
    let licence = Licence::with_the_cases();
    for form in ["--ndjson", "--json"] {
        let run = licence.run_with_input(&["batch", form], b"caf\xe9.example\n\0\n");
        assert_eq!((run.code, run.stdout.matches("invalid_hostname").count()), (2, 2), "{run}");
        assert!(run.stderr.contains("no line is a bare hostname"), "{run}");
    }
    licence.run(&["batch", "missing.txt"]).assert_refused(2, &["missing.txt"]);
    licence.run(&["batch", "."]).assert_refused(2, &[".: is a directory"]);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let licence = Licence::with_the_cases();
    let file = licence.file("domains.txt", "bet365.com\n".repeat(200_000).as_bytes());
    let mut child = licence
        .command()
        .args(["batch", file.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
