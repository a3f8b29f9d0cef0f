//! `licence doctor`.

mod finding;
mod findings;

use comfy_table::Color;
use licence_store::service::{secret_key_beside, sqlite_file};

use crate::config::{DataSource, Settings, is_private};
use crate::exit::{Exit, Failure};
use crate::output;
use crate::output::cell::Cell;
use crate::output::layout::{column, table_of, wrapped};
use crate::output::style::{coloured, plain};
use crate::setting::{Origin, Setting};
use finding::{Finding, FindingStatus};

/// Explains the configuration, and tries what it names.
pub(crate) fn run(settings: &Settings, json: bool) -> Result<Exit, Failure> {
    let findings = settings.block_on(async {
        match &settings.data_source {
            DataSource::Local => {
                let mut findings = findings::local(settings).await;
                findings.extend(secret_key_file(settings));
                Ok(findings)
            }
            DataSource::Remote { .. } => findings::remote(settings).await,
        }
    })?;
    output::answered(output::value(json, &findings, |findings| table(findings)))?;
    let has_failed = findings.iter().any(|finding| finding.status == FindingStatus::Failed);
    Ok(if has_failed { Exit::Failed } else { Exit::Done })
}

/// Returns the finding of the secret key file. Its readers can decrypt the secrets of all
/// webhooks. By default the file is beside an SQLite database that has a webhook.
fn secret_key_file(settings: &Settings) -> Option<Finding> {
    let usual = || {
        let path = secret_key_beside(&sqlite_file(&settings.database_url.value).ok()?);
        path.is_file().then(|| Setting::new(path, Origin::Default))
    };
    let file = settings.secret_key_file.clone().or_else(usual)?;
    let path = file.value.display();
    let (status, found) = match is_private(&file.value) {
        Ok(true) => (FindingStatus::Ok, format!("{path}, private")),
        Ok(false) => {
            (FindingStatus::Failed, format!("{path} can be read by others; chmod 600 {path}"))
        }
        Err(error) => (FindingStatus::Warning, format!("{path}: {error}")),
    };
    let source = Some(file.origin.to_string());
    Some(Finding { source, ..Finding::new("secret key file", status, found) })
}

fn table(findings: &[Finding]) -> String {
    table_of!(findings, |finding| {
        column("") => status(finding.status),
        column("what") => &finding.what,
        wrapped("found") => plain(&finding.found),
        column("given by").optional(1) => finding.source.as_deref().unwrap_or_default(),
    })
}

fn status(status: FindingStatus) -> Cell {
    match status {
        FindingStatus::Ok => coloured("ok", Color::Green),
        FindingStatus::Warning => coloured("warning", Color::Yellow),
        FindingStatus::Failed => coloured("failed", Color::Red),
    }
}
