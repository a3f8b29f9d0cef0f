//! Where webhooks may go: the server's options, for those that are created or delivered at the
//! terminal.

use licence_core::webhook::url_policy::UrlPolicy;
use licence_store::outbound::certificates_file;
use licence_store::service::{BaseUrl, ConfigFile, WebhookOptions};

use crate::args::Connection;
use crate::exit::Failure;

/// Returns the options that flags, environment and file give together. The caller settles the key file
/// and shows where it comes from.
pub(super) fn options(
    connection: &Connection,
    file: &ConfigFile,
    key_file: Option<std::path::PathBuf>,
) -> Result<WebhookOptions, Failure> {
    let allowed = connection.webhook_allow.as_ref().or(file.webhook_allow.as_ref());
    let allowed = allowed.into_iter().flatten().map(|network| network.0).collect();
    let policy = UrlPolicy::allowing(allowed);
    let in_file = file.base_url.as_ref().map(BaseUrl::as_str);
    let base_url = std::env::var("LICENCE_BASE_URL").ok().or(in_file.map(str::to_owned));
    let policy = match base_url {
        Some(base_url) => policy.except_service_at(&base_url),
        None => policy,
    };
    let mut options = WebhookOptions::from_table(file.webhooks.clone(), policy, key_file)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    options.post.certificates = certificates_file();
    Ok(options)
}
