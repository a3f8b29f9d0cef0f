//! Signatures against vectors of an independent signer, and what verification refuses.

use proptest::prelude::*;

use super::*;

const FIRST: &str = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
const SECOND: &str = "whsec_-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s";
const BODY: &str = r#"{"event":"license.status_changed","livemode":true}"#;
const SIGNED_AT: i64 = 1_793_512_800;

/// Headers that `stripe` 16.1.0 (PyPI) made and accepted:
///
///     header = stripe.WebhookSignature.generate_signature_header(body, secret, t)
///     stripe.WebhookSignature.verify_header(body, header, secret)
const VECTORS: [(&str, i64, &str, &str); 4] = [
    (
        FIRST,
        SIGNED_AT,
        BODY,
        "t=1793512800,v1=0a1ab48ffd7c92ec7f8b08039285f4196555c7e00c099cc94e2f1f7647c60e7c",
    ),
    (
        FIRST,
        SIGNED_AT,
        "",
        "t=1793512800,v1=edf1b20adc7bff023d1f04841146df455c5b919da04321421218e55730edbe26",
    ),
    (
        SECOND,
        1,
        "{\"name\":\"Bücher ♠ Spiel 🎰\"}\n",
        "t=1,v1=1ffa04a9706bae60802fafbefe203461f6d95ac6f767e1e527411d6152e23062",
    ),
    (
        SECOND,
        4_102_444_800,
        r#" { "data" : [1, 2.50, null] } "#,
        "t=4102444800,v1=d6d7f4b6c41b147df8f0cbb7135d171f106c492d140c580651b0a891e9c8ad5c",
    ),
];

/// The first body under both secrets; `verify_header` accepts it with either and refuses others.
const BOTH: &str = "t=1793512800,\
    v1=0a1ab48ffd7c92ec7f8b08039285f4196555c7e00c099cc94e2f1f7647c60e7c,\
    v1=8055ac0fb0406a173946c525049e3db7853b71d7507408f9e47bddfbb8b89222";

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_epoch_millis(seconds * 1000).unwrap()
}

fn verified(header: &str, secrets: &[&str], now: i64) -> Result<(), SignatureError> {
    verify(BODY.as_bytes(), header, secrets.iter().copied(), at(now), TOLERANCE)
}

#[test]
fn an_empty_secret_matches_nothing() {
    let now = "2026-11-01T06:00:00Z".parse().unwrap();
    let forged = sign(BODY.as_bytes(), [""], now);
    let verified = verify(BODY.as_bytes(), &forged, ["", FIRST], now, TOLERANCE);
    assert_eq!(verified, Err(SignatureError::NoMatch));
}

#[test]
fn signatures_are_those_of_an_independent_signer() {
    for (secret, seconds, body, header) in VECTORS {
        assert_eq!(sign(body.as_bytes(), [secret], at(seconds)), header);
        let verdict = verify(body.as_bytes(), header, [secret], at(seconds), TOLERANCE);
        assert_eq!(verdict, Ok(()), "{header}");
    }
    assert_eq!(sign(BODY.as_bytes(), [FIRST, SECOND], at(SIGNED_AT)), BOTH);
}

#[test]
fn one_match_is_enough() {
    for secrets in [&[FIRST][..], &[SECOND], &["whsec_other", SECOND], &[FIRST, SECOND]] {
        assert_eq!(verified(BOTH, secrets, SIGNED_AT), Ok(()), "{secrets:?}");
    }
    for secrets in [&[][..], &["whsec_other"], &[""], &[&FIRST[6..]]] {
        assert_eq!(verified(BOTH, secrets, SIGNED_AT), Err(SignatureError::NoMatch), "{secrets:?}");
    }
}

#[test]
fn the_tolerance_holds_both_ways() {
    for (seconds, accepted) in [(-301, false), (-300, true), (0, true), (300, true), (301, false)] {
        let verdict = verified(BOTH, &[FIRST], SIGNED_AT + seconds);
        assert_eq!(verdict.is_ok(), accepted, "{seconds}: {verdict:?}");
    }
    let late = verified(BOTH, &[FIRST], SIGNED_AT + 301).unwrap_err();
    assert_eq!(
        late.to_string(),
        "the signature was made at 1793512800 (epoch seconds), 301 seconds from now \
         (1793513101); at most 300 are allowed"
    );
    let farthest = format!("t={},v1={}", i64::MIN, "00".repeat(32));
    assert!(matches!(
        verified(&farthest, &[FIRST], SIGNED_AT),
        Err(SignatureError::OutsideTolerance { .. })
    ));
}

#[test]
fn other_schemes_and_spaces_are_passed_over() {
    let (time, signatures) = BOTH.split_once(',').unwrap();
    for header in [
        format!("{time},v0=abc,{signatures},v2=def"),
        format!("{signatures},{time}"),
        format!("{time}, {}", signatures.replace(',', ", ")),
        format!("{time},,x,v1=zz,v1=,{signatures}"),
        BOTH.replace("0a1a", "0A1A"),
    ] {
        assert_eq!(verified(&header, &[FIRST], SIGNED_AT), Ok(()), "{header}");
    }
}

#[test]
fn headers_of_another_form_are_refused() {
    let (time, signatures) = BOTH.split_once(',').unwrap();
    for (header, message) in [
        ("", r#""" is not a signature header (t=<epoch seconds>,v1=<hex>): it has no t"#),
        (signatures, "it has no t"),
        (&format!("{time},{BOTH}"), "it has more than one t"),
        ("t=,v1=00", "its t is not a whole number"),
        ("t=+1,v1=00", "its t is not a whole number"),
        ("t=1.5,v1=00", "its t is not a whole number"),
        ("t=99999999999999999999,v1=00", "its t is not a whole number"),
        (&format!("{time},{}", "v1=0,".repeat(4_000)), "longer than 16,384 bytes"),
        (time, "the signature header has no v1 signature"),
        (&format!("{time},v0=00"), "the signature header has no v1 signature"),
        (&format!("{time},v1="), "no v1 signature matches"),
        (&format!("{time},v1={}", "0".repeat(64)), "no v1 signature matches"),
        (&BOTH[..BOTH.len() - 70], "no v1 signature matches"),
    ] {
        let error = verified(header, &[SECOND], SIGNED_AT).unwrap_err().to_string();
        assert!(error.contains(message), "{header:?}: {error}");
    }
}

proptest! {
    #[test]
    fn what_was_signed_is_verified_and_nothing_else(
        body in prop::collection::vec(any::<u8>(), 0..200),
        secrets in prop::collection::vec("whsec_[A-Za-z0-9_-]{1,60}", 1..4),
        flipped in any::<prop::sample::Index>(),
        seconds in 0_i64..4_000_000_000,
    ) {
        let header = sign(&body, secrets.iter().map(String::as_str), at(seconds));
        for secret in &secrets {
            prop_assert!(verify(&body, &header, [secret.as_str()], at(seconds), TOLERANCE).is_ok());
        }
        let mut changed = body.clone();
        changed.push(0);
        let flipped = flipped.index(changed.len());
        changed[flipped] ^= 1;
        let verdict = verify(&changed, &header, [secrets[0].as_str()], at(seconds), TOLERANCE);
        prop_assert_eq!(verdict, Err(SignatureError::NoMatch));
    }

    #[test]
    fn no_header_panics(header in "[tv1=,0-9a-f \\-é]{0,200}") {
        let _ = verified(&header, &[FIRST], SIGNED_AT);
    }
}
