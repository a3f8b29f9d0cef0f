//! Jurisdictions, operators and their regulatory actions for a person.

use licence_core::lookup::{
    JurisdictionList, JurisdictionOperators, JurisdictionRow, OperatorDetail, OperatorSearch,
    RegulatoryActionsPage,
};
use licence_core::operator::Operator;
use licence_core::regulatory_action::RegulatoryAction;
use licence_core::time::Date;

use super::layout::{card, card_rows, column, prose, table_of};
use super::style::{coloured, minute, or_dash, part, plain};
use super::{licences, verdict};

pub(crate) fn jurisdictions(answer: &JurisdictionList) -> String {
    table_of!(&answer.jurisdictions, |row| {
        column("code") => row.code,
        prose("regulator") => plain(&row.name),
        column("country") => plain(&row.country_code),
        column("web site").optional(1) => plain(&row.website),
    })
}

pub(crate) fn jurisdiction(row: &JurisdictionRow) -> String {
    card(card_rows! {
        "code" => row.code,
        "regulator" => plain(&row.name),
        "country" => plain(&row.country_code),
        "web site" => plain(&row.website),
        "currency" => plain(&row.currency),
        "licence types" => plain(&row.license_types.join(", ")),
    })
}

pub(crate) fn jurisdiction_operators(answer: &JurisdictionOperators) -> String {
    let rows = lines(answer.operators.iter());
    rows + &part(answer.operators.len(), answer.offset, answer.total)
}

pub(crate) fn search(answer: &OperatorSearch) -> String {
    let rows = lines(answer.operators.iter().map(|found| &found.operator));
    rows + &part(answer.operators.len(), answer.offset, answer.total)
}

fn lines<'o>(operators: impl Iterator<Item = &'o Operator>) -> String {
    table_of!(operators, |operator| {
        column("slug") => &operator.slug,
        prose("operator") => plain(&operator.display_name),
        prose("registered name").optional(3) => or_dash(operator.registered_name.as_ref()),
        column("country").optional(1) => or_dash(operator.country.as_ref()),
        column("regulator's id").optional(2) => upstream_ids(operator),
    })
}

/// Returns the operator's ids in the registers that have ids.
fn upstream_ids(operator: &Operator) -> String {
    let ids = operator.upstream_ids.iter().map(|(code, id)| format!("{code} {id}"));
    plain(&ids.collect::<Vec<_>>().join(", "))
}

/// Returns everything on record about an operator.
pub(crate) fn detail(answer: &OperatorDetail, today: Date) -> String {
    let operator = &answer.operator;
    let head = card(card_rows! {
        "operator" => plain(&operator.display_name),
        "slug" => &operator.slug,
        "registered name" => or_dash(operator.registered_name.as_ref()),
        "country" => or_dash(operator.country.as_ref()),
        "trades as" => plain(&operator.trading_names.join(", ")),
        "read" => or_dash(answer.meta.scraped_at),
        "source" => or_dash(answer.meta.source_url.as_ref()),
    });
    let past: String = answer.licenses.iter().filter_map(past).collect();
    format!("{head}\n{}{past}\n{}", licences::rows(&answer.licenses, today), domains(answer))
}

fn past(row: &licence_core::lookup::LicenceRow) -> Option<String> {
    let past = verdict::past(row.as_of.as_ref()?);
    Some(format!("\n{}\n{}", plain(&row.licence.license_number), card(past)))
}

fn domains(answer: &OperatorDetail) -> String {
    table_of!(&answer.domains, |domain| {
        column("domain") => plain(&domain.domain),
        column("status") => coloured(
            or_dash(domain.domain_status),
            verdict::domain_status_color(domain.domain_status),
        ),
        column("association").optional(2) => domain.domain_association,
        column("register") => domain.jurisdiction_code,
        column("licence") => plain(&domain.license_number),
        column("last listed").optional(1) => minute(domain.last_listed_at),
    })
}

pub(crate) fn actions(answer: &RegulatoryActionsPage) -> String {
    let actions = table_of!(&answer.regulatory_actions, |action| {
        column("decided") => action.decision_date,
        column("action") => plain(&action.action_type),
        column("amount") => amount(action),
        column("register").optional(1) => action.jurisdiction_code,
        prose("subject") => plain(&action.subject_name),
        column("source").optional(2) => plain(&action.source_url),
    });
    let part = part(answer.regulatory_actions.len(), answer.offset, answer.total);
    format!("{actions}{part}\n{}\n", plain(&answer.meta.note))
}

/// Returns the amount in whole units of the currency, with two digits for the minor ones.
fn amount(action: &RegulatoryAction) -> String {
    let Some(cents) = action.fine_amount_cents else { return "-".to_owned() };
    let sign = if cents < 0 { "-" } else { "" };
    let (units, minor) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
    let currency = action.fine_currency.as_deref().map(plain).unwrap_or_default();
    format!("{sign}{units}.{minor:02} {currency}").trim_end().to_owned()
}
