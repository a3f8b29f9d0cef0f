//! `licence evidence verify`.

use serde_json::{Value, json};

use crate::licence::Licence;

const SHA256: &str = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";

fn record() -> Value {
    json!({
        "id": "0123456789abcdef0123456789abcdef",
        "created_at": "2026-11-22T10:15:00.000Z",
        "question": "domain=lanternspin.example",
        "sha256": SHA256,
        "answer": "{}",
    })
}

#[test]
fn a_record_is_verified_by_its_hash() {
    let licence = Licence::new();
    let file = licence.file("record.json", record().to_string().as_bytes());
    let file = file.to_str().unwrap();
    let run = licence.run(&["evidence", "verify", file]);
    assert!(run.code == 0 && run.stdout.contains("unchanged"), "{run}");
    assert!(run.stdout.contains("proves neither the question nor the time of saving"), "{run}");
    let run = licence.run(&["evidence", "verify", file, "--json"]);
    assert_eq!(run.json()["unchanged"], true);
    assert_eq!(run.json()["computed_sha256"], SHA256);
    let run = licence.run(&["evidence", "verify", file, "--quiet"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run}");
}

/// The hash covers the answer alone, and the answer repeats its question.
#[test]
fn a_record_with_another_question_ends_with_1() {
    let licence = Licence::with_the_cases();
    let check = licence.run(&["check", "bet365.com", "--json"]);
    let answer = check.stdout.trim_end();
    let sha256 = licence_core::hex::sha256_hex(answer.as_bytes());
    for (question, is_answered) in [
        ("domain=bet365.com", true),
        ("domain=other.example", false),
        ("domain=bet365.com&as_of=2026-03-01", false),
    ] {
        let mut record = record();
        record["answer"] = answer.into();
        record["sha256"] = sha256.as_str().into();
        record["question"] = question.into();
        let file = licence.file("record.json", record.to_string().as_bytes());
        let file = file.to_str().unwrap();
        let run = licence.run(&["evidence", "verify", file]);
        assert_eq!(run.code, i32::from(!is_answered), "{run}");
        assert_eq!(run.stdout.contains("of another question"), !is_answered, "{run}");
        let verified = licence.run(&["evidence", "verify", file, "--json"]).json();
        assert_eq!(verified["answers_question"], is_answered, "{verified}");
        assert_eq!(verified["unchanged"], true, "the question is outside the hash");
    }
}

#[test]
fn a_changed_record_ends_with_1_and_another_file_with_2() {
    let licence = Licence::new();
    let changed = |member: &str, value: &str| {
        let mut record = record();
        record[member] = value.into();
        record.to_string()
    };
    for (text, code, because) in [
        (changed("answer", "{ }"), 1, "changed"),
        (changed("sha256", "0"), 1, "changed"),
        (changed("id", "7"), 2, "32 hexadecimal digits"),
        ("{}".to_owned(), 2, "not a record of a check"),
        (String::new(), 2, "not a record of a check"),
    ] {
        let file = licence.file("record.json", text.as_bytes());
        let run = licence.run(&["evidence", "verify", file.to_str().unwrap()]);
        let said = format!("{}{}", run.stdout, run.stderr);
        assert!(run.code == code && said.contains(because), "{run}");
    }
    assert_eq!(licence.run(&["evidence", "verify", "missing.json"]).code, 2);
}
