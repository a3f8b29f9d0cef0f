//! The sources of the registers: addresses, intervals and the links to follow (guides to the
//! registers). This module decides what is fetched; the store fetches.

mod allowed;
mod follow_ups;
mod settings;

pub use allowed::check_link;
pub use follow_ups::{cw_certificate_urls, follow_ups, is_only_an_index, may_lead_on};
pub use settings::{RegisterPlan, RegisterTable, SourceUrl};

use std::time::Duration;

use crate::jurisdiction::JurisdictionCode;
pub use crate::text::without_credentials;

/// Returns how long to wait between two requests to one host. The seal pages of Malta answer 429
/// beyond one request a second and work at one in five seconds.
pub fn delay_between_requests(code: JurisdictionCode, host: &str) -> Duration {
    let is_seal_host = code == JurisdictionCode::Mga && allowed::known_hosts(code).contains(&host);
    Duration::from_secs(if is_seal_host { 5 } else { 1 })
}

#[cfg(test)]
mod tests;
