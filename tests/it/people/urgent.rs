//! Who is out is out at once, also while another process writes to the SQLite file.

use licence_store::StoreOptions;
use licence_store::backup::{self, OverwritePolicy};
use licence_store::service::MemberChange;
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend};

use super::grants::{can_use, grant_id, granted};
use super::*;
use crate::support::databases::TestDatabase;
use crate::support::readings::{open, open_seeded};

/// Another process that stopped in the middle of a write: it holds the SQLite file, or the rows on
/// PostgreSQL.
pub(super) async fn busy(database: &TestDatabase) -> DatabaseConnection {
    let mut options = ConnectOptions::new(database.url());
    let other = Database::connect(options.max_connections(1).to_owned()).await.unwrap();
    let held: &[&str] = match other.get_database_backend() {
        DbBackend::Postgres => &[
            "begin",
            "update sessions set seen_at = seen_at",
            "update members set last_seen_at = last_seen_at",
        ],
        _ => &["begin immediate"],
    };
    for statement in held {
        other.execute_unprepared(statement).await.unwrap();
    }
    other
}

#[tokio::test]
async fn sessions_and_members_end_beside_another_writer() {
    let database = TestDatabase::new().await;
    let (store, elsewhere) = (open(&database).await, open_seeded(&database, 8).await);
    let account = account(&store).await;
    let ada = enrolled(&store, account, "Ada", Role::Owner).await;
    let ended = signed_in(&store, &ada.member, now()).await;
    let bob = enrolled(&store, account, "Bob", Role::Developer).await;
    let link = store.link_member(account, bob.member.id, now()).await.unwrap().unwrap();
    let before = entries(&store).await.len();

    let other = busy(&database).await;
    let (later, id) = (after(minutes(1)), bob.member.id);
    assert!(store.end_session(account, ada.member.id, ended.id, later).await.unwrap());
    let disabled = store.disable_member(account, id, later).await.unwrap();
    assert!(matches!(disabled, MemberChange::Changed(it) if it.disabled_at == Some(later)));
    for store in [&store, &elsewhere] {
        assert_eq!(who(store, &ended.token, later).await, None);
        assert_eq!(who(store, &bob.token, later).await, None);
        assert_eq!(who(store, &ada.token, later).await, Some(ada.member.id));
        assert_eq!(store.show_link(&link.token, later).await.unwrap(), None);
        let sessions = store.sessions(account, ada.member.id, later).await.unwrap();
        assert_eq!(sessions.iter().map(|it| it.id).collect::<Vec<_>>(), [ada.id]);
        assert_eq!(store.member(id).await.unwrap().unwrap().disabled_at, Some(later));
        let members = store.members(account).await.unwrap();
        let disabled: Vec<_> = members.iter().filter(|it| it.disabled_at.is_some()).collect();
        assert!(disabled.len() == 1 && disabled[0].id == id);
    }
    // On PostgreSQL it was ended.
    let _ = other.close().await;

    // The next write puts the ends into the database, and on record.
    elsewhere.set_plan(account, Plan::Business, later).await.unwrap().unwrap();
    let log = entries(&elsewhere).await.split_off(before);
    let mut log: Vec<_> = log.iter().map(|it| (it.action.as_str(), it.at)).collect();
    log.sort();
    let acts = ["account.set_plan", "member.disable", "session.end"];
    assert_eq!(log, acts.map(|action| (action, later)));
    assert_eq!(store.use_link(&link.token, origin(), later).await.unwrap(), None);
    assert_eq!(who(&store, &bob.token, later).await, None);
}

/// Only the database knows whether another owner is left, but the sessions end at once.
#[tokio::test]
async fn an_owner_is_out_before_the_other_writer_ends() {
    let database = TestDatabase::new().await;
    let (store, elsewhere) = (open(&database).await, open_seeded(&database, 8).await);
    let account = account(&store).await;
    enrolled(&store, account, "Ada", Role::Owner).await;
    let eve = enrolled(&store, account, "Eve", Role::Owner).await;
    let id = eve.member.id;
    let other = busy(&database).await;
    let disabling = tokio::spawn({
        let store = store.clone();
        async move { store.disable_member(account, id, now()).await.unwrap() }
    });
    while who(&elsewhere, &eve.token, now()).await.is_some() {
        tokio::task::yield_now().await;
    }
    // On PostgreSQL it was ended.
    let _ = other.close().await;
    let disabled = disabling.await.unwrap();
    assert!(matches!(disabled, MemberChange::Changed(it) if it.disabled_at == Some(now())));
    assert!(elsewhere.member(id).await.unwrap().unwrap().disabled_at.is_some());
}

#[tokio::test]
async fn whom_only_the_log_ended_no_backup_brings_back() {
    let it = granted(Role::Developer).await;
    let account = it.member.account_id;
    let session = signed_in(&it.store, &it.member, now()).await;
    let bob = enrolled(&it.store, account, "Bob", Role::Developer).await;
    if !it.database.url().starts_with("sqlite:") {
        return;
    }

    let other = busy(&it.database).await;
    assert!(it.store.end_session(account, it.member.id, session.id, now()).await.unwrap());
    it.store.disable_member(account, bob.member.id, now()).await.unwrap();
    it.store.revoke_grant(account, None, grant_id(&it).await, now()).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("licence.backup");
    let options = StoreOptions::new(it.database.url());
    backup::create(&options, &file, OverwritePolicy::Refuse).await.unwrap();
    other.close().await.unwrap();

    let url = format!("sqlite://{}", file.display());
    let copy = Store::open(&StoreOptions::new(url)).await.unwrap();
    assert_eq!(who(&copy, &session.token, now()).await, None);
    assert_eq!(who(&copy, &bob.token, now()).await, None);
    assert!(copy.member(bob.member.id).await.unwrap().unwrap().disabled_at.is_some());
    assert_eq!(can_use(&copy, &it.tokens.access, now()).await, None);
}
