//! `licence members`.

use licence_core::account::AccountId;
use licence_core::member::{Member, MemberId};
use licence_store::Store;
use licence_store::service::MemberChange;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::args::MembersCommand;
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure, Refusal};
use crate::output;

pub(crate) fn run(settings: &Settings, members: &MembersCommand) -> Result<Exit, Failure> {
    settings.with_store(async |store| answer(store, settings, members).await)
}

async fn answer(
    store: &Store,
    settings: &Settings,
    members: &MembersCommand,
) -> Result<Exit, Failure> {
    match members {
        MembersCommand::List { account, json } => {
            let id = AccountId(*account);
            store.account(id).await?.ok_or_else(|| Failure::unknown_account(*account))?;
            let members = store.members(id).await?;
            output::value(*json, &members, |members| output::member::members(members))
        }
        MembersCommand::Link { member, link } => {
            let found = find(store, *member).await?;
            let made = store.link_member(found.account_id, found.id, now()?).await?;
            let disabled = || refused(format!("the member {member} is disabled, and gets no link"));
            let made = made.ok_or_else(disabled)?;
            let url = link.dashboard_url.as_ref().or(settings.dashboard_url.as_ref());
            output::member::print_link(url, link.json, made)
        }
        MembersCommand::EndSessions { member, json } => {
            let found = find(store, *member).await?;
            let ended = store.end_sessions(found.account_id, found.id, None, now()?).await?;
            let sentence = |_: &Value| format!("sessions ended: {ended}\n");
            output::value(*json, &json!({ "ended": ended }), sentence)
        }
        MembersCommand::Disable { member, json } => {
            let found = find(store, *member).await?;
            let change = store.disable_member(found.account_id, found.id, now()?).await?;
            print_change(*json, *member, change)
        }
        MembersCommand::SetRole { member, role, json } => {
            let found = find(store, *member).await?;
            let change = store.set_member_role(found.account_id, found.id, *role, now()?).await?;
            print_change(*json, *member, change)
        }
    }
}

async fn find(store: &Store, id: Uuid) -> Result<Member, Failure> {
    store.member(MemberId(id)).await?.ok_or_else(|| unknown(id))
}

fn print_change(json: bool, id: Uuid, change: MemberChange) -> Result<Exit, Failure> {
    match change {
        MemberChange::Changed(member) => {
            output::value(json, &member, |it| output::member::members(std::slice::from_ref(it)))
        }
        MemberChange::LastOwner(last) => Err(refused(last.to_string())),
        MemberChange::Unknown => Err(unknown(id)),
    }
}

fn refused(error: String) -> Failure {
    Failure::refused(Refusal::local(Exit::Refused, error, None))
}

fn unknown(id: Uuid) -> Failure {
    let hint = "; `licence members list --account ID` prints the ids";
    Failure::NotFound { what: "member", id: id.to_string(), hint }
}
