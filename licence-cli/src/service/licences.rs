//! `GET /v1/licenses/{license_id}…`.

use licence_core::request::{self, RequestError};
use licence_core::time::Timestamp;

use super::parameters::licence_id;
use super::{Body, Service, ask, body};
use crate::exit::Failure;
use crate::remote::Call;

impl Service {
    /// One licence.
    pub(crate) async fn licence(
        &self,
        text: &str,
        instant: Option<&str>,
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let id = licence_id(text)?;
        match self {
            Self::Local(local) => {
                let licence = local.store.licence(id, request::as_of(instant, now)?).await?;
                body(&licence.ok_or(RequestError::UnknownLicence(id))?)
            }
            Self::Remote(client) => {
                let call = Call::get(["licenses", &id.0.to_string()]);
                ask(client, call.with("as_of", instant)).await
            }
        }
    }

    /// Every change of a licence.
    pub(crate) async fn history(&self, text: &str) -> Result<Body, Failure> {
        let id = licence_id(text)?;
        match self {
            Self::Local(local) => {
                let history = local.store.history(id).await?;
                body(&history.ok_or(RequestError::UnknownLicence(id))?)
            }
            Self::Remote(client) => {
                ask(client, Call::get(["licenses", &id.0.to_string(), "history"])).await
            }
        }
    }
}
