use sea_orm::{DatabaseConnection, Statement};

use super::*;
use crate::migration::Migrator;
use crate::migration::fixture::{databases_before, steps_back};

const INSERT: &str = "insert into audit_entries (id, at, actor, action, subject, outcome, details) \
                      values (7, 1, 'server', 'key.revoke', 'k', 'done', '{}')";

async fn actors(database: &DatabaseConnection) -> Vec<String> {
    let query = "select actor from audit_entries";
    let query = Statement::from_string(database.get_database_backend(), query);
    let rows = database.query_all_raw(query).await.unwrap();
    rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
}

#[tokio::test]
async fn an_entry_is_never_changed_or_removed() {
    for database in databases_before(&Migration, "audit").await {
        Migrator::up(&database, None).await.unwrap();
        database.execute_unprepared(INSERT).await.unwrap();
        let mut harm = vec![
            "update audit_entries set actor = 'nobody'".to_owned(),
            "delete from audit_entries".to_owned(),
            "delete from audit_entries where id = 7".to_owned(),
            INSERT.replace("server", "nobody"),
        ];
        harm.push(match database.get_database_backend() {
            DbBackend::Sqlite => {
                INSERT.replace("insert", "insert or replace").replace("server", "nobody")
            }
            _ => "truncate audit_entries".to_owned(),
        });
        for statement in harm {
            let refused = database.execute_unprepared(&statement).await;
            assert!(refused.is_err(), "{statement}");
            assert_eq!(actors(&database).await, ["server"], "{statement}");
        }
        Migrator::down(&database, Some(steps_back(&Migration))).await.unwrap();
        Migrator::up(&database, None).await.unwrap();
        assert_eq!(actors(&database).await, [""; 0]);
        database.close().await.unwrap();
    }
}
