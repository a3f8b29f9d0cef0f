//! Deliveries on the pages for people: every failed attempt, and one more by hand.

use licence_core::audit::{Action, Actor, AuditQuery, Outcome};
use licence_core::member::Role;

use super::manual_attempts::abandon;
use super::{Subscriber, deliver, turn};
use crate::dashboard::visitor::Visitor;
use crate::support::receiver::Receiver;
use crate::support::service::Service;

#[tokio::test]
async fn a_delivery_shows_each_failed_attempt_and_is_sent_once_more() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/")).await;
    turn(&service, 0, 1, "Licensed").await;
    let event = ours.events(&service).await[0];
    let path = format!("/webhooks/{}/deliveries/{event}", ours.hook.id);
    let resend = format!("{path}/resend");
    receiver.answer(503);
    service.set_clock("2026-11-01T12:00:00Z");
    deliver(&service).await;
    let owner = Visitor::in_account(&service, ours.account, Role::Owner).await;
    let page = owner.get(&service, &path).await;
    assert_eq!((page.texts("tbody tr").len(), page.texts("main form").len()), (1, 0));
    assert_eq!(owner.post(&service, &resend, "").await.reply.status, 409, "attempts remain");

    abandon(&service, &receiver).await;
    let owner = Visitor::in_account(&service, ours.account, Role::Owner).await;
    let page = owner.get(&service, &path).await;
    let rows = page.texts("tbody tr");
    assert_eq!(rows.len(), 7);
    assert!(rows.iter().all(|row| row.contains("503") && row.contains(" ms")), "{rows:?}");
    assert!(page.texts("dd").contains(&"7".to_owned()), "the count equals the rows");
    assert!(page.texts("dt code").contains(&"X-Service-Signature".to_owned()));

    receiver.answer(204);
    let before = receiver.received().len();
    let sent = owner.post(&service, &resend, "").await;
    assert_eq!(sent.reply.header("location"), Some(path.as_str()), "{}", sent.source());
    let received = receiver.received();
    assert_eq!(received.len(), before + 1);
    assert_eq!(received[before].event_id(), event.to_string());
    let page = owner.get(&service, &path).await;
    assert_eq!(page.texts("tbody tr").len(), 8);
    assert!(page.texts("dd strong").contains(&"delivered".to_owned()), "{}", page.source());

    let resends = AuditQuery { action: Some(Action::DeliveryResend), ..AuditQuery::default() };
    let entries = service.store.audit_log(&resends).await.unwrap().entries;
    let outcomes: Vec<_> = entries.iter().map(|entry| entry.outcome).collect();
    assert_eq!(outcomes, [Outcome::Done, Outcome::Refused]);
    assert!(entries.iter().all(|entry| matches!(entry.actor, Actor::Member(_))));
    let stranger =
        Visitor::new(&service, licence_core::account::plan::Plan::Pro, Role::Owner).await;
    assert_eq!(stranger.get(&service, &path).await.reply.status, 404);
    assert_eq!(stranger.post(&service, &resend, "").await.reply.status, 404);
}

#[tokio::test]
async fn the_repetition_of_failed_deliveries_goes_on_after_those_that_fail_again() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/")).await;
    turn(&service, 0, 5, "Licensed").await;
    abandon(&service, &receiver).await;
    let owner = Visitor::in_account(&service, ours.account, Role::Owner).await;
    let resend = format!("/webhooks/{}/resend", ours.hook.id);
    let page = owner.post(&service, &resend, "since=2026-11-01T08:00:00Z").await;
    assert_eq!(page.texts("main li"), ["0 delivered", "3 failed again", "2 not tried yet"]);
    assert!(page.text("p.notice").starts_with("3 attempts in a row failed"), "{}", page.source());
    assert_eq!(page.attributes("main form", "action"), [resend.as_str()]);
    let fields = page.attributes("main form input", "name");
    let values = page.attributes("main form input", "value");
    let pairs: Vec<_> =
        fields.iter().zip(values).map(|(name, it)| format!("{name}={it}")).collect();
    receiver.answer(200);
    let page = owner.post(&service, &resend, &pairs.join("&")).await;
    assert_eq!(page.texts("main li"), ["2 delivered", "0 failed again", "0 not tried yet"]);
    assert!(page.texts("main form").is_empty(), "{}", page.source());
    let wrong = owner.post(&service, &resend, "since=2026-11-01T08:00:00Z&after=evt_1").await;
    assert_eq!(wrong.reply.status, 400);
}

#[tokio::test]
async fn an_old_secret_that_still_signs_is_on_the_page_and_can_be_ended() {
    let service = Service::sending().await;
    let ours = Subscriber::to(&service, "http://127.0.0.1:18084/x").await;
    let owner = Visitor::in_account(&service, ours.account, Role::Owner).await;
    let path = format!("/webhooks/{}", ours.hook.id);
    let end = format!("{path}/end-old-secret");
    let ends = async || {
        let page = owner.get(&service, &path).await;
        let form = page.attributes("form[action$=end-old-secret]", "action");
        (page.texts("#old-secret"), form)
    };
    assert_eq!(ends().await, (vec![], vec![]));
    assert_eq!(owner.post(&service, &format!("{path}/rotate"), "").await.reply.status, 200);
    let (sentence, form) = ends().await;
    assert_eq!(sentence, ["The old secret is valid until 2026-11-08 07:00 UTC (in 7 days)."]);
    assert_eq!(form, [end.as_str()]);
    assert_eq!(owner.post(&service, &end, "").await.reply.status, 303);
    assert_eq!(ends().await, (vec![], vec![]));
}
