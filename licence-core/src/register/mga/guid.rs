//! The GUID that a seal is known by, out of the addresses that carry it.

use uuid::Uuid;

const PARAMETER: &str = "company=";
const HOSTS: [&str; 2] = ["authorisation.mga.org.mt", "www.authorisation.mga.org.mt"];
const GUID_LENGTH: usize = 36;

/// The seal page of the company with that GUID.
///
/// ```
/// use licence_core::register::mga::seal_url;
///
/// let url = seal_url("4d0c7f5e-0001-4000-8000-000000000001");
/// assert!(url.ends_with("?lang=EN&company=4d0c7f5e-0001-4000-8000-000000000001&details=1"));
/// ```
pub fn seal_url(guid: &str) -> String {
    format!("https://authorisation.mga.org.mt/verification.aspx?lang=EN&company={guid}&details=1")
}

/// Returns the GUID in the address of a seal page; `None` for an address of another site.
pub(super) fn in_seal_link(address: &str) -> Option<String> {
    let (_, rest) = address.split_once("//")?;
    let host = rest.split(['/', '?', '#', ':']).next()?;
    HOSTS.iter().any(|known| host.eq_ignore_ascii_case(known)).then(|| in_query(rest))?
}

/// Returns the GUID of the parameter `company`, whatever comes before it.
pub(super) fn in_query(address: &str) -> Option<String> {
    let address = address.to_ascii_lowercase();
    let (_, value) = address.split_once(PARAMETER)?;
    whole(value.get(..GUID_LENGTH)?)
}

/// Returns the one GUID in the name of a file; `None` when there are several.
pub(super) fn in_name(name: &str) -> Option<String> {
    in_query(name).or_else(|| {
        let starts = (0..name.len()).filter_map(|at| name.get(at..at + GUID_LENGTH));
        let mut found: Vec<_> = starts.filter_map(whole).collect();
        found.dedup();
        found.pop().filter(|_| found.is_empty())
    })
}

/// Returns the text as a GUID in lower case.
pub(super) fn whole(text: &str) -> Option<String> {
    let is_one = text.len() == GUID_LENGTH;
    is_one.then(|| Uuid::try_parse(text).ok())?.map(|guid| guid.hyphenated().to_string())
}

#[cfg(test)]
mod tests;
