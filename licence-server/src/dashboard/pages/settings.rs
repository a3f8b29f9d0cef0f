//! The account, and the passkeys and sessions of the member.

use askama::Template;
use licence_core::account::Account;
use licence_core::member::{Member, Permission};
use licence_core::passkey::{MAX_PASSKEYS, Passkey};
use licence_core::session::{IdentityProof, Session, SessionId};

use crate::dashboard::form::{FormErrors, parse_label};
use crate::dashboard::layout::{Layout, page_with};
use crate::dashboard::page_error::PageResult;
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::passkey_form::PasskeyForm;
use crate::dashboard::reply::{see_other, see_other_if};
use crate::dashboard::route::Route;

#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage {
    layout: Layout,
    account: Account,
    member: Member,
    sessions: Vec<Session>,
    current: SessionId,
    passkeys: Vec<Passkey>,
    /// The form that adds a passkey; `None` if no more can be added.
    passkey_form: Option<PasskeyForm>,
    /// Whether nothing else can be done before a passkey is used.
    must_use_passkey: bool,
    plans_url: String,
    may_rename: bool,
    /// The name of the account as it was filled in.
    name: String,
    errors: FormErrors,
}

/// `GET /settings`
pub(crate) async fn show(page_request: &PageRequest<'_>) -> PageResult {
    let name = &page_request.member()?.account.name;
    settings_page(page_request, name, FormErrors::default()).await
}

async fn settings_page(
    page_request: &PageRequest<'_>,
    name: &str,
    errors: FormErrors,
) -> PageResult {
    let signed_in = page_request.member()?;
    let (account, member) = (&signed_in.account, &signed_in.member);
    let sessions = page_request.store().sessions(account.id, member.id, page_request.now).await;
    let passkeys = page_request.store().passkeys(account.id, member.id).await?;
    let may_add = passkeys.len() < MAX_PASSKEYS && signed_in.is_fresh;
    let routes = [Route::AskForNewPasskey, Route::AddPasskey];
    let passkey_form = PasskeyForm::new(page_request, "create", routes, "Add a passkey", "");
    let shown = SettingsPage {
        layout: Layout::new(page_request, "Settings"),
        passkey_form: passkey_form.filter(|_| may_add),
        must_use_passkey: page_request.context.state().require_passkey
            && signed_in.proven_by == IdentityProof::Link,
        passkeys,
        account: account.clone(),
        member: member.clone(),
        sessions: sessions?,
        current: signed_in.session_id,
        plans_url: format!("{}/docs#plans", page_request.context.base_url()),
        may_rename: page_request.may(Permission::ManageMembers),
        name: name.to_owned(),
        errors,
    };
    page_with(shown.errors.status(), &shown)
}

/// `POST /settings/account`
pub(crate) async fn rename_account(page_request: &PageRequest<'_>) -> PageResult {
    let fields = page_request.form().await?;
    let text = fields.text("name")?;
    let name = match parse_label(text, "name", "name", "A name has 1 to 100 characters.") {
        Ok(name) => name,
        Err(problem) => return settings_page(page_request, text, FormErrors::new(problem)?).await,
    };
    let (store, account) = (page_request.acting_store()?, page_request.account_id()?);
    let renamed = store.rename_account(account, &name, page_request.now).await?;
    see_other_if(renamed.is_some(), "/settings")
}

/// `POST /sessions/{id}/end`
pub(crate) async fn end_session(page_request: &PageRequest<'_>) -> PageResult {
    let id = SessionId(page_request.parsed(0)?);
    let signed_in = page_request.member()?;
    let (account, member) = (signed_in.account.id, signed_in.member.id);
    let store = page_request.acting_store()?;
    see_other_if(store.end_session(account, member, id, page_request.now).await?, "/settings")
}

/// `POST /sessions/end-others`
pub(crate) async fn end_other_sessions(page_request: &PageRequest<'_>) -> PageResult {
    let signed_in = page_request.member()?;
    let (account, member) = (signed_in.account.id, signed_in.member.id);
    let (store, kept) = (page_request.acting_store()?, signed_in.session_id);
    store.end_sessions(account, member, Some(kept), page_request.now).await?;
    Ok(see_other("/settings"))
}
