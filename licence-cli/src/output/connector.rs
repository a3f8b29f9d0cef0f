//! Clients and grants of the connector for a person.

use licence_core::oauth::grant::Grant;
use licence_core::oauth::{ClientId, ClientKind};
use licence_core::time::Timestamp;
use licence_store::service::ClientRecord;
use serde::Serialize;

use crate::output::cell::Cell;
use crate::output::layout::{column, prose, table};
use crate::output::style::{minute, plain};

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
    let rows = clients.iter().map(|client| {
        vec![
            Cell::new(plain(&client.client_id.0)),
            Cell::new(client.kind),
            Cell::new(plain(client.client_name.as_deref().unwrap_or("-"))),
            Cell::new(minute(client.created_at)),
            Cell::new(minute(client.last_used_at)),
        ]
    });
    let since = column("since").optional(2);
    table(&[column("client"), column("kind"), prose("name"), since, column("last used")], rows)
}

/// One line a grant.
pub(crate) fn grants(grants: &[Grant]) -> String {
    let rows = grants.iter().map(|grant| {
        vec![
            Cell::new(grant.id.0),
            Cell::new(grant.member_id.0),
            Cell::new(plain(grant.client_name.as_deref().unwrap_or(&grant.client_id.0))),
            Cell::new(&grant.scopes),
            Cell::new(grant.last_used_at.map_or_else(|| "-".to_owned(), minute)),
            Cell::new(minute(grant.ends_at)),
        ]
    });
    let columns = [
        column("grant"),
        column("member").optional(2),
        prose("client"),
        prose("may"),
        column("last used").optional(1),
        column("ends at"),
    ];
    table(&columns, rows)
}
