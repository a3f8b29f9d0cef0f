//! Members: what becomes of them holds for the next request of every process.

use licence_core::member::LastOwner;
use licence_store::service::MemberChange;
use uuid::Uuid;

use super::*;
use crate::support::databases::TestDatabase;
use crate::support::readings::{open, open_seeded};

#[tokio::test]
async fn a_disabled_member_is_out_in_every_process() {
    let database = TestDatabase::new().await;
    let (store, elsewhere) = (open(&database).await, open_seeded(&database, 8).await);
    let account = account(&store).await;
    let ada = enrolled(&store, account, "Ada", Role::Owner).await;
    let bob = enrolled(&store, account, "Bob", Role::Developer).await;
    let link = store.link_member(account, bob.member.id, now()).await.unwrap().unwrap();
    let by_bob = store.acting_as(Actor::Member(bob.member.id));
    let invitation = by_bob.invite_member(account, &name("Eve"), Role::Owner, now()).await;
    let invitation = invitation.unwrap().unwrap();
    assert_eq!(who(&store, &bob.token, now()).await, Some(bob.member.id));
    let later = after(minutes(1));
    let disabled = elsewhere.disable_member(account, bob.member.id, later).await.unwrap();
    let expected = Member { disabled_at: Some(later), ..bob.member.clone() };
    assert_eq!(disabled, MemberChange::Changed(expected.clone()));
    assert_eq!(who(&store, &bob.token, later).await, None);
    assert_eq!(who(&store, &ada.token, later).await, Some(ada.member.id));
    for token in [&invitation.token, &link.token] {
        assert_eq!(store.show_link(token, later).await.unwrap(), None);
        assert_eq!(store.use_link(token, origin(), later).await.unwrap(), None);
    }
    assert_eq!(store.invitations(account, later).await.unwrap(), []);
    assert_eq!(store.link_member(account, bob.member.id, later).await.unwrap(), None);
    assert_eq!(store.sessions(account, bob.member.id, later).await.unwrap(), []);
    let again = store.disable_member(account, bob.member.id, after(minutes(2))).await.unwrap();
    assert_eq!(again, MemberChange::Changed(expected), "the first time stays");
}

#[tokio::test]
async fn a_member_with_a_new_role_signs_in_again() {
    let database = TestDatabase::new().await;
    let (store, elsewhere) = (open(&database).await, open_seeded(&database, 8).await);
    let account = account(&store).await;
    enrolled(&store, account, "Ada", Role::Owner).await;
    let bob = enrolled(&store, account, "Bob", Role::Developer).await;
    let id = bob.member.id;
    let same = elsewhere.set_member_role(account, id, Role::Developer, now()).await.unwrap();
    assert_eq!(same, MemberChange::Changed(bob.member.clone()));
    assert_eq!(who(&store, &bob.token, now()).await, Some(id), "nothing was changed");
    elsewhere.set_member_role(account, id, Role::Viewer, now()).await.unwrap();
    assert_eq!(who(&store, &bob.token, now()).await, None);
    let again = signed_in(&store, &bob.member, now()).await;
    let signed_in = store.session(&again.token, now()).await.unwrap().unwrap();
    assert_eq!(signed_in.member.role, Role::Viewer);
}

/// A link gives no more than its maker may give when it is used.
#[tokio::test]
async fn links_of_a_lowered_owner_end_and_another_role_makes_none() {
    let database = TestDatabase::new().await;
    let (store, elsewhere) = (open(&database).await, open_seeded(&database, 8).await);
    let account = account(&store).await;
    let ada = enrolled(&store, account, "Ada", Role::Owner).await.member.id;
    let bob = enrolled(&store, account, "Bob", Role::Owner).await.member.id;
    let by_bob = store.acting_as(Actor::Member(bob));
    let links = async || {
        let invited = by_bob.invite_member(account, &name("Eve"), Role::Owner, now()).await;
        let link = by_bob.link_member(account, ada, now()).await;
        [invited.unwrap().unwrap().token, link.unwrap().unwrap().token]
    };
    let (before, kept) = (links().await, store.link_member(account, ada, now()).await);
    for token in &before {
        assert!(elsewhere.show_link(token, now()).await.unwrap().is_some());
    }
    store.set_member_role(account, bob, Role::Developer, now()).await.unwrap();
    let kept = kept.unwrap().unwrap();
    assert_eq!(store.invitations(account, now()).await.unwrap(), [kept.invitation]);
    // As if they were made while the role was lowered.
    for token in before.iter().chain(&links().await) {
        assert_eq!(elsewhere.show_link(token, now()).await.unwrap(), None);
        assert_eq!(elsewhere.use_link(token, origin(), now()).await.unwrap(), None);
    }
    assert_eq!(store.members(account).await.unwrap().len(), 2);
    assert!(store.use_link(&kept.token, origin(), now()).await.unwrap().is_some());
}

#[tokio::test]
async fn an_account_keeps_its_last_owner() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let account = account(&store).await;
    let ada = enrolled(&store, account, "Ada", Role::Owner).await;
    let bob = enrolled(&store, account, "Bob", Role::Owner).await;
    let (ada_id, bob_id) = (ada.member.id, bob.member.id);
    let lowered = store.set_member_role(account, bob_id, Role::Viewer, now()).await.unwrap();
    assert_eq!(lowered, MemberChange::Changed(Member { role: Role::Viewer, ..bob.member }));
    for refused in [
        store.disable_member(account, ada_id, now()).await.unwrap(),
        store.set_member_role(account, ada_id, Role::Developer, now()).await.unwrap(),
    ] {
        assert_eq!(refused, MemberChange::LastOwner(LastOwner));
    }
    assert_eq!(who(&store, &ada.token, now()).await, Some(ada_id));
}

/// Two owners who disable each other at once: one of them stays.
#[tokio::test]
async fn parallel_acts_leave_an_owner() {
    let database = TestDatabase::new().await;
    let (store, elsewhere) = (open(&database).await, open_seeded(&database, 8).await);
    for _ in 0..5 {
        let account = account(&store).await;
        let ada = enrolled(&store, account, "Ada", Role::Owner).await.member.id;
        let bob = enrolled(&store, account, "Bob", Role::Owner).await.member.id;
        let (one, other) = tokio::join!(
            store.disable_member(account, ada, now()),
            elsewhere.set_member_role(account, bob, Role::Viewer, now()),
        );
        let refused = [one.unwrap(), other.unwrap()]
            .iter()
            .filter(|change| **change == MemberChange::LastOwner(LastOwner))
            .count();
        assert_eq!(refused, 1);
    }
}

/// The members, sessions, links and keys of an account are nobody's in another.
#[tokio::test]
async fn ids_of_another_account_are_not_found() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let (account, other) = (account(&store).await, account(&store).await);
    let ada = enrolled(&store, account, "Ada", Role::Owner).await;
    let eve = enrolled(&store, other, "Eve", Role::Owner).await;
    let id = ada.member.id;
    let key = store.create_key(account, "production", now()).await.unwrap().unwrap().id;
    for (stranger, member) in [(other, id), (account, MemberId(Uuid::nil()))] {
        let unknown = MemberChange::Unknown;
        assert_eq!(store.disable_member(stranger, member, now()).await.unwrap(), unknown);
        let role = store.set_member_role(stranger, member, Role::Viewer, now()).await.unwrap();
        assert_eq!(role, unknown);
        assert_eq!(store.link_member(stranger, member, now()).await.unwrap(), None);
        assert_eq!(store.sessions(stranger, member, now()).await.unwrap(), []);
        assert!(!store.end_session(stranger, member, ada.id, now()).await.unwrap());
        let ended = store.end_sessions(stranger, member, Some(eve.id), now()).await.unwrap();
        assert_eq!(ended, 0);
    }
    assert!(!store.end_session(other, eve.member.id, ada.id, now()).await.unwrap());
    assert_eq!(store.revoke_key_of(other, key, now()).await.unwrap(), None);
    assert_eq!(store.rename_key(other, key, &name("mine"), now()).await.unwrap(), None);
    assert_eq!(store.members(other).await.unwrap(), [eve.member]);
    assert_eq!(who(&store, &ada.token, now()).await, Some(id));
    let keys = store.keys(account).await.unwrap().unwrap();
    assert_eq!((keys[0].label.as_str(), keys[0].revoked_at), ("production", None));
}

#[tokio::test]
async fn a_key_is_renamed_and_shows_its_last_characters() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let account = account(&store).await;
    let created = store.create_key(account, "production", now()).await.unwrap().unwrap();
    let renamed = store.rename_key(account, created.id, &name("billing"), now()).await.unwrap();
    let key = store.keys(account).await.unwrap().unwrap().remove(0);
    assert_eq!(renamed, Some(key.clone()));
    assert_eq!(key.label, "billing");
    assert_eq!(key.masked(), format!("lic_…{}", &created.key.reveal()[32..]));
    let revoked = store.revoke_key_of(account, created.id, now()).await.unwrap().unwrap();
    assert_eq!(revoked.revoked_at, Some(now()));
    let renamed = store.rename_key(account, created.id, &name("mine"), now()).await.unwrap();
    assert_eq!(renamed, None, "the key is revoked");
    assert_eq!(store.keys(account).await.unwrap().unwrap()[0].label, "billing");
}
