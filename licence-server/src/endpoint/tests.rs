use super::*;
use crate::allow::allow;

#[test]
fn every_endpoint_is_found_at_its_path_and_nowhere_else() {
    for endpoint in Endpoint::ROUTED {
        let same_method = |(other, _): &(Endpoint, &str)| other.method() == endpoint.method();
        let found = Endpoint::at_path(endpoint.path()).find(same_method);
        assert_eq!(found.map(|(found, _)| found), Some(*endpoint));
        for other in ["", "/more", "//"] {
            let path = format!("/x{}{other}", endpoint.path());
            assert!(Endpoint::at_path(&path).next().is_none(), "{path}");
        }
    }
    for path in ["", "/", "/v1", "/v1/", "//v1/check", "/v1//check", "/v1/check/batch/more/x"] {
        assert!(Endpoint::at_path(path).next().is_none(), "{path}");
    }
}

#[test]
fn the_parameter_is_the_segment_in_braces() {
    for (path, endpoint, segment) in [
        ("/v1/operators/a-b/licenses", Endpoint::ListOperatorLicenses, "a-b"),
        ("/v1/operators//licenses", Endpoint::ListOperatorLicenses, ""),
        ("/v1/operators/search", Endpoint::SearchOperators, ""),
        ("/v1/jurisdictions/", Endpoint::GetJurisdiction, ""),
    ] {
        assert_eq!(Endpoint::at_path(path).next(), Some((endpoint, segment)), "{path}");
    }
}

#[test]
fn every_method_of_a_path_is_listed_once() {
    for (path, header) in [
        ("/v1/operators/search", "GET, HEAD"),
        ("/v1/check/batch", "POST"),
        ("/v1/watchlist/operators", "GET, HEAD, POST"),
        ("/v1/webhooks", "GET, HEAD, POST"),
        ("/v1/webhooks/1", "PATCH, DELETE"),
    ] {
        let methods = Endpoint::at_path(path).map(|(endpoint, _)| endpoint.method());
        assert_eq!(allow(methods), header, "{path}");
    }
}
