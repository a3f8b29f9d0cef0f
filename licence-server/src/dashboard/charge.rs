//! Charges what a page does as the API would charge it, by the same counters.

use licence_core::account::key::KeyId;
use licence_core::account::plan::Cap;
use licence_core::account::quota::Purpose;
use licence_core::session::SignedIn;
use licence_store::service::QuotaRequest;

use warp::http::StatusCode;

use super::html::minute;
use super::page_error::PageError;
use super::visit::Visit;
use crate::access::{self, Reservation};
use crate::endpoint::{Access, Endpoint};
use crate::keyless::Slot;
use crate::problem::Problem;
use crate::reply::Response;

/// The counter of failed sign-ins among those of routes, which are numbered from 0.
const SIGN_INS: u8 = u8::MAX;

/// The quota reserved for what a page does. Dropping it gives the quota back.
pub(super) struct Charge {
    reservation: Reservation,
    _slot: Option<Slot>,
}

impl Charge {
    /// Reserves a request of this endpoint: on the account of the member, or by the address of a
    /// visitor without a session, which counts the requests of the API without a key too.
    ///
    /// # Errors
    /// The refusal of the plan, of a limit, or of an overloaded server.
    pub(super) async fn lookup(visit: &Visit<'_>, endpoint: Endpoint) -> Result<Self, PageError> {
        match &visit.signed_in {
            Some(signed_in) => Self::by_member(visit, signed_in, endpoint).await,
            None => Self::by_address(visit, endpoint).await,
        }
    }

    async fn by_member(
        visit: &Visit<'_>,
        signed_in: &SignedIn,
        endpoint: Endpoint,
    ) -> Result<Self, PageError> {
        let (account, plan) = (signed_in.account.id, signed_in.account.plan);
        let limits = visit.limits()?;
        access::require_plan(endpoint, plan, &limits)?;
        let purpose = match endpoint.access() {
            Access::Export if limits.exports_per_day != Cap::AtMost(0) => Purpose::Export,
            _ => Purpose::Request,
        };
        // The daily cap of a trial counts on the account, because a member has no key.
        let request = QuotaRequest::by_key(account, KeyId(account.0), purpose, &limits);
        let reservation = Reservation::admitted(visit.context, &request, Some(plan)).await?;
        Ok(Self { reservation, _slot: None })
    }

    async fn by_address(visit: &Visit<'_>, endpoint: Endpoint) -> Result<Self, PageError> {
        let context = visit.context;
        // The slot comes first, because a request that is shed is not counted.
        let slot = context.state().keyless.request(context.client_network()).await?;
        let request = QuotaRequest::by_address(context.client_address(), endpoint as u8);
        let reservation = Reservation::admitted(context, &request, None).await?;
        Ok(Self { reservation, _slot: Some(slot) })
    }

    /// Returns the outcome, and charges it if it is a success.
    pub(super) async fn settle<T, E>(mut self, outcome: Result<T, E>) -> Result<T, E> {
        self.reservation.settle(outcome.is_ok()).await;
        outcome
    }

    /// Returns the reply with a file, and charges it. The quota is given back if the file does not
    /// arrive whole.
    pub(super) async fn settle_file(
        self,
        outcome: Result<Response, Problem>,
    ) -> Result<Response, Problem> {
        if let Ok(response) = &outcome {
            self.reservation.charge_transfer(response);
        }
        self.settle(outcome).await
    }
}

/// Counts a sign-in that failed, by the address of the visitor. Returns its page: `otherwise`, or
/// after many failures one that says how long to wait. No member is ever locked out.
pub(super) async fn failed_sign_in(visit: &Visit<'_>, otherwise: PageError) -> PageError {
    let request = QuotaRequest::by_address(visit.context.client_address(), SIGN_INS);
    match Reservation::admitted(visit.context, &request, None).await {
        Ok(mut reservation) => {
            reservation.settle(true).await;
            otherwise
        }
        Err(problem) => match problem.reset_at() {
            Some(reset_at) => PageError::new(
                StatusCode::TOO_MANY_REQUESTS,
                "Too many links that do not work",
                "Too many sign-ins from your network failed within this hour.",
            )
            .hinting(format!("Try again after {}.", minute(reset_at))),
            None => problem.into(),
        },
    }
}
