//! Ids as arguments.

use licence_core::request::quoted;
use uuid::Uuid;

/// Parses the id of a record. The error states the form of an id, because that of the parser names
/// only the first wrong character.
pub(crate) fn parse_id(text: &str) -> Result<Uuid, String> {
    text.parse().map_err(|_| {
        let rule = "32 hexadecimal digits in the form of a hyphenated UUID";
        format!("{} is no id: {rule}", quoted(text))
    })
}
