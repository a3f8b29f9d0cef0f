//! The hash of each operator's folded name, and what all of these are of. The next reading that
//! changes a register fills them (`registers::operator_names`).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer_null, text_null};

use super::steps::{column, index};

migration!(
    "m0025_operator_names",
    vec![
        column("operators", big_integer_null("name_hash")),
        column("catalogue_version", text_null("name_hashes_of")),
        index("operators_by_name_hash", "operators", &["name_hash"]),
    ]
);
