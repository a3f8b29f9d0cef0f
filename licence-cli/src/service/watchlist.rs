//! `…/v1/watchlist…`.

use std::time::Duration;

use licence_core::event::feed::FeedQuery;
use licence_core::lookup::PageRules;
use licence_core::operator::Slug;
use licence_core::request::{self, RequestError};
use licence_core::time::Timestamp;
use licence_core::watchlist::WatchlistAddition;
use licence_store::service::WatchResult;
use reqwest::StatusCode;
use serde_json::json;

use super::{Body, Local, Service, ask, body};
use crate::exit::Failure;
use crate::remote::{Call, Repeat};

/// How often a database on this machine is asked for new events.
const LOCAL_INTERVAL: Duration = Duration::from_secs(1);

/// A page of the feed, and when to ask again.
pub(crate) struct Poll {
    pub(crate) body: Body,
    pub(crate) interval: Duration,
}

impl Service {
    /// Returns how many operators are watched, and those added last.
    pub(crate) async fn watchlist(&self) -> Result<Body, Failure> {
        match self {
            Self::Local(local) => {
                let account = local.account().await?;
                let cap = local.plans.limits(account.plan).watchlist_operators;
                body(&local.store.watchlist(account.id, cap).await?)
            }
            Self::Remote(client) => ask(client, Call::get(["watchlist"])).await,
        }
    }

    pub(crate) async fn watched_operators(
        &self,
        limit: Option<&str>,
        offset: Option<&str>,
    ) -> Result<Body, Failure> {
        let asked = request::page(PageRules::WATCHLIST_OPERATORS, limit, offset)?;
        match self {
            Self::Local(local) => {
                let account = local.account().await?;
                body(&local.store.watched_operators(account.id, asked).await?)
            }
            Self::Remote(client) => {
                let call = Call::get(["watchlist", "operators"]);
                ask(client, call.with("limit", limit).with("offset", offset)).await
            }
        }
    }

    pub(crate) async fn watch(&self, text: &str, now: Timestamp) -> Result<Body, Failure> {
        let slug = request::slug(text)?;
        match self {
            Self::Local(local) => {
                let addition = local.watch(slug.clone(), now).await?;
                Ok(addition.ok_or(RequestError::WatchlistDuplicate(slug))?)
            }
            Self::Remote(client) => {
                let call = Call::post(Repeat::Unsafe, ["watchlist", "operators"]);
                ask(client, call.json(body(&json!({ "operator_slug": slug }))?)).await
            }
        }
    }

    /// Watches an operator. Returns the addition, or `None` if the operator is watched already.
    pub(crate) async fn watch_once(
        &self,
        text: &str,
        now: Timestamp,
    ) -> Result<Option<Body>, Failure> {
        let slug = request::slug(text)?;
        match self {
            Self::Local(local) => local.watch(slug, now).await,
            Self::Remote(client) => {
                let call = Call::post(Repeat::Unsafe, ["watchlist", "operators"]);
                let call = call.accepting(StatusCode::CONFLICT);
                let body = ask(client, call.json(body(&json!({ "operator_slug": slug }))?)).await?;
                let is_added = serde_json::from_slice::<WatchlistAddition>(&body).is_ok();
                Ok(is_added.then_some(body))
            }
        }
    }

    pub(crate) async fn unwatch(&self, text: &str) -> Result<(), Failure> {
        let slug = request::slug_in_lower_case(text)?;
        match self {
            Self::Local(local) => {
                let account = local.account().await?;
                Ok(local.store.unwatch_operator(account.id, &slug).await?)
            }
            Self::Remote(client) => {
                let call = Call::delete(["watchlist", "operators", slug.as_str()]);
                ask(client, call).await.map(drop)
            }
        }
    }

    pub(crate) async fn events(
        &self,
        since: Option<&str>,
        cursor: Option<&str>,
        limit: Option<&str>,
        now: Timestamp,
    ) -> Result<Poll, Failure> {
        match self {
            Self::Local(local) => {
                let asked = FeedQuery::parse(since, cursor, limit, now, local.event_retention);
                let asked = asked.map_err(RequestError::from)?;
                let account = local.account().await?;
                let page = local.store.watchlist_events(account.id, asked).await?;
                Ok(Poll { body: body(&page)?, interval: LOCAL_INTERVAL })
            }
            Self::Remote(client) => {
                let call = Call::get(["watchlist", "events"]).with("since", since);
                let call = call.with("cursor", cursor).with("limit", limit);
                let reply = client.ask(&call).await?;
                let interval = reply.headers.get("x-poll-recommended-interval");
                let seconds = interval.and_then(|value| value.to_str().ok()?.parse().ok());
                let interval = seconds.map_or(LOCAL_INTERVAL, Duration::from_secs);
                Ok(Poll { body: reply.body, interval })
            }
        }
    }
}

impl Local {
    /// Returns the addition, or `None` if the operator is watched already.
    async fn watch(&self, slug: Slug, now: Timestamp) -> Result<Option<Body>, Failure> {
        let account = self.account().await?;
        let cap = self.plans.limits(account.plan).watchlist_operators;
        match self.store.watch_operator(account.id, &slug, cap, now).await? {
            WatchResult::Added(operator) => body(&WatchlistAddition { operator }).map(Some),
            WatchResult::Duplicate => Ok(None),
            WatchResult::OverCap(full) => Err(RequestError::from(full).into()),
            WatchResult::UnknownOperator => Err(RequestError::UnknownOperator(slug).into()),
        }
    }
}
