use super::*;

/// Gives its bytes a few at a time, like a slow pipe.
struct Dripping<'b>(&'b [u8], usize);

impl Read for Dripping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(self.0.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

fn rendered(input: impl Read + Send) -> (String, u64) {
    let (mut output, mut rows) = (Vec::new(), 0);
    let render = |line: &str, out: &mut Vec<u8>| {
        out.extend_from_slice(format!("<{line}>").as_bytes());
    };
    run(input, render, |chunk| {
        output.extend_from_slice(&chunk.bytes);
        rows += chunk.rows;
        Ok(())
    })
    .unwrap();
    (String::from_utf8(output).unwrap(), rows)
}

#[test]
fn lines_come_out_in_their_order_however_they_arrive() {
    let input: String = (0..20_000).map(|n| format!("{n}.example\n")).collect();
    let expected: String = (0..20_000).map(|n| format!("<{n}.example>")).collect();
    for step in [1, 7, 64, READ_BYTES] {
        assert_eq!(rendered(Dripping(input.as_bytes(), step)), (expected.clone(), 20_000));
    }
}

#[test]
fn blank_lines_carriage_returns_and_a_missing_last_newline_are_taken_as_meant() {
    let input = "a.example\r\n\n  \n b.example\nc\u{0}.example".as_bytes();
    let (output, rows) = rendered(input);
    assert_eq!((output.as_str(), rows), ("<a.example>< b.example><c\u{0}.example>", 3));
    assert_eq!(rendered(&b""[..]), (String::new(), 0));
    assert_eq!(rendered(&b"\xff.example\n"[..]), ("<\u{fffd}.example>".to_owned(), 1));
}

#[test]
fn an_endless_line_is_cut() {
    let input = [vec![b'a'; 10 * MAX_LINE_BYTES], b"\nb.example\n".to_vec()].concat();
    let (output, rows) = rendered(input.as_slice());
    assert_eq!(rows, 2);
    assert!(output.len() < 2 * MAX_LINE_BYTES && output.ends_with("<b.example>"));
}

#[test]
fn the_first_failure_to_write_ends_the_run() {
    let input = "x.example\n".repeat(100_000);
    let error =
        run(input.as_bytes(), |_, out| out.push(b'x'), |_| Err(io::ErrorKind::BrokenPipe.into()));
    assert_eq!(error.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}
