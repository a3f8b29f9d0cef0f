//! `licence connector`.

use licence_core::account::AccountId;
use licence_core::connector::{bundle_manifest, registry_manifest};
use licence_core::oauth::grant::{Grant, GrantId};
use licence_core::oauth::{ClientId, ClientKind, ClientMetadata, ConnectorAddress};
use licence_core::time::Timestamp;
use licence_store::Store;
use licence_store::service::ClientRecord;
use serde::Serialize;

use crate::args::{ClientsCommand, ConnectorCommand, GrantsCommand, ManifestForm};
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::output::layout::{column, prose, table_of};
use crate::output::style::{minute, or_dash, plain};

pub(crate) fn run(settings: &Settings, connector: &ConnectorCommand) -> Result<Exit, Failure> {
    match connector {
        ConnectorCommand::Clients(command) => {
            settings.with_store(async |store| clients(store, command).await)
        }
        ConnectorCommand::Grants(command) => {
            settings.with_store(async |store| grants(store, command).await)
        }
        ConnectorCommand::Manifest { form, url } => {
            print_manifest(*form, url.clone().map(ConnectorAddress))
        }
    }
}

fn print_manifest(
    form: ManifestForm,
    connector: Option<ConnectorAddress>,
) -> Result<Exit, Failure> {
    let version = env!("CARGO_PKG_VERSION");
    let manifest = match (form, connector) {
        (ManifestForm::Bundle, _) => bundle_manifest(version),
        (ManifestForm::Registry, Some(connector)) => registry_manifest(&connector.0, version),
        (ManifestForm::Registry, None) => {
            let error = "a manifest for the registry names the connector: give --url";
            return Err(Failure::Usage(error.to_owned()));
        }
    };
    output::done(format!("{manifest:#}\n").as_bytes())
}

async fn clients(store: &Store, command: &ClientsCommand) -> Result<Exit, Failure> {
    match command {
        ClientsCommand::Add { name, redirect_uri, json } => {
            let redirects: Vec<&str> = redirect_uri.iter().map(String::as_str).collect();
            let metadata = ClientMetadata::new(Some(name.as_str()), &redirects);
            let metadata = metadata.map_err(|error| Failure::Usage(error.to_string()))?;
            let client = store.add_client(metadata, now()?).await?;
            output::value(*json, &client.id, |id| format!("{id}\n"))?;
        }
        ClientsCommand::List { json } => {
            let clients = store.clients().await?;
            let rows: Vec<_> = clients.iter().map(ClientRow::new).collect();
            output::value(*json, &rows, |it| client_table(it))?;
        }
        ClientsCommand::Remove { client } => {
            if !store.remove_client(&ClientId(client.clone()), now()?).await? {
                let hint = "; `licence connector clients list` prints the ids";
                return Err(Failure::NotFound { what: "client", id: client.clone(), hint });
            }
        }
    }
    Ok(Exit::Done)
}

async fn grants(store: &Store, command: &GrantsCommand) -> Result<Exit, Failure> {
    match command {
        GrantsCommand::List { account, json } => {
            let id = AccountId(*account);
            store.account(id).await?.ok_or_else(|| Failure::unknown_account(*account))?;
            let grants = store.grants(id, None, now()?).await?;
            output::value(*json, &grants, |it| grant_table(it))?;
        }
        GrantsCommand::Revoke { grant, account } => {
            let (account, id) = (AccountId(*account), GrantId(*grant));
            if !store.revoke_grant(account, None, id, now()?).await? {
                let hint = "; `licence connector grants list --account ID` prints the ids";
                return Err(Failure::NotFound { what: "grant", id: grant.to_string(), hint });
            }
        }
    }
    Ok(Exit::Done)
}

#[derive(Serialize)]
struct ClientRow {
    client_id: ClientId,
    kind: ClientKind,
    client_name: Option<String>,
    redirect_uris: Vec<String>,
    created_at: Timestamp,
    last_used_at: Timestamp,
}

impl ClientRow {
    fn new(record: &ClientRecord) -> Self {
        let client = &record.client;
        Self {
            client_id: client.id.clone(),
            kind: client.kind,
            client_name: client.metadata.client_name.clone(),
            redirect_uris: client.metadata.redirect_uris.clone(),
            created_at: record.created_at,
            last_used_at: record.last_used_at,
        }
    }
}

fn client_table(clients: &[ClientRow]) -> String {
    table_of!(clients, |client| {
        column("client") => plain(&client.client_id.0),
        column("kind") => client.kind,
        prose("name") => plain(client.client_name.as_deref().unwrap_or("-")),
        column("since").optional(2) => minute(client.created_at),
        column("last used") => minute(client.last_used_at),
    })
}

fn grant_table(grants: &[Grant]) -> String {
    table_of!(grants, |grant| {
        column("grant") => grant.id.0,
        column("member").optional(2) => grant.member_id.0,
        prose("client") => plain(grant.client_name.as_deref().unwrap_or(&grant.client_id.0)),
        prose("may") => &grant.scopes,
        column("last used").optional(1) => or_dash(grant.last_used_at.map(minute)),
        column("ends at") => minute(grant.ends_at),
    })
}
