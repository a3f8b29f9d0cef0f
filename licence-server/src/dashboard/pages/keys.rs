//! The keys of the account. A created key is in the one answer that created it, and nowhere else.

use std::collections::HashMap;

use askama::Template;
use licence_core::account::key::{ApiKey, KeyId};
use licence_core::account::quota::Span;
use licence_core::audit::{Action, AuditQuery, Outcome};
use licence_core::chart::grouped_number;
use licence_core::member::Permission;
use uuid::Uuid;
use warp::http::StatusCode;

use super::new_key::{NewKeyForm, label};
use crate::app::holding_secret;
use crate::dashboard::form::{FormErrors, Repeated, creating_store};
use crate::dashboard::layout::{Layout, page, page_with};
use crate::dashboard::page_error::{PageError, PageResult};
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::pages::audit;
use crate::dashboard::reply::{see_other, see_other_if};

#[derive(Template)]
#[template(path = "keys.html")]
struct KeysPage {
    layout: Layout,
    may_change: bool,
    keys: Vec<KeyRow>,
    revoked: Vec<KeyRow>,
    form_id: Uuid,
    new: NewKeyForm,
    errors: FormErrors,
}

#[derive(Template)]
#[template(path = "key_created.html")]
struct CreatedPage<'k> {
    layout: Layout,
    label: String,
    key: &'k str,
    api: String,
}

#[derive(Template)]
#[template(path = "key_revoke.html")]
struct RevokePage {
    layout: Layout,
    row: KeyRow,
}

struct KeyRow {
    key: ApiKey,
    /// Who created it, if the page shows it and it is on record.
    created_by: Option<String>,
    /// The answered requests of this month.
    month: String,
}

const REPEATED: Repeated = Repeated {
    title: "This key was made already",
    sentence: "The full key is shown only once. Without a copy of it, revoke the key and create \
               another one.",
    path: "/keys",
    name: "The keys of the account",
};

/// `GET /keys`
pub(crate) async fn list(page_request: &PageRequest<'_>) -> PageResult {
    keys_page(page_request, NewKeyForm::default(), FormErrors::default()).await
}

async fn keys_page(
    page_request: &PageRequest<'_>,
    new: NewKeyForm,
    errors: FormErrors,
) -> PageResult {
    let keys = keys(page_request).await?;
    let of_month = requests_of_month(page_request).await?;
    let mut creators = creators(page_request).await?;
    let row = |key: ApiKey| KeyRow {
        created_by: creators.remove(&key.id.0.to_string()),
        month: grouped_number(of_month.get(&key.id).copied().unwrap_or_default()),
        key,
    };
    let rows = keys.into_iter().map(row);
    let (revoked, keys) = rows.partition(|row| row.key.revoked_at.is_some());
    let may_change = page_request.may(Permission::ManageKeys);
    let (layout, form_id) = (Layout::new(page_request, "Keys"), page_request.store().new_form_id());
    let shown = KeysPage { layout, may_change, keys, revoked, form_id, new, errors };
    page_with(shown.errors.status(), &shown)
}

/// `POST /keys`: the answer itself holds the key, so that no redirect, cookie or table does.
pub(crate) async fn create(page_request: &PageRequest<'_>) -> PageResult {
    page_request.require_fresh()?;
    let fields = page_request.form().await?;
    let new = NewKeyForm::read(&fields)?;
    let (label, limits) = match new.parse(page_request.now) {
        Ok(parsed) => parsed,
        Err(problem) => return keys_page(page_request, new, FormErrors::new(problem)?).await,
    };
    let (account, now) = (page_request.account_id()?, page_request.now);
    let store = creating_store(page_request, &fields)?;
    let created = store.create_limited_key(account, label.as_str(), limits, now).await;
    let created = created
        .map_err(|error| REPEATED.into_page_error(error))?
        .ok_or_else(PageError::not_found)?;
    let response = page(&CreatedPage {
        layout: Layout::new(page_request, "Your new key"),
        label: created.label.clone(),
        key: created.key.reveal(),
        api: page_request.context.base_url().to_owned(),
    })?;
    Ok(holding_secret(response))
}

/// `GET /keys/{id}/revoke`
pub(crate) async fn confirm_revocation(page_request: &PageRequest<'_>) -> PageResult {
    let key = key_asked_for(page_request).await?;
    let month = requests_of_month(page_request).await?.remove(&key.id).unwrap_or_default();
    let row = KeyRow { key, created_by: None, month: grouped_number(month) };
    let title = if row.key.revoked_at.is_some() { "A revoked key" } else { "Revoke a key" };
    page(&RevokePage { layout: Layout::new(page_request, title), row })
}

/// `POST /keys/{id}/revoke`
pub(crate) async fn revoke(page_request: &PageRequest<'_>) -> PageResult {
    let account = page_request.account_id()?;
    let (store, id) = (page_request.acting_store()?, key_id(page_request)?);
    let revoked = store.revoke_key_of(account, id, page_request.now).await?;
    see_other_if(revoked.is_some(), "/keys")
}

/// `POST /keys/{id}/rename`
pub(crate) async fn rename(page_request: &PageRequest<'_>) -> PageResult {
    let fields = page_request.form().await?;
    let label = match label(fields.text("label")?) {
        Ok(label) => label,
        Err(problem) => {
            let new = NewKeyForm::default();
            return keys_page(page_request, new, FormErrors::new(problem)?).await;
        }
    };
    let account = page_request.account_id()?;
    let store = page_request.acting_store()?;
    let renamed =
        store.rename_key(account, key_id(page_request)?, &label, page_request.now).await?;
    if renamed.is_none() {
        key_asked_for(page_request).await?;
        let sentence = "A revoked key keeps its label.";
        return Err(PageError::new(StatusCode::CONFLICT, "The key is revoked", sentence)
            .linking("/keys", "The keys of the account"));
    }
    Ok(see_other("/keys"))
}

async fn requests_of_month(page_request: &PageRequest<'_>) -> PageResult<HashMap<KeyId, u64>> {
    let account = page_request.account_id()?;
    let month = Span::Month.window(page_request.now).start.date();
    let mut requests = HashMap::new();
    for row in page_request.store().daily_usage(account, month).await? {
        if let Some(key) = row.key_id {
            *requests.entry(key).or_default() += row.counts.answered;
        }
    }
    Ok(requests)
}

/// Returns who created each key, by the id of the key, as far as the audit log has it.
async fn creators(page_request: &PageRequest<'_>) -> PageResult<HashMap<String, String>> {
    let account = page_request.account_id()?;
    let wanted = AuditQuery {
        account_id: Some(account),
        action: Some(Action::KeyCreate),
        ..AuditQuery::default()
    };
    let found = page_request.store().audit_log(&wanted).await?;
    let members = page_request.store().members(account).await?;
    let names = audit::member_names(&members);
    let done = found.entries.into_iter().filter(|entry| entry.outcome == Outcome::Done);
    Ok(done.map(|entry| (entry.subject, audit::actor_text(&entry.actor, &names))).collect())
}

async fn keys(page_request: &PageRequest<'_>) -> PageResult<Vec<ApiKey>> {
    Ok(page_request.store().keys(page_request.account_id()?).await?.unwrap_or_default())
}

/// Returns the key that the address names, revoked or not.
async fn key_asked_for(page_request: &PageRequest<'_>) -> PageResult<ApiKey> {
    let id = key_id(page_request)?;
    let key = keys(page_request).await?.into_iter().find(|key| key.id == id);
    key.ok_or_else(PageError::not_found)
}

fn key_id(page_request: &PageRequest<'_>) -> PageResult<KeyId> {
    page_request.parsed(0).map(KeyId)
}
