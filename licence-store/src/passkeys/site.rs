//! The site that passkeys belong to: asks browsers, and verifies their answers.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use licence_core::member::Member;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use url::Url;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Webauthn, WebauthnBuilder,
};

use super::{InvalidPasskeySite, NewChallenge, NewCredential, UsedCredential};

/// What browsers call the service.
const NAME: &str = "Licence verification";

/// The reason in the audit log for an answer that cannot be parsed. It repeats nothing of the
/// answer, which anybody can send.
const MALFORMED: &str = "the answer is not what a browser sends";

/// The site that passkeys belong to: the host name and origin of the dashboard.
#[derive(Clone)]
pub struct PasskeySite {
    webauthn: Webauthn,
}

impl PasskeySite {
    /// Returns the site of a dashboard, from its public address and never from a request.
    ///
    /// ```
    /// use licence_store::passkeys::PasskeySite;
    ///
    /// assert!(PasskeySite::new("http://localhost:8081").is_ok());
    /// assert!(PasskeySite::new("http://127.0.0.1:8081").is_err());
    /// ```
    ///
    /// # Errors
    /// [`InvalidPasskeySite`] for an address without a host name, or without https.
    pub fn new(dashboard_url: &str) -> Result<Self, InvalidPasskeySite> {
        let address = || InvalidPasskeySite::Address(dashboard_url.to_owned());
        let dashboard_url: Url = dashboard_url.parse().map_err(|_| address())?;
        let host = dashboard_url.domain().ok_or_else(address)?;
        if dashboard_url.scheme() != "https" && !is_localhost(host) {
            return Err(InvalidPasskeySite::Unprotected(dashboard_url.to_string()));
        }
        let builder = WebauthnBuilder::new(host, &dashboard_url).map_err(|_| address())?;
        let webauthn = builder.rp_name(NAME).build().map_err(|_| address())?;
        Ok(Self { webauthn })
    }

    /// Asks a browser to make a passkey on a device that holds none of these credentials.
    pub(super) fn start_registration(
        &self,
        member: &Member,
        account_name: &str,
        credentials: &[String],
    ) -> Result<NewChallenge, String> {
        let known = credentials.iter().map(|credential| {
            parse_stored::<Passkey>(credential).map(|passkey| passkey.cred_id().clone())
        });
        let known = known.collect::<Result<_, _>>()?;
        // The account's name distinguishes two memberships of one person.
        let (id, shown) = (member.id.0, format!("{} ({account_name})", member.name));
        let name = member.name.as_str();
        let started = self
            .webauthn
            .start_passkey_registration(id, &shown, name, Some(known))
            .map_err(text)?;
        let mut options = json!(started.0);
        // A sign-in without a name finds only such a passkey. The library asks authenticators not
        // to make one, and several obey.
        let selection = &mut options["publicKey"]["authenticatorSelection"];
        selection["residentKey"] = json!("required");
        selection["requireResidentKey"] = json!(true);
        NewChallenge::new(options, &started.1)
    }

    /// Returns the passkey that a browser made.
    pub(super) fn finish_registration(
        &self,
        state: &str,
        answer: &str,
    ) -> Result<NewCredential, String> {
        let state = parse_stored::<PasskeyRegistration>(state)?;
        let answer = parse_answer::<RegisterPublicKeyCredential>(answer)?;
        let made = self.webauthn.finish_passkey_registration(&answer, &state).map_err(text)?;
        let credential = serde_json::to_string(&made).map_err(text)?;
        Ok(NewCredential { id: URL_SAFE_NO_PAD.encode(made.cred_id()), credential })
    }

    /// Asks a browser for any passkey of this site.
    pub(super) fn start_sign_in(&self) -> Result<NewChallenge, String> {
        let (options, state) = self.webauthn.start_discoverable_authentication().map_err(text)?;
        // Without `mediation`, which the library sets for autofill: here a button asks.
        NewChallenge::new(json!({ "publicKey": json!(options)["publicKey"] }), &state)
    }

    /// Verifies the answer of a browser with the public key of the passkey that it names.
    pub(super) fn finish_sign_in(
        &self,
        state: &str,
        answer: &str,
        credential: &str,
    ) -> Result<UsedCredential, String> {
        let state = parse_stored::<DiscoverableAuthentication>(state)?;
        let answer = parse_answer::<PublicKeyCredential>(answer)?;
        let mut passkey = parse_stored::<Passkey>(credential)?;
        let identified = self.webauthn.identify_discoverable_authentication(&answer);
        let (member, _) = identified.map_err(text)?;
        let finished =
            self.webauthn.finish_discoverable_authentication_v2(&answer, state, &passkey);
        passkey.update_credential(&finished.map_err(text)?);
        let credential = serde_json::to_string(&passkey).map_err(text)?;
        Ok(UsedCredential { member, credential })
    }
}

impl NewChallenge {
    fn new(options: Value, state: &impl serde::Serialize) -> Result<Self, String> {
        Ok(Self { options, state: serde_json::to_string(state).map_err(text)? })
    }
}

fn parse_answer<T: DeserializeOwned>(answer: &str) -> Result<T, String> {
    serde_json::from_str(answer).map_err(|_| MALFORMED.to_owned())
}

fn parse_stored<T: DeserializeOwned>(stored: &str) -> Result<T, String> {
    serde_json::from_str(stored).map_err(|_| "the stored passkey cannot be read".to_owned())
}

fn text(error: impl fmt::Display) -> String {
    error.to_string()
}

fn is_localhost(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost")
}

impl fmt::Debug for PasskeySite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasskeySite")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_has_a_host_name_and_https_or_is_on_this_machine() {
        for (url, expected) in [
            ("https://dashboard.example", ""),
            ("https://dashboard.example:8443/", ""),
            ("http://localhost:8081", ""),
            ("http://127.0.0.1:8081", "use localhost"),
            ("https://[::1]:8081", "use localhost"),
            ("http://dashboard.example", "need https"),
        ] {
            let site = PasskeySite::new(url);
            let error = site.err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains(expected) && error.is_empty() == expected.is_empty(), "{error}");
        }
    }
}
