//! A test of an endpoint (specification 4.4): a signed `test.ping` that is recorded nowhere.
//!
//! A test of an endpoint whose URL is refused, or that does not answer, is a successful request:
//! status 200 with the reason in its body. The header of a test counts no missed deliveries.

use std::time::Instant;

use licence_core::account::AccountId;
use licence_core::event::{EventIds, PING_EVENT, Ping};
use licence_core::request::RequestError;
use licence_core::time::Timestamp;
use licence_core::webhook::bodies::TestResult;
use licence_core::webhook::delivery::DeliveryRequest;
use licence_core::webhook::secret::{EndpointSecret, active_at};
use licence_core::webhook::{DeliveryId, WebhookId};

use super::find;
use super::secrets::secret_rows;
use crate::Store;
use crate::boxed;
use crate::error::StoreError;

/// A test with the request that was sent. The headers hold no secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentTest {
    /// What the receiver answered.
    pub result: TestResult,
    /// Where the request went.
    pub url: String,
    /// Its headers, the signature among them.
    pub headers: Vec<(&'static str, String)>,
    /// Its body.
    pub body: String,
}

impl Store {
    /// Sends a `test.ping` to an endpoint, signed with its active secrets, and returns the answer;
    /// `None` if the account has no endpoint with that id. An inactive endpoint can be tested too. No
    /// event and no delivery is recorded.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read or a secret cannot be decrypted.
    #[boxed]
    pub async fn test_webhook(
        &self,
        account: AccountId,
        id: WebhookId,
        now: Timestamp,
    ) -> Result<Result<Option<SentTest>, RequestError>, StoreError> {
        let Some(endpoint) = find(&self.databases.reader, account, id).await? else {
            return Ok(Ok(None));
        };
        let rows = secret_rows(&self.databases.reader, [id.0.to_string()]).await?;
        let secrets =
            rows.iter().map(|row| self.open_secret(id, row)).collect::<Result<Vec<_>, _>>()?;
        if active_at(&secrets, now).next().is_none() {
            return Ok(Err(RequestError::NoActiveSecret));
        }
        self.ping(id, &endpoint.url, &secrets, now).await.map(|test| Ok(Some(test)))
    }

    async fn ping(
        &self,
        id: WebhookId,
        url: &str,
        secrets: &[EndpointSecret],
        now: Timestamp,
    ) -> Result<SentTest, StoreError> {
        let event_id = EventIds::after(None, now).next(self.entropy.bits());
        let ping = Ping::new(id, event_id, now);
        // A ping is made of texts and a flag: it always serialises.
        let body = serde_json::to_string(&ping).unwrap_or_default();
        let request = DeliveryRequest {
            event: PING_EVENT,
            event_id,
            delivery_id: DeliveryId(self.entropy.uuid()),
            attempt: 1,
            missed_deliveries: 0,
            raw_body: body.as_bytes(),
        };
        let headers = request.headers(active_at(secrets, now), now);
        let begun = Instant::now();
        let poster = self.webhooks.poster()?;
        let posted = poster.post_on_demand(url, headers.clone(), body.clone().into()).await;
        let (outcome, answer) = (&posted.outcome, &posted.response_body);
        let result = TestResult::from_outcome(outcome, answer, begun.elapsed());
        Ok(SentTest { result, url: url.to_owned(), headers, body })
    }
}
