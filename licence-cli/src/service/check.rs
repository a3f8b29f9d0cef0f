//! `GET /v1/check` and `POST /v1/check/batch`.

use licence_core::catalogue::Catalogue;
use licence_core::check::{
    self, CheckQuery, ExactCatalogue, NeedsFullProfile, NoHistory, QueryEcho,
};
use licence_core::request::{self, RequestError, quoted};
use licence_core::time::Timestamp;
use serde::Deserialize;
use serde_json::json;

use super::{Body, Service, ask, body};
use crate::exit::Failure;
use crate::remote::{Call, Repeat};

/// What a check asks about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CheckRequest<'a> {
    /// A bare hostname.
    Domain(&'a str),
    /// A licence number or a UKGC account number.
    LicenceNumber(&'a str),
}

impl CheckRequest<'_> {
    fn query(self) -> Result<CheckQuery, RequestError> {
        match self {
            Self::Domain(domain) => request::domain(domain),
            Self::LicenceNumber(number) => request::licence_number(number),
        }
    }

    fn echo(self) -> QueryEcho {
        match self {
            Self::Domain(domain) => QueryEcho::of_domain(domain),
            Self::LicenceNumber(number) => {
                QueryEcho { domain: None, license_number: Some(number.to_owned()) }
            }
        }
    }

    /// Returns the verdict of a catalogue.
    pub(crate) fn check(
        self,
        catalogue: &Catalogue,
        instant: Option<&str>,
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let query = self.query()?;
        let Some(as_of) = request::as_of(instant, now)? else {
            return body(&check::check(catalogue, &query, now));
        };
        let answer = check::check_as_of(catalogue, &query, as_of, now);
        body(&answer.map_err(|error: NoHistory| {
            Failure::Usage(format!(
                "--as-of: {error}; build it with --with-history, or ask a database or a server"
            ))
        })?)
    }

    /// Returns the verdict of a catalogue that answers equality alone.
    pub(crate) fn check_exact(
        self,
        catalogue: &ExactCatalogue,
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let answer = catalogue.check(&self.query()?, now);
        body(&answer.map_err(|needs: NeedsFullProfile| Failure::Usage(needs.to_string()))?)
    }
}

impl Service {
    pub(crate) async fn check(
        &self,
        request: CheckRequest<'_>,
        instant: Option<&str>,
        now: Timestamp,
    ) -> Result<Body, Failure> {
        let query = request.query()?;
        match self {
            Self::Local(local) => {
                let as_of = request::as_of(instant, now)?;
                // An assistant asks for days, and other processes read registers meanwhile.
                local.store.refresh_catalogue().await?;
                body(&local.store.check(&query, as_of, now).await?)
            }
            Self::Remote(client) => {
                let call = Call::get(["check"]);
                let call = match request {
                    CheckRequest::Domain(domain) => call.with("domain", Some(domain)),
                    CheckRequest::LicenceNumber(number) => {
                        call.with("license_number", Some(number))
                    }
                };
                let answer = ask(client, call.with("as_of", instant)).await?;
                if let Ok(answered) = serde_json::from_slice::<Answer>(&answer) {
                    answered.require_about(&request.echo())?;
                }
                Ok(answer)
            }
        }
    }

    /// Returns the verdicts of domains; a server takes at most 100. The request changes nothing.
    pub(crate) async fn check_batch(
        &self,
        domains: &[&str],
        now: Timestamp,
    ) -> Result<Body, Failure> {
        match self {
            Self::Local(local) => {
                local.store.refresh_catalogue().await?;
                let checker = local.store.checker().await?;
                body(&checker.check_batch(domains.iter().copied(), now))
            }
            Self::Remote(client) => {
                let call = Call::post(Repeat::Safe, ["check", "batch"]);
                let page = ask(client, call.json(body(&json!({ "domains": domains }))?)).await?;
                if let Ok(Answers { results }) = serde_json::from_slice(&page)
                    && results.len() == domains.len()
                {
                    for (answer, domain) in results.iter().zip(domains) {
                        answer.require_about(&QueryEcho::of_domain(domain))?;
                    }
                }
                Ok(page)
            }
        }
    }
}

/// The rows of a batch, each with its question.
#[derive(Deserialize)]
struct Answers {
    results: Vec<Answer>,
}

/// The question that an answer repeats.
#[derive(Deserialize)]
struct Answer {
    query: QueryEcho,
}

impl Answer {
    /// Refuses an answer to another question, as a cache before the server may give it.
    fn require_about(&self, asked: &QueryEcho) -> Result<(), Failure> {
        let text = |query: &QueryEcho| {
            quoted(
                query.domain.as_ref().or(query.license_number.as_ref()).map_or("", String::as_str),
            )
        };
        if self.query == *asked {
            return Ok(());
        }
        Err(Failure::OtherQuestion { asked: text(asked), answered: text(&self.query) })
    }
}
