//! A macro for secrets that are shown once and looked up by their hash.

use sha2::{Digest, Sha256};

/// How many random bytes a token has.
pub(crate) const TOKEN_BYTES: usize = 32;

/// The SHA-256 of a token. Only the hash is stored, and a token is looked up by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    pub(crate) fn new(text: &str) -> Self {
        Self(Sha256::digest(text.as_bytes()).into())
    }
}

impl std::fmt::Display for TokenHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::hex::hex(&self.0))
    }
}

/// Makes a type of token: 32 random bytes as unpadded base64url, after a prefix if one is given. Each
/// use has a type of its own, so that no token opens what another is for. There is no `Display`, and
/// `Debug` hides the text.
macro_rules! secret_token {
    ($(#[doc = $doc:literal])* pub struct $name:ident;) => {
        $crate::secret_token::secret_token! { $(#[doc = $doc])* pub struct $name: ""; }
    };
    ($(#[doc = $doc:literal])* pub struct $name:ident: $prefix:literal;) => {
        $(#[doc = $doc])*
        ///
        /// Only `reveal` returns the text, so that no log shows it. Its memory is overwritten when
        /// it is dropped.
        #[derive(Clone, PartialEq, Eq)]
        pub struct $name(zeroize::Zeroizing<String>);

        impl $name {
            /// Returns the token of random bytes.
            pub fn new(random: [u8; $crate::secret_token::TOKEN_BYTES]) -> Self {
                use base64::Engine;
                let random = zeroize::Zeroizing::new(random);
                let text = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(*random);
                let text = zeroize::Zeroizing::new(text);
                Self(format!("{}{}", $prefix, *text).into())
            }

            /// Returns the token that a request carries; `None` for a text that does not have the
            /// form of a token.
            pub fn parse(text: &str) -> Option<Self> {
                use base64::Engine;
                // A longer text is not worth decoding.
                let random = text.strip_prefix($prefix).filter(|it| it.len() == 43)?;
                base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(random).ok().map(|random| {
                    drop(zeroize::Zeroizing::new(random));
                    Self(text.to_owned().into())
                })
            }

            /// Returns the text, to be shown once.
            pub fn reveal(&self) -> &str {
                &self.0
            }

            /// Returns the hash, which is stored instead of the token.
            pub fn hash(&self) -> $crate::secret_token::TokenHash {
                $crate::secret_token::TokenHash::new(&self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($name))
            }
        }
    };
}

pub(crate) use secret_token;

#[cfg(test)]
mod tests {
    secret_token! {
        /// A token of a test.
        pub struct TestToken;
    }

    #[test]
    fn a_token_has_256_bits_and_shows_them_only_when_asked() {
        let token = TestToken::new([251; 32]);
        assert_eq!(token.reveal(), format!("{}-_s", "-_v7".repeat(10)));
        assert_eq!(TestToken::parse(token.reveal()), Some(token.clone()));
        assert_eq!(format!("{token:?}"), "TestToken");
        assert_eq!(TestToken::parse(token.reveal()).unwrap().hash(), token.hash());
        assert_ne!(TestToken::new([250; 32]).hash(), token.hash());
        let known = TestToken::new([0; 32]).hash().to_string();
        assert_eq!(known.len(), 64);
        assert!(known.bytes().all(|digit| digit.is_ascii_hexdigit()), "{known}");
    }

    #[test]
    fn what_is_no_token_is_not_looked_up() {
        let token = TestToken::new([7; 32]);
        let good = token.reveal();
        for text in
            ["", &good[1..], &format!("{good}A"), &format!("{good}="), &good.replacen('B', "/", 1)]
        {
            assert_eq!(TestToken::parse(text), None, "{text:?}");
        }
        // The last character carries four bits: another one would be a second text of one token.
        assert_eq!(TestToken::parse(&format!("{}d", &good[..42])), None);
    }
}
