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
