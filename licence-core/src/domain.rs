//! Domains on record: their status, and how they hang on a licence (specification 2.6, 2.10).

use crate::jurisdiction::JurisdictionCode;
use crate::licence::LicenceId;
use crate::status::LicenceStatus;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::text::folded;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// What the register says of a domain (`domain_status`).
    pub enum DomainStatus: "domain status" {
        /// On the licensee's permitted surface.
        Active = "active",
        /// Registered, but without a site.
        Parked = "parked",
        /// The domain's registration ran out.
        Expired = "expired",
        /// Sends its visitors to another domain of the licensee.
        Redirecting = "redirecting",
        /// Removed by the regulator from the permitted surface, although the operator may be
        /// licensed.
        Delisted = "delisted",
    }
}

wire_enum! {
    /// The relation between a domain and its licence (`domain_association`).
    pub enum DomainAssociation: "domain association" {
        /// The licensee's own.
        Direct = "direct",
        /// Another brand that runs under the licensee's licence.
        WhiteLabel = "white_label",
    }
}

/// What a register's wording says of a domain: status and association (decisions 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DomainStanding {
    /// `None` for wording that no table knows; such a domain does not count as licensed.
    pub status: Option<DomainStatus>,
    /// Direct unless the wording or the reading says otherwise.
    pub association: DomainAssociation,
}

impl DomainStanding {
    /// Returns a sort key, best first, for several listings of one domain: permitted before not,
    /// then the licensee's own before another brand.
    pub fn rank(self) -> (bool, DomainAssociation, u8) {
        let is_permitted = self.status.is_some_and(DomainStatus::is_permitted);
        let order = self.status.map_or(u8::MAX, |status| status as u8);
        (!is_permitted, self.association, order)
    }
}

impl DomainStatus {
    /// Returns whether a domain in this status can be a pass: active, or sending its visitors on.
    pub const fn is_permitted(self) -> bool {
        match self {
            Self::Active | Self::Redirecting => true,
            Self::Parked | Self::Expired | Self::Delisted => false,
        }
    }
}

/// Returns what a listing of a domain is worth, in a word for people: the status of its licence while
/// the register permits the domain, else why no licence covers the domain.
///
/// ```
/// use licence_core::domain::{DomainStatus, listing_status};
/// use licence_core::status::LicenceStatus;
///
/// assert_eq!(listing_status(Some(DomainStatus::Active), LicenceStatus::Revoked), "revoked");
/// assert_eq!(listing_status(Some(DomainStatus::Delisted), LicenceStatus::Active), "domain delisted");
/// ```
pub fn listing_status(domain: Option<DomainStatus>, licence: LicenceStatus) -> &'static str {
    match domain {
        Some(DomainStatus::Active | DomainStatus::Redirecting) => licence.as_str(),
        Some(DomainStatus::Parked) => "domain parked",
        Some(DomainStatus::Expired) => "domain expired",
        Some(DomainStatus::Delisted) => "domain delisted",
        None => "domain status not known",
    }
}

/// Returns whether a register lists a domain, in words for people that none takes for the status of a
/// licence. A register lists no domain of a licence that it no longer has.
///
/// ```
/// use licence_core::domain::{DomainStatus, register_listing};
/// use licence_core::status::LicenceStatus;
///
/// assert_eq!(register_listing(Some(DomainStatus::Active), Some(LicenceStatus::Revoked)), "listed");
/// assert_eq!(register_listing(None, None), "unknown");
/// ```
pub fn register_listing(
    domain: Option<DomainStatus>,
    licence: Option<LicenceStatus>,
) -> &'static str {
    match domain {
        Some(DomainStatus::Delisted) => "delisted",
        Some(_) if licence == Some(LicenceStatus::NotInRegister) => "no longer listed",
        Some(DomainStatus::Active) => "listed",
        Some(DomainStatus::Redirecting) => "listed as redirecting",
        Some(DomainStatus::Parked) => "listed as parked",
        Some(DomainStatus::Expired) => "listed as expired",
        None => "unknown",
    }
}

/// The registers' wordings of a domain's status (decisions 2), in their folded form.
const WORDINGS: [(&str, DomainStatus); 8] = [
    ("active", DomainStatus::Active),
    (WHITE_LABEL, DomainStatus::Active),
    ("inactive", DomainStatus::Delisted),
    ("not active", DomainStatus::Delisted),
    ("delisted", DomainStatus::Delisted),
    ("parked", DomainStatus::Parked),
    ("expired", DomainStatus::Expired),
    ("redirecting", DomainStatus::Redirecting),
];

/// The one wording that states the association too.
const WHITE_LABEL: &str = "white label";

/// Returns the status and association of a domain by the register's wording and the association
/// that the reader found (decisions 2).
///
/// Case and blanks do not matter. A listed domain without a wording is active. With a wording that
/// no table knows, a blank one included, its status is `None`. The wording `White Label` wins over
/// another association.
///
/// ```
/// use licence_core::domain::{DomainAssociation, DomainStatus, standing};
///
/// let standing = standing(Some("White Label"), None);
/// assert_eq!(standing.status, Some(DomainStatus::Active));
/// assert_eq!(standing.association, DomainAssociation::WhiteLabel);
/// ```
pub fn standing(
    status_text: Option<&str>,
    association: Option<DomainAssociation>,
) -> DomainStanding {
    let said = association.unwrap_or(DomainAssociation::Direct);
    let Some(wording) = status_text.map(folded) else {
        return DomainStanding { status: Some(DomainStatus::Active), association: said };
    };
    let status = WORDINGS.iter().find(|(known, _)| *known == wording).map(|(_, status)| *status);
    let association = if wording == WHITE_LABEL { DomainAssociation::WhiteLabel } else { said };
    DomainStanding { status, association }
}

/// The service's own id of a domain on record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct DomainId(pub Uuid);

/// A domain on record under a licence (specification 2.10, decisions 3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Domain {
    /// The service's own id.
    pub id: DomainId,
    /// The canonical host, or the register's cell if that names no host.
    pub domain: String,
    /// The register that lists it.
    pub jurisdiction_code: JurisdictionCode,
    /// The licence that it is listed under.
    pub license_id: LicenceId,
    /// That licence's number.
    pub license_number: String,
    /// Its status in the register; null for a wording that no table knows, and for a domain that may have
    /// moved to another licence. It then does not count as listed.
    pub domain_status: Option<DomainStatus>,
    /// Its relation to the licence.
    pub domain_association: DomainAssociation,
    /// The regulator's own page about it.
    pub verification_url: Option<String>,
    /// What that page printed about the licence, verbatim.
    pub verification_page_status: Option<String>,
    /// When that page was read.
    pub verification_page_read_at: Option<Timestamp>,
    /// The first read that listed it.
    pub first_seen_at: Timestamp,
    /// The latest read that listed it.
    pub last_listed_at: Timestamp,
}

#[cfg(test)]
mod tests;
