//! What the server tells the person who started it, beside its one line on stdout.

use std::io;
use std::time::Duration;

use licence_core::audit::redact_address;
use licence_core::invitation::LinkToken;
use licence_store::Store;
use tokio::time::timeout;

use super::pages::Pages;
use super::sample_owner;
use crate::Listener;
use crate::config::{Config, LogFormat};

/// Returns where to look next, for the person who started the server. A log of JSON lines gets none.
pub(super) async fn start_hints(
    config: &Config,
    store: &Store,
    listener: &Listener,
    [pages, assistants]: [&Pages; 2],
) -> io::Result<String> {
    if config.log_format == LogFormat::Json {
        return Ok(String::new());
    }
    let (url, database) = (listener.url()?, redact_address(&config.store.database_url));
    let dashboard = match pages {
        Pages::Off => String::new(),
        Pages::PortTaken(address) => {
            format!(
                "dashboard none: another program listens on {address}; see --dashboard-listen\n"
            )
        }
        Pages::Served(listener) => {
            let url = pages.url(config.dashboard_url.as_ref())?;
            let url = url.map_or_else(|| listener.url(), Ok)?;
            let link = if config.sample { sample_link(store).await } else { None };
            let link = link.map(|link| format!("sign in   {url}{}\n", link.path()));
            format!("dashboard {url}\n{}", link.unwrap_or_default())
        }
    };
    let connector = match assistants.url(config.connector_url.as_ref())? {
        Some(url) => format!("connector {url}/mcp\n"),
        None => String::new(),
    };
    Ok(format!(
        "API       {url}/v1/check?domain=…\ndocs      {url}/docs\ndatabase  {database}\n\
         {dashboard}{connector}"
    ))
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
