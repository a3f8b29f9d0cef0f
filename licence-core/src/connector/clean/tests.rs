use super::*;
use serde_json::json;

#[test]
fn what_a_reader_cannot_see_is_dropped() {
    for (text, expected) in [
        ("", ""),
        (" \u{a0}\t\n", ""),
        ("Marks &amp; Spin", "Marks & Spin"),
        ("a&#8203;b&#x202E;c&#65;", "abcA"),
        ("a & b; &c; &#xZZ; &#1114112;", "a & b; &c; &#xZZ; &#1114112;"),
        ("&amp;#8203;", "&#8203;"),
        ("one\r\n- two\u{2028}three", "one - two three"),
        ("\u{e0001}\u{e0049}\u{e0067}plain\u{fe0f}", "plain"),
        ("\u{5d0}\u{202e}\u{5d1}", "\u{5d0}\u{5d1}"),
        ("Lantern Spin (UK) Ltd.", "Lantern Spin (UK) Ltd."),
        (" a", "a"),
        ("a ", "a"),
        ("a  b", "a b"),
        ("a\u{7f}b", "ab"),
        ("a\u{1bca0}b\u{fff9}c", "abc"),
        ("Ünïcode 株式会社", "Ünïcode 株式会社"),
    ] {
        assert_eq!(clean_text(text, MAX_FOREIGN_CHARS), expected, "{text:?}");
        assert_eq!(clean_body(json!(text)), expected, "{text:?}");
    }
}

#[test]
fn a_body_that_counts_as_clean_is_one_that_cleaning_keeps() {
    let (whole, long) = ("x".repeat(MAX_FOREIGN_CHARS), "x".repeat(MAX_FOREIGN_CHARS + 1));
    let (latin, more_latin) = ('\u{c0}'..'\u{170}', '\u{170}'..='\u{27f}');
    let (latin, more_latin) = (latin.collect::<String>(), more_latin.collect::<String>());
    for (text, is_plain) in [
        ("", true),
        ("Lantern Spin (UK) Ltd.", true),
        ("a: b, [c] {d}", true),
        (&whole, true),
        (&long, false),
        (" a", false),
        ("a ", false),
        (" ", false),
        ("a  b", false),
        ("Marks & Spin", false),
        ("a&#8203;b", false),
        ("a\u{0}b", false),
        ("one\r\n- two", false),
        ("a\tb", false),
        ("a\u{7f}b", false),
        ("a\u{9b}b", false),
        ("a\u{a0}b", false),
        ("a\u{ad}b", false),
        ("a\u{61c}b", false),
        ("a\u{200b}b", false),
        ("a\u{200f}b", false),
        ("a\u{202e}b", false),
        ("a\u{2066}b", false),
        ("a\u{feff}b", false),
        ("a\u{fe0f}b", false),
        ("a\u{e0041}b", false),
        ("active (\"Licensed\"), 'x'", true),
        ("\"x\"", true),
        ("a \" b", true),
        ("\" a", true),
        ("a \"", true),
        (" \"", false),
        ("\" ", false),
        ("a \" ", false),
        ("a\\\"b", false),
        ("back\\slash", false),
        ("Curaçao", true),
        (&latin, true),
        (&more_latin, true),
        (" ç", false),
        ("ç ", false),
        (&"ç".repeat(MAX_FOREIGN_CHARS), true),
        (&"ç".repeat(MAX_FOREIGN_CHARS + 1), false),
        ("a\u{85}b", false),
        ("a\u{bf}b", false),
        ("a\u{34f}b", false),
        ("株式会社", false),
    ] {
        let bodies = [
            json!(text),
            json!({"rows": [{"name": text, "count": 3}, null]}),
            json!({text: [true, 1.5]}),
            json!({"verdict_detail": text, "note": [text, "a"]}),
        ];
        for body in bodies {
            let compact = body.to_string();
            assert_eq!(is_clean_body(compact.as_bytes()), is_plain, "{compact}");
            assert!(!is_plain || clean_body(body.clone()) == body, "{compact}");
        }
    }
    assert!(!is_clean_body(b"{\"a\\u202eb\":1}"));
    assert!(!is_clean_body(b"{\"a\\u0020\":1}"));
    assert!(!is_clean_body("{\"a\u{202e}\":1}".as_bytes()));
}

#[test]
fn a_long_text_is_cut_and_says_so() {
    let long = "x".repeat(10_000);
    assert_eq!(clean_text(&long, 300).chars().count(), 301);
    assert!(clean_text(&long, 300).ends_with('…'));
    assert_eq!(clean_text(&long[..300], 300), long[..300]);
}

#[test]
fn every_text_of_a_body_is_clean_and_sentences_of_ours_stay_whole() {
    let sentence = "word ".repeat(100);
    let body = json!({
        "verdict_detail": sentence,
        "rows": [{"na\u{200b}me": "A\u{202e}B", "count": 3}],
    });
    let expected = json!({
        "verdict_detail": sentence.trim_end(),
        "rows": [{"name": "AB", "count": 3}],
    });
    assert_eq!(clean_body(body), expected);
}
