use super::*;

const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

fn start() -> Timestamp {
    "2026-11-01T06:00:00Z".parse().unwrap()
}

fn after(seconds: u64) -> Timestamp {
    start().later_by(Duration::from_secs(seconds))
}

#[test]
fn a_code_is_for_its_client_its_address_its_proof_and_a_minute() {
    let terms = CodeTerms {
        client_id: ClientId("reg-1".to_owned()),
        redirect_uri: "https://a.example/cb".to_owned(),
        challenge: Challenge::parse("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM").unwrap(),
        expires_at: start().later_by(CODE_LIFETIME),
    };
    let same = Some("https://a.example/cb");
    for (client, redirect, verifier, seconds, is_allowed) in [
        ("reg-1", same, VERIFIER, 0, true),
        ("reg-1", None, VERIFIER, 59, true),
        ("reg-1", same, VERIFIER, 60, false),
        ("reg-2", same, VERIFIER, 0, false),
        ("reg-1", Some("https://a.example/cb/"), VERIFIER, 0, false),
        ("reg-1", same, "", 0, false),
        ("reg-1", same, &VERIFIER[1..], 0, false),
        ("reg-1", same, &"a".repeat(43), 0, false),
    ] {
        let client = ClientId(client.to_owned());
        let checked = terms.check_exchange(&client, redirect, verifier, after(seconds));
        assert_eq!(checked.is_ok(), is_allowed, "{client} {redirect:?} {verifier} {seconds}");
    }
}

#[test]
fn a_refresh_token_works_eight_times_in_two_minutes_and_then_betrays_a_thief() {
    use RefreshUse::{Refused, Renews, Reused};
    const DAY: u64 = 86_400;
    for (first_use, uses, now, expected) in [
        (0, 1, 0, Renews),
        (29 * DAY, 1, 29 * DAY, Renews),
        (30 * DAY, 1, 30 * DAY, Refused),
        (0, 2, 119, Renews),
        (0, 8, 119, Renews),
        (0, 9, 119, Refused),
        (0, 2, 120, Reused),
        (0, 9, 120, Reused),
        (0, 2, 30 * DAY, Refused),
    ] {
        let expires_at = after(30 * DAY);
        let found = judge_refresh(expires_at, after(first_use), uses, after(now));
        assert_eq!(found, expected, "first {first_use}, use {uses}, at {now}");
    }
}

#[test]
fn no_token_outlives_its_grant() {
    const DAY: u64 = 86_400;
    let ends = after(90 * DAY);
    for (hours, now, access, refresh) in [
        (1, 0, 3_600, 30 * DAY),
        (24, 0, DAY, 30 * DAY),
        (1, 60 * DAY, 60 * DAY + 3_600, 90 * DAY),
        (1, 90 * DAY - 60, 90 * DAY, 90 * DAY),
        (24, 89 * DAY + 1, 90 * DAY, 90 * DAY),
    ] {
        let lifetime = hours.to_string().parse().unwrap();
        assert_eq!(token_ends(ends, lifetime, after(now)), (after(access), after(refresh)));
    }
}
