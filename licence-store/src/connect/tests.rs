//! Opening databases, and what a connection is after a fault.

mod killed_while_migrating;

use std::pin::pin;
use std::task::{Context, Waker};

use sea_orm::sqlx;
use sea_orm::{ConnAcquireErr, RuntimeErr, TransactionTrait};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;
use tokio::time::timeout;

use super::*;
use crate::migration::fixture::addresses;

#[tokio::test]
async fn a_file_that_another_process_writes_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("new.db").display());
    let other = Database::connect(format!("{url}?mode=rwc")).await.unwrap();
    let writing = other.begin().await.unwrap();
    writing.execute_unprepared("pragma user_version = 1").await.unwrap();
    let held = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(100)).await;
        writing.commit().await
    });
    // Who would make a WAL database of a file that is written is told at once that it is
    // locked.
    let opened = open(&url).await;
    assert!(opened.is_ok(), "{:?}", opened.err());
    held.await.unwrap().unwrap();
}

/// On a full disk SQLite rolls back by itself, which the driver does not notice.
#[tokio::test]
async fn after_a_full_disk_what_is_written_stays() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("new.db").display());
    let databases = open(&url).await.unwrap();
    databases.writer.execute_unprepared("create table a (b)").await.unwrap();
    databases.writer.execute_unprepared("pragma max_page_count = 1").await.unwrap();
    let filling = databases.begin_register_write().await.unwrap();
    let refused = filling.execute_unprepared("insert into a values (zeroblob(100000))").await;
    let refused = StoreError::from(refused.unwrap_err());
    assert!(matches!(refused, StoreError::Disk { .. }), "{refused}");
    assert!(refused.to_string().contains("folder of temporary files (TMPDIR)"), "{refused}");
    drop(filling);
    for ends_well in [false, true] {
        let transaction = databases.begin_register_write().await.unwrap();
        transaction.execute_unprepared("insert into a values (1)").await.unwrap();
        if ends_well {
            transaction.commit().await.unwrap();
        }
    }
    let other = open(&url).await.unwrap();
    let writing = other.begin_register_write().await.unwrap();
    let count = Statement::from_string(DbBackend::Sqlite, "select count(*) as n from a");
    let row = writing.query_one_raw(count).await.unwrap().unwrap();
    assert_eq!(row.try_get::<i64>("", "n"), Ok(1));
}

#[tokio::test]
async fn a_file_of_another_program_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("other.db").display());
    let other = Database::connect(format!("{url}?mode=rwc")).await.unwrap();
    other.execute_unprepared("create table accounts (name)").await.unwrap();
    let error = open(&url).await.err().unwrap();
    assert!(matches!(&error, StoreError::ForeignDatabase { .. }), "{error}");
    let tables = Statement::from_string(DbBackend::Sqlite, "select name from sqlite_master");
    assert_eq!(other.query_all_raw(tables).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_postgresql_database_of_another_program_is_named_and_stays_as_it_is() {
    let Some(url) = addresses("foreign").await.into_iter().nth(1) else { return };
    let other = Database::connect(&url).await.unwrap();
    other.execute_unprepared("create table accounts (name text)").await.unwrap();
    let error = open(&url).await.err().unwrap().to_string();
    assert!(
        error.ends_with("holds the tables of another program; name another database"),
        "{error}"
    );
    other.execute_unprepared("drop table accounts").await.unwrap();
    other.close().await.unwrap();
    open(&url).await.unwrap();
}

#[tokio::test]
async fn a_file_that_is_replaced_while_it_is_opened_is_not_served() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    for name in ["old.db", "restored.db"] {
        let url = format!("sqlite://{}", file(name).display());
        open(&url).await.unwrap().writer.close().await.unwrap();
    }
    let url = format!("sqlite://{}", file("old.db").display());
    let mut opening = pin!(open(&url));
    // The file is noted before the first wait.
    assert!(opening.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    std::fs::rename(file("restored.db"), file("old.db")).unwrap();
    let refused = opening.await.err().unwrap().to_string();
    // SQLite may find first that it holds the log of another file.
    let found = ["the file was replaced meanwhile; try again", "disk I/O error"];
    assert!(found.iter().any(|it| refused.contains(it)), "{refused}");
    open(&url).await.unwrap();
}

#[tokio::test]
async fn a_pool_of_sqlite_that_waited_in_vain_says_for_what() {
    let databases = open("sqlite::memory:").await.unwrap();
    for waited in [
        DbErr::ConnectionAcquire(ConnAcquireErr::Timeout),
        DbErr::Conn(RuntimeErr::SqlxError(Arc::new(sqlx::Error::PoolTimedOut))),
    ] {
        let why = databases.explain(waited).await.to_string();
        assert!(why.contains("another write of this process takes longer than 120s"), "{why}");
    }
    let other = databases.explain(DbErr::Custom("of its own".to_owned())).await.to_string();
    assert!(!other.contains("another write"), "{other}");
}

/// A writer that was stopped holds the database; it is another process's, or one of this process.
#[tokio::test]
async fn a_writer_that_does_not_end_is_waited_for_in_vain() {
    let folder = tempfile::tempdir().unwrap();
    let file = format!("sqlite://{}", folder.path().join("held.db").display());
    let wait = Duration::from_millis(20);
    for address in addresses("held").await.into_iter().skip(1).chain([file]) {
        let (ours, other) = (open(&address).await.unwrap(), open(&address).await.unwrap());
        for holder in [&ours, &other] {
            let held = holder.begin_register_write().await.unwrap();
            for _ in 0..2 {
                let busy = ours.begin_write_within(WriterLock::Registers, wait).await.unwrap_err();
                assert!(matches!(busy, StoreError::WriterBusy { seconds: 0 }), "{busy}");
            }
            held.rollback().await.unwrap();
            let written = ours.begin_register_write().await.unwrap();
            written.execute_unprepared("update instance set name = 'ours'").await.unwrap();
            written.commit().await.unwrap();
            let query = "select count(*) as n from instance where name = 'ours'";
            let query = Statement::from_string(other.reader.get_database_backend(), query);
            let row = other.reader.query_one_raw(query).await.unwrap().unwrap();
            assert_eq!(row.try_get::<i64>("", "n"), Ok(1));
        }
    }
}

#[tokio::test]
async fn on_postgres_accounts_do_not_wait_for_a_register() {
    for address in addresses("locks").await.into_iter().skip(1) {
        let (ours, other) = (open(&address).await.unwrap(), open(&address).await.unwrap());
        let wait = Duration::from_millis(20);
        let register = ours.begin_patient_write().await.unwrap();
        for writer in [&ours, &other] {
            writer.begin_account_write().await.unwrap().commit().await.unwrap();
        }
        // At its end, a reading writes deliveries.
        lock_accounts(&register).await.unwrap();
        for writer in [&ours, &other] {
            let busy = writer.begin_write_within(WriterLock::Accounts, wait).await.unwrap_err();
            assert!(matches!(busy, StoreError::WriterBusy { .. }), "{busy}");
        }
        register.commit().await.unwrap();
        other.begin_account_write().await.unwrap().commit().await.unwrap();
    }
}

#[tokio::test]
async fn one_deadline_ends_the_wait_for_a_turn_and_for_the_lock() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("held.db").display());
    let (ours, other) = (open(&url).await.unwrap(), open(&url).await.unwrap());
    let held = other.begin_register_write().await.unwrap();
    let wait = Duration::from_millis(100);
    let both = async {
        tokio::join!(
            ours.begin_write_within(WriterLock::Registers, wait),
            ours.begin_write_within(WriterLock::Registers, 2 * wait)
        )
    };
    // On a slow machine too, a deadline that has passed ends before this later one.
    let (first, second) = timeout(wait * 5 / 2, both).await.expect("one deadline for both waits");
    for busy in [first, second] {
        assert!(matches!(busy, Err(StoreError::WriterBusy { .. })), "{:?}", busy.err());
    }
    held.rollback().await.unwrap();
}

#[tokio::test]
async fn every_kind_of_busy_is_a_lock_and_nothing_else_is() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("busy.db").display());
    let connection = async || {
        let mut options = sqlite_options(&url, 1, false);
        options.map_sqlx_sqlite_opts(|options| {
            sqlite_settings(options, false).busy_timeout(Duration::ZERO)
        });
        Database::connect(options).await.unwrap()
    };
    let (one, other) = (connection().await, connection().await);
    one.execute_unprepared("create table a (b unique)").await.unwrap();
    for (others, ours, code, expected) in [
        // A connection that read an older state cannot write: SQLITE_BUSY_SNAPSHOT.
        ("insert into a values (1)", "insert into a values (2)", "517", true),
        ("begin immediate", "insert into a values (3)", "5", true),
        ("rollback", "insert into a values (1)", "2067", false),
    ] {
        let reading = one.begin().await.unwrap();
        reading.execute_unprepared("select count(*) from a").await.unwrap();
        other.execute_unprepared(others).await.unwrap();
        let failed = reading.execute_unprepared(ours).await.unwrap_err();
        assert!(failed.to_string().contains(&format!("(code: {code})")), "{failed}");
        assert_eq!(fault(&failed) == Some(Fault::Busy), expected, "{failed}");
        reading.rollback().await.unwrap();
    }
}

#[tokio::test]
async fn a_postgres_connection_waits_for_nothing_for_ever() {
    for address in addresses("limits").await.into_iter().skip(1) {
        let databases = open(&address).await.unwrap();
        let transaction = databases.begin_register_write().await.unwrap();
        for (name, expected) in [
            ("lock_timeout", "30s"),
            ("idle_in_transaction_session_timeout", "2min"),
            ("statement_timeout", "15min"),
            ("client_min_messages", "error"),
        ] {
            let query = Statement::from_string(DbBackend::Postgres, format!("show {name}"));
            let row = transaction.query_one_raw(query).await.unwrap().unwrap();
            assert_eq!(row.try_get_by_index::<String>(0).unwrap(), expected, "{name}");
        }
        transaction.rollback().await.unwrap();
        databases.writer.close().await.unwrap();
    }
}

#[tokio::test]
async fn an_error_of_postgres_is_the_message_of_the_server() {
    for address in addresses("worded").await.into_iter().skip(1) {
        let databases = open(&address).await.unwrap();
        let failed = databases.writer.execute_unprepared("select nothing").await.unwrap_err();
        let failed = StoreError::from(failed).to_string();
        assert_eq!(failed, "the database failed: column \"nothing\" does not exist");
        databases.writer.close().await.unwrap();
        let absent = open(&format!("{address}_absent")).await.err().unwrap().to_string();
        assert!(absent.ends_with("_absent\" does not exist"), "{absent}");
    }
}

#[tokio::test]
async fn a_server_that_takes_no_more_connections_says_so() {
    for address in addresses("refused").await.into_iter().skip(1) {
        let databases = open(&address).await.unwrap();
        // Superusers pass limits of connections; a role that has to log in does not.
        let role = format!("licence_test_refused_{}", std::process::id());
        let (_, name) = address.rsplit_once('/').unwrap();
        for statement in [
            format!("create role {role} login connection limit 0"),
            format!("grant all on database {name} to {role}"),
        ] {
            databases.writer.execute_unprepared(&statement).await.unwrap();
        }
        let (_, host) = address.rsplit_once('@').unwrap();
        let refused = open(&format!("postgres://{role}@{host}")).await.err().unwrap();
        assert!(refused.to_string().contains("too many connections"), "{refused}");
        let waited = DbErr::ConnectionAcquire(ConnAcquireErr::Timeout);
        let in_use = databases.explain(waited).await.to_string();
        assert!(in_use.contains("all 16 connections of this process are in use"), "{in_use}");
        databases.writer.execute_unprepared(&format!("drop owned by {role}")).await.unwrap();
        databases.writer.execute_unprepared(&format!("drop role {role}")).await.unwrap();
        databases.writer.close().await.unwrap();
    }
}

/// A proxy accepts connections while its database is away, and closes them.
#[tokio::test]
async fn a_database_behind_a_proxy_that_closes_every_connection_is_away() {
    let proxy = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = proxy.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = proxy.accept().await {
            // A request for TLS has eight bytes. Unread bytes would reset the connection.
            let _ = client.read_exact(&mut [0; 8]).await;
        }
    });
    for sslmode in ["disable", "prefer", "require"] {
        let url = format!("postgres://tester@{address}/licence?sslmode={sslmode}");
        let refused = Database::connect(postgres_options(&url)).await.unwrap_err();
        assert_eq!(fault(&refused), Some(Fault::Away), "{sslmode}: {refused}");
    }
}

#[tokio::test]
async fn a_file_that_was_read_only_is_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("new.db").display());
    let databases = open(&url).await.unwrap();
    // As a connection is that SQLite opened while the file took no writes.
    databases.writer.execute_unprepared("pragma query_only = 1").await.unwrap();
    for is_reopened in [false, true, true] {
        if is_reopened {
            databases.reopen_writer();
        }
        let write = async {
            let transaction = databases.begin_register_write().await?;
            transaction.execute_unprepared("create table a (b)").await?;
            Ok::<_, StoreError>(())
        };
        assert_eq!(write.await.is_ok(), is_reopened);
    }
}
