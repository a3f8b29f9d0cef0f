//! The form of a new key, by the rules of the command line.

use licence_core::account::key::{KeyExpiry, KeyLimits};
use licence_core::account::label::Label;
use licence_core::network::Network;
use licence_core::time::Timestamp;

use crate::dashboard::form::parse_label;
use crate::problem::Problem;
use crate::request::Query;

/// The form of a new key, as it was filled in.
#[derive(Default)]
pub(super) struct NewKeyForm {
    pub(super) label: String,
    pub(super) expires: String,
    pub(super) networks: String,
}

impl NewKeyForm {
    pub(super) fn read(fields: &Query<'_>) -> Result<Self, Problem> {
        Ok(Self {
            label: fields.text("label")?.to_owned(),
            expires: fields.text("expires")?.to_owned(),
            networks: fields.text("networks")?.to_owned(),
        })
    }

    /// Returns the label and the limits of the new key, by the rules of the command line.
    pub(super) fn parse(&self, now: Timestamp) -> Result<(Label, KeyLimits), Problem> {
        let invalid = |field, error: String| Problem::invalid_input(error).in_field(field);
        let label = label(&self.label)?;
        let expires = Some(self.expires.trim()).filter(|text| !text.is_empty());
        let expires = expires.map(str::parse::<KeyExpiry>).transpose().map_err(|error| {
            invalid("expires", format!("The expiry cannot be read: {error}."))
                .with_hint("Leave the field empty for a key that does not expire.")
        })?;
        let networks = self.networks.split_whitespace().map(str::parse::<Network>);
        let networks = networks.collect::<Result<Vec<_>, _>>().map_err(|error| {
            invalid("networks", format!("A network cannot be read: {error}."))
                .with_hint("Separate networks with blanks or lines.")
        })?;
        let limits = KeyLimits::new(expires, &networks, now)
            .map_err(|past| invalid("expires", format!("The expiry has passed: {past}.")))?;
        Ok((label, limits))
    }
}

pub(super) fn label(text: &str) -> Result<Label, Problem> {
    let hint = "A label has 1 to 100 characters, such as production.";
    parse_label(text, "label", "label", hint)
}
