//! Signing secrets and their rotation (specification 3.3, decisions 3).
//!
//! Only the twenty newest secrets of an endpoint sign a delivery, because receivers refuse longer
//! headers.

use std::fmt;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use subtle::ConstantTimeEq;
use thiserror::Error;
use zeroize::Zeroizing;

use crate::time::Timestamp;

/// What every secret begins with.
pub const PREFIX: &str = "whsec_";
const RANDOM_BYTES: usize = 32;
/// How long a secret still signs after its rotation.
pub const OVERLAP: Duration = Duration::from_secs(7 * 86_400);

/// A signing secret: `whsec_` and 32 random bytes as unpadded base64url. The whole text is the key.
/// Only [`WebhookSecret::reveal`] returns it, so that no log shows it. Its memory is overwritten
/// when it is dropped.
#[derive(Clone)]
pub struct WebhookSecret(Zeroizing<String>);

impl PartialEq for WebhookSecret {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

impl Eq for WebhookSecret {}

/// The text is not a secret. The error does not show it, because it may be one with a typing error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a webhook secret: whsec_ and 43 characters of base64url")]
pub struct InvalidSecret;

impl WebhookSecret {
    /// Returns a new secret, made from random bytes.
    pub fn generate(random_byte: &mut dyn FnMut() -> u8) -> Self {
        let bytes: Zeroizing<[u8; RANDOM_BYTES]> = std::array::from_fn(|_| random_byte()).into();
        let random = Zeroizing::new(URL_SAFE_NO_PAD.encode(*bytes));
        Self([PREFIX, &random].concat().into())
    }

    /// Parses a secret in the form in which it was shown.
    ///
    /// # Errors
    /// [`InvalidSecret`] for any other text.
    pub fn parse(text: &str) -> Result<Self, InvalidSecret> {
        let random = text.strip_prefix(PREFIX).and_then(|rest| URL_SAFE_NO_PAD.decode(rest).ok());
        match random.map(Zeroizing::new) {
            Some(bytes) if bytes.len() == RANDOM_BYTES => Ok(Self(text.to_owned().into())),
            _ => Err(InvalidSecret),
        }
    }

    /// Returns the text, which is shown once and is the key of every signature.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret")
    }
}

impl<'de> Deserialize<'de> for WebhookSecret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// Writes the text of a secret, in the answers that show it once.
pub(super) fn revealed<'s, S: Serializer>(
    secret: impl Into<Option<&'s WebhookSecret>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    secret.into().map(WebhookSecret::reveal).serialize(serializer)
}

/// A secret of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointSecret {
    /// The secret.
    pub secret: WebhookSecret,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it stops signing; `None` until it is rotated.
    pub expires_at: Option<Timestamp>,
}

impl EndpointSecret {
    /// Returns the first secret of an endpoint, or the one it is rotated to.
    pub fn new(secret: WebhookSecret, created_at: Timestamp) -> Self {
        Self { secret, created_at, expires_at: None }
    }

    /// Returns whether it signs at an instant.
    pub fn is_active_at(&self, now: Timestamp) -> bool {
        self.expires_at.is_none_or(|expires_at| now < expires_at)
    }
}

/// Returns the secrets that sign at an instant, in their order.
pub fn active_at(
    secrets: &[EndpointSecret],
    now: Timestamp,
) -> impl Iterator<Item = &WebhookSecret> + Clone {
    secrets.iter().filter(move |secret| secret.is_active_at(now)).map(|secret| &secret.secret)
}

/// The result of a rotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rotation {
    /// The secrets that still sign, the new one first, newest first.
    pub secrets: Vec<EndpointSecret>,
    /// When the last of the previous ones expires; `None` when none was active.
    pub previous_expires_at: Option<Timestamp>,
}

/// The most secrets that sign at once. Each signature takes 68 characters of a header, and
/// receivers accept a few thousand.
pub const MAX_SIGNERS: usize = 20;

/// Makes a new secret the active one. The previous one signs for [`OVERLAP`] more, one that already
/// expires keeps its end, and an expired one is dropped. The oldest beyond [`MAX_SIGNERS`] are
/// dropped too.
pub fn rotate(secrets: &[EndpointSecret], new: WebhookSecret, now: Timestamp) -> Rotation {
    let end = now.later_by(OVERLAP);
    let still_active = secrets.iter().filter(|secret| secret.is_active_at(now)).cloned();
    let mut previous: Vec<_> = still_active
        .map(|secret| EndpointSecret { expires_at: secret.expires_at.or(Some(end)), ..secret })
        .collect();
    previous.sort_by_key(|secret| std::cmp::Reverse(secret.created_at));
    previous.truncate(MAX_SIGNERS - 1);
    let previous_expires_at = previous.iter().filter_map(|secret| secret.expires_at).max();
    previous.insert(0, EndpointSecret::new(new, now));
    Rotation { secrets: previous, previous_expires_at }
}

#[cfg(test)]
mod tests {
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
}
