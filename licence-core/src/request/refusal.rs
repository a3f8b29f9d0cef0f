//! What a refused request means to callers of the API: problem kind and suggestion.

use std::borrow::Cow;
use std::time::Duration;

use super::error::RequestError;
use crate::event::feed::FeedError;
use crate::hostname::HostnameError;
use crate::problem::ProblemKind;
use crate::webhook::delivery_query::DeliveryQueryError;
use crate::webhook::endpoint::EndpointInputError;

impl RequestError {
    /// Returns the kind of problem that the refusal is to callers of the API.
    pub const fn problem_kind(&self) -> ProblemKind {
        match self {
            Self::Domain { error: HostnameError::NotAHostname, .. } => {
                ProblemKind::NotAValidHostname
            }
            Self::Domain { error: HostnameError::TooLong, .. } => ProblemKind::HostnameTooLong,
            Self::LicenceNumber { .. }
            | Self::AsOf(_)
            | Self::Page(_)
            | Self::EmptySearch
            | Self::Sort(_)
            | Self::Export { .. }
            | Self::Deliveries(_) => ProblemKind::InvalidInput,
            Self::Slug(_) | Self::SlugNotInLowerCase(_) => ProblemKind::InvalidSlug,
            Self::LicenceId(_) => ProblemKind::InvalidLicenseId,
            Self::JurisdictionCode(_) => ProblemKind::InvalidJurisdictionCode,
            Self::UnknownJurisdiction(_) => ProblemKind::JurisdictionNotFound,
            Self::Feed(error) => match error {
                FeedError::BothSinceAndCursor => ProblemKind::ConflictingParameters,
                FeedError::Since(_) | FeedError::Limit(_) => ProblemKind::InvalidInput,
                FeedError::SinceTooOld { .. } => ProblemKind::SinceExceedsRetentionWindow,
                FeedError::Cursor(_) => ProblemKind::InvalidCursor,
            },
            Self::Endpoint(error) => match error {
                EndpointInputError::NotAnObject | EndpointInputError::Field { .. } => {
                    ProblemKind::InvalidInput
                }
                EndpointInputError::Event(_) => ProblemKind::InvalidEventType,
                EndpointInputError::Url(error) => error.problem_kind(),
            },
            Self::WatchlistDuplicate(_) => ProblemKind::WatchlistDuplicate,
            Self::WatchlistQuota(_) => ProblemKind::WatchlistQuotaExceeded,
            Self::EndpointQuota(_) => ProblemKind::WebhookQuotaExceeded,
            Self::NoActiveSecret => ProblemKind::NoActiveSecret,
            Self::UnknownOperator(_) => ProblemKind::OperatorNotFound,
            Self::UnknownLicence(_) => ProblemKind::LicenseNotFound,
            Self::UnknownWebhook(_) => ProblemKind::WebhookNotFound,
            Self::UnknownDataset(_) => ProblemKind::DatasetNotFound,
        }
    }

    /// Returns what the caller can do.
    pub fn suggestion(&self) -> Cow<'static, str> {
        if let Self::Feed(FeedError::SinceTooOld { oldest, .. }) = self {
            // The oldest moves on with the clock: this one still holds when it is sent.
            let since = oldest.later_by(Duration::from_secs(60));
            return format!("Send a since of {since} or later, or none.").into();
        }
        suggestion(self).unwrap_or(self.problem_kind().suggestion()).into()
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
