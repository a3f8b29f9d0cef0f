//! The assistants that members connected, and how to connect one.

use askama::Template;
use licence_core::member::{Member, MemberId, Permission};
use licence_core::oauth::ClientKind;
use licence_core::oauth::grant::{Grant, GrantId};
use licence_core::oauth::redirect::destination;

use super::consent::IDLE_DAYS;
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageResult;
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::reply::see_other_if;

#[derive(Template)]
#[template(path = "connections.html")]
struct ConnectionsPage {
    layout: Layout,
    /// The address to paste; `None` if the connector is not served.
    resource: Option<String>,
    /// Whether the grants of all members are listed.
    is_owner: bool,
    grants: Vec<Row>,
    /// The days after which a connection that is not used ends.
    idle_days: u64,
}

struct Row {
    grant: Grant,
    name: String,
    /// The host that vouches for the name, or how the client is known.
    known_by: String,
    destination: String,
    member: String,
}

/// `GET /connections`
pub(crate) async fn list(page_request: &PageRequest<'_>) -> PageResult {
    let account = page_request.account_id()?;
    let store = page_request.store();
    let grants = store.grants(account, member_filter(page_request)?, page_request.now).await;
    let members = store.members(account).await?;
    page(&ConnectionsPage {
        layout: Layout::new(page_request, "Assistants"),
        resource: page_request.context.state().connector.as_ref().map(|it| it.resource()),
        is_owner: page_request.may(Permission::ManageMembers),
        idle_days: IDLE_DAYS,
        grants: grants?.into_iter().map(|grant| Row::new(grant, &members)).collect(),
    })
}

/// `POST /connections/{id}/revoke`
pub(crate) async fn revoke(page_request: &PageRequest<'_>) -> PageResult {
    let id = GrantId(page_request.parsed(0)?);
    let (account, member) = (page_request.account_id()?, member_filter(page_request)?);
    let store = page_request.acting_store()?;
    see_other_if(store.revoke_grant(account, member, id, page_request.now).await?, "/connections")
}

/// Returns the member whose grants may be seen and ended; `None` for an owner, who sees those of all
/// members.
fn member_filter(page_request: &PageRequest<'_>) -> PageResult<Option<MemberId>> {
    let own = page_request.member()?.member.id;
    Ok((!page_request.may(Permission::ManageMembers)).then_some(own))
}

impl Row {
    fn new(grant: Grant, members: &[Member]) -> Self {
        let member = members.iter().find(|member| member.id == grant.member_id);
        let known_by = grant.client_id.host().unwrap_or_else(|| match grant.client_kind {
            ClientKind::Added => "added by the operator of the service".to_owned(),
            _ => "registered itself, unverified".to_owned(),
        });
        Self {
            name: grant.client_name.clone().unwrap_or_else(|| "A client".to_owned()),
            known_by,
            destination: destination(&grant.redirect_uri),
            member: member.map(|it| it.name.to_string()).unwrap_or_default(),
            grant,
        }
    }
}
