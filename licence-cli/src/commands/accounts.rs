//! `licence accounts` and `licence keys`.

use licence_core::account::AccountId;
use licence_core::account::key::{ApiKey, KeyId, KeyLimits};
use serde_json::value::RawValue;
use tokio::runtime::Runtime;
use uuid::Uuid;

use crate::args::{Accounts, AccountsCommand, Keys, KeysCommand};
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::output;

/// Creates accounts, moves them between plans, and invites their members.
pub(crate) fn accounts(
    runtime: &Runtime,
    settings: &Settings,
    accounts: &Accounts,
) -> Result<Exit, Failure> {
    runtime.block_on(async {
        let store = settings.open_store().await?;
        let (account, json) = match &accounts.command {
            AccountsCommand::Create { name, plan, json } => {
                let name = not_blank("NAME", name)?;
                (store.create_account(name, *plan, now()?).await?, json)
            }
            AccountsCommand::Invite(invite) => {
                let (id, name) = (AccountId(invite.account), &invite.name);
                let link = store.invite_member(id, name, invite.role, now()?).await?;
                store.close().await;
                let link = link.ok_or_else(|| unknown_account(invite.account))?;
                let form = &invite.link;
                let url = form.dashboard_url.as_ref().or(settings.dashboard_url.as_ref());
                output::member::print_link(settings.is_quiet, url, form.json, link)?;
                return Ok(Exit::Done);
            }
            AccountsCommand::SetPlan { id, plan, json } => {
                let account = store.set_plan(AccountId(*id), *plan, now()?).await?;
                (account.ok_or_else(|| unknown_account(*id))?, json)
            }
        };
        store.close().await;
        output::value(settings.is_quiet, *json, &account, output::account::account)?;
        Ok(Exit::Done)
    })
}

/// Creates, lists and revokes keys.
pub(crate) fn keys(runtime: &Runtime, settings: &Settings, keys: &Keys) -> Result<Exit, Failure> {
    runtime.block_on(async {
        let store = settings.open_store().await?;
        match &keys.command {
            KeysCommand::Create { account, label, expires, network, json } => {
                let label = not_blank("--label", label)?;
                let now = now()?;
                let limits = KeyLimits::new(*expires, network, now)
                    .map_err(|past| Failure::Usage(format!("--expires: {past}")))?;
                let account_id = AccountId(*account);
                let created = store.create_limited_key(account_id, label, limits, now).await?;
                let created = created.ok_or_else(|| unknown_account(*account))?;
                match settings.is_quiet && !json {
                    true => output::secret(created.key.reveal())?,
                    false => output::value(false, *json, &created, output::account::created)?,
                }
            }
            KeysCommand::Revoke { key_id, json } => {
                let key = store.revoke_key(KeyId(*key_id), now()?).await?;
                let key = key.ok_or_else(|| Failure::NotFound {
                    what: "key",
                    id: key_id.to_string(),
                    hint: "; `licence keys list --account ID` prints the ids",
                })?;
                let table = |key: &_| output::account::keys(std::slice::from_ref(key));
                output::value(settings.is_quiet, *json, &key, table)?;
            }
            KeysCommand::List { account, json, csv } => {
                let keys = store.keys(AccountId(*account)).await?;
                let keys = keys.ok_or_else(|| unknown_account(*account))?;
                match csv {
                    true => output::csv_rows(&rows(&keys)?)?,
                    false => {
                        let table = |keys: &Vec<_>| output::account::keys(keys);
                        output::value(settings.is_quiet, *json, &keys, table)?;
                    }
                }
            }
        }
        store.close().await;
        Ok(Exit::Done)
    })
}

fn rows(keys: &[ApiKey]) -> Result<Vec<Box<RawValue>>, Failure> {
    let rows: Result<_, _> = keys.iter().map(serde_json::value::to_raw_value).collect();
    Ok(rows.map_err(std::io::Error::from)?)
}

fn not_blank<'t>(what: &str, text: &'t str) -> Result<&'t str, Failure> {
    match text.trim() {
        "" => Err(Failure::Usage(format!("{what} is blank"))),
        text => Ok(text),
    }
}

pub(crate) fn unknown_account(id: Uuid) -> Failure {
    let hint = "; `licence accounts create NAME --plan PLAN` prints the id of a new one";
    Failure::NotFound { what: "account", id: id.to_string(), hint }
}
