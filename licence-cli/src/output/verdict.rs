//! A verdict for a person: the verdict first, then the sentence, then the evidence.

use comfy_table::Color;
use licence_core::check::{BatchRow, CheckMatch, CheckResult, Verdict};
use licence_core::domain::{DomainStatus, listing_status};
use licence_core::point_in_time::PointInTime;
use licence_core::time::Date;

use crate::output::cell::Cell;
use crate::output::layout::{card as card_of, card_rows};
use crate::output::style::{coloured, expiry, plain, status};

pub(crate) fn card(result: &CheckResult, today: Date) -> String {
    let asked = result.query.domain.as_ref().or(result.query.license_number.as_ref());
    let mut rows = card_rows! {
        "query" => plain(asked.map_or("", String::as_str)),
        "verdict" => coloured(result.verdict, color(result.verdict)),
        "because" => plain(&result.verdict_detail),
        "confidence" => result.confidence,
    };
    if let Some(matched) = &result.matched {
        rows.extend(evidence(matched, today));
    }
    let others = result.jurisdictions.iter().flatten().skip(1);
    rows.extend(others.map(|pair| ("also under", Cell::new(pair_line(pair)))));
    rows.extend(result.related_hosts.iter().map(|related| {
        let status = listing_status(related.domain_status, related.status);
        let line = format!("{} ({}, {status})", related.host, related.operator);
        ("related host", Cell::new(plain(&line)))
    }));
    rows.extend(result.alternatives.iter().map(|near| {
        let line = format!("{} ({}, {})", near.matched_name, near.operator, near.similarity);
        ("near name", coloured(plain(&line), Color::Yellow))
    }));
    if let Some(as_of) = &result.as_of {
        rows.extend(past(as_of));
    }
    let stale: Vec<&str> =
        result.meta.stale_jurisdictions.iter().map(|code| code.as_str()).collect();
    if !stale.is_empty() {
        rows.push(("stale", coloured(stale.join(", "), Color::Yellow)));
    }
    card_of(rows)
}

/// Returns the rows about what is known of the requested instant.
pub(crate) fn past(as_of: &PointInTime) -> Vec<(&'static str, Cell)> {
    let status = as_of.status_as_of.map_or("nothing", |status| status.as_str());
    let mut rows = card_rows! {
        "as of" => as_of.resolved_at,
        "known then" => format!("{status} ({})", as_of.knowledge),
    };
    if let Some(entry) = &as_of.established_by {
        let line = format!("{}: {}", entry.changed_at, entry.note);
        rows.push(("established by", Cell::new(plain(&line))));
    }
    if let Some(correction) = &as_of.correction {
        let note = correction.correction_note.as_deref().unwrap_or("no reason given");
        let line = format!(
            "{} was withdrawn at {}: {note}",
            correction.withdrawn_status, correction.corrected_at
        );
        rows.push(("correction", Cell::new(plain(&line))));
    }
    rows.extend(as_of.tracking_since.map(|since| ("tracked since", Cell::new(since))));
    rows
}

fn evidence(matched: &CheckMatch, today: Date) -> Vec<(&'static str, Cell)> {
    let some = |name, value: Option<String>| value.map(|value| (name, Cell::new(plain(&value))));
    [
        some("operator", Some(format!("{} ({})", matched.operator, matched.operator_slug))),
        some("licence", matched.license_number.clone()),
        some("regulator", matched.regulator_name.clone()),
        matched.status.map(|of| ("status", status(of))),
        matched.domain_status.map(|of| ("domain", coloured(of, domain_status_color(Some(of))))),
        some("association", matched.domain_association.map(|held| held.to_string())),
        matched.expires_at.map(|date| ("expires", expiry(Some(date), today))),
        some("observed", matched.status_observed_at.map(|at| at.to_string())),
        some("source", matched.status_source_url.clone()),
        some("verify at", matched.verification_url.clone()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn pair_line(pair: &CheckMatch) -> String {
    let text = |value: Option<&str>| plain(value.unwrap_or("-"));
    format!(
        "{} {} ({}, {})",
        text(pair.jurisdiction.map(|code| code.as_str())),
        text(pair.license_number.as_deref()),
        plain(&pair.operator),
        text(pair.status.map(|status| listing_status(pair.domain_status, status))),
    )
}

/// Returns one line for a row of a batch: whose the domain is, or why nobody is named.
pub(crate) fn line(row: &BatchRow) -> String {
    let verdict = row.verdict_or_error();
    let domain = plain(row.query.domain.as_deref().unwrap_or_default());
    let operator = row.matched.as_ref().map(|matched| matched.operator.as_str());
    let what = operator.or(row.verdict_detail.as_deref()).unwrap_or_default();
    format!("{verdict:<20} {domain:<40} {}", plain(what)).trim_end().to_owned()
}

const fn color(verdict: Verdict) -> Color {
    match verdict {
        Verdict::Licensed => Color::Green,
        Verdict::LicensedProvisional | Verdict::RelatedHostListed | Verdict::NameMatchOnly => {
            Color::Yellow
        }
        Verdict::LicenceNotActive | Verdict::DomainNotListed => Color::Red,
        Verdict::NotFound | Verdict::GenericTerm => Color::Grey,
    }
}

pub(crate) const fn domain_status_color(status: Option<DomainStatus>) -> Color {
    match status {
        Some(DomainStatus::Active | DomainStatus::Redirecting) => Color::Green,
        Some(DomainStatus::Parked | DomainStatus::Expired) => Color::Yellow,
        Some(DomainStatus::Delisted) => Color::Red,
        None => Color::Grey,
    }
}
