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

            /// The method; `HEAD` goes with `GET`.
            pub const fn method(self) -> Method {
                match self { $( Self::$endpoint => Method::$method, )+ }
            }

            /// The path, its parameters in braces.
            pub const fn path(self) -> &'static str {
                match self { $( Self::$endpoint => $path, )+ }
            }

            /// Method and path, as the account's overview names the route.
            pub const fn route(self) -> &'static str {
                match self { $( Self::$endpoint => concat!(stringify!($method), " ", $path), )+ }
            }

            /// What it requires of its caller.
            pub const fn access(self) -> Access {
                match self { $( Self::$endpoint => Access::$access, )+ }
            }

            /// Its name in the description.
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

    /// Returns the endpoints of a path, one for each method, and the segment of its parameter.
    pub(crate) fn at_path(path: &str) -> (&'static [Self], &str) {
        use Endpoint::*;
        let (segments, count) = segments(path);
        match segments[..count] {
            ["v1", "check"] => (&[CheckDomain], ""),
            ["v1", "check", "batch"] => (&[CheckDomainBatch], ""),
            ["v1", "jurisdictions"] => (&[ListJurisdictions], ""),
            ["v1", "jurisdictions", code] => (&[GetJurisdiction], code),
            ["v1", "jurisdictions", code, "operators"] => (&[ListJurisdictionOperators], code),
            ["v1", "operators", "search"] => (&[SearchOperators], ""),
            ["v1", "operators", slug] => (&[GetOperator], slug),
            ["v1", "operators", slug, "licenses"] => (&[ListOperatorLicenses], slug),
            ["v1", "operators", slug, "regulatory-actions"] => {
                (&[GetOperatorRegulatoryActions], slug)
            }
            ["v1", "licenses", id] => (&[GetLicense], id),
            ["v1", "licenses", id, "history"] => (&[GetLicenseHistory], id),
            ["v1", "export", dataset] => (&[ExportDataset], dataset),
            ["v1", "watchlist"] => (&[GetWatchlist], ""),
            ["v1", "watchlist", "operators"] => {
                (&[ListWatchlistOperators, AddWatchlistOperator], "")
            }
            ["v1", "watchlist", "operators", slug] => (&[RemoveWatchlistOperator], slug),
            ["v1", "watchlist", "events"] => (&[ListWatchlistEvents], ""),
            ["v1", "webhooks"] => (&[ListWebhooks, CreateWebhook], ""),
            ["v1", "webhooks", id] => (&[UpdateWebhook, DeleteWebhook], id),
            ["v1", "webhooks", id, "rotate_secret"] => (&[RotateWebhookSecret], id),
            ["v1", "webhooks", id, "deliveries"] => (&[ListWebhookDeliveries], id),
            ["v1", "webhooks", id, "test"] => (&[TestWebhook], id),
            ["v1", "health"] => (&[CheckHealth], ""),
            ["v1", "health", "coverage"] => (&[CheckCoverage], ""),
            ["v1", "stats"] => (&[GetStats], ""),
            ["openapi.json"] => (&[GetOpenApi], ""),
            ["v1", "catalogue", "manifest"] => (&[GetCatalogueManifest], ""),
            ["v1", "catalogue", "records"] => (&[GetCatalogueRecords], ""),
            ["v1", "catalogue", "records", sha256, "delta"] => (&[GetCatalogueDelta], sha256),
            ["v1", "catalogue", "file"] => (&[GetCatalogueFile], ""),
            ["openapi-extensions.json"] => (&[GetOpenApiExtensions], ""),
            _ => (&[], ""),
        }
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

    /// Returns the methods of these endpoints, as the `Allow` header lists them.
    pub(crate) fn allow_header(endpoints: &[Self]) -> String {
        let mut methods = Vec::new();
        for endpoint in endpoints {
            match endpoint.method() {
                Method::GET => methods.extend(["GET", "HEAD"]),
                Method::POST => methods.push("POST"),
                Method::PATCH => methods.push("PATCH"),
                _ => methods.push("DELETE"),
            }
        }
        methods.join(", ")
    }
}

/// One segment more than our longest path has, so that a longer path differs from it.
const SEGMENTS: usize = 6;

/// Returns the segments of a path and their count; none if it does not begin with a slash.
fn segments(path: &str) -> ([&str; SEGMENTS], usize) {
    let mut segments = [""; SEGMENTS];
    let mut count = 0;
    for segment in path.strip_prefix('/').into_iter().flat_map(|rest| rest.split('/')) {
        if count < SEGMENTS {
            segments[count] = segment;
            count += 1;
        }
    }
    (segments, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_endpoint_is_found_at_its_path_and_nowhere_else() {
        for endpoint in Endpoint::ROUTED {
            let (found, _) = Endpoint::at_path(endpoint.path());
            let same_method = |other: &&Endpoint| other.method() == endpoint.method();
            assert_eq!(found.iter().find(same_method), Some(endpoint));
            for other in ["", "/more", "//"] {
                let path = format!("/x{}{other}", endpoint.path());
                assert!(Endpoint::at_path(&path).0.is_empty(), "{path}");
            }
        }
        for path in ["", "/", "/v1", "/v1/", "//v1/check", "/v1//check", "/v1/check/batch/more/x"] {
            assert!(Endpoint::at_path(path).0.is_empty(), "{path}");
        }
    }

    #[test]
    fn the_parameter_is_the_segment_in_braces() {
        assert_eq!(Endpoint::at_path("/v1/operators/a-b/licenses").1, "a-b");
        assert_eq!(Endpoint::at_path("/v1/jurisdictions/").1, "");
        assert_eq!(
            Endpoint::at_path("/v1/operators//licenses").0,
            [Endpoint::ListOperatorLicenses]
        );
        assert_eq!(Endpoint::allow_header(&[Endpoint::GetOperator]), "GET, HEAD");
        assert_eq!(Endpoint::allow_header(&[Endpoint::CheckDomainBatch]), "POST");
        let (operators, _) = Endpoint::at_path("/v1/watchlist/operators");
        assert_eq!(Endpoint::allow_header(operators), "GET, HEAD, POST");
    }
}
