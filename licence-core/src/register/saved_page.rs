//! The addresses that a saved page gives as its own.

use std::collections::BTreeSet;

use url::Url;

use super::RegisterError;
use super::html_page::{HtmlPage, selector};
use crate::text::{quoted, trimmed};

/// What a browser writes above a page it saves.
const SAVED_FROM: &str = "saved from url=";

/// Returns the addresses that a page states as its own: the name of the file, the note of the
/// browser, the canonical link, the forms that answer to themselves and the base of its links.
pub(crate) fn own_addresses(page: &HtmlPage<'_>) -> Vec<String> {
    let stated = [
        (selector!("link[rel=canonical]"), "href"),
        (selector!(r#"meta[property="og:url"]"#), "content"),
        (selector!("form[action]"), "action"),
        (selector!("base[href]"), "href"),
    ];
    let stated = stated
        .into_iter()
        .flat_map(|(selector, name)| page.all(selector).filter_map(move |it| it.attr(name)));
    let note = str::from_utf8(&page.file.bytes).ok().and_then(|text| text.split_once(SAVED_FROM));
    let saved_from = note.and_then(|(_, note)| {
        let address = note.split_once(')').map_or(note, |(_, address)| address);
        address.split_whitespace().next()
    });
    let own = [page.name()].into_iter().chain(saved_from).chain(stated);
    own.map(str::to_owned).collect()
}

/// Checks that no address that a page states as its own has a host which its register is not at. Forms
/// may answer to a path, and a name of a file has no host.
pub(crate) fn check_hosts(
    page: &HtmlPage<'_>,
    hosts: &str,
    is_host: impl Fn(&str) -> bool,
) -> Result<(), RegisterError> {
    let is_strange = |address: &String| match host_in(address) {
        Ok(host) => host.is_some_and(|host| !is_host(&host)),
        Err(_) => true,
    };
    match own_addresses(page).into_iter().skip(1).find(is_strange) {
        Some(it) => {
            Err(page.malformed(format!("the page is from {}, not from {hosts}", quoted(&it))))
        }
        None => Ok(()),
    }
}

/// Returns the value that a page states, perhaps several times.
///
/// # Errors
/// The first two of several values.
pub(crate) fn only_one<T: Ord>(values: impl IntoIterator<Item = T>) -> Result<Option<T>, (T, T)> {
    let mut values = BTreeSet::from_iter(values).into_iter();
    match (values.next(), values.next()) {
        (Some(one), Some(other)) => Err((one, other)),
        (one, _) => Ok(one),
    }
}

/// Returns the host that a browser goes to from a page; `None` for an address without one.
pub(crate) fn host_in(address: &str) -> Result<Option<String>, url::ParseError> {
    const HERE: &str = "here.invalid";
    let url = Url::parse(&format!("https://{HERE}"))?.join(trimmed(address))?;
    Ok(url.host_str().filter(|host| *host != HERE).map(str::to_owned))
}

#[cfg(test)]
mod tests;
