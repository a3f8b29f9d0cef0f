//! Loads the certificate again when its files change: renewals need no restart.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use licence_core::time::Timestamp;
use tokio::time::interval;

use crate::metrics::Metrics;
use crate::tls::Certificate;

/// How often to look at the files.
pub const EVERY: Duration = Duration::from_secs(5);

/// Warn once a day when a certificate expires within this many days.
const WARNED_DAYS: i64 = 14;

/// Keeps the certificate the same as its files, for ever. Logs unusable files once, and keeps the
/// certificate in use.
pub async fn keep_current(
    certificate: Certificate,
    metrics: Arc<Metrics>,
    clock: impl Fn() -> Timestamp,
) -> Infallible {
    let mut timer = interval(EVERY);
    let mut is_failing = false;
    let mut warned_of = None;
    loop {
        timer.tick().await;
        let now = clock();
        let outcome = certificate.refresh(now);
        match &outcome {
            Ok(true) => tracing::info!("the certificate was loaded again"),
            Err(error) if !is_failing => {
                tracing::error!(%error, "the new certificate is not used; the old one stays");
            }
            Ok(false) | Err(_) => {}
        }
        is_failing = outcome.is_err();
        let valid_until = certificate.valid_until();
        metrics.note_certificate(valid_until);
        let days_left = days_left(valid_until, now);
        if days_left < WARNED_DAYS && warned_of != Some(days_left) {
            warn(days_left, valid_until);
            warned_of = Some(days_left);
        }
    }
}

fn warn(days_left: i64, valid_until: Timestamp) {
    match days_left {
        0.. => tracing::warn!(days_left, %valid_until, "the certificate expires soon: renew it"),
        _ => tracing::error!(%valid_until, "the certificate has expired: renew it"),
    }
}

/// Returns the whole days until an instant; negative after it.
fn days_left(valid_until: Timestamp, now: Timestamp) -> i64 {
    (valid_until.epoch_millis() - now.epoch_millis()).div_euclid(86_400_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_whole_and_negative_after_the_end() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let valid_until = at("2026-11-20T12:00:00Z");
        for (now, expected) in [
            ("2026-11-06T12:00:00Z", 14),
            ("2026-11-06T12:00:00.001Z", 13),
            ("2026-11-20T11:59:59Z", 0),
            ("2026-11-20T12:00:00Z", 0),
            ("2026-11-20T12:00:01Z", -1),
        ] {
            assert_eq!(days_left(valid_until, at(now)), expected, "{now}");
        }
    }
}
