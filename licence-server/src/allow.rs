//! The `Allow` header of the API, the dashboard and the connector.

use warp::http::Method;

/// The methods of all routes in the order of the header, each as the header lists it: `HEAD` goes
/// with `GET`.
const LISTED: [(Method, &str); 4] = [
    (Method::GET, "GET, HEAD"),
    (Method::POST, "POST"),
    (Method::PATCH, "PATCH"),
    (Method::DELETE, "DELETE"),
];

/// Returns the methods of a path as the header lists them, each once; empty for no methods.
pub(crate) fn allow(methods: impl Iterator<Item = Method>) -> String {
    let methods: Vec<_> = methods.collect();
    let own = LISTED.iter().filter(|(method, _)| methods.contains(method));
    own.map(|(_, listed)| *listed).collect::<Vec<_>>().join(", ")
}

/// Returns the one method of a path as the header lists it.
pub(crate) fn allow_only(method: &Method) -> &'static str {
    LISTED.iter().find(|(it, _)| it == method).map_or("", |(_, listed)| listed)
}
