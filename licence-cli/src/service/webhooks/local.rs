//! Webhooks on a database of this machine.

use licence_core::request::RequestError;
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery_query::DeliveryQuery;
use licence_store::service::{CreateWebhookResult, TestWebhookResult, UpdateWebhookResult};

use super::WebhookAction;
use crate::exit::Failure;
use crate::service::{Body, Local, body};

impl Local {
    pub(super) async fn create_webhook(
        &self,
        body_bytes: &[u8],
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let account = self.account().await?;
        let draft = self.store.webhook_draft(account.id, body_bytes, now).await;
        let draft = draft.map_err(RequestError::from)?;
        let cap = self.plans.limits(account.plan).webhook_endpoints;
        match self.store.create_webhook(account.id, draft, cap, now).await? {
            CreateWebhookResult::Created(endpoint) => body(&endpoint),
            CreateWebhookResult::Refused(error) => Err(RequestError::from(error).into()),
            CreateWebhookResult::QuotaExceeded(full) => Err(RequestError::from(full).into()),
        }
    }

    pub(super) async fn webhooks(&self) -> Result<Body, Failure> {
        body(&self.store.webhooks(self.account().await?.id).await?)
    }

    pub(super) async fn update_webhook(
        &self,
        id: WebhookId,
        body_bytes: &[u8],
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let account = self.account().await?.id;
        let change = self.store.webhook_change(account, id, body_bytes, now).await;
        let change = change.map_err(RequestError::from)?;
        match self.store.update_webhook(account, id, change, now).await? {
            UpdateWebhookResult::Updated(endpoint) => body(&endpoint),
            UpdateWebhookResult::Refused(error) => Err(RequestError::from(error).into()),
            UpdateWebhookResult::Unknown => Err(unknown(id).into()),
        }
    }

    pub(super) async fn act_on_webhook(
        &self,
        action: WebhookAction,
        id: WebhookId,
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let account = self.account().await?.id;
        match action {
            WebhookAction::Deletion => match self.store.delete_webhook(account, id, now).await? {
                true => Ok(Body::new()),
                false => Err(unknown(id).into()),
            },
            WebhookAction::Rotation => {
                let rotated = self.store.rotate_webhook_secret(account, id, now).await?;
                body(&rotated.ok_or_else(|| unknown(id))?)
            }
            WebhookAction::Test => match self.store.test_webhook(account, id, now).await? {
                TestWebhookResult::Tested(test) => body(&test.result),
                TestWebhookResult::NoActiveSecret => Err(RequestError::NoActiveSecret.into()),
                TestWebhookResult::Unknown => Err(unknown(id).into()),
            },
        }
    }

    pub(super) async fn end_old_secret(
        &self,
        id: WebhookId,
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let account = self.account().await?.id;
        let ended = self.store.end_old_webhook_secret(account, id, now).await?;
        body(&ended.ok_or_else(|| unknown(id))?)
    }

    pub(super) async fn deliveries(
        &self,
        id: WebhookId,
        status: Option<&str>,
        limit: Option<&str>,
    ) -> Result<Body, Failure> {
        let query = DeliveryQuery::parse(status, limit);
        let query = query.map_err(RequestError::from)?;
        let account = self.account().await?.id;
        let page = self.store.webhook_deliveries(account, id, query).await?;
        body(&page.ok_or_else(|| unknown(id))?)
    }
}

fn unknown(id: WebhookId) -> RequestError {
    RequestError::UnknownWebhook(id.0.to_string())
}
