//! `licence webhooks`.

use licence_core::webhook::bodies::TestResult;
use licence_core::webhook::endpoint::{DEFAULT_WATCHLIST_ONLY, EndpointChange, EndpointDraft};
use licence_core::webhook::signature;

use crate::args::{CreateWebhook, UpdateWebhook, VerifyWebhook, WebhooksCommand};
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::service::{Body, Service};
use crate::{input, notes, output};

/// The largest body that is verified; those of the service are a thousand times smaller.
const MAX_PAYLOAD_BYTES: u64 = 16 * 1024 * 1024;

pub(crate) fn run(settings: &Settings, args: &WebhooksCommand) -> Result<Exit, Failure> {
    settings.with_service(async |service| match args {
        WebhooksCommand::Create(create) => {
            let body = create_webhook(service, create).await?;
            output::with_secret(create.form, &body, output::webhooks::endpoint)
        }
        WebhooksCommand::List { form, .. } => {
            let body = service.webhooks().await?;
            output::list(*form, &body, "endpoints", output::webhooks::endpoints)
        }
        WebhooksCommand::Update(update) => {
            let body = update_webhook(service, update).await?;
            output::print_answer(update.form, &body, output::webhooks::endpoint)
        }
        WebhooksCommand::Delete(one) => {
            service.delete_webhook(&one.id, now()?).await?;
            match one.form.json {
                true => Ok(Exit::Done),
                false => output::sentence(format_args!("{} is deleted", one.id)),
            }
        }
        WebhooksCommand::Rotate(one) => {
            let body = service.rotate_webhook(&one.id, now()?).await?;
            output::with_secret(one.form, &body, output::webhooks::rotated)
        }
        WebhooksCommand::EndOldSecret(one) => {
            let body = service.end_old_secret(&one.id, now()?).await?;
            output::print_answer(one.form, &body, output::webhooks::old_secrets_ended)
        }
        WebhooksCommand::Deliveries { id, status, limit, form, .. } => {
            let body = service.deliveries(id, status.as_deref(), limit.as_deref()).await?;
            output::list(*form, &body, "deliveries", output::webhooks::deliveries)
        }
        WebhooksCommand::Test(one) => {
            let body = service.test_webhook(&one.id, now()?).await?;
            output::answered(output::print_answer(one.form, &body, output::webhooks::tested))?;
            let tested: TestResult = serde_json::from_slice(&body)?;
            Ok(if tested.delivered { Exit::Done } else { Exit::NotAPass })
        }
        WebhooksCommand::Verify(delivery) => verify(delivery),
    })
}

async fn create_webhook(service: &Service, create: &CreateWebhook) -> Result<Body, Failure> {
    let draft = EndpointDraft {
        url: create.url.clone(),
        events: create.events.clone(),
        watchlist_only: create.watchlist.watchlist_only().unwrap_or(DEFAULT_WATCHLIST_ONLY),
        description: create.description.clone(),
    };
    service.create_webhook(&draft, now()?).await
}

async fn update_webhook(service: &Service, update: &UpdateWebhook) -> Result<Body, Failure> {
    let cleared = update.no_description.then_some(None);
    let change = EndpointChange {
        url: update.url.clone(),
        events: (!update.events.is_empty()).then(|| update.events.clone()),
        active: update.active,
        watchlist_only: update.watchlist.watchlist_only(),
        description: update.description.clone().map(Some).or(cleared),
    };
    service.update_webhook(&update.id, &change, now()?).await
}

/// Verifies a delivery that was received, without the service.
pub(crate) fn verify(delivery: &VerifyWebhook) -> Result<Exit, Failure> {
    let payload = input::read(&delivery.payload, MAX_PAYLOAD_BYTES)?;
    let secrets = delivery.secret.iter().map(String::as_str);
    let (now, tolerance) = (now()?, delivery.tolerance.0);
    match signature::verify(&payload.bytes, &delivery.signature, secrets, now, tolerance) {
        Ok(()) => output::sentence("valid"),
        Err(error) => {
            notes::note(format_args!("not valid: {error}"));
            Ok(Exit::NotAPass)
        }
    }
}
