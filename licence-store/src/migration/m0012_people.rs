//! Members of accounts, their links, passkeys and sessions; the last characters of keys.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, text, text_null};

use super::steps::{Step, column, id_reference, index};

migration!(
    "m0012_people",
    vec![
        Step::Table(members()),
        Step::Table(invitations()),
        Step::Table(passkeys()),
        Step::Table(ceremonies()),
        Step::Table(sessions()),
        index("members_of_account", "members", &["account_id"]),
        index("invitations_of_account", "invitations", &["account_id"]),
        index("passkeys_of_member", "passkeys", &["member_id"]),
        index("sessions_of_member", "sessions", &["member_id"]),
        column("api_keys", text_null("last_characters")),
    ]
);

fn members() -> TableCreateStatement {
    let mut account = id_reference("members", "account_id", "accounts");
    Table::create()
        .table("members")
        .col(text("id").primary_key())
        .col(text("account_id"))
        .col(text("name"))
        .col(text("role"))
        .col(big_integer("created_at"))
        .col(big_integer_null("last_seen_at"))
        .col(big_integer_null("disabled_at"))
        .foreign_key(&mut account)
        .to_owned()
}

/// The invitations. The row of a used or withdrawn link is deleted.
fn invitations() -> TableCreateStatement {
    let mut account = id_reference("invitations", "account_id", "accounts");
    Table::create()
        .table("invitations")
        .col(text("id").primary_key())
        .col(text("account_id"))
        .col(text_null("member_id"))
        .col(text("kind"))
        .col(text("name"))
        .col(text("role"))
        .col(text("token_sha256").unique_key())
        .col(text("made_by"))
        .col(big_integer("created_at"))
        .col(big_integer("expires_at"))
        .foreign_key(&mut account)
        .foreign_key(&mut member_of("invitations"))
        .to_owned()
}

fn passkeys() -> TableCreateStatement {
    Table::create()
        .table("passkeys")
        .col(text("id").primary_key())
        .col(text("member_id"))
        .col(text("credential_id").unique_key())
        .col(text("credential"))
        .col(text("label"))
        .col(big_integer("created_at"))
        .col(big_integer_null("last_used_at"))
        .foreign_key(&mut member_of("passkeys"))
        .to_owned()
}

/// The challenges that browsers were given and have not answered yet.
fn ceremonies() -> TableCreateStatement {
    Table::create()
        .table("ceremonies")
        .col(text("token_sha256").primary_key())
        .col(text_null("member_id"))
        .col(text("state"))
        .col(big_integer("expires_at"))
        .foreign_key(&mut member_of("ceremonies"))
        .to_owned()
}

/// The sessions. The row of an ended session is deleted.
fn sessions() -> TableCreateStatement {
    Table::create()
        .table("sessions")
        .col(text("id").primary_key())
        .col(text("member_id"))
        .col(text("token_sha256").unique_key())
        .col(big_integer("created_at"))
        .col(big_integer("seen_at"))
        .col(big_integer("proven_at"))
        .col(text("browser"))
        .col(text("address"))
        .foreign_key(&mut member_of("sessions"))
        .to_owned()
}

fn member_of(table: &'static str) -> ForeignKeyCreateStatement {
    id_reference(table, "member_id", "members")
}

#[cfg(test)]
mod tests {
    use sea_orm::{ConnectionTrait, EntityTrait};

    use super::*;
    use crate::entity::api_key;
    use crate::migration::Migrator;
    use crate::migration::fixture::databases_before;

    #[tokio::test]
    async fn keys_stay_and_their_last_characters_are_unknown() {
        for database in databases_before(&Migration, "people").await {
            for row in [
                "insert into accounts (id, name, plan, created_at) values ('a', 'A', 'pro', 0)",
                "insert into api_keys (id, account_id, label, hash, hint, created_at) \
                 values ('k', 'a', 'old', 'h', 'h', 0)",
            ] {
                database.execute_unprepared(row).await.unwrap();
            }
            for _ in 0..2 {
                Migrator::up(&database, Some(1)).await.unwrap();
                let key = api_key::Entity::find_by_id("k").one(&database).await.unwrap().unwrap();
                assert_eq!((key.label.as_str(), key.last_characters), ("old", None));
                Migrator::down(&database, Some(1)).await.unwrap();
            }
            database.close().await.unwrap();
        }
    }
}
