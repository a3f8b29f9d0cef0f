use super::*;

fn utf16(text: &str) -> Vec<u8> {
    "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

#[test]
fn encoding_and_delimiter_are_detected() {
    for (bytes, expected, has_mark) in [
        (b"a,b\nc,d\n".to_vec(), b',', false),
        (b"a;b\r\n\"c;1\";d,e\r\n".to_vec(), b';', false),
        (b"a\tb\nd\te, f\n".to_vec(), b'\t', false),
        (b"a|b\nc|d".to_vec(), b'|', false),
        (b"site\nbet.example\n".to_vec(), b',', false),
        (b"\xef\xbb\xbfa;b\n1;2\n".to_vec(), b';', true),
        (b"caf\xe9;b\n1;2\n".to_vec(), b';', true),
        (utf16("caf\u{e9};b\n1;2\n"), b';', true),
        (b"".to_vec(), b',', false),
    ] {
        let (form, _) = read(&bytes).unwrap();
        let expected = TableForm::Text { delimiter: expected, has_byte_order_mark: has_mark };
        assert_eq!(form, expected, "{bytes:?}");
    }
    for bytes in [b"caf\xe9;b".to_vec(), "caf\u{e9};b".into(), utf16("caf\u{e9};b")] {
        assert_eq!(read(&bytes).unwrap().1[0][0], Cell::Text("caf\u{e9}".to_owned()));
    }
    assert!(read(b"\x00\x01\x02").unwrap_err().contains("is no text"));
}

#[test]
fn a_quote_that_is_never_closed_is_refused_by_its_line() {
    for (text, line) in [
        ("site,note\na.example,\"x\nb.example,\nc.example,\n", 2),
        ("site\r\na.example\r\n\"b.example", 3),
        ("site\n\"a\nb\"\n\"", 4),
        ("\u{feff}site;note\na.example;\"x\"\"\nb.example;\n", 2),
    ] {
        let error = read(text.as_bytes()).unwrap_err();
        assert!(error.starts_with(&format!("line {line}: a quoted cell")), "{text:?}: {error}");
    }
    for text in ["a,\"b\n\"\"c\"", "a,\"b\"\n", "a,b\"\nc,\"\"\r\n", "a,\"b\"c\n\n", "\"\""] {
        assert!(read(text.as_bytes()).is_ok(), "{text:?}");
    }
}
