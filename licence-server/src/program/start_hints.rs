//! Hints for the person who started the server, besides its one line on stdout.

use std::io;
use std::time::Duration;

use licence_core::account::AccountId;
use licence_core::account::plan::Plan;
use licence_core::audit::{Action, Actor, AuditQuery, redact_address};
use licence_core::invitation::LinkToken;
use licence_core::member::Role;
use licence_core::time::Timestamp;
use licence_store::{Store, StoreError};
use serde_json::json;
use tokio::time::timeout;

use super::pages::Pages;
use crate::Listener;
use crate::config::{Config, LogFormat};

/// Returns where to look next, for the person who started the server. In a log of JSON lines each
/// hint is such a line.
pub(super) async fn start_hints(
    config: &Config,
    store: &Store,
    listener: &Listener,
    [pages, assistants]: [&Pages; 2],
) -> io::Result<String> {
    let (url, database) = (listener.url()?, redact_address(&config.store.database_url));
    let mut hints = vec![
        ("API", format!("{url}/v1/check?domain=…")),
        ("docs", format!("{url}/docs")),
        ("database", database),
    ];
    match pages {
        Pages::Off => {}
        Pages::PortTaken(address) => {
            hints.push(("dashboard", format!("none: {address} is in use; see --dashboard-listen")));
        }
        Pages::Served(listener) => {
            let url = pages.url(config.dashboard_url.as_ref())?;
            let url = url.map_or_else(|| listener.url(), Ok)?;
            let link = if config.sample { sample_link(store).await } else { None };
            let link = link.map(|link| ("sign in", format!("{url}{}", link.path())));
            hints.extend([("dashboard", url)].into_iter().chain(link));
        }
    }
    if let Some(url) = assistants.url(config.connector_url.as_ref())? {
        hints.push(("connector", format!("{url}/mcp")));
    }
    let line = |(name, hint): (&str, String)| match config.log_format {
        LogFormat::Text => format!("{name:<10}{hint}\n"),
        LogFormat::Json => {
            format!("{}\n", json!({ "level": "INFO", "message": name, "hint": hint }))
        }
    };
    Ok(hints.into_iter().map(line).collect())
}

/// How long a start waits for the link while another process writes.
const LINK_TIMEOUT: Duration = Duration::from_secs(5);

/// Returns the link that signs the owner of the sample in. A server that cannot make one starts all
/// the same.
async fn sample_link(store: &Store) -> Option<LinkToken> {
    match timeout(LINK_TIMEOUT, sign_in_link(store, crate::system_time())).await {
        Ok(Ok(link)) => link,
        Ok(Err(error)) => {
            tracing::error!(%error, "no link signs the owner of the sample in");
            None
        }
        Err(_) => {
            tracing::error!("no link signs the owner of the sample in: the database is busy");
            None
        }
    }
}

const ACCOUNT: &str = "Sample account";
const OWNER: &str = "Sample owner";

/// Returns a new link for the owner of the sample's account, which is made when it is missing.
async fn sign_in_link(store: &Store, now: Timestamp) -> Result<Option<LinkToken>, StoreError> {
    let store = store.acting_as(Actor::Server);
    let account = match find_account(&store).await? {
        Some(account) => account,
        None => store.create_account(ACCOUNT, Plan::Pro, now).await?.id,
    };
    let members = store.members(account).await?;
    let mut owners = members.iter().filter(|it| it.role == Role::Owner && it.disabled_at.is_none());
    let link = match (owners.next(), OWNER.parse()) {
        (Some(owner), _) => store.link_member(account, owner.id, now).await?,
        (None, Ok(name)) => store.invite_member(account, &name, Role::Owner, now).await?,
        (None, Err(_)) => None,
    };
    Ok(link.map(|link| link.token))
}

/// Returns the account that an earlier start made. The audit log knows it, and is never changed.
async fn find_account(store: &Store) -> Result<Option<AccountId>, StoreError> {
    let query = AuditQuery { action: Some(Action::AccountCreate), ..AuditQuery::default() };
    let entries = store.audit_log(&query).await?.entries;
    let is_sample = |name: &serde_json::Value| name.as_str() == Some(ACCOUNT);
    let made_by_us = entries.iter().filter(|entry| entry.actor == Actor::Server);
    let mut found = made_by_us.filter(|it| it.details.get("name").is_some_and(is_sample));
    Ok(found.next().and_then(|entry| entry.account_id))
}
