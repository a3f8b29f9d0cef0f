//! Whole datasets as files.

use askama::Template;
use licence_core::export::{Dataset, ExportFormat, ExportRequest};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::request;

use crate::dashboard::charge::Charge;
use crate::dashboard::form::Form;
use crate::dashboard::form_errors::FormErrors;
use crate::dashboard::layout::{Layout, page, page_with};
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::{PageRequest, filled};
use crate::endpoint::Endpoint;
use crate::problem::Problem;
use crate::reply::Response;
use crate::request::Query;
use crate::routes::export;

#[derive(Template)]
#[template(path = "exports.html")]
struct ExportsPage {
    layout: Layout,
    per_day: String,
    datasets: &'static [Dataset],
    formats: &'static [ExportFormat],
    /// The registers, and whether each is chosen.
    jurisdictions: Vec<(JurisdictionCode, bool)>,
    dataset: String,
    format: String,
    status: String,
    errors: FormErrors,
}

/// `GET /exports`
pub(crate) fn form(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    page(&exports_page(page_request, &Query::parse("")?, FormErrors::default())?)
}

/// Returns the page with what was filled in.
fn exports_page(
    page_request: &PageRequest<'_>,
    fields: &Query<'_>,
    errors: FormErrors,
) -> Result<ExportsPage, PageError> {
    let text = |name| Ok::<_, Problem>(fields.value(name)?.unwrap_or_default().to_owned());
    let is_chosen =
        |code: JurisdictionCode| fields.all("jurisdiction").any(|it| it == code.as_str());
    Ok(ExportsPage {
        layout: Layout::new(page_request, "Exports"),
        per_day: page_request.limits()?.exports_per_day.to_string(),
        datasets: Dataset::ALL,
        formats: ExportFormat::ALL,
        jurisdictions: JurisdictionCode::ALL.iter().map(|code| (*code, is_chosen(*code))).collect(),
        dataset: text("dataset")?,
        format: text("format")?,
        status: text("status")?,
        errors,
    })
}

fn export_request(fields: &Query<'_>) -> Result<ExportRequest, Problem> {
    let statuses = filled(fields, "status")?;
    Ok(ExportRequest {
        dataset: request::dataset(fields.value("dataset")?.unwrap_or_default())?,
        format: request::export_format(filled(fields, "format")?)?,
        filter: request::export_filter(fields.all("jurisdiction"), statuses)?,
    })
}

/// `POST /exports`: answers with the file. It is no `GET`, because browsers fetch links ahead.
pub(crate) async fn download(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let form = Form::read(page_request.context).await?;
    let fields = form.fields()?;
    let wanted = match export_request(&fields) {
        Ok(wanted) => wanted,
        Err(problem) => {
            let (status, errors) = FormErrors::new(problem)?;
            return page_with(status, &exports_page(page_request, &fields, errors)?);
        }
    };
    let charge = Charge::lookup(page_request, Endpoint::ExportDataset).await?;
    let account = page_request.member()?.account.id;
    let file = export::send(page_request.context, account, &wanted).await;
    charge.settle_file(page_request, file).await
}
