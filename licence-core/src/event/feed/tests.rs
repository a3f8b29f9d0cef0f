use super::*;
use crate::account::quota::Limit;
use crate::event::{EVENT_RETENTION, EventIds};

const NOW: &str = "2026-11-21T06:00:00Z";

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn parsed(
    since: Option<&str>,
    cursor: Option<&str>,
    limit: Option<&str>,
) -> Result<FeedQuery, FeedError> {
    FeedQuery::parse(since, cursor, limit, at(NOW), EVENT_RETENTION)
}

#[test]
fn a_poll_begins_somewhere() {
    let place = |since, cursor| parsed(since, cursor, None).map(|query| query.after);
    let oldest = "2026-10-22T06:00:00Z";
    assert_eq!(place(None, None), Ok(EventId::last_at(at(oldest))));
    assert_eq!(place(Some(oldest), None), Ok(EventId::last_at(at(oldest))));
    // A `+` that a query did not escape arrives as a blank.
    for since in ["2026-11-21T08:00:00+02:00", "2026-11-21T08:00:00 02:00"] {
        assert_eq!(place(Some(since), None), Ok(EventId::last_at(at(NOW))));
    }
    let old = Cursor(EventIds::after(None, at("2020-01-01T00:00:00Z")).next(9));
    assert_eq!(place(None, Some(&old.to_string())), Ok(old.0), "a place is never too old");
}

#[test]
fn a_bad_parameter_is_named() {
    for (since, cursor, limit, field, message) in [
        (Some(NOW), Some("x"), None, "cursor", "since and cursor exclude each other"),
        (Some("yesterday"), None, None, "since", "is not an RFC 3339 date-time"),
        (
            Some("2026-10-22T05:59:59.999Z"),
            None,
            None,
            "since",
            "since 2026-10-22T05:59:59.999Z is too long ago; events are kept from \
             2026-10-22T06:00:00.000Z on",
        ),
        (None, Some("x"), None, "cursor", "is not a cursor"),
        (None, Some(""), None, "cursor", "is not a cursor"),
        (None, None, Some("0"), "limit", "limit is \"0\"; it is a whole number from 1 to 500"),
        (None, None, Some("501"), "limit", "501"),
        (None, None, Some("+5"), "limit", "+5"),
        (None, None, Some("99999999999"), "limit", "99999999999"),
        (None, None, Some(""), "limit", "1 to 500"),
    ] {
        let error = parsed(since, cursor, limit).unwrap_err();
        assert_eq!(error.field(), field);
        assert!(error.to_string().contains(message), "{error}");
    }
    for (limit, expected) in [(None, 100), (Some("1"), 1), (Some("500"), 500)] {
        assert_eq!(parsed(None, None, limit).unwrap().limit, expected);
    }
}

#[test]
fn following_the_cursor_shows_every_event_once() {
    let mut ids = EventIds::after(None, at(NOW));
    let all: Vec<EventId> = (0..7).map(|_| ids.next(0)).collect();
    for limit in 1..9 {
        let mut query = FeedQuery { limit, ..parsed(None, None, None).unwrap() };
        let mut seen = Vec::new();
        loop {
            let after = all.iter().filter(|id| **id > query.after);
            let found = after.take(limit as usize + 1).map(|id| (*id, *id)).collect();
            let page = FeedPage::from_events(query, found);
            let Some(Cursor(place)) = page.next_cursor else { panic!("always given") };
            assert_eq!(page.has_more, place < *all.last().unwrap());
            seen.extend(page.events);
            query.after = place;
            if !page.has_more {
                break;
            }
        }
        assert_eq!(seen, all, "{limit} a page");
        let empty = FeedPage::<EventId>::from_events(query, Vec::new());
        assert_eq!(empty.next_cursor, Some(Cursor(query.after)), "the place is kept");
    }
}

#[test]
fn no_place_is_ahead_of_the_newest_event() {
    let ids = |instant| EventIds::after(None, at(instant)).next(9);
    let (past, future) = (ids("2026-11-21T05:00:00Z"), ids("2026-11-21T07:00:00Z"));
    let query = parsed(Some(NOW), None, None).unwrap();
    for (newest, after) in
        [(None, EventId::NONE), (Some(past), past), (Some(future), EventId::last_at(at(NOW)))]
    {
        assert_eq!(query.not_ahead_of(newest), FeedQuery { after, ..query });
    }
}

#[test]
fn polls_have_their_headers() {
    let tally = |cap, used| Tally { limit: Limit::Polls, cap, used, resets_at: at(NOW) };
    let lines = |tally| {
        let lines =
            poll_headers(&tally).into_iter().map(|(name, value)| format!("{name}: {value}"));
        lines.collect::<Vec<_>>()
    };
    assert_eq!(
        lines(tally(Cap::AtMost(10), 4)),
        [
            "X-Poll-RateLimit-Limit: 10",
            "X-Poll-RateLimit-Remaining: 6",
            "X-Poll-RateLimit-Reset: 2026-11-21T06:00:00.000Z",
            "X-Poll-RateLimit-Window: hour",
            "X-Poll-Recommended-Interval: 360",
        ]
    );
    assert_eq!(
        lines(tally(Cap::Unlimited, 4)),
        [
            "X-Poll-RateLimit-Limit: unlimited",
            "X-Poll-RateLimit-Reset: 2026-11-21T06:00:00.000Z",
            "X-Poll-RateLimit-Window: hour",
            "X-Poll-Recommended-Interval: 1",
        ]
    );
    for (polls, seconds) in [(60, 60), (600, 6), (7, 515), (3_601, 1), (0, 3_600)] {
        assert_eq!(recommended_interval(Cap::AtMost(polls)), seconds, "{polls} an hour");
    }
}
