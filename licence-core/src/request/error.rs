//! Why a request is refused, in a sentence that names the value and the rule.

use thiserror::Error;

use crate::UnknownWord;
use crate::check::InvalidLicenceNumber;
use crate::event::feed::FeedError;
use crate::hostname::HostnameError;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::LicenceId;
use crate::lookup::InvalidPage;
use crate::operator::{InvalidSlug, Slug};
use crate::point_in_time::InvalidAsOf;
use crate::text::quoted_beginning;
use crate::watchlist::WatchlistQuotaExceeded;
use crate::webhook::delivery_query::DeliveryQueryError;
use crate::webhook::endpoint::{EndpointInputError, EndpointQuotaExceeded};
use crate::webhook::url_policy::UrlError;

/// Why a request is refused; the text is a sentence. Exhaustive, because every front end decides
/// what each refusal means to its callers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RequestError {
    /// The domain of a check is no bare hostname.
    #[error("{} is {error}.", quoted(.domain))]
    Domain {
        /// The domain as it was sent.
        domain: String,
        /// The rule that it breaks.
        error: HostnameError,
    },
    /// The licence number of a check is empty or too long.
    #[error("{} is no licence number: {error}.", quoted(.number))]
    LicenceNumber {
        /// The number as it was sent.
        number: String,
        /// The rule that it breaks.
        error: InvalidLicenceNumber,
    },
    /// `as_of` is no instant, or lies in the future.
    #[error("as_of: {0}.")]
    AsOf(#[from] InvalidAsOf),
    /// `limit` or `offset` of a list is out of range.
    #[error("The {0}.")]
    Page(#[from] InvalidPage),
    /// The term of a search is missing or empty.
    #[error("A search needs the parameter q, and it is not empty.")]
    EmptySearch,
    /// `sort` is no order of regulatory actions.
    #[error("sort: {0}.")]
    Sort(UnknownWord),
    /// A parameter of an export has an unknown word.
    #[error("{parameter}: {error}.")]
    Export {
        /// The name of the parameter.
        parameter: &'static str,
        /// The unknown word.
        error: UnknownWord,
    },
    /// The text is no slug.
    #[error("{0}.")]
    Slug(#[from] InvalidSlug),
    /// The slug has upper case where only its own spelling is accepted.
    #[error("{0:?} has upper case; a slug has lowercase letters here.")]
    SlugNotInLowerCase(String),
    /// The text is no licence id.
    #[error("{0} is no licence id: 32 hexadecimal digits in the form of a hyphenated UUID.")]
    LicenceId(String),
    /// The text does not have the form of a jurisdiction code.
    #[error("{0} is not a jurisdiction code: 2 to 16 letters or digits.")]
    JurisdictionCode(String),
    /// No jurisdiction has this code.
    #[error(
        "There is no jurisdiction with the code {0}; the codes are {known}.",
        known = known_codes()
    )]
    UnknownJurisdiction(String),
    /// The parameters of a poll of the feed are malformed.
    #[error("{0}.")]
    Feed(#[from] FeedError),
    /// The body of a webhook endpoint is malformed.
    #[error("{0}.")]
    Endpoint(#[from] EndpointInputError),
    /// The parameters of a list of deliveries are malformed.
    #[error("{0}.")]
    Deliveries(#[from] DeliveryQueryError),
    /// The operator is on the watchlist already.
    #[error("{0} is watched already.")]
    WatchlistDuplicate(Slug),
    /// The plan's watchlist is full.
    #[error(transparent)]
    WatchlistQuota(#[from] WatchlistQuotaExceeded),
    /// The plan's webhook endpoints are all in use.
    #[error(transparent)]
    EndpointQuota(#[from] EndpointQuotaExceeded),
    /// No secret can sign a test.
    #[error("No secret of the webhook is active, so that nothing can be signed.")]
    NoActiveSecret,
    /// No operator has this slug.
    #[error("No operator has the slug {0}.")]
    UnknownOperator(Slug),
    /// No licence has this id.
    #[error("No licence has the id {}.", .0.0)]
    UnknownLicence(LicenceId),
    /// The account has no webhook with this id.
    #[error("The account has no webhook {:?}.", .0.chars().take(MAX_WEBHOOK_ID_CHARS).collect::<String>())]
    UnknownWebhook(String),
    /// No dataset has this name.
    #[error("There is no dataset {}.", quoted(.0))]
    UnknownDataset(String),
}

fn known_codes() -> String {
    let codes = JurisdictionCode::ALL.iter().map(|code| code.as_str());
    codes.collect::<Vec<_>>().join(", ")
}

/// How much of an unknown webhook id the refusal repeats.
const MAX_WEBHOOK_ID_CHARS: usize = 64;

impl From<UrlError> for RequestError {
    fn from(error: UrlError) -> Self {
        Self::Endpoint(error.into())
    }
}

impl RequestError {
    /// Returns the name of the input at fault, as the API names it.
    pub const fn field(&self) -> Option<&'static str> {
        Some(match self {
            Self::Domain { .. } => "domain",
            Self::LicenceNumber { .. } => "license_number",
            Self::AsOf(_) => "as_of",
            Self::Page(error) => error.field(),
            Self::EmptySearch => "q",
            Self::Sort(_) => "sort",
            Self::Export { parameter, .. } => parameter,
            Self::Slug(_) | Self::SlugNotInLowerCase(_) => "slug",
            Self::LicenceId(_) => "license_id",
            Self::JurisdictionCode(_) => "code",
            Self::Feed(error) => error.field(),
            Self::Endpoint(error) => return error.field(),
            Self::Deliveries(error) => error.field(),
            Self::WatchlistDuplicate(_) => "operator_slug",
            Self::UnknownJurisdiction(_)
            | Self::WatchlistQuota(_)
            | Self::EndpointQuota(_)
            | Self::NoActiveSecret
            | Self::UnknownOperator(_)
            | Self::UnknownLicence(_)
            | Self::UnknownWebhook(_)
            | Self::UnknownDataset(_) => return None,
        })
    }
}

/// The most characters of a caller's value that a refusal repeats.
const MAX_QUOTED_CHARS: usize = 80;

/// Returns a caller's value for an error text: quoted, shortened, control characters escaped.
pub fn quoted(value: &str) -> String {
    quoted_beginning(value, MAX_QUOTED_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_quoted_shortened_and_escaped() {
        assert_eq!(quoted("bet\n\u{7}"), r#""bet\n\u{7}""#);
        assert_eq!(quoted(&"é".repeat(80)), format!("\"{}\"", "é".repeat(80)));
        assert_eq!(quoted(&"é".repeat(81)), format!("\"{}\"…", "é".repeat(80)));
    }
}
