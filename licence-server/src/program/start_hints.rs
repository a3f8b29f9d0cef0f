//! What the server tells the person who started it, beside its one line on stdout.

use std::io;
use std::time::Duration;

use licence_core::audit::redact_address;
use licence_core::invitation::LinkToken;
use licence_store::Store;
use serde_json::json;
use tokio::time::timeout;

use super::pages::Pages;
use super::sample_owner;
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
    match timeout(LINK_TIMEOUT, sample_owner::sign_in_link(store, crate::system_time())).await {
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
