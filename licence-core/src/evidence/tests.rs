use super::*;

const ID: EvidenceId = EvidenceId(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef);

fn file() -> EvidenceFile {
    let answer = r#"{"verdict":"licensed","text":"ä"}"#.to_owned();
    EvidenceFile::new(ID, "domain=a.example".to_owned(), answer, Timestamp::EPOCH)
}

#[test]
fn an_id_has_32_hexadecimal_digits() {
    let text = "0123456789abcdef0123456789abcdef";
    assert_eq!(ID.to_string(), text);
    assert_eq!(text.parse(), Ok(ID));
    for text in ["", "7", "+123456789abcdef0123456789abcdef", &text[1..], &format!("{text}0")] {
        assert!(text.parse::<EvidenceId>().is_err(), "{text}");
    }
}

#[test]
fn a_record_is_written_and_read_back_byte_for_byte() {
    let json = serde_json::to_vec(&file()).unwrap();
    assert_eq!(EvidenceFile::from_json(&json).unwrap(), file());
    assert_eq!(
        file().sha256,
        "8d4c6004082777cd313b5b45eadfd594868a67067642ff13de232d40fffe0acf",
        "sha256sum of the answer"
    );
}

#[test]
fn any_changed_byte_of_the_answer_shows() {
    assert!(file().verify().unchanged);
    let answer = file().answer;
    for (place, letter) in answer.char_indices() {
        let changed = if letter == 'x' { 'y' } else { 'x' };
        let mut text = answer.clone();
        text.replace_range(place..place + letter.len_utf8(), &changed.to_string());
        assert!(!EvidenceFile { answer: text, ..file() }.verify().unchanged, "{place}");
    }
    let upper = file().sha256.to_uppercase();
    assert!(!EvidenceFile { sha256: upper, ..file() }.verify().unchanged);
}

#[test]
fn a_question_that_the_answer_does_not_repeat_shows() {
    let of_host = r#"{"query":{"domain":"a.example"}}"#;
    let of_past = r#"{"query":{"domain":"a.example"},"as_of":{"resolved_at":"2026-03-01T23:59:59.999Z","knowledge":"observed"}}"#;
    let of_number = r#"{"query":{"license_number":"1 & 2"}}"#;
    for (answer, question, is_answered) in [
        (of_host, "domain=a.example", true),
        (of_host, "domain=b.example", false),
        (of_host, "domain=a.example.evil.test", false),
        (of_host, "domain=a.exampl", false),
        (of_host, "license_number=a.example", false),
        (of_host, "domain=a.example&as_of=2026-03-01", false),
        (of_host, "", false),
        (of_past, "domain=a.example&as_of=2026-03-01", true),
        (of_past, "domain=a.example&as_of=2026-03-01T23:59:59.999Z", true),
        (of_past, "domain=a.example&as_of=2026-03-02", false),
        (of_past, "domain=a.example&as_of=soon", false),
        (of_past, "domain=a.example", false),
        (of_number, "license_number=1 & 2", true),
        (of_number, "license_number=1", false),
        (of_number, "domain=1 & 2", false),
        ("{}", "domain=a.example", true),
    ] {
        let saved_at = "2026-11-22T10:15:00.000Z".parse().unwrap();
        let file = EvidenceFile::new(ID, question.to_owned(), answer.to_owned(), saved_at);
        let verification = file.verify();
        assert!(verification.unchanged, "the question is outside the hash");
        assert_eq!(verification.answers_question, is_answered, "{question:?} {answer}");
    }
}

#[test]
fn other_files_are_no_record() {
    let record = serde_json::to_string(&file()).unwrap();
    for text in [
        "",
        "{}",
        "[]",
        &record.replace("\"answer\"", "\"reply\""),
        &record.replace("0123456789abcdef0", "g123456789abcdef0"),
        &record.replacen('{', "{\"more\":1,", 1),
    ] {
        assert!(EvidenceFile::from_json(text.as_bytes()).is_err(), "{text}");
    }
}
