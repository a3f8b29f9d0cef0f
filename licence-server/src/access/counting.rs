//! Counts the requests of an account for its overview.

use licence_core::account::AccountId;
use licence_core::account::daily_usage::RequestOutcome;
use licence_core::account::key::KeyId;
use licence_core::time::Timestamp;
use licence_store::service::{CountedRequest, RefusalCause};
use warp::http::StatusCode;

use crate::endpoint::{Access, Endpoint};
use crate::problem::ProblemKind;
use crate::request::RequestContext;

/// Counts a request that ended with this status, and why it was refused or failed. A member asks
/// without a key. Requests that no plan limits, such as health, are not counted.
pub(crate) fn count(
    context: &RequestContext,
    endpoint: Endpoint,
    (account_id, key_id): (AccountId, Option<KeyId>),
    at: Timestamp,
    status: StatusCode,
    refused_as: Option<ProblemKind>,
) {
    if endpoint.access() == Access::Validated {
        return;
    }
    let request = CountedRequest { account_id, key_id, route_class: endpoint.route_class(), at };
    let cause = refused_as.map(|kind| {
        let (_, code, reason) = kind.columns();
        RefusalCause { route: endpoint.route(), code, reason, request_id: context.id_text() }
    });
    let outcome = RequestOutcome::from_status(status.as_u16());
    context.store().count_request(&request, outcome, cause);
}
