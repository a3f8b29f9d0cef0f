//! What surrounds every page: title, navigation, assets.

use askama::Template;
use licence_core::session::SignedIn;
use licence_core::time::Timestamp;
use warp::http::StatusCode;

use super::html::Moment;
use super::page_error::PageResult;
use super::page_request::PageRequest;
use super::pages::files;
use super::route::{Access, Route};
use crate::problem::Problem;
use crate::reply;
use crate::request::RequestContext;

/// The frame of a page. Every template of a page extends `base.html`, which shows it.
pub(super) struct Layout {
    pub(super) title: String,
    pub(super) entries: Vec<Entry>,
    pub(super) style: &'static str,
    pub(super) script: &'static str,
    pub(super) icon: &'static str,
    pub(super) request_id: String,
    /// The instant of the request.
    pub(super) now: Timestamp,
    /// The account and the member, if one is signed in.
    pub(super) signed_in: Option<SignedIn>,
    /// Where to prove the identity again, if the page has forms that need a fresh proof.
    pub(super) proof_path: Option<String>,
}

pub(super) struct Entry {
    pub(super) path: &'static str,
    pub(super) label: &'static str,
    pub(super) is_current: bool,
}

const ENTRIES: &[(Route, &str)] = &[
    (Route::Overview, "Overview"),
    (Route::Home, "Check"),
    (Route::BatchForm, "Check many"),
    (Route::SearchOperators, "Operators"),
    (Route::Watchlist, "Watchlist"),
    (Route::Events, "Events"),
    (Route::Webhooks, "Webhooks"),
    (Route::Exports, "Exports"),
    (Route::SavedEvidence, "Records"),
    (Route::Keys, "Keys"),
    (Route::Connections, "Assistants"),
    (Route::Coverage, "Coverage"),
    (Route::Members, "Members"),
    (Route::Audit, "Audit log"),
    (Route::Settings, "Settings"),
];

impl Layout {
    pub(super) fn new(page_request: &PageRequest<'_>, title: impl Into<String>) -> Self {
        let signed_in = page_request.signed_in.clone();
        let is_stale = signed_in.as_ref().is_some_and(|it| !it.is_fresh);
        let needs_proof = is_stale && page_request.route.needs_proof();
        let proof_path = needs_proof.then(|| page_request.proof_path());
        let route = Some(page_request.route);
        let layout = Self::around(page_request.context, route, signed_in, title.into());
        Self { proof_path, now: page_request.now, ..layout }
    }

    /// Returns an instant for a template to show.
    pub(super) fn instant(&self, at: &Timestamp) -> Moment {
        Moment::new(*at)
    }

    /// Returns an instant for a template to show, with the time that passed since.
    pub(super) fn ago(&self, at: &Timestamp) -> Moment {
        Moment::ago(*at, self.now)
    }

    /// Returns the frame of a page at this route, or of an error page.
    pub(super) fn around(
        context: &RequestContext,
        current: Option<Route>,
        signed_in: Option<SignedIn>,
        title: String,
    ) -> Self {
        let is_open = |(route, _): &&(Route, &str)| match (route.access(), &signed_in) {
            (Access::Public, _) => true,
            (Access::May(permission), Some(it)) => it.member.role.allows(permission),
            (Access::May(_), None) => false,
        };
        let entry = |(route, label): &(Route, &'static str)| Entry {
            path: route.path(),
            label,
            is_current: current == Some(*route),
        };
        Self {
            title,
            entries: ENTRIES.iter().filter(is_open).map(entry).collect(),
            style: &files::STYLE.path,
            script: &files::SCRIPT.path,
            icon: &files::ICON.path,
            request_id: context.id_text().to_owned(),
            now: context.now(),
            signed_in,
            proof_path: None,
        }
    }
}

pub(super) fn page(template: &impl Template) -> PageResult {
    page_with(StatusCode::OK, template)
}

pub(super) fn page_with(status: StatusCode, template: &impl Template) -> PageResult {
    let html = template.render().map_err(Problem::internal)?;
    let mut response = reply::with_type("text/html; charset=utf-8", html);
    *response.status_mut() = status;
    Ok(response)
}
