//! The assistants that members connected, and how to connect one.

use askama::Template;
use licence_core::member::{Member, MemberId, Permission};
use licence_core::oauth::grant::{Grant, GrantId};
use licence_core::oauth::redirect::destination;

use crate::dashboard::html::Moment;
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::reply::see_other_if;
use crate::reply::Response;

#[derive(Template)]
#[template(path = "connections.html")]
struct ConnectionsPage {
    layout: Layout,
    /// The address to paste; `None` if the connector is not served.
    resource: Option<String>,
    /// Whether the grants of all members are listed.
    is_owner: bool,
    grants: Vec<Row>,
}

/// A grant as the list shows it.
struct Row {
    id: String,
    name: String,
    /// The host that vouches for the name, or how the client is known.
    known_by: String,
    destination: String,
    member: String,
    scopes: String,
    granted: Moment,
    last_used: Option<Moment>,
    ends: Moment,
}

/// `GET /connections`
pub(crate) async fn list(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let account = page_request.account_id()?;
    let store = page_request.store();
    let grants = store.grants(account, whose(page_request)?, page_request.now).await;
    let members = store.members(account).await?;
    let row = |grant: &Grant| row(page_request, &members, grant);
    page(&ConnectionsPage {
        layout: Layout::new(page_request, "Assistants"),
        resource: page_request.context.state().connector.as_ref().map(|it| it.resource()),
        is_owner: page_request.may(Permission::ManageMembers),
        grants: grants?.iter().map(row).collect(),
    })
}

/// `POST /connections/{id}/revoke`
pub(crate) async fn revoke(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let id = GrantId(page_request.parsed(0)?);
    let (account, whose) = (page_request.account_id()?, whose(page_request)?);
    let store = page_request.acting_store()?;
    see_other_if(store.revoke_grant(account, whose, id, page_request.now).await?, "/connections")
}

/// Returns whose grants the member may see and end: an owner those of all.
fn whose(page_request: &PageRequest<'_>) -> Result<Option<MemberId>, PageError> {
    let own = page_request.member()?.member.id;
    Ok((!page_request.may(Permission::ManageMembers)).then_some(own))
}

fn row(page_request: &PageRequest<'_>, members: &[Member], grant: &Grant) -> Row {
    let member = members.iter().find(|member| member.id == grant.member_id);
    let ago = |at| Moment::ago(at, page_request.now);
    let known_by = grant.client_id.host().unwrap_or_else(|| match grant.client_kind {
        licence_core::oauth::ClientKind::Added => "added by the operator of the service".to_owned(),
        _ => "registered itself, unverified".to_owned(),
    });
    Row {
        id: grant.id.0.to_string(),
        name: grant.client_name.clone().unwrap_or_else(|| "A client".to_owned()),
        known_by,
        destination: destination(&grant.redirect_uri),
        member: member.map(|it| it.name.to_string()).unwrap_or_default(),
        scopes: grant.scopes.to_string(),
        granted: Moment::new(grant.created_at),
        last_used: grant.last_used_at.map(ago),
        ends: ago(grant.ends_at),
    }
}
