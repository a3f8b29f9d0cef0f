//! The headers of specification 8, in one pass.

use licence_core::account::plan::Plan;
use licence_core::account::quota::{KEYLESS_PER_HOUR, Limit, Tally};
use licence_core::event::feed::poll_headers;
use licence_core::time::Timestamp;
use licence_store::service::Admission;
use warp::http::header::{CACHE_CONTROL, HeaderName, HeaderValue};
use warp::http::{HeaderMap, StatusCode};

use super::caller::{Caller, Identity};
use crate::endpoint::{Access, Endpoint};
use crate::reply::Response;
use crate::request::RequestContext;

const QUOTA_LIMIT: HeaderName = HeaderName::from_static("x-monthly-quota-limit");
const QUOTA_USED: HeaderName = HeaderName::from_static("x-monthly-quota-used");
const QUOTA_REMAINING: HeaderName = HeaderName::from_static("x-monthly-quota-remaining");
const QUOTA_RESET: HeaderName = HeaderName::from_static("x-monthly-quota-reset");
const QUOTA_WARNING: HeaderName = HeaderName::from_static("x-monthly-quota-warning");
const RATE_LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const RATE_REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
const RATE_RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");
const RATE_POLICY: HeaderName = HeaderName::from_static("x-ratelimit-policy");
const STANDARD_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const UPGRADE_URL: HeaderName = HeaderName::from_static("x-upgrade-url");
const UNLIMITED: HeaderValue = HeaderValue::from_static("unlimited");

/// The used share of the month's quota at which a warning begins, in percent.
const WARNING_PERCENT: u64 = 80;

/// Writes the headers with the limits of this caller.
pub(super) fn write(
    context: &RequestContext,
    endpoint: Endpoint,
    identity: &Identity,
    admission: Option<&Admission>,
    response: &mut Response,
) {
    // A request that reached a limit may be refused for another reason.
    let is_limited = response.status() == StatusCode::TOO_MANY_REQUESTS;
    let headers = response.headers_mut();
    let private = HeaderValue::from_static(match identity {
        Identity::Keyed(_) => "private, no-cache",
        Identity::Keyless | Identity::Unknown => "no-cache",
    });
    headers.entry(CACHE_CONTROL).or_insert(private);
    match (identity, admission) {
        (Identity::Keyless, Some(admission)) => keyless(admission, headers),
        (Identity::Keyed(caller), Some(admission)) => {
            keyed(endpoint, caller, admission, is_limited, headers);
        }
        (_, None) | (Identity::Unknown, Some(_)) => {}
    }
    if may_upgrade(endpoint, identity) {
        headers.insert(UPGRADE_URL, context.state().upgrade_url.clone());
    }
}

fn keyless(admission: &Admission, headers: &mut HeaderMap) {
    let Some(tally) = admission.tally(Limit::Keyless) else { return };
    rate(KEYLESS_PER_HOUR, tally, headers);
    // The ten of `KEYLESS_PER_HOUR`; the tests hold the three together.
    headers.insert(RATE_POLICY, HeaderValue::from_static("tier=public;limit=10;window=hour"));
    headers.insert(STANDARD_POLICY, HeaderValue::from_static("\"default\";q=10;w=3600"));
}

fn keyed(
    endpoint: Endpoint,
    caller: &Caller,
    admission: &Admission,
    is_limited: bool,
    headers: &mut HeaderMap,
) {
    if let Some(month) = admission.tally(Limit::PerMonth) {
        monthly(month, endpoint, headers);
    }
    if let Some(second) = admission.tally(Limit::PerSecond)
        && is_limited
        && admission.refused_by == Some(Limit::PerSecond)
    {
        rate(second.cap.at_most().unwrap_or(0), second, headers);
    }
    if let Some(day) = admission.tally(Limit::PerDay)
        && caller.plan == Plan::Trial
    {
        daily("x-prelaunch-daily", day, headers);
    }
    if let Some(exports) = admission.tally(Limit::Exports) {
        daily("x-export-daily", exports, headers);
    }
    if let Some(polls) = admission.tally(Limit::Polls) {
        for (name, value) in poll_headers(polls) {
            if let Ok(name) = HeaderName::try_from(name) {
                headers.insert(name, text(&value));
            }
        }
    }
}

fn monthly(month: &Tally, endpoint: Endpoint, headers: &mut HeaderMap) {
    let Some(remaining) = month.remaining() else {
        headers.insert(QUOTA_LIMIT, UNLIMITED);
        headers.insert(RATE_POLICY, HeaderValue::from_static("tier=unlimited"));
        return;
    };
    let limit = month.cap.at_most().unwrap_or(0);
    headers.insert(QUOTA_LIMIT, integer(limit));
    headers.insert(QUOTA_USED, integer(month.used));
    headers.insert(QUOTA_REMAINING, integer(remaining));
    headers.insert(QUOTA_RESET, instant(month.resets_at));
    rate(limit, month, headers);
    let percent = month.percent_used().unwrap_or(0);
    if percent >= WARNING_PERCENT {
        let warning = format!("{percent}% of the monthly quota is used");
        headers.insert(QUOTA_WARNING, text(&warning));
    }
    if endpoint.access() == Access::Keyless {
        headers.insert(RATE_POLICY, HeaderValue::from_static("tier=authenticated"));
    }
}

fn rate(limit: u64, tally: &Tally, headers: &mut HeaderMap) {
    headers.insert(RATE_LIMIT, integer(limit));
    headers.insert(RATE_REMAINING, integer(tally.remaining().unwrap_or(0)));
    headers.insert(RATE_RESET, integer(tally.resets_at.epoch_millis() / 1000));
}

/// Writes limit, used, remaining and reset of a daily limit; only the reset if it is unlimited
/// (decisions 3, export headers).
fn daily(prefix: &'static str, day: &Tally, headers: &mut HeaderMap) {
    let mut insert = |what: &str, value: HeaderValue| {
        if let Ok(name) = HeaderName::try_from(format!("{prefix}-{what}")) {
            headers.insert(name, value);
        }
    };
    insert("reset", instant(day.resets_at));
    if let Some(remaining) = day.remaining() {
        insert("limit", integer(day.cap.at_most().unwrap_or(0)));
        insert("used", integer(day.used));
        insert("remaining", integer(remaining));
    }
}

/// Returns whether a higher plan may help this caller (decisions 3).
fn may_upgrade(endpoint: Endpoint, identity: &Identity) -> bool {
    match (identity, endpoint.access()) {
        (Identity::Keyed(caller), _) => caller.plan != Plan::Enterprise,
        (Identity::Keyless, _) => true,
        (Identity::Unknown, access) => access.needs_key(),
    }
}

/// Returns a number as a value of one allocation; the conversion of `http` has two.
fn integer(number: impl itoa::Integer) -> HeaderValue {
    text(itoa::Buffer::new().format(number))
}

fn instant(instant: Timestamp) -> HeaderValue {
    text(instant.digits(&mut [0; 24]))
}

/// Returns the value of a header. The text has digits, letters and signs only, so it always fits.
fn text(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(""))
}
