//! When to retry a download: soon, a few times, and not before the host allows it.

use std::time::Duration;

use chrono::DateTime;
use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};

use super::DownloadError;

/// Returns the wait before the next attempt, at least what the host asks for. `None` if the host
/// asks for too much or no attempt is left.
pub(super) fn wait_after(
    error: &DownloadError,
    planned: Option<Duration>,
    longest: Duration,
) -> Option<Duration> {
    let requested = match error {
        DownloadError::Status { retry_after, .. } => retry_after.unwrap_or_default(),
        _ => Duration::ZERO,
    };
    planned.map(|wait| wait.max(requested)).filter(|wait| *wait <= longest)
}

/// Parses `Retry-After`: seconds, or an instant by the clock of the host.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: HeaderName| headers.get(name)?.to_str().ok().map(str::trim);
    let requested = text(RETRY_AFTER)?;
    if let Ok(seconds) = requested.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let (then, now) = (instant(requested)?, instant(text(DATE)?)?);
    (then - now).to_std().ok()
}

/// Parses an HTTP date, which has the form of RFC 2822.
fn instant(text: &str) -> Option<DateTime<chrono::FixedOffset>> {
    DateTime::parse_from_rfc2822(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed_seconds(value: &str) -> Option<u64> {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, value.parse().unwrap());
        headers.insert(DATE, "Sun, 01 Nov 2026 06:00:00 GMT".parse().unwrap());
        retry_after(&headers).map(|after| after.as_secs())
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        assert_eq!(parsed_seconds("0"), Some(0));
        assert_eq!(parsed_seconds(" 120 "), Some(120));
        assert_eq!(parsed_seconds("Sun, 01 Nov 2026 06:01:30 GMT"), Some(90));
        assert_eq!(parsed_seconds("Sun, 01 Nov 2026 05:00:00 GMT"), None);
        assert_eq!(parsed_seconds("soon"), None);
        assert_eq!(retry_after(&HeaderMap::new()), None);
    }

    #[test]
    fn a_host_is_obeyed_up_to_a_bound() {
        let wait = |requested: Option<u64>, planned: Option<u64>| {
            let retry_after = requested.map(Duration::from_secs);
            let error = DownloadError::Status { url: String::new(), status: 429, retry_after };
            let planned = planned.map(Duration::from_secs);
            wait_after(&error, planned, Duration::from_secs(60)).map(|wait| wait.as_secs())
        };
        assert_eq!(wait(None, Some(2)), Some(2));
        assert_eq!(wait(Some(1), Some(2)), Some(2));
        assert_eq!(wait(Some(60), Some(2)), Some(60));
        assert_eq!(wait(Some(61), Some(2)), None);
        assert_eq!(wait(Some(1), None), None);
    }
}
