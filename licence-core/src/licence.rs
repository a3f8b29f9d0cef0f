//! Licences (specification 2.3).

use crate::status::{LicenceStatus, StatusQualifier};
use crate::time::{Date, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::jurisdiction::JurisdictionCode;
use crate::text::folded;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// The category harmonised across jurisdictions (`license_category`).
    pub enum LicenceCategory: "licence category" {
        /// Gambling at a distance.
        Remote = "remote",
        /// Gambling on premises.
        NonRemote = "non-remote",
        /// Remote gambling ancillary to a non-remote licence.
        Ancillary = "ancillary",
        /// A permit.
        Permit = "permit",
        /// Everything else.
        Other = "other",
    }
}

/// The service's own id of a licence; not the licence number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct LicenceId(pub Uuid);

/// Returns the category of a licence by the regulator's types; `other` without types, and for types
/// that no register is known to use. If there are several, the one closest to a web site decides:
/// remote, then ancillary, non-remote, permit.
///
/// ```
/// use licence_core::jurisdiction::JurisdictionCode::{Kh, Ukgc};
/// use licence_core::licence::{LicenceCategory, category_of};
///
/// assert_eq!(category_of(Ukgc, &["Ancillary Remote".into()]), LicenceCategory::Ancillary);
/// assert_eq!(category_of(Kh, &["Interactive Gaming Permit".into()]), LicenceCategory::Permit);
/// ```
pub fn category_of(code: JurisdictionCode, license_types: &[String]) -> LicenceCategory {
    use LicenceCategory::{Ancillary, NonRemote, Other, Permit, Remote};
    let categories: Vec<_> =
        license_types.iter().map(|kind| category_of_type(code, &folded(kind))).collect();
    let mut best_first = [Remote, Ancillary, NonRemote, Permit].into_iter();
    best_first.find(|category| categories.contains(category)).unwrap_or(Other)
}

fn category_of_type(code: JurisdictionCode, kind: &str) -> LicenceCategory {
    match (code, kind) {
        (_, "") => LicenceCategory::Other,
        (JurisdictionCode::Ukgc, "remote") => LicenceCategory::Remote,
        (JurisdictionCode::Ukgc, "non-remote") => LicenceCategory::NonRemote,
        (JurisdictionCode::Ukgc, "ancillary remote") => LicenceCategory::Ancillary,
        (JurisdictionCode::Kh, "interactive gaming permit") => LicenceCategory::Permit,
        (JurisdictionCode::Ukgc | JurisdictionCode::Kh, _) => LicenceCategory::Other,
        // The Act covers online gambling only, and has no closed vocabulary.
        (JurisdictionCode::Iom, _) => LicenceCategory::Remote,
        _ if begins_with_a_known_type(code, kind) => LicenceCategory::Remote,
        _ => LicenceCategory::Other,
    }
}

/// Returns whether a type cell begins with a known type, because cells continue after it: `B2C -
/// Gaming Service Licence`, `Type 1 Gaming Services`.
fn begins_with_a_known_type(code: JurisdictionCode, kind: &str) -> bool {
    code.jurisdiction().license_types.iter().any(|known| {
        let rest = kind.strip_prefix(&folded(known));
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

/// A licence (specification 2.3). One row for each jurisdiction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Licence {
    /// The service's own id; not the licence number.
    pub id: LicenceId,
    /// The regulator's number as published, or the service's own reference.
    pub license_number: String,
    /// Whether the number is the service's own (`KH`, `TGC`, `IOM`).
    pub license_reference_is_ours: bool,
    /// The register that lists it.
    pub jurisdiction_code: JurisdictionCode,
    /// Its status.
    pub status: LicenceStatus,
    /// What the wording adds to the status.
    pub status_qualifier: Option<StatusQualifier>,
    /// The regulator's wording; `None` when the status is `not_in_register`.
    pub upstream_status: Option<String>,
    /// The regulator's licence types.
    pub license_types: Vec<String>,
    /// The type cell, verbatim.
    pub license_type_raw: String,
    /// The harmonised category.
    pub license_category: LicenceCategory,
    /// When it was issued.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub issued_date: Option<Date>,
    /// When it expires. The date itself changes no status.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, format = Date))]
    pub expiry_date: Option<Date>,
    /// The latest read that covered it.
    pub last_verified_at: Timestamp,
    /// The address of the register.
    pub source_url: Option<String>,
    /// The page that published the current status.
    pub status_source_url: Option<String>,
    /// The latest read that showed the current status.
    pub status_observed_at: Timestamp,
    /// The latest read that listed it.
    pub last_listed_at: Timestamp,
    /// Since when the register does not list it; `None` means listed in the latest read.
    pub not_listed_since: Option<Timestamp>,
    /// The other values of the register, whose names and forms may change.
    pub raw_data: serde_json::Map<String, serde_json::Value>,
}

/// The times of the reads that showed a licence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadTimes {
    /// The latest read that covered it.
    pub last_verified_at: Timestamp,
    /// The latest read that showed the current status.
    pub status_observed_at: Timestamp,
    /// The latest read that listed it.
    pub last_listed_at: Timestamp,
}

impl ReadTimes {
    /// Returns the times after the register's newest complete reading. A reading does not write the
    /// licences that it lists as they are held, so their times follow from the reading: it listed
    /// a licence that is not missing, and verified that a missing one is still missing. A status of a page
    /// that the reading did not read keeps its time.
    pub fn seen_until(
        self,
        newest_complete_read: Option<Timestamp>,
        status: LicenceStatus,
        not_listed_since: Option<Timestamp>,
    ) -> Self {
        let is_listed = not_listed_since.is_none();
        let shows_status = match status {
            LicenceStatus::NotInRegister => true,
            _ => is_listed && !self.has_status_of_unread_page(),
        };
        let seen_if = |seen: bool, time: Timestamp| match seen {
            true => seen_until(time, newest_complete_read),
            false => time,
        };
        Self {
            last_verified_at: seen_until(self.last_verified_at, newest_complete_read),
            status_observed_at: seen_if(shows_status, self.status_observed_at),
            last_listed_at: seen_if(is_listed, self.last_listed_at),
        }
    }

    /// Returns whether the latest read that covered a listed licence did not show its status: a page
    /// that was not read again stated it.
    pub(crate) fn has_status_of_unread_page(&self) -> bool {
        self.status_observed_at < self.last_verified_at
    }
}

/// Returns when something was seen last that every complete reading of its register sees: every one
/// verifies a licence, listed or not.
pub fn seen_until(time: Timestamp, newest_complete_read: Option<Timestamp>) -> Timestamp {
    newest_complete_read.map_or(time, |read_at| time.max(read_at))
}

impl Licence {
    pub(crate) fn times(&self) -> ReadTimes {
        ReadTimes {
            last_verified_at: self.last_verified_at,
            status_observed_at: self.status_observed_at,
            last_listed_at: self.last_listed_at,
        }
    }

    /// Returns the licence after its register's newest complete reading
    /// ([`ReadTimes::seen_until`]).
    pub fn seen_until(mut self, newest_complete_read: Option<Timestamp>) -> Self {
        let (status, not_listed_since) = (self.status, self.not_listed_since);
        let times = self.times().seen_until(newest_complete_read, status, not_listed_since);
        self.last_verified_at = times.last_verified_at;
        self.status_observed_at = times.status_observed_at;
        self.last_listed_at = times.last_listed_at;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use JurisdictionCode::{An, Cw, Iom, Kh, Mga, Tgc, Ukgc};
    use LicenceCategory::{Ancillary, NonRemote, Other, Permit, Remote};

    #[test]
    fn types_state_the_category() {
        for (code, kinds, category) in [
            (Ukgc, &["Remote"][..], Remote),
            (Ukgc, &["Non-Remote"], NonRemote),
            (Ukgc, &["Ancillary Remote"], Ancillary),
            (Ukgc, &[" ANCILLARY\u{a0}REMOTE"], Ancillary),
            (Ukgc, &["Non-Remote", "Ancillary Remote"], Ancillary),
            (Ukgc, &["Non-Remote", "Remote"], Remote),
            (Ukgc, &["Premises"], Other),
            (Ukgc, &[], Other),
            (Kh, &["Interactive Gaming Permit"], Permit),
            (Kh, &["CSPA"], Other),
            (Mga, &["Type 1"], Remote),
            (Mga, &["B2C - Gaming Service Licence"], Remote),
            (Mga, &["Type 1 Gaming Services"], Remote),
            (Mga, &["Type 12"], Other),
            (Mga, &["Land-based"], Other),
            (Cw, &["B2C & B2B"], Remote),
            (Cw, &["b2b"], Remote),
            (An, &["White Labeling"], Remote),
            (An, &["", "b2c"], Remote),
            (Tgc, &["B2B"], Remote),
            (Tgc, &["Bingo hall"], Other),
            (Iom, &["Software Supply"], Remote),
            (Iom, &[" "], Other),
            (Iom, &[], Other),
        ] {
            let kinds: Vec<_> = kinds.iter().map(|kind| kind.to_string()).collect();
            assert_eq!(category_of(code, &kinds), category, "{code} {kinds:?}");
        }
    }
}
