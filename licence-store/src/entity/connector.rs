//! The tables of the connector for AI assistants.

entity! {
    /// Clients of the connector.
    oauth_client = "oauth_clients" {
        #[sea_orm(primary_key)]
        pub(crate) id: String,
        pub(crate) kind: String,
        pub(crate) metadata: String,
        pub(crate) created_at: i64,
        pub(crate) last_used_at: i64,
        pub(crate) fetched_at: Option<i64>,
        pub(crate) fresh_until: Option<i64>,
    }
}

entity! {
    /// What members let clients of the connector do.
    oauth_grant = "oauth_grants" {
        #[sea_orm(primary_key)]
        pub(crate) id: String,
        pub(crate) account_id: String,
        pub(crate) member_id: String,
        pub(crate) client_id: String,
        pub(crate) client_kind: String,
        pub(crate) client_name: Option<String>,
        pub(crate) redirect_uri: String,
        pub(crate) resource: String,
        pub(crate) scopes: String,
        pub(crate) created_at: i64,
        pub(crate) ends_at: i64,
        pub(crate) last_used_at: Option<i64>,
    } Member(member) by MemberId, Account(account) by AccountId
}

entity! {
    /// Codes that clients exchange for tokens: only their hashes.
    oauth_code = "oauth_codes" {
        #[sea_orm(primary_key)]
        pub(crate) token_sha256: String,
        pub(crate) grant_id: String,
        pub(crate) account_id: String,
        pub(crate) member_id: String,
        pub(crate) client_id: String,
        pub(crate) redirect_uri: String,
        pub(crate) resource: String,
        pub(crate) challenge: String,
        pub(crate) scopes: String,
        pub(crate) expires_at: i64,
        pub(crate) used_at: Option<i64>,
    }
}

entity! {
    /// The tokens of grants: only their hashes.
    oauth_token = "oauth_tokens" {
        #[sea_orm(primary_key)]
        pub(crate) token_sha256: String,
        pub(crate) grant_id: String,
        pub(crate) kind: String,
        pub(crate) expires_at: i64,
        pub(crate) uses: i32,
        pub(crate) first_used_at: Option<i64>,
    }
}

entity! {
    /// Proofs of clients that were used.
    oauth_assertion = "oauth_assertions" {
        #[sea_orm(primary_key)]
        pub(crate) sha256: String,
        pub(crate) expires_at: i64,
    }
}
