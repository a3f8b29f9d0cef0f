//! What the account uses, what was refused, and what needs attention.

use std::time::Duration;

use askama::Template;
use askama::filters::HtmlSafeOutput;
use licence_core::account::daily_usage::{RefusalCount, RequestCounts, sums_by_day};
use licence_core::account::key::ApiKey;
use licence_core::account::plan::{Cap, PlanLimits};
use licence_core::account::quota::{Limit, Purpose, Span, Tally};
use licence_core::chart::{grouped_number, usage_bars};
use licence_core::member::Permission;
use licence_core::time::Date;

use crate::dashboard::charge::{exports_today, used_by_members};
use crate::dashboard::hint::hint_by_kind;
use crate::dashboard::html::{Picture, cap_text, used_of_cap};
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageResult;
use crate::dashboard::page_request::PageRequest;
use crate::problem::ProblemKind;

const DAY: Duration = Duration::from_secs(86_400);
/// The days before today that the picture shows.
const DAYS_BEFORE: u32 = 29;

#[derive(Template)]
#[template(path = "overview.html")]
struct OverviewPage {
    layout: Layout,
    limits: PlanLimits,
    /// `3 of 10`; `None` if the plan has no exports.
    exports: Option<String>,
    quotas: Vec<Tally>,
    usage: Usage,
    refusals: Vec<RefusalRow>,
    watched: u64,
    webhooks: u64,
    /// The webhooks whose last deliveries failed.
    failing: usize,
    /// The registers past their target.
    stale: String,
    /// The number of keys in force; `None` for members who may not see keys.
    keys: Option<usize>,
    api: String,
}

/// The requests of the last 30 days.
struct Usage {
    picture: Picture,
    days: Vec<(Date, RequestCounts)>,
    month: Tally,
}

struct RefusalRow {
    refusal: RefusalCount,
    /// The label of the key; `None` if a member or an assistant asked, or if the visitor may not see keys.
    key: Option<String>,
    /// What to do about it: with a key in the words of the API, else in those of the pages.
    suggestion: &'static str,
}

impl RefusalRow {
    fn new(refusal: RefusalCount, keys: &[ApiKey]) -> Self {
        let key = keys.iter().find(|key| Some(key.id) == refusal.key_id);
        let is_kind = |kind: &&ProblemKind| {
            let (_, code, reason) = kind.columns();
            (code, reason) == (refusal.code.as_str(), refusal.reason.as_str())
        };
        let kind = ProblemKind::ALL.iter().find(is_kind);
        let suggestion = match refusal.key_id {
            Some(_) => kind.map(|kind| kind.suggestion()),
            None => kind.and_then(|kind| hint_by_kind(*kind)),
        };
        Self {
            key: key.map(|key| key.label.clone()),
            suggestion: suggestion.unwrap_or_default(),
            refusal,
        }
    }
}

/// `GET /overview`
pub(crate) async fn show(page_request: &PageRequest<'_>) -> PageResult {
    let (store, account) = (page_request.store(), page_request.account_id()?);
    let limits = page_request.limits()?;
    let cap = limits.watchlist_operators;
    let watchlist = store.watchlist(account, cap).await?;
    let webhooks = store.webhooks(account).await?.endpoints;
    let freshness = store.freshness(page_request.now).await?;
    let stale = freshness.iter().filter(|register| register.is_stale());
    let keys = match page_request.may(Permission::ViewKeys) {
        true => store.keys(account).await?,
        false => None,
    };
    let refusals = store.refusals(account, page_request.now.earlier_by(DAY)).await?;
    let known = keys.as_deref().unwrap_or_default();
    let exports = exports_today(page_request).await?;
    let usage = usage(page_request, &limits).await?;
    page(&OverviewPage {
        layout: Layout::new(page_request, "Overview"),
        quotas: quotas(page_request, usage.month).await?,
        usage,
        refusals: refusals.into_iter().map(|it| RefusalRow::new(it, known)).collect(),
        exports: exports.map(|tally| used_of_cap(tally.used, tally.cap)),
        limits,
        watched: watchlist.count,
        webhooks: webhooks.len() as u64,
        failing: webhooks.iter().filter(|it| it.failure_count > 0).count(),
        stale: stale.map(|it| it.jurisdiction_code.to_string()).collect::<Vec<_>>().join(", "),
        keys: keys.map(|keys| keys.iter().filter(|key| key.revoked_at.is_none()).count()),
        api: page_request.context.base_url().to_owned(),
    })
}

async fn usage(page_request: &PageRequest<'_>, limits: &PlanLimits) -> PageResult<Usage> {
    let month = Span::Month.window(page_request.now);
    let first = page_request.now.earlier_by(DAY * DAYS_BEFORE).date();
    let since = first.min(month.start.date());
    let account = page_request.account_id()?;
    let usage = page_request.store().daily_usage(account, since).await?;
    let of_month = usage.iter().filter(|row| row.day >= month.start.date());
    let used = of_month.map(|row| row.counts.answered).sum::<u64>();
    let days = sums_by_day(&usage, first, page_request.now.date());
    Ok(Usage {
        picture: HtmlSafeOutput(usage_bars("usage", &days)),
        days,
        month: Tally {
            limit: Limit::PerMonth,
            cap: limits.requests_per_month,
            used,
            resets_at: month.end,
        },
    })
}

/// Returns the limits of requests, and what is used of them. A plan that limits days may limit no month.
async fn quotas(page_request: &PageRequest<'_>, month: Tally) -> PageResult<Vec<Tally>> {
    let day = used_by_members(page_request, Purpose::Request, Limit::PerDay).await?;
    let is_limited = day.is_none() || month.cap != Cap::Unlimited;
    Ok(day.into_iter().chain(is_limited.then_some(month)).collect())
}
