//! How each register is read, for everybody.

use licence_core::jurisdiction::JurisdictionCode::{An, Kh, Mga};
use licence_core::register::reading::RegisterReading;
use licence_core::register::sources::RegisterPlan;
use licence_store::outbound::{DownloadOptions, Downloader};
use serde_json::json;

use super::page::Page;
use crate::support::readings::{apply, licence, reading};
use crate::support::receiver::Receiver;
use crate::support::service::Service;

/// A register that is read at this address every six hours.
fn plan(url: &str) -> RegisterPlan {
    let table = serde_json::from_value(json!({ "urls": [url], "every": "6h" })).unwrap();
    RegisterPlan::from_table(Kh, Some(&table))
}

/// The row of a register: its cells.
async fn row(service: &Service, code: &str) -> Vec<String> {
    let page = Page::at(service, "/coverage").await;
    assert_eq!(page.reply.status, 200, "{}", page.source());
    let rows = page.texts("tbody th");
    let place = rows.iter().position(|it| it.starts_with(code)).unwrap();
    page.texts(&format!("tbody tr:nth-child({}) td", place + 1))
}

#[tokio::test]
async fn a_failed_attempt_is_told_in_words_without_its_address() {
    let receiver = Receiver::start().await;
    let url = receiver.url("/register");
    let service = Service::start().await.reading(vec![plan(&url)]);
    let downloader = Downloader::new(DownloadOptions::default()).unwrap();
    for (status, words) in [
        (404, "the address of the register did not answer as it should."),
        (200, "what the address answered is not the register as this service knows it."),
    ] {
        receiver.answer(status);
        let (plan, clock) = (plan(&url), || service.now());
        let read =
            service.store.read_register(&downloader, &plan, false, &clock, &mut |_| {}).await;
        assert!(read.is_err(), "{read:?}");
        let cells = row(&service, "KH").await;
        assert!(cells[1].ends_with(words), "{cells:?}");
        assert!(cells[1].contains("The attempt of 2026-11-01 07:00 UTC (now) failed"), "{cells:?}");
        assert!(!cells.concat().contains("127.0.0.1"), "{cells:?}");
    }
}

#[tokio::test]
async fn a_register_says_when_it_is_read_next() {
    let service = Service::start().await.reading(vec![plan("http://127.0.0.1:9/")]);
    assert_eq!(row(&service, "KH").await[2], "2026-11-01 13:00 UTC (in 6 hours)");
    assert_eq!(row(&service, "MGA").await[2], "by hand");
    service.set_clock("2026-11-01T13:00:00Z");
    assert_eq!(row(&service, "KH").await[2], "now");
}

#[tokio::test]
async fn a_partial_reading_says_that_it_removes_nothing() {
    let service = Service::start().await;
    let says = "A part of the register: it removes no licence.";
    for (hour, complete) in [(8, false), (9, true)] {
        service.set_clock(&format!("2026-11-01T{:02}:30:00Z", hour));
        let rows = vec![licence("Bet One Ltd", "ALSI-1-FI1", "valid", &[])];
        let reading = RegisterReading { complete, ..reading(An, hour, rows) };
        let applied = apply(&service.store, &reading).await;
        // The sample has more licences than a complete reading of one may drop.
        assert_eq!(applied.is_ok(), !complete, "{applied:?}");
        assert!(row(&service, "AN").await[1].ends_with(says));
    }
    assert!(!row(&service, Mga.as_str()).await[1].contains(says));
}
