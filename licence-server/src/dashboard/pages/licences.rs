//! One licence: its status now and then, and its whole history.

use askama::Template;
use askama::filters::HtmlSafeOutput;
use licence_core::chart::status_timeline;
use licence_core::history::HistoryEntry;
use licence_core::lookup::LicenceDetail;
use licence_core::point_in_time::Knowledge;
use licence_core::request::{self, RequestError};

use crate::dashboard::charge::Charge;
use crate::dashboard::html::{Picture, web_link};
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::PageRequest;
use crate::endpoint::Endpoint;
use crate::problem::Problem;
use crate::reply::Response;

#[derive(Template)]
#[template(path = "licence.html")]
struct LicencePage {
    layout: Layout,
    licence: LicenceDetail,
    history: Vec<HistoryEntry>,
    as_of: String,
    timeline: Picture,
    source: Option<String>,
}

/// `GET /licences/{id}`
pub(crate) async fn show(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let id = request::licence_id(&page_request.parameter(0)).map_err(|_| PageError::not_found())?;
    let query = page_request.query()?;
    let past = query.filled("as_of")?;
    let as_of = request::as_of(past, page_request.now)?;
    let charge = Charge::lookup(page_request, Endpoint::GetLicense).await?;
    let found = async {
        let licence = page_request.store().licence(id, as_of).await?;
        let history = page_request.store().history(id).await?;
        licence.zip(history).ok_or_else(|| Problem::from(RequestError::UnknownLicence(id)))
    };
    let (licence, history) = charge.settle(page_request, found.await).await?;
    let as_of = as_of.map(|as_of| as_of.instant());
    let timeline = status_timeline("timeline", &history.history, page_request.now, as_of);
    page(&LicencePage {
        layout: Layout::new(page_request, format!("Licence {}", licence.licence.license_number)),
        as_of: past.unwrap_or_default().to_owned(),
        timeline: HtmlSafeOutput(timeline),
        source: licence.licence.source_url.as_deref().and_then(web_link),
        history: history.history,
        licence,
    })
}
