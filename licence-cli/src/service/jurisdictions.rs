//! `GET /v1/jurisdictions…`.

use licence_core::lookup::{JurisdictionList, JurisdictionRow, PageRules};

use super::parameters::{jurisdiction, page};
use super::{Body, Service, ask, body};
use crate::exit::Failure;
use crate::remote::Call;

impl Service {
    /// All jurisdictions.
    pub(crate) async fn jurisdictions(&self) -> Result<Body, Failure> {
        match self {
            Self::Local(_) => body(&JurisdictionList::all()),
            Self::Remote(client) => ask(client, Call::get(["jurisdictions"])).await,
        }
    }

    /// One jurisdiction.
    pub(crate) async fn jurisdiction(&self, code: &str) -> Result<Body, Failure> {
        let code = jurisdiction(code)?;
        match self {
            Self::Local(_) => body(&JurisdictionRow::from(code.jurisdiction())),
            Self::Remote(client) => ask(client, Call::get(["jurisdictions", code.as_str()])).await,
        }
    }

    /// A page of the operators of a jurisdiction.
    pub(crate) async fn jurisdiction_operators(
        &self,
        code: &str,
        limit: Option<&str>,
        offset: Option<&str>,
    ) -> Result<Body, Failure> {
        let asked = page(PageRules::JURISDICTION_OPERATORS, limit, offset)?;
        let code = jurisdiction(code)?;
        match self {
            Self::Local(local) => body(&local.store.operators_of(code, asked).await?),
            Self::Remote(client) => {
                let call = Call::get(["jurisdictions", code.as_str(), "operators"]);
                ask(client, call.with("limit", limit).with("offset", offset)).await
            }
        }
    }
}
