//! What holds for the whole API: the notice, the status rule, keys, limits, errors, versions.

use utoipa::openapi::tag::{Tag, TagBuilder};
use utoipa::openapi::{Info, InfoBuilder};

/// The version of the description (specification 9).
const VERSION: &str = "1.0.0";

/// The groups of operations: name and description.
const TAGS: [(&str, &str); 6] = [
    (CHECK, "Is this site licensed? By domain or licence number, one or a hundred."),
    (LOOKUP, "Jurisdictions, operators, licences, their history and enforcement actions."),
    (EXPORT, "Whole datasets as a file."),
    (WATCHLIST, "The watched operators, and what happened to them."),
    (WEBHOOKS, "The same events, posted and signed as they happen."),
    (SYSTEM, "How fresh and how well the service is."),
];

pub(super) const CHECK: &str = "Check";
pub(super) const LOOKUP: &str = "Lookup";
pub(super) const EXPORT: &str = "Export";
pub(super) const WATCHLIST: &str = "Watchlist";
pub(super) const WEBHOOKS: &str = "Webhooks";
pub(super) const SYSTEM: &str = "System";

pub(super) fn info() -> Info {
    let info = InfoBuilder::new().title("Licence Verification API").version(VERSION);
    info.description(Some(include_str!("about.md"))).build()
}

pub(super) fn tags() -> Vec<Tag> {
    let tag =
        |(name, about): (&str, &str)| TagBuilder::new().name(name).description(Some(about)).build();
    TAGS.map(tag).into()
}
