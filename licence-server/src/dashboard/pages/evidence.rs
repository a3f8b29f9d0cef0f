//! Saved records of checks: the exact answer of a moment, its hash, and a link that can be ended.

use askama::Template;
use licence_core::check::CheckResult;
use licence_core::domain::register_listing;
use licence_core::evidence::{AnswerPart, AnswerRead, Evidence, question_text};
use licence_core::member::Permission;
use licence_core::point_in_time::Knowledge;
use licence_core::request;

use super::check_result::{Repeat, in_words, source_url};
use crate::dashboard::charge::Charge;
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::{PageError, PageResult};
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::reply::{attachment, see_other, see_other_if, unindexed};
use crate::endpoint::Endpoint;
use crate::problem::Problem;

/// The most records of a list.
const MAX_LISTED: u64 = 200;

#[derive(Template)]
#[template(path = "evidence_list.html")]
struct ListPage {
    layout: Layout,
    saved: Vec<Evidence>,
    may_save: bool,
}

#[derive(Template)]
#[template(path = "evidence.html")]
struct EvidencePage {
    layout: Layout,
    evidence: Evidence,
    url: String,
    /// `None` for an answer in a form that this version does not know.
    answer: Option<Answer>,
    may_view_operators: bool,
}

/// An answer in words, what it rests on, and how to repeat the question.
struct Answer {
    result: CheckResult,
    verdict: &'static str,
    tone: &'static str,
    mark: &'static str,
    reads: Vec<AnswerRead>,
    source: Option<String>,
    repeat: Repeat,
}

impl Answer {
    async fn read(page_request: &PageRequest<'_>, evidence: &Evidence) -> PageResult<Option<Self>> {
        let Ok(result) = serde_json::from_str::<CheckResult>(&evidence.file.answer) else {
            return Ok(None);
        };
        let reads = page_request.store().reads_of_answer(&result, evidence.file.created_at).await?;
        let instant = result.as_of.as_ref().map(|outcome| outcome.resolved_at);
        let instant = instant.unwrap_or(evidence.file.created_at).to_string();
        let domain = result.matched.as_ref().and_then(|matched| matched.domain_status);
        let (verdict, tone, mark) = in_words(result.verdict, domain);
        Ok(Some(Self {
            verdict,
            tone,
            mark,
            reads,
            source: source_url(&result),
            repeat: Repeat::new(page_request, &result.query, &instant),
            result,
        }))
    }
}

/// `GET /evidence`
pub(crate) async fn list(page_request: &PageRequest<'_>) -> PageResult {
    let account = page_request.account_id()?;
    page(&ListPage {
        layout: Layout::new(page_request, "Saved records"),
        saved: page_request.store().account_evidence(account, MAX_LISTED).await?,
        may_save: page_request.may(Permission::SaveEvidence),
    })
}

/// `POST /evidence`: checks once more, and saves the answer byte for byte.
pub(crate) async fn save(page_request: &PageRequest<'_>) -> PageResult {
    let fields = page_request.form().await?;
    let past = fields.filled("as_of")?;
    let as_of = request::as_of(past, page_request.now)?;
    let asked = match fields.filled("license_number")? {
        Some(number) => request::licence_number(number),
        None => request::domain(fields.trimmed("domain")?),
    }?;
    let charge = Charge::lookup(page_request, Endpoint::CheckDomain).await?;
    let result = page_request.store().check(&asked, as_of, page_request.now).await;
    let result = charge.settle(page_request, result).await?;
    let answer = serde_json::to_string(&result).map_err(Problem::internal)?;
    let question = question_text(&result.query, past);
    let (account, member) = (page_request.account_id()?, page_request.member()?.member.id);
    let store = page_request.acting_store()?;
    let saved = store.save_evidence(account, member, &question, &answer, page_request.now).await?;
    Ok(see_other(&format!("/evidence/{}", saved.file.id)))
}

/// `GET /evidence/{id}`: for everybody who knows the address.
pub(crate) async fn show(page_request: &PageRequest<'_>) -> PageResult {
    let evidence = evidence(page_request).await?;
    let response = page(&EvidencePage {
        layout: Layout::new(page_request, "Saved record of a check"),
        answer: Answer::read(page_request, &evidence).await?,
        may_view_operators: page_request.may(Permission::ViewAccount),
        url: page_request.absolute(page_request.context.path()),
        evidence,
    })?;
    Ok(unindexed(response))
}

/// `GET /evidence/{id}/file`
pub(crate) async fn file(page_request: &PageRequest<'_>) -> PageResult {
    let evidence = evidence(page_request).await?;
    let json = serde_json::to_vec_pretty(&evidence.file).map_err(Problem::internal)?;
    let name = format!("record-of-a-check-{}.json", evidence.file.id);
    Ok(unindexed(attachment(&name, "application/json", json)))
}

/// `POST /evidence/{id}/revoke`
pub(crate) async fn revoke(page_request: &PageRequest<'_>) -> PageResult {
    let account = page_request.account_id()?;
    let (store, id) = (page_request.acting_store()?, page_request.parsed(0)?);
    see_other_if(store.revoke_evidence(account, id, page_request.now).await?, "/evidence")
}

async fn evidence(page_request: &PageRequest<'_>) -> PageResult<Evidence> {
    let found = page_request.store().evidence(page_request.parsed(0)?).await?;
    found.ok_or_else(PageError::not_found)
}
