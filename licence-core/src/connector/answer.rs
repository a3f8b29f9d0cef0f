//! The answer to the check of a domain or a licence number, and what not to conclude from it.

use serde_json::{Value, json};

use super::draft::{BATCH, Draft};
use crate::check::{BatchResult, BatchRow, CheckMatch, CheckResult, Verdict};
use crate::domain::DomainStatus;
use crate::jurisdiction::JurisdictionCode;
use crate::text::is_web_address;
use crate::time::Timestamp;

const MAX_ALTERNATIVES: usize = 5;
const MAX_RELATED_HOSTS: usize = 10;

/// Returns the answer of a check. `full` is the body of the API, if the caller wants it too;
/// `dashboard` is the address of the dashboard, which has a page of the check.
pub(super) fn check(
    result: &CheckResult,
    full: Option<Value>,
    dashboard: Option<&str>,
    now: Timestamp,
) -> Draft {
    let matched = result.matched.as_ref();
    let caveats = caveats_of(result);
    let meta = &result.meta;
    let instant = result.as_of.as_ref().map_or(now, |past| past.instant(now)).to_string();
    let alternatives = result.alternatives.iter().take(MAX_ALTERNATIVES);
    let related = result.related_hosts.iter().take(MAX_RELATED_HOSTS);
    let mut structured = json!({
        "question": result.query,
        "verdict": result.verdict,
        "licensed": result.verdict.is_licensed(),
        "sentence": result.verdict_detail,
        "match": matched.map(match_members),
        "jurisdictions": result.jurisdictions.iter().flatten().map(holder).collect::<Vec<_>>(),
        "as_of": result.as_of,
        "evidence": {
            "source_url": web_address(matched.and_then(|it| it.status_source_url.as_deref())
                .or(meta.provenance.source_url.as_deref())),
            "observed_at": matched.and_then(|it| it.status_observed_at),
            "register_read_at": meta.register.as_ref().map(|it| it.last_successful_scrape),
            "stale": meta.register.as_ref().map(|it| it.fresh == Some(false)),
            "permalink": dashboard.map(|url| format!("{url}{}", result.query.page_at(&instant))),
        },
        "alternatives": alternatives.collect::<Vec<_>>(),
        "related_hosts": related.collect::<Vec<_>>(),
        "caveats": caveats,
    });
    // A check has at most 20 related hosts, and no more alternatives than a tool returns.
    if let Some(left_out @ 1..) = result.related_hosts.len().checked_sub(MAX_RELATED_HOSTS) {
        structured["more"]["related_hosts"] = left_out.into();
    }
    if let Some(full) = full {
        structured["full"] = full;
    }
    Draft {
        sentence: result.verdict_detail.clone(),
        facts: facts(result.verdict, matched, &structured["evidence"]),
        rows: &["jurisdictions", "related_hosts", "alternatives"],
        caveats,
        structured,
    }
}

pub(super) fn batch(result: &BatchResult) -> Draft {
    let rows: Vec<Value> = result.results.iter().map(row).collect();
    let licensed = rows.iter().filter(|row| row["licensed"] == true).count();
    let caveats = caveat_of_stale(&result.meta.stale_jurisdictions);
    Draft {
        sentence: format!("{licensed} of {} domains are licensed.", result.count),
        facts: Vec::new(),
        rows: &[BATCH],
        caveats: caveats.into_iter().collect(),
        structured: json!({
            "count": result.count,
            "results": rows,
            "stale_jurisdictions": result.meta.stale_jurisdictions,
        }),
    }
}

fn row(row: &BatchRow) -> Value {
    let matched = row.matched.as_ref();
    json!({
        "domain": row.query.domain,
        "verdict": row.verdict,
        "licensed": row.verdict.is_some_and(Verdict::is_licensed),
        "operator": matched.map(|it| &it.operator),
        "operator_slug": matched.map(|it| &it.operator_slug),
        "jurisdiction": matched.and_then(|it| it.jurisdiction),
        "status": matched.and_then(|it| it.status),
        "sentence": row.verdict_detail,
        "error": row.error,
    })
}

fn match_members(matched: &CheckMatch) -> Value {
    json!({
        "operator": matched.operator,
        "operator_slug": matched.operator_slug,
        "jurisdiction": matched.jurisdiction,
        "regulator": matched.regulator_name,
        "license_number": matched.license_number,
        "license_id": matched.license_id,
        "status": matched.status,
        "upstream_status": matched.upstream_status,
        "expires_at": matched.expires_at,
        "domain_status": matched.domain_status,
        "match_type": matched.match_type,
        "confidence": matched.confidence,
        "verification_url": web_address(matched.verification_url.as_deref()),
    })
}

/// Returns a holder of the domain in one register, as one of several.
fn holder(matched: &CheckMatch) -> Value {
    json!({
        "operator": matched.operator,
        "operator_slug": matched.operator_slug,
        "jurisdiction": matched.jurisdiction,
        "license_number": matched.license_number,
        "status": matched.status,
        "domain_status": matched.domain_status,
    })
}

fn facts(
    verdict: Verdict,
    matched: Option<&CheckMatch>,
    evidence: &Value,
) -> Vec<(&'static str, Value)> {
    let mut facts = vec![("verdict", json!(verdict))];
    if let Some(matched) = matched {
        facts.push(("operator", json!(matched.operator)));
        facts.push(("licence", json!(matched.license_number)));
        facts.push(("status", json!(matched.status)));
        facts.push(("observed at", evidence["observed_at"].clone()));
        facts.push(("source", evidence["source_url"].clone()));
    }
    facts.push(("permalink", evidence["permalink"].clone()));
    facts
}

/// Returns an address of the web; `None` for one that a reader's program might run or open
/// otherwise.
pub(super) fn web_address(url: Option<&str>) -> Option<&str> {
    url.filter(|url| is_web_address(url))
}

/// Returns the sentence about registers past their freshness target; `None` if all are fresh.
pub(super) fn caveat_of_stale(stale: &[JurisdictionCode]) -> Option<String> {
    let codes: Vec<&str> = stale.iter().map(|code| code.as_str()).collect();
    (!codes.is_empty()).then(|| {
        format!("These registers were not read within their target time: {}.", codes.join(", "))
    })
}

/// Returns what a reader must not conclude from a check.
fn caveats_of(result: &CheckResult) -> Vec<String> {
    let about_verdict = match result.verdict {
        Verdict::Licensed => None,
        Verdict::LicensedProvisional => {
            Some("The regulator calls this licence provisional; it is no full licence.")
        }
        Verdict::LicenceNotActive => Some("A licence that is not active is no pass."),
        Verdict::DomainNotListed => {
            caveat_of_domain(result.matched.as_ref().and_then(|matched| matched.domain_status))
        }
        Verdict::RelatedHostListed => {
            Some("Another host of the same registered domain is on record; this one is not.")
        }
        Verdict::NameMatchOnly => {
            Some("The name is equal; nothing proves who runs this domain, or that it is licensed.")
        }
        Verdict::NotFound => {
            Some("Absence is not a revocation, and other regulators' registers are not read.")
        }
        Verdict::GenericTerm => Some("A generic word names no operator."),
    };
    let about_past = result.as_of.as_ref().map(|_| {
        "The verdict describes today; only the member as_of describes the past.".to_owned()
    });
    let stale = caveat_of_stale(&result.meta.stale_jurisdictions);
    about_verdict.map(str::to_owned).into_iter().chain(about_past).chain(stale).collect()
}

/// Returns why a domain on record is not covered. Only a delisting is an act of the regulator.
const fn caveat_of_domain(status: Option<DomainStatus>) -> Option<&'static str> {
    match status {
        Some(DomainStatus::Delisted) => Some("The register no longer permits this domain."),
        Some(DomainStatus::Parked | DomainStatus::Expired) => Some(
            "No licence covers a parked or expired domain; this is no decision of the regulator.",
        ),
        None => Some(
            "The register's words about this domain are not recognised; that proves no decision of \
             the regulator.",
        ),
        Some(DomainStatus::Active | DomainStatus::Redirecting) => None,
    }
}
