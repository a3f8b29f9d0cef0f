//! What a register writes is text everywhere.

use licence_core::account::plan::Plan;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::member::Role;
use licence_core::register::reading::RegisterReading;

use super::visitor::Visitor;
use crate::support::readings::{apply, licence, reading};
use crate::support::service::{Ask, Service};

#[tokio::test]
async fn a_hostile_name_is_text_on_every_page_and_in_every_file() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Enterprise, Role::Owner).await;
    let hostile = format!(
        "=cmd|' /C calc'!A0 <script>alert(1)</script> \"quoted\" \u{202e}Ltd {}",
        "x".repeat(10_000)
    );
    for (hour, status) in [(8, "Active"), (9, "Suspended")] {
        let rows = vec![licence(&hostile, "ALSI-202600001-FI1", status, &["hostile.example"])];
        let partial = reading(JurisdictionCode::An, hour, rows);
        apply(&service.store, &RegisterReading { complete: false, ..partial }).await.unwrap();
    }
    service.store.refresh_catalogue().await.unwrap();
    service.set_clock("2026-11-01T09:30:00Z");
    let found = owner.get(&service, "/operators?q=script").await;
    let operator = found.attributes("main a[href^='/operators/']", "href").remove(0);
    let slug = operator.trim_start_matches("/operators/").to_owned();
    owner.post(&service, "/watchlist", &format!("slugs={slug}")).await;
    let saved = owner.post(&service, "/evidence", "domain=hostile.example").await;
    let record = saved.reply.header("location").unwrap().to_owned();
    let page = owner.get(&service, &operator).await;
    let licence = page.attributes("a[href^='/licences/']", "href").remove(0);

    for target in [
        "/check/hostile.example",
        "/check?license_number=ALSI-202600001-FI1",
        "/operators?q=script",
        operator.as_str(),
        licence.as_str(),
        "/watchlist",
        record.as_str(),
    ] {
        let page = owner.get(&service, target).await;
        assert_text(&page, target);
    }
    assert_text(&owner.post(&service, "/batch", "domains=hostile.example").await, "/batch");
    for target in ["/events", "/audit", "/evidence", "/overview"] {
        let page = owner.get(&service, target).await;
        assert_eq!((page.reply.status, page.texts("script").len()), (200, 1), "{target}");
        assert!(!page.source().contains("<script>alert"), "{target}");
    }
    let batch = owner.post(&service, "/batch", "domains=hostile.example&format=csv").await;
    let export = owner.post(&service, "/exports", "dataset=operators&format=csv").await;
    let list = Ask::get("/watchlist.csv").header("cookie", &owner.cookie);
    let list = String::from_utf8(list.send_to(&service.dashboard()).await.body).unwrap();
    for csv in [batch.source(), export.source(), &list] {
        assert!(csv.contains("\"'=cmd|"), "{csv}");
    }
}

fn assert_text(page: &super::page::Page, target: &str) {
    assert_eq!(page.reply.status, 200, "{target} {}", page.source());
    assert!(!page.source().contains("<script>alert"), "{target}");
    assert!(page.source().contains("alert(1)"), "{target} {}", page.source());
    assert_eq!(page.texts("script").len(), 1, "{target}");
}
