//! The operations.

mod account;
mod lookup;
mod service;

use super::operation::Operation;
use crate::endpoint::Endpoint;

/// Returns the description of the operation at an endpoint. Tests find an endpoint without one.
pub(super) fn describe(endpoint: Endpoint) -> Option<Operation> {
    lookup::describe(endpoint)
        .or_else(|| account::describe(endpoint))
        .or_else(|| service::describe(endpoint))
}
