//! Operators, licences, domains and the readings they come from.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, big_pk_auto, boolean, integer, text, text_null,
};

use super::statements::{drop_tables, id_reference, index};

migration!("m0001_registers");

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [
            operators(),
            operator_keys(),
            trading_names(),
            licences(),
            domains(),
            register_readings(),
            catalogue_version(),
        ] {
            manager.create_table(table).await?;
        }
        for index in indices() {
            manager.create_index(index).await?;
        }
        let first = Query::insert()
            .into_table("catalogue_version")
            .columns(["id", "version"])
            .values_panic([1.into(), 0_i64.into()])
            .to_owned();
        manager.execute(first).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        drop_tables(
            manager,
            &[
                "catalogue_version",
                "register_readings",
                "domains",
                "licences",
                "trading_names",
                "operator_keys",
                "operators",
            ],
        )
        .await
    }
}

fn operators() -> TableCreateStatement {
    Table::create()
        .table("operators")
        .col(text("id").primary_key())
        .col(text("slug").unique_key())
        .col(text("display_name"))
        .col(text_null("registered_name"))
        .col(text_null("country"))
        .col(text("home_jurisdiction"))
        .col(big_integer("created_at"))
        .col(big_integer("updated_at"))
        .to_owned()
}

fn operator_keys() -> TableCreateStatement {
    Table::create()
        .table("operator_keys")
        .col(text("jurisdiction_code"))
        .col(text("operator_key"))
        .col(text("operator_id"))
        .col(text_null("upstream_id"))
        .primary_key(Index::create().col("jurisdiction_code").col("operator_key"))
        .foreign_key(&mut to_operators("operator_keys"))
        .to_owned()
}

fn trading_names() -> TableCreateStatement {
    Table::create()
        .table("trading_names")
        .col(text("operator_id"))
        .col(text("jurisdiction_code"))
        .col(text("name"))
        .primary_key(Index::create().col("operator_id").col("jurisdiction_code").col("name"))
        .foreign_key(&mut to_operators("trading_names"))
        .to_owned()
}

fn to_operators(table: &'static str) -> ForeignKeyCreateStatement {
    id_reference(table, "operator_id", "operators")
}

fn licences() -> TableCreateStatement {
    Table::create()
        .table("licences")
        .col(text("id").primary_key())
        .col(text("operator_id"))
        .col(text("jurisdiction_code"))
        .col(text("identity"))
        .col(text("license_number"))
        .col(text("status"))
        .col(text_null("status_qualifier"))
        .col(text_null("upstream_status"))
        .col(text("license_types"))
        .col(text("license_type_raw"))
        .col(text("license_category"))
        .col(text_null("issued_date"))
        .col(text_null("expiry_date"))
        .col(text("source_kind"))
        .col(text_null("source_url"))
        .col(text_null("status_source_url"))
        .col(text("raw_data"))
        .col(big_integer("last_verified_at"))
        .col(big_integer("status_observed_at"))
        .col(big_integer("last_listed_at"))
        .col(big_integer_null("not_listed_since"))
        .foreign_key(&mut to_operators("licences"))
        .to_owned()
}

fn domains() -> TableCreateStatement {
    Table::create()
        .table("domains")
        .col(text("id").primary_key())
        .col(text("licence_id"))
        .col(text("jurisdiction_code"))
        .col(text("domain"))
        .col(text_null("host"))
        .col(text("cell"))
        .col(text_null("status_text"))
        .col(text_null("domain_status"))
        .col(text("domain_association"))
        .col(text_null("verification_url"))
        .col(text_null("verification_page_status"))
        .col(big_integer_null("verification_page_read_at"))
        .col(big_integer("first_seen_at"))
        .col(big_integer("last_listed_at"))
        .foreign_key(&mut id_reference("domains", "licence_id", "licences"))
        .to_owned()
}

fn register_readings() -> TableCreateStatement {
    Table::create()
        .table("register_readings")
        .col(big_pk_auto("id"))
        .col(text("jurisdiction_code"))
        .col(big_integer("read_at"))
        .col(text("snapshot_sha256"))
        .col(boolean("complete"))
        .col(text_null("source_url"))
        .col(text("source_kind"))
        .col(big_integer("licence_count"))
        .col(big_integer("applied_at"))
        .to_owned()
}

fn catalogue_version() -> TableCreateStatement {
    Table::create()
        .table("catalogue_version")
        .col(integer("id").primary_key())
        .col(big_integer("version"))
        .to_owned()
}

fn indices() -> [IndexCreateStatement; 6] {
    [
        index("licences_by_identity", "licences", &["jurisdiction_code", "identity"])
            .unique()
            .to_owned(),
        index("licences_by_operator", "licences", &["operator_id"]),
        index("domains_of_licence", "domains", &["licence_id", "domain"]).unique().to_owned(),
        index("domains_by_jurisdiction", "domains", &["jurisdiction_code"]),
        index("operator_keys_by_operator", "operator_keys", &["operator_id", "jurisdiction_code"])
            .unique()
            .to_owned(),
        index("register_readings_newest", "register_readings", &["jurisdiction_code", "read_at"]),
    ]
}
