//! What holds for the whole API: the notice, the status rule, keys, limits, errors, versions.

use utoipa::openapi::tag::{Tag, TagBuilder};
use utoipa::openapi::{Info, InfoBuilder};

use crate::endpoint::Endpoint;

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

const CHECK: &str = "Check";
const LOOKUP: &str = "Lookup";
const EXPORT: &str = "Export";
const WATCHLIST: &str = "Watchlist";
pub(super) const WEBHOOKS: &str = "Webhooks";
const SYSTEM: &str = "System";

pub(super) fn info() -> Info {
    let info = InfoBuilder::new().title("Licence Verification API").version(VERSION);
    info.description(Some(include_str!("about.md"))).build()
}

pub(super) fn tags() -> Vec<Tag> {
    let tag =
        |(name, about): (&str, &str)| TagBuilder::new().name(name).description(Some(about)).build();
    TAGS.map(tag).into()
}

/// Returns the name of the group that an endpoint belongs to.
pub(super) fn tag(endpoint: Endpoint) -> &'static str {
    match endpoint.path().split('/').nth(2) {
        Some("check") => CHECK,
        Some("jurisdictions" | "operators" | "licenses") => LOOKUP,
        Some("export" | "catalogue") => EXPORT,
        Some("watchlist") => WATCHLIST,
        Some("webhooks") => WEBHOOKS,
        _ => SYSTEM,
    }
}
