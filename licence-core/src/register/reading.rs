//! The neutral form of a register reading (decisions, section 2): what every register reader
//! produces and what anyone can feed the service with.

mod check;
mod content;
mod json;
pub(crate) mod pages;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::domain::DomainAssociation;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::LicenceCategory;
use crate::provenance::SourceKind;
use crate::status::StatusQualifier;
use crate::time::{Date, Timestamp};

/// One reading of one register.
///
/// ```
/// use licence_core::register::reading::RegisterReading;
///
/// let bytes = br#"{
///     "jurisdiction": "AN", "read_at": "2026-11-01T06:00:00.000Z", "complete": true,
///     "source_url": "https://register.example/", "source_kind": "scraped",
///     "licences": [{ "operator": { "name": "Example Bet N.V." },
///                    "license_number": "ALSI-202601001-FI1", "status_text": "valid",
///                    "domains": [{ "domain": "examplebet.example" }] }]
/// }"#;
/// let reading = RegisterReading::from_json(bytes, "an.json")?;
/// assert_eq!(reading.licences[0].domains[0].domain, "examplebet.example");
/// # Ok::<(), licence_core::register::RegisterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegisterReading {
    /// Whose register was read.
    pub jurisdiction: JurisdictionCode,
    /// When it was read.
    pub read_at: Timestamp,
    /// Whether the whole register was read; a partial reading never counts a licence as missing.
    #[serde(default, deserialize_with = "json::nothing_if_null")]
    pub complete: bool,
    /// The page or file that was read.
    pub source_url: Option<String>,
    /// How directly the data came from the regulator.
    pub source_kind: SourceKind,
    /// The listed licences, in any order.
    #[serde(default, deserialize_with = "json::objects_if_any")]
    pub licences: Vec<ListedLicence>,
    /// The enforcement actions published beside the register.
    #[serde(default, deserialize_with = "json::objects_if_any")]
    pub regulatory_actions: Vec<ListedAction>,
    /// The verification pages that say that their domain was removed, and do not name it.
    #[serde(default, deserialize_with = "json::objects_if_any")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed_pages: Vec<RemovedPage>,
}

/// What the files of a register list, wherever and whenever they were read.
pub(super) struct Listing {
    pub(super) licences: Vec<ListedLicence>,
    pub(super) complete: bool,
    pub(super) source_kind: SourceKind,
    pub(super) regulatory_actions: Vec<ListedAction>,
    pub(super) removed_pages: Vec<RemovedPage>,
}

impl Listing {
    /// Returns the list of a regulator's pages, without enforcement actions.
    pub(super) fn scraped(licences: Vec<ListedLicence>, complete: bool) -> Self {
        let (regulatory_actions, removed_pages) = Default::default();
        let source_kind = SourceKind::Scraped;
        Self { licences, complete, source_kind, regulatory_actions, removed_pages }
    }
}

/// A licence as the register lists it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListedLicence {
    /// Who holds it.
    #[serde(deserialize_with = "json::object")]
    pub operator: ListedOperator,
    /// The regulator's number; absent where the regulator publishes none (`KH`, `TGC`, `IOM`).
    pub license_number: Option<String>,
    /// The regulator's own wording of the status, verbatim; `None` where it publishes none.
    #[serde(default, deserialize_with = "json::text_if_any")]
    pub status_text: Option<String>,
    /// A qualifier that the reader found on another page of the regulator (`provisional`).
    pub status_qualifier: Option<StatusQualifier>,
    /// The page that published the status, when it is another than the reading's source.
    pub status_source_url: Option<String>,
    /// The regulator's licence types.
    #[serde(default, deserialize_with = "json::nothing_if_null")]
    pub license_types: Vec<String>,
    /// The type cell, verbatim.
    pub license_type_raw: Option<String>,
    /// The harmonised category; derived from the types when absent.
    pub license_category: Option<LicenceCategory>,
    /// When it was issued.
    #[serde(default, deserialize_with = "json::day_if_any")]
    pub issued_date: Option<Date>,
    /// When it expires. Its passing changes no status (specification 3.1).
    #[serde(default, deserialize_with = "json::day_if_any")]
    pub expiry_date: Option<Date>,
    /// Whatever else the register says, unprocessed.
    #[serde(default, deserialize_with = "json::nothing_if_null")]
    pub raw_data: Map<String, Value>,
    /// The domains listed under it.
    #[serde(default, deserialize_with = "json::objects_if_any")]
    pub domains: Vec<ListedDomain>,
    /// Whether `domains` are all there are. A reader sets it to false where the page that lists
    /// them could not be read: nothing then follows for the domains that are not there.
    #[serde(default = "json::default_true", deserialize_with = "json::true_if_null")]
    pub domains_complete: bool,
}

impl Default for ListedLicence {
    fn default() -> Self {
        Self {
            operator: ListedOperator::default(),
            license_number: None,
            status_text: None,
            status_qualifier: None,
            status_source_url: None,
            license_types: Vec::new(),
            license_type_raw: None,
            license_category: None,
            issued_date: None,
            expiry_date: None,
            raw_data: Map::new(),
            domains: Vec::new(),
            domains_complete: true,
        }
    }
}

/// Returns the members of `raw_data` that are neither empty nor `null`.
pub(super) fn raw_members<const N: usize>(members: [(&str, Value); N]) -> Map<String, Value> {
    let says_nothing = |value: &Value| match value {
        Value::Array(values) => values.is_empty(),
        value => value.is_null() || value == "",
    };
    let given = members.into_iter().filter(|(_, value)| !says_nothing(value));
    given.map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The holder of a licence as the register lists it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ListedOperator {
    /// The regulator's identifier of the operator.
    pub upstream_id: Option<String>,
    /// The name to show; readers put the licensed legal entity here.
    pub name: String,
    /// The registered name, when it is another than `name`.
    pub registered_name: Option<String>,
    /// ISO 3166-1 alpha-2 code.
    pub country: Option<String>,
    /// The names it trades under.
    #[serde(default, deserialize_with = "json::nothing_if_null")]
    pub trading_names: Vec<String>,
}

impl ListedOperator {
    /// Returns an operator of which the register gives only the name.
    pub(super) fn named(name: String) -> Self {
        Self { name, ..Self::default() }
    }

    /// Returns the name of an operator of which the register gives only the identifier.
    pub(super) fn placeholder_name(upstream_id: &str) -> String {
        format!("Account {upstream_id}")
    }

    pub(crate) fn is_unnamed(&self) -> bool {
        let id = self.upstream_id.as_deref();
        id.is_some_and(|id| self.name == Self::placeholder_name(id))
    }
}

/// A domain cell as the register lists it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ListedDomain {
    /// The cell, verbatim: a host, a URL, or something that licenses no host.
    pub domain: String,
    /// The register's wording of the domain's status; absent is active (decisions 2).
    pub status_text: Option<String>,
    /// `direct` or `white_label`; absent is direct.
    pub association: Option<DomainAssociation>,
    /// The regulator's own page about this domain (`CW` and `TGC` only).
    pub verification_url: Option<String>,
    /// What that page printed about the licence, verbatim.
    pub verification_page_status: Option<String>,
    /// When that page was read.
    pub verification_page_read_at: Option<Timestamp>,
}

/// A page that says that domains were removed. It delists on record those that it names, and the
/// domain whose `verification_url` it was unless it names something that the reading lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovedPage {
    /// Its address, if it is known.
    pub verification_url: Option<String>,
    /// What it printed, verbatim (`Not Active`).
    pub verification_page_status: String,
    /// The domains that it names, verbatim. With a number alone it removes all of that licence.
    #[serde(
        default,
        deserialize_with = "json::nothing_if_null",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub domains: Vec<String>,
    /// The number that it prints. Without one its domains are removed from every licence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license_number: Option<String>,
}

/// An enforcement action as the regulator publishes it. Never one against an individual.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListedAction {
    /// The company it concerns.
    pub subject_name: String,
    /// The regulator's identifier of that company, when published.
    pub upstream_id: Option<String>,
    /// `fine`, `warning`, `suspension`, `revocation`, `settlement` and similar.
    pub action_type: String,
    /// The outcomes in the regulator's words.
    #[serde(default, deserialize_with = "json::nothing_if_null")]
    pub outcomes: Vec<String>,
    /// The amount in minor currency units.
    pub fine_amount_cents: Option<i64>,
    /// ISO 4217 code.
    pub fine_currency: Option<String>,
    /// The day of the decision.
    #[serde(deserialize_with = "json::day")]
    pub decision_date: Date,
    /// The regulator's description.
    pub description: Option<String>,
    /// The page that published it.
    pub source_url: String,
}
