use proptest::prelude::*;

use super::*;

fn secret(seed: u8) -> WebhookSecret {
    WebhookSecret::generate(&mut || seed)
}

fn at(day: i64) -> Timestamp {
    Timestamp::from_epoch_millis(day * 86_400_000).unwrap()
}

#[test]
fn a_secret_has_the_form_of_the_decisions() {
    let secret = WebhookSecret::generate(&mut || 0xfb);
    assert_eq!(secret.reveal(), format!("whsec_{}-_s", "-_v7".repeat(10)));
    assert_eq!(WebhookSecret::parse(secret.reveal()), Ok(secret.clone()));
    assert_eq!(format!("{secret:?}"), "WebhookSecret");
    assert!(!format!("{:?}", EndpointSecret::new(secret, at(0))).contains("whsec_"));
}

#[test]
fn other_texts_are_no_secret() {
    let good = secret(7).reveal().to_owned();
    for text in [
        "",
        "whsec_",
        &good[1..],
        &good[..good.len() - 1],
        &format!("{good}="),
        &format!("{good}A"),
        &good.replace("whsec_", "WHSEC_"),
        &good.replace("Bw", "+/"),
    ] {
        assert_eq!(WebhookSecret::parse(text), Err(InvalidSecret), "{text:?}");
    }
}

#[test]
fn the_previous_secret_signs_for_seven_days_more() {
    let first = [EndpointSecret::new(secret(1), at(0))];
    let Rotation { secrets, previous_expires_at } = rotate(&first, secret(2), at(10));
    assert_eq!(previous_expires_at, Some(at(17)));
    let signers = |now: Timestamp| active_at(&secrets, now).cloned().collect::<Vec<_>>();
    let just_before = Timestamp::from_epoch_millis(at(17).epoch_millis() - 1).unwrap();
    assert_eq!(signers(at(10)), [secret(2), secret(1)]);
    assert_eq!(signers(just_before), [secret(2), secret(1)]);
    assert_eq!(signers(at(17)), [secret(2)]);
}

#[test]
fn three_rotations_within_a_week_leave_four_signers() {
    let mut secrets = vec![EndpointSecret::new(secret(0), at(0))];
    for (seed, day) in [(1, 1), (2, 2), (3, 3)] {
        let rotation = rotate(&secrets, secret(seed), at(day));
        assert_eq!(rotation.previous_expires_at, Some(at(day + 7)), "the newest of them");
        secrets = rotation.secrets;
    }
    let signers = |day| active_at(&secrets, at(day)).count();
    assert_eq!([3, 7, 8, 9, 10].map(signers), [4, 4, 3, 2, 1]);
}

#[test]
fn a_header_never_outgrows_what_receivers_take() {
    let mut secrets = Vec::new();
    for seed in 0..100 {
        secrets = rotate(&secrets, secret(seed), at(1)).secrets;
    }
    assert_eq!(secrets.len(), MAX_SIGNERS);
    assert_eq!(secrets[0].secret, secret(99));
    assert!(secrets.iter().all(|kept| (80..100).any(|seed| kept.secret == secret(seed))));
}

#[test]
fn without_an_active_secret_there_is_no_previous_one() {
    let mut expired = EndpointSecret::new(secret(1), at(0));
    expired.expires_at = Some(at(5));
    for secrets in [vec![], vec![expired]] {
        let rotation = rotate(&secrets, secret(2), at(5));
        assert_eq!(rotation.previous_expires_at, None);
        assert_eq!(rotation.secrets, [EndpointSecret::new(secret(2), at(5))]);
    }
}

proptest! {
    #[test]
    fn exactly_one_secret_never_expires(days in prop::collection::vec(0_i64..10, 0..20)) {
        let mut secrets = Vec::new();
        let mut day = 0;
        for (seed, step) in (0..).zip(days) {
            day += step;
            secrets = rotate(&secrets, secret(seed), at(day)).secrets;
            prop_assert_eq!(secrets.iter().filter(|s| s.expires_at.is_none()).count(), 1);
            prop_assert_eq!(&secrets[0].secret, &secret(seed));
            prop_assert_eq!(active_at(&secrets, at(day)).count(), secrets.len());
        }
    }
}
