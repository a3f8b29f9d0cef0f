//! What the account uses, and what needs attention.

use askama::Template;
use licence_core::account::plan::PlanLimits;
use licence_core::member::Permission;

use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageError;
use crate::dashboard::visit::Visit;
use crate::problem::Problem;
use crate::reply::Response;

#[derive(Template)]
#[template(path = "overview.html")]
struct OverviewPage {
    layout: Layout,
    limits: PlanLimits,
    watched: u64,
    webhooks: usize,
    /// The webhooks whose last deliveries failed.
    failing: usize,
    /// The registers past their target.
    stale: String,
    /// The number of keys in force; `None` for members who may not see keys.
    keys: Option<usize>,
    api: String,
}

/// `GET /overview`
pub(crate) async fn show(visit: &Visit<'_>) -> Result<Response, PageError> {
    let (store, account) = (visit.store(), visit.member()?.account.id);
    let limits = visit.limits()?;
    let cap = limits.watchlist_operators;
    let watchlist = store.watchlist(account, cap).await.map_err(Problem::internal)?;
    let webhooks = store.webhooks(account).await.map_err(Problem::internal)?.endpoints;
    let freshness = store.freshness(visit.now).await.map_err(Problem::internal)?;
    let stale = freshness.iter().filter(|register| register.is_stale());
    let keys = match visit.may(Permission::ViewKeys) {
        true => store.keys(account).await.map_err(Problem::internal)?,
        false => None,
    };
    page(&OverviewPage {
        layout: Layout::new(visit, "Overview"),
        limits,
        watched: watchlist.count,
        webhooks: webhooks.len(),
        failing: webhooks.iter().filter(|it| it.failure_count > 0).count(),
        stale: stale.map(|it| it.jurisdiction_code.to_string()).collect::<Vec<_>>().join(", "),
        keys: keys.map(|keys| keys.iter().filter(|key| key.revoked_at.is_none()).count()),
        api: visit.context.base_url().to_owned(),
    })
}
