//! The members of the account, and the invitations that nobody used yet.

use askama::Template;
use licence_core::account::label::Label;
use licence_core::invitation::{Invitation, InvitationId, LinkKind};
use licence_core::member::{Member, MemberId, Role};
use licence_core::time::Timestamp;
use licence_store::service::{MemberChange, NewLink};
use uuid::Uuid;
use warp::http::StatusCode;

use crate::app::holding_secret;
use crate::dashboard::form::{FormErrors, Repeated, creating_store, parse_label};
use crate::dashboard::layout::{Layout, page, page_with};
use crate::dashboard::page_error::{PageError, PageResult};
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::reply::{see_other, see_other_if};
use crate::problem::Problem;

#[derive(Template)]
#[template(path = "members.html")]
struct MembersPage {
    layout: Layout,
    members: Vec<MemberRow>,
    invitations: Vec<Invitation>,
    roles: &'static [Role],
    form_id: Uuid,
    /// The new member as it was filled in.
    name: String,
    role: String,
    errors: FormErrors,
}

#[derive(Template)]
#[template(path = "member_invited.html")]
struct LinkPage<'l> {
    layout: Layout,
    name: String,
    is_new: bool,
    link: &'l str,
    expires: Timestamp,
}

struct MemberRow {
    member: Member,
    is_self: bool,
    passkeys: usize,
}

const REPEATED: Repeated = Repeated {
    title: "This invitation was made already",
    sentence: "Its link is shown only once. Without a copy of it, withdraw the link and make another \
               one.",
    path: "/members",
    name: "The members of the account",
};

/// `GET /members`
pub(crate) async fn list(page_request: &PageRequest<'_>) -> PageResult {
    // The role with the fewest permissions is chosen, so that nobody gets more by oversight.
    members_page(page_request, ["", Role::Viewer.as_str()], FormErrors::default()).await
}

async fn members_page(
    page_request: &PageRequest<'_>,
    [name, role]: [&str; 2],
    errors: FormErrors,
) -> PageResult {
    let signed_in = page_request.member()?;
    let account = signed_in.account.id;
    let members = page_request.store().members(account).await?;
    let invitations = page_request.store().invitations(account, page_request.now).await?;
    let passkeys = page_request.store().passkey_counts(account).await?;
    let row = |member: Member| MemberRow {
        is_self: member.id == signed_in.member.id,
        passkeys: passkeys.get(&member.id).copied().unwrap_or_default(),
        member,
    };
    let shown = MembersPage {
        layout: Layout::new(page_request, "Members"),
        members: members.into_iter().map(row).collect(),
        invitations,
        roles: Role::ALL,
        form_id: page_request.store().new_form_id(),
        name: name.to_owned(),
        role: role.to_owned(),
        errors,
    };
    page_with(shown.errors.status(), &shown)
}

/// `POST /members`: the answer itself holds the link, which is shown once.
pub(crate) async fn invite(page_request: &PageRequest<'_>) -> PageResult {
    page_request.require_fresh()?;
    let fields = page_request.form().await?;
    let (name_text, role_text) = (fields.text("name")?, fields.text("role")?);
    let (name, role) = match new_member(name_text, role_text) {
        Ok(new_member) => new_member,
        Err(problem) => {
            let filled = [name_text, role_text];
            return members_page(page_request, filled, FormErrors::new(problem)?).await;
        }
    };
    let account = page_request.account_id()?;
    let store = creating_store(page_request, &fields)?;
    let invited = store.invite_member(account, &name, role, page_request.now).await;
    let invited = invited
        .map_err(|error| REPEATED.into_page_error(error))?
        .ok_or_else(PageError::not_found)?;
    link_page(page_request, &invited)
}

/// `POST /members/{id}/link`: the answer itself holds the link, as that of an invitation does.
pub(crate) async fn link(page_request: &PageRequest<'_>) -> PageResult {
    page_request.require_fresh()?;
    let (account, id) = (page_request.account_id()?, member_id(page_request)?);
    let made = page_request.acting_store()?.link_member(account, id, page_request.now).await?;
    link_page(page_request, &made.ok_or_else(PageError::not_found)?)
}

fn link_page(page_request: &PageRequest<'_>, made: &NewLink) -> PageResult {
    let is_new = made.invitation.kind == LinkKind::Enrol;
    let title = if is_new { "Invitation" } else { "Sign-in link" };
    let response = page(&LinkPage {
        layout: Layout::new(page_request, title),
        name: made.invitation.name.as_str().to_owned(),
        is_new,
        link: &page_request.absolute(&made.token.path()),
        expires: made.invitation.expires_at,
    })?;
    Ok(holding_secret(response))
}

/// `POST /members/{id}/role`
pub(crate) async fn set_role(page_request: &PageRequest<'_>) -> PageResult {
    page_request.require_fresh()?;
    let role = role(page_request.form().await?.text("role")?)?;
    let (account, id) = (page_request.account_id()?, member_id(page_request)?);
    let store = page_request.acting_store()?;
    changed_or_refused(store.set_member_role(account, id, role, page_request.now).await?)
}

/// `POST /members/{id}/disable`
pub(crate) async fn disable(page_request: &PageRequest<'_>) -> PageResult {
    page_request.require_fresh()?;
    let (account, id) = (page_request.account_id()?, member_id(page_request)?);
    let store = page_request.acting_store()?;
    changed_or_refused(store.disable_member(account, id, page_request.now).await?)
}

/// `POST /members/{id}/end-sessions`: all sessions, but for the one that asks.
pub(crate) async fn end_sessions(page_request: &PageRequest<'_>) -> PageResult {
    let (signed_in, id) = (page_request.member()?, member_id(page_request)?);
    let account = signed_in.account.id;
    let member = page_request.store().member(id).await?;
    if member.is_none_or(|member| member.account_id != account) {
        return Err(PageError::not_found());
    }
    let (store, kept) = (page_request.acting_store()?, Some(signed_in.session_id));
    store.end_sessions(account, id, kept, page_request.now).await?;
    Ok(see_other("/members"))
}

/// `POST /invitations/{id}/withdraw`
pub(crate) async fn withdraw(page_request: &PageRequest<'_>) -> PageResult {
    let (account, id) = (page_request.account_id()?, InvitationId(page_request.parsed(0)?));
    let store = page_request.acting_store()?;
    see_other_if(store.withdraw_invitation(account, id, page_request.now).await?, "/members")
}

fn changed_or_refused(change: MemberChange) -> PageResult {
    match change {
        MemberChange::Changed(_) => Ok(see_other("/members")),
        MemberChange::LastOwner(error) => {
            let (title, why) =
                ("The account needs an owner", format!("Nothing was changed: {error}."));
            Err(PageError::new(StatusCode::CONFLICT, title, why))
        }
        MemberChange::Unknown => Err(PageError::not_found()),
    }
}

fn member_id(page_request: &PageRequest<'_>) -> PageResult<MemberId> {
    page_request.parsed(0).map(MemberId)
}

fn new_member(name: &str, role_text: &str) -> Result<(Label, Role), Problem> {
    let hint = "A name has 1 to 100 characters, such as Ada Lovelace.";
    Ok((parse_label(name, "name", "name", hint)?, role(role_text)?))
}

fn role(text: &str) -> Result<Role, Problem> {
    text.parse().map_err(|error| Problem::invalid_field("role", error))
}
