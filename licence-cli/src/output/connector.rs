//! Clients and grants of the connector for a person.

use licence_core::oauth::grant::Grant;
use licence_core::oauth::{ClientId, ClientKind};
use licence_core::time::Timestamp;
use licence_store::service::ClientRecord;
use serde::Serialize;

use crate::output::layout::{column, prose, table_of};
use crate::output::style::{minute, or_dash, plain};

/// A client as it is printed.
#[derive(Serialize)]
pub(crate) struct ClientRow {
    client_id: ClientId,
    kind: ClientKind,
    client_name: Option<String>,
    redirect_uris: Vec<String>,
    created_at: Timestamp,
    last_used_at: Timestamp,
}

impl ClientRow {
    pub(crate) fn new(record: &ClientRecord) -> Self {
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

/// One line a client.
pub(crate) fn clients(clients: &[ClientRow]) -> String {
    table_of!(clients, |client| {
        column("client") => plain(&client.client_id.0),
        column("kind") => client.kind,
        prose("name") => plain(client.client_name.as_deref().unwrap_or("-")),
        column("since").optional(2) => minute(client.created_at),
        column("last used") => minute(client.last_used_at),
    })
}

/// One line a grant.
pub(crate) fn grants(grants: &[Grant]) -> String {
    table_of!(grants, |grant| {
        column("grant") => grant.id.0,
        column("member").optional(2) => grant.member_id.0,
        prose("client") => plain(grant.client_name.as_deref().unwrap_or(&grant.client_id.0)),
        prose("may") => &grant.scopes,
        column("last used").optional(1) => or_dash(grant.last_used_at.map(minute)),
        column("ends at") => minute(grant.ends_at),
    })
}
