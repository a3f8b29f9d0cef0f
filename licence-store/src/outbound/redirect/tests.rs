use super::*;

fn follow(at: &str, location: &str) -> Result<String, String> {
    let to = allowed_target(&at.parse().unwrap(), location);
    to.map(String::from).map_err(|error| error.to_string())
}

#[test]
fn a_redirect_stays_on_its_host() {
    for (at, location, to) in [
        ("https://a.example/x", "/y", "https://a.example/y"),
        ("https://a.example/x/", "y?z", "https://a.example/x/y?z"),
        ("http://a.example/x", "https://a.example/x", "https://a.example/x"),
        ("http://127.0.0.1:1/x", "http://127.0.0.1:2/x", "http://127.0.0.1:2/x"),
        ("https://a.example/x", "https://www.a.example/x", "https://www.a.example/x"),
        ("http://www.a.example/x", "https://a.example/x", "https://a.example/x"),
    ] {
        assert_eq!(follow(at, location), Ok(to.to_owned()));
    }
}

#[test]
fn other_redirects_are_refused_by_rule() {
    for (at, location, rule) in [
        ("https://a.example/x", "https://b.example/x", "it is another host"),
        ("https://a.example/x", "//b.example/x", "it is another host"),
        ("https://a.example/x", "https://login.a.example/x", "it is another host"),
        ("https://a.example/x", "https://www.a.example:8/x", "it is another host"),
        ("http://a.example/x", "http://www.a.example/x", "it is another host"),
        ("https://a.example/x", "http://a.example/x", "it leaves HTTPS"),
        ("https://a.example/x", "file:///etc/passwd", "it is not an http:// or https:// URL"),
        ("https://a.example/x", "", "it is no address"),
        ("https://a.example/x", "https://[", "it is no address"),
    ] {
        let error = follow(at, location).unwrap_err();
        assert!(error.ends_with(rule) && error.starts_with(at), "{error}");
    }
}

#[test]
fn credentials_are_not_shown() {
    let error = follow("https://me:pw@a.example/x", "https://me:pw@b.example/").unwrap_err();
    assert!(!error.contains("pw"), "{error}");
}
