//! The operations: one function for each.

mod lookup;
mod service;
mod watchlist;
mod webhooks;

use super::operation::Operation;
use crate::endpoint::{Endpoint, every_endpoint};

macro_rules! describe {
    (
        $( $endpoint:ident: $method:ident $path:literal $access:ident $operation:literal
        => $handler:path, $describe:path; )+
    ) => {
        pub(super) fn describe(endpoint: Endpoint) -> Operation {
            match endpoint { $( Endpoint::$endpoint => $describe(endpoint), )+ }
        }
    };
}
every_endpoint!(describe);
