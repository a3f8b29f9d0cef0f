//! The table of all endpoints in the order of the specification: method, path, access, name, handler
//! and description. The router, the access pipeline, the metrics and the description read this one
//! table.

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
        $( $endpoint:ident: $method:ident $path:literal $access:ident $operation:literal
        => $handler:path, $describe:path; )+
    ) => {
        /// An endpoint of the API.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Endpoint {
            $(
                #[doc = concat!("`", stringify!($method), " ", $path, "`")]
                $endpoint,
            )+
        }

        impl Endpoint {
            /// Every endpoint: those of the specification in its order, then ours.
            pub const ROUTED: &'static [Self] = &[ $( Self::$endpoint, )+ ];

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

/// Gives the table to a macro: method, path, access, name, handler and description of each endpoint.
macro_rules! every_endpoint {
    ($take:ident) => {
        $take! {
            CheckDomain: GET "/v1/check" Keyless "checkDomain" => check::check, lookup::check_domain;
            CheckDomainBatch: POST "/v1/check/batch" Key "checkDomainBatch" => check::batch, lookup::check_domain_batch;
            ListJurisdictions: GET "/v1/jurisdictions" Keyless "listJurisdictions"
                => lookup::jurisdictions, lookup::list_jurisdictions;
            GetJurisdiction: GET "/v1/jurisdictions/{code}" Key "getJurisdiction"
                => lookup::jurisdiction, lookup::get_jurisdiction;
            ListJurisdictionOperators: GET "/v1/jurisdictions/{code}/operators" Key "listJurisdictionOperators"
                => lookup::jurisdiction_operators, lookup::list_jurisdiction_operators;
            SearchOperators: GET "/v1/operators/search" Keyless "searchOperators"
                => lookup::search_operators, lookup::search_operators;
            GetOperator: GET "/v1/operators/{slug}" Key "getOperator" => lookup::operator, lookup::get_operator;
            ListOperatorLicenses: GET "/v1/operators/{slug}/licenses" Key "listOperatorLicenses"
                => lookup::operator_licences, lookup::list_operator_licenses;
            GetOperatorRegulatoryActions: GET "/v1/operators/{slug}/regulatory-actions" Key "getOperatorRegulatoryActions"
                => lookup::regulatory_actions, lookup::get_operator_regulatory_actions;
            GetLicense: GET "/v1/licenses/{license_id}" Key "getLicense" => lookup::licence, lookup::get_license;
            GetLicenseHistory: GET "/v1/licenses/{license_id}/history" Key "getLicenseHistory"
                => lookup::licence_history, lookup::get_license_history;
            ExportDataset: GET "/v1/export/{dataset}" Export "exportDataset" => export::dataset, service::export_dataset;
            GetWatchlist: GET "/v1/watchlist" Key "getWatchlist" => watchlist::summary, watchlist::get_watchlist;
            ListWatchlistOperators: GET "/v1/watchlist/operators" Key "listWatchlistOperators"
                => watchlist::operators, watchlist::list_watchlist_operators;
            AddWatchlistOperator: POST "/v1/watchlist/operators" Key "addWatchlistOperator"
                => watchlist::add, watchlist::add_watchlist_operator;
            RemoveWatchlistOperator: DELETE "/v1/watchlist/operators/{slug}" Key "removeWatchlistOperator"
                => watchlist::remove, watchlist::remove_watchlist_operator;
            ListWatchlistEvents: GET "/v1/watchlist/events" Poll "listWatchlistEvents"
                => watchlist::events, watchlist::list_watchlist_events;
            CreateWebhook: POST "/v1/webhooks" Key "createWebhook" => webhooks::create, webhooks::create_webhook;
            ListWebhooks: GET "/v1/webhooks" Key "listWebhooks" => webhooks::list, webhooks::list_webhooks;
            UpdateWebhook: PATCH "/v1/webhooks/{id}" Key "updateWebhook" => webhooks::update, webhooks::update_webhook;
            DeleteWebhook: DELETE "/v1/webhooks/{id}" Key "deleteWebhook" => webhooks::delete, webhooks::delete_webhook;
            RotateWebhookSecret: POST "/v1/webhooks/{id}/rotate_secret" Key "rotateWebhookSecret"
                => webhooks::rotate_secret, webhooks::rotate_webhook_secret;
            ListWebhookDeliveries: GET "/v1/webhooks/{id}/deliveries" Key "listWebhookDeliveries"
                => webhooks::deliveries, webhooks::list_webhook_deliveries;
            TestWebhook: POST "/v1/webhooks/{id}/test" Key "testWebhook" => webhooks::test, webhooks::test_webhook;
            CheckHealth: GET "/v1/health" Validated "checkHealth" => system::health, service::check_health;
            CheckCoverage: GET "/v1/health/coverage" Keyless "checkCoverage" => system::coverage, service::check_coverage;
            GetStats: GET "/v1/stats" Open "getStats" => system::stats, service::get_stats;
            GetOpenApi: GET "/openapi.json" Validated "getOpenApi" => description::openapi, service::get_open_api;
            GetCatalogueManifest: GET "/v1/catalogue/manifest" Published "getCatalogueManifest"
                => catalogue::manifest, service::get_catalogue_manifest;
            GetCatalogueRecords: GET "/v1/catalogue/records" Export "getCatalogueRecords"
                => catalogue::records, service::get_catalogue_records;
            GetCatalogueDelta: GET "/v1/catalogue/records/{sha256}/delta" Published "getCatalogueDelta"
                => catalogue::delta, service::get_catalogue_delta;
            GetCatalogueFile: GET "/v1/catalogue/file" Export "getCatalogueFile" => catalogue::file, service::get_catalogue_file;
            GetOpenApiExtensions: GET "/openapi-extensions.json" Validated "getOpenApiExtensions"
                => description::extensions, service::get_open_api_extensions;
        }
    };
}
pub(crate) use every_endpoint;

every_endpoint!(endpoints);

/// The index of the first endpoint that the specification does not have.
const FIRST_EXTENSION: usize = Endpoint::GetCatalogueManifest as usize;

impl Endpoint {
    /// The endpoints of the specification, in its order.
    pub const ALL: &'static [Self] = Self::ROUTED.split_at(FIRST_EXTENSION).0;
    /// The endpoints that the specification does not have. They have a description of their own,
    /// because its list of operations is closed.
    pub const EXTENSIONS: &'static [Self] = Self::ROUTED.split_at(FIRST_EXTENSION).1;

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
