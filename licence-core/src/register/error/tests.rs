use super::*;

#[test]
fn an_endless_line_is_named_before_the_size() {
    let short = b"a\n".repeat(MAX_LINE_BYTES);
    let endless = [&b"a\nb\n"[..], &vec![b'x'; MAX_LINE_BYTES + 1]].concat();
    for (beginning, message) in [
        (short, "f: the file is larger than 9 bytes"),
        (endless, "f, line 3: the line is longer than 1048576 bytes"),
    ] {
        assert_eq!(RegisterError::too_large("f", &beginning, 9).to_string(), message);
    }
}
