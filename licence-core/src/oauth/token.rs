//! The secrets of a grant. Their prefixes tell them from API keys and from each other.

use crate::secret_token::secret_token;

pub use crate::secret_token::TokenHash;

secret_token! {
    /// The code that a client exchanges for tokens: `lcc_` and 32 random bytes.
    pub struct CodeToken: "lcc_";
}

secret_token! {
    /// The token of calls: `lca_` and 32 random bytes.
    pub struct AccessToken: "lca_";
}

secret_token! {
    /// The token that is exchanged for new ones: `lcr_` and 32 random bytes.
    pub struct RefreshToken: "lcr_";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_token_is_taken_for_another_kind() {
        let access = AccessToken::new([7; 32]);
        assert!(access.reveal().starts_with("lca_") && access.reveal().len() == 47);
        assert_eq!(AccessToken::parse(access.reveal()), Some(access.clone()));
        assert_eq!(RefreshToken::parse(access.reveal()), None);
        assert_eq!(CodeToken::parse(access.reveal()), None);
        assert_eq!(format!("{access:?}"), "AccessToken");
        for text in ["", "lca_", "lic_abc", &access.reveal()[4..], &format!("{}A", access.reveal())]
        {
            assert_eq!(AccessToken::parse(text), None, "{text}");
        }
    }
}
