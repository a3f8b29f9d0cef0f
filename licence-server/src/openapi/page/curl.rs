//! A request of an operation as a command to paste into a terminal.

use crate::endpoint::Endpoint;
use crate::openapi::examples::EXAMPLES;

/// Returns the command that sends the request of the operation's first example. Without an example
/// its parameters are in capitals.
pub(super) fn command(endpoint: Endpoint, server: &str) -> String {
    let id = endpoint.operation_id();
    let example = EXAMPLES.iter().find(|example| example.operation_id == id);
    let target = match example {
        Some(example) => example.target.to_owned(),
        None => with_placeholders(endpoint.path()),
    };
    let body = example.and_then(|example| example.request_body);
    let mut lines = vec![format!("curl '{server}{target}'")];
    if endpoint.access().needs_key() {
        lines.push("-H \"Authorization: Bearer $LICENCE_API_KEY\"".to_owned());
    }
    // curl sends a GET without a body, and a POST with one.
    let method = endpoint.method();
    if !matches!((method.as_str(), body), ("GET", _) | ("POST", Some(_))) {
        lines.push(format!("-X {method}"));
    }
    lines.extend(body.map(|body| format!("--json '{body}'")));
    lines.join(" \\\n  ")
}

fn with_placeholders(path: &str) -> String {
    let segments = path.split('/').map(|segment| {
        let name = segment.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
        name.map_or_else(|| segment.to_owned(), str::to_uppercase)
    });
    segments.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_sends_the_first_example() {
        for (endpoint, expected) in [
            (
                Endpoint::CheckDomain,
                "curl 'https://x.example/v1/check?domain=www.lanternspin.example'",
            ),
            (
                Endpoint::UpdateWebhook,
                "curl 'https://x.example/v1/webhooks/956076a2-5ff3-4dc0-a89d-bad827343eb6' \\\n  \
                 -H \"Authorization: Bearer $LICENCE_API_KEY\" \\\n  -X PATCH \\\n  \
                 --json '{\"description\":\"production\"}'",
            ),
            (
                Endpoint::DeleteWebhook,
                "curl 'https://x.example/v1/webhooks/ID' \\\n  \
                 -H \"Authorization: Bearer $LICENCE_API_KEY\" \\\n  -X DELETE",
            ),
        ] {
            assert_eq!(command(endpoint, "https://x.example"), expected);
        }
    }
}
