//! The answers that are lists.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::answer::{caveat_of_stale, web_address};
use super::draft::Draft;
use crate::coverage::CoverageReport;
use crate::event::feed::FeedPage;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::Licence;
use crate::lookup::{FoundOperator, OperatorSearch, RegulatoryActionsPage};
use crate::operator::OperatorId;
use crate::regulatory_action::RegulatoryAction;
use crate::text::counted;
use crate::watchlist::{WatchlistPage, WatchlistSummary};

/// The most trading names of an operator that a search found; `get_operator` returns more.
const MAX_TRADING_NAMES: usize = 5;

/// Returns the offset of the next page; `None` after the last one.
fn next_offset(total: u64, offset: u64, rows: usize) -> Option<u64> {
    let next = offset + rows as u64;
    (rows > 0 && next < total).then_some(next)
}

/// The best licence of each operator in each register.
pub(super) type BestLicences = HashMap<OperatorId, Vec<Licence>>;

/// Returns the answer of a search. Without the best licences no row names a register, because the
/// API's body has no licences.
pub(super) fn search(found: &OperatorSearch, best: Option<&BestLicences>) -> Draft {
    let row = |FoundOperator { operator, .. }: &FoundOperator| {
        let names = &operator.trading_names;
        let mut row = json!({
            "name": operator.display_name,
            "slug": operator.slug,
            "trading_names": names.iter().take(MAX_TRADING_NAMES).collect::<Vec<_>>(),
        });
        if names.len() > MAX_TRADING_NAMES {
            row["more"] = json!({"trading_names": names.len() - MAX_TRADING_NAMES});
        }
        if let Some(best) = best {
            let standing = standing(best.get(&operator.id).map_or(&[], Vec::as_slice));
            row["jurisdictions"] = standing.keys().map(String::as_str).collect();
            row["standing"] = standing.into();
        }
        row
    };
    let rows: Vec<Value> = found.operators.iter().map(row).collect();
    Draft {
        sentence: match found.total {
            1 => "1 operator matches the search.".to_owned(),
            total => format!("{total} operators match the search."),
        },
        facts: Vec::new(),
        rows: &["operators"],
        caveats: vec!["A found name proves no licence.".to_owned()],
        structured: json!({
            "total": found.total,
            "next_offset": next_offset(found.total, found.offset, rows.len()),
            "operators": rows,
        }),
    }
}

/// Returns the status of an operator's best licence in each register, by code.
fn standing(best: &[Licence]) -> Map<String, Value> {
    let status = |licence: &Licence| match licence.status_qualifier {
        Some(qualifier) => format!("{} ({qualifier})", licence.status),
        None => licence.status.to_string(),
    };
    best.iter().map(|it| (it.jurisdiction_code.to_string(), json!(status(it)))).collect()
}

pub(super) fn action(action: &RegulatoryAction) -> Value {
    json!({
        "jurisdiction": action.jurisdiction_code,
        "action_type": action.action_type,
        "decision_date": action.decision_date,
        "subject": action.subject_name,
        "fine_amount_cents": action.fine_amount_cents,
        "fine_currency": action.fine_currency,
        "description": action.description,
        "source_url": web_address(Some(&action.source_url)),
    })
}

pub(super) fn actions(page: &RegulatoryActionsPage) -> Draft {
    let rows: Vec<Value> = page.regulatory_actions.iter().map(action).collect();
    Draft {
        sentence: match page.total {
            1 => format!("1 action is linked to {}.", page.operator_slug),
            total => format!("{total} actions are linked to {}.", page.operator_slug),
        },
        facts: Vec::new(),
        rows: &["actions"],
        caveats: vec![page.meta.note.clone()],
        structured: json!({
            "total": page.total,
            "next_offset": next_offset(page.total, page.offset, rows.len()),
            "actions": rows,
        }),
    }
}

/// Returns the answer about the freshness of all registers, or of one.
pub(super) fn coverage(report: &CoverageReport, only: Option<JurisdictionCode>) -> Draft {
    let included = |code: &JurisdictionCode| only.is_none_or(|only| only == *code);
    let registers = report.jurisdictions.iter().filter(|(code, _)| included(code));
    let stale = registers.clone().filter(|(_, register)| register.fresh != Some(true));
    let stale: Vec<JurisdictionCode> = stale.map(|(code, _)| *code).collect();
    let rows = registers.map(|(code, register)| {
        json!({
            "code": code,
            "regulator": code.jurisdiction().name,
            "last_read": register.last_successful_scrape,
            "age_hours": register.age_hours,
            "fresh": register.fresh,
            "target_hours": register.sla_hours,
            "records": register.record_count,
            "domain_coverage_pct": register.domain_coverage.coverage_pct,
        })
    });
    let rows: Vec<Value> = rows.collect();
    let fresh = rows.len() - stale.len();
    Draft {
        sentence: format!(
            "{fresh} of {} {} read within the target time.",
            counted(rows.len(), "register", "registers"),
            if fresh == 1 { "was" } else { "were" },
        ),
        facts: vec![("status", json!(report.status))],
        rows: &["registers"],
        caveats: caveat_of_stale(&stale).into_iter().collect(),
        structured: json!({"status": report.status, "registers": rows}),
    }
}

/// Returns the answer of the watchlist. The summary says how many operators the account may watch.
pub(super) fn watchlist(page: &WatchlistPage, summary: Option<&WatchlistSummary>) -> Draft {
    let rows = page.operators.iter().map(|it| {
        json!({
            "name": it.display_name,
            "slug": it.slug,
            "status": it.license_status,
            "jurisdiction": it.jurisdiction_code,
            "added_at": it.added_at,
        })
    });
    let rows: Vec<Value> = rows.collect();
    Draft {
        sentence: format!(
            "The account watches {}.",
            counted(page.total.try_into().unwrap_or(usize::MAX), "operator", "operators")
        ),
        rows: &["operators"],
        structured: json!({
            "count": page.total,
            "limit": summary.and_then(|summary| summary.limit),
            "next_offset": next_offset(page.total, page.offset, rows.len()),
            "operators": rows,
        }),
        ..Draft::default()
    }
}

/// Returns the answer of a page of events, which are the API's envelopes.
pub(super) fn events(page: &FeedPage<Value>) -> Draft {
    let rows = page.events.iter().map(|event| {
        json!({
            "event": event["event"],
            "event_id": event["event_id"],
            "timestamp": event["timestamp"],
            "data": event["data"],
        })
    });
    let rows: Vec<Value> = rows.collect();
    Draft {
        sentence: format!("{} of watched operators.", counted(rows.len(), "event", "events")),
        rows: &["events"],
        structured: json!({
            "events": rows,
            "next_cursor": page.next_cursor,
            "has_more": page.has_more,
        }),
        ..Draft::default()
    }
}

pub(super) fn watched(slug: &str, is_new: bool, summary: &WatchlistSummary) -> Draft {
    let sentence = match is_new {
        true => format!("{slug} is on the watchlist now."),
        false => format!("{slug} was on the watchlist already."),
    };
    let structured = json!({
        "operator_slug": slug,
        "already_watched": !is_new,
        "count": summary.count,
        "limit": summary.limit,
    });
    Draft { sentence, structured, ..Draft::default() }
}

/// Returns the answer to a removal from the watchlist, which had been as `before` says.
pub(super) fn unwatched(
    slug: &str,
    before: Option<&WatchlistSummary>,
    summary: &WatchlistSummary,
) -> Draft {
    let was_watched = before.is_none_or(|before| before.count > summary.count);
    let sentence = match was_watched {
        true => format!("{slug} is not on the watchlist any more."),
        false => format!("{slug} was not on the watchlist."),
    };
    let structured = json!({
        "operator_slug": slug,
        "was_watched": was_watched,
        "count": summary.count,
        "limit": summary.limit,
    });
    Draft { sentence, structured, ..Draft::default() }
}
