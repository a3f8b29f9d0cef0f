//! Where a code may be sent: the redirect addresses of a client.

use thiserror::Error;
use url::{Url, form_urlencoded};

use crate::network::is_loopback;
use crate::text::quoted;

/// The most characters of a redirect address.
pub const MAX_REDIRECT_CHARS: usize = 2_000;

/// Schemes that a browser runs or reads itself, so that a code would reach a page and no program.
const FORBIDDEN_SCHEMES: [&str; 17] = [
    "about",
    "blob",
    "chrome",
    "chrome-extension",
    "data",
    "feed",
    "file",
    "filesystem",
    "ftp",
    "jar",
    "javascript",
    "moz-extension",
    "resource",
    "vbscript",
    "view-source",
    "ws",
    "wss",
];

/// Why an address cannot be a redirect address.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the redirect address {address} {fault}")]
pub struct InvalidRedirect {
    address: String,
    fault: &'static str,
}

/// Checks a redirect address that a client registers.
///
/// ```
/// use licence_core::oauth::redirect::check_redirect;
///
/// check_redirect("https://claude.ai/api/mcp/auth_callback")?;
/// check_redirect("cursor://anysphere.cursor-mcp/oauth/callback")?;
/// assert!(check_redirect("http://a.example/callback").is_err());
/// # Ok::<(), licence_core::oauth::redirect::InvalidRedirect>(())
/// ```
///
/// # Errors
/// [`InvalidRedirect`] names what is wrong.
pub fn check_redirect(address: &str) -> Result<(), InvalidRedirect> {
    let fault = redirect_fault(address);
    fault.map_or(Ok(()), |fault| Err(InvalidRedirect { address: quoted(address), fault }))
}

fn redirect_fault(address: &str) -> Option<&'static str> {
    if address.len() > MAX_REDIRECT_CHARS {
        return Some("has more than 2,000 characters");
    }
    if !address.bytes().all(|byte| byte.is_ascii_graphic())
        || address.contains(['\\', '"', '<', '>'])
    {
        return Some("holds a character that an address encodes");
    }
    let Ok(url) = Url::parse(address) else { return Some("is no absolute address") };
    if address.contains('#') {
        return Some("has a fragment");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Some("names a user");
    }
    // What reads an address, such as the page of consent, need not know other spellings.
    let is_plain = |it: &str| address.strip_prefix(it).is_some_and(|rest| !rest.starts_with('/'));
    match url.scheme() {
        "https" if !is_plain("https://") => Some("does not begin with https:// and a host"),
        "http" if !is_plain("http://") => Some("does not begin with http:// and a host"),
        "https" => None,
        "http" if is_loopback(&url) => None,
        "http" => Some("is http beyond this computer; it needs https"),
        scheme if FORBIDDEN_SCHEMES.contains(&scheme) => {
            Some("has a scheme that no program handles")
        }
        _ => None,
    }
}

/// Returns whether a requested address is one that the client stated: the same text. Only the port of
/// a program on this computer may differ, because it opens any free port (RFC 8252).
///
/// ```
/// use licence_core::oauth::redirect::redirect_matches;
///
/// assert!(redirect_matches("http://localhost/callback", "http://localhost:50123/callback"));
/// assert!(!redirect_matches("https://a.example/callback", "https://a.example:8443/callback"));
/// ```
pub fn redirect_matches(stated: &str, requested: &str) -> bool {
    let same_program = || Some(loopback_parts(stated)? == loopback_parts(requested)?);
    stated == requested || same_program().unwrap_or(false)
}

/// Returns host and path of an address of this computer, without its port.
fn loopback_parts(address: &str) -> Option<(&str, &str)> {
    let rest = address.strip_prefix("http://")?;
    let host = ["127.0.0.1", "[::1]", "localhost"].into_iter().find(|it| rest.starts_with(it))?;
    let rest = &rest[host.len()..];
    let Some(port_and_path) = rest.strip_prefix(':') else {
        return (rest.is_empty() || rest.starts_with(['/', '?'])).then_some((host, rest));
    };
    let end = port_and_path.find(['/', '?']).unwrap_or(port_and_path.len());
    let (port, path) = port_and_path.split_at(end);
    let is_port = port.bytes().all(|it| it.is_ascii_digit()) && port.parse::<u16>().is_ok();
    is_port.then_some((host, path))
}

/// Returns for the member where the answer goes: the host of the address, or a program.
pub fn destination(address: &str) -> String {
    match Url::parse(address) {
        Ok(url) if url.scheme() == "http" => "a program on this computer".to_owned(),
        Ok(url) if url.scheme() == "https" => url.host_str().unwrap_or_default().to_owned(),
        Ok(url) => format!("the program on this computer that opens {}: addresses", url.scheme()),
        Err(_) => quoted(address),
    }
}

/// Returns a redirect address with the parameters of an answer added to its own.
pub fn with_parameters(address: &str, parameters: &[(&str, &str)]) -> String {
    let mut answer = address.to_owned();
    if !answer.contains('?') {
        answer.push('?');
    }
    // The first parameter follows `?` and `&` at once, and `&` separates it from others.
    let start = if answer.ends_with(['?', '&']) { answer.len() } else { 0 };
    form_urlencoded::Serializer::for_suffix(answer, start).extend_pairs(parameters).finish()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_address_that_could_leak_a_code_is_refused() {
        for address in [
            "https://claude.ai/api/mcp/auth_callback",
            "https://vscode.dev/redirect",
            "http://127.0.0.1:33418",
            "http://[::1]/callback",
            "http://localhost:8080/callback?x=1",
            "cursor://anysphere.cursor-mcp/oauth/callback",
            "com.example.app:/oauth",
        ] {
            assert_eq!(check_redirect(address), Ok(()), "{address}");
        }
        for address in [
            "",
            "/callback",
            "http://a.example/callback",
            "http://localhost.evil.example/callback",
            "http://10.0.0.1/callback",
            "https://u@a.example/",
            "https://:p@a.example/",
            "https://a.example/#x",
            "https://a.example/#",
            "https://a.example/a b",
            "https://a.example\\@b.example/",
            "https://ä.example/",
            "HTTPS://a.example/",
            "https:a.example",
            "https:/a.example",
            "https:///a.example",
            "HTTP://127.0.0.1/callback",
            "http:///127.0.0.1/callback",
            "chrome-extension://abcdef/callback",
            "feed:https://a.example/",
            "jar:https://a.example/x",
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "blob:https://a.example/x",
            "vbscript:x",
            "about:blank",
            &format!("https://a.example/{}", "x".repeat(2_000)),
        ] {
            assert!(check_redirect(address).is_err(), "{address}");
        }
    }

    #[test]
    fn a_redirect_is_the_stated_one_to_the_letter() {
        let stated = "https://a.example/callback?x=1";
        assert!(redirect_matches(stated, stated));
        for requested in [
            "https://A.example/callback?x=1",
            "https://a.example/Callback?x=1",
            "https://a.example/callback?x=1&y",
            "https://a.example/callback",
            "https://a.example/callback/?x=1",
            "https://a.example:443/callback?x=1",
            "https://a.example:8443/callback?x=1",
            "https://a.example/callback?x=1#",
            "https://u@a.example/callback?x=1",
            "http://a.example/callback?x=1",
            "https://a.example.evil.example/callback?x=1",
            "https://a.example/x/../callback?x=1",
        ] {
            assert!(!redirect_matches(stated, requested), "{requested}");
        }
    }

    #[test]
    fn a_program_on_this_computer_may_change_its_port_alone() {
        for (stated, requested, is_same) in [
            ("http://127.0.0.1/cb", "http://127.0.0.1:1/cb", true),
            ("http://127.0.0.1:33418", "http://127.0.0.1:50000", true),
            ("http://localhost:1/cb", "http://localhost/cb", true),
            ("http://[::1]/cb", "http://[::1]:9/cb", true),
            ("http://127.0.0.1/cb", "http://localhost/cb", false),
            ("http://127.0.0.1/cb", "http://127.0.0.1:1/", false),
            ("http://127.0.0.1/cb", "http://127.0.0.2:1/cb", false),
            ("http://127.0.0.1/cb", "http://127.0.0.1:1@evil.example/cb", false),
            ("http://localhost/cb", "http://localhost.evil.example/cb", false),
            ("http://localhost/cb", "http://localhost:99999/cb", false),
            ("http://localhost/cb", "http://localhost:x/cb", false),
            ("http://localhost/cb", "http://localhost:/cb", false),
            ("http://localhost/cb", "https://localhost:1/cb", false),
            ("http://localhost/cb", "http://LOCALHOST:1/cb", false),
        ] {
            assert_eq!(redirect_matches(stated, requested), is_same, "{stated} {requested}");
        }
    }

    proptest! {
        /// Two addresses that match differ in nothing but the port of this computer.
        #[test]
        fn only_the_port_of_loopback_may_differ(
            host in "(127\\.0\\.0\\.1|\\[::1\\]|localhost|a\\.example|localhost\\.a)",
            other in "(127\\.0\\.0\\.1|\\[::1\\]|localhost|a\\.example|u@localhost)",
            ports in (any::<u16>(), any::<u16>()),
            schemes in ("https?", "https?"),
            paths in ("(/[a-z]{0,2})?(\\?x)?", "(/[a-z]{0,2})?(\\?x)?"),
        ) {
            let stated = format!("{}://{host}:{}{}", schemes.0, ports.0, paths.0);
            let requested = format!("{}://{other}:{}{}", schemes.1, ports.1, paths.1);
            let same_but_port = (&host, &schemes.0, &paths.0) == (&other, &schemes.1, &paths.1);
            let is_program = schemes.0 == "http" && ["127.0.0.1", "[::1]", "localhost"].contains(&&*host);
            let expected = same_but_port && (is_program || ports.0 == ports.1);
            prop_assert_eq!(redirect_matches(&stated, &requested), expected);
        }

        #[test]
        fn no_text_makes_the_match_panic(stated in ".{0,40}", requested in ".{0,40}") {
            let _ = check_redirect(&stated);
            prop_assert_eq!(redirect_matches(&stated, &requested), redirect_matches(&requested, &stated));
        }
    }

    #[test]
    fn an_answer_keeps_the_parameters_of_the_address() {
        for (address, answer) in [
            ("https://a.example/cb", "https://a.example/cb?code=a%2Bb&state=x+y"),
            ("https://a.example/cb?x=1", "https://a.example/cb?x=1&code=a%2Bb&state=x+y"),
            ("app:/cb?", "app:/cb?code=a%2Bb&state=x+y"),
        ] {
            assert_eq!(with_parameters(address, &[("code", "a+b"), ("state", "x y")]), answer);
        }
    }
}
