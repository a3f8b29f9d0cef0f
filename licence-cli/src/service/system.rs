//! `GET /v1/health`, `/v1/health/coverage`, `/v1/stats`.

use licence_core::health::HealthBody;
use licence_core::time::Timestamp;
use licence_store::service::Health;
use reqwest::StatusCode;

use super::{Body, Service, ask, body};
use crate::exit::Failure;
use crate::remote::Call;

impl Service {
    /// How fresh and how deep the registers are.
    pub(crate) async fn coverage(&self, now: Timestamp) -> Result<Body, Failure> {
        match self {
            Self::Local(local) => body(&local.store.coverage(now).await?),
            Self::Remote(client) => ask(client, Call::get(["health", "coverage"])).await,
        }
    }

    /// Headline counts.
    pub(crate) async fn stats(&self, now: Timestamp) -> Result<Body, Failure> {
        match self {
            Self::Local(local) => body(&*local.store.stats(now).await?),
            Self::Remote(client) => ask(client, Call::get(["stats"])).await,
        }
    }

    /// Whether the service can do its work; that it cannot is an answer too.
    pub(crate) async fn health(&self, now: Timestamp) -> Result<Body, Failure> {
        match self {
            Self::Local(local) => {
                let Health { database, cache } = local.store.health().await;
                body(&HealthBody::new(database, cache, env!("CARGO_PKG_VERSION"), now))
            }
            Self::Remote(client) => {
                let call = Call::get(["health"]).accepting(StatusCode::SERVICE_UNAVAILABLE);
                ask(client, call).await
            }
        }
    }
}
