//! Two servers on one database: what one ends is over at the other with the next request.

use licence_core::account::plan::Plan;
use licence_core::member::Role;

use super::page::Page;
use super::visitor::Visitor;
use crate::support::service::{Ask, Service};

/// The status of a page at a server.
async fn status(service: &Service, visitor: &Visitor, target: &str) -> u16 {
    let ask = Ask::get(target).header("cookie", &visitor.cookie);
    Page::request(ask, service).await.reply.status
}

#[tokio::test]
async fn an_end_a_lower_role_and_a_disabled_member_hold_at_the_next_request_elsewhere() {
    let here = Service::start().await;
    let elsewhere = here.another().await;
    let owner = Visitor::new(&here, Plan::Pro, Role::Owner).await;
    for (act, form) in [("disable", ""), ("role", "role=viewer"), ("end-sessions", "")] {
        let other = Visitor::in_account(&here, owner.account, Role::Developer).await;
        assert_eq!(status(&elsewhere, &other, "/keys").await, 200, "{act}");
        let members = here.store.members(owner.account).await.unwrap();
        let enabled = |it: &&licence_core::member::Member| {
            it.role == Role::Developer && it.disabled_at.is_none()
        };
        let id = members.iter().find(enabled).unwrap().id.0;
        let changed = owner.post(&here, &format!("/members/{id}/{act}"), form).await;
        assert_eq!(changed.reply.status, 303, "{}", changed.source());
        assert_eq!(status(&elsewhere, &other, "/keys").await, 303, "{act}");
    }
    assert_eq!(status(&elsewhere, &owner, "/overview").await, 200);
    owner.post(&here, "/sign-out", "").await;
    assert_eq!(status(&elsewhere, &owner, "/overview").await, 303);
}

#[tokio::test]
async fn the_absolute_and_the_idle_end_are_the_same_on_both() {
    let here = Service::start().await;
    let elsewhere = here.another().await;
    let (idle, used) = (
        Visitor::new(&here, Plan::Pro, Role::Owner).await,
        Visitor::new(&here, Plan::Pro, Role::Owner).await,
    );
    here.set_clock("2026-11-01T18:59:59Z");
    assert_eq!(status(&elsewhere, &used, "/overview").await, 200);
    elsewhere.store.flush_usage().await.unwrap();
    here.set_clock("2026-11-01T19:00:00Z");
    for service in [&here, &elsewhere] {
        assert_eq!(status(service, &idle, "/overview").await, 303, "idle for twelve hours");
        assert_eq!(status(service, &used, "/overview").await, 200);
    }
    // Used every ten hours until the week is over.
    for hour in (15..168).step_by(10) {
        let (day, hour) = (1 + (7 + hour) / 24, (7 + hour) % 24);
        here.set_clock(&format!("2026-11-{day:02}T{hour:02}:00:00Z"));
        status(&here, &used, "/overview").await;
        here.store.flush_usage().await.unwrap();
    }
    for (clock, expected) in [("2026-11-08T06:59:59Z", 200), ("2026-11-08T07:00:00Z", 303)] {
        here.set_clock(clock);
        for service in [&here, &elsewhere] {
            assert_eq!(status(service, &used, "/overview").await, expected, "{clock}");
        }
    }
}
