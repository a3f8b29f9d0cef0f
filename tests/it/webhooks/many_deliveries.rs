//! Pages of an endpoint with more deliveries than one page searches or counts.

use licence_core::event::EventIds;
use licence_core::member::Role;
use sea_orm::{ConnectionTrait, Database};

use super::Subscriber;
use crate::dashboard::visitor::Visitor;
use crate::support::readings::at;
use crate::support::service::Service;

const MANY: u32 = 21_000;

/// Records delivered deliveries of one event after another, all at eight o'clock. The first is of
/// another event than the rest. Their times are 0 to 999 milliseconds, in turn.
async fn record(service: &Service, of: &Subscriber) {
    let id = EventIds::after(None, at("2026-11-01T08:00:00Z")).next(0).to_string();
    let (prefix, _) = id.split_at(id.len() - 6);
    let sql = format!(
        "with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < {MANY}) \
         insert into deliveries (id, endpoint_id, event_id, event_type, status, attempt_count, \
         next_retry_at, created_at, delivered_at, millis) \
         select '6c58799f-f5f4-4d86-a53d-7fdc3e14277a', '{}', '{prefix}' || (100000 + n), \
         case n when 1 then 'license.expired' else 'license.issued' end, 'delivered', 1, 0, \
         1793520000000, 1793520000000, n % 1000 from numbers",
        of.hook.id
    );
    let database = Database::connect(service.database_url()).await.unwrap();
    database.execute_unprepared(&sql).await.unwrap();
    database.close().await.unwrap();
}

#[tokio::test]
async fn a_page_searches_and_counts_the_newest_deliveries_and_says_so() {
    let service = Service::sending().await;
    let ours = Subscriber::to(&service, "http://127.0.0.1:18084/x").await;
    record(&service, &ours).await;
    service.set_clock("2026-11-01T08:10:00Z");
    let visitor = Visitor::in_account(&service, ours.account, Role::Viewer).await;
    let path = format!("/webhooks/{}", ours.hook.id);
    let page = visitor.get(&service, &path).await;
    let day = page.text("#day");
    for part in [
        "accepted 5,000 of 5,000 attempted deliveries (100 %)",
        "95 of 100 accepted deliveries took 949 ms or less",
        "Only the newest 5,000 deliveries are counted",
    ] {
        assert!(day.contains(part), "{day}");
    }
    assert_eq!(page.texts("tbody tr").len(), 100);
    assert_eq!(page.texts("nav.pages a").len(), 1);

    for status in ["all", "delivered"] {
        let first = format!("{path}?type=license.expired&status={status}");
        let first = visitor.get(&service, &first).await;
        assert!(first.texts("tbody tr").is_empty(), "{status}");
        assert!(first.text("p.notice").contains("Look at older ones"), "{}", first.source());
        let older = first.attributes("nav.pages a", "href").remove(0);
        let rest = visitor.get(&service, &older).await;
        assert_eq!(rest.texts("tbody tr").len(), 1, "{older}");
        assert!(rest.texts("nav.pages").is_empty());
    }
}
