//! Sessions: how they end.

use licence_core::session::{MAX_SESSIONS, SessionLifetimes};
use licence_store::service::Retention;
use tokio::task::JoinSet;

use super::*;
use crate::support::databases::TestDatabase;
use crate::support::dump::dump;
use crate::support::readings::{open, open_seeded};

#[tokio::test]
async fn a_session_says_who_is_signed_in_and_from_where() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let account = account(&store).await;
    let ada = enrolled(&store, account, "Ada", Role::Owner).await;
    let signed_in = store.session(&ada.token, now()).await.unwrap().unwrap();
    assert_eq!((signed_in.session_id, &signed_in.member), (ada.id, &ada.member));
    assert_eq!((signed_in.account.id, signed_in.account.plan), (account, Plan::Pro));
    assert_eq!((signed_in.is_fresh, signed_in.times.proven_at), (true, now()));
    let later = store.session(&ada.token, after(minutes(10))).await.unwrap().unwrap();
    assert!(!later.is_fresh);
    let session = store.sessions(account, ada.member.id, now()).await.unwrap().remove(0);
    assert_eq!(
        (session.browser.as_str(), session.address.as_str()),
        ("Firefox on Linux", "203.0.113.7")
    );
}

#[tokio::test]
async fn an_idle_and_an_old_session_end_in_every_process() {
    let database = TestDatabase::new().await;
    let (store, elsewhere) = (open(&database).await, open_seeded(&database, 8).await);
    let account = account(&store).await;
    let ada = enrolled(&store, account, "Ada", Role::Owner).await;
    let lifetimes = SessionLifetimes::default();
    let second = Duration::from_secs(1);
    assert_eq!(who(&store, &ada.token, after(lifetimes.idle)).await, None);
    // Used every six hours for a week.
    for number in 1..28 {
        let at = after(lifetimes.idle / 2 * number);
        assert!(who(&store, &ada.token, at).await.is_some(), "{at}");
        store.flush_usage().await.unwrap();
        let signed_in = elsewhere.session(&ada.token, at).await.unwrap().unwrap();
        assert_eq!((signed_in.times.seen_at, signed_in.member.last_seen_at), (at, Some(at)));
    }
    for store in [&store, &elsewhere] {
        assert!(who(store, &ada.token, after(lifetimes.absolute - second)).await.is_some());
        assert_eq!(who(store, &ada.token, after(lifetimes.absolute)).await, None);
    }
}

#[tokio::test]
async fn a_member_is_seen_with_the_sign_in() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let account = account(&store).await;
    let ada = enrolled(&store, account, "Ada", Role::Owner).await;
    let last_seen = async || store.members(account).await.unwrap()[0].last_seen_at;
    assert_eq!((ada.member.last_seen_at, last_seen().await), (Some(now()), Some(now())));
    let later = after(Duration::from_secs(30));
    signed_in(&store, &ada.member, later).await;
    assert_eq!(last_seen().await, Some(later));
    // The use of an older session, written later.
    who(&store, &ada.token, after(Duration::from_secs(60))).await.unwrap();
    signed_in(&store, &ada.member, after(Duration::from_secs(90))).await;
    store.flush_usage().await.unwrap();
    assert_eq!(last_seen().await, Some(after(Duration::from_secs(90))));
}

#[tokio::test]
async fn a_use_within_a_minute_writes_nothing() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let account = account(&store).await;
    let ada = enrolled(&store, account, "Ada", Role::Owner).await;
    let seen = async || {
        store.flush_usage().await.unwrap();
        store.sessions(account, ada.member.id, now()).await.unwrap()[0].times.seen_at
    };
    who(&store, &ada.token, after(Duration::from_secs(59))).await.unwrap();
    assert_eq!(seen().await, now());
    who(&store, &ada.token, after(Duration::from_secs(60))).await.unwrap();
    assert_eq!(seen().await, after(Duration::from_secs(60)));
}

#[tokio::test]
async fn a_session_ends_in_every_process() {
    let database = TestDatabase::new().await;
    let (store, elsewhere) = (open(&database).await, open_seeded(&database, 8).await);
    let account = account(&store).await;
    let first = enrolled(&store, account, "Ada", Role::Owner).await;
    let id = first.member.id;
    let second = signed_in(&store, &first.member, now()).await;
    let third = signed_in(&store, &first.member, now()).await;
    assert!(elsewhere.end_session(account, id, first.id, now()).await.unwrap());
    assert!(!store.end_session(account, id, first.id, now()).await.unwrap(), "it ended already");
    assert_eq!(who(&store, &first.token, now()).await, None);
    assert_eq!(who(&store, &second.token, now()).await, Some(id));
    assert_eq!(elsewhere.end_sessions(account, id, Some(third.id), now()).await.unwrap(), 1);
    assert_eq!(who(&store, &second.token, now()).await, None);
    assert_eq!(who(&store, &third.token, now()).await, Some(id));
}

#[tokio::test]
async fn unused_sign_in_links_end_with_the_sessions_of_their_member() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let account = account(&store).await;
    let ada = enrolled(&store, account, "Ada", Role::Owner).await;
    let bob = enrolled(&store, account, "Bob", Role::Viewer).await.member;
    let link_of = async |id| store.link_member(account, id, now()).await.unwrap().unwrap().token;
    let (first, second) = (link_of(bob.id).await, link_of(bob.id).await);
    let of_ada = link_of(ada.member.id).await;
    let invited = store.invite_member(account, &name("Eve"), Role::Viewer, now()).await.unwrap();
    let before = entries(&store).await.len();
    assert_eq!(store.end_sessions(account, bob.id, None, now()).await.unwrap(), 1);
    for token in [&first, &second] {
        assert_eq!(store.show_link(token, now()).await.unwrap(), None);
        assert_eq!(store.use_link(token, origin(), now()).await.unwrap(), None);
    }
    let log = entries(&store).await.split_off(before);
    let acts: Vec<_> = log.iter().take(3).map(|it| it.action.as_str()).collect();
    assert_eq!(acts, ["session.end", "member.withdraw", "member.withdraw"]);
    for token in [&of_ada, &invited.unwrap().token] {
        assert!(store.show_link(token, now()).await.unwrap().is_some(), "a link of someone else");
    }
    let again = link_of(bob.id).await;
    assert_eq!(store.end_sessions(account, bob.id, None, now()).await.unwrap(), 0);
    assert_eq!(store.show_link(&again, now()).await.unwrap(), None, "also without a session");
}

#[tokio::test]
async fn a_member_has_at_most_twenty_sessions() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let account = account(&store).await;
    let first = enrolled(&store, account, "Ada", Role::Owner).await;
    let mut later = Vec::new();
    for number in 1..=MAX_SESSIONS {
        let at = after(minutes(number as u64));
        later.push(signed_in(&store, &first.member, at).await.token);
    }
    let at = after(minutes(30));
    assert_eq!(who(&store, &first.token, at).await, None, "the oldest goes");
    for token in &later {
        assert!(who(&store, token, at).await.is_some());
    }
    assert_eq!(store.sessions(account, first.member.id, at).await.unwrap().len(), MAX_SESSIONS);
}

#[tokio::test(flavor = "multi_thread")]
async fn parallel_sign_ins_are_within_the_limit_too() {
    let database = TestDatabase::new().await;
    let (store, elsewhere) = (open(&database).await, open_seeded(&database, 8).await);
    let account = account(&store).await;
    let ada = enrolled(&store, account, "Ada", Role::Owner).await.member;
    let mut uses = JoinSet::new();
    for number in 0..MAX_SESSIONS + 10 {
        let link = store.link_member(account, ada.id, now()).await.unwrap().unwrap();
        let store = if number % 2 == 0 { store.clone() } else { elsewhere.clone() };
        uses.spawn(async move { store.use_link(&link.token, origin(), now()).await.unwrap() });
    }
    assert!(uses.join_all().await.iter().all(Option::is_some));
    assert_eq!(store.sessions(account, ada.id, now()).await.unwrap().len(), MAX_SESSIONS);
}

#[tokio::test]
async fn what_cannot_be_used_any_more_is_pruned() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let account = account(&store).await;
    let ada = enrolled(&store, account, "Ada", Role::Owner).await;
    store.link_member(account, ada.member.id, now()).await.unwrap().unwrap();
    store.invite_member(account, &name("Bob"), Role::Viewer, now()).await.unwrap().unwrap();
    let rows = async |at: Timestamp| {
        store.prune(Retention::default(), at).await.unwrap();
        let dump = dump(database.url()).await;
        ["invitations", "sessions"].map(|table| dump.get(table).map_or(0, Vec::len))
    };
    assert_eq!(rows(now()).await, [2, 1]);
    assert_eq!(rows(after(minutes(10))).await, [1, 1]);
    assert_eq!(rows(after(minutes(12 * 60))).await, [1, 0]);
    assert_eq!(rows(after(minutes(24 * 60))).await, [0, 0]);
}
