use super::*;

#[test]
fn the_sample_has_a_dashboard_and_a_connector_beside_its_api() {
    for (api, dashboard, connector) in [
        ("127.0.0.1:8080", Some("127.0.0.1:8081"), Some("127.0.0.1:8082")),
        ("[::1]:9000", Some("[::1]:9001"), Some("[::1]:9002")),
        ("127.0.0.1:0", Some("127.0.0.1:0"), Some("127.0.0.1:0")),
        ("127.0.0.1:65534", Some("127.0.0.1:65535"), None),
        ("0.0.0.0:8080", None, None),
    ] {
        let listen = |ports| ExtraListen::of_sample(api.parse().unwrap(), ports);
        let address = |ports| listen(ports).map(|it| it.address.to_string());
        assert_eq!((address(1).as_deref(), address(2).as_deref()), (dashboard, connector), "{api}");
    }
}

#[test]
fn a_connector_needs_its_address_and_a_dashboard() {
    let address = "127.0.0.1:8082".parse().unwrap();
    let asked_for = Some(ExtraListen { address, is_required: true });
    let of_sample = Some(ExtraListen { address, is_required: false });
    let url: Origin = "https://mcp.example".parse().unwrap();
    for (listen, dashboard_url, connector_url, has_dashboard, missing) in [
        (None, None, None, false, None),
        (of_sample, None, None, true, None),
        (asked_for, Some(&url), Some(&url), true, None),
        (asked_for, Some(&url), None, true, Some("--connector-url")),
        (asked_for, None, Some(&url), true, Some("--dashboard-url")),
        (asked_for, Some(&url), Some(&url), false, Some("--dashboard-listen")),
    ] {
        let refused = require_urls(listen, [dashboard_url, connector_url], has_dashboard);
        let error = refused.err().map(|error| error.to_string());
        assert_eq!(error.is_some(), missing.is_some(), "{error:?}");
        assert!(missing.is_none_or(|it| error.unwrap().contains(it)), "{missing:?}");
    }
}

#[cfg(feature = "passkeys")]
#[test]
fn passkeys_are_required_over_https_where_there_are_any() {
    let (local, open) = ("127.0.0.1:8081", "0.0.0.0:8081");
    for (given, listen, url, is_tls, expected) in [
        (None, local, Some("https://a.example"), false, Ok(true)),
        (None, local, Some("http://localhost:8081"), false, Ok(false)),
        (None, local, Some("https://203.0.113.7"), true, Ok(false)),
        (None, local, None, false, Ok(false)),
        (None, local, None, true, Ok(true)),
        (None, open, None, true, Ok(false)),
        (Some(false), local, Some("https://a.example"), false, Ok(false)),
        (Some(true), local, None, false, Ok(true)),
        (Some(true), open, None, true, Err("passkeys need --dashboard-url")),
        (Some(true), open, Some("https://203.0.113.7"), true, Err("has an address")),
        (Some(true), open, Some("http://a.example"), false, Err("need https")),
    ] {
        let listen = ExtraListen { address: listen.parse().unwrap(), is_required: true };
        let url = url.map(|url| url.parse().unwrap());
        let found = require_passkey(given, Some(listen), url.as_ref(), is_tls);
        match (found, expected) {
            (Err(error), Err(expected)) => assert!(error.to_string().contains(expected)),
            (found, expected) => assert_eq!(found.ok(), expected.ok(), "{given:?} {url:?}"),
        }
    }
    assert_eq!(require_passkey(None, None, None, false).ok(), Some(false));
}
