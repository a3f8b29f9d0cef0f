//! The host that a seal is served from: `<uuid>.seals.dlagglobal.com`, and no other.

use crate::register::html_page::HtmlPage;
use crate::register::{RegisterError, saved_page};
use crate::text::hyphenated_uuid;

const SUFFIX: &str = ".seals.dlagglobal.com";
/// What files of saved pages end in.
const EXTENSIONS: [&str; 3] = [".html", ".htm", ".mhtml"];

/// Returns the address of a seal page, by the page itself or the name of its file.
pub(super) fn url_of(page: &HtmlPage<'_>) -> Result<String, RegisterError> {
    saved_page::check_hosts(page, &format!("*{SUFFIX}"), is_seal)?;
    let text = String::from_utf8_lossy(&page.file.bytes);
    let hosts = hosts_in(&text).chain(hosts_in(without_extension(page.name())));
    let fault = match saved_page::only_one(hosts) {
        Ok(Some(host)) => return Ok(format!("https://{host}")),
        Ok(None) => format!(
            "the seal does not tell its address; expected https://<uuid>{SUFFIX} in the page or \
             the name of its file"
        ),
        Err((one, other)) => format!("the page names two seals, {one} and {other}"),
    };
    Err(page.malformed(fault))
}

pub(super) fn is_of_a_seal(page: &HtmlPage<'_>) -> bool {
    let own = saved_page::own_addresses(page);
    own.iter().any(|address| hosts_in(without_extension(address)).next().is_some())
}

fn is_seal(host: &str) -> bool {
    host.strip_suffix(SUFFIX).and_then(hyphenated_uuid).is_some()
}

/// Returns every host of a seal in a text, but no longer host that only begins like one.
fn hosts_in(text: &str) -> impl Iterator<Item = String> + use<> {
    let text = text.to_ascii_lowercase();
    let is_of_a_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    let words = text.split(|c: char| !is_of_a_host(c)).map(|word| word.trim_end_matches('.'));
    words.filter(|word| is_seal(word)).map(str::to_owned).collect::<Vec<_>>().into_iter()
}

fn without_extension(name: &str) -> &str {
    EXTENSIONS.iter().find_map(|extension| name.strip_suffix(extension)).unwrap_or(name)
}

#[cfg(test)]
mod tests;
