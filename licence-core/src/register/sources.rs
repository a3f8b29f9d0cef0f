//! The sources of the registers: addresses, intervals and the links to follow (guides to the
//! registers). This module decides what is fetched; the store fetches.

mod allowed;
mod follow_ups;
mod settings;

pub use allowed::check_link;
pub use follow_ups::{cw_certificate_urls, follow_ups, is_only_an_index, may_lead_on};
pub use settings::{RegisterPlan, RegisterTable, SourceUrl};

use std::time::Duration;

use super::{an, cw, iom, kh, ukgc};
use crate::jurisdiction::JurisdictionCode;
pub use crate::text::without_credentials;

/// How a register is read unless the configuration changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterSource {
    /// The addresses to begin with; none: it cannot be read by itself.
    pub urls: &'static [&'static str],
    /// How often.
    pub every_hours: u32,
    /// How long a missing licence keeps its status.
    pub grace_hours: u32,
    /// Why it cannot be read by itself, and how it is read instead.
    pub by_hand: Option<&'static str>,
}

/// Returns how a register is read by default. The interval is a quarter of the freshness target, so
/// that three reads may fail in a row before the register is stale.
///
/// ```
/// use licence_core::jurisdiction::JurisdictionCode;
/// use licence_core::register::sources::default_source;
///
/// let source = default_source(JurisdictionCode::An);
/// assert_eq!(source.urls, ["https://anjouangaming.com/license-register/"]);
/// assert_eq!(source.every_hours, 6);
/// ```
pub const fn default_source(code: JurisdictionCode) -> RegisterSource {
    let (urls, by_hand): (&[&str], _) = match code {
        JurisdictionCode::Ukgc => (&[ukgc::SOURCE_URL], None),
        JurisdictionCode::Cw => (&[cw::SOURCE_URL], None),
        JurisdictionCode::Kh => (&[kh::SOURCE_URL], None),
        JurisdictionCode::An => (&[an::SOURCE_URL], None),
        JurisdictionCode::Iom => (&[iom::SOURCE_URL], None),
        JurisdictionCode::Mga => (&[], Some(MGA_BY_HAND)),
        JurisdictionCode::Tgc => (&[], Some(TGC_BY_HAND)),
    };
    let every_hours = code.sla_hours() as u32 / 4;
    RegisterSource { urls, every_hours, grace_hours: 48, by_hand }
}

const MGA_BY_HAND: &str = "the list is drawn by a script from encrypted answers: open \
    https://mgalicenseeregister.mga.org.mt/ in a browser, press View All, save the page, \
    then `licence registers read MGA --from PAGE` (a saved page under an address of your \
    own can be read by itself)";
const TGC_BY_HAND: &str = "no page with the licensees is known: save what the commission gives you, \
    then `licence registers read TGC --from PAGE`";

/// Returns how long to wait between two requests to one host. The seal pages of Malta answer 429
/// beyond one request a second and work at one in five seconds.
pub fn delay_between_requests(code: JurisdictionCode, host: &str) -> Duration {
    let is_seal_host = code == JurisdictionCode::Mga && allowed::known_hosts(code).contains(&host);
    Duration::from_secs(if is_seal_host { 5 } else { 1 })
}

#[cfg(test)]
mod tests;
