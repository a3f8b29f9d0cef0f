//! Addresses of the regulator: anything else is not its own.

use crate::register::html_page::HtmlPage;
use crate::register::{RegisterError, RegisterFault, saved_page};
use crate::text::{is_digits, quoted, trimmed};

/// The hosts of the certificates and seals. There are imitations: no other counts.
const CERTIFICATE_HOSTS: [&str; 3] = ["cert.cga.cw", "cert.gcb.cw", "seal.cgcb.info"];

pub(super) const REGISTER_HOSTS: [&str; 3] = ["gamingcontrol.spin-cdn.com", "www.cga.cw", "cga.cw"];

/// Returns the address that the page states as its own, or that the file is called by.
pub(super) fn own_address(page: &HtmlPage<'_>) -> Result<Option<String>, RegisterError> {
    let mut addresses = saved_page::own_addresses(page);
    addresses.retain(|text| is_address(text));
    if let Some(other) = addresses.iter().find(|text| !is_of_certificate(text)) {
        return Err(page.fault(RegisterFault::NotTheRegister {
            expected: "a page of https://cert.cga.cw, cert.gcb.cw or seal.cgcb.info".to_owned(),
            found: format!("one of {}", quoted(other)),
        }));
    }
    let of_page = addresses.iter().find(|text| names_a_page(text));
    Ok(of_page.map(|text| trimmed(text).to_owned()))
}

fn is_of_certificate(address: &str) -> bool {
    host(address).is_some_and(|host| CERTIFICATE_HOSTS.contains(&host))
}

fn is_address(text: &str) -> bool {
    let text = trimmed(text).to_ascii_lowercase();
    ["https:", "http:", "//"].iter().any(|scheme| text.starts_with(scheme))
}

fn names_a_page(address: &str) -> bool {
    host(address).is_some_and(|host| {
        let rest = address.split_once(host).map_or("", |(_, rest)| rest);
        !trimmed(rest).trim_matches('/').is_empty()
    })
}

pub(super) fn of_token(token: &str) -> String {
    format!("https://cert.cga.cw/token?id={token}")
}

/// Returns the last group of a licence number without leading zeros: the key of its certificate.
pub(super) fn token_of_number(number: &str) -> Option<&str> {
    let last = number.rsplit('/').next()?;
    let token = last.trim_start_matches('0');
    is_digits(last).then_some(token).filter(|token| !token.is_empty())
}

/// Returns the token in an address or in the name of a saved page: `token?id=618`,
/// `token_id_618.html`.
pub(super) fn token(address: &str) -> Option<String> {
    let (_, rest) = address.split_once("token")?;
    let rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    let rest = rest.strip_prefix("id").unwrap_or(rest);
    let rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric()).trim_start_matches('0');
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let is_over = !rest[end..].starts_with(char::is_alphanumeric);
    (is_over && (1..=6).contains(&end)).then(|| rest[..end].to_owned())
}

/// Returns the host of an `https` address without user or port.
pub(super) fn host(address: &str) -> Option<&str> {
    let rest = trimmed(address).strip_prefix("https://")?;
    rest.split(['/', '?', '#']).next().filter(|_| !address.contains(['\\', '\0']))
}

#[cfg(test)]
mod tests;
