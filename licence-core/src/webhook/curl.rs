//! A delivery as a command line for `curl`.

/// Returns the command that posts a body with these headers to a URL, for a POSIX shell.
///
/// ```
/// use licence_core::webhook::curl::post_command;
///
/// let headers = [("Content-Type", "application/json".to_owned())];
/// let command = post_command("https://hooks.example/x", &headers, "{}");
/// assert_eq!(
///     command.lines().collect::<Vec<_>>(),
///     [
///         r"curl --globoff 'https://hooks.example/x' \",
///         r"  -H 'Content-Type: application/json' \",
///         r"  --data-raw '{}'",
///     ]
/// );
/// ```
pub fn post_command(url: &str, headers: &[(&str, String)], body: &str) -> String {
    let mut command = format!("curl --globoff {}", shell_quoted(url));
    for (name, value) in headers {
        command.push_str(&format!(" \\\n  -H {}", shell_quoted(&format!("{name}: {value}"))));
    }
    command.push_str(&format!(" \\\n  --data-raw {}", shell_quoted(body)));
    command
}

/// Returns a text as one argument of a POSIX shell, which takes it as it is.
fn shell_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_takes_every_text_as_it_is() {
        for (text, quoted) in [
            ("", "''"),
            ("a b", "'a b'"),
            (r#"$(id) `id` \ ""#, r#"'$(id) `id` \ "'"#),
            ("it's", r"'it'\''s'"),
            ("'; id; '", r"''\''; id; '\'''"),
        ] {
            assert_eq!(shell_quoted(text), quoted);
        }
    }
}
