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
        let in_query = instant.replace('+', "%2B");
        let (asked, parameter, path, cli) = match (&query.domain, &query.license_number) {
            (_, Some(number)) => {
                let parameter = format!("license_number={}", encoded(number));
                let path = format!("/check?{parameter}&as_of={in_query}");
                let cli = format!("--license-number '{}'", number.replace('\'', "'\\''"));
                (number.clone(), parameter, path, cli)
            }
            (domain, None) => {
                let domain = domain.as_deref().unwrap_or_default();
                // A host that was parsed has no character that a path or a shell interprets.
                let host = domain.trim().trim_end_matches('.').to_lowercase();
                let parameter = format!("domain={}", encoded(&host));
                let path = format!("/check/{}?as_of={in_query}", encoded(&host));
                (domain.to_owned(), parameter, path, host)
            }
        };
        let base_url = page_request.context.base_url();
        Self {
            asked,
            permalink: page_request.absolute(&path),
            permalink_path: path,
            api_url: format!("{base_url}/v1/check?{parameter}&as_of={in_query}"),
            cli: format!("licence check {cli} --as-of {instant}"),
        }
    }
}

fn encoded(text: &str) -> String {
    askama::filters::urlencode_strict(text).map(|it| it.to_string()).unwrap_or_default()
}
