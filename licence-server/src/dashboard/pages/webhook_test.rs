//! The test of a webhook: what the receiver answered, and how to repeat the request.

use askama::Template;
use licence_core::request::RequestError;
use licence_core::webhook::bodies::TestResult;
use licence_core::webhook::{curl, signature};
use licence_store::service::TestWebhookResult;

use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::PageRequest;
use crate::problem::Problem;
use crate::reply::Response;

#[derive(Template)]
#[template(path = "webhook_test.html")]
struct TestPage {
    layout: Layout,
    id: String,
    result: TestResult,
    /// The command that posts the same request.
    command: String,
    /// For how many minutes a receiver accepts its signature.
    minutes: u64,
}

/// `POST /webhooks/{id}/test`
pub(crate) async fn test(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let (account, id) = (page_request.account_id()?, page_request.webhook_id()?);
    let tested = page_request.store().test_webhook(account, id, page_request.now).await;
    match tested? {
        TestWebhookResult::Tested(test) => page(&TestPage {
            layout: Layout::new(page_request, "Test of a webhook"),
            id: id.0.to_string(),
            command: curl::post_command(&test.url, &test.headers, &test.body),
            minutes: signature::TOLERANCE.as_secs() / 60,
            result: test.result,
        }),
        TestWebhookResult::NoActiveSecret => {
            Err(Problem::from(RequestError::NoActiveSecret).into())
        }
        TestWebhookResult::Unknown => Err(PageError::not_found()),
    }
}
