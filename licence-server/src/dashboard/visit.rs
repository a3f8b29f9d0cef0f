//! A request as a page sees it.

use std::borrow::Cow;

use licence_core::time::Timestamp;
use licence_store::Store;

use super::route::Route;
use crate::problem::Problem;
use crate::request::{Query, RequestContext};

/// A request to a page: the page, and the parameters of its path.
pub(super) struct Visit<'r> {
    pub(super) context: &'r RequestContext,
    pub(super) route: Route,
    /// The instant of the request.
    pub(super) now: Timestamp,
    parameters: Vec<&'r str>,
}

impl<'r> Visit<'r> {
    pub(super) fn new(context: &'r RequestContext, route: Route, parameters: Vec<&'r str>) -> Self {
        Self { context, route, now: context.now(), parameters }
    }

    /// Returns the parameter of the path at this place, decoded; empty if the path has none there.
    pub(super) fn parameter(&self, place: usize) -> Cow<'r, str> {
        RequestContext::decoded(self.parameters.get(place).copied().unwrap_or_default())
    }

    /// The store.
    pub(super) fn store(&self) -> &'r Store {
        self.context.store()
    }

    /// Returns the parameters of the query.
    pub(super) fn query(&self) -> Result<Query<'r>, Problem> {
        self.context.query()
    }

    /// Returns the address of a path of the dashboard, for use outside of a browser; the path alone
    /// if the address of the dashboard is not known.
    pub(super) fn absolute(&self, path: &str) -> String {
        let url = self.context.state().dashboard_url.as_deref().unwrap_or_default();
        format!("{url}{path}")
    }
}

/// Returns a parameter of the form that is filled in.
pub(super) fn filled<'q>(
    query: &'q Query<'_>,
    name: &'static str,
) -> Result<Option<&'q str>, Problem> {
    Ok(query.one(name)?.map(str::trim).filter(|text| !text.is_empty()))
}
