//! What proved the identity of a session. Until now it was a link for all of them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text;

use super::steps::column;

migration!(
    "m0017_session_proof",
    vec![column("sessions", text("proven_by").default("link").to_owned())]
);
