//! Commands with what they print.

/// A command and the lines below it.
#[derive(Debug, PartialEq, Eq)]
pub struct Step {
    pub command: String,
    pub expected: Vec<String>,
}

/// The steps of a `console` block. A command goes on behind a line that ends in `\`.
pub fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => {
                steps.push(Step { command: command.to_owned(), expected: Vec::new() });
            }
            (None, Some(step)) if step.expected.is_empty() && step.command.ends_with('\\') => {
                step.command.push('\n');
                step.command.push_str(line);
            }
            (None, Some(step)) => step.expected.push(line.to_owned()),
            (None, None) => panic!("a transcript begins with a command, not with {line:?}"),
        }
    }
    steps
}

/// Whether the output is what the lines say. `…` within a line is any text; a line of nothing else
/// is any number of lines. How wide a column is does not count.
pub fn is_as_told(expected: &[String], output: &str) -> bool {
    let expected: Vec<String> = expected.iter().map(|line| narrowed(line)).collect();
    let output: Vec<String> = output.lines().map(narrowed).collect();
    lines_match(&expected, &output)
}

/// The line with one space for many, and none at its end.
fn narrowed(line: &str) -> String {
    let mut narrowed = String::new();
    for c in line.trim_end().chars() {
        if c != ' ' || !narrowed.ends_with(' ') {
            narrowed.push(c);
        }
    }
    narrowed
}

fn lines_match(expected: &[String], output: &[String]) -> bool {
    match expected.split_first() {
        None => output.is_empty(),
        Some((line, rest)) if line == "…" => {
            (0..=output.len()).any(|skipped| lines_match(rest, &output[skipped..]))
        }
        Some((line, rest)) => output
            .split_first()
            .is_some_and(|(first, others)| line_matches(line, first) && lines_match(rest, others)),
    }
}

fn line_matches(expected: &str, line: &str) -> bool {
    let parts: Vec<&str> = expected.split('…').collect();
    let [first, middle @ .., last] = parts.as_slice() else { return expected == line };
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}
