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
    next: String,
    /// Passkeys belong to this host name, and the page has this address there.
    host: String,
    address: String,
}

impl HtmlSafe for PasskeyForm {}

impl PasskeyForm {
    /// Returns the form that asks the browser to use or to make a passkey; `None` if the dashboard has
    /// no passkeys. The routes are those of the challenge and of the answer.
    pub(super) fn new(
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
