//! An authenticator in software, for passkeys without a browser.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use licence_core::member::MemberId;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};

pub const USER_PRESENT: u8 = 1;
pub const USER_VERIFIED: u8 = 4;
const HAS_KEY: u8 = 64;

/// An authenticator with one passkey.
pub struct Authenticator {
    pub key: EcdsaKeyPair,
    pub id: [u8; 16],
    /// The member that its answers name.
    pub user: MemberId,
    pub flags: u8,
    /// How often it was used, as it says itself; 0 for one that does not count.
    pub uses: u8,
    /// The site that its browser is on.
    pub origin: &'static str,
    /// The site that the passkey is for.
    pub host: &'static str,
}

impl Authenticator {
    /// A passkey of a member for the dashboard at `https://licence.example`.
    pub fn new(id: u8, user: MemberId) -> Self {
        let (algorithm, random) = (&ECDSA_P256_SHA256_ASN1_SIGNING, SystemRandom::new());
        let key = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(algorithm, key.as_ref(), &random).unwrap();
        Self {
            key,
            id: [id; 16],
            user,
            flags: USER_PRESENT | USER_VERIFIED,
            uses: 0,
            origin: "https://licence.example",
            host: "licence.example",
        }
    }

    pub fn id(&self) -> String {
        base64url(&self.id)
    }

    /// What `navigator.credentials.create` gives.
    pub fn create(&self, options: &Value) -> String {
        let id_length = [0, self.id.len() as u8];
        let attested = [&[0; 16][..], &id_length, &self.id, &self.public_key()].concat();
        let data = [self.data(self.flags | HAS_KEY), attested].concat();
        // {"fmt": "none", "attStmt": {}, "authData": data}
        let head = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58";
        let attestation = [&head[..], &[data.len() as u8], &data].concat();
        let client_data = self.client_data("webauthn.create", options);
        self.answer(json!({
            "attestationObject": base64url(&attestation),
            "clientDataJSON": base64url(&client_data),
        }))
    }

    /// What `navigator.credentials.get` gives.
    pub fn get(&self, options: &Value) -> String {
        let data = self.data(self.flags);
        let client_data = self.client_data("webauthn.get", options);
        let signed = [&data, digest(&SHA256, &client_data).as_ref()].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        self.answer(json!({
            "authenticatorData": base64url(&data),
            "clientDataJSON": base64url(&client_data),
            "signature": base64url(signature.as_ref()),
            "userHandle": base64url(self.user.0.as_bytes()),
        }))
    }

    fn answer(&self, response: Value) -> String {
        let (id, extensions) = (self.id(), json!({}));
        json!({
            "id": id, "rawId": id, "type": "public-key",
            "clientExtensionResults": extensions, "response": response,
        })
        .to_string()
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let challenge = options["publicKey"]["challenge"].as_str().unwrap();
        let data = json!({ "type": kind, "challenge": challenge, "origin": self.origin });
        data.to_string().into_bytes()
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let site = digest(&SHA256, self.host.as_bytes());
        [site.as_ref(), &[flags], &[0, 0, 0, self.uses]].concat()
    }

    /// The public key in CBOR: `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`.
    fn public_key(&self) -> Vec<u8> {
        let point = self.key.public_key().as_ref();
        let head = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
        [&head, &point[1..33], &[0x22, 0x58, 0x20], &point[33..]].concat()
    }
}

fn base64url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
