//! Operators: one row per legal entity (specification 2.2, decisions 2).

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use uuid::Uuid;

use crate::check::names;
use crate::jurisdiction::JurisdictionCode;
use crate::text_serde::deserialize_from_text;
use crate::time::Timestamp;

/// The service's own id of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct OperatorId(pub Uuid);

/// A legal entity that holds or held licences (specification 2.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Operator {
    /// The service's own id.
    pub id: OperatorId,
    /// Its name in addresses, which never changes.
    pub slug: Slug,
    /// The name to show.
    pub display_name: String,
    /// The registered name, if the register has one besides the display name.
    pub registered_name: Option<String>,
    /// ISO 3166-1 alpha-2 code.
    pub country: Option<String>,
    /// Each regulator's identifier of the operator.
    pub upstream_ids: BTreeMap<JurisdictionCode, String>,
    /// The names it trades under, sorted.
    pub trading_names: Vec<String>,
    /// When the service first recorded it.
    pub created_at: Timestamp,
    /// When its data last changed.
    pub updated_at: Timestamp,
}

/// An operator's name in addresses: 1 to 100 characters of `[a-z0-9-]` (decisions 3, lengths).
///
/// ```
/// use licence_core::operator::Slug;
///
/// assert_eq!(Slug::from_name("Taktonum Group N.V.").as_str(), "taktonum-group-nv");
/// assert_eq!("Bet-Victor".parse::<Slug>()?.as_str(), "bet-victor");
/// # Ok::<(), licence_core::operator::InvalidSlug>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Slug(String);

/// The longest slug, in characters.
pub const MAX_SLUG_CHARS: usize = 100;

/// The text is not a slug.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a slug: 1 to 100 letters, digits and hyphens")]
pub struct InvalidSlug(String);

impl FromStr for Slug {
    type Err = InvalidSlug;

    /// Slugs are resolved in any case (specification, section 1).
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fits = (1..=MAX_SLUG_CHARS).contains(&text.len());
        let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if fits && plain {
            Ok(Self(text.to_ascii_lowercase()))
        } else {
            Err(InvalidSlug(text.chars().take(MAX_SLUG_CHARS).collect()))
        }
    }
}

deserialize_from_text!(Slug);

impl Slug {
    /// Returns the slug of a display name: transliterated to ASCII, without points and apostrophes,
    /// and with one hyphen for everything else between letters and digits (decisions 3).
    pub fn from_name(name: &str) -> Self {
        let mut slug = String::new();
        let ascii = deunicode::deunicode(name);
        for character in ascii.chars().filter(|c| !matches!(c, '.' | '\'' | '`')) {
            if character.is_ascii_alphanumeric() {
                slug.push(character.to_ascii_lowercase());
            } else if !slug.is_empty() && !slug.ends_with('-') {
                slug.push('-');
            }
        }
        Self::cut(slug, MAX_SLUG_CHARS)
    }

    /// Returns the n-th slug of the same name, such as `…-2`, within the same length.
    pub fn numbered(&self, n: u32) -> Self {
        let suffix = format!("-{n}");
        let Self(mut slug) = Self::cut(self.0.clone(), MAX_SLUG_CHARS - suffix.len());
        slug.push_str(&suffix);
        Self(slug)
    }

    /// Returns whether an address uses this word for something else: `/v1/operators/search` is not
    /// the operator called *Search*.
    pub fn is_reserved(&self) -> bool {
        self.0 == "search"
    }

    fn cut(mut slug: String, length: usize) -> Self {
        slug.truncate(length);
        let slug = slug.trim_end_matches('-');
        Self(if slug.is_empty() { "operator".to_owned() } else { slug.to_owned() })
    }

    /// Returns the text of the slug.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Returns the registered name with its legal form, folded. Two operators of different
/// jurisdictions with equal keys are one (decisions 2). `Limited` equals `Ltd`; other legal forms
/// stay different.
///
/// ```
/// use licence_core::operator::registered_key;
///
/// assert_eq!(registered_key("Bet-Victor Limited"), registered_key("BET VICTOR LTD."));
/// assert_ne!(registered_key("Softclub N.V."), registered_key("Softclub B.V."));
/// ```
pub fn registered_key(registered_name: &str) -> String {
    names::tokens(registered_name).into_iter().map(names::with_short_limited).collect()
}

#[cfg(test)]
mod tests;
