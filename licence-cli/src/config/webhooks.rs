//! Where webhooks may go: the server's options, for those that are created or delivered at the
//! terminal.

use licence_core::webhook::url_policy::UrlPolicy;
use licence_store::outbound::certificates_file;
use licence_store::service::WebhookOptions;

use super::file::ConfigFile;
use crate::args::Connection;
use crate::exit::Failure;

/// What flags, environment and file say together. The key file is settled by the caller, who shows
/// where it comes from.
///
/// # Errors
/// [`Failure::Usage`] for an attempt without time.
pub(super) fn options(
    connection: &Connection,
    file: &ConfigFile,
    key_file: Option<std::path::PathBuf>,
) -> Result<WebhookOptions, Failure> {
    let allowed = connection.webhook_allow.as_ref().unwrap_or(&file.webhook_allow);
    let policy = UrlPolicy::default().allowing(allowed.iter().map(|it| it.0).collect());
    let base_url = std::env::var("LICENCE_BASE_URL").ok().or_else(|| file.base_url.clone());
    let policy = match base_url {
        Some(base_url) => policy.except_service_at(&base_url),
        None => policy,
    };
    let mut options = WebhookOptions::from_table(file.webhooks.clone(), policy, key_file)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    options.post.certificates = certificates_file();
    Ok(options)
}
