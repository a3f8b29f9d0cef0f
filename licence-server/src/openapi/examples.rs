//! Replies of the bundled sample registers, read at 2026-11-01T06:00:00Z. A test compares them with
//! the answers of the service; `UPDATE_EXAMPLES=1` writes them again.

use utoipa::openapi::RefOr;
use utoipa::openapi::example::{self, ExampleBuilder};
use warp::http::Method;

use super::verbatim;
use crate::endpoint::Endpoint;

/// A reply of the service, and the request it answers.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The operation that replies.
    pub operation_id: &'static str,
    /// Its name among those of the operation.
    pub name: &'static str,
    /// A summary of the example.
    pub summary: &'static str,
    /// The target of the request.
    pub target: &'static str,
    /// The body of the request.
    pub request_body: Option<&'static str>,
    /// The status of the reply.
    pub status: u16,
    /// The media type of the reply.
    pub media_type: &'static str,
    /// The name of the file that holds it.
    pub file: &'static str,
    /// The body of the reply.
    pub body: &'static str,
}

macro_rules! examples {
    ($( $operation:literal $name:literal $extension:ident
        $summary:literal $target:literal $($body:literal)? $(=> $status:literal)?; )+) => {
        /// Every reply, by operation.
        pub const EXAMPLES: &[Example] = &[ $( Example {
            operation_id: $operation,
            name: $name,
            summary: $summary,
            target: $target,
            request_body: examples!(@body $($body)?),
            status: examples!(@status $($status)?),
            media_type: examples!(@media_type $extension),
            file: concat!($operation, ".", $name, ".", stringify!($extension)),
            body: include_str!(concat!(
                "examples/", $operation, ".", $name, ".", stringify!($extension)
            )),
        }, )+ ];
    };
    (@media_type json) => { "application/json" };
    (@media_type csv) => { "text/csv" };
    (@media_type ndjson) => { "application/x-ndjson" };
    (@status) => { 200 };
    (@status $status:literal) => { $status };
    (@body) => { None };
    (@body $body:literal) => { Some($body) };
}

examples! {
    "checkDomain" "licensed" json
        "On record under an active licence, of two regulators"
        "/v1/check?domain=www.lanternspin.example";
    "checkDomain" "licensed_provisional" json
        "On record under a licence that the regulator calls provisional"
        "/v1/check?domain=ambertoucan.example";
    "checkDomain" "licence_not_active" json
        "On record under a licence that is not active: no pass"
        "/v1/check?domain=marrowthistle.example";
    "checkDomain" "domain_not_listed" json
        "On record, and no longer permitted by the register: no pass"
        "/v1/check?domain=oldbrindle.example";
    "checkDomain" "related_host_listed" json
        "Another host of the same domain is on record: no pass"
        "/v1/check?domain=tidegate.example";
    "checkDomain" "name_match_only" json
        "The name is an operator's, the domain is not proven theirs: no pass"
        "/v1/check?domain=zephyrazure.test";
    "checkDomain" "not_found" json
        "A name that can be misread as a listed one: nothing on record"
        "/v1/check?domain=lantern5pin.test";
    "checkDomain" "generic_term" json
        "A generic gambling term names no operator"
        "/v1/check?domain=casino.test";
    "checkDomain" "licence_number" json
        "By licence number"
        "/v1/check?license_number=090114-R-391114-012";
    "checkDomain" "as_of" json
        "With the past: as it was at the end of a day"
        "/v1/check?domain=lanternspin.example&as_of=2026-11-01";
    "checkDomainBatch" "mixed" json
        "One licensed, one unknown, one that is no hostname"
        "/v1/check/batch"
        r#"{"domains":["lanternspin.example","diabetes.test","https://a.example"]}"#;
    "listJurisdictions" "all" json
        "All seven"
        "/v1/jurisdictions";
    "getJurisdiction" "one" json
        "One of them"
        "/v1/jurisdictions/cw";
    "listJurisdictionOperators" "page" json
        "The first two of Great Britain"
        "/v1/jurisdictions/UKGC/operators?limit=2";
    "searchOperators" "page" json
        "Operators with a part of a name"
        "/v1/operators/search?q=lantern&limit=2";
    "getOperator" "one" json
        "An operator with licences of two regulators"
        "/v1/operators/harbour-lantern-gaming-limited";
    "getOperator" "as_of" json
        "Before its licences were first observed: nothing is claimed"
        "/v1/operators/harbour-lantern-gaming-limited?as_of=2026-10-01";
    "listOperatorLicenses" "with_history" json
        "Its licences with their timelines"
        "/v1/operators/harbour-lantern-gaming-limited/licenses?include_history=true";
    "getOperatorRegulatoryActions" "page" json
        "The actions linked to it"
        "/v1/operators/harbour-lantern-gaming-limited/regulatory-actions";
    "getLicense" "one" json
        "A licence"
        "/v1/licenses/15a46ad1-044c-4014-b6de-4d5e58c89fb9";
    "getLicense" "as_of" json
        "With the past: as it was at the end of a day"
        "/v1/licenses/15a46ad1-044c-4014-b6de-4d5e58c89fb9?as_of=2026-11-01";
    "getLicenseHistory" "one" json
        "From its first observation on"
        "/v1/licenses/15a46ad1-044c-4014-b6de-4d5e58c89fb9/history";
    "exportDataset" "licences" csv
        "The licences of one jurisdiction"
        "/v1/export/licences?jurisdiction=kh";
    "exportDataset" "domains" ndjson
        "Its domains, as NDJSON"
        "/v1/export/domains?jurisdiction=KH&format=json";
    "addWatchlistOperator" "added" json
        "Watched from now on"
        "/v1/watchlist/operators"
        r#"{"operator_slug":"harbour-lantern-gaming-limited"}"# => 201;
    "getWatchlist" "summary" json
        "One operator, on a plan without a cap"
        "/v1/watchlist";
    "listWatchlistOperators" "page" json
        "The watched operators"
        "/v1/watchlist/operators?limit=10";
    "listWatchlistEvents" "page" json
        "The first two of them"
        "/v1/watchlist/events?since=2026-11-01T00:00:00Z&limit=2";
    "createWebhook" "created" json
        "The endpoint, with its secret"
        "/v1/webhooks"
        r#"{"url":"https://hooks.example.com/licence","events":["license.status_changed","coverage.degraded"]}"#
        => 201;
    "listWebhooks" "one" json
        "Without the secret"
        "/v1/webhooks";
    "updateWebhook" "described" json
        "A description was added"
        "/v1/webhooks/956076a2-5ff3-4dc0-a89d-bad827343eb6"
        r#"{"description":"production"}"#;
    "rotateWebhookSecret" "rotated" json
        "The previous secret signs for seven days more"
        "/v1/webhooks/956076a2-5ff3-4dc0-a89d-bad827343eb6/rotate_secret";
    "listWebhookDeliveries" "page" json
        "One that is due"
        "/v1/webhooks/956076a2-5ff3-4dc0-a89d-bad827343eb6/deliveries?status=pending&limit=1";
    "testWebhook" "unanswered" json
        "The name does not resolve any more"
        "/v1/webhooks/956076a2-5ff3-4dc0-a89d-bad827343eb6/test";
    "checkHealth" "ok" json
        "Everything answers"
        "/v1/health";
    "checkCoverage" "healthy" json
        "Every register within its target"
        "/v1/health/coverage";
    "getStats" "counts" json
        "Headline counts"
        "/v1/stats";
}

/// Returns the examples of an operation's reply with this status and media type.
pub(super) fn for_response(
    operation_id: &str,
    status: u16,
    media_type: &str,
) -> Vec<(String, RefOr<example::Example>)> {
    let own = EXAMPLES.iter().filter(|example| {
        (example.operation_id, example.status, example.media_type)
            == (operation_id, status, media_type)
    });
    own.map(|example| (example.name.to_owned(), RefOr::T(example.to_openapi()))).collect()
}

impl Example {
    /// Returns the method of the request.
    pub fn method(&self) -> Method {
        let operation = |endpoint: &&Endpoint| endpoint.operation_id() == self.operation_id;
        Endpoint::ALL.iter().find(operation).map_or(Method::GET, |endpoint| endpoint.method())
    }

    fn to_openapi(self) -> example::Example {
        let value = match self.media_type {
            "application/json" => verbatim::from_json(self.body),
            _ => self.body.into(),
        };
        let request = match self.request_body {
            Some(body) => format!("`{} {}` with `{body}`", self.method(), self.target),
            None => format!("`{} {}`", self.method(), self.target),
        };
        let example = ExampleBuilder::new().summary(self.summary).description(request);
        example.value(Some(value)).build()
    }
}
