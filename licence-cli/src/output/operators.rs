//! Jurisdictions, operators and their regulatory actions for a person.

use comfy_table::Cell;
use licence_core::lookup::{
    JurisdictionList, JurisdictionOperators, JurisdictionRow, OperatorDetail, OperatorSearch,
    RegulatoryActionsPage,
};
use licence_core::operator::Operator;
use licence_core::regulatory_action::RegulatoryAction;

use super::style::{card, coloured, or_dash, part, plain, table};
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
    table(&["code", "regulator", "country", "web site"], rows)
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
        let codes: Vec<&str> = operator.upstream_ids.keys().map(|code| code.as_str()).collect();
        vec![
            Cell::new(&operator.slug),
            Cell::new(plain(&operator.display_name)),
            Cell::new(or_dash(operator.registered_name.as_ref())),
            Cell::new(or_dash(operator.country.as_ref())),
            Cell::new(codes.join(", ")),
        ]
    });
    table(&["slug", "operator", "registered name", "country", "registers"], rows)
}

/// Everything on record about an operator.
pub(crate) fn detail(answer: &OperatorDetail) -> String {
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
    format!("{head}\n{}{past}\n{}", licences::rows(&answer.licenses), domains(answer))
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
            Cell::new(domain.last_listed_at),
        ]
    });
    table(&["domain", "status", "association", "register", "licence", "last listed"], rows)
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
    let header = ["decided", "action", "amount", "register", "subject", "source"];
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
