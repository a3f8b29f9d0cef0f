//! The tables of members, and of how they sign in.

entity! {
    /// The members of accounts.
    member = "members" {
        #[sea_orm(primary_key)]
        pub(crate) id: String,
        pub(crate) account_id: String,
        pub(crate) name: String,
        pub(crate) role: String,
        pub(crate) created_at: i64,
        pub(crate) last_seen_at: Option<i64>,
        pub(crate) disabled_at: Option<i64>,
    } Account(account) by AccountId
}

entity! {
    /// Invitations and sign-in links that can still be used: only the hashes of their secrets.
    invitation = "invitations" {
        #[sea_orm(primary_key)]
        pub(crate) id: String,
        pub(crate) account_id: String,
        /// The member who signs in; null for an invitation.
        pub(crate) member_id: Option<String>,
        pub(crate) kind: String,
        pub(crate) name: String,
        pub(crate) role: String,
        pub(crate) token_sha256: String,
        pub(crate) made_by: String,
        pub(crate) created_at: i64,
        pub(crate) expires_at: i64,
    } Account(account) by AccountId, Member(member) by MemberId
}

entity! {
    /// The sessions of members that were not ended: only the hashes of their secrets.
    session = "sessions" {
        #[sea_orm(primary_key)]
        pub(crate) id: String,
        pub(crate) member_id: String,
        pub(crate) token_sha256: String,
        pub(crate) created_at: i64,
        pub(crate) seen_at: i64,
        pub(crate) proven_at: i64,
        pub(crate) browser: String,
        pub(crate) address: String,
        pub(crate) proven_by: String,
    } Member(member) by MemberId
}

entity! {
    /// The passkeys of members, with their public keys.
    passkey = "passkeys" {
        #[sea_orm(primary_key)]
        pub(crate) id: String,
        pub(crate) member_id: String,
        /// The id that the authenticator gave, as base64url.
        pub(crate) credential_id: String,
        /// The public key and what is known of the authenticator, as JSON.
        pub(crate) credential: String,
        pub(crate) label: String,
        pub(crate) created_at: i64,
        pub(crate) last_used_at: Option<i64>,
    } Member(member) by MemberId
}

entity! {
    /// The challenges that browsers were given and have not answered yet.
    ceremony = "ceremonies" {
        #[sea_orm(primary_key)]
        pub(crate) token_sha256: String,
        /// The member who adds a passkey; null for a sign-in, whose answer names the member.
        pub(crate) member_id: Option<String>,
        /// The state of the ceremony as JSON. It never goes to the browser.
        pub(crate) state: String,
        pub(crate) expires_at: i64,
    }
}
