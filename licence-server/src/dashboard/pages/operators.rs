//! Operators: search, and everything on record about one; and one licence with its whole history.

use askama::Template;
use askama::filters::{HtmlSafe, HtmlSafeOutput};
use licence_core::chart::{grouped_number, status_timeline};
use licence_core::domain::{Domain, register_listing};
use licence_core::history::HistoryEntry;
use licence_core::licence::Licence;
use licence_core::lookup::directory::MatchedOn;
use licence_core::lookup::{FoundOperator, LicenceDetail, OperatorDetail, Page, PageRules};
use licence_core::member::Permission;
use licence_core::operator::Operator;
use licence_core::point_in_time::Knowledge;
use licence_core::regulatory_action::RegulatoryAction;
use licence_core::request::{self, RequestError};
use licence_store::StoreError;

use crate::dashboard::charge::Charge;
use crate::dashboard::html::{Picture, amount, web_link};
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::{PageError, PageResult};
use crate::dashboard::page_request::PageRequest;
use crate::endpoint::Endpoint;
use crate::problem::{Problem, ProblemKind};
use crate::routes::parameters;

#[derive(Template)]
#[template(path = "operators.html")]
struct SearchPage {
    layout: Layout,
    q: String,
    total: u64,
    found: Option<Vec<FoundRow>>,
    previous: Option<u64>,
    next: Option<u64>,
}

#[derive(Template)]
#[template(path = "operator.html")]
struct OperatorPage {
    layout: Layout,
    detail: OperatorDetail,
    actions: Vec<ActionRow>,
    as_of: String,
    may_watch: bool,
    is_watched: bool,
}

impl OperatorPage {
    /// Returns whether the register lists a domain of the operator, in words.
    fn listing(&self, domain: &Domain) -> &'static str {
        let mut licences = self.detail.licenses.iter().map(|row| &row.licence);
        let licence = licences.find(|licence| licence.id == domain.license_id);
        register_listing(domain.domain_status, licence.map(|licence| licence.status))
    }
}

/// An operator that a search found, as an entry of a list.
#[derive(Template)]
#[template(path = "found_operator.html")]
pub(super) struct FoundRow {
    pub(super) operator: Operator,
    /// The text that contains the term, if it is not the name that the list shows.
    pub(super) matched_on: Option<MatchedOn>,
    /// Its best licence in each jurisdiction.
    pub(super) licences: Vec<Licence>,
}

impl HtmlSafe for FoundRow {}

struct ActionRow {
    action: RegulatoryAction,
    fine: Option<String>,
    source: Option<String>,
}

impl ActionRow {
    fn new(action: RegulatoryAction) -> Self {
        let fine = action
            .fine_amount_cents
            .map(|cents| amount(cents, action.fine_currency.as_deref().unwrap_or_default()));
        Self { fine, source: web_link(&action.source_url), action }
    }
}

/// `GET /operators`
pub(crate) async fn search(page_request: &PageRequest<'_>) -> PageResult {
    let query = page_request.query()?;
    let layout = Layout::new(page_request, "Operators");
    let Some(q) = query.filled("q")? else {
        let (q, found, previous, next) = (String::new(), None, None, None);
        return page(&SearchPage { layout, q, total: 0, found, previous, next });
    };
    let rows = parameters::page(&query, PageRules::SEARCH, ProblemKind::InvalidInput)?;
    let (total, found) = find(page_request, q, rows).await?;
    let shown = rows.offset + found.len() as u64;
    page(&SearchPage {
        layout,
        q: q.to_owned(),
        total,
        // From a page after the end, the last one.
        previous: (rows.offset > 0).then(|| rows.offset.min(total).saturating_sub(rows.limit)),
        next: (shown < total).then_some(shown),
        found: Some(found),
    })
}

/// Returns how many operators a search finds, and a page of them. A search costs one request.
pub(super) async fn find(
    page_request: &PageRequest<'_>,
    q: &str,
    rows: Page,
) -> PageResult<(u64, Vec<FoundRow>)> {
    let charge = Charge::lookup(page_request, Endpoint::SearchOperators).await?;
    let found = async {
        let found = page_request.store().search_operators(q, rows).await?;
        let ids: Vec<_> = found.operators.iter().map(|found| found.operator.id).collect();
        Ok::<_, StoreError>((found, page_request.store().best_licences(&ids).await?))
    };
    let (found, mut licences) = charge.settle(page_request, found.await).await?;
    let row = |FoundOperator { operator, .. }| FoundRow {
        matched_on: matched_on(&operator, q),
        licences: licences.remove(&operator.id).unwrap_or_default(),
        operator,
    };
    Ok((found.total, found.operators.into_iter().map(row).collect()))
}

fn matched_on(operator: &Operator, q: &str) -> Option<MatchedOn> {
    let registered_name = operator.registered_name.as_deref();
    let matched =
        MatchedOn::find(&operator.display_name, registered_name, operator.slug.as_str(), q)?;
    (matched != MatchedOn::DisplayName).then_some(matched)
}

/// `GET /operators/{slug}`
pub(crate) async fn show(page_request: &PageRequest<'_>) -> PageResult {
    let slug = request::slug(&page_request.parameter(0))?;
    let query = page_request.query()?;
    let past = query.filled("as_of")?;
    let as_of = request::as_of(past, page_request.now)?;
    let charge = Charge::lookup(page_request, Endpoint::GetOperator).await?;
    let found = async {
        let detail = page_request.store().operator(&slug, as_of).await?;
        let detail = detail.ok_or_else(|| RequestError::UnknownOperator(slug.clone()))?;
        let first = request::page(PageRules::REGULATORY_ACTIONS, None, None)?;
        let actions =
            page_request.store().regulatory_actions(&slug, first, Default::default()).await?;
        Ok::<_, Problem>((detail, actions))
    };
    let (detail, actions) = charge.settle(page_request, found.await).await?;
    let actions = actions.map(|page| page.regulatory_actions).unwrap_or_default();
    let (account, id) = (page_request.account_id()?, detail.operator.id);
    let watched = page_request.store().watched_among(account, &[id]).await?;
    page(&OperatorPage {
        layout: Layout::new(page_request, detail.operator.display_name.clone()),
        as_of: past.unwrap_or_default().to_owned(),
        may_watch: page_request.may(Permission::ChangeWatchlist),
        is_watched: !watched.is_empty(),
        actions: actions.into_iter().map(ActionRow::new).collect(),
        detail,
    })
}

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
pub(crate) async fn show_licence(page_request: &PageRequest<'_>) -> PageResult {
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
