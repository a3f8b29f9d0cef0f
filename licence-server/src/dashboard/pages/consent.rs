//! The consent of a member: what a client of the connector may do, and for how long.
//!
//! The request is judged for a signed-in member only, because the document of the client is fetched
//! for it. The page asks every time.
//!
//! The answer to the form is a page that leads on, not a redirect: under `form-action 'self'` a
//! browser blocks a redirect to another site in silence, and the code is made by then.

use askama::Template;
use licence_core::connector::Scope;
use licence_core::oauth::grant::{GRANT_LIFETIME, REFRESH_IDLE};
use licence_core::oauth::redirect::destination;
use licence_core::oauth::request::{
    AuthorizationRefusal, AuthorizationRequest, PageRefusal, Proposal, RedirectedError,
};
use licence_core::oauth::{Client, ClientKind, ConnectorAddress, Scopes};
use licence_core::time::Timestamp;
use licence_store::service::FoundClient;
use warp::http::StatusCode;

use crate::app::holding_secret;
use crate::dashboard::headers::ClientPage;
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::{PageError, PageResult};
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::pages::files::STYLE;
use crate::problem::Problem;
use crate::request::Query;

#[derive(Template)]
#[template(path = "consent.html")]
struct ConsentPage<'r> {
    layout: Layout,
    /// The name that the client gives itself.
    name: String,
    /// The host that vouches for the name.
    host: Option<String>,
    kind: ClientKind,
    destination: String,
    is_program: bool,
    account: String,
    member: String,
    /// What the member may grant. What changes nothing is ticked.
    scopes: Vec<Scope>,
    /// Whether the client asks for more than the role allows.
    is_reduced: bool,
    ends: Timestamp,
    /// The days after which a connection that is not used ends.
    idle_days: u64,
    /// The request as it came, which the form sends back.
    request: &'r str,
}

#[derive(Template)]
#[template(path = "consent_answer.html")]
struct AnswerPage {
    style: &'static str,
    address: String,
    destination: String,
    /// Why nothing was connected; `None` if it was.
    why_not: Option<String>,
}

/// The days after which a connection that is not used ends.
pub(super) const IDLE_DAYS: u64 = REFRESH_IDLE.as_secs() / 86_400;

/// The code of the protocol for a member who refuses.
const ACCESS_DENIED: &str = "access_denied";

/// `GET /connect`
pub(crate) async fn ask(page_request: &PageRequest<'_>) -> PageResult {
    let connector = connector(page_request)?;
    let query = page_request.context.raw_query();
    let (client, proposal) = match judge(page_request, connector, query).await? {
        Ok(asked) => asked,
        Err(error) => return answer(connector, &error),
    };
    let signed_in = page_request.member()?;
    let allowed = proposal.scopes.within_role(signed_in.member.role);
    let redirect = &proposal.return_to.redirect_uri;
    let mut response = page(&ConsentPage {
        layout: Layout::new(page_request, "Connect an assistant"),
        name: client.metadata.client_name.clone().unwrap_or_else(|| "A client".to_owned()),
        host: client.id.host(),
        kind: client.kind,
        destination: destination(redirect),
        is_program: !redirect.starts_with("https://"),
        account: signed_in.account.name.clone(),
        member: signed_in.member.name.to_string(),
        is_reduced: allowed != proposal.scopes,
        scopes: allowed.iter().collect(),
        ends: page_request.now.later_by(GRANT_LIFETIME),
        idle_days: IDLE_DAYS,
        request: query,
    })?;
    response.extensions_mut().insert(ClientPage::Consent);
    Ok(response)
}

/// `POST /connect`
pub(crate) async fn decide(page_request: &PageRequest<'_>) -> PageResult {
    let connector = connector(page_request)?;
    let fields = page_request.form().await?;
    let query = fields.text("request")?;
    let (client, proposal) = match judge(page_request, connector, query).await? {
        Ok(asked) => asked,
        Err(error) => return answer(connector, &error),
    };
    let return_to = proposal.return_to.clone();
    if fields.value("decision")? != Some("allow") {
        let (error, description) = (ACCESS_DENIED, "the member did not consent");
        return answer(connector, &RedirectedError { return_to, error, description });
    }
    let ticked = ticked_scopes(&fields)?;
    let signed_in = page_request.member()?;
    let scopes = ticked.and(&proposal.scopes).within_role(signed_in.member.role);
    if scopes.is_empty() {
        let error = "Nothing is ticked, so the client would get no access.";
        return Err(Problem::invalid_input(error)
            .with_hint("Go back and tick what the client may do, or refuse.")
            .into());
    }
    if scopes.can_write() {
        page_request.require_fresh()?;
    }
    let who = (signed_in.account.id, signed_in.member.id);
    let (store, now) = (page_request.acting_store()?, page_request.now);
    let code = store.create_code(who, &client, &proposal, &scopes, connector, now).await?;
    let address = return_to.answer(connector, &[("code", code.reveal())]);
    answer_page(&address, &return_to.redirect_uri, None)
}

fn ticked_scopes(fields: &Query<'_>) -> PageResult<Scopes> {
    let mut ticked = Vec::new();
    for scope in Scope::ALL {
        if fields.value(scope.as_str())?.is_some() {
            ticked.push(*scope);
        }
    }
    Ok(ticked.into_iter().collect())
}

fn connector<'r>(page_request: &PageRequest<'r>) -> PageResult<&'r ConnectorAddress> {
    page_request.context.state().connector.as_ref().ok_or_else(PageError::not_found)
}

/// Returns who asks and for what, or the error that is sent to the client.
async fn judge(
    page_request: &PageRequest<'_>,
    connector: &ConnectorAddress,
    query: &str,
) -> PageResult<Result<(Client, Proposal), RedirectedError>> {
    let request = AuthorizationRequest::parse(query).map_err(unusable)?;
    let found = page_request.store().find_client(request.client_id(), page_request.now).await;
    let client = match found? {
        FoundClient::Known(client) => client,
        FoundClient::Unknown(why) => return Err(refused(why)),
    };
    match request.judge(&client, connector) {
        Ok(proposal) => Ok(Ok((client, proposal))),
        Err(AuthorizationRefusal::Page(refusal)) => Err(unusable(refusal)),
        Err(AuthorizationRefusal::Redirect(error)) => Ok(Err(error)),
    }
}

fn unusable(refusal: PageRefusal) -> PageError {
    refused(refusal.to_string())
}

fn refused(why: String) -> PageError {
    PageError::new(StatusCode::BAD_REQUEST, "This assistant cannot be connected", why)
        .with_hint("Nothing was granted. Remove the connector from the assistant and add it again.")
}

/// Returns the page that tells the client of an error.
fn answer(connector: &ConnectorAddress, error: &RedirectedError) -> PageResult {
    let why_not = match error.error {
        ACCESS_DENIED => "You refused the access.".to_owned(),
        _ => format!("The request of the assistant is wrong: {}.", error.description),
    };
    answer_page(&error.address(connector), &error.return_to.redirect_uri, Some(why_not))
}

fn answer_page(address: &str, redirect: &str, why_not: Option<String>) -> PageResult {
    let response = page(&AnswerPage {
        style: &STYLE.path,
        address: address.to_owned(),
        destination: destination(redirect),
        why_not,
    })?;
    let mut response = holding_secret(response);
    response.extensions_mut().insert(ClientPage::Answer);
    Ok(response)
}
