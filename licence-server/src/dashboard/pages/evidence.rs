//! Saved records of checks: the exact answer of a moment, its hash, and a link that can be ended.

use askama::Template;
use licence_core::evidence::{Evidence, EvidenceId};
use licence_core::request;
use warp::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName, HeaderValue};

use crate::dashboard::charge::Charge;
use crate::dashboard::form::Form;
use crate::dashboard::html::Moment;
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageError;
use crate::dashboard::reply::see_other;
use crate::dashboard::visit::{Visit, filled};
use crate::endpoint::Endpoint;
use crate::problem::Problem;
use crate::reply::Response;

/// The most records of a list.
const MAX_LISTED: u64 = 200;
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

#[derive(Template)]
#[template(path = "evidence_list.html")]
struct ListPage {
    layout: Layout,
    rows: Vec<Row>,
}

#[derive(Template)]
#[template(path = "evidence.html")]
struct EvidencePage {
    layout: Layout,
    row: Row,
    url: String,
}

struct Row {
    id: String,
    created: Moment,
    revoked: Option<Moment>,
    evidence: Evidence,
}

impl Row {
    fn new(evidence: Evidence) -> Self {
        Self {
            id: evidence.file.id.to_string(),
            created: Moment::new(evidence.file.created_at),
            revoked: evidence.revoked_at.map(Moment::new),
            evidence,
        }
    }
}

/// `GET /evidence`
pub(crate) async fn list(visit: &Visit<'_>) -> Result<Response, PageError> {
    let saved = visit.store().account_evidence(visit.member()?.account.id, MAX_LISTED).await;
    let rows = saved.map_err(Problem::internal)?.into_iter().map(Row::new).collect();
    page(&ListPage { layout: Layout::new(visit, "Saved records"), rows })
}

/// `POST /evidence`: checks once more, and saves the answer byte for byte.
pub(crate) async fn save(visit: &Visit<'_>) -> Result<Response, PageError> {
    let form = Form::read(visit.context).await?;
    let fields = form.fields()?;
    let past = filled(&fields, "as_of")?;
    let as_of = request::as_of(past, visit.now).map_err(Problem::from)?;
    let (asked, question) = match filled(&fields, "license_number")? {
        Some(number) => (request::licence_number(number), format!("license_number={number}")),
        None => {
            let domain = filled(&fields, "domain")?.unwrap_or_default();
            (request::domain(domain), format!("domain={domain}"))
        }
    };
    let asked = asked.map_err(Problem::from)?;
    let question = match past {
        Some(past) => format!("{question}&as_of={past}"),
        None => question,
    };
    let charge = Charge::lookup(visit, Endpoint::CheckDomain).await?;
    let result = visit.store().check(&asked, as_of, visit.now).await.map_err(Problem::internal);
    let result = charge.settle(visit, result).await?;
    let answer = serde_json::to_string(&result).map_err(Problem::internal)?;
    let (account, member) = (visit.member()?.account.id, visit.member()?.member.id);
    let store = visit.acting_store()?;
    let saved = store.save_evidence(account, member, &question, &answer, visit.now).await;
    let saved = saved.map_err(Problem::internal)?;
    Ok(see_other(&format!("/evidence/{}", saved.file.id)))
}

/// `GET /evidence/{id}`: for everybody who knows the address.
pub(crate) async fn show(visit: &Visit<'_>) -> Result<Response, PageError> {
    let row = Row::new(evidence(visit).await?);
    let url = visit.absolute(visit.context.path());
    let mut response =
        page(&EvidencePage { layout: Layout::new(visit, "Saved record of a check"), row, url })?;
    response.headers_mut().insert(ROBOTS, HeaderValue::from_static("noindex"));
    Ok(response)
}

/// `GET /evidence/{id}/file`
pub(crate) async fn file(visit: &Visit<'_>) -> Result<Response, PageError> {
    let evidence = evidence(visit).await?;
    let json = serde_json::to_string_pretty(&evidence.file).map_err(Problem::internal)?;
    let mut response = Response::new(json.into());
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(ROBOTS, HeaderValue::from_static("noindex"));
    let name = format!("attachment; filename=record-of-a-check-{}.json", evidence.file.id);
    if let Ok(name) = HeaderValue::try_from(name) {
        headers.insert(CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// `POST /evidence/{id}/revoke`
pub(crate) async fn revoke(visit: &Visit<'_>) -> Result<Response, PageError> {
    let account = visit.member()?.account.id;
    let store = visit.acting_store()?;
    let revoked = store.revoke_evidence(account, evidence_id(visit)?, visit.now).await;
    match revoked.map_err(Problem::internal)? {
        true => Ok(see_other("/evidence")),
        false => Err(PageError::not_found()),
    }
}

async fn evidence(visit: &Visit<'_>) -> Result<Evidence, PageError> {
    let found = visit.store().evidence(evidence_id(visit)?).await;
    found.map_err(Problem::internal)?.ok_or_else(PageError::not_found)
}

fn evidence_id(visit: &Visit<'_>) -> Result<EvidenceId, PageError> {
    visit.parameter(0).parse().map_err(|_| PageError::not_found())
}
