//! Saved records of checks, and the numbers of the overview.

use licence_core::account::plan::Plan;
use licence_core::evidence::EvidenceFile;
use licence_core::jurisdiction::JurisdictionCode::Mga;
use licence_core::licence::LicenceId;
use licence_core::member::Role;
use licence_core::register::reading::RegisterReading;
use licence_core::register::{Snapshot, SourceFile};
use licence_core::transition::ApplyRules;
use serde_json::{Value, json};

use super::page::Page;
use super::visitor::Visitor;
use crate::support::readings::{apply, licence, reading, to_json};
use crate::support::service::{Ask, Service};

#[tokio::test]
async fn a_saved_record_is_the_answer_word_for_word_until_its_link_is_ended() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let stranger = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let key = owner.post(&service, "/keys", "label=x").await.text("#key");
    let asked = Ask::get("/v1/check?domain=lanternspin.example").key(&key);
    let answer = String::from_utf8(asked.send_to(&service.app()).await.body).unwrap();
    let saved = owner.post(&service, "/evidence", "domain=lanternspin.example&as_of=").await;
    assert_eq!(saved.reply.status, 303, "{}", saved.source());
    let link = saved.reply.header("location").unwrap().to_owned();

    service.set_clock("2026-11-01T12:00:00Z");
    let public = Page::at(&service, &link).await;
    assert_eq!(public.text("#answer"), answer);
    assert_eq!(public.attributes("#answer", "tabindex"), ["0"], "it scrolls on a small screen");
    assert_eq!(public.reply.header("x-robots-tag"), Some("noindex"));
    let file = Ask::get(format!("{link}/file")).send_to(&service.dashboard()).await;
    let file = EvidenceFile::from_json(&file.body).unwrap();
    let verified = file.verify();
    assert_eq!(file.answer, answer);
    assert!(verified.unchanged && verified.answers_question, "{verified:?}");
    assert_eq!(public.text("#sha256"), file.sha256);
    assert_eq!(public.text("#verdict"), "✓ Licensed (licensed)");
    assert!(answer.contains(&json!(public.text("#sentence")).to_string()), "{}", public.source());
    assert!(public.texts("dt").contains(&"Licence number".to_owned()), "{}", public.source());
    let check = Page::at(&service, "/check/lanternspin.example").await;
    assert!(check.source().contains(&public.text("#basis code")), "the same reading");
    let again = "licence check lanternspin.example --as-of 2026-11-01T07:00:00.000Z";
    assert_eq!(public.text("#cli"), again);
    assert!(public.text("main").contains("Ask the same question now"), "{}", public.source());
    assert!(public.text("main").contains("2026-11-01 07:00 UTC"), "when the register was read");

    let revoke = format!("{link}/revoke");
    assert_eq!(stranger.post(&service, &revoke, "").await.reply.status, 404);
    assert_eq!(Page::at(&service, &link).await.reply.status, 200);
    assert_eq!(stranger.get(&service, "/evidence").await.texts("td code").len(), 0);
    assert_eq!(owner.post(&service, &revoke, "").await.reply.status, 303);
    assert_eq!(Page::at(&service, &link).await.reply.status, 404);
}

#[tokio::test]
async fn a_record_of_a_miss_cites_no_hash_of_a_read() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let miss = owner.get(&service, "/check/nobody-at-all.example").await;
    assert!(!miss.text("main").contains("The hash proves"), "{}", miss.source());
    let saved = owner.post(&service, "/evidence", "domain=nobody-at-all.example").await;
    let record = Page::at(&service, saved.reply.header("location").unwrap()).await;
    assert_eq!(record.text("#verdict"), "✕ Not found in the registers checked (not_found)");
    assert_eq!(record.texts("#basis").len(), 0, "{}", record.source());
}

#[tokio::test]
async fn a_record_cites_the_readings_that_its_answer_rests_on() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let mut hashes = Vec::new();
    for (hour, complete, status) in
        [(8, true, "Licensed"), (9, false, "Suspended"), (10, false, "Suspended")]
    {
        let rows = vec![licence("Bet Ltd", "MGA/B2C/7/2020", status, &["bet.example"])];
        let part = RegisterReading { complete, ..reading(Mga, hour, rows) };
        let rules = ApplyRules { force: true, ..ApplyRules::default() };
        let file = SourceFile { name: "reading".to_owned(), bytes: to_json(&part) };
        let snapshot = Snapshot::new(vec![file]);
        hashes.push(snapshot.sha256().to_owned());
        service.store.apply_reading(&part, &snapshot, &rules, part.read_at).await.unwrap();
    }
    service.set_clock("2026-11-01T11:00:00Z");
    let asked = "domain=bet.example&as_of=2026-11-01T08:30:00Z";
    let record = owner.post(&service, "/evidence", asked).await;
    let record = record.reply.header("location").unwrap().to_owned();
    let file = Ask::get(format!("{record}/file")).send_to(&service.dashboard()).await;
    let verified = EvidenceFile::from_json(&file.body).unwrap().verify();
    assert!(verified.unchanged && verified.answers_question, "{verified:?}");
    // A later reading changes nothing of a record.
    let rows = vec![licence("Bet Ltd", "MGA/B2C/7/2020", "Cancelled", &["bet.example"])];
    let later = RegisterReading { complete: false, ..reading(Mga, 12, rows) };
    apply(&service.store, &later).await.unwrap();

    let page = Page::at(&service, &record).await;
    let [whole, first, last] = [0, 1, 2].map(|place| hashes[place].clone());
    assert_eq!(page.texts("#basis code"), [whole, last, first]);
    let expected = [
        ("Register read", "2026-11-01 08:00 UTC"),
        ("Licence last verified", "2026-11-01 10:00 UTC"),
        ("Read that showed this status", "2026-11-01 09:00 UTC"),
    ];
    let (names, values) = (page.texts("#basis dt"), page.texts("#basis dd"));
    for (place, (name, value)) in expected.into_iter().enumerate() {
        assert_eq!((names[2 * place].as_str(), values[2 * place].as_str()), (name, value));
    }
}

#[tokio::test]
async fn the_overview_counts_what_the_api_and_the_pages_answered_and_refused() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let key = owner.post(&service, "/keys", "label=x").await.text("#key");
    let app = service.app();
    for target in ["/v1/check?domain=a.example", "/v1/watchlist", "/v1/operators/nobody"] {
        Ask::get(target).key(&key).send_to(&app).await;
    }
    owner.get(&service, "/check/lanternspin.example").await;
    owner.get(&service, "/operators/nobody").await;
    let counted = Ask::get("/v1/watchlist").key(&key).send_to(&app).await;
    let used = counted.header("x-monthly-quota-used").unwrap().to_owned();
    service.store.flush_usage().await.unwrap();
    let overview = owner.get(&service, "/overview").await;
    assert_eq!(overview.reply.status, 200, "{}", overview.source());
    assert_eq!((used.as_str(), overview.text("#used").as_str()), ("4", "4"));
    let days = overview.texts("details tbody tr");
    assert_eq!(days.len(), 30);
    assert_eq!(days.last().unwrap().replace(" ", ""), "2026-11-01420");
    let refused = overview.texts("section[aria-labelledby=errors-of-day] tbody tr");
    // One of the key, and one of the page.
    assert_eq!(refused.len(), 2, "{refused:?}");
    for (row, advice_and_asker) in refused.iter().zip([
        "its slug ends the address of its page.no key: a member or an assistant1",
        "Find the slug with /v1/operators/search?q=…x1",
    ]) {
        assert!(row.contains("operator_not_found"), "{row}");
        assert!(row.contains(advice_and_asker), "{row}");
    }
    let keys = owner.get(&service, "/keys").await;
    assert_eq!(keys.text("td.number"), "3", "the requests of the key this month");
    assert!(overview.source().contains("<svg"));
}

#[tokio::test]
async fn a_record_keeps_what_was_said_when_the_status_changes_later() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let read = async |hour, status| {
        let rows = vec![licence("Bet Ltd", "MGA/B2C/7/2020", status, &["bet.example"])];
        let partial = RegisterReading { complete: false, ..reading(Mga, hour, rows) };
        apply(&service.store, &partial).await.unwrap();
    };
    read(8, "Licensed").await;
    service.set_clock("2026-11-01T09:00:00Z");
    let first = owner.get(&service, "/check/bet.example").await;
    let permalink = first.attributes("#permalink", "href").remove(0);
    let saved = owner.post(&service, "/evidence", "domain=bet.example").await;
    let record = saved.reply.header("location").unwrap().to_owned();
    let (answer, file) = (
        Page::at(&service, &record).await.text("#answer"),
        Ask::get(format!("{record}/file")).send_to(&service.dashboard()).await.body,
    );
    assert!(answer.contains("\"verdict\":\"licensed\""), "{answer}");

    read(10, "Suspended").await;
    service.set_clock("2026-11-01T11:00:00Z");
    let then = Page::at(&service, &permalink).await;
    assert_eq!(then.text("#then"), "Status at 2026-11-01 09:00 UTC");
    assert!(then.text("section[aria-labelledby=then] .lead").contains("active"));
    assert_eq!(then.text("#verdict .soft"), "(licence_not_active)");
    assert!(then.text("section[aria-labelledby=verdict] p.soft").contains("Today's answer"));
    assert_eq!(Page::at(&service, &record).await.text("#answer"), answer);
    let again = Ask::get(format!("{record}/file")).send_to(&service.dashboard()).await.body;
    assert_eq!(again, file);

    // A withdrawn entry leaves a gap that the permalink names.
    let json: Value = serde_json::from_str(&then.text("#json")).unwrap();
    let id = LicenceId(json["match"]["license_id"].as_str().unwrap().parse().unwrap());
    let history = service.store.history(id).await.unwrap().unwrap();
    let entry = history.history.iter().min_by_key(|entry| entry.changed_at).unwrap().id;
    service.store.correct(entry, "read from the wrong page", service.now()).await.unwrap();
    let corrected = Page::at(&service, &permalink).await;
    let lead = corrected.text("section[aria-labelledby=then] .lead");
    assert!(lead.contains("was withdrawn"), "{lead}");
    assert_eq!(Page::at(&service, &record).await.text("#answer"), answer);
}
