//! The record of a check: the verdict, its evidence, and how to repeat it by a link, over HTTP and at
//! the terminal. It prints on one page.

use askama::Template;
use licence_core::check::{CheckQuery, CheckResult, QueryEcho, Verdict};
use licence_core::domain::{DomainStatus, listing_status, register_listing};
use licence_core::member::Permission;
use licence_core::point_in_time::{Knowledge, PointInTime};
use licence_core::request;
use licence_core::time::Timestamp;

use crate::dashboard::html::web_link;
use crate::dashboard::layout::Layout;
use crate::dashboard::page_error::PageResult;
use crate::dashboard::page_request::PageRequest;
use crate::problem::Problem;

#[derive(Template)]
#[template(path = "check_result.html")]
pub(super) struct CheckPage {
    layout: Layout,
    result: CheckResult,
    verdict: &'static str,
    tone: &'static str,
    mark: &'static str,
    /// The status today, with the read that showed it.
    today: PointInTime,
    register_read_at: Option<Timestamp>,
    /// The SHA-256 of the bytes of the last reading of the register.
    reading_sha256: Option<String>,
    may_save: bool,
    may_view_operators: bool,
    as_of: String,
    source: Option<String>,
    verification: Option<String>,
    stale: String,
    checked: Option<String>,
    repeat: Repeat,
    json: String,
    version: &'static str,
}

impl CheckPage {
    /// Checks, and returns the record of the answer. `past` is the instant to look back at, as it
    /// was sent.
    pub(super) async fn answer(
        page_request: &PageRequest<'_>,
        asked: &CheckQuery,
        past: Option<&str>,
    ) -> PageResult<Self> {
        let now = page_request.now;
        let as_of = request::as_of(past, now)?;
        let (result, today) = page_request.store().check_with_evidence(asked, as_of, now).await?;
        let mut page = Self::new(page_request, result, today, past)?;
        page.reading_sha256 = reading_sha256(page_request, &page.result).await?;
        Ok(page)
    }

    fn new(
        page_request: &PageRequest<'_>,
        result: CheckResult,
        today: PointInTime,
        past: Option<&str>,
    ) -> PageResult<Self> {
        let matched = result.matched.as_ref();
        let domain = matched.and_then(|matched| matched.domain_status);
        let (verdict, tone, mark) = in_words(result.verdict, domain);
        let instant = past.map_or_else(|| page_request.now.to_string(), str::to_owned);
        let repeat = Repeat::new(page_request, &result.query, &instant);
        let codes =
            |codes: &[_]| codes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        Ok(Self {
            layout: Layout::new(page_request, format!("Check of {}", repeat.asked)),
            verdict,
            tone,
            mark,
            today,
            reading_sha256: None,
            may_save: page_request.may(Permission::SaveEvidence),
            may_view_operators: page_request.may(Permission::ViewAccount),
            as_of: past.unwrap_or_default().to_owned(),
            register_read_at: result.meta.register.and_then(|it| it.last_successful_scrape),
            source: source_url(&result),
            verification: matched.and_then(|it| web_link(it.verification_url.as_deref()?)),
            stale: codes(&result.meta.stale_jurisdictions),
            checked: result.checked_jurisdictions.as_deref().map(codes),
            repeat,
            json: serde_json::to_string_pretty(&result).map_err(Problem::internal)?,
            version: env!("CARGO_PKG_VERSION"),
            result,
        })
    }
}

impl CheckPage {
    /// Returns whether the page shows the hash of a read.
    fn has_hash(&self) -> bool {
        let of_status = self.today.established_by.as_ref();
        let of_status = of_status.and_then(|read| read.snapshot_sha256.as_ref());
        self.reading_sha256.is_some() || of_status.is_some()
    }
}

/// Returns the address that the answer was read from.
pub(super) fn source_url(result: &CheckResult) -> Option<String> {
    let matched = result.matched.as_ref();
    let status_source = matched.and_then(|it| it.status_source_url.as_deref());
    status_source.or(result.meta.provenance.source_url.as_deref()).and_then(web_link)
}

/// Returns the hash of the bytes of the last complete read of the register.
async fn reading_sha256(
    page_request: &PageRequest<'_>,
    result: &CheckResult,
) -> PageResult<Option<String>> {
    let Some(register) = result.meta.register else { return Ok(None) };
    let Some(read_at) = register.last_successful_scrape else { return Ok(None) };
    let readings = page_request.store().readings(register.jurisdiction_code, read_at).await?;
    Ok(readings.first().map(|reading| reading.snapshot_sha256.clone()))
}

/// Returns a verdict in words, its tone, and its mark, because colour alone must not tell verdicts apart.
/// `domain` is the status of the domain; only `delisted` is a decision of the regulator.
pub(super) const fn in_words(
    verdict: Verdict,
    domain: Option<DomainStatus>,
) -> (&'static str, &'static str, &'static str) {
    match verdict {
        Verdict::Licensed => ("Licensed", "good", "✓"),
        Verdict::LicensedProvisional => ("Licensed, provisionally", "warn", "◐"),
        Verdict::LicenceNotActive => ("Licence not active", "bad", "✕"),
        Verdict::DomainNotListed => match domain {
            Some(DomainStatus::Parked) => ("Domain parked", "bad", "✕"),
            Some(DomainStatus::Expired) => ("Domain expired", "bad", "✕"),
            None => ("Domain status not known", "bad", "✕"),
            Some(DomainStatus::Delisted | DomainStatus::Active | DomainStatus::Redirecting) => {
                ("Domain no longer listed", "bad", "✕")
            }
        },
        Verdict::RelatedHostListed => ("Another host of this domain is on record", "warn", "!"),
        Verdict::NameMatchOnly => ("Only a name matches", "warn", "!"),
        Verdict::NotFound => ("Not found in the registers checked", "bad", "✕"),
        Verdict::GenericTerm => ("Generic word, not identified", "warn", "?"),
    }
}

/// The addresses and the command that ask again, about the same instant.
pub(super) struct Repeat {
    pub(super) asked: String,
    /// The page, as an address of its own and as a path.
    pub(super) permalink: String,
    pub(super) permalink_path: String,
    pub(super) api_url: String,
    pub(super) cli: String,
}

impl Repeat {
    pub(super) fn new(page_request: &PageRequest<'_>, query: &QueryEcho, instant: &str) -> Self {
        let (asked, cli) = match (&query.domain, &query.license_number) {
            (_, Some(number)) => {
                let cli = format!("--license-number '{}'", number.replace('\'', "'\\''"));
                (number.clone(), cli)
            }
            // A host that was parsed has no character that a shell interprets.
            (domain, None) => (domain.clone().unwrap_or_default(), query.host()),
        };
        let (base_url, path) = (page_request.context.base_url(), query.page_at(instant));
        let parameters = query.parameters_at(instant);
        Self {
            asked,
            permalink: page_request.absolute(&path),
            permalink_path: path,
            api_url: format!("{base_url}/v1/check?{parameters}"),
            cli: format!("licence check {cli} --as-of {instant}"),
        }
    }
}
