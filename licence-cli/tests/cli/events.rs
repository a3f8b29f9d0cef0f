//! `licence events`.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use crate::licence::Licence;
use crate::server::Served;
use crate::stub::{Stub, refusal, reply};

const SLUG: &str = "harbour-lantern-gaming-limited";

#[test]
fn a_feed_is_followed_until_it_is_interrupted_and_taken_up_again() {
    let served = Served::start();
    assert_eq!(served.local(&["watchlist", "add", SLUG]).code, 0);
    let whole = served.local(&["events", "--all", "--json"]).json();
    let events = whole["events"].as_array().unwrap();
    assert!(events.len() > 2, "{whole}");
    for server in [None, Some(served.url())] {
        let mut command = served.licence.command();
        command.env("LICENCE_ACCOUNT", &served.account).env("LICENCE_API_KEY", &served.key);
        command.args(["events", "--follow", "--limit", "1"]);
        command.args(server.iter().flat_map(|url| ["--server", url]));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        for event in events {
            let line = lines.next().unwrap().unwrap();
            assert_eq!(&serde_json::from_str::<serde_json::Value>(&line).unwrap(), event);
        }
        let kill = std::process::Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap();
        assert!(kill.success());
        assert_eq!(child.wait().unwrap().code(), Some(0));
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        let cursor = said.strip_prefix("cursor: ").unwrap().trim();
        let rest = served.local(&["events", "--cursor", cursor, "--json"]).json();
        assert!(rest["events"].as_array().unwrap().len() <= 1, "{said}: {rest}");
    }
}

#[test]
fn a_follower_ends_once_nobody_reads_it() {
    let licence = Licence::new();
    let page = |events: &str| {
        reply(200, "", &format!(r#"{{"events":[{events}],"next_cursor":"x","has_more":false}}"#))
    };
    let event = r#"{"event_id":"evt_1"}"#;
    let stub = Stub::answering(vec![page(event), page(""), page(""), page("")]);
    let mut command = licence.command();
    command.args(["events", "--follow", "--server", &stub.url]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), event);
    drop(lines);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn events_are_rows_too() {
    let served = Served::start();
    assert_eq!(served.local(&["watchlist", "add", SLUG]).code, 0);
    for args in [&["events", "--ndjson"][..], &["events", "--csv"], &["events"]] {
        let (local, remote) = (served.local(args), served.remote(args));
        assert_eq!((local.code, &local.stdout), (0, &remote.stdout), "{args:?}");
        assert!(local.stdout.contains("license.issued"), "{local}");
    }
}

#[test]
fn a_bad_place_to_begin_is_refused_in_the_words_of_the_api() {
    let served = Served::start();
    for (args, because) in [
        (&["events", "--since", "yesterday"][..], "since: "),
        (&["events", "--since", "2020-01-01T00:00:00Z"], "events are kept from"),
        (&["events", "--cursor", "x"], "cursor: "),
        (&["events", "--limit", "501"], "from 1 to 500"),
        (&["events", "--cursor", "x", "--since", "2026-11-01T00:00:00Z"], "exclude each other"),
    ] {
        let (local, remote) = (served.local(args), served.remote(args));
        local.assert_refused(2, &[because]);
        assert!(remote.code == 2 && remote.stderr.contains(because), "{remote}");
    }
}

#[test]
fn what_was_fetched_before_a_poll_was_refused_is_printed() {
    let licence = Licence::new();
    let page = r#"{"events":[{"event_id":"evt_1"}],"next_cursor":"place","has_more":true}"#;
    let stub = Stub::answering(vec![reply(200, "", page), refusal(403, "forbidden")]);
    let run = licence.run(&["events", "--all", "--ndjson", "--server", &stub.url]);
    assert_eq!((run.code, run.stdout.as_str()), (4, "{\"event_id\":\"evt_1\"}\n"), "{run}");
    assert!(run.stderr.contains("go on with --cursor place"), "{run}");
}

#[test]
fn rows_that_are_not_all_say_where_to_go_on() {
    let licence = Licence::new();
    let page = r#"{"events":[{"event_id":"evt_1"}],"next_cursor":"place","has_more":true}"#;
    for (form, is_told) in [("--ndjson", true), ("--csv", true), ("--json", false)] {
        let stub = Stub::answering(vec![reply(200, "", page)]);
        let run = licence.run(&["events", form, "--server", &stub.url]);
        assert_eq!((run.code, run.stderr.contains("--cursor place")), (0, is_told), "{run}");
    }
}
