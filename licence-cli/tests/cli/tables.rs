//! What a person sees, and rows for other programs.

use crate::licence::{Licence, fixture};
use crate::server::Served;

const SLUG: &str = "harbour-lantern-gaming-limited";

#[test]
fn every_answer_has_a_table_without_colour_in_a_pipe() {
    let served = Served::start();
    assert_eq!(served.local(&["watchlist", "add", SLUG]).code, 0);
    for (args, shown) in [
        (&["jurisdictions", "list"][..], "UK Gambling Commission"),
        (&["jurisdictions", "show", "mga"], "Malta Gaming Authority"),
        (&["jurisdictions", "operators", "UKGC", "--limit", "2"], "1 to 2 of "),
        (&["operators", "search", "lantern"], SLUG),
        (&["operators", "show", SLUG, "--as-of", "2026-01-01"], "before_tracking"),
        (&["licences", "list", SLUG, "--include-history"], "created"),
        (&["actions", SLUG], "12750.00 GBP"),
        (&["watchlist", "show"], "no cap"),
        (&["watchlist", "list"], SLUG),
        (&["coverage"], "fresh"),
        (&["stats"], "linked domains"),
        (&["health"], "answers"),
    ] {
        let (local, remote) = (served.local(args), served.remote(args));
        assert_eq!((local.code, remote.code), (0, 0), "{local}, {remote}");
        assert!(local.stdout.contains(shown), "{shown} is not in {local}");
        assert!(!local.stdout.contains('\u{1b}'), "{local}");
        assert!(remote.stdout.contains(shown), "{shown} is not in {remote}");
        let quiet = served.local(&[args, &["--quiet"]].concat());
        assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (0, "", ""));
    }
    let id = served.local(&["licences", "list", SLUG, "--json"]).json();
    let id = id["licenses"][0]["id"].as_str().unwrap().to_owned();
    for args in [&["licences", "show", &id][..], &["history", &id]] {
        assert!(served.local(args).stdout.contains("MGA/B2C/7114/2021"));
    }
}

#[test]
fn lists_are_rows_for_other_programs() {
    let served = Served::start();
    for args in [
        &["jurisdictions", "list"][..],
        &["jurisdictions", "operators", "KH"],
        &["operators", "search", "l"],
        &["licences", "list", SLUG],
        &["actions", SLUG],
    ] {
        let run = |form| served.local(&[args, &[form]].concat());
        let (csv, ndjson) = (run("--csv"), run("--ndjson"));
        let lines: Vec<serde_json::Value> =
            ndjson.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let mut reader = csv::Reader::from_reader(csv.stdout.as_bytes());
        let columns = reader.headers().unwrap().len();
        assert_eq!(columns, lines[0].as_object().unwrap().len(), "{args:?}");
        assert_eq!(reader.records().map(Result::unwrap).count(), lines.len(), "{args:?}");
        assert!(csv.stdout.contains("\r\n"));
        let both = served.local(&[args, &["--csv", "--json"]].concat());
        assert_eq!(both.code, 2, "{both}");
    }
}

#[test]
fn the_exit_code_of_a_quiet_check_says_it_all() {
    let served = Served::start();
    for (domain, code) in [("lanternspin.example", 0), ("lantern5pin.test", 1), ("no host", 2)] {
        let (local, remote) =
            (served.local(&["check", domain, "-q"]), served.remote(&["check", domain, "-q"]));
        assert_eq!((local.code, remote.code), (code, code), "{domain}");
        assert_eq!(local.stdout, "");
    }
}

#[test]
fn commands_of_a_database_are_quiet_too() {
    let licence = Licence::new();
    let account = licence.run(&["accounts", "create", "x", "--plan", "pro", "--json"]).json();
    let id = account["id"].as_str().unwrap();
    let register = fixture("ukgc.json");
    for args in [
        &["accounts", "create", "y", "--plan", "none"][..],
        &["accounts", "set-plan", id, "business"],
        &["keys", "list", "--account", id],
        &["registers", "apply", register.to_str().unwrap()],
        &["registers", "status"],
        &["registers", "sources"],
        &["jobs", "run", "expiry"],
        &["jobs", "run", "coverage"],
    ] {
        let quiet = licence.run(&[args, &["-q"]].concat());
        assert_eq!((quiet.code, quiet.stdout.as_str()), (0, ""), "{args:?}: {quiet}");
        let json = licence.run(&[args, &["-q", "--json"]].concat());
        assert!(json.json().is_object() || json.json().is_array(), "{args:?}: {json}");
    }
}

#[test]
fn a_key_and_a_secret_are_shown_quietly_too() {
    let licence = Licence::new();
    let account = licence.run(&["accounts", "create", "x", "--plan", "pro", "--json"]).json();
    let id = account["id"].as_str().unwrap();
    let endpoint = ["--account", id, "--url", "http://127.0.0.1:9/", "--event", "license.issued"];
    let key_file = licence.folder.path().join("secret.key");
    let key_file = ["--secret-key-file", key_file.to_str().unwrap()];
    let hooks = [&["--webhook-allow", "127.0.0.0/8", "-q"], &key_file[..]].concat();
    let shown = |args: &[&str], form: &str| {
        let run = licence.run(args);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run}");
        let line = run.stdout.strip_suffix('\n').unwrap();
        assert!(line.starts_with(form) && !line.contains([' ', '\n']), "{run}");
        line.to_owned()
    };
    shown(&["keys", "create", "--account", id, "--label", "x", "-q"], "lic_");
    let first = shown(&[&["webhooks", "create"], &endpoint[..], &hooks].concat(), "whsec_");
    let of_account = [&["--account", id], &key_file[..]].concat();
    let listed = licence.run(&[&["webhooks", "list", "--json"], &of_account[..]].concat()).json();
    let id = listed["endpoints"][0]["id"].as_str().unwrap();
    let second = shown(&[&["webhooks", "rotate", id, "-q"], &of_account[..]].concat(), "whsec_");
    assert_ne!(first, second);
    let ended = ["webhooks", "end-old-secret", id];
    licence.run(&ended).assert_refused(2, &["give --account ID"]);
    let run = licence.run(&[&ended, &of_account[..]].concat());
    assert_eq!(run.code, 0, "{run}");
}

#[test]
fn a_reader_that_goes_away_is_no_error_on_either_side() {
    let served = Served::start();
    for server in [None, Some(served.url())] {
        let mut command = served.licence.command();
        command.env("LICENCE_API_KEY", &served.key).args(["export", "domains"]);
        command.args(server.iter().flat_map(|url| ["--server", url]));
        let mut child = command
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    }
}
