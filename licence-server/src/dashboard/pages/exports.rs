//! Whole datasets as files.

use askama::Template;
use licence_core::export::{Dataset, ExportFormat, ExportRequest};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::request;

use crate::dashboard::charge::Charge;
use crate::dashboard::form::Form;
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::{PageRequest, filled};
use crate::endpoint::Endpoint;
use crate::problem::Problem;
use crate::reply::Response;
use crate::routes::export;

#[derive(Template)]
#[template(path = "exports.html")]
struct ExportsPage {
    layout: Layout,
    per_day: String,
    datasets: &'static [Dataset],
    formats: &'static [ExportFormat],
    jurisdictions: &'static [JurisdictionCode],
}

/// `GET /exports`
pub(crate) fn form(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    page(&ExportsPage {
        layout: Layout::new(page_request, "Exports"),
        per_day: page_request.limits()?.exports_per_day.to_string(),
        datasets: Dataset::ALL,
        formats: ExportFormat::ALL,
        jurisdictions: JurisdictionCode::ALL,
    })
}

/// `POST /exports`: answers with the file. It is no `GET`, because browsers fetch links ahead.
pub(crate) async fn download(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let form = Form::read(page_request.context).await?;
    let fields = form.fields()?;
    let dataset = request::dataset(fields.one("dataset")?.unwrap_or_default());
    let format = request::export_format(filled(&fields, "format")?);
    let statuses = filled(&fields, "status")?;
    let filter = request::export_filter(fields.all("jurisdiction"), statuses);
    let wanted = ExportRequest {
        dataset: dataset.map_err(Problem::from)?,
        format: format.map_err(Problem::from)?,
        filter: filter.map_err(Problem::from)?,
    };
    let charge = Charge::lookup(page_request, Endpoint::ExportDataset).await?;
    let account = page_request.member()?.account.id;
    let file = export::send(page_request.context, account, &wanted).await;
    charge.settle_file(page_request, file).await
}
