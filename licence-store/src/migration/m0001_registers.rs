//! Operators, licences, domains and the readings they come from.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, big_pk_auto, boolean, integer, text, text_null,
};

use super::steps::{Step, id_reference, index, only_row, unique_index};

migration!(
    "m0001_registers",
    vec![
        Step::Table(operators()),
        Step::Table(operator_keys()),
        Step::Table(trading_names()),
        Step::Table(licences()),
        Step::Table(domains()),
        Step::Table(register_readings()),
        Step::Table(catalogue_version()),
        unique_index("licences_by_identity", "licences", &["jurisdiction_code", "identity"]),
        index("licences_by_operator", "licences", &["operator_id"]),
        unique_index("domains_of_licence", "domains", &["licence_id", "domain"]),
        index("domains_by_jurisdiction", "domains", &["jurisdiction_code"]),
        unique_index(
            "operator_keys_by_operator",
            "operator_keys",
            &["operator_id", "jurisdiction_code"]
        ),
        index("register_readings_newest", "register_readings", &["jurisdiction_code", "read_at"]),
        only_row("catalogue_version", "version", 0_i64),
    ]
);

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
