//! `licence report`, `licence diff` and `licence open`.

use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::licence::{Licence, fixture};
use crate::server::Served;
use crate::stub::{Stub, reply};

const DOMAIN: &str = "lanternspin.example";

#[test]
fn a_record_is_one_page_with_the_evidence_of_the_check() {
    let served = Served::start();
    let check = served.local(&["check", DOMAIN, "--json"]).json();
    let id = check["match"]["license_id"].as_str().unwrap();
    let history = served.local(&["history", id, "--json"]).json();
    let run = served.local(&["report", &format!("https://{DOMAIN}/"), "--out", "case.html"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run}");
    let page = std::fs::read_to_string(served.licence.folder.path().join("case.html")).unwrap();
    let matched = &check["match"];
    for part in [
        &check["verdict"],
        &matched["operator"],
        &matched["license_number"],
        &matched["status_observed_at"],
        &history["history"][0]["snapshot_sha256"],
    ] {
        assert!(page.contains(part.as_str().unwrap()), "{part} is not in {page}");
    }
    for part in ["licence check https://lanternspin.example/ --json", "sha256sum", "@media print"] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    for other_file in ["<script", "<link", "<img", "url("] {
        assert!(!page.contains(other_file), "{other_file} is in {page}");
    }
    for server in [served.local(&["report", DOMAIN]), served.remote(&["report", DOMAIN])] {
        assert!(server.code == 0 && server.stdout.ends_with("</html>\n"), "{server}");
    }
}

#[test]
fn a_record_shows_the_past_and_escapes_what_registers_say() {
    let licence = Licence::new();
    let reading = json!({
        "jurisdiction": "CW", "read_at": "2026-11-01T06:00:00.000Z", "complete": true,
        "source_url": "https://register.example/", "source_kind": "scraped",
        "licences": [{
            "operator": { "upstream_id": "7", "name": "<b>Alpha</b> & Sons N.V." },
            "license_number": "OGL/2024/1/0001", "status_text": "Indefinite",
            "license_types": ["B2C"], "expiry_date": "2026-11-02",
            "domains": [{ "domain": "alphabet.example" }],
        }],
    });
    let applied =
        licence.run_with_input(&["registers", "apply", "-"], reading.to_string().as_bytes());
    assert_eq!(applied.code, 0, "{applied}");
    let page = licence.run(&["report", "alphabet.example", "--as-of", "2026-10-01"]).stdout;
    assert!(
        page.contains("&lt;b&gt;Alpha&lt;/b&gt; &amp; Sons") && !page.contains("<b>"),
        "{page}"
    );
    for part in ["before_tracking", "2026-11-02 (passed)", "--as-of 2026-10-01"] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    for args in [&["check", "alphabet.example"][..], &["licences", "show", "OGL/2024/1/0001"]] {
        let card = licence.run(args);
        assert!(card.stdout.contains("2026-11-02 (passed)"), "{card}");
    }
    let bodies = licence.run(&["report", "alphabet.example", "--json"]).json();
    let check = licence.run(&["check", "alphabet.example", "--json"]).json();
    assert_eq!(bodies["check"], check);
    assert_eq!(bodies["history"]["license_number"], "OGL/2024/1/0001");
    let miss = licence.run(&["report", "nobody.example", "--json"]).json();
    assert_eq!((&miss["licence"], &miss["history"]), (&Value::Null, &Value::Null));
    let miss = licence.run(&["report", "nobody.example"]);
    assert!(miss.code == 0 && miss.stdout.contains("registers checked"), "{miss}");
}

#[test]
fn the_note_of_a_correction_ends_with_one_full_stop() {
    let licence = Licence::with_the_cases();
    let check = licence.run(&["check", "bet365.com", "--json"]).json();
    let id = check["match"]["license_id"].as_str().unwrap();
    let history = licence.run(&["history", id, "--json"]).json();
    let event = history["history"][0]["id"].as_str().unwrap();
    for note in ["The page was old", "The page was old."] {
        let added = licence.run(&["corrections", "add", event, "--note", note]);
        assert_eq!(added.code, 0, "{added}");
        let page = licence.run(&["report", "bet365.com"]).stdout;
        assert!(page.contains(": The page was old. The register was"), "{page}");
    }
}

#[test]
fn other_hosts_and_registers_are_shown_with_what_they_say_of_the_domain() {
    let licence = Licence::new();
    for (code, operator, number, domains) in [
        (
            "UKGC",
            "Deli Limited",
            "000500-R-100000-001",
            json!([
                {"domain": "shop.example", "status_text": "Parked"},
                {"domain": "old.shop.example", "status_text": "Inactive"},
            ]),
        ),
        ("CW", "Deli N.V.", "OGL/2024/5/0001", json!([{"domain": "shop.example"}])),
    ] {
        let reading = json!({
            "jurisdiction": code, "read_at": "2026-11-01T06:00:00.000Z", "complete": true,
            "source_url": "https://register.example/", "source_kind": "scraped",
            "licences": [{
                "operator": { "name": operator }, "license_number": number,
                "status_text": "Active", "license_types": ["Remote"], "domains": domains,
            }],
        });
        let reading = reading.to_string();
        let applied = licence.run_with_input(&["registers", "apply", "-"], reading.as_bytes());
        assert_eq!(applied.code, 0, "{applied}");
    }
    for command in ["check", "report"] {
        let run = licence.run(&[command, "shop.example"]);
        for part in [
            "UKGC 000500-R-100000-001 (Deli Limited, domain parked)",
            "old.shop.example (Deli Limited, domain delisted)",
        ] {
            assert!(run.stdout.contains(part), "{part} is not in {run}");
        }
    }
}

fn row(domain: &str, verdict: &str, sentence: &str) -> String {
    let row = json!({"query": {"domain": domain}, "match": null, "confidence": "none",
                     "verdict": verdict, "verdict_detail": sentence});
    format!("{row}\n")
}

#[test]
fn two_runs_are_compared() {
    let licence = Licence::new();
    let old = row("a.example", "not_found", "Then.")
        + &row("b.example", "not_found", "Then.")
        + &row("c.example", "not_found", "Then.");
    let new = row("B.example", "licensed", "Now licensed.")
        + &row("a.example", "not_found", "Read again.")
        + &row("d.example", "not_found", "New.");
    licence.file("old.ndjson", old.as_bytes());
    licence.file("new.ndjson", new.as_bytes());
    licence.file("marked.ndjson", format!("\u{feff}{old}").as_bytes());
    licence.file("old.csv", b"site,verdict,operator,licence,status,sentence\r\nhttps://b.example/,not_found,,,,Then.\r\na.example,not_found,,,,Then.\r\nc.example,not_found,,,,Then.\r\n");
    licence.file("new.csv", b"site;verdict;operator;licence;status;sentence\nb.example;licensed;;;;Now licensed.\na.example;not_found;;;;Read again.\nd.example;not_found;;;;New.\n");
    for args in [
        &["diff", "old.ndjson", "new.ndjson"][..],
        &["diff", "marked.ndjson", "new.ndjson"],
        &["diff", "old.csv", "new.csv", "--column", "site"],
    ] {
        let run = licence.run(&[args, &["--json"]].concat());
        let body = run.json();
        let changes = body["changes"].as_array().unwrap();
        let brief: Vec<_> = changes
            .iter()
            .map(|it| (it["domain"].as_str().unwrap(), it["change"].as_str().unwrap()))
            .collect();
        assert_eq!(
            brief,
            [("b.example", "changed"), ("c.example", "removed"), ("d.example", "added")]
        );
        assert_eq!(body["unchanged"], 1);
        assert_eq!(changes[0]["changed"], json!(["verdict"]));
        assert_eq!(changes[0]["because"], "Now licensed.");
        let table = licence.run(args);
        assert!(table.stdout.contains("3 changed, 1 as before"), "{table}");
        let rows = licence.run(&[args, &["--csv"]].concat());
        assert_eq!((rows.code, rows.stdout.lines().count()), (0, 4), "{rows}");
    }
    licence.run(&["diff", "old.csv", "new.csv"]).assert_refused(2, &["row 1", "--column"]);
    licence.file("plain.csv", b"site\na.example\n");
    licence
        .run(&["diff", "plain.csv", "new.csv", "--column", "site"])
        .assert_refused(2, &["plain.csv", "no column \"verdict\"", "licence batch --column"]);
}

#[test]
fn a_run_without_a_domain_is_not_compared() {
    let licence = Licence::with_the_cases();
    licence.file("new.ndjson", row("a.example", "not_found", "New.").as_bytes());
    licence.file("empty.ndjson", b"");
    licence.file("empty.json", br#"{"results":[]}"#);
    let header = "site,verdict,operator,licence,status,sentence\n";
    licence.file("new.csv", format!("{header}a.example,not_found,,,,New.\n").as_bytes());
    licence.file("empty.csv", header.as_bytes());
    for args in [
        &["empty.ndjson", "empty.ndjson"][..],
        &["empty.ndjson", "new.ndjson"],
        &["new.ndjson", "empty.ndjson"],
        &["new.ndjson", "empty.json"],
        &["empty.csv", "empty.csv", "--column", "site"],
        &["empty.csv", "new.csv", "--column", "site"],
        &["new.csv", "empty.csv", "--column", "site"],
    ] {
        let because = ["empty.", ": no row holds a domain, so nothing was compared"];
        licence.run(&[&["diff"], args].concat()).assert_refused(2, &because);
    }
    let ids = licence.run_with_input(&["batch", "-"], b"bad_host\nfoo bar\n");
    assert_eq!(ids.code, 2, "{ids}");
    licence.file("ids.ndjson", ids.stdout.as_bytes());
    let because = ["ids.ndjson: no row holds a domain"];
    licence.run(&["diff", "new.ndjson", "ids.ndjson"]).assert_refused(2, &because);
}

#[test]
fn what_a_batch_writes_can_be_compared() {
    let licence = Licence::with_the_cases();
    licence.file("sites.csv", b"website\nbet365.com\nmrgreen.com\n");
    for args in [
        &["batch", "sites.csv", "--column", "website", "--out", "checked.csv", "-q"][..],
        &["batch", "sites.csv", "--column", "website", "--out", "checked.xlsx", "-q"],
    ] {
        assert_eq!(licence.run(args).code, 0);
    }
    let same = ["diff", "checked.csv", "checked.xlsx", "--column", "website", "--json"];
    assert_eq!(licence.run(&same).json(), json!({ "unchanged": 2, "changes": [] }));
    let body = licence.run_with_input(&["batch", "--json"], b"bet365.com\nmrgreen.com\n");
    licence.file("body.json", body.stdout.as_bytes());
    let same = ["diff", "body.json", "body.json", "--field", "unchanged"];
    assert_eq!(licence.run(&same).stdout, "2\n");
}

/// A table that goes through every month has the columns of every month.
#[test]
fn tables_are_compared_by_the_columns_of_their_last_screening() {
    let licence = Licence::new();
    let screen = |reading: &str, input: &str, out: &str| {
        let reading = fixture(reading);
        assert_eq!(licence.run(&["registers", "apply", reading.to_str().unwrap()]).code, 0);
        let run = licence.run(&["batch", input, "--column", "website", "--out", out]);
        assert_eq!(run.code, 0, "{run}");
    };
    licence.file("sites.csv", b"website,status\nbet365.com,signed\n");
    screen("cw.json", "sites.csv", "first.csv");
    screen("ukgc.json", "first.csv", "second.csv");
    let text = std::fs::read_to_string(licence.folder.path().join("second.csv")).unwrap();
    assert!(text.contains(",verdict 2,operator 2,licence 2,status 3,"), "{text}");
    let diff =
        |new: &str| licence.run(&["diff", "first.csv", new, "--column", "website", "--json"]);
    let change = &diff("second.csv").json()["changes"][0];
    for (run, verdict, status) in [("was", "generic_term", ""), ("now", "licensed", "active")] {
        assert_eq!(change[run]["verdict"], verdict, "{change}");
        assert_eq!(change[run]["status"], status, "{change}");
    }
    licence.file("moved.csv", b"website,operator,licence,status,sentence,verdict\n");
    diff("moved.csv").assert_refused(2, &["no column \"operator\" after its column \"verdict\""]);
}

#[test]
fn the_page_of_the_regulator_is_opened() {
    let licence = Licence::with_the_cases();
    let browser = licence.file("browser", b"#!/bin/sh\nprintf %s \"$1\" > \"$0.opened\"\n");
    std::fs::set_permissions(&browser, PermissionsExt::from_mode(0o700)).unwrap();
    let environment = [("BROWSER", browser.to_str().unwrap())];
    let open = |args: &[&str]| licence.run_with(&[&["open"], args].concat(), &environment, b"");
    let opened = licence.folder.path().join("browser.opened");
    let check = licence.run(&["check", "bet365.com", "--json"]).json();
    let page = check["match"]["status_source_url"].as_str().unwrap();
    let printed = open(&["bet365.com", "--print"]);
    assert_eq!((printed.code, printed.stdout.trim_end()), (0, page), "{printed}");
    assert_eq!(open(&["bet365.com", "--json"]).json()["url"], page);
    assert!(!opened.exists());
    assert_eq!(open(&["https://bet365.com/"]).code, 0);
    assert_eq!(std::fs::read_to_string(&opened).unwrap(), page);
    open(&["nobody.example"]).assert_refused(3, &["No register has a page"]);
    licence
        .run_with(&["open", "bet365.com", "-q"], &[("BROWSER", "/no/such/browser")], b"")
        .assert_refused(2, &["no browser", "--print"]);
}

#[test]
fn no_page_of_another_kind_is_opened() {
    let licence = Licence::with_the_cases();
    let body = licence.run(&["check", "bet365.com", "--json"]).stdout;
    let mut answer: Value = serde_json::from_str(&body).unwrap();
    for page in ["file:///etc/passwd", "javascript:alert(1)", "--help"] {
        answer["match"]["status_source_url"] = page.into();
        answer["match"]["verification_url"] = Value::Null;
        let stub = Stub::answering(vec![reply(200, "", &answer.to_string())]);
        let run = licence.run(&["open", "bet365.com", "--print", "--server", &stub.url]);
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{page}: {run}");
    }
}
