//! Saved records of checks: word for word, shared by id, withdrawn and pruned.

use licence_core::account::AccountId;
use licence_core::account::plan::Plan;
use licence_core::audit::AuditQuery;
use licence_core::evidence::EvidenceFile;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::member::MemberId;
use licence_core::time::Timestamp;
use licence_store::service::Retention;
use uuid::Uuid;

use crate::support::readings::at;
use crate::support::service::{Ask, Service};

const MEMBER: MemberId = MemberId(Uuid::from_u128(7));
const CHECK: &str = "/v1/check?domain=lanternspin.example";

async fn account(service: &Service) -> AccountId {
    let created = service.store.create_account("Example Ltd", Plan::Pro, service.now()).await;
    created.unwrap().id
}

#[tokio::test]
async fn a_record_is_the_answer_byte_for_byte_until_it_is_withdrawn() {
    let service = Service::start().await;
    let (ours, theirs) = (account(&service).await, account(&service).await);
    let answer = String::from_utf8(service.ask(Ask::get(CHECK)).await.body).unwrap();
    let (store, now) = (&service.store, service.now());
    let question = "domain=lanternspin.example";
    let saved = store.save_evidence(ours, MEMBER, question, &answer, now).await.unwrap();
    let id = saved.file.id;
    let other = store.save_evidence(ours, MEMBER, question, "{}", now).await.unwrap();
    assert_ne!(other.file.id, id);
    let read = store.evidence(id).await.unwrap().unwrap();
    assert_eq!(read, saved);
    assert_eq!(read.file.answer, answer);
    assert_eq!((read.account_id, read.member_id), (ours, MEMBER));
    let downloaded = serde_json::to_vec(&read.file).unwrap();
    assert!(EvidenceFile::from_json(&downloaded).unwrap().verify().unchanged);

    assert!(!store.revoke_evidence(theirs, id, now).await.unwrap(), "another account's");
    assert_eq!(store.account_evidence(theirs, 10).await.unwrap(), []);
    assert_eq!(store.evidence(id).await.unwrap(), Some(saved));
    let later = at("2026-11-01T07:30:00Z");
    assert!(store.revoke_evidence(ours, id, later).await.unwrap());
    assert!(store.revoke_evidence(ours, id, at("2026-11-01T08:00:00Z")).await.unwrap());
    assert_eq!(store.evidence(id).await.unwrap(), None);
    let list = store.account_evidence(ours, 10).await.unwrap();
    let withdrawn = list.iter().find(|it| it.file.id == id).unwrap();
    assert_eq!(withdrawn.revoked_at, Some(later));
    assert_eq!(list.len(), 2);
    let query = AuditQuery { account_id: Some(ours), ..AuditQuery::default() };
    let log = store.audit_log(&query).await.unwrap();
    let acts: Vec<_> = log.entries.iter().map(|entry| entry.action.as_str()).collect();
    assert_eq!(acts, ["evidence.revoke", "evidence.save", "evidence.save", "account.create"]);
}

#[tokio::test]
async fn records_go_after_400_days() {
    let service = Service::start().await;
    let ours = account(&service).await;
    let (store, now) = (&service.store, service.now());
    let saved = store.save_evidence(ours, MEMBER, "q", "{}", now).await.unwrap();
    for (text, is_kept) in [("2027-12-06T07:00:00Z", true), ("2027-12-06T07:00:00.001Z", false)] {
        store.prune(Retention::default(), at(text)).await.unwrap();
        assert_eq!(store.evidence(saved.file.id).await.unwrap().is_some(), is_kept, "{text}");
    }
}

#[tokio::test]
async fn the_readings_of_a_register_are_those_that_were_applied() {
    let service = Service::start().await;
    let code = JurisdictionCode::Ukgc;
    let readings = service.store.readings(code, Timestamp::EPOCH).await.unwrap();
    assert!(!readings.is_empty());
    let read_at = readings[0].read_at;
    assert!(readings.iter().all(|it| it.licence_count > 0 && it.snapshot_sha256.len() == 64));
    let since = |millis| Timestamp::from_epoch_millis(read_at.epoch_millis() + millis).unwrap();
    let from_then = service.store.readings(code, since(0)).await.unwrap();
    assert_eq!(from_then, readings);
    let after = service.store.readings(code, since(1)).await.unwrap();
    assert_eq!(after, readings[1..]);
}
