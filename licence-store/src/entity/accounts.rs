//! The tables of accounts, of what they use and keep, and of who changed what.

entity! {
    /// Accounts.
    account = "accounts" {
        #[sea_orm(primary_key)]
        pub(crate) id: String,
        pub(crate) name: String,
        pub(crate) plan: String,
        pub(crate) created_at: i64,
    }
}

entity! {
    /// API keys: only their hashes.
    api_key = "api_keys" {
        #[sea_orm(primary_key)]
        pub(crate) id: String,
        pub(crate) account_id: String,
        pub(crate) label: String,
        pub(crate) hash: String,
        pub(crate) hint: String,
        pub(crate) created_at: i64,
        pub(crate) last_used_at: Option<i64>,
        pub(crate) revoked_at: Option<i64>,
        pub(crate) expires_at: Option<i64>,
        /// A JSON array of CIDR notations; null when there are none.
        pub(crate) networks: Option<String>,
        pub(crate) last_characters: Option<String>,
    } Account(account) by AccountId
}

entity! {
    /// One row: a number that every change of a key or of an account's plan raises.
    key_version = "key_version" {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: i32,
        pub(crate) version: i64,
    }
}

entity! {
    /// A server that answers about keys from memory.
    key_lease = "key_leases" {
        #[sea_orm(primary_key)]
        pub(crate) server: String,
        /// The newest version of the keys that the server acknowledges.
        pub(crate) version: i64,
        /// In epoch milliseconds of the database's clock.
        pub(crate) ends_at: i64,
    }
}

entity! {
    /// The use of a limit in one of its windows.
    usage = "usage" {
        /// The account, or the key, that is limited.
        #[sea_orm(primary_key)]
        pub(crate) subject_id: String,
        #[sea_orm(primary_key)]
        pub(crate) limit_name: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) window_start: i64,
        pub(crate) used: i64,
    }
}

entity! {
    /// The requests of an account in one UTC day, by key and class of routes.
    usage_day = "usage_days" {
        #[sea_orm(primary_key)]
        pub(crate) account_id: String,
        /// `YYYY-MM-DD`.
        #[sea_orm(primary_key)]
        pub(crate) day: String,
        /// Empty for the account's members.
        #[sea_orm(primary_key)]
        pub(crate) key_id: String,
        #[sea_orm(primary_key)]
        pub(crate) route_class: String,
        pub(crate) answered: i64,
        pub(crate) refused: i64,
        pub(crate) failed: i64,
    }
}

entity! {
    /// The refused and failed requests of an account in one hour, by route, reason and key.
    refusal = "refusals" {
        #[sea_orm(primary_key)]
        pub(crate) account_id: String,
        /// The first instant of the hour.
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) hour: i64,
        #[sea_orm(primary_key)]
        pub(crate) route: String,
        #[sea_orm(primary_key)]
        pub(crate) code: String,
        #[sea_orm(primary_key)]
        pub(crate) reason: String,
        /// Empty for the account's members.
        #[sea_orm(primary_key)]
        pub(crate) key_id: String,
        pub(crate) count: i64,
        pub(crate) last_at: i64,
        pub(crate) last_request_id: String,
    }
}

entity! {
    /// Watched operators: one row for each account and operator.
    watchlist_entry = "watchlist_entries" {
        #[sea_orm(primary_key)]
        pub(crate) id: i64,
        pub(crate) account_id: String,
        pub(crate) operator_id: String,
        pub(crate) added_at: i64,
    }
}

entity! {
    /// Records of checks that members saved.
    evidence = "evidence" {
        /// 128 random bits in hexadecimal digits.
        #[sea_orm(primary_key)]
        pub(crate) id: String,
        pub(crate) account_id: String,
        pub(crate) member_id: String,
        pub(crate) question: String,
        /// The JSON of the answer, byte for byte.
        pub(crate) answer: String,
        pub(crate) sha256: String,
        pub(crate) created_at: i64,
        pub(crate) revoked_at: Option<i64>,
    }
}

entity! {
    /// The audit log. The database refuses to change or remove a row.
    audit_entry = "audit_entries" {
        #[sea_orm(primary_key)]
        pub(crate) id: i64,
        pub(crate) at: i64,
        pub(crate) actor: String,
        pub(crate) action: String,
        pub(crate) subject: String,
        pub(crate) account_id: Option<String>,
        pub(crate) outcome: String,
        pub(crate) reason: Option<String>,
        /// A JSON object.
        pub(crate) details: String,
    }
}

entity! {
    /// One row: a random name that distinguishes this database from others that share a cache.
    instance = "instance" {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: i32,
        pub(crate) name: String,
    }
}
