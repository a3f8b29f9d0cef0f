//! `[registers.CODE]` of the configuration file, and the plan that follows from it.

use std::time::Duration;

use serde::de;
use serde::{Deserialize, Deserializer};
use url::Url;

use crate::jurisdiction::JurisdictionCode;
use crate::period::Period;
use crate::register::{Accepted, an, cw, iom, kh, ukgc};
use crate::text::is_web_address;
use crate::time::Timestamp;
use crate::transition::ApplyRules;
use crate::whole_number::whole_number;

/// `[registers.CODE]`: how a register is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RegisterTable {
    /// Where; an empty list: never.
    pub urls: Option<Vec<SourceUrl>>,
    /// How often, a minute at least.
    #[serde(deserialize_with = "interval")]
    pub every: Option<Period>,
    /// How long a missing licence keeps its status.
    pub grace: Option<Period>,
    /// The share of listed licences, in percent, that one reading may drop.
    #[serde(deserialize_with = "percent")]
    pub max_drop_percent: Option<usize>,
    /// Names on its pages that the reader does not know, and that say nothing of a status.
    #[serde(deserialize_with = "names")]
    pub accept: Accepted,
}

/// The shortest time between two reads of a register, because its site serves the public too.
const SHORTEST_INTERVAL: Period = Period(Duration::from_secs(60));

fn interval<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Period>, D::Error> {
    let every = Period::deserialize(deserializer)?;
    match every.0 < SHORTEST_INTERVAL.0 {
        true => Err(de::Error::custom(format!("{every} is shorter than {SHORTEST_INTERVAL}"))),
        false => Ok(Some(every)),
    }
}

fn percent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    whole_number(deserializer, "a percentage: a whole number from 0 to 100", 0..=100).map(Some)
}

fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Accepted, D::Error> {
    let accepted = Accepted::deserialize(deserializer)?;
    match accepted.0.iter().find(|name| name.trim().is_empty()) {
        Some(name) => {
            Err(de::Error::custom(format!("{name:?} is no name; write it as the page does")))
        }
        None => Ok(accepted),
    }
}

/// Where a register is read: an `http://` or `https://` URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceUrl(pub String);

impl<'de> Deserialize<'de> for SourceUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if is_web_address(&text) && Url::parse(&text).is_ok() {
            Ok(Self(text))
        } else {
            Err(de::Error::custom(format!("{text:?} is not an http:// or https:// URL")))
        }
    }
}

/// How a register is read: what was configured, and the defaults for the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterPlan {
    /// The register.
    pub code: JurisdictionCode,
    /// Where to begin; none: never read by itself.
    pub urls: Vec<String>,
    /// How often.
    pub every: Period,
    /// How long a missing licence keeps its status.
    pub grace: Period,
    /// The share of listed licences, in percent, that one reading may drop.
    pub max_drop_percent: usize,
    /// The names that are accepted beside those that the reader declares.
    pub accepted: Accepted,
    /// Why the register has no address by default, and how it is read instead; `None` once
    /// addresses are configured.
    pub by_hand: Option<&'static str>,
}

impl RegisterPlan {
    /// Returns the plan of a register, from its table if the configuration has one. The interval by
    /// default is a quarter of the freshness target, so that three reads may fail in a row before
    /// the register is stale.
    ///
    /// ```
    /// use licence_core::jurisdiction::JurisdictionCode;
    /// use licence_core::register::sources::RegisterPlan;
    ///
    /// let plan = RegisterPlan::from_table(JurisdictionCode::An, None);
    /// assert_eq!(plan.urls, ["https://anjouangaming.com/license-register/"]);
    /// assert_eq!(plan.every.to_string(), "6h");
    /// ```
    pub fn from_table(code: JurisdictionCode, table: Option<&RegisterTable>) -> Self {
        let (default, rules) = (default_url(code), ApplyRules::default());
        let table = table.cloned().unwrap_or_default();
        let configured = table.urls.map(|urls| urls.into_iter().map(|url| url.0).collect());
        let urls: Vec<String> =
            configured.unwrap_or_else(|| default.into_iter().map(str::to_owned).collect());
        Self {
            code,
            by_hand: default.err().filter(|_| urls.is_empty()),
            urls,
            every: table.every.unwrap_or(Period::from_hours(code.sla_hours() as u32 / 4)),
            grace: table.grace.unwrap_or(rules.grace),
            max_drop_percent: table.max_drop_percent.unwrap_or(rules.max_drop_percent),
            accepted: table.accept,
        }
    }

    /// Returns when the register is due: one interval after the later of its last attempt and its
    /// newest reading. `None`: at once, because there was neither.
    pub fn due_at(
        &self,
        last_attempt: Option<Timestamp>,
        newest_reading: Option<Timestamp>,
    ) -> Option<Timestamp> {
        last_attempt.max(newest_reading).map(|last| last.later_by(self.every.0))
    }

    /// Returns the rules by which a reading of the register is applied.
    pub fn rules(&self, force: bool) -> ApplyRules {
        ApplyRules { grace: self.grace, max_drop_percent: self.max_drop_percent, force }
    }
}

/// Returns the address of a register; or why it cannot be read by itself, and how it is read instead.
const fn default_url(code: JurisdictionCode) -> Result<&'static str, &'static str> {
    match code {
        JurisdictionCode::Ukgc => Ok(ukgc::SOURCE_URL),
        JurisdictionCode::Cw => Ok(cw::SOURCE_URL),
        JurisdictionCode::Kh => Ok(kh::SOURCE_URL),
        JurisdictionCode::An => Ok(an::SOURCE_URL),
        JurisdictionCode::Iom => Ok(iom::SOURCE_URL),
        JurisdictionCode::Mga => Err("the list is drawn by a script from encrypted answers: open \
            https://mgalicenseeregister.mga.org.mt/ in a browser, press View All, save the page, \
            then `licence registers read MGA --from PAGE` (a saved page under an address of your \
            own can be read by itself)"),
        JurisdictionCode::Tgc => {
            Err("no page with the licensees is known: save what the commission \
            gives you, then `licence registers read TGC --from PAGE`")
        }
    }
}

#[cfg(test)]
mod tests;
