//! The command against servers of all kinds.

use crate::licence::Licence;
use crate::stub::{Stub, refusal, reply};

const JURISDICTIONS: &str = r#"{"jurisdictions":[]}"#;

#[test]
fn a_status_is_an_exit_code_and_a_4xx_is_never_asked_again() {
    let licence = Licence::new();
    for (status, code) in
        [(400, 2), (401, 4), (402, 4), (403, 4), (404, 3), (405, 2), (409, 2), (429, 4), (302, 5)]
    {
        let stub = Stub::answering(vec![refusal(status, "the_reason")]);
        let run = licence.run(&["stats", "--server", &stub.url]);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{status}: {run}");
        assert_eq!(stub.lines(), ["GET /v1/stats"], "{status}");
        assert_eq!(
            run.stderr,
            "error: The sentence of the_reason.\n  the_reason (the_code)\n  Do this.\n  request \
             request-77\n"
        );
    }
}

#[test]
fn a_limit_is_waited_for_once_where_its_end_is_near() {
    let licence = Licence::new();
    let limited = |after: &str| {
        reply(
            429,
            &format!("retry-after: {after}\r\n"),
            r#"{"error":"Full.","code":"rate_limited","details":{"reason":"r"}}"#,
        )
    };
    let answered = reply(200, "", JURISDICTIONS);
    for (replies, code, asked) in [
        (vec![limited("0"), answered.clone()], 0, 2),
        (vec![limited("0")], 4, 2),
        (vec![limited("3600")], 4, 1),
    ] {
        let stub = Stub::answering(replies);
        let run = licence.run(&["jurisdictions", "list", "--json", "--server", &stub.url]);
        assert_eq!((run.code, stub.lines().len()), (code, asked), "{run}");
    }
    let far = r#"{"error":"Full.","code":"quota_exceeded","details":{"reason":"monthly_request_limit_reached","reset_at":"2999-12-01T00:00:00.000Z"}}"#;
    let stub = Stub::answering(vec![reply(429, "", far)]);
    let run = licence.run(&["jurisdictions", "list", "--server", &stub.url]);
    assert_eq!((run.code, stub.lines().len()), (4, 1), "{run}");
    assert!(run.stderr.contains("resets at 2999-12-01T00:00:00.000Z"), "{run}");
}

#[test]
fn the_key_is_sent_and_shown_nowhere() {
    let licence = Licence::new();
    let key = "lic_0123456789abcdefghijklmnopqrstuv";
    let stub = Stub::answering(vec![refusal(401, "api_key_invalid")]);
    let run = licence.run(&["watchlist", "show", "--server", &stub.url, "--api-key", key]);
    assert_eq!(run.code, 4);
    assert!(!run.stderr.contains("lic_0123"), "{run}");
    let head = &stub.requests()[0].head;
    assert!(head.contains(&format!("authorization: bearer {key}\r\n")), "{head}");
    let run = licence.run(&["stats", "--server", &stub.url, "--api-key", "a b"]);
    run.assert_refused(2, &["the API key has characters"]);
}

#[test]
fn what_no_api_answers_is_said_to_be_that() {
    let licence = Licence::new();
    for (status, code) in [(400, 5), (401, 4), (403, 4), (404, 5), (405, 5)] {
        let stub = Stub::answering(vec![reply(status, "", "<html>nginx</html>")]);
        let run = licence.run(&["stats", "--server", &stub.url]);
        assert_eq!(run.code, code, "{status}: {run}");
        assert!(run.stderr.contains("without an error of the API"), "{run}");
    }
    let stub = Stub::answering(vec![refusal(404, "route_not_found")]);
    let run = licence.run(&["stats", "--server", &stub.url]);
    assert!(run.code == 5 && run.stderr.contains("route_not_found"), "{run}");
    let stub = Stub::answering(vec![reply(301, "location: https://other.example/\r\n", "")]);
    let run = licence.run(&["stats", "--server", &stub.url]);
    assert!(run.code == 5 && run.stderr.contains("https://other.example/"), "{run}");
    let stub = Stub::answering(vec![reply(200, "", "not json")]);
    let run = licence.run(&["stats", "--server", &stub.url]);
    run.assert_refused(5, &["not of a form that this version knows"]);
    let run = licence.run(&["stats", "--json", "--server", &stub.url]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "not json\n"));
}

#[test]
fn an_answer_to_another_question_is_refused() {
    let licence = Licence::new();
    let of_other = r#"{"query":{"domain":"licensed.example"},"verdict":"licensed"}"#;
    let batch =
        r#"{"results":[{"query":{"domain":"a.example"}},{"query":{"domain":"a.example"}}]}"#;
    for (args, input, body, named) in [
        (
            &["check", "a.example"][..],
            "",
            of_other,
            r#""a.example" and answered about "licensed.example""#,
        ),
        (&["check", "--license-number", "1"], "", of_other, r#""1" and answered about"#),
        (
            &["batch", "--json"],
            "a.example\nb.example\n",
            batch,
            r#""b.example" and answered about "a.example""#,
        ),
    ] {
        let stub = Stub::answering(vec![reply(200, "", body)]);
        let run =
            licence.run_with_input(&[args, &["--server", &stub.url]].concat(), input.as_bytes());
        run.assert_refused(5, &["the server was asked about", named]);
    }
}

#[test]
fn what_names_no_resource_is_refused_before_anything_is_asked() {
    let licence = Licence::new();
    let stub = Stub::answering(vec![reply(200, "", "{}")]);
    for (args, code) in [
        (&["operators", "show", ".."][..], 2),
        (&["operators", "show", "search"], 3),
        (&["operators", "show", "SEARCH"], 3),
        (&["operators", "search", ""], 2),
        (&["jurisdictions", "show", ".."], 2),
        (&["jurisdictions", "show", "XX"], 3),
        (&["jurisdictions", "operators", "UKGC", "--limit", "0"], 2),
        (&["jurisdictions", "operators", "UKGC", "--offset", "-1"], 2),
        (&["licences", "show", "../check"], 2),
        (&["history", "x"], 2),
        (&["actions", "x", "--sort", "newest"], 2),
        (&["watchlist", "remove", "Upper-Case"], 2),
        (&["webhooks", "delete", ".."], 3),
        (&["check", "https://a.example b"], 2),
    ] {
        licence.run(&[args, &["--server", &stub.url]].concat()).assert_refused(code, &["error: "]);
    }
    assert!(stub.lines().is_empty(), "{:?}", stub.lines());
}

#[test]
fn the_service_that_is_unavailable_says_so() {
    let licence = Licence::new();
    let body = r#"{"status":"unavailable","checks":{"database":false,"cache":true},"version":"1.2.3","timestamp":"2026-11-01T06:00:00.000Z"}"#;
    let stub = Stub::answering(vec![reply(503, "", body)]);
    let run = licence.run(&["health", "--json", "--server", &stub.url]);
    assert_eq!((run.code, run.stdout), (5, format!("{body}\n")));
    assert_eq!(stub.lines().len(), 1);
}
