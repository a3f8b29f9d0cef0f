//! What a client sends to the endpoints for tokens and for revocation: forms.

use url::form_urlencoded;

use super::assertion::Assertion;
use super::client::ClientId;
use super::metadata::ConnectorAddress;
use super::scopes::Scopes;
use super::token::{AccessToken, CodeToken, RefreshToken};
use super::token_error::TokenError;

/// The largest form.
pub const MAX_FORM_BYTES: usize = 8 * 1024;
const JWT_BEARER: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// Who sends a form: a client, with a proof if it has keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender {
    /// The client.
    pub client_id: ClientId,
    /// The proof.
    pub assertion: Option<Assertion>,
}

/// What a client offers for tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A code, and the proof that this client asked for it.
    Code {
        /// The code.
        code: CodeToken,
        /// The proof.
        verifier: String,
        /// Where the code was sent, if the client says so.
        redirect_uri: Option<String>,
    },
    /// A refresh token.
    Refresh {
        /// The token.
        token: RefreshToken,
        /// The scopes that the client names, if it names any. The new tokens have all scopes of the
        /// grant; scopes beyond it are refused.
        scopes: Option<Scopes>,
    },
}

/// A request for tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRequest {
    /// Who sends it.
    pub sender: Sender,
    /// What it offers.
    pub offer: Offer,
}

/// A token that its client gives up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RevokedToken {
    /// An access token.
    Access(AccessToken),
    /// A refresh token.
    Refresh(RefreshToken),
    /// Something that was never a token of ours.
    Unknown,
}

/// A request to end a grant (RFC 7009).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevocationRequest {
    /// Who sends it.
    pub sender: Sender,
    /// One of the tokens of the grant.
    pub token: RevokedToken,
}

struct Form(Vec<(String, String)>);

impl Form {
    fn parse(body: &[u8]) -> Result<Self, TokenError> {
        // A parameter without a value counts as absent (RFC 6749 section 3.2).
        let fields = form_urlencoded::parse(body).into_owned().filter(|(_, it)| !it.is_empty());
        let fields: Vec<(String, String)> = fields.collect();
        let is_doubled = |name: &String| fields.iter().filter(|(it, _)| it == name).count() > 1;
        if body.len() > MAX_FORM_BYTES || fields.iter().any(|(name, _)| is_doubled(name)) {
            return Err(TokenError::InvalidRequest("a parameter appears in the form twice"));
        }
        Ok(Self(fields))
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    fn sender(&self) -> Result<Sender, TokenError> {
        if self.get("client_secret").is_some() {
            return Err(TokenError::InvalidClient("no client has a secret here"));
        }
        let assertion = match (self.get("client_assertion_type"), self.get("client_assertion")) {
            (None, None) => None,
            (Some(JWT_BEARER), Some(text)) => Some(Assertion::parse(text)?),
            _ => return Err(TokenError::InvalidClient("client_assertion_type must be jwt-bearer")),
        };
        let issuer = assertion.as_ref().map(|it| it.claims.iss.clone());
        let client_id = self.get("client_id").map(str::to_owned).or(issuer);
        let client_id = client_id.ok_or(TokenError::InvalidClient("client_id is missing"))?;
        Ok(Sender { client_id: ClientId(client_id), assertion })
    }
}

impl TokenRequest {
    /// Returns the request of a form.
    ///
    /// # Errors
    /// [`TokenError`] names the parameter that breaks a rule.
    pub fn parse(body: &[u8], connector: &ConnectorAddress) -> Result<Self, TokenError> {
        let form = Form::parse(body)?;
        let offer = match form.get("grant_type") {
            Some("authorization_code") => code_offer(&form)?,
            Some("refresh_token") => refresh_offer(&form)?,
            Some(_) => return Err(TokenError::UnsupportedGrantType),
            None => return Err(TokenError::InvalidRequest("grant_type is missing")),
        };
        if form.get("resource").is_some_and(|resource| !connector.is_resource(resource)) {
            return Err(TokenError::InvalidTarget);
        }
        Ok(Self { sender: form.sender()?, offer })
    }
}

fn code_offer(form: &Form) -> Result<Offer, TokenError> {
    let missing = TokenError::InvalidRequest;
    let code = form.get("code").ok_or(missing("code is missing"))?;
    let verifier = form.get("code_verifier").ok_or(missing("code_verifier is missing"))?;
    Ok(Offer::Code {
        code: CodeToken::parse(code).ok_or(TokenError::InvalidGrant)?,
        verifier: verifier.to_owned(),
        redirect_uri: form.get("redirect_uri").map(str::to_owned),
    })
}

fn refresh_offer(form: &Form) -> Result<Offer, TokenError> {
    let token = form.get("refresh_token");
    let token = token.ok_or(TokenError::InvalidRequest("refresh_token is missing"))?;
    let known = |text| Scopes::requested(Some(text)).ok_or(TokenError::InvalidScope);
    Ok(Offer::Refresh {
        token: RefreshToken::parse(token).ok_or(TokenError::InvalidGrant)?,
        scopes: form.get("scope").map(known).transpose()?,
    })
}

impl RevocationRequest {
    /// Returns the request of a form.
    ///
    /// # Errors
    /// [`TokenError`] names the parameter that breaks a rule. An unknown token is no error.
    pub fn parse(body: &[u8]) -> Result<Self, TokenError> {
        let form = Form::parse(body)?;
        let token = form.get("token").ok_or(TokenError::InvalidRequest("token is missing"))?;
        let access = AccessToken::parse(token).map(RevokedToken::Access);
        let token = access.or_else(|| RefreshToken::parse(token).map(RevokedToken::Refresh));
        Ok(Self { token: token.unwrap_or(RevokedToken::Unknown), sender: form.sender()? })
    }
}

#[cfg(test)]
mod tests;
