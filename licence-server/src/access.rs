//! The only pipeline around a handler: authenticate → plan → per second → daily → monthly → handler →
//! charge on success → headers (specification 5 and 8; order of refusals in decisions 3).
//!
//! A request reserves its place at every limit when it enters, so that concurrent requests cannot
//! exceed one. The reservation is given back unless the answer is a success: a 304 and a caller
//! that disconnects cost nothing. A call that the plan refuses (402) still counts toward the limit
//! per second.
//!
//! Every poll of the feed counts toward its hourly limit, even a failed one. A call that a trial
//! may not make is refused before it counts as a poll.

mod caller;
pub(crate) mod counting;
mod failures;
mod headers;
mod key;
mod refusal;

use std::sync::Arc;
use std::time::Instant;

use licence_core::account::AccountId;
use licence_core::account::key::KeyId;
use licence_core::account::plan::Plan;
use licence_core::account::quota::Purpose;
use licence_core::time::Timestamp;
use licence_store::service::{Admission, KeyHolder, QuotaRequest};
use tokio::task::JoinHandle;
use warp::http::header::AUTHORIZATION;

use crate::cors;
use crate::endpoint::{Access, Endpoint};
use crate::keyless::Slot;
use crate::problem::Problem;
use crate::reply::{self, ReplyResult, Response};
use crate::request::RequestContext;
use crate::state::AppState;
use crate::transfer::Transfer;

pub(crate) use caller::Caller;
use caller::Identity;
pub(crate) use failures::Failures;
pub(crate) use key::key_missing;
pub(crate) use refusal::{require_plan, seconds_until};

/// The state of one request in the access pipeline.
pub(crate) struct AccessPipeline {
    endpoint: Endpoint,
    started: Instant,
    identity: Identity,
    reservation: Option<Reservation>,
    /// The slot that a caller without a key holds.
    slot: Option<Slot>,
}

impl AccessPipeline {
    /// Returns the pipeline of a request to this endpoint, which begins now.
    pub(crate) fn begin(endpoint: Endpoint) -> Self {
        Self {
            endpoint,
            started: Instant::now(),
            identity: Identity::Unknown,
            reservation: None,
            slot: None,
        }
    }

    /// Admits the request, and returns its caller; `None` for a request without a key.
    pub(crate) async fn admit(
        &mut self,
        context: &RequestContext,
    ) -> Result<Option<&Caller>, Problem> {
        self.check_access(context).await?;
        Ok(self.identity.caller())
    }

    /// Authenticates the caller, applies plan and limits, and waits for a slot where one is needed.
    async fn check_access(&mut self, context: &RequestContext) -> Result<(), Problem> {
        let endpoint = self.endpoint;
        if context.store().is_database_away() && needs_database(endpoint, context) {
            key::check_header(endpoint.access(), context.headers())?;
            return Err(Problem::database_away());
        }
        let key_version = context.store().leased_key_version();
        let holder = match endpoint.access() {
            Access::Open => None,
            Access::Validated => key::validated_holder(context).await?,
            Access::Keyless => key::optional_holder(context).await?,
            Access::Key | Access::Export | Access::Published | Access::Poll => {
                Some(key::required_holder(context).await?)
            }
        };
        let Some(holder) = holder else { return self.admit_keyless(context).await };
        let (key_id, plan) = (holder.key_id, holder.plan);
        let is_allowed = self.identify(context, holder);
        let has_limits = !matches!(plan, Plan::None | Plan::Canceled);
        if !has_limits || endpoint.access() == Access::Validated {
            return is_allowed;
        }
        let is_within_limits = self.meter_key(context, key_id, is_allowed.is_ok()).await;
        is_allowed?;
        is_within_limits?;
        // The limits may be those of Redis, and the process may have been stopped meanwhile.
        if context.store().leased_key_version() != key_version {
            key::required_holder(context).await?;
        }
        Ok(())
    }

    /// Admits a caller without a key by its address.
    async fn admit_keyless(&mut self, context: &RequestContext) -> Result<(), Problem> {
        self.identity = Identity::Keyless;
        let access = self.endpoint.access();
        if !matches!(access, Access::Open | Access::Keyless) {
            return Ok(());
        }
        let address = context.client_address();
        // The slot comes first, because a request that is shed is not counted.
        self.slot = Some(context.state().keyless.request(address.into()).await?);
        if access == Access::Keyless {
            let request = QuotaRequest::by_address(address, self.endpoint as u8);
            let reservation = Reservation::new(context, &request).await?;
            refusal::require_admission(&self.reservation.insert(reservation).admission, None)?;
        }
        Ok(())
    }

    /// Notes the holder of the key as the caller, and returns whether the plan allows the request.
    fn identify(&mut self, context: &RequestContext, holder: KeyHolder) -> Result<(), Problem> {
        let caller = caller(context, holder);
        self.identity = Identity::Keyed(caller);
        require_plan(self.endpoint, caller.plan, &caller.limits)
    }

    /// Reserves the quota of a call with a key. A call that the plan refuses counts toward the limit
    /// per second like any other.
    async fn meter_key(
        &mut self,
        context: &RequestContext,
        key_id: KeyId,
        is_allowed: bool,
    ) -> Result<(), Problem> {
        let caller = self.identity.caller().ok_or_else(key_missing)?;
        let plan = caller.plan;
        let purpose = if is_allowed { purpose(self.endpoint) } else { Purpose::Request };
        let request = QuotaRequest::by_key(caller.account_id, key_id, purpose, &caller.limits);
        let reservation = Reservation::new(context, &request).await?;
        let admission = &self.reservation.insert(reservation).admission;
        context.store().note_use(key_id, admission.at);
        refusal::require_admission(admission, Some(plan))
    }

    /// Returns the reply: settles the reservation, and writes the headers of specification 8.
    pub(crate) async fn finish(
        &mut self,
        context: &RequestContext,
        outcome: ReplyResult,
    ) -> Response {
        let refused_as = outcome.as_ref().err().map(Problem::kind);
        let mut response = match outcome {
            Ok(response) => reply::conditional(context.headers(), response),
            Err(problem) => {
                context.note_outage(&problem);
                problem.into_response(context.id())
            }
        };
        if let Some(reservation) = &mut self.reservation {
            reservation.settle(response.status().is_success()).await;
            reservation.charge_transfer(&response);
        }
        let admission = self.reservation.as_ref().map(|reservation| &reservation.admission);
        if let Some(caller) = self.identity.caller() {
            let at = admission.map_or_else(|| context.now(), |admission| admission.at);
            let sender = (caller.account_id, caller.key_id);
            counting::count(context, self.endpoint, sender, at, response.status(), refused_as);
        }
        headers::write(context, self.endpoint, &self.identity, admission, &mut response);
        cors::allow(context, self.endpoint, &mut response);
        let (state, status) = (context.state(), response.status());
        let took = self.started.elapsed();
        state.metrics.count(self.endpoint, status, took);
        state.collector.record(&context.answered(self.endpoint.operation_id(), status, took));
        response
    }
}

/// Returns whether a request fails while the database server is away. Checks are answered from
/// memory, but keys are looked up.
fn needs_database(endpoint: Endpoint, context: &RequestContext) -> bool {
    match endpoint {
        Endpoint::CheckHealth | Endpoint::GetOpenApi | Endpoint::GetOpenApiExtensions => false,
        Endpoint::CheckDomain => context.headers().contains_key(AUTHORIZATION),
        _ => true,
    }
}

fn caller(context: &RequestContext, holder: KeyHolder) -> Caller {
    let limits = context.plans().limits(holder.plan);
    let key_id = Some(holder.key_id);
    Caller { key_id, account_id: holder.account_id, plan: holder.plan, limits }
}

fn purpose(endpoint: Endpoint) -> Purpose {
    match endpoint.access() {
        Access::Export => Purpose::Export,
        Access::Poll => Purpose::Poll,
        Access::Open | Access::Validated | Access::Keyless | Access::Key | Access::Published => {
            Purpose::Request
        }
    }
}

/// The quota reserved for a request; refunded when the caller disconnects before the reply.
pub(crate) struct Reservation {
    admission: Admission,
    state: Arc<AppState>,
    is_settled: bool,
}

impl Reservation {
    async fn new(context: &RequestContext, request: &QuotaRequest) -> Result<Self, Problem> {
        let admission =
            context.store().admit(request, context.injected_time(), context.now()).await?;
        Ok(Self { admission, state: Arc::clone(context.state()), is_settled: false })
    }

    /// Reserves the place of a request that a member makes on the dashboard, or through a client of
    /// the connector. It counts as one of the API's.
    pub(crate) async fn by_member(
        context: &RequestContext,
        endpoint: Endpoint,
        account: AccountId,
        plan: Plan,
    ) -> Result<Self, Problem> {
        let limits = context.plans().limits(plan);
        require_plan(endpoint, plan, &limits)?;
        let request = QuotaRequest::by_member(account, purpose(endpoint), &limits);
        Self::admitted(context, &request, Some(plan)).await
    }

    /// Reserves the place of a request, or refuses it by the limit that it reached.
    pub(crate) async fn admitted(
        context: &RequestContext,
        request: &QuotaRequest,
        plan: Option<Plan>,
    ) -> Result<Self, Problem> {
        let reservation = Self::new(context, request).await?;
        refusal::require_admission(&reservation.admission, plan)?;
        Ok(reservation)
    }

    /// Returns the time at which the request counts.
    pub(crate) fn at(&self) -> Timestamp {
        self.admission.at
    }

    /// Lets the file of a reply give the quota back if it does not arrive whole.
    pub(crate) fn charge_transfer(&self, response: &Response) {
        if let Some(transfer) = response.extensions().get::<Arc<Transfer>>() {
            transfer.charge(self.admission.clone());
        }
    }

    /// Settles the reservation: only a success is charged.
    pub(crate) async fn settle(&mut self, is_success: bool) {
        self.is_settled = true;
        if !is_success && let Ok(admission) = self.refund().await {
            self.admission = admission;
        }
    }

    /// Gives the quota back on a separate task, so that a caller who disconnects meanwhile gets it too.
    fn refund(&self) -> JoinHandle<Admission> {
        let (state, mut admission) = (Arc::clone(&self.state), self.admission.clone());
        tokio::spawn(async move {
            state.store.refund(&mut admission).await;
            admission
        })
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if !self.is_settled && self.admission.refused_by.is_none() {
            self.refund();
        }
    }
}
