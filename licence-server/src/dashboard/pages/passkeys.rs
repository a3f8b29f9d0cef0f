//! Passkeys: signing in, proving the identity again, adding and removing them.
//!
//! The script of the page asks for a challenge, lets the browser answer, and sends the answer as a
//! form. Without the script, links sign in.

use askama::Template;
use licence_core::passkey::{CeremonyToken, PasskeyId};
use licence_store::passkeys::{PasskeyAnswer, PasskeyChallenge, PasskeySite};
use serde_json::json;
use warp::http::StatusCode;

use super::sign_in::{self, led_on};
use crate::app::holding_secret;
use crate::dashboard::form::parse_label;
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::{PageError, PageResult};
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::passkey_form::PasskeyForm;
use crate::dashboard::reply::see_other_if;
use crate::dashboard::route::Route;
use crate::dashboard::sign_in_limit::{self, Step};
use crate::problem::Problem;
use crate::reply::json_once;
use crate::request::Query;

#[derive(Template)]
#[template(path = "prove.html")]
struct ProofPage {
    layout: Layout,
    form: Option<PasskeyForm>,
}

/// `POST /sign-in/challenge`
pub(crate) async fn ask(page_request: &PageRequest<'_>) -> PageResult {
    sign_in_limit::count_visitor(page_request, Step::Challenge).await?;
    let (store, site) = (page_request.store(), site(page_request)?);
    challenge_reply(store.start_passkey_sign_in(site, page_request.now).await?)
}

/// `POST /sign-in/passkey`
pub(crate) async fn sign_in(page_request: &PageRequest<'_>) -> PageResult {
    sign_in_limit::count_visitor(page_request, Step::Proof).await?;
    let (store, site) = (page_request.context.recording_store(), site(page_request)?);
    let fields = page_request.form().await?;
    let (token, credential) = answer(&fields)?;
    let (answer, from) =
        (PasskeyAnswer { token: &token, credential }, sign_in::origin(page_request));
    let proof = store.verify_passkey(site, answer, from.address, page_request.now).await?;
    let proof = proof.ok_or_else(not_accepted)?;
    sign_in_limit::count_member(page_request, proof.member()).await?;
    let session = store.sign_in_by_passkey(&proof, from, page_request.now).await?;
    let session = session.ok_or_else(not_accepted)?;
    Ok(led_on(page_request, next(&fields)?, &session.token))
}

/// `GET /prove`
pub(crate) async fn show_proof(page_request: &PageRequest<'_>) -> PageResult {
    let member = &page_request.member()?.member;
    let passkeys = page_request.store().passkeys(member.account_id, member.id).await?;
    let query = page_request.query()?;
    let next = next(&query)?;
    let routes = [Route::AskForPasskey, Route::ProveByPasskey];
    let form = PasskeyForm::new(page_request, "get", routes, "Prove it with a passkey", next);
    let form = form.filter(|_| !passkeys.is_empty());
    page(&ProofPage { layout: Layout::new(page_request, "Prove who you are"), form })
}

/// `POST /prove`
pub(crate) async fn prove(page_request: &PageRequest<'_>) -> PageResult {
    let signed_in = page_request.member()?;
    sign_in_limit::count_visitor(page_request, Step::Proof).await?;
    sign_in_limit::count_member(page_request, signed_in.member.id).await?;
    let (store, site) = (page_request.acting_store()?, site(page_request)?);
    let fields = page_request.form().await?;
    let (token, credential) = answer(&fields)?;
    let answer = PasskeyAnswer { token: &token, credential };
    let renewed = store.finish_passkey_proof(site, answer, signed_in, page_request.now).await?;
    let token = renewed.ok_or_else(not_accepted)?;
    Ok(led_on(page_request, next(&fields)?, &token))
}

/// `POST /passkeys/challenge`
pub(crate) async fn ask_for_new(page_request: &PageRequest<'_>) -> PageResult {
    page_request.require_fresh()?;
    let (store, site) = (page_request.store(), site(page_request)?);
    challenge_reply(store.start_passkey(site, page_request.member()?, page_request.now).await?)
}

/// `POST /passkeys`
pub(crate) async fn add(page_request: &PageRequest<'_>) -> PageResult {
    page_request.require_fresh()?;
    let (store, site) = (page_request.acting_store()?, site(page_request)?);
    let fields = page_request.form().await?;
    let hint = "A name has 1 to 100 characters, such as my laptop.";
    let label = parse_label(fields.text("label")?, "name", "label", hint)?;
    let (token, credential) = answer(&fields)?;
    let (answer, signed_in) = (PasskeyAnswer { token: &token, credential }, page_request.member()?);
    let renewed = store.finish_passkey(site, signed_in, answer, &label, page_request.now).await?;
    Ok(led_on(page_request, "/settings", &renewed.ok_or_else(not_accepted)?))
}

/// `POST /passkeys/{id}/remove`
pub(crate) async fn remove(page_request: &PageRequest<'_>) -> PageResult {
    page_request.require_fresh()?;
    let id = PasskeyId(page_request.parsed(0)?);
    let (store, signed_in) = (page_request.acting_store()?, page_request.member()?);
    see_other_if(store.remove_passkey(signed_in, id, page_request.now).await?, "/settings")
}

fn site<'r>(page_request: &PageRequest<'r>) -> PageResult<&'r PasskeySite> {
    page_request.context.state().passkey_site.as_ref().ok_or_else(no_passkeys)
}

/// Returns what the script needs of a challenge. The token is for this browser alone.
fn challenge_reply(challenge: Option<PasskeyChallenge>) -> PageResult {
    let challenge = challenge.ok_or_else(no_passkeys)?;
    let body = json!({ "token": challenge.token.reveal(), "options": challenge.options });
    Ok(holding_secret(json_once(StatusCode::OK, &body)?))
}

/// Returns the answer of the browser. A form without one is refused as an unknown passkey is.
fn answer<'q>(fields: &'q Query<'_>) -> PageResult<(CeremonyToken, &'q str)> {
    let token = fields.value("token")?.and_then(CeremonyToken::parse);
    token.zip(fields.filled("answer")?).ok_or_else(not_accepted)
}

fn next<'q>(fields: &'q Query<'_>) -> Result<&'q str, Problem> {
    Ok(Route::own_page(fields.filled("next")?).unwrap_or("/overview"))
}

fn no_passkeys() -> PageError {
    PageError::new(
        StatusCode::NOT_FOUND,
        "There is no passkey to use or add",
        "This dashboard has no passkeys, or you have as many as a member may have.",
    )
}

fn not_accepted() -> PageError {
    PageError::new(
        StatusCode::FORBIDDEN,
        "The passkey was not accepted",
        "It is not on record here, it is another member's, or the browser took more than five \
         minutes.",
    )
    .with_hint("Try again, or ask for a link that signs you in.")
}
