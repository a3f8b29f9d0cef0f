use super::*;
use crate::allow::allow;

#[test]
fn every_route_is_found_at_its_path_and_nowhere_else() {
    for route in Route::ALL {
        let found = Route::at_path(route.path());
        let same_method = |(other, _): &(Route, _)| other.method() == route.method();
        assert_eq!(found.into_iter().find(same_method).map(|(found, _)| found), Some(*route));
        for other in ["/more", "//"] {
            let path = format!("/x{}{other}", route.path());
            assert!(Route::at_path(&path).next().is_none(), "{path}");
        }
    }
}

#[test]
fn every_method_of_a_path_is_listed_once() {
    for (path, header) in [
        ("/webhooks/new", "GET, HEAD"),
        ("/link/secret", "GET, HEAD, POST"),
        ("/sign-out", "POST"),
        ("/nothing", ""),
    ] {
        let methods = Route::at_path(path).map(|(route, _)| route.method());
        assert_eq!(allow(methods), header, "{path}");
    }
}

#[test]
fn a_path_is_logged_as_its_pattern() {
    for (path, logged) in [
        ("/", "/"),
        ("/check/lanternspin.example", "/check/{host}"),
        ("/link/secret", "/link/{token}"),
        ("/check/", "(no page)"),
        ("/nothing/secret", "(no page)"),
        ("", "(no page)"),
    ] {
        assert_eq!(logged_path(path), logged, "{path}");
    }
}

#[test]
fn only_pages_of_ours_are_led_to() {
    for (next, is_ours) in [
        ("/keys", true),
        ("/events?type=license.issued", true),
        ("//other.example", false),
        ("/\\other.example", false),
        ("https://other.example/keys", false),
        ("/nothing", false),
        ("/sign-out", false),
        ("/keys\r\nx: y", false),
        ("", false),
    ] {
        assert_eq!(Route::own_page(Some(next)).is_some(), is_ours, "{next}");
    }
    assert_eq!(Route::own_page(None), None);
}
