//! Links: shown any number of times, used once.

use licence_core::invitation::{LinkKind, LinkToken};
use tokio::task::JoinSet;

use super::*;
use crate::support::databases::TestDatabase;
use crate::support::dump::dump;
use crate::support::readings::{open, open_seeded};

#[tokio::test]
async fn a_link_shows_what_it_gives_and_gives_it_once() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let account = account(&store).await;
    let link = store.invite_member(account, &name("Ada"), Role::Developer, now()).await.unwrap();
    let link = link.unwrap();
    let before = dump(database.url()).await;
    for _ in 0..100 {
        let view = store.show_link(&link.token, now()).await.unwrap().unwrap();
        assert_eq!(
            (view.kind, view.account_name.as_str(), view.member_name, view.role),
            (LinkKind::Enrol, "A customer", name("Ada"), Role::Developer)
        );
    }
    assert_eq!(dump(database.url()).await, before, "a link that is shown changes nothing");
    let elsewhere = open_seeded(&database, 8).await;
    let mut uses = JoinSet::new();
    for number in 0..50 {
        let (store, token) =
            (if number % 2 == 0 { store.clone() } else { elsewhere.clone() }, link.token.clone());
        uses.spawn(async move { store.use_link(&token, origin(), now()).await.unwrap() });
    }
    let sessions: Vec<_> = uses.join_all().await.into_iter().flatten().collect();
    assert_eq!(sessions.len(), 1);
    let members = store.members(account).await.unwrap();
    assert_eq!(members, [sessions[0].member.clone()]);
    assert_eq!(store.sessions(account, members[0].id, now()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn an_unknown_a_used_a_withdrawn_and_an_expired_link_are_the_same() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let account = account(&store).await;
    let ada = enrolled(&store, account, "Ada", Role::Owner).await.member;
    let invite = async || {
        store.invite_member(account, &name("Bob"), Role::Viewer, now()).await.unwrap().unwrap()
    };
    let (used, withdrawn, expired) = (invite().await, invite().await, invite().await);
    store.use_link(&used.token, origin(), now()).await.unwrap().unwrap();
    assert!(store.withdraw_invitation(account, withdrawn.invitation.id, now()).await.unwrap());
    let sign_in = store.link_member(account, ada.id, now()).await.unwrap().unwrap();
    let day = minutes(24 * 60);
    for (what, token, at) in [
        ("unknown", &LinkToken::new([7; 32]), now()),
        ("used", &used.token, now()),
        ("withdrawn", &withdrawn.token, now()),
        ("an expired invitation", &expired.token, after(day)),
        ("an expired sign-in link", &sign_in.token, after(minutes(10))),
    ] {
        assert_eq!(store.show_link(token, at).await.unwrap(), None, "{what}");
        assert_eq!(store.use_link(token, origin(), at).await.unwrap(), None, "{what}");
    }
    let second = Duration::from_secs(1);
    for (token, at) in [(&expired.token, day - second), (&sign_in.token, minutes(10) - second)] {
        assert!(store.show_link(token, after(at)).await.unwrap().is_some());
        assert!(store.use_link(token, origin(), after(at)).await.unwrap().is_some());
    }
}

#[tokio::test]
async fn links_that_can_be_used_are_listed() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let (account, other) = (account(&store).await, account(&store).await);
    let ada = enrolled(&store, account, "Ada", Role::Owner).await.member;
    let link = store.link_member(account, ada.id, now()).await.unwrap().unwrap().invitation;
    let later = after(minutes(1));
    let invited = store.invite_member(account, &name("Bob"), Role::Viewer, later).await.unwrap();
    let invited = invited.unwrap().invitation;
    assert_eq!(store.invitations(account, later).await.unwrap(), [invited.clone(), link]);
    let open = store.invitations(account, after(minutes(10))).await.unwrap();
    assert_eq!(open, std::slice::from_ref(&invited));
    assert_eq!(store.invitations(other, later).await.unwrap(), []);
    assert!(!store.withdraw_invitation(other, invited.id, later).await.unwrap());
    assert!(store.withdraw_invitation(account, invited.id, later).await.unwrap());
    assert!(!store.withdraw_invitation(account, invited.id, later).await.unwrap());
}

/// A stolen copy of the database opens nothing.
#[tokio::test]
async fn only_hashes_of_secrets_are_in_the_database() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let account = account(&store).await;
    let session = enrolled(&store, account, "Ada", Role::Owner).await;
    let link = store.invite_member(account, &name("Bob"), Role::Viewer, now()).await.unwrap();
    let sign_in = store.link_member(account, session.member.id, now()).await.unwrap();
    let rows = format!("{:?}", dump(database.url()).await);
    for (secret, hash) in [
        (session.token.reveal().to_owned(), session.token.hash()),
        (link.as_ref().unwrap().token.reveal().to_owned(), link.as_ref().unwrap().token.hash()),
        (sign_in.as_ref().unwrap().token.reveal().to_owned(), sign_in.unwrap().token.hash()),
    ] {
        assert!(rows.contains(&hash.to_string()));
        assert!(!rows.contains(&secret));
    }
}
