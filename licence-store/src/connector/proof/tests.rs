use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use licence_core::oauth::jwk::{Algorithm, Jwks};
use licence_core::oauth::{ClientId, ClientMetadata};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};

use super::*;
use crate::StoreOptions;

const PAYLOAD: &str = "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";

/// The examples of RFC 7515, appendices A.2 and A.3.
#[test]
fn the_signatures_of_the_rfc_are_good_and_changed_ones_are_not() {
    let jwks = Jwks::from_value(&json!({"keys": [
        {
            "kty": "RSA", "e": "AQAB",
            "n": "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ",
        },
        {
            "kty": "EC", "crv": "P-256",
            "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
            "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
        },
    ]}));
    for (algorithm, header, signature) in [
        (
            Algorithm::Rs256,
            "eyJhbGciOiJSUzI1NiJ9",
            "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw",
        ),
        (
            Algorithm::Es256,
            "eyJhbGciOiJFUzI1NiJ9",
            "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q",
        ),
    ] {
        let key = jwks.keys(algorithm, None).remove(0);
        let mut signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
        let message = format!("{header}.{PAYLOAD}");
        assert!(is_signed_by(message.as_bytes(), &signature, &key), "{algorithm}");
        assert!(!is_signed_by(PAYLOAD.as_bytes(), &signature, &key), "{algorithm}");
        signature[7] ^= 1;
        assert!(!is_signed_by(message.as_bytes(), &signature, &key), "{algorithm}");
    }
}

/// A key pair, and the set of its public key.
fn key_pair() -> (EcdsaKeyPair, Jwks) {
    let random = SystemRandom::new();
    let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random);
    let document = document.unwrap();
    let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
    let pair = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).unwrap();
    let point = pair.public_key().as_ref();
    let [x, y] = [&point[1..33], &point[33..]].map(|it| URL_SAFE_NO_PAD.encode(it));
    let key = json!({"kty": "EC", "crv": "P-256", "x": x, "y": y});
    let jwks = Jwks::from_value(&json!({"keys": [key]}));
    (pair, jwks)
}

fn proof(pair: &EcdsaKeyPair, claims: &Value) -> Assertion {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let message = format!("{}.{}", part(&json!({"alg": "ES256"})), part(claims));
    let signature = pair.sign(&SystemRandom::new(), message.as_bytes()).unwrap();
    let text = format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature.as_ref()));
    Assertion::parse(&text).unwrap()
}

#[tokio::test]
async fn a_client_with_keys_proves_itself_once_a_proof_and_never_without() {
    let store = Store::open(&StoreOptions::new("sqlite::memory:")).await.unwrap();
    let connector = ConnectorAddress("https://mcp.example".parse().unwrap());
    let now: Timestamp = "2026-11-01T06:00:00Z".parse().unwrap();
    let ((pair, jwks), (stranger, _)) = (key_pair(), key_pair());
    let public = ClientMetadata::new(None, &["https://a.example/cb"]).unwrap();
    let metadata = ClientMetadata { allows_none: false, jwks: Some(jwks), ..public };
    let id = store.add_client(metadata, now).await.unwrap().id;
    let claims = |jti: &str| {
        let exp = now.epoch_seconds() + 60;
        json!({"iss": id, "sub": id, "aud": connector.issuer(), "exp": exp, "jti": jti})
    };
    let first = proof(&pair, &claims("1"));
    for (assertion, is_proven) in [
        (None, false),
        (Some(proof(&stranger, &claims("0"))), false),
        (Some(first.clone()), true),
        (Some(first), false),
        (Some(proof(&pair, &claims("2"))), true),
    ] {
        let sender = Sender { client_id: ClientId(id.0.clone()), assertion };
        let proven = store.prove_client(&sender, &connector, now).await;
        assert_eq!(proven.is_ok(), is_proven, "{:?}", proven.err());
    }
}
