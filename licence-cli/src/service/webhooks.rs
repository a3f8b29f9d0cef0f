//! `…/v1/webhooks…`.

use licence_core::request::{self, RequestError};
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::bodies::DeliveryPage;
use licence_core::webhook::delivery_query::DeliveryQuery;
use licence_core::webhook::endpoint::{EndpointChange, EndpointDraft};

use super::{Body, Service, ask, body};
use crate::exit::Failure;
use crate::remote::{Call, Repeat};

impl Service {
    /// Creates an endpoint; its secret is in the answer, once.
    pub(crate) async fn create_webhook(
        &self,
        draft: &EndpointDraft<String, String>,
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let draft = body(draft)?;
        match self {
            Self::Local(local) => {
                let account = local.account().await?;
                let draft = local.store.webhook_draft(account.id, &draft, now).await;
                let draft = draft.map_err(RequestError::from)?;
                let cap = local.plans.limits(account.plan).webhook_endpoints;
                body(&local.store.create_webhook(account.id, draft, cap, now).await??)
            }
            Self::Remote(client) => {
                ask(client, Call::post(Repeat::Unsafe, ["webhooks"]).json(draft)).await
            }
        }
    }

    pub(crate) async fn webhooks(&self) -> Result<Body, Failure> {
        match self {
            Self::Local(local) => body(&local.store.webhooks(local.account().await?.id).await?),
            Self::Remote(client) => ask(client, Call::get(["webhooks"])).await,
        }
    }

    pub(crate) async fn update_webhook(
        &self,
        id: &str,
        change: &EndpointChange<String, String>,
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let (id, change) = (request::webhook_id(id)?, body(change)?);
        match self {
            Self::Local(local) => {
                let account = local.account().await?.id;
                let change = local.store.webhook_change(account, id, &change, now).await;
                let change = change.map_err(RequestError::from)?;
                let updated = local.store.update_webhook(account, id, change, now).await??;
                body(&updated.ok_or_else(|| unknown(id))?)
            }
            Self::Remote(client) => {
                ask(client, Call::patch(["webhooks", &id.0.to_string()]).json(change)).await
            }
        }
    }

    /// Deletes an endpoint with its deliveries.
    pub(crate) async fn delete_webhook(&self, id: &str, now: Timestamp) -> Result<(), Failure> {
        let id = request::webhook_id(id)?;
        match self {
            Self::Local(local) => {
                let account = local.account().await?.id;
                match local.store.delete_webhook(account, id, now).await? {
                    true => Ok(()),
                    false => Err(unknown(id).into()),
                }
            }
            Self::Remote(client) => {
                ask(client, Call::delete(["webhooks", &id.0.to_string()])).await.map(drop)
            }
        }
    }

    /// Gives an endpoint a new secret; the old one signs for 7 days more.
    pub(crate) async fn rotate_webhook(&self, id: &str, now: Timestamp) -> Result<Body, Failure> {
        let id = request::webhook_id(id)?;
        match self {
            Self::Local(local) => {
                let account = local.account().await?.id;
                let rotated = local.store.rotate_webhook_secret(account, id, now).await?;
                body(&rotated.ok_or_else(|| unknown(id))?)
            }
            Self::Remote(client) => {
                let id = id.0.to_string();
                ask(client, Call::post(Repeat::Unsafe, ["webhooks", &id, "rotate_secret"])).await
            }
        }
    }

    /// Ends the old secrets of an endpoint at once.
    pub(crate) async fn end_old_secret(&self, id: &str, now: Timestamp) -> Result<Body, Failure> {
        let id = request::webhook_id(id)?;
        match self {
            Self::Local(local) => {
                let account = local.account().await?.id;
                let ended = local.store.end_old_webhook_secret(account, id, now).await?;
                body(&ended.ok_or_else(|| unknown(id))?)
            }
            Self::Remote(_) => Err(Failure::Usage(
                "webhooks end-old-secret works on a database; a server ends old secrets on its \
                 dashboard"
                    .to_owned(),
            )),
        }
    }

    pub(crate) async fn test_webhook(&self, id: &str, now: Timestamp) -> Result<Body, Failure> {
        let id = request::webhook_id(id)?;
        match self {
            Self::Local(local) => {
                let account = local.account().await?.id;
                let tested = local.store.test_webhook(account, id, now).await??;
                body(&tested.ok_or_else(|| unknown(id))?.result)
            }
            Self::Remote(client) => {
                let id = id.0.to_string();
                ask(client, Call::post(Repeat::Unsafe, ["webhooks", &id, "test"])).await
            }
        }
    }

    /// Returns the deliveries to an endpoint, the newest first.
    pub(crate) async fn deliveries(
        &self,
        id: &str,
        status: Option<&str>,
        limit: Option<&str>,
    ) -> Result<Body, Failure> {
        let id = request::webhook_id(id)?;
        match self {
            Self::Local(local) => {
                let query = DeliveryQuery::parse(status, limit).map_err(RequestError::from)?;
                let account = local.account().await?.id;
                let found = local.store.latest_deliveries(account, id, query).await?;
                let found = found.ok_or_else(|| unknown(id))?;
                body(&DeliveryPage { deliveries: found.deliveries })
            }
            Self::Remote(client) => {
                let call = Call::get(["webhooks", &id.0.to_string(), "deliveries"]);
                ask(client, call.with("status", status).with("limit", limit)).await
            }
        }
    }
}

fn unknown(id: WebhookId) -> RequestError {
    RequestError::UnknownWebhook(id.0.to_string())
}
