//! `licence accounts` and `licence keys`.

use comfy_table::Color;
use licence_core::account::key::{ApiKey, KeyId, KeyLimits, PREFIX};
use licence_core::account::label::Label;
use licence_core::account::{Account, AccountId};
use licence_store::service::NewKey;
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::args::{AccountsCommand, KeysCommand, parse_id};
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::output::layout::{card, card_rows, column, prose, table_of};
use crate::output::style::{coloured, minute, or_dash, plain};
use crate::service::body;
use crate::{notes, output};

pub(crate) fn accounts(settings: &Settings, accounts: &AccountsCommand) -> Result<Exit, Failure> {
    settings.block_on(async {
        let store = match accounts {
            AccountsCommand::Create { .. } => settings.open_or_create_store().await?,
            AccountsCommand::Invite(_) | AccountsCommand::SetPlan { .. } => {
                settings.open_store().await?
            }
        };
        let (account, json) = match accounts {
            AccountsCommand::Create { name, plan, json } => {
                (store.create_account(name.as_str(), *plan, now()?).await?, json)
            }
            AccountsCommand::Invite(invite) => {
                let (id, name) = (AccountId(invite.account), &invite.name);
                let link = store.invite_member(id, name, invite.role, now()?).await?;
                store.close().await;
                let link = link.ok_or_else(|| Failure::unknown_account(invite.account))?;
                let form = &invite.link;
                let url = form.dashboard_url.as_ref().or(settings.dashboard_url.as_ref());
                return output::member::print_link(url, form.json, link);
            }
            AccountsCommand::SetPlan { id, plan, json } => {
                let account = store.set_plan(AccountId(*id), *plan, now()?).await?;
                (account.ok_or_else(|| Failure::unknown_account(*id))?, json)
            }
        };
        store.close().await;
        output::value(*json, &account, account_card)
    })
}

pub(crate) fn keys(settings: &Settings, keys: &KeysCommand) -> Result<Exit, Failure> {
    match keys {
        KeysCommand::Create { account, label, expires, network, json } => {
            let limits = KeyLimits::new(*expires, network, now()?)
                .map_err(|past| Failure::Usage(format!("--expires: {past}")))?;
            create(settings, *account, label, limits, *json)
        }
        KeysCommand::Revoke { key_id, json } => revoke(settings, parse_key_id(key_id)?, *json),
        KeysCommand::List { account, json, csv } => list(settings, *account, *json, *csv),
    }
}

fn create(
    settings: &Settings,
    account: Uuid,
    label: &Label,
    limits: KeyLimits,
    json: bool,
) -> Result<Exit, Failure> {
    let id = AccountId(account);
    let created = settings.with_store(async |store| {
        Ok(store.create_limited_key(id, label.as_str(), limits, now()?).await?)
    })?;
    let created = created.ok_or_else(|| Failure::unknown_account(account))?;
    let printed = match notes::is_quiet() && !json {
        true => output::secret(created.key.reveal()),
        false => output::value(json, &created, new_key_card),
    };
    if printed.is_err() {
        let id = created.id.0;
        notes::print(format_args!(
            "key {id} was created, and its secret is lost: `licence keys revoke {id}` revokes it"
        ));
    }
    printed
}

fn revoke(settings: &Settings, key_id: KeyId, json: bool) -> Result<Exit, Failure> {
    let key = settings.with_store(async |store| Ok(store.revoke_key(key_id, now()?).await?))?;
    let key = key.ok_or_else(|| Failure::NotFound {
        what: "key",
        id: key_id.0.to_string(),
        hint: "; `licence keys list --account ID` prints the ids",
    })?;
    output::value(json, &key, |key| key_table(std::slice::from_ref(key)))
}

fn list(settings: &Settings, account: Uuid, json: bool, csv: bool) -> Result<Exit, Failure> {
    let keys = settings.with_store(async |store| Ok(store.keys(AccountId(account)).await?))?;
    let keys = keys.ok_or_else(|| Failure::unknown_account(account))?;
    match csv {
        true => output::csv_rows(&body(&keys)?, &rows(&keys)?),
        false => output::value(json, &keys, |keys| key_table(keys)),
    }
}

/// Parses the id of a key. The error does not repeat a key that was pasted in place of its id.
fn parse_key_id(text: &str) -> Result<KeyId, Failure> {
    parse_id(text).map(KeyId).map_err(|error| {
        let what = match text.contains(PREFIX) {
            true => "the text of a key is not its id".to_owned(),
            false => error,
        };
        Failure::Usage(format!("KEY_ID: {what}; `licence keys list --account ID` prints the ids"))
    })
}

fn rows(keys: &[ApiKey]) -> Result<Vec<Box<RawValue>>, Failure> {
    let rows: Result<_, _> = keys.iter().map(serde_json::value::to_raw_value).collect();
    Ok(rows.map_err(std::io::Error::from)?)
}

fn account_card(account: &Account) -> String {
    card(card_rows! {
        "account" => account.id.0,
        "name" => plain(&account.name),
        "plan" => account.plan,
        "created at" => account.created_at,
    })
}

/// Returns a card of a new key, with the warning that it is not shown again.
fn new_key_card(created: &NewKey) -> String {
    card(card_rows! {
        "key" => coloured(created.key.reveal(), Color::Green),
        "note" => "shown only now; keep it, or revoke it and create another",
        "key id" => created.id.0,
        "account" => created.account_id.0,
        "label" => plain(&created.label),
        "expires at" => or_dash(created.limits.expires_at.map(minute)),
        "networks" => networks(&created.limits),
    })
}

fn key_table(keys: &[ApiKey]) -> String {
    table_of!(keys, |key| {
        column("key id") => key.id.0,
        prose("label") => plain(&key.label),
        column("key") => key.masked(),
        column("created at").optional(2) => minute(key.created_at),
        column("last used").optional(3) => or_dash(key.last_used_at.map(minute)),
        column("revoked at") => or_dash(key.revoked_at.map(minute)),
        column("expires at").optional(1) => or_dash(key.limits.expires_at.map(minute)),
        prose("networks").optional(4) => networks(&key.limits),
    })
}

/// Returns the networks that a key may be used from.
fn networks(limits: &KeyLimits) -> String {
    let networks: Vec<String> = limits.networks.iter().map(ToString::to_string).collect();
    if networks.is_empty() { "any".to_owned() } else { networks.join(", ") }
}
