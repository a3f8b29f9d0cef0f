//! The tables of what the registers show.

entity! {
    /// Operators: one row for each legal entity.
    operator = "operators" [serde::Deserialize] {
        #[sea_orm(primary_key)]
        pub(crate) id: String,
        pub(crate) slug: String,
        pub(crate) display_name: String,
        pub(crate) registered_name: Option<String>,
        pub(crate) country: Option<String>,
        pub(crate) home_jurisdiction: String,
        pub(crate) created_at: i64,
        pub(crate) updated_at: i64,
        /// `None` in a row that a release without hashes wrote.
        pub(crate) name_hash: Option<i64>,
    }
}

entity! {
    /// The keys that identify an operator within one jurisdiction.
    operator_key = "operator_keys" [serde::Deserialize] {
        #[sea_orm(primary_key)]
        pub(crate) jurisdiction_code: String,
        #[sea_orm(primary_key)]
        pub(crate) operator_key: String,
        pub(crate) operator_id: String,
        pub(crate) upstream_id: Option<String>,
    }
}

entity! {
    /// The trading names each register lists.
    trading_name = "trading_names" [serde::Deserialize] {
        #[sea_orm(primary_key)]
        pub(crate) operator_id: String,
        #[sea_orm(primary_key)]
        pub(crate) jurisdiction_code: String,
        #[sea_orm(primary_key)]
        pub(crate) name: String,
    }
}

entity! {
    /// Licences: one row for each licence and jurisdiction.
    licence = "licences" [serde::Deserialize] {
        #[sea_orm(primary_key)]
        pub(crate) id: String,
        pub(crate) operator_id: String,
        pub(crate) jurisdiction_code: String,
        pub(crate) identity: String,
        pub(crate) license_number: String,
        pub(crate) status: String,
        pub(crate) status_qualifier: Option<String>,
        pub(crate) upstream_status: Option<String>,
        pub(crate) license_types: String,
        pub(crate) license_type_raw: String,
        pub(crate) license_category: String,
        pub(crate) issued_date: Option<String>,
        pub(crate) expiry_date: Option<String>,
        pub(crate) source_kind: String,
        pub(crate) source_url: Option<String>,
        pub(crate) status_source_url: Option<String>,
        pub(crate) raw_data: String,
        pub(crate) last_verified_at: i64,
        pub(crate) status_observed_at: i64,
        pub(crate) last_listed_at: i64,
        pub(crate) not_listed_since: Option<i64>,
    }
}

entity! {
    /// Domains: one row for each licence and host, or cell without a host.
    domain = "domains" [serde::Deserialize] {
        #[sea_orm(primary_key)]
        pub(crate) id: String,
        pub(crate) licence_id: String,
        pub(crate) jurisdiction_code: String,
        pub(crate) domain: String,
        pub(crate) host: Option<String>,
        pub(crate) cell: String,
        pub(crate) status_text: Option<String>,
        pub(crate) domain_status: Option<String>,
        pub(crate) domain_association: String,
        pub(crate) verification_url: Option<String>,
        pub(crate) verification_page_status: Option<String>,
        pub(crate) verification_page_read_at: Option<i64>,
        pub(crate) first_seen_at: i64,
        pub(crate) last_listed_at: i64,
        pub(crate) unseen_since: Option<i64>,
    }
}

entity! {
    /// History entries, in the order of recording.
    history = "history" {
        #[sea_orm(primary_key)]
        pub(crate) seq: i64,
        pub(crate) id: String,
        pub(crate) licence_id: String,
        pub(crate) changed_at: i64,
        pub(crate) previous_status: Option<String>,
        pub(crate) new_status: String,
        pub(crate) change_type: String,
        pub(crate) source_url: String,
        pub(crate) detected_by: String,
        pub(crate) note: String,
        pub(crate) snapshot_sha256: Option<String>,
        pub(crate) snapshot_fetched_at: Option<i64>,
        pub(crate) corrected_at: Option<i64>,
        pub(crate) correction_note: Option<String>,
    }
}

entity! {
    /// Enforcement actions.
    regulatory_action = "regulatory_actions" {
        #[sea_orm(primary_key)]
        pub(crate) id: String,
        pub(crate) jurisdiction_code: String,
        pub(crate) identity: String,
        pub(crate) operator_id: Option<String>,
        pub(crate) upstream_id: Option<String>,
        pub(crate) action_type: String,
        pub(crate) outcomes: String,
        pub(crate) fine_amount_cents: Option<i64>,
        pub(crate) fine_currency: Option<String>,
        pub(crate) decision_date: String,
        pub(crate) description: Option<String>,
        pub(crate) source_url: String,
        pub(crate) subject_name: String,
        pub(crate) first_seen_at: i64,
        pub(crate) last_verified_at: i64,
    }
}

entity! {
    /// The applied readings of each register.
    register_reading = "register_readings" {
        #[sea_orm(primary_key)]
        pub(crate) id: i64,
        pub(crate) jurisdiction_code: String,
        pub(crate) read_at: i64,
        pub(crate) snapshot_sha256: String,
        pub(crate) complete: bool,
        pub(crate) source_url: Option<String>,
        pub(crate) source_kind: String,
        pub(crate) licence_count: i64,
        pub(crate) applied_at: i64,
        pub(crate) content_sha256: Option<String>,
    }
}

entity! {
    /// The lease and the last read of each register.
    register_run = "register_runs" {
        #[sea_orm(primary_key)]
        pub(crate) jurisdiction_code: String,
        pub(crate) lease: Option<String>,
        pub(crate) leased_until: Option<i64>,
        pub(crate) started_at: Option<i64>,
        pub(crate) finished_at: Option<i64>,
        pub(crate) error: Option<String>,
        pub(crate) failure: Option<String>,
        pub(crate) validators: String,
    }
}

entity! {
    /// Snapshots: the bytes that readings were made from, compressed.
    snapshot = "snapshots" {
        #[sea_orm(primary_key)]
        pub(crate) sha256: String,
        pub(crate) jurisdiction_code: String,
        pub(crate) fetched_at: i64,
        pub(crate) size: i64,
        pub(crate) gzip: Vec<u8>,
    }
}

entity! {
    /// The last announced coverage of each register.
    coverage_state = "coverage_states" {
        #[sea_orm(primary_key)]
        pub(crate) jurisdiction_code: String,
        pub(crate) status: String,
        pub(crate) changed_at: i64,
    }
}

entity! {
    /// Expiry warnings: one row for each licence, window and date.
    expiry_warning = "expiry_warnings" {
        #[sea_orm(primary_key)]
        pub(crate) licence_id: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) days_ahead: i32,
        #[sea_orm(primary_key)]
        pub(crate) expiry_date: String,
        pub(crate) warned_at: i64,
    }
}

entity! {
    /// The operators that each applied reading changed, by the version that it made.
    catalogue_change = "catalogue_changes" {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) version: i64,
        /// The random name of the state.
        pub(crate) state: String,
        /// The ids, as a JSON list; `None` if they are so many that the catalogue must be built again.
        pub(crate) operators: Option<String>,
    }
}

entity! {
    /// One row: a number that every applied reading raises, and a random name that it replaces.
    catalogue_version = "catalogue_version" {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: i32,
        pub(crate) version: i64,
        pub(crate) state: String,
        /// The rules and the state that the hashes of all operators are of.
        pub(crate) name_hashes_of: Option<String>,
    }
}
