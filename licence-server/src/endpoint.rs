//! The table of all endpoints in the order of the specification: method, path, access and name. The
//! router, the access pipeline, the metrics and the description read this one table.

use licence_core::account::daily_usage::RouteClass;
use warp::http::Method;

/// What an endpoint requires of its caller (specification 4, column Auth, and decisions 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Nothing; a key is ignored.
    Open,
    /// Nothing; a key that is sent must be valid, and is not charged.
    Validated,
    /// Nothing, up to an hourly cap by address and route; a key moves the call to its plan.
    Keyless,
    /// A key, of a paid plan.
    Key,
    /// A key of a plan with exports; every call is one of its exports too.
    Export,
    /// A key of a plan with exports.
    Published,
    /// A key, of a paid plan; every call is one of its polls too.
    Poll,
}

impl Access {
    /// Returns whether a request without a key is refused.
    pub const fn needs_key(self) -> bool {
        match self {
            Self::Open | Self::Validated | Self::Keyless => false,
            Self::Key | Self::Export | Self::Published | Self::Poll => true,
        }
    }
}

macro_rules! endpoints {
    (
        $( $(#[$meta:meta])* $endpoint:ident: $method:ident $path:literal $access:ident $operation:literal; )+
        => $( $ours:ident )+
    ) => {
        /// An endpoint of the API.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Endpoint {
            $( $(#[$meta])* $endpoint, )+
        }

        impl Endpoint {
            /// Every endpoint: those of the specification in its order, then ours.
            pub const ROUTED: &'static [Self] = &[ $( Self::$endpoint, )+ ];
            /// The endpoints that the specification does not have. They have a description of
            /// their own, because its list of operations is closed.
            pub const EXTENSIONS: &'static [Self] = &[ $( Self::$ours, )+ ];

            /// Returns the method; `HEAD` goes with `GET`.
            pub const fn method(self) -> Method {
                match self { $( Self::$endpoint => Method::$method, )+ }
            }

            /// Returns the path, its parameters in braces.
            pub const fn path(self) -> &'static str {
                match self { $( Self::$endpoint => $path, )+ }
            }

            /// Method and path, as the account's overview names the route.
            pub const fn route(self) -> &'static str {
                match self { $( Self::$endpoint => concat!(stringify!($method), " ", $path), )+ }
            }

            /// Returns what the endpoint requires of its caller.
            pub const fn access(self) -> Access {
                match self { $( Self::$endpoint => Access::$access, )+ }
            }

            /// Returns its name in the description.
            pub const fn operation_id(self) -> &'static str {
                match self { $( Self::$endpoint => $operation, )+ }
            }
        }
    };
}

endpoints! {
    /// Verifies a domain or a licence number.
    CheckDomain: GET "/v1/check" Keyless "checkDomain";
    /// Verifies up to 100 domains.
    CheckDomainBatch: POST "/v1/check/batch" Key "checkDomainBatch";
    /// The seven jurisdictions.
    ListJurisdictions: GET "/v1/jurisdictions" Keyless "listJurisdictions";
    /// One jurisdiction.
    GetJurisdiction: GET "/v1/jurisdictions/{code}" Key "getJurisdiction";
    /// The operators with a licence in one jurisdiction.
    ListJurisdictionOperators: GET "/v1/jurisdictions/{code}/operators" Key "listJurisdictionOperators";
    /// Operators by a part of their name.
    SearchOperators: GET "/v1/operators/search" Keyless "searchOperators";
    /// One operator with its licences and domains.
    GetOperator: GET "/v1/operators/{slug}" Key "getOperator";
    /// The licences of an operator.
    ListOperatorLicenses: GET "/v1/operators/{slug}/licenses" Key "listOperatorLicenses";
    /// The enforcement actions linked to an operator.
    GetOperatorRegulatoryActions: GET "/v1/operators/{slug}/regulatory-actions" Key "getOperatorRegulatoryActions";
    /// One licence.
    GetLicense: GET "/v1/licenses/{license_id}" Key "getLicense";
    /// The whole history of a licence.
    GetLicenseHistory: GET "/v1/licenses/{license_id}/history" Key "getLicenseHistory";
    /// A whole dataset as a file.
    ExportDataset: GET "/v1/export/{dataset}" Export "exportDataset";
    /// The number of watched operators, and the operators added last.
    GetWatchlist: GET "/v1/watchlist" Key "getWatchlist";
    /// The watched operators.
    ListWatchlistOperators: GET "/v1/watchlist/operators" Key "listWatchlistOperators";
    /// Watches an operator.
    AddWatchlistOperator: POST "/v1/watchlist/operators" Key "addWatchlistOperator";
    /// Removes an operator from the watchlist.
    RemoveWatchlistOperator: DELETE "/v1/watchlist/operators/{slug}" Key "removeWatchlistOperator";
    /// The events of the watched operators.
    ListWatchlistEvents: GET "/v1/watchlist/events" Poll "listWatchlistEvents";
    /// Creates a webhook endpoint.
    CreateWebhook: POST "/v1/webhooks" Key "createWebhook";
    /// The webhook endpoints of the account.
    ListWebhooks: GET "/v1/webhooks" Key "listWebhooks";
    /// Changes a webhook endpoint.
    UpdateWebhook: PATCH "/v1/webhooks/{id}" Key "updateWebhook";
    /// Removes a webhook endpoint.
    DeleteWebhook: DELETE "/v1/webhooks/{id}" Key "deleteWebhook";
    /// Replaces the secret that signs.
    RotateWebhookSecret: POST "/v1/webhooks/{id}/rotate_secret" Key "rotateWebhookSecret";
    /// The deliveries to a webhook endpoint.
    ListWebhookDeliveries: GET "/v1/webhooks/{id}/deliveries" Key "listWebhookDeliveries";
    /// Sends a test to a webhook endpoint.
    TestWebhook: POST "/v1/webhooks/{id}/test" Key "testWebhook";
    /// Whether the service can do its work.
    CheckHealth: GET "/v1/health" Validated "checkHealth";
    /// How fresh and how deep the registers are.
    CheckCoverage: GET "/v1/health/coverage" Keyless "checkCoverage";
    /// Headline counts.
    GetStats: GET "/v1/stats" Open "getStats";
    /// The description of this API.
    GetOpenApi: GET "/openapi.json" Validated "getOpenApi";
    /// What the newest catalogue is, signed.
    GetCatalogueManifest: GET "/v1/catalogue/manifest" Published "getCatalogueManifest";
    /// The rows of all registers as sorted lines.
    GetCatalogueRecords: GET "/v1/catalogue/records" Export "getCatalogueRecords";
    /// The difference from earlier records to the newest.
    GetCatalogueDelta: GET "/v1/catalogue/records/{sha256}/delta" Published "getCatalogueDelta";
    /// The newest catalogue.
    GetCatalogueFile: GET "/v1/catalogue/file" Export "getCatalogueFile";
    /// The description of what the specification does not have.
    GetOpenApiExtensions: GET "/openapi-extensions.json" Validated "getOpenApiExtensions";

    => GetCatalogueManifest GetCatalogueRecords GetCatalogueDelta GetCatalogueFile
        GetOpenApiExtensions
}

impl Endpoint {
    /// The endpoints of the specification, in its order.
    pub const ALL: &'static [Self] = {
        let specified = Self::ROUTED.len() - Self::EXTENSIONS.len();
        Self::ROUTED.split_at(specified).0
    };

    /// Returns the endpoints that fit a path, each with the segment of its parameter; empty for a path
    /// without one. Of two with one method, the first one counts.
    pub(crate) fn at_path(path: &str) -> impl Iterator<Item = (Self, &str)> {
        Self::ROUTED
            .iter()
            .filter_map(move |endpoint| Some((*endpoint, parameter(endpoint.path(), path)?)))
    }

    /// Returns the group that the account's overview counts it in.
    pub(crate) const fn route_class(self) -> RouteClass {
        match self {
            Self::CheckDomain => RouteClass::Check,
            Self::CheckDomainBatch => RouteClass::Batch,
            Self::ExportDataset | Self::GetCatalogueRecords | Self::GetCatalogueFile => {
                RouteClass::Export
            }
            Self::ListWatchlistEvents => RouteClass::Poll,
            _ => RouteClass::Lookup,
        }
    }

    /// Returns the methods of a path, as the `Allow` header lists them.
    pub(crate) fn allow_header(path: &str) -> String {
        let names = [
            (Method::GET, "GET, HEAD"),
            (Method::POST, "POST"),
            (Method::PATCH, "PATCH"),
            (Method::DELETE, "DELETE"),
        ];
        let has = |method: &Method| Self::at_path(path).any(|(it, _)| it.method() == *method);
        let own = names.iter().filter(|(method, _)| has(method)).map(|(_, name)| *name);
        own.collect::<Vec<_>>().join(", ")
    }
}

/// Returns the segment of a path that its pattern has in braces, empty if the pattern has none; `None`
/// if the path does not fit.
fn parameter<'p>(pattern: &str, path: &'p str) -> Option<&'p str> {
    let Some((before, rest)) = pattern.split_once('{') else {
        return (path == pattern).then_some("");
    };
    let (_, after) = rest.split_once('}')?;
    let segment = path.strip_prefix(before)?.strip_suffix(after)?;
    (!segment.contains('/')).then_some(segment)
}

#[cfg(test)]
mod tests;
