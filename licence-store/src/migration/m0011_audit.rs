//! The audit log, with triggers that refuse to change or remove an entry.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_pk_auto, text, text_null};
use sea_orm_migration::sea_orm::DbBackend;

use super::steps::{Step, apply, index};

migration!("m0011_audit");

/// `insert or replace` removes a SQLite row without a delete trigger, so a trigger before it
/// refuses an id that exists.
const SQLITE_TRIGGERS: [&str; 3] = [
    "create trigger audit_entries_keep before update on audit_entries \
     begin select raise(abort, 'the audit log is append-only'); end",
    "create trigger audit_entries_stay before delete on audit_entries \
     begin select raise(abort, 'the audit log is append-only'); end",
    "create trigger audit_entries_once before insert on audit_entries \
     when exists (select 1 from audit_entries where id = new.id) \
     begin select raise(abort, 'the audit log is append-only'); end",
];

const POSTGRES_TRIGGERS: [&str; 2] = [
    "create function audit_entries_are_kept() returns trigger language plpgsql as \
     $$ begin raise exception 'the audit log is append-only'; end $$",
    "create trigger audit_entries_keep before update or delete or truncate on audit_entries \
     for each statement execute function audit_entries_are_kept()",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let by_time = index("audit_entries_by_time", "audit_entries", &["at", "id"]);
        apply(manager, vec![Step::Table(audit_entries()), by_time]).await?;
        let triggers: &[&str] = match manager.get_database_backend() {
            DbBackend::Postgres => &POSTGRES_TRIGGERS,
            _ => &SQLITE_TRIGGERS,
        };
        for trigger in triggers {
            manager.get_connection().execute_unprepared(trigger).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table("audit_entries").to_owned()).await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            let function = "drop function audit_entries_are_kept()";
            manager.get_connection().execute_unprepared(function).await?;
        }
        Ok(())
    }
}

/// The id counts up in the order of recording. The account has no foreign key, because an act on an
/// unknown account is recorded too.
fn audit_entries() -> TableCreateStatement {
    Table::create()
        .table("audit_entries")
        .col(big_pk_auto("id"))
        .col(big_integer("at"))
        .col(text("actor"))
        .col(text("action"))
        .col(text("subject"))
        .col(text_null("account_id"))
        .col(text("outcome"))
        .col(text_null("reason"))
        .col(text("details"))
        .to_owned()
}

#[cfg(test)]
mod tests;
