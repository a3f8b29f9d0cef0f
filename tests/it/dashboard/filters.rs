//! Lists: their filters are in the address, and their files hold the same rows.

use licence_core::account::plan::Plan;
use licence_core::jurisdiction::JurisdictionCode::{Mga, Ukgc};
use licence_core::member::Role;
use licence_core::register::reading::RegisterReading;
use serde_json::json;

use super::visitor::Visitor;
use crate::support::readings::{apply, licence, reading};
use crate::support::service::{Ask, Service};

/// An account that watches two operators, and 52 events of them.
async fn with_events() -> (Service, Visitor) {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Enterprise, Role::Owner).await;
    for hour in 8..58 {
        let status = if hour % 2 == 0 { "Licensed" } else { "Suspended" };
        let rows = vec![licence("Bet One Ltd", "MGA/B2C/1/2020", status, &[])];
        let partial = RegisterReading { complete: false, ..reading(Mga, hour, rows) };
        apply(&service.store, &partial).await.unwrap();
    }
    let rows = vec![licence("Bet Two Ltd", "39999", "Active", &[])];
    let partial = RegisterReading { complete: false, ..reading(Ukgc, 58, rows) };
    apply(&service.store, &partial).await.unwrap();
    let (two, one) = ("bet-two-ltd", "bet-one-ltd");
    for slug in [two, one, "harbour-lantern-gaming-limited"] {
        let added = owner.post(&service, "/watchlist", &format!("slugs={slug}")).await;
        assert_eq!(added.reply.status, 303, "{}", added.source());
    }
    service.set_clock("2026-11-03T12:00:00Z");
    let owner = Visitor::in_account(&service, owner.account, Role::Owner).await;
    (service, owner)
}

#[tokio::test]
async fn events_are_the_newest_first_and_filtered_by_the_address() {
    let (service, owner) = with_events().await;
    let first = owner.get(&service, "/events").await;
    let times = first.texts("th[scope=row]");
    assert_eq!(times.len(), 50);
    assert!(times.iter().all(|it| it.ends_with(":00 UTC")), "{times:?}");
    assert!(times.is_sorted_by(|one, other| one >= other), "{times:?}");
    let older = first.attributes("nav.pages a", "href").remove(0);
    let rest = owner.get(&service, &older).await;
    assert!(rest.texts("nav.pages").is_empty() && !rest.texts("th[scope=row]").is_empty());
    assert!(rest.texts("th[scope=row]")[0] <= times[49]);
    for (query, count) in [
        ("operator=bet-two-ltd", 1),
        ("jurisdiction=UKGC&operator=bet-two-ltd", 1),
        ("jurisdiction=MGA&operator=bet-two-ltd", 0),
        ("type=license.issued&operator=bet-one-ltd", 1),
        ("type=license.expired", 0),
        ("operator=nobody", 0),
    ] {
        let page = owner.get(&service, &format!("/events?{query}")).await;
        assert_eq!(page.texts("tbody tr").len(), count, "{query} {}", page.source());
    }
    let view = "/events?operator=bet-one-ltd&jurisdiction=MGA";
    let filtered = owner.get(&service, view).await;
    assert_eq!(filtered.attributes("#operator", "value"), ["bet-one-ltd"]);
    assert_eq!(filtered.texts("#jurisdiction option[selected]"), ["MGA"]);
    let refused = owner.get(&service, "/events?type=nonsense&operator=bet-one-ltd").await;
    assert_eq!((refused.reply.status, refused.texts("#errors").len()), (400, 1));
    assert_eq!(refused.attributes("#operator", "value"), ["bet-one-ltd"]);
    // The cursor goes on after the newest event, which a filter may hide.
    assert!(!filtered.text("#poll").contains("cursor"));
    let poll = first.text("#poll");
    let (_, cursor) = poll.split_once("?cursor=").unwrap();
    let key = owner.post(&service, "/keys", "label=x").await.text("#key");
    let target = format!("/v1/watchlist/events?cursor={}", cursor.trim_end_matches('\''));
    let polled = Ask::get(target).key(&key).send_to(&service.app()).await.json();
    assert_eq!(polled["events"], json!([]), "{polled}");
    let stranger = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    assert_eq!(stranger.get(&service, "/events").await.texts("tbody tr").len(), 0);
}

/// More operators than a page has rows, so that no page holds an event of each.
#[tokio::test]
async fn the_events_of_many_operators_are_paged_without_a_gap() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Enterprise, Role::Owner).await;
    let listed = |number: usize, status: &str| {
        licence(&format!("Bet {number} Ltd"), &format!("MGA/B2C/{number}/2020"), status, &[])
    };
    let rows = (0..120).map(|number| listed(number, "Licensed")).collect();
    let partial = RegisterReading { complete: false, ..reading(Mga, 8, rows) };
    apply(&service.store, &partial).await.unwrap();
    for (hour, number) in [(9, 0), (10, 119), (11, 0), (12, 60)] {
        let status = if hour == 11 { "Licensed" } else { "Suspended" };
        let changed = vec![listed(number, status)];
        let partial = RegisterReading { complete: false, ..reading(Mga, hour, changed) };
        apply(&service.store, &partial).await.unwrap();
    }
    let slugs: Vec<_> = (0..120).map(|number| format!("bet-{number}-ltd")).collect();
    let form = format!("slugs={}", slugs.join("%0A"));
    assert_eq!(owner.post(&service, "/watchlist", &form).await.reply.status, 303);
    for (query, count) in [("", 124), ("?type=license.issued", 120), ("?jurisdiction=UKGC", 0)] {
        let (mut events, mut target) = (Vec::new(), Some(format!("/events{query}")));
        while let Some(address) = target {
            let page = owner.get(&service, &address).await;
            events.extend(page.attributes("td a[href^='/events/']", "href"));
            target = page.attributes("nav.pages a", "href").pop();
        }
        assert_eq!(events.len(), count, "{query}");
        assert!(events.is_sorted_by(|newer, older| newer > older), "{query} {events:?}");
    }
}

#[tokio::test]
async fn the_watchlist_is_sorted_by_last_event_and_is_a_file_too() {
    let (service, owner) = with_events().await;
    let names = async |target: &str| owner.get(&service, target).await.texts("th[scope=row]");
    let (harbour, one, two) = ("Harbour Lantern Gaming Limited", "Bet One Ltd", "Bet Two Ltd");
    assert_eq!(names("/watchlist").await, [harbour, one, two]);
    assert_eq!(names("/watchlist?sort=last_event").await, [two, one, harbour]);
    assert_eq!(names("/watchlist?sort=last_event&limit=1&offset=1").await, [one]);
    let csv = owner.get(&service, "/watchlist.csv?sort=last_event").await;
    let lines: Vec<_> = csv.source().lines().map(|line| line.split(',').collect()).collect();
    let slugs: Vec<_> = lines.iter().map(|line: &Vec<&str>| line[1]).collect();
    assert_eq!(slugs, ["slug", "bet-two-ltd", "bet-one-ltd", "harbour-lantern-gaming-limited"]);
    assert_eq!(lines[0].join(","), "operator,slug,status,jurisdiction,added_at,last_event_at");
    assert_eq!(lines[1][5], "2026-11-03T10:00:00.000Z");
}

#[tokio::test]
async fn the_audit_log_is_filtered_by_member_kind_and_time_and_is_a_file_too() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    owner.post(&service, "/keys", "label=early").await;
    service.set_clock("2026-11-03T00:00:00Z");
    let developer = Visitor::in_account(&service, owner.account, Role::Developer).await;
    developer.post(&service, "/keys", "label=late").await;
    let owner = Visitor::in_account(&service, owner.account, Role::Owner).await;
    let members = service.store.members(owner.account).await.unwrap();
    let id = members.iter().find(|it| it.role == Role::Developer).unwrap().id.0;
    let count = async |query: &str| {
        let page = owner.get(&service, &format!("/audit?{query}")).await;
        assert_eq!(page.reply.status, 200, "{query} {}", page.source());
        let csv = page.attributes("a[href^='/audit.csv']", "href").remove(0);
        let csv = owner.get(&service, &csv).await.source().lines().count();
        let rows = page.texts("tbody tr").len();
        assert_eq!(csv, rows + 1, "{query}: the file has the same rows and a header");
        rows
    };
    for (query, expected) in [
        ("action=key.create", 2),
        ("action=key.create&since=2026-11-02", 1),
        ("action=key.create&until=2026-11-02", 1),
        ("action=key.create&since=2026-11-01T07:00:00Z&until=2026-11-01T07:00:00Z", 0),
        (&format!("action=key.create&member={id}"), 1),
        (&format!("member={id}&until=2026-11-02"), 0),
    ] {
        assert_eq!(count(query).await, expected, "{query}");
    }
    let refused = owner.get(&service, "/audit?since=yesterday&action=key.create").await;
    assert_eq!((refused.reply.status, refused.text("#errors a").contains("since")), (400, true));
    assert_eq!(refused.attributes("#since", "value"), ["yesterday"]);
    assert_eq!(refused.texts("#action option[selected]"), ["key.create"]);
}

#[tokio::test]
async fn who_does_not_manage_members_sees_the_own_acts_alone() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    owner.post(&service, "/keys", "label=of-the-owner").await;
    for role in [Role::Developer, Role::Viewer] {
        let visitor = Visitor::in_account(&service, owner.account, role).await;
        // A viewer is refused, which is an act too.
        visitor.post(&service, "/keys", "label=mine").await;
        let members = service.store.members(owner.account).await.unwrap();
        let of = |role| members.iter().find(|it| it.role == role).unwrap().id.0.to_string();
        let (own, owners) = (of(role), of(Role::Owner));
        for target in ["/audit".to_owned(), format!("/audit?member={own}")] {
            let page = visitor.get(&service, &target).await;
            assert_eq!((page.reply.status, page.texts("#member").len()), (200, 0), "{target}");
            // Joining, signing in, and the form.
            assert_eq!(page.texts("tbody tr").len(), 3, "{role} {}", page.source());
            assert!(!page.source().contains("of-the-owner"), "{target}");
        }
        let csv = visitor.get(&service, "/audit.csv").await;
        let actors: Vec<_> = csv.source().lines().filter_map(|it| it.split(',').nth(1)).collect();
        let member = format!("member:{own}");
        assert_eq!(actors, ["actor", &member, &member, &member]);
        for target in [format!("/audit?member={owners}"), format!("/audit.csv?member={owners}")] {
            assert_eq!(visitor.get(&service, &target).await.reply.status, 400, "{target}");
        }
    }
}
