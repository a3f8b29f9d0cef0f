//! Which links of a register's page may be followed.

use std::net::IpAddr;

use url::{Host, Url};

use crate::jurisdiction::JurisdictionCode;
use crate::register::{RegisterError, RegisterFault};

/// Hosts besides the page's own on which a regulator keeps parts of its register.
pub(super) const fn known_hosts(code: JurisdictionCode) -> &'static [&'static str] {
    match code {
        JurisdictionCode::Cw => &["gamingcontrol.spin-cdn.com", "cert.cga.cw", "cert.gcb.cw"],
        JurisdictionCode::Mga => &["authorisation.mga.org.mt", "www.authorisation.mga.org.mt"],
        JurisdictionCode::Ukgc
        | JurisdictionCode::Kh
        | JurisdictionCode::An
        | JurisdictionCode::Tgc
        | JurisdictionCode::Iom => &[],
    }
}

/// Checks that a link may be followed from this page: by https to the page's own host or to one
/// where the regulator is known to keep the rest, or as plain http within one server on this
/// machine.
///
/// # Errors
/// [`RegisterError`] that names the link and the rule.
pub fn check_link(code: JurisdictionCode, page: &str, link: &str) -> Result<(), RegisterError> {
    let refused = |rule: String| {
        let fault = RegisterFault::Malformed(format!("the link {link} is not followed: {rule}"));
        RegisterError::of_file(page, fault)
    };
    let (Ok(from), Ok(to)) = (Url::parse(page), Url::parse(link)) else {
        return Err(refused("it is no address".to_owned()));
    };
    if !to.username().is_empty() || to.password().is_some() {
        return Err(refused("it holds credentials".to_owned()));
    }
    match to.scheme() {
        "http" if is_loopback(&from) && from.origin() == to.origin() => Ok(()),
        "https" if from.scheme() == "https" && from.origin() == to.origin() => Ok(()),
        "https" if to.port().is_none() && is_known(code, &from, &to) => Ok(()),
        "https" => Err(refused(hosts_of(code, &from))),
        _ => Err(refused("it is not https://".to_owned())),
    }
}

fn is_known(code: JurisdictionCode, from: &Url, to: &Url) -> bool {
    let host = to.host_str().unwrap_or_default();
    from.host() == to.host() || known_hosts(code).contains(&host)
}

fn hosts_of(code: JurisdictionCode, from: &Url) -> String {
    let known = [from.host_str().unwrap_or_default()].into_iter().chain(known_hosts(code).to_vec());
    format!("the hosts of {code} are {}", known.collect::<Vec<_>>().join(", "))
}

/// Whether an address is on this machine.
pub(super) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => IpAddr::V6(ip).to_canonical().is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_stay_on_the_hosts_of_the_register() {
        for (code, page, link) in [
            ("UKGC", "https://a.example/page", "https://a.example/x.csv"),
            ("UKGC", "http://127.0.0.1:81/page", "http://127.0.0.1:81/x.csv"),
            ("UKGC", "http://[::1]:81/page", "http://[::1]:81/x.csv"),
            ("UKGC", "http://localhost:81/page", "http://localhost:81/x.csv"),
            ("UKGC", "http://a.example/page", "https://a.example/x.csv"),
            ("UKGC", "https://a.example:8443/page", "https://a.example:8443/x.csv"),
            ("CW", "https://www.cga.cw/en/1", "https://gamingcontrol.spin-cdn.com/r.pdf"),
            ("CW", "https://gamingcontrol.spin-cdn.com/r.pdf", "https://cert.cga.cw/token?id=1"),
            ("MGA", "https://a.example/", "https://www.authorisation.mga.org.mt/v.aspx?company=1"),
        ] {
            assert_eq!(check_link(code.parse().unwrap(), page, link), Ok(()), "{link}");
        }
    }

    #[test]
    fn other_links_are_refused_by_rule() {
        let page = "https://a.example/page";
        let hosts = "the hosts of UKGC are a.example";
        for (page, link, rule) in [
            (page, "http://a.example/x.csv", "it is not https://"),
            (page, "https://b.example/x.csv", hosts),
            (page, "https://a.example.evil.example/x.csv", hosts),
            (page, "https://cert.cga.cw/token?id=1", hosts),
            (page, "https://a.example:8443/x.csv", hosts),
            (page, "https://me:pw@a.example/x.csv", "it holds credentials"),
            (page, "file:///etc/passwd", "it is not https://"),
            (page, "http://127.0.0.1/x.csv", "it is not https://"),
            ("http://127.0.0.1:81/", "http://127.0.0.1:82/x.csv", "it is not https://"),
            ("http://127.0.0.1:81/", "http://127.0.0.2:81/x.csv", "it is not https://"),
            ("http://a.example/", "http://a.example/x.csv", "it is not https://"),
            (page, "x.csv", "it is no address"),
        ] {
            let error = check_link(JurisdictionCode::Ukgc, page, link).unwrap_err().to_string();
            assert!(error.contains(link) && error.contains(rule), "{error}");
        }
    }
}
