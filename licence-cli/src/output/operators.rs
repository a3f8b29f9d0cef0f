//! Jurisdictions, operators and their regulatory actions for a person.

use licence_core::lookup::{
    JurisdictionList, JurisdictionOperators, JurisdictionRow, OperatorDetail, OperatorSearch,
    RegulatoryActionsPage,
};
use licence_core::operator::Operator;
use licence_core::regulatory_action::RegulatoryAction;
use licence_core::time::Date;

use super::cell::Cell;
use super::layout::{card, column, prose, table};
use super::style::{coloured, minute, or_dash, part, plain};
use super::{licences, verdict};

/// One line a jurisdiction.
pub(crate) fn jurisdictions(answer: &JurisdictionList) -> String {
    let rows = answer.jurisdictions.iter().map(|row| {
        vec![
            Cell::new(row.code),
            Cell::new(plain(&row.name)),
            Cell::new(plain(&row.country_code)),
            Cell::new(plain(&row.website)),
        ]
    });
    table(
        &[column("code"), prose("regulator"), column("country"), column("web site").optional(1)],
        rows,
    )
}

/// A card of one jurisdiction.
pub(crate) fn jurisdiction(row: &JurisdictionRow) -> String {
    card(vec![
        ("code", Cell::new(row.code)),
        ("regulator", Cell::new(plain(&row.name))),
        ("country", Cell::new(plain(&row.country_code))),
        ("web site", Cell::new(plain(&row.website))),
        ("currency", Cell::new(plain(&row.currency))),
        ("licence types", Cell::new(plain(&row.license_types.join(", ")))),
    ])
}

/// The operators of a jurisdiction.
pub(crate) fn jurisdiction_operators(answer: &JurisdictionOperators) -> String {
    let rows = lines(answer.operators.iter());
    rows + &part(answer.operators.len(), answer.offset, answer.total)
}

/// What a search found.
pub(crate) fn search(answer: &OperatorSearch) -> String {
    let rows = lines(answer.operators.iter().map(|found| &found.operator));
    rows + &part(answer.operators.len(), answer.offset, answer.total)
}

fn lines<'o>(operators: impl Iterator<Item = &'o Operator>) -> String {
    let rows = operators.map(|operator| {
        // Not every register gives its operators an id, so these are not all registers.
        let ids: Vec<String> =
            operator.upstream_ids.iter().map(|(code, id)| format!("{code} {id}")).collect();
        vec![
            Cell::new(&operator.slug),
            Cell::new(plain(&operator.display_name)),
            Cell::new(or_dash(operator.registered_name.as_ref())),
            Cell::new(or_dash(operator.country.as_ref())),
            Cell::new(plain(&ids.join(", "))),
        ]
    });
    table(
        &[
            column("slug"),
            prose("operator"),
            prose("registered name").optional(3),
            column("country").optional(1),
            column("regulator's id").optional(2),
        ],
        rows,
    )
}

/// Everything on record about an operator.
pub(crate) fn detail(answer: &OperatorDetail, today: Date) -> String {
    let operator = &answer.operator;
    let head = card(vec![
        ("operator", Cell::new(plain(&operator.display_name))),
        ("slug", Cell::new(&operator.slug)),
        ("registered name", Cell::new(or_dash(operator.registered_name.as_ref()))),
        ("country", Cell::new(or_dash(operator.country.as_ref()))),
        ("trades as", Cell::new(plain(&operator.trading_names.join(", ")))),
        ("read", Cell::new(or_dash(answer.meta.scraped_at))),
        ("source", Cell::new(or_dash(answer.meta.source_url.as_ref()))),
    ]);
    let past: String = answer.licenses.iter().filter_map(past).collect();
    format!("{head}\n{}{past}\n{}", licences::rows(&answer.licenses, today), domains(answer))
}

fn past(row: &licence_core::lookup::LicenceRow) -> Option<String> {
    let past = verdict::past(row.as_of.as_ref()?);
    Some(format!("\n{}\n{}", plain(&row.licence.license_number), card(past)))
}

fn domains(answer: &OperatorDetail) -> String {
    let rows = answer.domains.iter().map(|domain| {
        let colour = verdict::domain_status_color(domain.domain_status);
        vec![
            Cell::new(plain(&domain.domain)),
            coloured(or_dash(domain.domain_status), colour),
            Cell::new(domain.domain_association),
            Cell::new(domain.jurisdiction_code),
            Cell::new(plain(&domain.license_number)),
            Cell::new(minute(domain.last_listed_at)),
        ]
    });
    table(
        &[
            column("domain"),
            column("status"),
            column("association").optional(2),
            column("register"),
            column("licence"),
            column("last listed").optional(1),
        ],
        rows,
    )
}

/// One line an action.
pub(crate) fn actions(answer: &RegulatoryActionsPage) -> String {
    let rows = answer.regulatory_actions.iter().map(|action| {
        vec![
            Cell::new(action.decision_date),
            Cell::new(plain(&action.action_type)),
            Cell::new(amount(action)),
            Cell::new(action.jurisdiction_code),
            Cell::new(plain(&action.subject_name)),
            Cell::new(plain(&action.source_url)),
        ]
    });
    let header = [
        column("decided"),
        column("action"),
        column("amount"),
        column("register").optional(1),
        prose("subject"),
        column("source").optional(2),
    ];
    let part = part(answer.regulatory_actions.len(), answer.offset, answer.total);
    format!("{}{part}\n{}\n", table(&header, rows), plain(&answer.meta.note))
}

/// In whole units of the currency, with two digits for the minor ones.
fn amount(action: &RegulatoryAction) -> String {
    let Some(cents) = action.fine_amount_cents else { return "-".to_owned() };
    let sign = if cents < 0 { "-" } else { "" };
    let (units, minor) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
    let currency = action.fine_currency.as_deref().map(plain).unwrap_or_default();
    format!("{sign}{units}.{minor:02} {currency}").trim_end().to_owned()
}
