//! The site of passkeys in a build without them: it has no value.

use licence_core::member::Member;

use super::{InvalidPasskeySite, NewChallenge, NewCredential, UsedCredential};

/// The site that passkeys belong to. This build has none.
#[derive(Clone, Debug)]
pub enum PasskeySite {}

impl PasskeySite {
    /// Returns no site.
    ///
    /// # Errors
    /// [`InvalidPasskeySite::NotBuilt`].
    pub fn new(_dashboard_url: &str) -> Result<Self, InvalidPasskeySite> {
        Err(InvalidPasskeySite::NotBuilt)
    }

    pub(super) fn start_registration(
        &self,
        _member: &Member,
        _account_name: &str,
        _credentials: &[String],
    ) -> Result<NewChallenge, String> {
        match *self {}
    }

    pub(super) fn finish_registration(
        &self,
        _state: &str,
        _answer: &str,
    ) -> Result<NewCredential, String> {
        match *self {}
    }

    pub(super) fn start_sign_in(&self) -> Result<NewChallenge, String> {
        match *self {}
    }

    pub(super) fn finish_sign_in(
        &self,
        _state: &str,
        _answer: &str,
        _credential: &str,
    ) -> Result<UsedCredential, String> {
        match *self {}
    }
}
