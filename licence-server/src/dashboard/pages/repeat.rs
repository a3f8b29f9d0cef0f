//! How a reader repeats a check: by a link, over HTTP and at the terminal.

use licence_core::check::QueryEcho;

use crate::dashboard::page_request::PageRequest;

/// The addresses and the command that ask again, about the same instant.
pub(super) struct Repeat {
    /// What was asked.
    pub(super) asked: String,
    /// The page, as an address of its own and as a path.
    pub(super) permalink: String,
    pub(super) permalink_path: String,
    pub(super) api_url: String,
    pub(super) cli: String,
}

impl Repeat {
    pub(super) fn new(page_request: &PageRequest<'_>, query: &QueryEcho, instant: &str) -> Self {
        let (asked, cli) = match (&query.domain, &query.license_number) {
            (_, Some(number)) => {
                let cli = format!("--license-number '{}'", number.replace('\'', "'\\''"));
                (number.clone(), cli)
            }
            // A host that was parsed has no character that a shell interprets.
            (domain, None) => (domain.clone().unwrap_or_default(), query.host()),
        };
        let (base_url, path) = (page_request.context.base_url(), query.page_at(instant));
        let parameters = query.parameters_at(instant);
        Self {
            asked,
            permalink: page_request.absolute(&path),
            permalink_path: path,
            api_url: format!("{base_url}/v1/check?{parameters}"),
            cli: format!("licence check {cli} --as-of {instant}"),
        }
    }
}
