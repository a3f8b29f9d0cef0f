//! What the audit log keeps of options: their values without secrets, and what changed.

use serde_json::{Map, Value, json};

use crate::text::without_credentials;

/// Returns the options whose values differ, each as `{"from": …, "to": …}`. An option that one side
/// lacks is null there.
pub fn configuration_changes(
    before: &Map<String, Value>,
    after: &Map<String, Value>,
) -> Map<String, Value> {
    let value =
        |options: &Map<String, Value>, name: &str| options.get(name).cloned().unwrap_or_default();
    let names = before.keys().chain(after.keys());
    names
        .filter(|name| value(before, name) != value(after, name))
        .map(|name| {
            (name.clone(), json!({ "from": value(before, name), "to": value(after, name) }))
        })
        .collect()
}

/// Returns a URL without what may be a secret: user, password, query and fragment.
///
/// ```
/// use licence_core::audit::redact_url;
///
/// assert_eq!(redact_url("https://me:hush@a.example/in?token=hush#x"), "https://a.example/in");
/// ```
pub fn redact_url(text: &str) -> String {
    without_credentials(text).split('?').next().unwrap_or_default().to_owned()
}

/// Returns the address of a database or cache without what may be a secret. The `sslmode` stays,
/// because an auditor needs to know how the connection was protected.
pub fn redact_address(text: &str) -> String {
    let query = text.split_once('?').map_or("", |(_, query)| query);
    let mode = query.split('&').find(|pair| pair.starts_with("sslmode="));
    let url = redact_url(text);
    mode.map_or(url.clone(), |mode| format!("{url}?{mode}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_a_change() {
        let options = |value: Value| value.as_object().cloned().unwrap();
        let before = options(json!({"a": 1, "b": [1], "gone": "x", "null": null}));
        let after = options(json!({"a": 1, "b": [2], "new": true}));
        assert_eq!(
            Value::from(configuration_changes(&before, &after)),
            json!({
                "b": {"from": [1], "to": [2]},
                "gone": {"from": "x", "to": null},
                "new": {"from": null, "to": true},
            })
        );
        assert!(configuration_changes(&after, &after).is_empty());
    }

    #[test]
    fn nothing_of_an_address_that_may_be_secret_stays() {
        for (text, redacted) in [
            ("https://a.example", "https://a.example/"),
            ("https://u:hush@a.example:8443/x/y?k=hush&t", "https://a.example:8443/x/y"),
            ("https://hush@a.example/#hush", "https://a.example/"),
            ("postgres://u:hush@db:5432/x?password=hush", "postgres://db:5432/x"),
            ("sqlite://licence.db", "sqlite://licence.db"),
            ("sqlite::memory:", "sqlite::memory:"),
        ] {
            assert_eq!(redact_url(text), redacted);
        }
        let address = "postgres://u:hush@db/x?password=hush&sslmode=verify-full&user=hush";
        assert_eq!(redact_address(address), "postgres://db/x?sslmode=verify-full");
        assert_eq!(redact_address("redis://:hush@cache:6379"), "redis://cache:6379");
    }
}
