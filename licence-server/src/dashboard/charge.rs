//! Charges what a page does as the API would charge it, by the same counters.

use licence_core::account::quota::{Limit, Purpose, Tally};
use licence_store::service::QuotaRequest;
use warp::http::StatusCode;

use super::page_error::{PageError, PageResult};
use super::page_request::PageRequest;
use crate::access::{Reservation, counting, require_plan};
use crate::endpoint::Endpoint;
use crate::keyless::Slot;
use crate::problem::Problem;
use crate::reply::Response;

/// The quota reserved for what a page does. Dropping it gives the quota back.
pub(super) struct Charge {
    endpoint: Endpoint,
    reservation: Reservation,
    _slot: Option<Slot>,
}

impl Charge {
    /// Reserves a request of this endpoint: on the account of the member, or by the address of a
    /// visitor without a session, which counts the requests of the API without a key too.
    pub(super) async fn lookup(
        page_request: &PageRequest<'_>,
        endpoint: Endpoint,
    ) -> PageResult<Self> {
        let Some(signed_in) = &page_request.signed_in else {
            return Self::by_address(page_request, endpoint).await;
        };
        let (account, plan) = (signed_in.account.id, signed_in.account.plan);
        let reserved = Reservation::by_member(page_request.context, endpoint, account, plan).await;
        let reserved = reserved.map_err(PageError::from);
        let reservation =
            reserved.inspect_err(|error| count(page_request, endpoint, Some(error)))?;
        Ok(Self { endpoint, reservation, _slot: None })
    }

    async fn by_address(page_request: &PageRequest<'_>, endpoint: Endpoint) -> PageResult<Self> {
        let context = page_request.context;
        // The slot comes first, because a request that is shed is not counted.
        let slot = context.state().keyless.request(context.client_network()).await?;
        let request = QuotaRequest::by_address(context.client_address(), endpoint as u8);
        let reservation = Reservation::admitted(context, &request, None).await?;
        Ok(Self { endpoint, reservation, _slot: Some(slot) })
    }

    /// Returns the outcome, and charges it if it is a success.
    pub(super) async fn settle<T>(
        mut self,
        page_request: &PageRequest<'_>,
        outcome: Result<T, impl Into<PageError>>,
    ) -> PageResult<T> {
        let outcome = outcome.map_err(Into::into);
        self.reservation.settle(outcome.is_ok()).await;
        count(page_request, self.endpoint, outcome.as_ref().err());
        outcome
    }

    /// Returns the reply with a file, and charges it. The quota is given back if the file does not
    /// arrive whole.
    pub(super) async fn settle_file(
        self,
        page_request: &PageRequest<'_>,
        outcome: Result<Response, impl Into<PageError>>,
    ) -> PageResult {
        if let Ok(response) = &outcome {
            self.reservation.charge_transfer(response);
        }
        self.settle(page_request, outcome).await
    }
}

/// Returns why the plan of the member's account does not include an endpoint, if it does not.
pub(super) fn plan_refusal(
    page_request: &PageRequest<'_>,
    endpoint: Endpoint,
) -> PageResult<Option<PageError>> {
    let plan = page_request.member()?.account.plan;
    Ok(require_plan(endpoint, plan, &page_request.limits()?).err().map(PageError::from))
}

/// Returns the exports of the member's account today, by the counter that exports are charged to.
/// `None` if the plan has no exports.
pub(super) async fn exports_today(page_request: &PageRequest<'_>) -> PageResult<Option<Tally>> {
    let used = used_by_members(page_request, Purpose::Export, Limit::Exports).await?;
    Ok(used.filter(|tally| !tally.cap.is_none()))
}

/// Returns what requests of this purpose have used of a limit, by the counter that those of members are
/// charged to. `None` if the limit does not apply.
pub(super) async fn used_by_members(
    page_request: &PageRequest<'_>,
    purpose: Purpose,
    limit: Limit,
) -> PageResult<Option<Tally>> {
    let (account, limits) = (page_request.account_id()?, page_request.limits()?);
    let request = QuotaRequest::by_member(account, purpose, &limits);
    let used = page_request.store().quota_use(&request, page_request.now).await?;
    Ok(used.into_iter().find(|tally| tally.limit == limit))
}

/// Counts a request of a member for the overview of the account, with its error if it has one.
fn count(page_request: &PageRequest<'_>, endpoint: Endpoint, error: Option<&PageError>) {
    let Some(signed_in) = &page_request.signed_in else { return };
    let sender = (signed_in.account.id, None);
    let status = error.map_or(StatusCode::OK, |error| error.status);
    let refused_as = error.and_then(|error| error.problem.as_ref()).map(Problem::kind);
    counting::count(page_request.context, endpoint, sender, page_request.now, status, refused_as);
}
