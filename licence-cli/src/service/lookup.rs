//! `GET /v1/jurisdictions…`, `/v1/operators…`, `/v1/licenses/{license_id}…`, `/v1/health`,
//! `/v1/health/coverage` and `/v1/stats`.

use licence_core::health::HealthBody;
use licence_core::lookup::{JurisdictionList, JurisdictionRow, OperatorSearch, PageRules};
use licence_core::request::{self, RequestError};
use licence_core::time::Timestamp;
use licence_store::service::Health;
use reqwest::StatusCode;

use super::{Body, Service, ask, body};
use crate::exit::Failure;
use crate::remote::{Call, Client};

impl Service {
    /// Returns all jurisdictions, from a server or from this program. No database holds them.
    pub(crate) async fn jurisdictions(server: Option<&Client>) -> Result<Body, Failure> {
        match server {
            None => body(&JurisdictionList::all()),
            Some(client) => ask(client, Call::get(["jurisdictions"])).await,
        }
    }

    /// Returns one jurisdiction, from a server or from this program.
    pub(crate) async fn jurisdiction(server: Option<&Client>, code: &str) -> Result<Body, Failure> {
        let code = request::jurisdiction_code(code)?;
        match server {
            None => body(&JurisdictionRow::from(code.jurisdiction())),
            Some(client) => ask(client, Call::get(["jurisdictions", code.as_str()])).await,
        }
    }

    pub(crate) async fn jurisdiction_operators(
        &self,
        code: &str,
        limit: Option<&str>,
        offset: Option<&str>,
    ) -> Result<Body, Failure> {
        let asked = request::page(PageRules::JURISDICTION_OPERATORS, limit, offset)?;
        let code = request::jurisdiction_code(code)?;
        match self {
            Self::Local(local) => body(&local.store.operators_of(code, asked).await?),
            Self::Remote(client) => {
                let call = Call::get(["jurisdictions", code.as_str(), "operators"]);
                ask(client, call.with("limit", limit).with("offset", offset)).await
            }
        }
    }

    /// Returns a page of the operators with this text in their name or slug.
    pub(crate) async fn search(
        &self,
        q: &str,
        limit: Option<&str>,
        offset: Option<&str>,
    ) -> Result<Body, Failure> {
        let q = request::search_term(Some(q))?;
        let asked = request::page(PageRules::SEARCH, limit, offset)?;
        match self {
            Self::Local(local) => body(&local.store.search_operators(q, asked).await?),
            Self::Remote(client) => {
                let call = Call::get(["operators", "search"]).with("q", Some(q));
                ask(client, call.with("limit", limit).with("offset", offset)).await
            }
        }
    }

    /// Returns the best licences of the operators that a search found; `None` from a server, because the
    /// body of its search has no licences.
    pub(crate) async fn best_licences(&self, found: &[u8]) -> Result<Option<Body>, Failure> {
        let Self::Local(local) = self else { return Ok(None) };
        let found: OperatorSearch = serde_json::from_slice(found)?;
        let ids: Vec<_> = found.operators.iter().map(|found| found.operator.id).collect();
        body(&local.store.best_licences(&ids).await?).map(Some)
    }

    /// Returns an operator with everything on record.
    pub(crate) async fn operator(
        &self,
        text: &str,
        instant: Option<&str>,
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let slug = request::operator_slug(text)?;
        match self {
            Self::Local(local) => {
                let as_of = request::as_of(instant, now)?;
                let operator = local.store.operator(&slug, as_of).await?;
                body(&operator.ok_or(RequestError::UnknownOperator(slug))?)
            }
            Self::Remote(client) => {
                let call = Call::get(["operators", slug.as_str()]);
                ask(client, call.with("as_of", instant)).await
            }
        }
    }

    pub(crate) async fn operator_licences(
        &self,
        text: &str,
        include_history: bool,
    ) -> Result<Body, Failure> {
        let slug = request::operator_slug(text)?;
        match self {
            Self::Local(local) => {
                let licences = local.store.operator_licences(&slug, include_history).await?;
                body(&licences.ok_or(RequestError::UnknownOperator(slug))?)
            }
            Self::Remote(client) => {
                let call = Call::get(["operators", slug.as_str(), "licenses"]);
                ask(client, call.with("include_history", include_history.then_some("true"))).await
            }
        }
    }

    /// Returns a page of the regulatory actions linked to an operator.
    pub(crate) async fn regulatory_actions(
        &self,
        text: &str,
        limit: Option<&str>,
        offset: Option<&str>,
        sort: Option<&str>,
    ) -> Result<Body, Failure> {
        let slug = request::operator_slug(text)?;
        let asked = request::page(PageRules::REGULATORY_ACTIONS, limit, offset)?;
        let order = request::action_sort(sort)?;
        match self {
            Self::Local(local) => {
                let actions = local.store.regulatory_actions(&slug, asked, order).await?;
                body(&actions.ok_or(RequestError::UnknownOperator(slug))?)
            }
            Self::Remote(client) => {
                let call = Call::get(["operators", slug.as_str(), "regulatory-actions"]);
                let call = call.with("limit", limit).with("offset", offset);
                ask(client, call.with("sort", sort)).await
            }
        }
    }

    pub(crate) async fn licence(
        &self,
        text: &str,
        instant: Option<&str>,
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let id = request::licence_id(text)?;
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

    pub(crate) async fn history(&self, text: &str) -> Result<Body, Failure> {
        let id = request::licence_id(text)?;
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

    /// Returns how fresh and how deep the registers are.
    pub(crate) async fn coverage(&self, now: Timestamp) -> Result<Body, Failure> {
        match self {
            Self::Local(local) => body(&local.store.coverage(now).await?),
            Self::Remote(client) => ask(client, Call::get(["health", "coverage"])).await,
        }
    }

    pub(crate) async fn stats(&self, now: Timestamp) -> Result<Body, Failure> {
        match self {
            Self::Local(local) => body(&*local.store.stats(now).await?),
            Self::Remote(client) => ask(client, Call::get(["stats"])).await,
        }
    }

    /// Returns whether the service can do its work; that it cannot is an answer too.
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
