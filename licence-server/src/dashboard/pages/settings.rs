//! The account, and the passkeys and sessions of the member.

use askama::Template;
use licence_core::account::Account;
use licence_core::member::Member;
use licence_core::passkey::{MAX_PASSKEYS, Passkey};
use licence_core::session::{IdentityProof, Session, SessionId};
use uuid::Uuid;

use crate::dashboard::html::Moment;
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::passkey_form::PasskeyForm;
use crate::dashboard::reply::see_other;
use crate::problem::Problem;
use crate::reply::Response;

#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage {
    layout: Layout,
    account: Account,
    member: Member,
    sessions: Vec<Row>,
    passkeys: Vec<PasskeyRow>,
    /// The form that adds a passkey; `None` if no more can be added.
    passkey_form: Option<PasskeyForm>,
    /// Whether nothing else can be done before a passkey is used.
    must_use_passkey: bool,
    plans_url: String,
}

struct Row {
    id: String,
    session: Session,
    is_current: bool,
    created: Moment,
    seen: Moment,
}

struct PasskeyRow {
    id: String,
    passkey: Passkey,
    created: Moment,
    last_used: Option<Moment>,
}

/// `GET /settings`
pub(crate) async fn show(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let signed_in = page_request.member()?;
    let (account, member) = (&signed_in.account, &signed_in.member);
    let sessions = page_request.store().sessions(account.id, member.id, page_request.now).await;
    let row = |session: Session| Row {
        id: session.id.0.to_string(),
        is_current: session.id == signed_in.session_id,
        created: Moment::new(session.times.created_at),
        seen: Moment::ago(session.times.seen_at, page_request.now),
        session,
    };
    let passkeys = page_request.store().passkeys(account.id, member.id).await;
    let passkeys = passkeys.map_err(Problem::internal)?;
    let may_add = passkeys.len() < MAX_PASSKEYS && signed_in.is_fresh;
    let passkey_row = |passkey: Passkey| PasskeyRow {
        id: passkey.id.0.to_string(),
        created: Moment::new(passkey.created_at),
        last_used: passkey.last_used_at.map(|at| Moment::ago(at, page_request.now)),
        passkey,
    };
    page(&SettingsPage {
        layout: Layout::new(page_request, "Settings"),
        passkey_form: PasskeyForm::to_add(page_request).filter(|_| may_add),
        must_use_passkey: page_request.context.state().require_passkey
            && signed_in.proven_by == IdentityProof::Link,
        passkeys: passkeys.into_iter().map(passkey_row).collect(),
        account: account.clone(),
        member: member.clone(),
        sessions: sessions.map_err(Problem::internal)?.into_iter().map(row).collect(),
        plans_url: format!("{}/docs#plans", page_request.context.base_url()),
    })
}

/// `POST /sessions/{id}/end`
pub(crate) async fn end_session(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let id = Uuid::parse_str(&page_request.parameter(0)).map_err(|_| PageError::not_found())?;
    let id = SessionId(id);
    let signed_in = page_request.member()?;
    let (account, member) = (signed_in.account.id, signed_in.member.id);
    let ended =
        page_request.acting_store()?.end_session(account, member, id, page_request.now).await;
    if !ended.map_err(Problem::internal)? {
        return Err(PageError::not_found());
    }
    Ok(see_other("/settings"))
}

/// `POST /sessions/end-others`
pub(crate) async fn end_other_sessions(
    page_request: &PageRequest<'_>,
) -> Result<Response, PageError> {
    let signed_in = page_request.member()?;
    let (account, member) = (signed_in.account.id, signed_in.member.id);
    let (store, kept) = (page_request.acting_store()?, signed_in.session_id);
    let ended = store.end_other_sessions(account, member, kept, page_request.now).await;
    ended.map_err(Problem::internal)?;
    Ok(see_other("/settings"))
}
