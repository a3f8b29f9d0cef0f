//! What is asked: a domain or a licence number.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use url::form_urlencoded;

use crate::hostname::{Hostname, HostnameError};
use crate::licence_number;

/// The longest licence number asked for, in characters (decisions 3, lengths).
pub const MAX_LICENCE_NUMBER_CHARS: usize = 64;
/// The most domains of one batch (specification 4.1).
pub const MAX_BATCH_DOMAINS: usize = 100;

/// A question for the ladder, parsed once at the edge.
///
/// ```
/// use licence_core::check::CheckQuery;
///
/// assert!(CheckQuery::domain("Example.org.").is_ok());
/// assert!(CheckQuery::domain("https://example.org/").is_err());
/// assert!(CheckQuery::licence_number(" OGL/2024/100/0001 ").is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckQuery {
    pub(crate) subject: Subject,
    pub(crate) echo: QueryEcho,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Domain(Hostname),
    /// In the form of [`licence_number::asked_for`].
    LicenceNumber(String),
}

/// The input as it came (`query` of specification 2.6): exactly one member is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QueryEcho {
    /// The domain asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub domain: Option<String>,
    /// The licence number asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub license_number: Option<String>,
}

impl QueryEcho {
    /// Returns the echo of a domain, valid or not.
    pub fn of_domain(raw: &str) -> Self {
        Self { domain: Some(raw.to_owned()), license_number: None }
    }

    /// Returns the query of `/v1/check` that asks the same about an instant.
    pub fn parameters_at(&self, instant: &str) -> String {
        let asked = match &self.license_number {
            Some(number) => format!("license_number={}", encoded(number)),
            None => format!("domain={}", encoded(&self.host())),
        };
        format!("{asked}&{}", as_of(instant))
    }

    /// Returns the path of the dashboard's page that asks the same about an instant.
    pub fn page_at(&self, instant: &str) -> String {
        match &self.license_number {
            Some(_) => format!("/check?{}", self.parameters_at(instant)),
            None => format!("/check/{}?{}", encoded(&self.host()), as_of(instant)),
        }
    }

    /// Returns the host asked for, in lower case and without blanks around it or a point at its end;
    /// empty if a licence number is asked for.
    pub fn host(&self) -> String {
        let domain = self.domain.as_deref().unwrap_or_default();
        domain.trim().trim_end_matches('.').to_lowercase()
    }
}

fn as_of(instant: &str) -> String {
    format!("as_of={}", instant.replace('+', "%2B"))
}

fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// The text is no licence number that can be asked for.
///
/// Exhaustive, because the server maps each reason to an answer of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidLicenceNumber {
    /// Nothing but white space.
    #[error("a licence number has at least one letter or digit")]
    Empty,
    /// More than [`MAX_LICENCE_NUMBER_CHARS`] characters.
    #[error("a licence number has at most 64 characters")]
    TooLong,
}

impl CheckQuery {
    /// Asks for a domain.
    ///
    /// # Errors
    /// [`HostnameError`] when the text is no bare hostname (specification 4.1).
    pub fn domain(raw: &str) -> Result<Self, HostnameError> {
        Ok(Self { subject: Subject::Domain(raw.parse()?), echo: QueryEcho::of_domain(raw) })
    }

    /// Asks for a licence number.
    ///
    /// # Errors
    /// [`InvalidLicenceNumber`] when it is empty or longer than 64 characters.
    pub fn licence_number(raw: &str) -> Result<Self, InvalidLicenceNumber> {
        if raw.chars().nth(MAX_LICENCE_NUMBER_CHARS).is_some() {
            return Err(InvalidLicenceNumber::TooLong);
        }
        if !raw.chars().any(char::is_alphanumeric) {
            return Err(InvalidLicenceNumber::Empty);
        }
        let echo = QueryEcho { domain: None, license_number: Some(raw.to_owned()) };
        Ok(Self { subject: Subject::LicenceNumber(licence_number::asked_for(raw)), echo })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_asks_the_same_again() {
        let at = "2026-11-01T07:00:00+02:00";
        let encoded = "as_of=2026-11-01T07:00:00%2B02:00";
        let host = CheckQuery::domain(" Example.org. ").unwrap().echo;
        assert_eq!(host.parameters_at(at), format!("domain=example.org&{encoded}"));
        assert_eq!(host.page_at(at), format!("/check/example.org?{encoded}"));
        let number = CheckQuery::licence_number("OGL/1 & 2").unwrap().echo;
        let parameters = format!("license_number=OGL%2F1+%26+2&{encoded}");
        assert_eq!(number.parameters_at(at), parameters);
        assert_eq!(number.page_at(at), format!("/check?{parameters}"));
    }

    #[test]
    fn licence_numbers_are_bounded() {
        let number = |raw: &str| CheckQuery::licence_number(raw);
        assert!(number(&"9".repeat(64)).is_ok());
        assert_eq!(number(&"9".repeat(65)), Err(InvalidLicenceNumber::TooLong));
        for empty in ["", " ", "\u{a0}", "---", "\0"] {
            assert_eq!(number(empty), Err(InvalidLicenceNumber::Empty), "{empty:?}");
        }
    }

    #[test]
    fn the_echo_is_the_input_as_it_came() {
        let query = CheckQuery::domain(" WWW.Example.Org. ").unwrap();
        assert_eq!(query.echo.domain.as_deref(), Some(" WWW.Example.Org. "));
    }
}
