//! Whole datasets as files.

use askama::Template;
use licence_core::account::quota::Tally;
use licence_core::export::{Dataset, ExportFormat, ExportRequest};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::request;

use crate::dashboard::charge::{Charge, exports_today, plan_refusal};
use crate::dashboard::form::FormErrors;
use crate::dashboard::html::used_of_cap;
use crate::dashboard::layout::{Layout, page_with};
use crate::dashboard::page_error::{PageError, PageResult};
use crate::dashboard::page_request::PageRequest;
use crate::endpoint::Endpoint;
use crate::problem::Problem;
use crate::request::Query;
use crate::routes::export;

#[derive(Template)]
#[template(path = "exports.html")]
struct ExportsPage {
    layout: Layout,
    /// Why the plan has no exports, if it has none.
    refusal: Option<PageError>,
    today: Option<Tally>,
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
pub(crate) async fn form(page_request: &PageRequest<'_>) -> PageResult {
    exports_page(page_request, &Query::parse("")?, FormErrors::default()).await
}

/// Returns the page with what was filled in.
async fn exports_page(
    page_request: &PageRequest<'_>,
    fields: &Query<'_>,
    errors: FormErrors,
) -> PageResult {
    let is_chosen =
        |code: JurisdictionCode| fields.all("jurisdiction").any(|it| it == code.as_str());
    let today = exports_today(page_request).await?;
    let shown = ExportsPage {
        layout: Layout::new(page_request, "Exports"),
        refusal: plan_refusal(page_request, Endpoint::ExportDataset)?,
        today,
        datasets: Dataset::ALL,
        formats: ExportFormat::ALL,
        jurisdictions: JurisdictionCode::ALL.iter().map(|code| (*code, is_chosen(*code))).collect(),
        dataset: fields.text("dataset")?.to_owned(),
        format: fields.text("format")?.to_owned(),
        status: fields.text("status")?.to_owned(),
        errors,
    };
    page_with(shown.errors.status(), &shown)
}

fn export_request(fields: &Query<'_>) -> Result<ExportRequest, Problem> {
    let statuses = fields.filled("status")?;
    Ok(ExportRequest {
        dataset: request::dataset(fields.text("dataset")?)?,
        format: request::export_format(fields.filled("format")?)?,
        filter: request::export_filter(fields.all("jurisdiction"), statuses)?,
    })
}

/// `POST /exports`: answers with the file. It is no `GET`, because browsers fetch links ahead.
pub(crate) async fn download(page_request: &PageRequest<'_>) -> PageResult {
    let fields = page_request.form().await?;
    let wanted = match export_request(&fields) {
        Ok(wanted) => wanted,
        Err(problem) => {
            return exports_page(page_request, &fields, FormErrors::new(problem)?).await;
        }
    };
    let charge = Charge::lookup(page_request, Endpoint::ExportDataset).await?;
    let account = page_request.account_id()?;
    let file = export::send(page_request.context, account, &wanted).await;
    charge.settle_file(page_request, file).await
}
