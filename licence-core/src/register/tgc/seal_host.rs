//! The host that a seal is served from: `<uuid>.seals.dlagglobal.com`, and no other.

use std::collections::BTreeSet;

use uuid::Uuid;

use crate::register::html_page::HtmlPage;
use crate::register::{RegisterError, SourceFile, saved_page};
use crate::text::quoted;

const SUFFIX: &str = ".seals.dlagglobal.com";
/// What files of saved pages end in.
const EXTENSIONS: [&str; 3] = [".html", ".htm", ".mhtml"];

/// The address of a seal page, by the page itself or the name of its file.
///
/// # Errors
/// No such address, several, and a page that calls another host its own.
pub(super) fn url_of(file: &SourceFile, page: &HtmlPage<'_>) -> Result<String, RegisterError> {
    let own = saved_page::own_addresses(file, page);
    if let Some(strange) = own[1..].iter().find(|address| is_elsewhere(address)) {
        let fault = format!("the page is from {}, not from *{SUFFIX}", quoted(strange));
        return Err(page.malformed(fault));
    }
    let text = String::from_utf8_lossy(&file.bytes);
    let hosts: BTreeSet<_> =
        hosts_in(&text).chain(hosts_in(without_extension(&file.name))).collect();
    let mut hosts = hosts.into_iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => Ok(format!("https://{host}")),
        (Some(one), Some(other)) => {
            Err(page.malformed(format!("the page names two seals, {one} and {other}")))
        }
        (None, _) => Err(page.malformed(format!(
            "the seal does not tell its address; expected https://<uuid>{SUFFIX} in the page or \
             the name of its file"
        ))),
    }
}

/// Whether the page says of itself that it is a seal's.
pub(super) fn is_of_a_seal(file: &SourceFile, page: &HtmlPage<'_>) -> bool {
    let own = saved_page::own_addresses(file, page);
    own.iter().any(|address| hosts_in(without_extension(address)).next().is_some())
}

/// Whether an address names a host that no seal is served from. A form may answer to a path.
fn is_elsewhere(address: &str) -> bool {
    let Some((_, rest)) = address.split_once("//") else { return false };
    let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    !is_seal(&authority.to_ascii_lowercase())
}

fn is_seal(host: &str) -> bool {
    host.strip_suffix(SUFFIX)
        .is_some_and(|label| Uuid::try_parse(label).is_ok() && label.len() == 36)
}

/// Every host of a seal in a text. A host that only begins like one is another's.
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
mod tests {
    use super::*;

    const HOST: &str = "5b1e0c3a-0001-4000-8000-000000000001.seals.dlagglobal.com";

    fn url_in(name: &str, html: &str) -> Result<String, String> {
        let file = SourceFile { name: name.to_owned(), bytes: html.into() };
        url_of(&file, &HtmlPage::open(&file).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_seal_tells_its_address() {
        let url = format!("https://{HOST}");
        for (name, html) in [
            ("a.html", format!("<link rel=canonical href='{url}/'>")),
            ("a.html", format!("<img src='HTTPS://{}/sealassets/ab.png'>", HOST.to_uppercase())),
            ("a.html", format!("<!-- saved from url=(0061){url}/ -->x<form action='./'></form>")),
            (&format!("{HOST}.html"), "x".to_owned()),
            (&format!("https___{HOST}_validate"), format!("Seal {HOST}.")),
        ] {
            assert_eq!(url_in(name, &html).as_ref(), Ok(&url), "{name} {html}");
        }
    }

    #[test]
    fn no_other_host_is_a_seal() {
        let nowhere = "a: the seal does not tell its address; expected \
                       https://<uuid>.seals.dlagglobal.com in the page or the name of its file";
        for html in [
            "x".to_owned(),
            format!("<a href='https://{HOST}.evil.example/'>"),
            format!("https://evil{HOST}"),
            "https://seals.dlagglobal.com https://www.seals.dlagglobal.com".to_owned(),
            "https://5b1e0c3a-0001-4000-8000-000000000001.seals-dlagglobal.com".to_owned(),
        ] {
            assert_eq!(url_in("a", &html).unwrap_err(), nowhere, "{html}");
        }
        for strange in
            ["https://evil.example/", "//evil.example", &format!("https://{HOST}@evil.example/")]
        {
            let html = format!("<link rel=canonical href='{strange}'>https://{HOST}");
            let message =
                format!("a: the page is from {strange:?}, not from *.seals.dlagglobal.com");
            let found = url_in("a", &html).unwrap_err();
            assert!(
                found == message || found.ends_with("…, not from *.seals.dlagglobal.com"),
                "{found}"
            );
        }
        let two = format!("https://{HOST} https://{}", HOST.replace("0001.", "0002."));
        assert!(url_in("a", &two).unwrap_err().starts_with("a: the page names two seals, "));
    }
}
