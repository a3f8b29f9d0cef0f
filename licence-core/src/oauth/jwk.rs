//! The public keys of a client (RFC 7517).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::wire_enum::wire_enum;

/// The largest document with keys.
pub const MAX_JWKS_BYTES: usize = 32 * 1024;
const MAX_KEYS: usize = 20;

wire_enum! {
    /// How a proof is signed. The list is ours: a proof that names another algorithm is refused.
    pub enum Algorithm: "algorithm" {
        /// ECDSA on P-256 with SHA-256.
        Es256 = "ES256",
        /// RSA PKCS#1 v1.5 with SHA-256.
        Rs256 = "RS256",
    }
}

/// A key as its client publishes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Jwk {
    kty: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    kid: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alg: Option<String>,
    #[serde(rename = "use", skip_serializing_if = "Option::is_none")]
    purpose: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    crv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    y: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    e: Option<String>,
}

/// The keys of a client.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Jwks {
    keys: Vec<Jwk>,
}

/// A key that checks signatures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PublicKey {
    /// A point of the curve P-256, uncompressed: 65 bytes.
    Es256(Vec<u8>),
    /// Modulus and exponent, big-endian.
    Rs256 {
        /// The modulus, of 2,048 to 8,192 bits.
        n: Vec<u8>,
        /// The exponent.
        e: Vec<u8>,
    },
}

impl Jwks {
    /// Returns the keys of a document; those of other forms are left out.
    pub fn from_value(document: &Value) -> Self {
        let keys = document.get("keys").and_then(Value::as_array).into_iter().flatten();
        let keys = keys.take(MAX_KEYS).filter_map(|key| serde_json::from_value(key.clone()).ok());
        Self { keys: keys.collect() }
    }

    /// Returns the keys for signatures of an algorithm; only the one with this id if one is named.
    pub fn keys(&self, algorithm: Algorithm, id: Option<&str>) -> Vec<PublicKey> {
        let fits = |key: &&Jwk| {
            let is_named = id.is_none() || key.kid.is_none() || key.kid.as_deref() == id;
            let is_for_it = key.alg.as_deref().is_none_or(|alg| alg == algorithm.as_str());
            is_named && is_for_it && key.purpose.as_deref().is_none_or(|it| it == "sig")
        };
        self.keys.iter().filter(fits).filter_map(|key| key.public_key(algorithm)).collect()
    }
}

impl Jwk {
    fn public_key(&self, algorithm: Algorithm) -> Option<PublicKey> {
        let bytes = |text: &Option<String>| URL_SAFE_NO_PAD.decode(text.as_deref()?).ok();
        match (algorithm, self.kty.as_str(), self.crv.as_deref()) {
            (Algorithm::Es256, "EC", Some("P-256")) => {
                let (x, y) = (bytes(&self.x)?, bytes(&self.y)?);
                let point = [vec![4], x, y].concat();
                (point.len() == 65).then_some(PublicKey::Es256(point))
            }
            (Algorithm::Rs256, "RSA", _) => {
                let (n, e) = (bytes(&self.n)?, bytes(&self.e)?);
                (256..=1_024).contains(&n.len()).then_some(PublicKey::Rs256 { n, e })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_keys_that_fit_check_a_signature() {
        let coordinate = URL_SAFE_NO_PAD.encode([1; 32]);
        let modulus = URL_SAFE_NO_PAD.encode([1; 256]);
        let jwks = Jwks::from_value(&json!({"keys": [
            {"kty": "EC", "crv": "P-256", "x": coordinate, "y": coordinate, "kid": "a"},
            {"kty": "EC", "crv": "P-384", "x": coordinate, "y": coordinate, "kid": "a"},
            {"kty": "EC", "crv": "P-256", "x": coordinate, "y": "AQ", "kid": "a"},
            {"kty": "RSA", "n": modulus, "e": "AQAB", "alg": "RS256", "use": "sig"},
            {"kty": "RSA", "n": modulus, "e": "AQAB", "use": "enc"},
            {"kty": "RSA", "n": "AQAB", "e": "AQAB"},
            {"kty": "oct", "k": "AQAB"},
            7,
        ]}));
        for (algorithm, id, count) in [
            (Algorithm::Es256, None, 1),
            (Algorithm::Es256, Some("a"), 1),
            (Algorithm::Es256, Some("b"), 0),
            (Algorithm::Rs256, None, 1),
            (Algorithm::Rs256, Some("any"), 1),
        ] {
            assert_eq!(jwks.keys(algorithm, id).len(), count, "{algorithm} {id:?}");
        }
        assert_eq!(Jwks::from_value(&json!([])), Jwks::default());
    }
}
