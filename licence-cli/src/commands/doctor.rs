//! `licence doctor`.

mod local;
mod remote;

use crate::args::Doctor;
use crate::config::{DataSource, Settings, is_private};
use crate::exit::{Exit, Failure};
use crate::finding::{Finding, FindingStatus};
use crate::output;
use crate::setting::{Origin, Setting};

/// Explains the configuration, and tries what it names.
pub(crate) fn run(settings: &Settings, args: &Doctor) -> Result<Exit, Failure> {
    let findings = settings.block_on(async {
        match &settings.data_source {
            DataSource::Local => {
                let mut findings = local::findings(settings).await;
                findings.extend(secret_key_file(settings));
                Ok(findings)
            }
            DataSource::Remote { .. } => remote::findings(settings).await,
        }
    })?;
    let table = |findings: &Vec<Finding>| output::doctor::table(findings);
    output::value(settings.is_quiet, args.json, &findings, table)?;
    let has_failed = findings.iter().any(|finding| finding.status == FindingStatus::Failed);
    Ok(if has_failed { Exit::Failed } else { Exit::Done })
}

/// Returns the finding of the secret key file. Its readers can decrypt the secrets of all
/// webhooks. By default the file is beside an SQLite database that has a webhook.
fn secret_key_file(settings: &Settings) -> Option<Finding> {
    let usual = || {
        let path = settings.database_url.value.strip_prefix("sqlite://")?.split('?').next()?;
        let path = std::path::PathBuf::from(format!("{path}-secret.key"));
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
