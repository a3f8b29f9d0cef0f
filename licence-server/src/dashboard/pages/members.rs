//! The members of the account, and the invitations that nobody used yet.

use askama::Template;
use licence_core::account::label::Label;
use licence_core::invitation::{Invitation, InvitationId};
use licence_core::member::{Member, MemberId, Role};
use licence_store::service::MemberChange;
use uuid::Uuid;
use warp::http::StatusCode;
use warp::http::header::{CACHE_CONTROL, HeaderValue};

use crate::app::HoldsSecret;
use crate::dashboard::form::Form;
use crate::dashboard::html::Moment;
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::reply::see_other;
use crate::problem::{Problem, ProblemKind};
use crate::reply::Response;

#[derive(Template)]
#[template(path = "members.html")]
struct MembersPage {
    layout: Layout,
    members: Vec<MemberRow>,
    invitations: Vec<InvitationRow>,
    roles: &'static [Role],
}

#[derive(Template)]
#[template(path = "member_invited.html")]
struct InvitedPage<'l> {
    layout: Layout,
    name: String,
    link: &'l str,
    expires: Moment,
}

struct MemberRow {
    id: String,
    member: Member,
    is_self: bool,
    seen: Option<Moment>,
    disabled: Option<Moment>,
}

struct InvitationRow {
    id: String,
    invitation: Invitation,
    expires: Moment,
}

/// `GET /members`
pub(crate) async fn list(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let signed_in = page_request.member()?;
    let account = signed_in.account.id;
    let members = page_request.store().members(account).await.map_err(Problem::internal)?;
    let open = page_request
        .store()
        .invitations(account, page_request.now)
        .await
        .map_err(Problem::internal)?;
    let row = |member: Member| MemberRow {
        id: member.id.0.to_string(),
        is_self: member.id == signed_in.member.id,
        seen: member.last_seen_at.map(|at| Moment::ago(at, page_request.now)),
        disabled: member.disabled_at.map(Moment::new),
        member,
    };
    let open_row = |invitation: Invitation| InvitationRow {
        id: invitation.id.0.to_string(),
        expires: Moment::ago(invitation.expires_at, page_request.now),
        invitation,
    };
    page(&MembersPage {
        layout: Layout::new(page_request, "Members"),
        members: members.into_iter().map(row).collect(),
        invitations: open.into_iter().map(open_row).collect(),
        roles: Role::ALL,
    })
}

/// `POST /members`: the answer itself holds the link, which is shown once.
pub(crate) async fn invite(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    page_request.require_fresh()?;
    let form = Form::read(page_request.context).await?;
    let fields = form.fields()?;
    let name: Label = fields.one("name")?.unwrap_or_default().parse().map_err(|error| {
        Problem::new(ProblemKind::InvalidInput, format!("The name does not fit: {error}."))
    })?;
    let role = role(fields.one("role")?)?;
    let account = page_request.member()?.account.id;
    let invited =
        page_request.acting_store()?.invite_member(account, &name, role, page_request.now).await;
    let invited = invited.map_err(Problem::internal)?.ok_or_else(PageError::not_found)?;
    let link = page_request.absolute(&invited.token.path());
    let mut response = page(&InvitedPage {
        layout: Layout::new(page_request, "Invitation"),
        name: name.as_str().to_owned(),
        link: &link,
        expires: Moment::ago(invited.invitation.expires_at, page_request.now),
    })?;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.extensions_mut().insert(HoldsSecret);
    Ok(response)
}

/// `POST /members/{id}/role`
pub(crate) async fn set_role(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    page_request.require_fresh()?;
    let form = Form::read(page_request.context).await?;
    let role = role(form.fields()?.one("role")?)?;
    let (account, id) = (page_request.member()?.account.id, member_id(page_request)?);
    let changed =
        page_request.acting_store()?.set_member_role(account, id, role, page_request.now).await;
    changed_or_refused(changed.map_err(Problem::internal)?)
}

/// `POST /members/{id}/disable`
pub(crate) async fn disable(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    page_request.require_fresh()?;
    let (account, id) = (page_request.member()?.account.id, member_id(page_request)?);
    let changed = page_request.acting_store()?.disable_member(account, id, page_request.now).await;
    changed_or_refused(changed.map_err(Problem::internal)?)
}

/// `POST /invitations/{id}/withdraw`
pub(crate) async fn withdraw(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let id = Uuid::parse_str(&page_request.parameter(0)).map_err(|_| PageError::not_found())?;
    let account = page_request.member()?.account.id;
    let store = page_request.acting_store()?;
    let withdrawn = store.withdraw_invitation(account, InvitationId(id), page_request.now).await;
    match withdrawn.map_err(Problem::internal)? {
        true => Ok(see_other("/members")),
        false => Err(PageError::not_found()),
    }
}

fn changed_or_refused(change: MemberChange) -> Result<Response, PageError> {
    match change {
        MemberChange::Changed(_) => Ok(see_other("/members")),
        MemberChange::LastOwner(error) => {
            let title = "The account needs an owner";
            Err(PageError::new(
                StatusCode::CONFLICT,
                title,
                format!("Nothing was changed: {error}."),
            ))
        }
        MemberChange::Unknown => Err(PageError::not_found()),
    }
}

fn member_id(page_request: &PageRequest<'_>) -> Result<MemberId, PageError> {
    Uuid::parse_str(&page_request.parameter(0)).map(MemberId).map_err(|_| PageError::not_found())
}

fn role(text: Option<&str>) -> Result<Role, Problem> {
    text.unwrap_or_default().parse().map_err(|error| {
        Problem::new(ProblemKind::InvalidInput, format!("role: {error}.")).in_field("role")
    })
}
