use super::*;
use crate::connector::ToolAnswer;

/// The answer about 100 domains of so many characters, with sentences of as many words.
fn hundred(domain: usize, words: usize) -> ToolAnswer {
    let row = json!({
        "domain": "d".repeat(domain), "verdict": "licence_not_active", "licensed": false,
        "operator": "Harbour Lantern Gaming Limited",
        "operator_slug": "harbour-lantern-gaming-limited", "jurisdiction": "MGA",
        "status": "suspended", "sentence": "d \u{201c}x\u{201d} is. ".repeat(words),
        "error": null,
    });
    let draft = Draft {
        sentence: "100 domains.".to_owned(),
        facts: Vec::new(),
        rows: &["results"],
        caveats: Vec::new(),
        structured: json!({"count": 100, "results": vec![row; 100]}),
    };
    draft.finish()
}

#[test]
fn an_answer_stays_within_40_kb_and_says_what_is_left_out() {
    for (domain, words, rows, sentences) in
        [(10, 0, 100, 100), (20, 5, 100, 24), (20, 20, 100, 5), (60, 20, 88, 0), (250, 60, 47, 0)]
    {
        let ToolAnswer { text, structured } = hundred(domain, words);
        let bytes = json!(text).to_string().len() + structured.to_string().len();
        assert!(bytes <= MAX_BYTES, "{domain}, {words}: {bytes} bytes");
        let results = structured["results"].as_array().unwrap();
        let with = results.iter().filter(|row| row["sentence"].is_string()).count();
        let left_out = |name: &str| structured["more"][name].as_u64().unwrap_or(0) as usize;
        assert_eq!(
            (results.len(), with, left_out("results"), left_out("sentences")),
            (rows, sentences, 100 - rows, rows - sentences),
            "{domain}, {words}: {bytes} bytes"
        );
        let notes: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("Note: ")).collect();
        assert_eq!(structured["more"]["go_on"].as_str().unwrap_or(""), notes.join(" "));
    }
}

#[test]
fn a_cut_list_says_where_to_go_on() {
    let row = json!({"event_id": "evt_01J9ZQ5D4N8V8V8V8V8V8V8V8V", "data": "x".repeat(300)});
    for (mut structured, name, how) in [
        (json!({"next_cursor": "x", "has_more": false}), "events", "next_cursor"),
        (json!({"total": 100, "next_offset": null}), "actions", "next_offset"),
        (json!({"total": 500, "next_offset": 150}), "actions", "next_offset"),
        (json!({"more": {"licences": 3}}), "licences", "more"),
    ] {
        let before = structured.clone();
        structured[name] = vec![row.clone(); 100].into();
        let draft = Draft {
            sentence: "100 rows.".to_owned(),
            facts: Vec::new(),
            rows: match name {
                "events" => &["events"],
                "actions" => &["actions"],
                _ => &["licences"],
            },
            caveats: Vec::new(),
            structured,
        };
        let ToolAnswer { text, structured } = draft.finish();
        let kept = structured[name].as_array().unwrap().len() as u64;
        assert!((50..60).contains(&kept), "{kept}");
        assert!(text.contains(&format!("Only the first {kept} of 100 rows of {name} are here")));
        let expected = match (how, before["next_offset"].as_u64()) {
            ("next_cursor", _) => {
                json!(Cursor(row["event_id"].as_str().unwrap().parse().unwrap()))
            }
            ("next_offset", next) => json!(next.unwrap_or(100) - 100 + kept),
            _ => json!({"licences": 3 + 100 - kept, "go_on": structured["more"]["go_on"]}),
        };
        assert_eq!(structured[how], expected);
        let next = match &expected {
            Value::String(cursor) => format!("with cursor {cursor} (next_cursor)."),
            Value::Number(offset) => format!("with offset {offset} (next_offset)."),
            _ => format!("Rows left out: licences {}.", 3 + 100 - kept),
        };
        assert!(text.ends_with(&next), "{text}");
    }
}

#[test]
fn no_value_is_written_longer_than_its_bound() {
    for value in [
        json!(null),
        json!(false),
        json!([u64::MAX, i64::MIN, -f64::MIN_POSITIVE, f64::MAX, -1.2345678901234567e-300]),
        json!("\u{0}\u{1f}\"\\\n\u{7f}\u{e9}"),
        json!({"\u{1}\"": {"a": [[], {}, null, true, ""]}, "b": [1]}),
    ] {
        assert!(value.to_string().len() <= most_bytes(&value), "{value}");
    }
}
