//! The pages of webhooks and of events, for the members of the account.

use std::process::Command;

use licence_core::account::plan::Plan;
use licence_core::member::Role;
use licence_core::webhook::signature::{TOLERANCE, verify};
use serde_json::Value;

use super::manual_attempts::abandon;
use super::{Hook, Subscriber, deliver, turn};
use crate::dashboard::page::Page;
use crate::dashboard::visitor::Visitor;
use crate::support::described::DESCRIPTION;
use crate::support::receiver::Receiver;
use crate::support::service::Service;

async fn owner(service: &Service, of: &Subscriber) -> Visitor {
    Visitor::in_account(service, of.account, Role::Owner).await
}

#[tokio::test]
async fn a_webhook_tells_how_its_deliveries_of_the_last_day_went() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/")).await;
    let path = format!("/webhooks/{}", ours.hook.id);
    let visitor = owner(&service, &ours).await;
    let quiet = visitor.get(&service, &path).await;
    assert_eq!(quiet.text("#day"), "No delivery in the last 24 hours.");
    turn(&service, 0, 3, "Licensed").await;
    service.set_clock("2026-11-01T08:00:00Z");
    let page = visitor.get(&service, &path).await;
    assert_eq!(page.text("#day"), "Deliveries that wait for their first attempt: 3.");
    assert_eq!(deliver(&service).await, [3, 0, 0, 0]);
    turn(&service, 1, 1, "Suspended").await;
    service.set_clock("2026-11-01T08:01:00Z");
    receiver.answer(500);
    assert_eq!(deliver(&service).await, [0, 1, 0, 0]);
    let page = visitor.get(&service, &path).await;
    let day = page.text("#day");
    assert!(day.contains("accepted 3 of 4 attempted deliveries (75 %)"), "{day}");
    assert!(day.contains("95 of 100 accepted deliveries took") && !day.contains("newest"), "{day}");
    let list = visitor.get(&service, "/webhooks").await;
    assert!(list.texts("td.number").contains(&"75 % of 4".to_owned()), "{}", list.source());
}

#[tokio::test]
async fn a_viewer_sees_where_a_webhook_goes_but_not_its_token() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/in?token=hush")).await;
    turn(&service, 0, 1, "Licensed").await;
    let event = ours.events(&service).await.remove(0);
    let viewer = Visitor::in_account(&service, ours.account, Role::Viewer).await;
    let (owner, path) = (owner(&service, &ours).await, format!("/webhooks/{}", ours.hook.id));
    let (delivery, event) = (format!("{path}/deliveries/{event}"), format!("/events/{event}"));
    for (target, names_it) in
        [("/webhooks", true), (path.as_str(), true), (&event, true), (&delivery, false)]
    {
        let pages = [owner.get(&service, target).await, viewer.get(&service, target).await];
        assert!(pages.iter().all(|page| page.reply.status == 200), "{target}");
        let [owners, viewers] = pages.map(|page| page.source().to_owned());
        assert_eq!(owners.contains("token=hush"), names_it, "{target}");
        assert!(!viewers.contains("hush") && !viewers.contains("/in?"), "{viewers}");
        assert_eq!(viewers.contains(receiver.url("").trim_end_matches('/')), names_it, "{target}");
    }
}

#[tokio::test]
async fn missed_deliveries_are_on_the_page_and_in_the_list() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/")).await;
    turn(&service, 0, 2, "Licensed").await;
    abandon(&service, &receiver).await;
    let visitor = owner(&service, &ours).await;
    let page = visitor.get(&service, &format!("/webhooks/{}", ours.hook.id)).await;
    assert!(page.text("#missed").starts_with("2 "), "{}", page.source());
    assert_eq!(page.text("#day"), "No delivery in the last 24 hours.");
    let list = visitor.get(&service, "/webhooks").await;
    assert_eq!(list.texts("td.number"), ["14", "2", "no delivery", ""]);
}

#[tokio::test]
async fn deliveries_are_filtered_by_the_address_and_paged() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/")).await;
    turn(&service, 0, 3, "Licensed").await;
    turn(&service, 10, 2, "Suspended").await;
    service.set_clock("2026-11-01T08:10:00Z");
    let visitor = owner(&service, &ours).await;
    let path = format!("/webhooks/{}", ours.hook.id);
    for (query, count) in [
        ("", 5),
        ("status=pending", 5),
        ("status=delivered", 0),
        ("type=license.issued", 3),
        ("type=license.status_changed&status=all", 2),
        ("type=license.expired", 0),
        ("since=2026-11-01T08:10:00Z", 2),
        ("until=2026-11-01T08:10:00Z", 3),
        ("since=2026-11-01&until=2026-11-02", 5),
        ("since=2026-11-01T08:00:00.001Z&until=2026-11-01T08:10:00Z", 0),
        ("since=2026-11-01T10:10:00%2B02:00&type=license.issued", 0),
    ] {
        let page = visitor.get(&service, &format!("{path}?{query}")).await;
        assert_eq!(page.texts("tbody tr").len(), count, "{query} {}", page.source());
        assert_eq!(page.texts("p.notice").is_empty(), count > 0, "{query}");
        assert!(page.texts("nav.pages").is_empty(), "{query}");
    }
    let first = "type=license.issued&since=2026-11-01T10:00:00%2B02:00&limit=2";
    let first = visitor.get(&service, &format!("{path}?{first}")).await;
    assert_eq!(first.texts("#type option[selected]"), ["license.issued"]);
    let older = first.attributes("nav.pages a", "href").remove(0);
    let rest = visitor.get(&service, &older).await;
    let ids = |page: &Page| page.texts("th[scope=row] code");
    assert_eq!((ids(&first).len(), ids(&rest).len()), (2, 1), "{older}");
    assert!(ids(&rest)[0] < ids(&first)[1]);
    assert_eq!(rest.attributes("#since", "value"), ["2026-11-01T10:00:00+02:00"]);
    assert!(rest.texts("nav.pages").is_empty());
}

#[tokio::test]
async fn a_filter_that_cannot_be_read_is_marked() {
    let service = Service::sending().await;
    let ours = Subscriber::to(&service, "http://127.0.0.1:18083/x").await;
    let visitor = owner(&service, &ours).await;
    for (field, query) in [
        ("status", "status=done&since=2026-11-01"),
        ("type", "type=test.ping&since=2026-11-01"),
        ("until", "until=yesterday&since=2026-11-01"),
        ("since", "since=2026-13-01"),
    ] {
        let page = visitor.get(&service, &format!("/webhooks/{}?{query}", ours.hook.id)).await;
        assert_eq!((page.reply.status, page.texts("#errors").len()), (400, 1), "{query}");
        assert_eq!(page.attributes("#errors a", "href"), [format!("#{field}")]);
        assert_eq!(page.attributes("[aria-invalid]", "id"), [field]);
        assert!(!page.attributes("#since", "value").is_empty(), "{query}");
    }
}

#[tokio::test]
async fn the_form_of_a_webhook_shows_the_described_sample_of_each_event() {
    let service = Service::sending().await;
    let visitor = Visitor::new(&service, Plan::Pro, Role::Developer).await;
    let page = visitor.get(&service, "/webhooks/new").await;
    let samples = page.texts("fieldset details pre");
    let described = DESCRIPTION.document()["webhooks"].as_object().unwrap();
    assert_eq!(samples.len(), described.len() - 1, "all but the test");
    for sample in samples {
        let sample: Value = serde_json::from_str(&sample).unwrap();
        let operation = &described[sample["event"].as_str().unwrap()]["post"];
        let content = &operation["requestBody"]["content"]["application/json"];
        assert_eq!(sample, content["example"]);
    }
}

#[tokio::test]
async fn a_test_shows_the_command_that_repeats_the_request() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/it's?a=$(id)")).await;
    let visitor = owner(&service, &ours).await;
    let page = visitor.post(&service, &format!("/webhooks/{}/test", ours.hook.id), "").await;
    assert!(!page.source().contains(&ours.hook.secret));
    let sent = receiver.received().remove(0);
    let arguments = shell_arguments(&page.text("#curl"));
    assert_eq!(arguments[0], "--globoff");
    assert!(arguments[1].ends_with(&sent.path), "{arguments:?} {}", sent.path);
    let body = &arguments[arguments.len() - 1];
    assert_eq!(body.as_bytes(), sent.body);
    let headers = arguments.iter().filter_map(|it| it.split_once(": "));
    let headers: Vec<_> = headers.filter(|(name, _)| !name.contains('{')).collect();
    assert_eq!(headers.len(), 8);
    for (name, value) in headers {
        assert_eq!(sent.header(name), Some(value));
    }
    let signature = sent.header("X-Service-Signature").unwrap();
    let secrets = [ours.hook.secret.as_str()];
    verify(body.as_bytes(), signature, secrets, service.now(), TOLERANCE).unwrap();
}

/// The arguments that a shell gives to `curl`.
fn shell_arguments(command: &str) -> Vec<String> {
    let script = format!("curl() {{ printf '%s\\n' \"$@\"; }}\n{}", command.replace(" \\ ", " "));
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[tokio::test]
async fn an_event_leads_to_its_deliveries_and_its_licence_as_of_its_time() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let ours = Subscriber::to(&service, &receiver.url("/one")).await;
    let second = Hook::to(&service, &ours.key, &receiver.url("/two")).await;
    let theirs = Subscriber::to(&service, &receiver.url("/theirs")).await;
    turn(&service, 0, 2, "Licensed").await;
    turn(&service, 10, 1, "Suspended").await;
    service.set_clock("2026-11-01T08:20:00Z");
    assert_eq!(deliver(&service).await, [9, 0, 0, 0]);
    let visitor = owner(&service, &ours).await;
    visitor.post(&service, "/watchlist", "slugs=bet-0-ltd").await;
    let list = visitor.get(&service, "/events").await;
    let addresses = list.attributes("td a[href^='/events/']", "href");
    assert_eq!(addresses.len(), 2);

    let page = visitor.get(&service, &addresses[1]).await;
    assert_eq!(page.text("h1"), "Event license.issued");
    assert_eq!(addresses[1], format!("/events/{}", page.text("#event-id")));
    let sent = receiver.received();
    let sent = sent.iter().find(|it| it.event_id() == page.text("#event-id")).unwrap();
    assert_eq!(page.text("#body").as_bytes(), sent.body);
    let rows = page.texts("tbody tr");
    assert_eq!(rows.len(), 2, "none of another account: {rows:?}");
    assert!(rows.iter().all(|row| row.contains("delivered1200")), "{rows:?}");
    let deliveries = page.attributes("td a", "href");
    let of_second = format!("/webhooks/{}/deliveries/", second.id);
    assert!(deliveries.iter().any(|it| it.starts_with(&of_second)), "{deliveries:?}");
    for address in deliveries.iter().chain(&page.attributes("th a", "href")) {
        assert_eq!(visitor.get(&service, address).await.reply.status, 200, "{address}");
    }
    let licence = page.attributes("#licence", "href").remove(0);
    let licence = visitor.get(&service, &licence).await;
    assert_eq!(licence.text(".card .lead"), "The status was active.", "{}", licence.source());

    // Who got the event sees it too, without watching its operator, and nobody else does.
    let other = owner(&service, &theirs).await;
    let page = other.get(&service, &addresses[1]).await;
    let deliveries = page.attributes("td a", "href");
    let of_event = addresses[1].replace("/events/", "/deliveries/");
    assert_eq!(deliveries, [format!("/webhooks/{}{of_event}", theirs.hook.id)]);
    let delivery = other.get(&service, &deliveries[0]).await;
    assert_eq!(delivery.attributes("dd a", "href"), [addresses[1].as_str()]);
    let stranger = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    assert_eq!(stranger.get(&service, &addresses[1]).await.reply.status, 404);
}
