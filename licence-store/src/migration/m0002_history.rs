//! History, events, enforcement actions, snapshots, and the state of scheduled tasks.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, big_pk_auto, binary, integer, text, text_null,
};

use super::steps::{Step, column, index, unique_index};

migration!(
    "m0002_history",
    vec![
        column("domains", big_integer_null("unseen_since")),
        column("register_readings", text_null("content_sha256")),
        Step::Table(history()),
        Step::Table(events()),
        Step::Table(regulatory_actions()),
        Step::Table(snapshots()),
        Step::Table(coverage_states()),
        Step::Table(expiry_warnings()),
        Step::Table(register_runs()),
        unique_index("history_by_id", "history", &["id"]),
        index("history_of_licence", "history", &["licence_id", "changed_at"]),
        index("events_of_operator", "events", &["operator_id", "id"]),
        unique_index(
            "actions_by_identity",
            "regulatory_actions",
            &["jurisdiction_code", "identity"]
        ),
        index("actions_of_operator", "regulatory_actions", &["operator_id"]),
        index("licences_by_expiry", "licences", &["expiry_date"]),
    ]
);

fn history() -> TableCreateStatement {
    Table::create()
        .table("history")
        .col(big_pk_auto("seq"))
        .col(text("id"))
        .col(text("licence_id"))
        .col(big_integer("changed_at"))
        .col(text_null("previous_status"))
        .col(text("new_status"))
        .col(text("change_type"))
        .col(text("source_url"))
        .col(text("detected_by"))
        .col(text("note"))
        .col(text_null("snapshot_sha256"))
        .col(big_integer_null("snapshot_fetched_at"))
        .col(big_integer_null("corrected_at"))
        .col(text_null("correction_note"))
        .to_owned()
}

fn events() -> TableCreateStatement {
    Table::create()
        .table("events")
        .col(text("id").primary_key())
        .col(text("name"))
        .col(text_null("operator_id"))
        .col(big_integer("emitted_at"))
        .col(text("body"))
        .to_owned()
}

fn regulatory_actions() -> TableCreateStatement {
    Table::create()
        .table("regulatory_actions")
        .col(text("id").primary_key())
        .col(text("jurisdiction_code"))
        .col(text("identity"))
        .col(text_null("operator_id"))
        .col(text_null("upstream_id"))
        .col(text("action_type"))
        .col(text("outcomes"))
        .col(big_integer_null("fine_amount_cents"))
        .col(text_null("fine_currency"))
        .col(text("decision_date"))
        .col(text_null("description"))
        .col(text("source_url"))
        .col(text("subject_name"))
        .col(big_integer("first_seen_at"))
        .col(big_integer("last_verified_at"))
        .to_owned()
}

fn snapshots() -> TableCreateStatement {
    Table::create()
        .table("snapshots")
        .col(text("sha256").primary_key())
        .col(text("jurisdiction_code"))
        .col(big_integer("fetched_at"))
        .col(big_integer("size"))
        .col(binary("gzip"))
        .to_owned()
}

fn coverage_states() -> TableCreateStatement {
    Table::create()
        .table("coverage_states")
        .col(text("jurisdiction_code").primary_key())
        .col(text("status"))
        .col(big_integer("changed_at"))
        .to_owned()
}

fn expiry_warnings() -> TableCreateStatement {
    Table::create()
        .table("expiry_warnings")
        .col(text("licence_id"))
        .col(integer("days_ahead"))
        .col(text("expiry_date"))
        .col(big_integer("warned_at"))
        .primary_key(Index::create().col("licence_id").col("days_ahead").col("expiry_date"))
        .to_owned()
}

fn register_runs() -> TableCreateStatement {
    Table::create()
        .table("register_runs")
        .col(text("jurisdiction_code").primary_key())
        .col(text_null("lease"))
        .col(big_integer_null("leased_until"))
        .col(big_integer_null("started_at"))
        .col(big_integer_null("finished_at"))
        .col(text_null("error"))
        .col(text("validators"))
        .to_owned()
}
