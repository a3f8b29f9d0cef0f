//! What the server tells the person who started it, beside its one line on stdout.

use std::io;

use licence_core::audit::redact_address;

use super::Pages;
use crate::Listener;
use crate::config::{Config, LogFormat};

/// Returns where to look next, for the person who started the server. A log of JSON lines gets none.
pub(super) fn start_hints(
    config: &Config,
    listener: &Listener,
    pages: &Pages,
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
            format!("dashboard {}\n", url.map_or_else(|| listener.url(), Ok)?)
        }
    };
    Ok(format!(
        "API       {url}/v1/check?domain=…\ndocs      {url}/docs\ndatabase  {database}\n{dashboard}"
    ))
}
