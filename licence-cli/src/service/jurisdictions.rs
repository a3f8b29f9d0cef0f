//! `GET /v1/jurisdictions…`.

use licence_core::lookup::{JurisdictionList, JurisdictionRow, PageRules};

use super::parameters::{jurisdiction, page};
use super::{Body, Service, ask, body};
use crate::exit::Failure;
use crate::remote::{Call, Client};

impl Service {
    /// All jurisdictions, of a server or of this program. No database holds them.
    pub(crate) async fn jurisdictions(server: Option<&Client>) -> Result<Body, Failure> {
        match server {
            None => body(&JurisdictionList::all()),
            Some(client) => ask(client, Call::get(["jurisdictions"])).await,
        }
    }

    /// One jurisdiction, of a server or of this program.
    pub(crate) async fn jurisdiction(server: Option<&Client>, code: &str) -> Result<Body, Failure> {
        let code = jurisdiction(code)?;
        match server {
            None => body(&JurisdictionRow::from(code.jurisdiction())),
            Some(client) => ask(client, Call::get(["jurisdictions", code.as_str()])).await,
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
