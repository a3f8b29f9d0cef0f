//! What a refused request means to callers of the API: problem kind, field and suggestion.

use std::time::Duration;

use licence_core::account::plan::Cap;
use licence_core::event::feed::FeedError;
use licence_core::hostname::HostnameError;
use licence_core::lookup::InvalidJurisdictionCode;
use licence_core::request::RequestError;
use licence_core::webhook::delivery_query::DeliveryQueryError;
use licence_core::webhook::endpoint::EndpointInputError;
use licence_core::webhook::url_policy::{UrlError, UrlReason};

use super::{LimitDetails, Problem, ProblemKind};

impl From<RequestError> for Problem {
    fn from(error: RequestError) -> Self {
        let problem = Self::new(kind(&error), error.to_string());
        let problem = match error.field() {
            Some(field) => problem.in_field(field),
            None => problem,
        };
        let problem = match usage(&error) {
            Some((current_usage, limit)) => problem.limited(LimitDetails {
                current_usage,
                limit: Cap::AtMost(limit),
                reset_at: None,
            }),
            None => problem,
        };
        match (suggestion(&error), error) {
            (Some(suggestion), _) => problem.suggesting(suggestion),
            (None, RequestError::Feed(FeedError::SinceTooOld { oldest, .. })) => {
                // The oldest moves on with the clock: this one still holds when it is sent.
                let since = oldest.later_by(Duration::from_secs(60));
                problem.suggesting(format!("Send a since of {since} or later, or none."))
            }
            (None, _) => problem,
        }
    }
}

const fn kind(error: &RequestError) -> ProblemKind {
    match error {
        RequestError::Domain { error: HostnameError::NotAHostname, .. } => {
            ProblemKind::NotAValidHostname
        }
        RequestError::Domain { error: HostnameError::TooLong, .. } => ProblemKind::HostnameTooLong,
        RequestError::LicenceNumber { .. }
        | RequestError::AsOf(_)
        | RequestError::Page(_)
        | RequestError::EmptySearch
        | RequestError::Sort(_)
        | RequestError::Export { .. }
        | RequestError::Deliveries(_) => ProblemKind::InvalidInput,
        RequestError::Slug(_) | RequestError::SlugNotInLowerCase(_) => ProblemKind::InvalidSlug,
        RequestError::LicenceId(_) => ProblemKind::InvalidLicenseId,
        RequestError::JurisdictionCode(InvalidJurisdictionCode::Malformed(_)) => {
            ProblemKind::InvalidJurisdictionCode
        }
        RequestError::JurisdictionCode(InvalidJurisdictionCode::Unknown(_)) => {
            ProblemKind::JurisdictionNotFound
        }
        RequestError::Feed(error) => match error {
            FeedError::BothSinceAndCursor => ProblemKind::ConflictingParameters,
            FeedError::Since(_) | FeedError::Limit(_) => ProblemKind::InvalidInput,
            FeedError::SinceTooOld { .. } => ProblemKind::SinceExceedsRetentionWindow,
            FeedError::Cursor(_) => ProblemKind::InvalidCursor,
        },
        RequestError::Endpoint(error) => match error {
            EndpointInputError::NotAnObject | EndpointInputError::Field { .. } => {
                ProblemKind::InvalidInput
            }
            EndpointInputError::Event(_) => ProblemKind::InvalidEventType,
            EndpointInputError::Url(error) => url_kind(error),
        },
        RequestError::WatchlistDuplicate(_) => ProblemKind::WatchlistDuplicate,
        RequestError::WatchlistQuota(_) => ProblemKind::WatchlistQuotaExceeded,
        RequestError::EndpointQuota(_) => ProblemKind::WebhookQuotaExceeded,
        RequestError::NoActiveSecret => ProblemKind::NoActiveSecret,
        RequestError::UnknownOperator(_) => ProblemKind::OperatorNotFound,
        RequestError::UnknownLicence(_) => ProblemKind::LicenseNotFound,
        RequestError::UnknownWebhook(_) => ProblemKind::WebhookNotFound,
        RequestError::UnknownDataset(_) => ProblemKind::DatasetNotFound,
    }
}

const fn url_kind(error: &UrlError) -> ProblemKind {
    match error.reason() {
        UrlReason::InvalidUrl => ProblemKind::InvalidUrl,
        UrlReason::InvalidScheme => ProblemKind::InvalidScheme,
        UrlReason::EmptyHost => ProblemKind::EmptyHost,
        UrlReason::BlockedHostname => ProblemKind::BlockedHostname,
        UrlReason::UnresolvableHost => ProblemKind::UnresolvableHost,
        UrlReason::PrivateIpBlocked => ProblemKind::PrivateIpBlocked,
    }
}

/// Returns how much of a plan's quota of stored things is used, and the quota.
const fn usage(error: &RequestError) -> Option<(u64, u64)> {
    match error {
        RequestError::WatchlistQuota(full) => Some((full.current_usage, full.limit)),
        RequestError::EndpointQuota(full) => Some((full.current_usage, full.limit)),
        _ => None,
    }
}

/// Returns the suggestion that fits better than that of the problem kind.
const fn suggestion(error: &RequestError) -> Option<&'static str> {
    Some(match error {
        RequestError::LicenceNumber { .. } => "Send the licence number as the register prints it.",
        RequestError::AsOf(_) => {
            "Send a date such as 2026-03-01, or a date-time with a UTC offset, not in the future."
        }
        RequestError::Page(_) => "Send limit and offset as whole numbers, or leave them out.",
        RequestError::EmptySearch => "Send q=<a piece of an operator's name or slug>.",
        RequestError::Sort(_) => {
            "Send one of the sort orders that the error names, or leave sort out."
        }
        RequestError::SlugNotInLowerCase(_) => {
            "Send the slug in lower case, as the watchlist shows it."
        }
        RequestError::Feed(FeedError::Since(_)) => {
            "Send a date-time with a UTC offset, such as 2026-11-01T06:00:00Z."
        }
        RequestError::Feed(FeedError::Limit(_)) => "Send a limit from 1 to 500, or leave it out.",
        RequestError::Endpoint(
            EndpointInputError::NotAnObject | EndpointInputError::Field { .. },
        ) => {
            "Send a JSON object such as {\"url\": \"https://hooks.example.com/licence\", \
             \"events\": [\"license.status_changed\"]}."
        }
        RequestError::Deliveries(DeliveryQueryError::EventType(_)) => {
            "Choose an event of the list, or none for all events."
        }
        RequestError::Deliveries(DeliveryQueryError::Time { .. }) => {
            "Write the time in UTC, such as 2026-11-01T06:00:00Z."
        }
        RequestError::Deliveries(_) => {
            "Send a status of all, pending, delivered, failed or abandoned, and a limit from 1 to 200."
        }
        _ => return None,
    })
}
