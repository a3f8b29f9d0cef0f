//! A request of an operation as a command to paste into a terminal.

use super::placed_operation::PlacedOperation;
use crate::endpoint::Endpoint;
use crate::openapi::examples::EXAMPLES;

/// Returns the command that sends the request of the operation's first example. Without an example
/// its parameters stand in capitals.
pub(super) fn command(placed: &PlacedOperation<'_>, server: &str) -> String {
    let example = EXAMPLES.iter().find(|example| example.operation_id == placed.id());
    let target = match example {
        Some(example) => example.target.to_owned(),
        None => with_placeholders(placed.path),
    };
    let body = example.and_then(|example| example.request_body);
    let mut lines = vec![format!("curl '{server}{target}'")];
    if needs_key(placed.id()) {
        lines.push("-H \"Authorization: Bearer $LICENCE_API_KEY\"".to_owned());
    }
    // curl sends a GET without a body, and a POST with one.
    if !matches!((placed.method, body), ("GET", _) | ("POST", Some(_))) {
        lines.push(format!("-X {}", placed.method));
    }
    lines.extend(body.map(|body| format!("--json '{body}'")));
    lines.join(" \\\n  ")
}

fn needs_key(id: &str) -> bool {
    let endpoint = Endpoint::ROUTED.iter().find(|endpoint| endpoint.operation_id() == id);
    endpoint.is_some_and(|endpoint| endpoint.access().needs_key())
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
    use utoipa::openapi::path::OperationBuilder;

    use super::*;

    #[test]
    fn a_command_sends_the_first_example() {
        for (method, path, id, expected) in [
            (
                "GET",
                "/v1/check",
                "checkDomain",
                "curl 'https://x.example/v1/check?domain=www.lanternspin.example'",
            ),
            (
                "PATCH",
                "/v1/webhooks/{webhook_id}",
                "updateWebhook",
                "curl 'https://x.example/v1/webhooks/956076a2-5ff3-4dc0-a89d-bad827343eb6' \\\n  \
                 -H \"Authorization: Bearer $LICENCE_API_KEY\" \\\n  -X PATCH \\\n  \
                 --json '{\"description\":\"production\"}'",
            ),
            (
                "DELETE",
                "/v1/webhooks/{webhook_id}",
                "deleteWebhook",
                "curl 'https://x.example/v1/webhooks/WEBHOOK_ID' \\\n  \
                 -H \"Authorization: Bearer $LICENCE_API_KEY\" \\\n  -X DELETE",
            ),
        ] {
            let operation = OperationBuilder::new().operation_id(Some(id)).build();
            let placed = PlacedOperation { method, path, operation: &operation };
            assert_eq!(command(&placed, "https://x.example"), expected);
        }
    }
}
