//! Local `--json`, remote `--json` and the HTTP body are the same bytes.

use serde_json::Value;

use crate::server::Served;

const SLUG: &str = "harbour-lantern-gaming-limited";

/// The instants at which an answer was made are its own.
fn without_instants(body: &str) -> String {
    let mut masked = body.to_owned();
    for member in ["\"timestamp\":\"", "\"counted_at\":\""] {
        let Some(start) = masked.find(member).map(|start| start + member.len()) else { continue };
        let end = start + masked[start..].find('"').unwrap();
        masked.replace_range(start..end, "T");
    }
    masked
}

fn licence_id(served: &Served) -> String {
    let list = served.local(&["licences", "list", SLUG, "--json"]).json();
    list["licenses"][0]["id"].as_str().unwrap().to_owned()
}

/// An endpoint on an address that needs no name service.
fn webhook_id(served: &Served) -> String {
    let url = "https://93.184.215.14/hook";
    let created =
        served.local(&["webhooks", "create", "--url", url, "--event", "license.issued", "--json"]);
    created.json()["id"].as_str().unwrap_or_else(|| panic!("{created}")).to_owned()
}

#[test]
fn every_read_is_the_same_bytes_on_a_database_from_a_server_and_over_http() {
    let served = Served::start();
    assert_eq!(served.local(&["watchlist", "add", SLUG]).code, 0);
    let id = licence_id(&served);
    let webhook = webhook_id(&served);
    let (licence, history) = (format!("/v1/licenses/{id}"), format!("/v1/licenses/{id}/history"));
    let of = |rest: &str| format!("/v1/operators/{SLUG}{rest}");
    let today = "2026-11-01";
    for (args, target) in [
        (&["check", "lanternspin.example"][..], "/v1/check?domain=lanternspin.example"),
        (&["check", "bücher.example"], "/v1/check?domain=b%C3%BCcher.example"),
        (
            &["check", "--license-number", "MGA/B2C/7114/2021"],
            "/v1/check?license_number=MGA%2FB2C%2F7114%2F2021",
        ),
        (
            &["check", "lanternspin.example", "--as-of", today],
            "/v1/check?domain=lanternspin.example&as_of=2026-11-01",
        ),
        (&["jurisdictions", "list"], "/v1/jurisdictions"),
        (&["jurisdictions", "show", "ukgc"], "/v1/jurisdictions/UKGC"),
        (&["jurisdictions", "operators", "UKGC"], "/v1/jurisdictions/UKGC/operators"),
        (
            &["jurisdictions", "operators", "UKGC", "--limit", "3", "--offset", "2"],
            "/v1/jurisdictions/UKGC/operators?limit=3&offset=2",
        ),
        (&["operators", "search", "lantern & co"], "/v1/operators/search?q=lantern+%26+co"),
        (
            &["operators", "search", "a", "--limit", "500", "--offset", "1"],
            "/v1/operators/search?q=a&limit=500&offset=1",
        ),
        (&["operators", "show", SLUG], &of("")),
        (&["operators", "show", SLUG, "--as-of", today], &of("?as_of=2026-11-01")),
        (&["licences", "list", SLUG], &of("/licenses")),
        (&["licences", "list", SLUG, "--include-history"], &of("/licenses?include_history=true")),
        (&["licences", "show", &id], &licence),
        (&["licences", "show", &id, "--as-of", today], &format!("{licence}?as_of=2026-11-01")),
        (&["history", &id], &history),
        (&["actions", SLUG], &of("/regulatory-actions")),
        (
            &["actions", SLUG, "--sort", "amount_desc", "--limit", "1"],
            &of("/regulatory-actions?sort=amount_desc&limit=1"),
        ),
        (&["watchlist", "show"], "/v1/watchlist"),
        (&["watchlist", "list", "--limit", "5"], "/v1/watchlist/operators?limit=5"),
        (
            &["events", "--cursor", "AQAAAAAAAAAAAAAAAAAAAAA"],
            "/v1/watchlist/events?cursor=AQAAAAAAAAAAAAAAAAAAAAA",
        ),
        (&["webhooks", "list"], "/v1/webhooks"),
        (
            &["webhooks", "deliveries", &webhook, "--status", "pending", "--limit", "5"],
            &format!("/v1/webhooks/{webhook}/deliveries?status=pending&limit=5"),
        ),
        (&["coverage"], "/v1/health/coverage"),
        (&["stats"], "/v1/stats"),
        (&["health"], "/v1/health"),
    ] {
        let args = [args, &["--json"]].concat();
        let (local, remote) = (served.local(&args), served.remote(&args));
        assert_eq!(local.code, remote.code, "{args:?}: {local}, {remote}");
        let http = without_instants(&served.http("GET", target, ""));
        assert!(http.starts_with('{'), "{args:?}: {http}");
        assert_eq!(without_instants(&remote.stdout), format!("{http}\n"), "{args:?}: {remote}");
        assert_eq!(without_instants(&local.stdout), format!("{http}\n"), "{args:?}: {local}");
        assert_eq!((local.stderr.as_str(), remote.stderr.as_str()), ("", ""), "{args:?}");
    }
}

#[test]
fn batches_of_any_length_are_the_same_bytes() {
    let served = Served::start();
    let few = "lanternspin.example\nnot a host\n";
    let body = served.http(
        "POST",
        "/v1/check/batch",
        r#"{"domains":["lanternspin.example","not a host"]}"#,
    );
    let run = |args: &[&str], input: &str| {
        let local = served.licence.run_with_input(args, input.as_bytes());
        let remote = served.remote_with_input(args, input.as_bytes());
        assert_eq!((local.code, remote.code), (0, 0), "{local}, {remote}");
        assert_eq!(local.stdout, remote.stdout, "{args:?}");
        local.stdout
    };
    assert_eq!(run(&["batch", "--json"], few), format!("{body}\n"));
    let many: String = (0..205).map(|n| format!("play{n}.lanternspin.example\r\n\n")).collect();
    assert_eq!(run(&["batch"], &many).lines().count(), 205);
    let whole: Value = serde_json::from_str(&run(&["batch", "--json"], &many)).unwrap();
    assert_eq!((&whole["count"], whole["results"].as_array().unwrap().len()), (&205.into(), 205));
}

#[test]
fn whole_lists_are_the_same_bytes_and_every_row_comes_once() {
    let served = Served::start();
    for slug in [SLUG, "cinderbrook-games-ltd", "brindle-otter-limited"] {
        assert_eq!(served.local(&["watchlist", "add", slug]).code, 0, "{slug}");
    }
    for (args, member) in [
        (&["jurisdictions", "operators", "UKGC", "--limit", "4"][..], "operators"),
        (&["jurisdictions", "operators", "KH"], "operators"),
        (&["operators", "search", "limited", "--limit", "3"], "operators"),
        (&["operators", "search", "nobody of this name"], "operators"),
        (&["actions", SLUG, "--limit", "1"], "regulatory_actions"),
        (&["watchlist", "list", "--limit", "2"], "operators"),
        (&["events", "--limit", "2"], "events"),
    ] {
        let all = [args, &["--all", "--json"]].concat();
        let (local, remote) = (served.local(&all), served.remote(&all));
        assert_eq!((local.code, &local.stdout), (0, &remote.stdout), "{all:?}: {local}, {remote}");
        let body = local.json();
        let rows = body[member].as_array().unwrap();
        let key = if member == "events" { "event_id" } else { "id" };
        let mut ids: Vec<&str> = rows.iter().map(|row| row[key].as_str().unwrap()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), rows.len(), "{all:?}");
        match body.get("total") {
            Some(total) => assert_eq!(total.as_u64(), Some(rows.len() as u64), "{all:?}"),
            None => assert_eq!(body["has_more"], false),
        }
    }
}

#[test]
fn a_whole_search_says_of_all_rows_what_its_pages_say_of_theirs() {
    let served = Served::start();
    let one = served.local(&["operators", "search", "l", "--limit", "100", "--json"]);
    let all = served.local(&["operators", "search", "l", "--limit", "7", "--all", "--json"]);
    let (mut one, all) = (one.json(), all.json());
    one["limit"] = 7.into();
    assert_eq!(one, all);
}

#[test]
fn exports_are_the_same_rows() {
    let served = Served::start();
    for args in [
        &["export", "licences"][..],
        &["export", "licenses", "--jurisdiction", "ukgc,mga", "--status", "active"],
        &["export", "domains", "--format", "csv"],
        &["export", "operators", "--jurisdiction", "CW", "--jurisdiction", "an"],
    ] {
        let (local, remote) = (served.local(args), served.remote(args));
        assert_eq!((local.code, remote.code), (0, 0), "{local}, {remote}");
        assert_eq!(local.stdout, remote.stdout, "{args:?}");
        assert!(local.stdout.lines().count() > 2, "{local}");
    }
    let json = ["export", "domains", "--format", "ndjson"];
    let lines = |run: crate::licence::Run| {
        let lines: Vec<String> = run.stdout.lines().skip(1).map(str::to_owned).collect();
        lines
    };
    assert_eq!(lines(served.local(&json)), lines(served.remote(&json)));
}
