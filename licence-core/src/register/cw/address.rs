//! Addresses of the regulator: anything else is not its own.

use crate::text::trimmed;

/// The hosts of the certificates and seals. There are imitations: no other counts.
const CERTIFICATE_HOSTS: [&str; 3] = ["cert.cga.cw", "cert.gcb.cw", "seal.cgcb.info"];

/// The hosts from which the register PDF is served.
const REGISTER_HOSTS: [&str; 3] = ["gamingcontrol.spin-cdn.com", "www.cga.cw", "cga.cw"];

/// The address of the register, when a file is called by it.
pub(super) fn of_register(name: &str) -> Option<String> {
    host(name).filter(|host| REGISTER_HOSTS.contains(host)).map(|_| trimmed(name).to_owned())
}

/// Whether an address is a certificate's or a seal's.
pub(super) fn is_of_certificate(address: &str) -> bool {
    host(address).is_some_and(|host| CERTIFICATE_HOSTS.contains(&host))
}

/// Whether a text is an address at all.
pub(super) fn is_address(text: &str) -> bool {
    let text = trimmed(text);
    ["https://", "http://", "//"].iter().any(|scheme| text.starts_with(scheme))
}

/// The address of a licence's certificate.
pub(super) fn of_licence(number: &str) -> Option<String> {
    token_of_number(number).map(|token| format!("https://cert.cga.cw/token?id={token}"))
}

/// The last group of a licence number without leading zeros: the key of its certificate.
pub(super) fn token_of_number(number: &str) -> Option<&str> {
    let last = number.rsplit('/').next()?;
    let is_number = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    let token = last.trim_start_matches('0');
    is_number.then_some(token).filter(|token| !token.is_empty())
}

/// The token in an address or in the name of a saved page: `token?id=618`, `token_id_618.html`.
pub(super) fn token(address: &str) -> Option<String> {
    let (_, rest) = address.split_once("token")?;
    let rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    let rest = rest.strip_prefix("id").unwrap_or(rest);
    let rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric()).trim_start_matches('0');
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let is_over = !rest[end..].starts_with(char::is_alphanumeric);
    (is_over && (1..=6).contains(&end)).then(|| rest[..end].to_owned())
}

/// The host of an `https` address without user or port.
fn host(address: &str) -> Option<&str> {
    let rest = trimmed(address).strip_prefix("https://")?;
    rest.split(['/', '?', '#']).next().filter(|_| !address.contains(['\\', '\0']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_regulators_own_hosts_count() {
        for (address, counts) in [
            ("https://cert.cga.cw/token?id=618", true),
            ("https://cert.gcb.cw/certificate?id=ZXlK", true),
            ("https://seal.cgcb.info/8b089e55-4795-425a-6bf6-fdb75eba6900", true),
            ("https://cert.cga.cw", true),
            ("http://cert.cga.cw/token?id=618", false),
            ("https://verification.curacao-egaming.uk/validateview.aspx?domain=a.example", false),
            ("https://licensing.gaming-curacao.com/validator", false),
            ("https://cert.cga.cw.example/token?id=1", false),
            ("https://cert.cga.cw@bad.example/", false),
            ("https://cert.cga.cw:8443/", false),
            ("https://bad.example\\@cert.cga.cw/", false),
            ("https://x.cert.cga.cw/", false),
            ("cert.cga.cw/token?id=1", false),
        ] {
            assert_eq!(is_of_certificate(address), counts, "{address}");
        }
    }

    #[test]
    fn tokens_are_the_last_group_without_zeros() {
        for (text, found) in [
            ("https://cert.cga.cw/token?id=618", Some("618")),
            ("token_id_0618.html", Some("618")),
            ("token-77.html", Some("77")),
            ("https://cert.cga.cw/certificate?id=618", None),
            ("token?id=abc", None),
            ("token?id=12ab", None),
            ("tokens", None),
            ("token?id=1234567", None),
        ] {
            assert_eq!(token(text).as_deref(), found, "{text}");
        }
        for (number, found) in
            [("OGL/2024/887/0618", Some("618")), ("OGL/2023/1/000", None), ("x", None)]
        {
            assert_eq!(token_of_number(number), found, "{number}");
        }
    }
}
