//! The response headers (specification 8), by who gets them.

use std::collections::BTreeMap;

use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{Ref, RefOr, ResponseBuilder};
use warp::http::Method;

use crate::endpoint::{Access, Endpoint};

/// A header: its name, the type of its value, an example, and its meaning.
struct HeaderDescription(&'static str, Type, &'static str, &'static str);

macro_rules! headers {
    ($( $(#[$meta:meta])* $group:ident {
        $( $name:literal $kind:ident $example:literal $about:literal; )+
    } )+) => {
        $( $(#[$meta])* const $group: &[HeaderDescription] =
            &[ $( HeaderDescription($name, Type::$kind, $example, $about), )+ ]; )+

        /// Every header, by who gets it.
        const GROUPS: &[&[HeaderDescription]] = &[ $( $group, )+ ];
    };
}

headers! {
    EVERYWHERE {
        "X-Request-Id" String "07070707-0707-4707-8707-070707070707"
            "Names this request in the service's log. A harmless one that was sent is kept.";
    }
    KEYED {
        "X-Monthly-Quota-Limit" String "10000"
            "On keyed calls: answered requests a month that the plan includes, or `unlimited`.";
        "X-Monthly-Quota-Used" Integer "17"
            "On keyed calls: answered requests of this month. Absent when unlimited.";
        "X-Monthly-Quota-Remaining" Integer "9983"
            "On keyed calls: what is left of this month. Absent when unlimited.";
        "X-Monthly-Quota-Reset" String "2026-12-01T00:00:00.000Z"
            "On keyed calls: when the month ends. Absent when unlimited.";
        "X-Monthly-Quota-Warning" String "80% of the monthly quota is used"
            "On keyed calls: present from 80 % of the monthly quota on.";
    }
    METERED {
        "X-RateLimit-Limit" Integer "10000"
            "On keyed calls the limit of the **month**, not of the second (a per-second 429 \
             states that of the second); without a key 10 an hour. Absent when unlimited.";
        "X-RateLimit-Remaining" Integer "9983"
            "What is left of this limit; never negative.";
        "X-RateLimit-Reset" Integer "1796083200"
            "When the limit resets, in seconds since 1970: the next month with a key, the next hour \
             without one, the next second on a per-second 429.";
        "X-RateLimit-Policy" String "tier=public;limit=10;window=hour"
            "`tier=public;limit=10;window=hour` without a key, `tier=authenticated` with a key \
             where none is needed, `tier=unlimited` for plans without a monthly cap.";
    }
    UPGRADE {
        "X-Upgrade-URL" String "https://licence.example/docs#plans"
            "Where the plans are described, when there is a higher one.";
    }
    KEYLESS {
        "RateLimit-Policy" String "\"default\";q=10;w=3600"
            "The hourly cap; on calls without a key only.";
    }
    TRIAL {
        "X-Prelaunch-Daily-Limit" Integer "1000"
            "On calls with a trial key: requests a UTC day.";
        "X-Prelaunch-Daily-Used" Integer "1000"
            "On calls with a trial key: requests of this UTC day.";
        "X-Prelaunch-Daily-Remaining" Integer "0"
            "On calls with a trial key: what is left of this UTC day.";
        "X-Prelaunch-Daily-Reset" String "2026-11-02T00:00:00.000Z"
            "On calls with a trial key: when the UTC day ends.";
    }
    FILE {
        "Content-Disposition" String "attachment; filename=licence-licences-2026-11-01.csv"
            "The name of the file.";
        "X-Export-Row-Count" Integer "56"
            "Rows, without the header row or the `_meta` line; fewer received means a cut \
             transfer.";
        "X-Export-Read-At" String "2026-11-01T06:00:00.000Z"
            "How old the rows may be. Absent when no register they concern was read yet.";
    }
    EXPORTS {
        "X-Export-Daily-Limit" Integer "10"
            "Exports a UTC day that the plan includes. Absent when unlimited.";
        "X-Export-Daily-Used" Integer "1"
            "Exports of this UTC day. Absent when unlimited.";
        "X-Export-Daily-Remaining" Integer "9"
            "What is left of this UTC day. Absent when unlimited.";
        "X-Export-Daily-Reset" String "2026-11-02T00:00:00.000Z"
            "When the UTC day ends.";
    }
    POLLS {
        "X-Poll-RateLimit-Limit" String "10"
            "Polls an hour that the plan includes, or `unlimited`.";
        "X-Poll-RateLimit-Remaining" Integer "9"
            "What is left of this hour. Absent when unlimited.";
        "X-Poll-RateLimit-Reset" String "2026-11-01T07:00:00.000Z"
            "When the hour ends.";
        "X-Poll-RateLimit-Window" String "hour"
            "Always `hour`.";
        "X-Poll-Recommended-Interval" Integer "360"
            "Seconds to wait between polls, so that they last for the hour.";
    }
    /// The header of a read whose answer the caller may hold already.
    TAG {
        "ETag" String "W/\"9f86d081884c7d65\""
            "Names the answer. Sent back as `If-None-Match`, an answer that is still the same is \
             304.";
    }
    LATER {
        "Retry-After" Integer "1"
            "Seconds to wait: 1 after a per-second limit, up to 00:00 UTC after a daily one, up \
             to 30 after a 503, but none at `/v1/health`. Absent for hourly and monthly limits; \
             `details.reset_at` states their end.";
    }
    METHODS {
        "Allow" String "POST"
            "The methods that the path takes.";
    }
    SCHEME {
        "WWW-Authenticate" String "Bearer"
            "How to send a key.";
    }
}

pub(super) fn components() -> BTreeMap<String, RefOr<Header>> {
    let all = GROUPS.iter().copied().flatten();
    all.map(|header| (header.0.to_owned(), RefOr::T(header.component()))).collect()
}

impl HeaderDescription {
    fn component(&self) -> Header {
        let schema = ObjectBuilder::new().schema_type(self.1.clone());
        let example = match self.1 {
            Type::Integer => self.2.parse::<u64>().map_or(self.2.into(), Into::into),
            _ => self.2.into(),
        };
        let header = HeaderBuilder::new().schema(Some(schema)).description(Some(self.3));
        header.example(Some(example)).build()
    }
}

/// Returns whether an answer has a tag, so that a caller who already has the answer gets 304.
pub(super) fn is_tagged(endpoint: Endpoint) -> bool {
    let is_untagged = matches!(
        endpoint,
        Endpoint::ExportDataset
            | Endpoint::ListWatchlistEvents
            | Endpoint::CheckHealth
            | Endpoint::CheckCoverage
    );
    endpoint.method() == Method::GET && !is_untagged
}

/// Adds the headers that a response of an endpoint with this status has.
pub(super) fn add(response: ResponseBuilder, endpoint: Endpoint, status: u16) -> ResponseBuilder {
    let by_access: &[&[HeaderDescription]] = match endpoint.access() {
        Access::Open | Access::Validated => &[UPGRADE],
        Access::Keyless => &[UPGRADE, KEYLESS, METERED, KEYED, TRIAL],
        Access::Key => &[UPGRADE, METERED, KEYED, TRIAL],
        Access::Export if status == 200 => &[UPGRADE, METERED, KEYED, EXPORTS],
        Access::Export => &[UPGRADE, METERED, KEYED, TRIAL, EXPORTS],
        Access::Published => &[UPGRADE, METERED, KEYED],
        Access::Poll => &[UPGRADE, METERED, KEYED, TRIAL, POLLS],
    };
    let by_status: &[HeaderDescription] = match status {
        200 if endpoint == Endpoint::ExportDataset => FILE,
        200 | 304 if is_tagged(endpoint) => TAG,
        429 | 503 => LATER,
        405 => METHODS,
        401 => SCHEME,
        _ => &[],
    };
    let headers = EVERYWHERE.iter().chain(by_access.iter().copied().flatten()).chain(by_status);
    headers.fold(response, |response, HeaderDescription(name, ..)| {
        response.header_ref(*name, Ref::new(format!("#/components/headers/{name}")))
    })
}
