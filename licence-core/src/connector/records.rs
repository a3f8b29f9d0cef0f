//! The answers about one operator or one licence.

use serde_json::{Value, json};

use super::answer::web_address;
use super::call::OperatorDetails;
use super::draft::Draft;
use super::rows;
use crate::domain::Domain;
use crate::licence::Licence;
use crate::lookup::{LicenceDetail, LicenceHistory, OperatorDetail, RegulatoryActionsPage};
use crate::operator::Operator;
use crate::time::Timestamp;

const MAX_LICENCES: usize = 50;
const MAX_DOMAINS: usize = 50;
/// The most regulatory actions in the answer about an operator: as many as a front end asks for.
pub const MAX_ACTIONS: usize = 10;
const MAX_TRADING_NAMES: usize = 20;

/// Returns the answer about an operator. `actions` is the first page of its regulatory actions.
pub(super) fn operator(
    detail: &OperatorDetail,
    actions: Option<&RegulatoryActionsPage>,
    wanted: OperatorDetails,
    now: Timestamp,
) -> Draft {
    let operator = &detail.operator;
    let licences = detail.licenses.iter().map(|row| {
        let mut members = licence_members(&row.licence);
        members["as_of"] = json!(row.as_of);
        members
    });
    let actions_total = actions.map_or(0, |page| page.total);
    let of_page = actions.into_iter().flat_map(|page| &page.regulatory_actions).map(rows::action);
    let licences = first(licences, wanted.licences, MAX_LICENCES);
    let domains = first(detail.domains.iter().map(domain_members), wanted.domains, MAX_DOMAINS);
    let action_rows = first(of_page, wanted.actions, MAX_ACTIONS);
    let left_out = |is_wanted: bool, total: u64, rows: usize| {
        if is_wanted { total.saturating_sub(rows as u64) } else { 0 }
    };
    let more = json!({
        "licences": left_out(wanted.licences, detail.licenses.len() as u64, licences.len()),
        "domains": left_out(wanted.domains, detail.domains.len() as u64, domains.len()),
        "actions": left_out(wanted.actions, actions_total, action_rows.len()),
        "trading_names": operator.trading_names.len().saturating_sub(MAX_TRADING_NAMES),
    });
    Draft {
        sentence: detail.sentence(now),
        facts: vec![
            ("name", json!(operator.display_name)),
            ("registered name", json!(operator.registered_name)),
            ("country", json!(operator.country)),
        ],
        rows: &["licences", "domains", "actions"],
        caveats: vec!["Only a licence in status active is in force.".to_owned()],
        structured: json!({
            "operator": operator_members(operator),
            "licences": licences,
            "domains": domains,
            "actions": action_rows,
            "more": more,
        }),
    }
}

fn operator_members(operator: &Operator) -> Value {
    json!({
        "name": operator.display_name,
        "slug": operator.slug,
        "registered_name": operator.registered_name,
        "country": operator.country,
        "trading_names": operator.trading_names.iter().take(MAX_TRADING_NAMES).collect::<Vec<_>>(),
    })
}

fn domain_members(domain: &Domain) -> Value {
    json!({
        "domain": domain.domain,
        "status": domain.domain_status,
        "association": domain.domain_association,
        "jurisdiction": domain.jurisdiction_code,
        "license_number": domain.license_number,
    })
}

fn first(rows: impl Iterator<Item = Value>, is_wanted: bool, max: usize) -> Vec<Value> {
    if is_wanted { rows.take(max).collect() } else { Vec::new() }
}

/// Returns the answer about a licence.
pub(super) fn licence(
    detail: &LicenceDetail,
    history: Option<&LicenceHistory>,
    history_limit: Option<u64>,
    now: Timestamp,
) -> Draft {
    let licence = &detail.licence;
    let mut members = licence_members(licence);
    members["operator"] = json!(detail.operator_display_name);
    members["operator_slug"] = json!(detail.operator_slug);
    let entries = history.map_or(&[][..], |history| &history.history);
    let kept = usize::try_from(history_limit.unwrap_or(0)).unwrap_or(usize::MAX);
    let rows: Vec<Value> = entries.iter().take(kept).map(|entry| json!(entry)).collect();
    Draft {
        sentence: detail.sentence(now),
        facts: vec![
            ("number", json!(licence.license_number)),
            ("operator", json!(detail.operator_display_name)),
            ("register's wording", json!(licence.upstream_status)),
            ("expires", json!(licence.expiry_date)),
            ("source", json!(web_address(licence.status_source_url.as_deref()))),
        ],
        rows: &["history"],
        caveats: vec!["Only status active is in force.".to_owned()],
        structured: json!({
            "licence": members,
            "as_of": detail.as_of,
            "history": rows,
            "more": {"history": entries.len() - rows.len()},
        }),
    }
}

fn licence_members(licence: &Licence) -> Value {
    json!({
        "license_id": licence.id,
        "license_number": licence.license_number,
        "jurisdiction": licence.jurisdiction_code,
        "status": licence.status,
        "status_qualifier": licence.status_qualifier,
        "upstream_status": licence.upstream_status,
        "types": licence.license_types,
        "issued_date": licence.issued_date,
        "expiry_date": licence.expiry_date,
        "observed_at": licence.status_observed_at,
        "not_listed_since": licence.not_listed_since,
        "source_url": web_address(licence.source_url.as_deref()),
        "status_source_url": web_address(licence.status_source_url.as_deref()),
    })
}
