//! Every act on members, links and sessions is on record, refused ones too.

use licence_core::audit::Actor;
use licence_core::invitation::{InvitationId, LinkToken};
use licence_core::session::SessionId;
use serde_json::Value;
use uuid::Uuid;

use super::*;
use crate::support::databases::TestDatabase;
use crate::support::readings::open;

#[tokio::test]
async fn every_act_is_on_record_with_its_actor_and_outcome() {
    let database = TestDatabase::new().await;
    let operator = open(&database).await;
    let account = account(&operator).await;
    let ada = enrolled(&operator, account, "Ada", Role::Owner).await;
    let actor = Actor::Member(ada.member.id);
    let store =
        operator.acting_as(actor.clone()).acting_for_request([198, 51, 100, 1].into(), "req_7");
    let bob = enrolled(&store, account, "Bob", Role::Developer).await;
    let link = store.invite_member(account, &name("Eve"), Role::Viewer, now()).await.unwrap();
    store.withdraw_invitation(account, link.unwrap().invitation.id, now()).await.unwrap();
    let (ada_id, bob_id) = (ada.member.id, bob.member.id);
    store.set_member_role(account, bob_id, Role::Viewer, now()).await.unwrap();
    let again = signed_in(&store, &bob.member, now()).await;
    store.end_session(account, bob_id, again.id, now()).await.unwrap();
    store.disable_member(account, bob_id, now()).await.unwrap();
    store.rename_account(account, &name("Another name"), now()).await.unwrap().unwrap();
    let done = [
        "program account.create done",
        "program member.invite done",
        "ada member.enrol done",
        "ada session.sign_in done",
        "ada member.invite done",
        "bob member.enrol done",
        "bob session.sign_in done",
        "ada member.invite done",
        "ada member.withdraw done",
        "ada member.set_role done",
        "ada member.link done",
        "bob session.sign_in done",
        "ada session.end done",
        "ada member.disable done",
        "ada account.rename done",
    ];
    let nobody = Uuid::nil();
    store.withdraw_invitation(account, InvitationId(nobody), now()).await.unwrap();
    store.link_member(account, bob_id, now()).await.unwrap();
    store.link_member(account, MemberId(nobody), now()).await.unwrap();
    store.disable_member(account, ada_id, now()).await.unwrap();
    store.set_member_role(account, MemberId(nobody), Role::Owner, now()).await.unwrap();
    store.end_session(account, ada_id, SessionId(nobody), now()).await.unwrap();
    store.use_link(&LinkToken::new([1; 32]), origin(), now()).await.unwrap();
    store.invite_member(AccountId(nobody), &name("X"), Role::Owner, now()).await.unwrap();
    let refused = [
        "ada member.withdraw refused: the account has no such link",
        "ada member.link refused: the member is disabled",
        "ada member.link refused: the account has no such member",
        "ada member.disable refused: the member is the last owner of the account; make another \
         member an owner first",
        "ada member.set_role refused: the account has no such member",
        "ada session.end refused: the member has no such session",
        "ada session.sign_in refused: the link is unknown, used or expired",
        "ada member.invite refused: the account is not on record",
    ];
    let line = |entry: &AuditEntry| {
        let who = match &entry.actor {
            Actor::Member(id) if *id == ada_id => "ada".to_owned(),
            Actor::Member(id) if *id == bob_id => "bob".to_owned(),
            other => other.to_string(),
        };
        let reason = entry.reason.as_ref().map(|it| format!(": {it}")).unwrap_or_default();
        format!("{who} {} {}{reason}", entry.action, entry.outcome)
    };
    let log = entries(&operator).await;
    assert_eq!(log.iter().map(line).collect::<Vec<_>>(), [&done[..], &refused].concat());
    for entry in &log[4..] {
        assert_eq!(entry.details["request_id"], Value::from("req_7"), "{entry:?}");
        assert!(entry.details["address"].is_string(), "{entry:?}");
    }
    let by_ada = AuditQuery { actor: Some(actor), ..AuditQuery::default() };
    let page = operator.audit_log(&by_ada).await.unwrap();
    assert!(page.total > 0 && page.entries.iter().all(|entry| line(entry).starts_with("ada")));
    let text = serde_json::to_string(&log).unwrap();
    assert!(!text.contains(again.token.reveal()) && !text.contains(ada.token.reveal()));
}
