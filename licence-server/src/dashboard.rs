//! The dashboard: pages for people, on an origin of their own.
//!
//! A page calls the same [`Store`](licence_store::Store) as the API, reads forms by the same rules
//! and is charged like a request of the API. The dashboard never reads a key, and the API never
//! reads a cookie, so neither can be used through the other.
//!
//! `route` is the table of all pages; each names what it needs. `router` leads a request through
//! `guard`, which refuses forms of other sites, to its page. A file of `pages` is one screen: it
//! parses the form, calls the store, and fills the struct of its template.

mod charge;
mod csv_file;
mod form;
mod guard;
mod headers;
mod hint;
mod html;
mod layout;
mod multipart;
mod page_error;
mod page_request;
mod pages;
mod passkey_form;
mod reply;
mod route;
mod router;
mod session;
mod sign_in_limit;

use std::sync::Arc;

use licence_core::member::Permission;
use warp::Filter;
use warp::http::Method;

use self::route::{Access, Route};

use crate::app::App;
use crate::request::RequestContext;
use crate::router::Routes;

/// A page of the dashboard, or the target of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DashboardRoute {
    /// `GET` or `POST`.
    pub method: &'static str,
    /// The path, its parameters in braces.
    pub path: &'static str,
    /// The permission that the visitor needs; `None` for everybody.
    pub permission: Option<Permission>,
}

/// Returns the table of all pages.
pub fn dashboard_routes() -> impl Iterator<Item = DashboardRoute> {
    Route::ALL.iter().map(|route| DashboardRoute {
        method: if route.method() == Method::POST { "POST" } else { "GET" },
        path: route.path(),
        permission: match route.access() {
            Access::Public => None,
            Access::May(permission) => Some(permission),
        },
    })
}

/// Returns the dashboard over the state of an API: both share the limits and their counters.
pub fn dashboard<R: Routes>(api: &App<R>) -> App<impl Routes + use<R>> {
    let routes = warp::ext::get().then(|context: Arc<RequestContext>| {
        Box::pin(async move { router::answer(&context).await })
    });
    api.with_routes(warp::service(routes), route::logged_path)
}
