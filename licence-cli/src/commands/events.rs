//! `licence events`.

use std::io::{self, Write};

use tokio::runtime::Runtime;

use crate::args::Events;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::members::Members;
use crate::output;
use crate::pages::Merged;
use crate::service::{Body, Service};

/// Shows what happened to the watched operators.
pub(crate) fn run(runtime: &Runtime, settings: &Settings, asked: &Events) -> Result<Exit, Failure> {
    super::with_service(runtime, settings, async |service| {
        if asked.follow {
            return follow(settings.is_quiet, service, asked).await;
        }
        let body = match asked.all {
            true => all(service, asked).await?,
            false => first_page(service, asked).await?,
        };
        output::list(settings.is_quiet, asked.form, &body, "events", output::watchlist::events)?;
        Ok(Exit::Done)
    })
}

async fn first_page(service: &Service, asked: &Events) -> Result<Body, Failure> {
    let (since, cursor) = (asked.since.as_deref(), asked.cursor.as_deref());
    let poll = service.events(since, cursor, asked.limit.as_deref(), super::now()?).await?;
    Ok(poll.body)
}

/// Every event there is, as one page; where it ends is the last page's word.
async fn all(service: &Service, asked: &Events) -> Result<Body, Failure> {
    let limit = Some(asked.limit.as_deref().unwrap_or("500"));
    let (mut since, mut cursor) = (asked.since.as_deref(), asked.cursor.clone());
    let mut merged = Merged::new("events");
    loop {
        let poll = service.events(since, cursor.as_deref(), limit, super::now()?).await?;
        let (page, _) = merged.take(&poll.body)?;
        let place = Place::of(page)?;
        if !place.has_more || place.cursor.is_none() {
            break;
        }
        (since, cursor) = (None, place.cursor);
    }
    serde_json::to_vec(&merged.whole()?).map_err(Failure::UnknownForm)
}

/// Where a page of the feed ends.
struct Place {
    cursor: Option<String>,
    has_more: bool,
}

impl Place {
    fn of(page: &Members) -> Result<Self, Failure> {
        let text = |name| page.get(name).map_or("null", |value| value.get());
        Ok(Self {
            cursor: serde_json::from_str(text("next_cursor")).map_err(Failure::UnknownForm)?,
            has_more: text("has_more") == "true",
        })
    }
}

/// Prints events as they come until it is interrupted, and then where to go on.
async fn follow(is_quiet: bool, service: &Service, asked: &Events) -> Result<Exit, Failure> {
    let mut cursor = asked.cursor.clone();
    let outcome = tokio::select! {
        failure = poll_for_ever(service, asked, &mut cursor) => Err(failure),
        interrupted = super::interrupted() => Ok(interrupted?),
    };
    if let Some(cursor) = cursor.filter(|_| !is_quiet) {
        eprintln!("cursor: {cursor}");
    }
    outcome.map(|()| Exit::Done)
}

async fn poll_for_ever(service: &Service, asked: &Events, cursor: &mut Option<String>) -> Failure {
    let mut since = asked.since.as_deref();
    loop {
        if let Err(failure) = poll_once(service, asked, &mut since, cursor).await {
            return failure;
        }
    }
}

/// One page, printed; then the wait that its server asks for, unless there is more already.
async fn poll_once(
    service: &Service,
    asked: &Events,
    since: &mut Option<&str>,
    cursor: &mut Option<String>,
) -> Result<(), Failure> {
    let limit = asked.limit.as_deref();
    let poll = service.events(*since, cursor.as_deref(), limit, super::now()?).await?;
    let page = Members::read(&poll.body)?;
    let mut lines = Vec::new();
    for event in page.rows("events")? {
        lines.extend_from_slice(event.get().as_bytes());
        lines.push(b'\n');
    }
    let mut stdout = io::stdout().lock();
    stdout.write_all(&lines)?;
    stdout.flush()?;
    drop(stdout);
    let place = Place::of(&page)?;
    if place.cursor.is_some() {
        // Only behind what was printed: an event may come twice after a failure, never not at all.
        (*since, *cursor) = (None, place.cursor);
    }
    if !place.has_more {
        tokio::time::sleep(poll.interval).await;
    }
    Ok(())
}
