//! `…/v1/webhooks…`.

mod local;

use licence_core::request;
use licence_core::time::Timestamp;
use licence_core::webhook::endpoint::{EndpointChange, EndpointDraft};

use super::{Body, Service, ask, body};
use crate::exit::Failure;
use crate::remote::{Call, Repeat};

/// What to do with a webhook of the account.
#[derive(Clone, Copy, Debug)]
enum WebhookAction {
    Deletion,
    Rotation,
    Test,
}

impl Service {
    /// Creates an endpoint; its secret is in the answer, once.
    pub(crate) async fn create_webhook(
        &self,
        draft: &EndpointDraft<String, String>,
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let draft = body(draft)?;
        match self {
            Self::Local(local) => local.create_webhook(&draft, now).await,
            Self::Remote(client) => {
                ask(client, Call::post(Repeat::Unsafe, ["webhooks"]).json(draft)).await
            }
        }
    }

    /// The endpoints of the account.
    pub(crate) async fn webhooks(&self) -> Result<Body, Failure> {
        match self {
            Self::Local(local) => local.webhooks().await,
            Self::Remote(client) => ask(client, Call::get(["webhooks"])).await,
        }
    }

    /// Changes the settings of an endpoint.
    pub(crate) async fn update_webhook(
        &self,
        id: &str,
        change: &EndpointChange<String, String>,
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let (id, change) = (request::webhook_id(id)?, body(change)?);
        match self {
            Self::Local(local) => local.update_webhook(id, &change, now).await,
            Self::Remote(client) => {
                ask(client, Call::patch(["webhooks", &id.0.to_string()]).json(change)).await
            }
        }
    }

    /// Deletes an endpoint with its deliveries.
    pub(crate) async fn delete_webhook(&self, id: &str, now: Timestamp) -> Result<(), Failure> {
        self.act_on_webhook(WebhookAction::Deletion, id, now).await.map(drop)
    }

    /// Gives an endpoint a new secret; the old one signs for 7 days more.
    pub(crate) async fn rotate_webhook(&self, id: &str, now: Timestamp) -> Result<Body, Failure> {
        self.act_on_webhook(WebhookAction::Rotation, id, now).await
    }

    /// Ends the old secrets of an endpoint at once.
    pub(crate) async fn end_old_secret(&self, id: &str, now: Timestamp) -> Result<Body, Failure> {
        let id = request::webhook_id(id)?;
        match self {
            Self::Local(local) => local.end_old_secret(id, now).await,
            Self::Remote(_) => Err(Failure::Usage(
                "webhooks end-old-secret works on a database; a server ends old secrets on its \
                 dashboard"
                    .to_owned(),
            )),
        }
    }

    /// Sends a `test.ping` to an endpoint.
    pub(crate) async fn test_webhook(&self, id: &str, now: Timestamp) -> Result<Body, Failure> {
        self.act_on_webhook(WebhookAction::Test, id, now).await
    }

    async fn act_on_webhook(
        &self,
        action: WebhookAction,
        id: &str,
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let id = request::webhook_id(id)?;
        match self {
            Self::Local(local) => local.act_on_webhook(action, id, now).await,
            Self::Remote(client) => {
                let id = id.0.to_string();
                let call = match action {
                    WebhookAction::Deletion => Call::delete(["webhooks", &id]),
                    WebhookAction::Rotation => {
                        Call::post(Repeat::Unsafe, ["webhooks", &id, "rotate_secret"])
                    }
                    WebhookAction::Test => Call::post(Repeat::Unsafe, ["webhooks", &id, "test"]),
                };
                ask(client, call).await
            }
        }
    }

    /// The deliveries to an endpoint, the newest first.
    pub(crate) async fn deliveries(
        &self,
        id: &str,
        status: Option<&str>,
        limit: Option<&str>,
    ) -> Result<Body, Failure> {
        let id = request::webhook_id(id)?;
        match self {
            Self::Local(local) => local.deliveries(id, status, limit).await,
            Self::Remote(client) => {
                let call = Call::get(["webhooks", &id.0.to_string(), "deliveries"]);
                ask(client, call.with("status", status).with("limit", limit)).await
            }
        }
    }
}
