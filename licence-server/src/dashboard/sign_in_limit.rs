//! How often somebody may try to sign in. Nobody can lock a member out: visitors are counted by their
//! network, and a member is counted only after a valid link, session or passkey was sent.

use licence_core::member::MemberId;
use licence_store::service::QuotaRequest;
use warp::http::StatusCode;

use super::hint::wait;
use super::page_error::{PageError, PageResult};
use super::page_request::PageRequest;
use crate::access::seconds_until;

/// A step of a sign-in, each of which is counted by itself.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// The browser is given a challenge.
    Challenge,
    /// A link or an answer is sent.
    Proof,
}

pub(super) async fn count_visitor(page_request: &PageRequest<'_>, step: Step) -> PageResult<()> {
    let address = page_request.context.client_address();
    count(page_request, &QuotaRequest::sign_in(address, step as u8)).await
}

/// Counts a sign-in of a member who holds a link, a session or a passkey.
pub(super) async fn count_member(
    page_request: &PageRequest<'_>,
    member: MemberId,
) -> PageResult<()> {
    count(page_request, &QuotaRequest::member_sign_in(member)).await
}

async fn count(page_request: &PageRequest<'_>, quota_request: &QuotaRequest) -> PageResult<()> {
    let (at, now) = (page_request.context.injected_time(), page_request.now);
    let admission = page_request.store().admit(quota_request, at, now).await?;
    let refused_by = admission.refused_by.and_then(|limit| admission.tally(limit));
    let Some(tally) = refused_by else { return Ok(()) };
    let (title, seconds) = ("Too many sign-ins", seconds_until(admission.at, tally.resets_at));
    Err(PageError::new(
        StatusCode::TOO_MANY_REQUESTS,
        title,
        format!("There were {} attempts already. Nothing was used up.", tally.cap),
    )
    .with_hint(format!("Try again in {}.", wait(seconds)))
    .retrying_after(seconds))
}
