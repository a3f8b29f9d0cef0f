//! Why a register was not read, as everybody may know it. What is on record has the error alone.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text_null;

use super::steps::column;

migration!("m0022_read_failures", vec![column("register_runs", text_null("failure"))]);
