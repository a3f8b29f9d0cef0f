//! Columns and indexes for a single question. Dropped by `m0020_no_lookup_rows`, so that nothing
//! fills them any more.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text_null;

use super::steps::{column, index};

migration!(
    "m0007_lookup_keys",
    vec![
        column("domains", text_null("host_reversed")),
        column("licences", ColumnDef::new("number_key").text().not_null().default("").take()),
        column("licences", text_null("account_key")),
        index("domains_by_host_reversed", "domains", &["host_reversed"]),
        index("licences_by_number_key", "licences", &["number_key"]),
        index("licences_by_account_key", "licences", &["account_key"]),
    ]
);
