//! A request as a page sees it.

use std::borrow::Cow;
use std::str::FromStr;

use licence_core::account::AccountId;
use licence_core::account::plan::PlanLimits;
use licence_core::audit::Actor;
use licence_core::member::Permission;
use licence_core::request;
use licence_core::session::SignedIn;
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_store::Store;
use warp::http::header::{CONTENT_TYPE, REFERER};
use warp::http::{Method, StatusCode, Uri};

use super::page_error::{PageError, PageResult};
use super::route::Route;
use crate::problem::Problem;
use crate::request::{Query, RequestContext};

/// The longest form, but for pasted lists.
const MAX_FORM_BYTES: usize = 64 * 1024;

/// A request to a page: the page, and the parameters of its path.
pub(super) struct PageRequest<'r> {
    pub(super) context: &'r RequestContext,
    pub(super) route: Route,
    /// The instant of the request.
    pub(super) now: Timestamp,
    /// The member of the session, if there is one.
    pub(super) signed_in: Option<SignedIn>,
    parameters: Vec<&'r str>,
}

impl<'r> PageRequest<'r> {
    pub(super) fn new(context: &'r RequestContext, route: Route, parameters: Vec<&'r str>) -> Self {
        Self { context, route, now: context.now(), signed_in: None, parameters }
    }

    /// Returns the parameter of the path at this place, decoded; empty if the path has none there.
    pub(super) fn parameter(&self, place: usize) -> Cow<'r, str> {
        RequestContext::decoded(self.parameters.get(place).copied().unwrap_or_default())
    }

    /// Returns the parameter of the path at this place, parsed.
    pub(super) fn parsed<T: FromStr>(&self, place: usize) -> PageResult<T> {
        self.parameter(place).parse().map_err(|_| PageError::not_found())
    }

    /// Returns the member's account, and the id of the webhook in the path. A malformed id names
    /// nothing.
    pub(super) fn webhook(&self) -> PageResult<(AccountId, WebhookId)> {
        let id = request::webhook_id(&self.parameter(0)).map_err(|_| PageError::not_found());
        Ok((self.account_id()?, id?))
    }

    pub(super) fn store(&self) -> &'r Store {
        self.context.store()
    }

    pub(super) fn member(&self) -> PageResult<&SignedIn> {
        let missing = || Problem::internal("a page without a session asked for its member");
        Ok(self.signed_in.as_ref().ok_or_else(missing)?)
    }

    pub(super) fn account_id(&self) -> PageResult<AccountId> {
        Ok(self.member()?.account.id)
    }

    /// Returns the store whose acts the audit log ascribes to the member and this request.
    pub(super) fn acting_store(&self) -> PageResult<Store> {
        let actor = Actor::Member(self.member()?.member.id);
        Ok(self.context.recording_store().acting_as(actor))
    }

    pub(super) fn limits(&self) -> PageResult<PlanLimits> {
        Ok(self.context.plans().limits(self.member()?.account.plan))
    }

    pub(super) fn may(&self, permission: Permission) -> bool {
        self.signed_in.as_ref().is_some_and(|it| it.member.role.allows(permission))
    }

    /// Refuses what needs an identity that was proven within the last minutes.
    pub(super) fn require_fresh(&self) -> PageResult<()> {
        match self.member()?.is_fresh {
            true => Ok(()),
            false => Err(PageError::new(
                StatusCode::FORBIDDEN,
                "Prove who you are",
                "This shows or changes something secret, and your sign-in is more than ten \
                 minutes old. Nothing was changed.",
            )
            .linking(self.proof_path(), "Prove who you are, then repeat this")),
        }
    }

    /// Returns the address of the page that proves the identity again, and leads back to the page of
    /// the form that was sent.
    pub(super) fn proof_path(&self) -> String {
        let referer = self.context.headers().get(REFERER).and_then(|it| it.to_str().ok());
        let referer = referer.and_then(|it| it.parse::<Uri>().ok());
        let page = match self.route.method() {
            Method::GET => Some(self.context.path_and_query()),
            _ => referer.and_then(|it| it.path_and_query().map(|it| it.as_str().to_owned())),
        };
        match Route::own_page(page.as_deref()) {
            Some(page) => Route::leading_back("/prove", page),
            None => "/prove".to_owned(),
        }
    }

    pub(super) fn query(&self) -> Result<Query<'r>, Problem> {
        self.context.query()
    }

    pub(super) async fn form(&self) -> Result<Query<'static>, Problem> {
        self.form_up_to(MAX_FORM_BYTES).await
    }

    /// Reads the form that was sent, of at most `limit` bytes.
    pub(super) async fn form_up_to(&self, limit: usize) -> Result<Query<'static>, Problem> {
        let states_type = self.context.headers().contains_key(CONTENT_TYPE);
        if states_type && !self.context.has_form() {
            let error = "The body is no form: application/x-www-form-urlencoded.";
            return Err(Problem::invalid_input(error));
        }
        let bytes = self.context.bytes(limit).await?;
        let form =
            str::from_utf8(&bytes).map_err(|_| Problem::invalid_input("The form is not UTF-8."))?;
        Ok(Query::parse(form)?.into_owned())
    }

    /// Returns the address of a path of the dashboard, for use outside of a browser; the path alone
    /// if the address of the dashboard is not known.
    pub(super) fn absolute(&self, path: &str) -> String {
        let url = self.context.state().dashboard_url.as_deref().unwrap_or_default();
        format!("{url}{path}")
    }
}
