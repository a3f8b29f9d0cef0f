//! Webhooks on a database of this machine.

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::bodies::DeliveryQuery;
use licence_core::webhook::endpoint::{EndpointChange, EndpointDraft};
use licence_store::service::{WebhookCreated, WebhookTested, WebhookUpdated};

use super::{WebhookAction, unknown_webhook};
use crate::exit::{Exit, Failure, Refusal};
use crate::service::parameters::invalid;
use crate::service::{Body, Local, body};

/// The words of the server for what it refuses (specification 7).
impl Local {
    pub(super) async fn create_webhook(
        &self,
        settings: &[u8],
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let draft = EndpointDraft::from_json(settings, self.store.url_policy());
        let draft = draft.map_err(|error| invalid(format!("{error}.")))?;
        let account = self.account().await?;
        let cap = self.plans.limits(account.plan).webhook_endpoints;
        match self.store.create_webhook(account.id, draft, cap, now).await? {
            WebhookCreated::Created(endpoint) => body(&endpoint),
            WebhookCreated::Refused(error) => Err(invalid(format!("{error}."))),
            WebhookCreated::OverCap(full) => {
                let (used, limit) = (full.current_usage, full.limit);
                let error = format!("The account has {used} of {limit} webhook endpoints.");
                let next = "Try licence webhooks delete ID, or accounts set-plan ID PLAN.";
                Err(Failure::refused(Refusal::here(Exit::Refused, error, Some(next.to_owned()))))
            }
        }
    }

    pub(super) async fn webhooks(&self) -> Result<Body, Failure> {
        body(&self.store.webhooks(self.account().await?.id).await?)
    }

    pub(super) async fn update_webhook(
        &self,
        id: WebhookId,
        settings: &[u8],
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let change = EndpointChange::from_json(settings, self.store.url_policy());
        let change = change.map_err(|error| invalid(format!("{error}.")))?;
        let account = self.account().await?.id;
        match self.store.update_webhook(account, id, change, now).await? {
            WebhookUpdated::Updated(endpoint) => body(&endpoint),
            WebhookUpdated::Refused(error) => Err(invalid(format!("{error}."))),
            WebhookUpdated::Unknown => Err(unknown_webhook(&id.0.to_string())),
        }
    }

    pub(super) async fn act_on_webhook(
        &self,
        action: WebhookAction,
        id: WebhookId,
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let account = self.account().await?.id;
        let unknown = || unknown_webhook(&id.0.to_string());
        match action {
            WebhookAction::Deletion => match self.store.delete_webhook(account, id, now).await? {
                true => Ok(Body::new()),
                false => Err(unknown()),
            },
            WebhookAction::Rotation => {
                let rotated = self.store.rotate_webhook_secret(account, id, now).await?;
                body(&rotated.ok_or_else(unknown)?)
            }
            WebhookAction::Test => match self.store.test_webhook(account, id, now).await? {
                WebhookTested::Tested(result) => body(&result),
                WebhookTested::NoActiveSecret => {
                    let error =
                        "No secret of the webhook is active, so that nothing can be signed.";
                    Err(invalid(error.to_owned()))
                }
                WebhookTested::Unknown => Err(unknown()),
            },
        }
    }

    pub(super) async fn deliveries(
        &self,
        id: WebhookId,
        status: Option<&str>,
        limit: Option<&str>,
    ) -> Result<Body, Failure> {
        let query = DeliveryQuery::parse(status, limit);
        let query = query.map_err(|error| invalid(format!("{error}.")))?;
        let account = self.account().await?.id;
        let page = self.store.webhook_deliveries(account, id, query).await?;
        body(&page.ok_or_else(|| unknown_webhook(&id.0.to_string()))?)
    }
}
