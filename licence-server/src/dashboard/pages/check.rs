//! The form to check a domain or a licence number, for everybody.
//!
//! A check of a domain has an address of its own, so that it can be kept as a link. The form refuses
//! what the API refuses, but offers the host of a pasted address as a link.

use askama::Template;
use licence_core::check::CheckQuery;
use licence_core::hostname::Hostname;
use licence_core::request::{self, RequestError};
use warp::http::StatusCode;

use super::check_result::CheckPage;
use crate::dashboard::charge::Charge;
use crate::dashboard::form::FormErrors;
use crate::dashboard::layout::{Layout, page, page_with};
use crate::dashboard::page_error::{PageError, PageResult};
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::reply::{see_other, unindexed};
use crate::endpoint::Endpoint;
use crate::problem::{Problem, ProblemKind};

/// The form as it was filled in, and why it was refused.
#[derive(Default)]
struct CheckForm {
    domain: String,
    license_number: String,
    as_of: String,
    errors: FormErrors,
    /// The host in what was pasted, if the error is about the domain.
    host: Option<String>,
    cost: &'static str,
}

impl CheckForm {
    fn empty(page_request: &PageRequest<'_>) -> Self {
        Self { cost: cost(page_request), ..Self::default() }
    }

    fn from_query(page_request: &PageRequest<'_>) -> Result<Self, Problem> {
        let query = page_request.query()?;
        Ok(Self {
            domain: query.trimmed("domain")?.to_owned(),
            license_number: query.trimmed("license_number")?.to_owned(),
            as_of: query.trimmed("as_of")?.to_owned(),
            ..Self::empty(page_request)
        })
    }

    /// Returns the instant that the form asks about, if it names one.
    fn past(&self) -> Option<&str> {
        Some(self.as_of.as_str()).filter(|text| !text.is_empty())
    }
}

#[derive(Template)]
#[template(path = "check_form.html")]
struct FormPage {
    layout: Layout,
    form: CheckForm,
}

fn cost(page_request: &PageRequest<'_>) -> &'static str {
    match page_request.signed_in {
        Some(_) => "A check uses one request of the plan.",
        None => "A check without an account counts toward a small hourly limit of your network.",
    }
}

/// `GET /`
pub(crate) async fn form(page_request: &PageRequest<'_>) -> PageResult {
    let form = CheckForm::empty(page_request);
    page(&FormPage { layout: Layout::new(page_request, "Is this site licensed?"), form })
}

/// `GET /check`: leads to the address of a domain, or checks a licence number.
pub(crate) async fn by_query(page_request: &PageRequest<'_>) -> PageResult {
    let form = match CheckForm::from_query(page_request) {
        Ok(form) => form,
        Err(problem) => {
            return refused(page_request, CheckForm::empty(page_request), problem).await;
        }
    };
    let asked = match (form.domain.as_str(), form.license_number.as_str()) {
        ("", "") => Err(Problem::new(
            ProblemKind::MissingRequiredParameter,
            "Fill in a domain or a licence number.",
        )
        .in_field("domain")
        .with_hint("One of the two is enough.")),
        ("", number) => request::licence_number(number).map_err(Problem::from),
        (domain, "") => request::domain(domain).map_err(Problem::from),
        _ => Err(Problem::new(
            ProblemKind::ConflictingParameters,
            "Fill in a domain or a licence number, not both.",
        )
        .in_field("license_number")),
    };
    match (asked, request::as_of(form.past(), page_request.now)) {
        (Err(problem), _) => refused(page_request, form, problem).await,
        (Ok(_), Err(error)) => refused(page_request, form, error.into()).await,
        (Ok(_), Ok(_)) if !form.domain.is_empty() => Ok(see_other(&host_path(&form)?)),
        (Ok(asked), Ok(_)) => checked(page_request, &asked, form.past()).await,
    }
}

/// `GET /check/{host}`
pub(crate) async fn by_host(page_request: &PageRequest<'_>) -> PageResult {
    let host = page_request.parameter(0).into_owned();
    let form = match CheckForm::from_query(page_request) {
        Ok(form) => CheckForm { domain: host, license_number: String::new(), ..form },
        Err(problem) => {
            return refused(page_request, CheckForm::empty(page_request), problem).await;
        }
    };
    match (request::domain(&form.domain), request::as_of(form.past(), page_request.now)) {
        (Ok(asked), Ok(_)) => checked(page_request, &asked, form.past()).await,
        (Err(error), _) | (Ok(_), Err(error)) => refused(page_request, form, error.into()).await,
    }
}

/// Returns the address of the check of a domain that was parsed before.
fn host_path(form: &CheckForm) -> PageResult<String> {
    let domain = &form.domain;
    let host = domain
        .parse::<Hostname>()
        .map_err(|error| RequestError::Domain { domain: domain.clone(), error })?;
    Ok(match form.as_of.as_str() {
        "" => format!("/check/{host}"),
        as_of => format!("/check/{host}?as_of={}", as_of.replace('+', "%2B")),
    })
}

/// Returns the form again, with what is wrong and everything that was filled in. Without a session it
/// counts as a malformed request of the API does.
async fn refused(page_request: &PageRequest<'_>, form: CheckForm, problem: Problem) -> PageResult {
    if problem.status() != StatusCode::BAD_REQUEST {
        return Err(problem.into());
    }
    if page_request.signed_in.is_none() {
        let charge = Charge::lookup(page_request, Endpoint::CheckDomain).await?;
        charge.settle(page_request, Ok::<_, PageError>(())).await?;
    }
    let (host, problem) = match problem.field() {
        Some("domain") => (request::host_in(&form.domain), problem),
        Some(_) => (None, problem),
        None => (None, problem.in_field("domain")),
    };
    let form = CheckForm { errors: FormErrors::new(problem)?, host, ..form };
    let layout = Layout::new(page_request, "This cannot be checked");
    page_with(form.errors.status(), &FormPage { layout, form })
}

/// Returns the answer to a check, and charges it.
async fn checked(
    page_request: &PageRequest<'_>,
    asked: &CheckQuery,
    past: Option<&str>,
) -> PageResult {
    let charge = Charge::lookup(page_request, Endpoint::CheckDomain).await?;
    let record = CheckPage::answer(page_request, asked, past).await;
    let record = charge.settle(page_request, record).await?;
    Ok(unindexed(page(&record)?))
}
