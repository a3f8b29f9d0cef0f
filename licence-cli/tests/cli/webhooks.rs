//! `licence webhooks`.

use licence_core::time::Timestamp;
use licence_core::webhook::signature::sign;

use crate::licence::Licence;
use crate::server::Served;
use crate::stub::{Stub, refusal, reply};

const ID: &str = "0a8f21c4-2a64-4f0e-9d3e-0d6c8f0f7a11";
const ENDPOINT: &str = r#"{"id":"0a8f21c4-2a64-4f0e-9d3e-0d6c8f0f7a11","url":"https://a.example/hook","description":null,"events":["license.issued"],"active":true,"watchlist_only":true,"created_at":"2026-11-01T06:00:00.000Z","last_delivered_at":null,"last_delivery_status":null,"failure_count":0}"#;

fn now() -> Timestamp {
    Timestamp::from_system_time(std::time::SystemTime::now()).unwrap()
}

#[test]
fn what_is_said_of_an_endpoint_is_sent_and_nothing_else() {
    let licence = Licence::new();
    let url = "https://a.example/hook";
    for (args, line, body) in [
        (
            &["create", "--url", url, "--event", "license.issued", "--event", "coverage.degraded"]
                [..],
            "POST /v1/webhooks".to_owned(),
            r#"{"events":["license.issued","coverage.degraded"],"url":"https://a.example/hook"}"#,
        ),
        (
            &[
                "create",
                "--url",
                url,
                "--event",
                "license.issued",
                "--no-watchlist-only",
                "--description",
                "mine",
            ],
            "POST /v1/webhooks".to_owned(),
            r#"{"description":"mine","events":["license.issued"],"url":"https://a.example/hook","watchlist_only":false}"#,
        ),
        (
            &["update", ID, "--active", "false"],
            format!("PATCH /v1/webhooks/{ID}"),
            r#"{"active":false}"#,
        ),
        (
            &["update", ID, "--watchlist-only", "--no-description"],
            format!("PATCH /v1/webhooks/{ID}"),
            r#"{"description":null,"watchlist_only":true}"#,
        ),
    ] {
        let stub = Stub::answering(vec![reply(200, "", ENDPOINT)]);
        let args = [&["webhooks"], args, &["--json", "--server", &stub.url]].concat();
        let run = licence.run(&args);
        assert_eq!((run.code, run.stdout), (0, format!("{ENDPOINT}\n")), "{}", run.stderr);
        let request = &stub.requests()[0];
        let sent: serde_json::Value = serde_json::from_str(&request.body).unwrap();
        let expected: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!((&request.line, sent), (&line, expected));
    }
}

#[test]
fn every_call_has_its_path_and_its_table() {
    let licence = Licence::new();
    let list = format!(r#"{{"endpoints":[{ENDPOINT}]}}"#);
    let deliveries = r#"{"deliveries":[{"id":"0a8f21c4-2a64-4f0e-9d3e-0d6c8f0f7a12","event_id":"evt_01JBKZ8W00000000000000000A","event_type":"license.issued","attempt_count":7,"last_attempt_at":null,"next_retry_at":"2026-11-01T06:00:00.000Z","status":"abandoned","last_response_status":500,"created_at":"2026-11-01T06:00:00.000Z","delivered_at":null}]}"#;
    let rotated = r#"{"new_secret":"whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","previous_expires_at":null}"#;
    let tested = r#"{"delivered":false,"http_status":null,"response_body":null,"latency_ms":12,"error":"timeout"}"#;
    for (args, code, line, answer, shown) in [
        (&["list"][..], 0, "GET /v1/webhooks".to_owned(), list.as_str(), "https://a.example/hook"),
        (&["rotate", ID], 0, format!("POST /v1/webhooks/{ID}/rotate_secret"), rotated, "whsec_AAA"),
        (&["test", ID], 1, format!("POST /v1/webhooks/{ID}/test"), tested, "timeout"),
        (
            &["deliveries", ID, "--status", "abandoned", "--limit", "5"],
            0,
            format!("GET /v1/webhooks/{ID}/deliveries?status=abandoned&limit=5"),
            deliveries,
            "abandoned",
        ),
        (&["delete", ID], 0, format!("DELETE /v1/webhooks/{ID}"), "", "is deleted"),
    ] {
        let stub = Stub::answering(vec![reply(200, "", answer)]);
        let run = licence.run(&[&["webhooks"], args, &["--server", &stub.url]].concat());
        assert_eq!(run.code, code, "{run}");
        assert!(run.stdout.contains(shown), "{shown} is not in {run}");
        assert_eq!(stub.lines(), [line]);
    }
}

#[test]
fn what_may_have_been_carried_out_is_not_sent_again() {
    let licence = Licence::new();
    for args in [&["rotate", ID][..], &["test", ID]] {
        let stub = Stub::answering(vec![refusal(500, "internal_error")]);
        let run = licence.run(&[&["webhooks"], args, &["--server", &stub.url]].concat());
        assert_eq!((run.code, stub.lines().len()), (5, 1), "{run}");
    }
}

#[test]
fn a_secret_that_nobody_saw_is_said_to_be_lost() {
    let licence = Licence::new();
    let stub = Stub::answering(vec![reply(200, "", ENDPOINT)]);
    for args in [
        &["create", "--url", "https://a.example/", "--event", "license.issued"][..],
        &["rotate", ID],
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = licence.command();
        command.arg("webhooks").args(args).args(["--json", "--server", &stub.url]).stdout(full);
        let output = command.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(5), "{said}");
        assert!(said.contains("`licence webhooks rotate ID` makes another"), "{said}");
    }
}

#[test]
fn the_exit_code_of_a_test_answers_where_nobody_reads_it() {
    const FAILED: &str = r#"{"delivered":false,"http_status":null,"response_body":null,"latency_ms":4,"error":"connection refused"}"#;
    let licence = Licence::new();
    let stub = Stub::answering(vec![reply(200, "", FAILED)]);
    let (reader, unread) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = licence.command();
    let status =
        command.args(["webhooks", "test", ID, "--server", &stub.url]).stdout(unread).status();
    assert_eq!(status.unwrap().code(), Some(1));
}

#[test]
fn a_delivery_is_verified_without_any_service() {
    let licence = Licence::new();
    let body = br#"{"event":"test.ping"}"#;
    let file = licence.file("body.json", body);
    let (file, secret) = (file.to_str().unwrap(), "whsec_a");
    let signature = sign(body, [secret], now());
    let verify = |payload: &str, signature: &str, secret: &str, rest: &[&str]| {
        let args = ["webhooks", "verify", payload, "--signature", signature, "--secret", secret];
        licence.run_with_input(&[&args[..], rest].concat(), body)
    };
    for payload in [file, "-"] {
        let run = verify(payload, &signature, secret, &[]);
        assert_eq!((run.code, run.stdout.as_str()), (0, "valid\n"), "{run}");
    }
    assert_eq!(verify("-", &signature, "whsec_old,whsec_a", &["--quiet"]).stdout, "");
    let environment = [("LICENCE_WEBHOOK_SECRET", secret)];
    let args = ["webhooks", "verify", "--signature", &signature];
    assert_eq!(licence.run_with(&args, &environment, body).code, 0);
    for secret in ["", "whsec_a,"] {
        assert_eq!(verify("-", &signature, secret, &[]).code, 2, "{secret:?}");
    }
    let old = sign(body, [secret], now().earlier_by(std::time::Duration::from_secs(400)));
    for (signature, secret, rest, because) in [
        (signature.as_str(), "whsec_b", &[][..], "no v1 signature matches"),
        (&old, secret, &[], "at most 300 are allowed"),
        (&old, secret, &["--tolerance", "60"], "at most 60 are allowed"),
        ("nonsense", secret, &[], "is not a signature header"),
    ] {
        let run = verify("-", signature, secret, rest);
        assert!(run.code == 1 && run.stderr.contains(because), "{run}");
    }
    assert_eq!(verify("-", &old, secret, &["--tolerance", "10m"]).code, 0);
    assert_eq!(verify("missing.json", &signature, secret, &[]).code, 2);
}

#[test]
fn endpoints_live_on_a_database_of_this_machine_too() {
    let served = Served::start();
    let options = "webhook_allow = ['127.0.0.1']\ndashboard_url = 'https://dash.example.org'\n";
    let file = served.licence.file("it.toml", options.as_bytes());
    let run = |args: &[&str]| {
        let args = [&["webhooks"], args, &["--config", file.to_str().unwrap()]].concat();
        served.local(&args)
    };
    let url = "http://127.0.0.1:1/hook";
    let created = run(&["create", "--url", url, "--event", "license.issued", "--json"]);
    assert_eq!(created.code, 0, "{created}");
    let endpoint = created.json();
    let id = endpoint["id"].as_str().unwrap();
    assert!(endpoint["secret"].as_str().unwrap().starts_with("whsec_"));
    let updated = run(&["update", id, "--active", "false", "--description", "mine", "--json"]);
    let updated = updated.json();
    assert_eq!((&updated["active"], &updated["description"]), (&false.into(), &"mine".into()));
    let rotated = run(&["rotate", id, "--json"]).json();
    assert_ne!(rotated["new_secret"], endpoint["secret"]);
    let tested = run(&["test", id, "--json"]);
    assert_eq!((tested.code, &tested.json()["delivered"]), (1, &false.into()), "{tested}");
    for (args, code, because) in [
        (&["deliveries", id, "--limit", "0"][..], 2, "from 1 to 200"),
        (&["deliveries", id, "--status", "lost"], 2, "or all"),
        (&["update", ID, "--active", "true"], 3, "The account has no webhook"),
        (&["delete", "no-id"], 3, "The account has no webhook"),
        (&["create", "--url", "http://10.0.0.1/", "--event", "license.issued"], 2, "10.0.0.1"),
        (
            &["create", "--url", "https://dash.example.org/hook", "--event", "license.issued"],
            2,
            "dash.example.org",
        ),
        (&["create", "--url", url, "--event", "license.lost"], 2, "license.lost"),
    ] {
        run(args).assert_refused(code, &[because]);
    }
    assert_eq!(run(&["delete", id]).stdout, format!("{id} is deleted\n"));
    run(&["delete", id]).assert_refused(3, &[id]);
    let doctor = served.local(&["doctor"]);
    if served.licence.database_url().starts_with("sqlite") {
        assert!(doctor.stdout.contains("-secret.key, private"), "{doctor}");
    }
}

#[test]
fn the_plan_caps_the_endpoints_here_too() {
    let served = Served::start();
    let file = served.licence.file("it.toml", b"[plans.enterprise]\nwebhook_endpoints = 0\n");
    let url = "https://93.184.215.14/hook";
    let args = ["webhooks", "create", "--url", url, "--event", "license.issued", "--config"];
    let run = served.local(&[&args[..], &[file.to_str().unwrap()]].concat());
    run.assert_refused(4, &["The account has 0 of 0 webhook endpoints."]);
}
