//! The form that a browser fills in with a passkey.

use askama::Template;
use askama::filters::HtmlSafe;

use super::page_request::PageRequest;
use super::route::Route;

/// A form that is hidden until the script of the page shows it.
#[derive(Template)]
#[template(path = "passkey_form.html")]
pub(super) struct PasskeyForm {
    /// What the browser does: `get` or `create`.
    ceremony: &'static str,
    /// Where the script asks for the challenge.
    challenge: &'static str,
    action: &'static str,
    button: &'static str,
    /// The page to go on at.
    next: String,
    /// Passkeys belong to this host name, and the page has this address there.
    host: String,
    address: String,
}

impl HtmlSafe for PasskeyForm {}

impl PasskeyForm {
    /// Returns the form that signs in; `None` if the dashboard has no passkeys.
    pub(super) fn to_sign_in(page_request: &PageRequest<'_>, next: &str) -> Option<Self> {
        let (challenge, action) = (Route::AskForPasskey, Route::SignInByPasskey);
        Self::new(page_request, "get", [challenge, action], "Sign in with a passkey", next)
    }

    /// Returns the form that proves the identity again; `None` as above.
    pub(super) fn to_prove(page_request: &PageRequest<'_>, next: &str) -> Option<Self> {
        let (challenge, action) = (Route::AskForPasskey, Route::ProveByPasskey);
        Self::new(page_request, "get", [challenge, action], "Prove it with a passkey", next)
    }

    /// Returns the form that adds a passkey; `None` as above.
    pub(super) fn to_add(page_request: &PageRequest<'_>) -> Option<Self> {
        let (challenge, action) = (Route::AskForNewPasskey, Route::AddPasskey);
        Self::new(page_request, "create", [challenge, action], "Add a passkey", "")
    }

    fn new(
        page_request: &PageRequest<'_>,
        ceremony: &'static str,
        [challenge, action]: [Route; 2],
        button: &'static str,
        next: &str,
    ) -> Option<Self> {
        page_request.context.state().passkey_site.as_ref()?;
        let address = page_request.absolute(page_request.context.path());
        let (_, rest) = address.split_once("://")?;
        Some(Self {
            ceremony,
            challenge: challenge.path(),
            action: action.path(),
            button,
            next: next.to_owned(),
            host: rest.split(['/', ':']).next()?.to_owned(),
            address,
        })
    }
}
