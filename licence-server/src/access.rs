//! The one way to a handler: authenticate → plan → per second → daily → monthly → handler →
//! charge on success → headers (specification 5 and 8; order of refusals in decisions 3).
//!
//! A request reserves its place at every limit when it enters, so that concurrent requests cannot
//! exceed one. The reservation is given back unless the answer is a success: a 304 and a caller
//! that disconnects cost nothing. A call that the plan refuses (402) still counts toward the limit
//! per second.
//!
//! Every poll of the feed counts toward its hourly limit, even a failed one. A call that a trial
//! may not make is refused before it counts as a poll.

mod failures;
mod headers;
mod key;
mod refusal;

use std::sync::Arc;
use std::time::Instant;

use licence_core::account::AccountId;
use licence_core::account::key::KeyId;
use licence_core::account::plan::{Cap, Plan, PlanLimits, Wanted};
use licence_core::account::quota::Purpose;
use licence_store::Store;
use licence_store::service::{Admission, KeyHolder, QuotaRequest};
use warp::http::header::AUTHORIZATION;

use crate::cors;
use crate::endpoint::{Access, Endpoint};
use crate::keyless::Slot;
use crate::problem::{Problem, ProblemKind};
use crate::reply::{self, Response};
use crate::request::RequestContext;
use crate::router;
use crate::transfer::Transfer;

pub(crate) use failures::Failures;

/// Who sends a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// Somebody without a key.
    Keyless,
    /// A customer.
    Customer(Customer),
}

/// The key of a request, with its account and plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Customer {
    /// The key.
    pub(crate) key_id: KeyId,
    /// The account.
    pub(crate) account_id: AccountId,
    /// Its plan.
    pub(crate) plan: Plan,
    /// The limits of that plan.
    pub(crate) limits: PlanLimits,
}

/// Returns the reply of an endpoint, or the refusal of the access pipeline.
pub(crate) async fn answer(endpoint: Endpoint, context: &RequestContext) -> Response {
    let started = Instant::now();
    let mut pipeline = AccessPipeline { endpoint, caller: None, reservation: None, slot: None };
    let outcome = match pipeline.check_access(context).await {
        Ok(()) => router::call(endpoint, context).await,
        Err(problem) => Err(problem),
    };
    let mut response = match outcome {
        Ok(response) => reply::conditional(context, response),
        Err(problem) => {
            if problem.kind() == ProblemKind::DatabaseUnavailable {
                context.store().note_database_away();
            }
            problem.into_response(context.id())
        }
    };
    pipeline.finish(context, &mut response).await;
    cors::allow(context, endpoint, &mut response);
    context.state().metrics.count(endpoint, response.status(), started.elapsed());
    response
}

/// The state of one request in the access pipeline.
struct AccessPipeline {
    endpoint: Endpoint,
    caller: Option<Caller>,
    reservation: Option<Reservation>,
    /// The slot that a caller without a key holds.
    slot: Option<Slot>,
}

impl AccessPipeline {
    /// Authenticates the caller, applies plan and limits, and waits for a slot where one is needed.
    async fn check_access(&mut self, context: &RequestContext) -> Result<(), Problem> {
        let endpoint = self.endpoint;
        if context.store().is_database_away() && needs_database(endpoint, context) {
            return Err(Problem::database_away());
        }
        let holder = match endpoint.access() {
            Access::Open => {
                self.slot = Some(context.state().keyless.request(context.client_network()).await?);
                return Ok(());
            }
            Access::Validated => key::validated_holder(context).await?,
            Access::Keyless => key::optional_holder(context).await?,
            Access::Key | Access::Export | Access::Poll => {
                Some(key::required_holder(context).await?)
            }
        };
        let Some(holder) = holder else {
            self.caller = Some(Caller::Keyless);
            return match endpoint.access() {
                Access::Keyless => {
                    // The slot comes first, because a request that is shed is not counted.
                    self.slot =
                        Some(context.state().keyless.request(context.client_network()).await?);
                    self.meter_address(context).await
                }
                _ => Ok(()),
            };
        };
        let customer = customer(context, holder);
        self.caller = Some(Caller::Customer(customer));
        context.set_caller(Caller::Customer(customer));
        let is_allowed = require_plan(endpoint, &customer);
        let has_limits = !matches!(customer.plan, Plan::None | Plan::Canceled);
        if has_limits && endpoint.access() != Access::Validated {
            // What the plan refuses counts for the second like any other request.
            let is_within_limits = self.meter_key(context, holder, &customer).await;
            is_allowed?;
            return is_within_limits;
        }
        is_allowed
    }

    async fn meter_address(&mut self, context: &RequestContext) -> Result<(), Problem> {
        let asked = QuotaRequest::by_address(context.client_address(), self.endpoint as u8);
        let granted = self.admit(context, &asked).await?;
        refusal::require_admission(granted, None)
    }

    async fn meter_key(
        &mut self,
        context: &RequestContext,
        holder: KeyHolder,
        customer: &Customer,
    ) -> Result<(), Problem> {
        let purpose = match self.endpoint.access() {
            Access::Export if customer.limits.exports_per_day != Cap::AtMost(0) => Purpose::Export,
            // A trial's call is refused as what it is, not as a poll.
            Access::Poll if customer.plan != Plan::Trial => Purpose::Poll,
            _ => Purpose::Request,
        };
        let asked =
            QuotaRequest::by_key(holder.account_id, holder.key_id, purpose, &customer.limits);
        let plan = customer.plan;
        let granted = self.admit(context, &asked).await?;
        context.store().note_use(holder.key_id, granted.at);
        refusal::require_admission(granted, Some(plan))
    }

    async fn admit(
        &mut self,
        context: &RequestContext,
        asked: &QuotaRequest,
    ) -> Result<&Admission, Problem> {
        let granted = context.store().admit(asked, context.injected_time(), context.now()).await;
        let granted = granted.map_err(Problem::internal)?;
        let reservation =
            Reservation { granted, store: context.store().clone(), is_settled: false };
        Ok(&self.reservation.insert(reservation).granted)
    }

    /// Settles the reservation, and writes the headers of specification 8.
    async fn finish(&mut self, context: &RequestContext, response: &mut Response) {
        if let Some(reservation) = &mut self.reservation {
            reservation.settle(response.status().is_success()).await;
            if let Some(transfer) = response.extensions().get::<Arc<Transfer>>() {
                transfer.charge(reservation.granted.clone());
            }
        }
        let granted = self.reservation.as_ref().map(|reservation| &reservation.granted);
        headers::write(context, self.endpoint, self.caller, granted, response);
    }
}

/// Whether a request fails while the database server is away. Checks are answered from memory,
/// but keys are looked up.
fn needs_database(endpoint: Endpoint, context: &RequestContext) -> bool {
    match endpoint {
        Endpoint::CheckHealth | Endpoint::GetOpenApi => false,
        Endpoint::CheckDomain => context.headers().contains_key(AUTHORIZATION),
        _ => true,
    }
}

fn customer(context: &RequestContext, holder: KeyHolder) -> Customer {
    let limits = context.plans().limits(holder.plan);
    Customer { key_id: holder.key_id, account_id: holder.account_id, plan: holder.plan, limits }
}

/// Refuses an endpoint that the customer's plan does not include.
fn require_plan(endpoint: Endpoint, customer: &Customer) -> Result<(), Problem> {
    let wanted = match endpoint.access() {
        Access::Open | Access::Validated | Access::Keyless => Wanted::Public,
        Access::Key | Access::Poll => Wanted::Paid,
        Access::Export => Wanted::Export,
    };
    let allowed = customer.plan.allows(wanted, &customer.limits);
    allowed.map_err(|refused| refusal::plan_problem(refused, customer.plan, endpoint))
}

/// The quota reserved for a request; refunded when the caller disconnects before the reply.
struct Reservation {
    granted: Admission,
    store: Store,
    is_settled: bool,
}

impl Reservation {
    async fn settle(&mut self, is_success: bool) {
        self.is_settled = true;
        if !is_success {
            // On a task of its own: a caller who disconnects meanwhile gets the refund too.
            let (store, mut granted) = (self.store.clone(), self.granted.clone());
            let refunding = tokio::spawn(async move {
                store.refund(&mut granted).await;
                granted
            });
            if let Ok(granted) = refunding.await {
                self.granted = granted;
            }
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if !self.is_settled && self.granted.refused_by.is_none() {
            let (store, mut granted) = (self.store.clone(), self.granted.clone());
            tokio::spawn(async move { store.refund(&mut granted).await });
        }
    }
}
