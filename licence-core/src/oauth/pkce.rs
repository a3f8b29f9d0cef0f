//! Proof that who exchanges a code is who asked for it (RFC 7636, method S256).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The challenge of an authorization request: the SHA-256 of a secret of the client, as 43 characters
/// of base64url.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge(String);

impl Challenge {
    /// Returns the challenge; `None` for another form.
    pub fn parse(text: &str) -> Option<Self> {
        let is_hash = URL_SAFE_NO_PAD.decode(text).is_ok_and(|hash| hash.len() == 32);
        is_hash.then(|| Self(text.to_owned()))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether a verifier has the form that RFC 7636 asks for, and this challenge as its hash.
    pub fn is_met_by(&self, verifier: &str) -> bool {
        let is_unreserved = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        let is_well_formed =
            (43..=128).contains(&verifier.len()) && verifier.bytes().all(is_unreserved);
        let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
        is_well_formed && bool::from(hash.as_bytes().ct_eq(self.0.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verifier_of_the_rfc_meets_its_challenge_and_no_other() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        let challenge = Challenge::parse("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM").unwrap();
        assert!(challenge.is_met_by(verifier));
        for other in ["", &verifier[1..], &format!("{verifier}k"), &verifier.to_uppercase()] {
            assert!(!challenge.is_met_by(other), "{other}");
        }
    }

    #[test]
    fn the_form_of_challenge_and_verifier_is_checked() {
        for text in [&"a".repeat(42), &"a".repeat(44), &"+".repeat(43), "", &"=".repeat(43)] {
            assert_eq!(Challenge::parse(text), None, "{text}");
        }
        for (verifier, is_allowed) in [
            ("a".repeat(42), false),
            ("a".repeat(43), true),
            ("~".repeat(128), true),
            ("a".repeat(129), false),
            (format!("{} ", "a".repeat(43)), false),
            (format!("{}é", "a".repeat(43)), false),
        ] {
            let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
            let challenge = Challenge::parse(&hash).unwrap();
            assert_eq!(challenge.is_met_by(&verifier), is_allowed, "{verifier}");
        }
    }
}
