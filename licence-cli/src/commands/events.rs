//! `licence events`.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use licence_core::time::Timestamp;
use serde::Deserialize;

use crate::args::Events;
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure, shorten};
use crate::interrupt::interrupted;
use crate::notes;
use crate::output;
use crate::pages::MergedPages;
use crate::raw_object::RawObject;
use crate::service::{Body, Service};

pub(crate) fn run(settings: &Settings, args: &Events) -> Result<Exit, Failure> {
    settings.look_up(async |service| {
        if args.follow {
            return follow(service, args).await;
        }
        let (body, failure) = match args.all {
            true => all_pages(service, args).await?,
            false => {
                let (since, cursor) = (args.since.as_deref(), args.cursor.as_deref());
                let poll = service.events(since, cursor, args.limit.as_deref(), now()?).await?;
                (poll.body, None)
            }
        };
        output::list(args.form, &body, "events", output::watchlist::events)?;
        // A table says so itself, and JSON as the API does.
        let lacks_note = args.form.ndjson || args.form.csv || failure.is_some();
        let position: FeedPosition = serde_json::from_slice(&body)?;
        let is_announced = position.has_more && lacks_note;
        if let Some(cursor) = position.next_cursor.filter(|_| is_announced) {
            notes::note(format_args!("there are more events; go on with --cursor {cursor}"));
        }
        failure.map_or(Ok(Exit::Done), Err)
    })
}

/// Returns every event as one page, with the failure that ended the polls early, if any. Polls count
/// toward a limit, so the events before a failure are kept.
async fn all_pages(service: &Service, args: &Events) -> Result<(Body, Option<Failure>), Failure> {
    let limit = Some(args.limit.as_deref().unwrap_or("500"));
    let (mut since, mut cursor) = (args.since.as_deref(), args.cursor.clone());
    let mut merged = MergedPages::new("events");
    let failure = loop {
        let poll = match service.events(since, cursor.as_deref(), limit, now()?).await {
            Err(failure) if merged.len() > 0 => break Some(failure),
            poll => poll?,
        };
        merged.add(&poll.body)?;
        let position: FeedPosition = serde_json::from_slice(&poll.body)?;
        if !position.has_more || position.next_cursor.is_none() {
            break None;
        }
        (since, cursor) = (None, position.next_cursor);
    };
    let body = serde_json::to_vec(&merged.into_object()?)?;
    Ok((body, failure))
}

/// Where a page of the feed ends, and whether more follows.
#[derive(Deserialize)]
struct FeedPosition {
    next_cursor: Option<String>,
    #[serde(default)]
    has_more: bool,
}

/// Prints events as they come until it is interrupted, and then where to continue.
async fn follow(service: &Service, args: &Events) -> Result<Exit, Failure> {
    let mut cursor = args.cursor.clone();
    let outcome = tokio::select! {
        failure = poll_until_failure(service, args, &mut cursor) => Err(failure),
        interrupted = interrupted() => Ok(interrupted?),
    };
    if let Some(cursor) = cursor {
        notes::note(format_args!("cursor: {cursor}"));
    }
    outcome.map(|()| Exit::Done)
}

async fn poll_until_failure(
    service: &Service,
    args: &Events,
    cursor: &mut Option<String>,
) -> Failure {
    let (mut since, mut has_answered) = (args.since.as_deref(), false);
    loop {
        let outcome = poll_once(service, args, &mut since, cursor).await;
        has_answered |= outcome.is_ok();
        let Err(failure) = outcome else { continue };
        let now = now().unwrap_or(Timestamp::EPOCH);
        let Some(wait) = wait_after(&failure, has_answered, now) else { return failure };
        let seconds = wait.as_secs_f32().ceil();
        let reason = failure.to_string();
        let reason = shorten(reason.lines().next().unwrap_or_default());
        notes::note(format_args!("{}; going on in {seconds} s", reason.trim_end_matches('.')));
        tokio::time::sleep(wait).await;
    }
}

/// Returns how long a follower waits after a failure: until a limit resets, or a while in an outage if
/// the service has answered before. `None` for a failure that does not pass.
fn wait_after(failure: &Failure, has_answered: bool, now: Timestamp) -> Option<Duration> {
    const OUTAGE: Duration = Duration::from_secs(30);
    const SOON: Duration = Duration::from_secs(1);
    if failure.is_closed_pipe() {
        return None;
    }
    match failure {
        Failure::Refused(refusal) if refusal.until.is_some() => {
            Some(refusal.until?.duration_since(now).max(SOON))
        }
        Failure::Refused(refusal) if refusal.exit == Exit::Failed => has_answered.then_some(OUTAGE),
        Failure::Unreachable { .. } | Failure::Store(_) => has_answered.then_some(OUTAGE),
        _ => None,
    }
}

/// Prints one page, then waits as long as the server asks, unless more events are there already.
async fn poll_once(
    service: &Service,
    args: &Events,
    since: &mut Option<&str>,
    cursor: &mut Option<String>,
) -> Result<(), Failure> {
    require_reader()?;
    let limit = args.limit.as_deref();
    let poll = service.events(*since, cursor.as_deref(), limit, now()?).await?;
    let mut lines = Vec::new();
    // A person reads lines; another program reads JSON.
    let is_ndjson = args.form.ndjson || !io::stdout().is_terminal();
    for event in RawObject::parse(&poll.body)?.rows("events")? {
        if is_ndjson {
            lines.extend_from_slice(event.get().as_bytes());
            lines.push(b'\n');
        } else {
            let event = serde_json::from_str(event.get())?;
            lines.extend_from_slice(output::watchlist::event_line(&event).as_bytes());
        }
    }
    let mut stdout = io::stdout().lock();
    stdout.write_all(&lines)?;
    stdout.flush()?;
    drop(stdout);
    let position: FeedPosition = serde_json::from_slice(&poll.body)?;
    if position.next_cursor.is_some() {
        // After the lines are printed, so that a failure repeats events and loses none.
        (*since, *cursor) = (None, position.next_cursor);
    }
    if !position.has_more {
        tokio::time::sleep(poll.interval).await;
    }
    Ok(())
}

/// Fails if the reader of the output has gone. A follower without events writes nothing that would
/// show it.
#[cfg(unix)]
fn require_reader() -> io::Result<()> {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;

    let stdout = io::stdout();
    let mut polled = [PollFd::new(stdout.as_fd(), PollFlags::empty())];
    poll(&mut polled, PollTimeout::ZERO)?;
    let is_gone = polled[0].revents().is_some_and(|seen| seen.contains(PollFlags::POLLERR));
    if is_gone { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
}

#[cfg(not(unix))]
fn require_reader() -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Refusal;

    #[test]
    fn a_follower_waits_for_what_passes() {
        let now: Timestamp = "2026-11-01T06:00:00Z".parse().unwrap();
        let refused = |exit, until: Option<&str>| {
            let until = until.map(|text| text.parse().unwrap());
            Failure::refused(Refusal { until, ..Refusal::local(exit, "no".to_owned(), None) })
        };
        let away = || Failure::Unreachable { server: "s".to_owned(), why: "gone".to_owned() };
        for (failure, has_answered, seconds) in [
            (refused(Exit::Refused, Some("2026-11-01T06:40:00Z")), false, Some(2_400)),
            (refused(Exit::Refused, Some("2026-11-01T05:59:59Z")), true, Some(1)),
            (refused(Exit::Refused, None), true, None),
            (refused(Exit::BadInput, None), true, None),
            (refused(Exit::Failed, None), true, Some(30)),
            (refused(Exit::Failed, None), false, None),
            (away(), true, Some(30)),
            (away(), false, None),
            (Failure::Io(io::ErrorKind::BrokenPipe.into()), true, None),
        ] {
            let wait = wait_after(&failure, has_answered, now).map(|wait| wait.as_secs());
            assert_eq!(wait, seconds, "{failure:?} {has_answered}");
        }
    }
}
