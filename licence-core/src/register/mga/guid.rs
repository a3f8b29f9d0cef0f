//! The GUID that a seal is known by, out of the addresses that carry it.

use uuid::fmt::Hyphenated;

use crate::register::RegisterError;
use crate::register::html_page::HtmlPage;
use crate::register::saved_page::{self, host_in};
use crate::text::hyphenated_uuid;

const PARAMETER: &str = "company=";
/// The hosts of the seal pages.
pub(crate) const SEAL_HOSTS: [&str; 2] =
    ["authorisation.mga.org.mt", "www.authorisation.mga.org.mt"];

/// Returns the seal page of the company with that GUID.
pub(super) fn seal_url(guid: &str) -> String {
    format!("https://authorisation.mga.org.mt/verification.aspx?lang=EN&company={guid}&details=1")
}

/// Returns the GUID of a seal page. Linked companies have theirs on it too.
///
/// # Errors
/// [`RegisterError`] if the page says that it is from another site, is two seals or tells no GUID.
pub(super) fn of_seal(page: &HtmlPage<'_>) -> Result<String, RegisterError> {
    saved_page::check_hosts(page, SEAL_HOSTS[0], is_seal_host)?;
    let addresses = saved_page::own_addresses(page);
    let by_name = in_name(page.name());
    let guids = addresses.iter().filter_map(|address| in_query(address)).chain(by_name);
    let fault = match saved_page::only_one(guids) {
        Ok(Some(guid)) => return Ok(guid),
        Ok(None) => "the page does not tell its GUID; save it under its address \
                     (…company=<guid>…)"
            .to_owned(),
        Err((one, other)) => format!("the page is the seal {one} and the seal {other}"),
    };
    Err(page.malformed(fault))
}

/// Returns the GUID in the address of a seal page; `None` for an address of another site.
pub(super) fn in_seal_link(address: &str) -> Option<String> {
    host_in(address).ok()?.filter(|host| is_seal_host(host))?;
    in_query(address)
}

fn is_seal_host(host: &str) -> bool {
    SEAL_HOSTS.contains(&host)
}

/// Returns the GUID of the parameter `company`, whatever comes before it.
pub(super) fn in_query(address: &str) -> Option<String> {
    let address = address.to_ascii_lowercase();
    let (_, value) = address.split_once(PARAMETER)?;
    guid(value.get(..Hyphenated::LENGTH)?)
}

/// Returns the one GUID in the name of a file; `None` when there are several.
pub(super) fn in_name(name: &str) -> Option<String> {
    in_query(name).or_else(|| {
        let starts = (0..name.len()).filter_map(|at| name.get(at..at + Hyphenated::LENGTH));
        saved_page::only_one(starts.filter_map(guid)).ok().flatten()
    })
}

fn guid(text: &str) -> Option<String> {
    hyphenated_uuid(text).map(|guid| guid.to_string())
}

#[cfg(test)]
mod tests;
