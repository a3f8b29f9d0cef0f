use serde_json::json;

use super::*;

fn text(header: &Value, claims: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}.{}", part(header), part(claims), URL_SAFE_NO_PAD.encode([1; 64]))
}

fn claims() -> Value {
    json!({"iss": "reg-1", "sub": "reg-1", "aud": "https://mcp.example", "exp": 1_300, "jti": "1"})
}

#[test]
fn only_our_algorithms_are_read() {
    for (header, is_read) in [
        (json!({"alg": "ES256"}), true),
        (json!({"alg": "RS256", "kid": "a", "typ": "JWT"}), true),
        (json!({"alg": "none"}), false),
        (json!({"alg": "HS256"}), false),
        (json!({"alg": "PS256"}), false),
        (json!({"alg": "es256"}), false),
        (json!({"alg": "ES256", "crit": ["b64"]}), false),
        (json!({}), false),
    ] {
        assert_eq!(Assertion::parse(&text(&header, &claims())).is_ok(), is_read, "{header}");
    }
    for bad in ["", "..", "a.b", "e30.e30.", &format!("{}.e30.e30", "a".repeat(5_000))] {
        assert!(Assertion::parse(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_proof_is_by_the_client_for_us_and_for_five_minutes() {
    let connector = ConnectorAddress("https://mcp.example".parse().unwrap());
    let now = Timestamp::from_epoch_millis(1_000_000).unwrap();
    for (member, value, is_good) in [
        ("exp", json!(1_300), true),
        ("exp", json!(1_301), false),
        ("exp", json!(1_000), false),
        ("exp", json!(i64::MAX), false),
        ("exp", json!(i64::MIN), false),
        ("aud", json!("https://mcp.example/token"), true),
        ("aud", json!(["https://other.example", "https://mcp.example"]), true),
        ("aud", json!("https://mcp.example/"), false),
        ("aud", json!("https://other.example"), false),
        ("aud", json!([]), false),
        ("iss", json!("reg-2"), false),
        ("sub", json!("reg-2"), false),
        ("nbf", json!(1_060), true),
        ("nbf", json!(1_061), false),
        ("iat", json!(1_061), false),
        ("jti", json!(""), false),
        ("jti", json!("x".repeat(201)), false),
    ] {
        let mut claims = claims();
        claims[member] = value.clone();
        let proof = Assertion::parse(&text(&json!({"alg": "ES256"}), &claims)).unwrap();
        let checked = proof.check_claims(&ClientId("reg-1".to_owned()), &connector, now);
        assert_eq!(checked.is_ok(), is_good, "{member} {value}");
        let _ = proof.expires_at();
    }
    for member in ["iss", "sub", "aud", "exp", "jti"] {
        let mut claims = claims();
        claims.as_object_mut().unwrap().remove(member);
        assert!(Assertion::parse(&text(&json!({"alg": "ES256"}), &claims)).is_err(), "{member}");
    }
}
