//! Charges what a page does as the API would charge it, by the same counters.

use licence_store::service::QuotaRequest;

use super::page_error::PageError;
use super::visit::Visit;
use crate::access::Reservation;
use crate::endpoint::Endpoint;
use crate::keyless::Slot;

/// The quota reserved for what a page does. Dropping it gives the quota back.
pub(super) struct Charge {
    reservation: Reservation,
    _slot: Option<Slot>,
}

impl Charge {
    /// Reserves one check: by the limit of the visitor's address, which counts the checks of the API
    /// without a key too.
    ///
    /// # Errors
    /// The refusal of the limit, or of an overloaded server.
    pub(super) async fn check(visit: &Visit<'_>) -> Result<Self, PageError> {
        let context = visit.context;
        // The slot comes first, because a request that is shed is not counted.
        let slot = context.state().keyless.request(context.client_network()).await?;
        let request =
            QuotaRequest::by_address(context.client_address(), Endpoint::CheckDomain as u8);
        let reservation = Reservation::admitted(context, &request, None).await?;
        Ok(Self { reservation, _slot: Some(slot) })
    }

    /// Returns the outcome, and charges it if it is a success.
    pub(super) async fn settle<T, E>(mut self, outcome: Result<T, E>) -> Result<T, E> {
        self.reservation.settle(outcome.is_ok()).await;
        outcome
    }
}
