//! The bodies of the webhook endpoints of the API (specification 4.4, decisions 3).

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::delivery::{Delivery, Outcome};
use super::endpoint::WebhookEndpoint;
use super::secret::{WebhookSecret, revealed};
use crate::time::Timestamp;

/// The most bytes of a receiver's answer that the result of a test shows.
pub const MAX_RESPONSE_BYTES: usize = 2048;

/// `GET /v1/webhooks`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookList {
    /// The endpoints of the account, the oldest first, without their secrets.
    pub endpoints: Vec<WebhookEndpoint>,
}

/// `POST /v1/webhooks/{id}/rotate_secret`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SecretRotated {
    /// The secret that signs from now on, shown once.
    #[serde(serialize_with = "revealed")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub new_secret: WebhookSecret,
    /// When the previous secret stops signing; null when none was active.
    pub previous_expires_at: Option<Timestamp>,
}

/// The answer to ending the previous secrets of an endpoint at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OldSecretsEnded {
    /// How many secrets signed beside the newest until now.
    pub ended: u64,
}

/// `GET /v1/webhooks/{id}/deliveries`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeliveryPage {
    /// The deliveries, the newest first.
    pub deliveries: Vec<Delivery>,
}

/// `POST /v1/webhooks/{id}/test`: the result of a test, whatever the receiver answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TestResult {
    /// Whether the receiver answered 2xx.
    pub delivered: bool,
    /// The HTTP status of its answer; null when there was none.
    pub http_status: Option<u16>,
    /// The beginning of its answer; null when there was none.
    pub response_body: Option<String>,
    /// How long it took, in milliseconds.
    pub latency_ms: u64,
    /// What went wrong; null after a success.
    pub error: Option<String>,
}

impl TestResult {
    /// Returns the result of a test. Bytes that are not UTF-8 become `U+FFFD`.
    pub fn from_outcome(outcome: &Outcome, response_body: &[u8], latency: Duration) -> Self {
        let http_status = outcome.response_status();
        let shown = &response_body[..response_body.len().min(MAX_RESPONSE_BYTES)];
        Self {
            delivered: outcome.is_success(),
            http_status,
            response_body: http_status.map(|_| String::from_utf8_lossy(shown).into_owned()),
            latency_ms: u64::try_from(latency.as_millis()).unwrap_or(u64::MAX),
            error: outcome.error(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::webhook::delivery::NetworkFailure;

    #[test]
    fn a_test_is_answered_whatever_the_receiver_did() {
        let result = |outcome: Outcome, body: &[u8]| {
            let result = TestResult::from_outcome(&outcome, body, Duration::from_millis(12));
            serde_json::to_string(&result).unwrap()
        };
        assert_eq!(
            result(Outcome::Answered(204), b""),
            r#"{"delivered":true,"http_status":204,"response_body":"","latency_ms":12,"error":null}"#
        );
        assert_eq!(
            result(Outcome::Answered(500), b"\xff"),
            concat!(
                r#"{"delivered":false,"http_status":500,"response_body":"�","latency_ms":12,"#,
                r#""error":"the receiver answered 500"}"#
            )
        );
        assert_eq!(
            result(Outcome::Unanswered(NetworkFailure::Timeout), b""),
            concat!(
                r#"{"delivered":false,"http_status":null,"response_body":null,"latency_ms":12,"#,
                r#""error":"timeout"}"#
            )
        );
        let long = TestResult::from_outcome(&Outcome::Answered(200), &[b'a'; 5000], Duration::ZERO);
        assert_eq!(long.response_body.map(|body| body.len()), Some(MAX_RESPONSE_BYTES));
    }
}
