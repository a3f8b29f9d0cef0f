//! The values that an export selects for each dataset, the same on both databases.
//! [`super::decode_row`] decodes them in this order.

use licence_core::export::{Dataset, ExportFilter, ExportRequest};

/// A selected value.
#[derive(Clone, Copy)]
pub(super) struct Value {
    pub(super) sql: &'static str,
    /// Whether it is a whole number; else it is text.
    pub(super) is_number: bool,
}

const fn text(sql: &'static str) -> Value {
    Value { sql, is_number: false }
}

const fn number(sql: &'static str) -> Value {
    Value { sql, is_number: true }
}

/// The tables and values of a dataset.
pub(super) struct Source {
    /// The table with one row for each row of the dataset.
    pub(super) table: &'static str,
    /// Its name in the expressions.
    pub(super) alias: &'static str,
    /// The joined tables: table, alias and condition.
    pub(super) joined: &'static [(&'static str, &'static str, &'static str)],
    /// The values, as [`TableRows::values`](crate::catalogue::table_pages::TableRows::values) has
    /// them.
    pub(super) values: &'static [Value],
}

const OF_LICENCE: (&str, &str, &str) = ("operators", "o", "o.id = l.operator_id");

const LICENCES: Source = Source {
    table: "licences",
    alias: "l",
    joined: &[OF_LICENCE],
    values: &[
        text("l.id"),
        text("l.operator_id"),
        text("o.slug"),
        text("o.display_name"),
        text("o.registered_name"),
        text("l.jurisdiction_code"),
        text("l.license_number"),
        text("l.status"),
        text("l.status_qualifier"),
        text("l.upstream_status"),
        text("l.license_types"),
        text("l.license_type_raw"),
        text("l.license_category"),
        text("l.issued_date"),
        text("l.expiry_date"),
        text("l.source_url"),
        text("l.status_source_url"),
        number("l.last_verified_at"),
        number("l.status_observed_at"),
        number("l.last_listed_at"),
        number("l.not_listed_since"),
    ],
};

const OPERATORS: Source = Source {
    table: "operators",
    alias: "o",
    joined: &[],
    values: &[
        text("o.id"),
        text("o.slug"),
        text("o.display_name"),
        text("o.registered_name"),
        text("o.country"),
        number("o.created_at"),
        number("o.updated_at"),
        text(
            "(select {list}({row}(k.jurisdiction_code, k.upstream_id)) from operator_keys k \
             where k.operator_id = o.id and k.upstream_id is not null){text}",
        ),
        text("(select {list}(t.name) from trading_names t where t.operator_id = o.id){text}"),
        text(
            "(select {list}({row}(h.id, h.jurisdiction_code, h.license_number, h.status, \
             h.status_qualifier, h.status_source_url, h.last_verified_at, h.status_observed_at, \
             h.last_listed_at, h.not_listed_since)) from licences h \
             where h.operator_id = o.id){text}",
        ),
    ],
};

const DOMAINS: Source = Source {
    table: "domains",
    alias: "d",
    joined: &[("licences", "l", "l.id = d.licence_id"), OF_LICENCE],
    values: &[
        text("d.id"),
        text("d.domain"),
        text("o.id"),
        text("o.slug"),
        text("o.display_name"),
        text("l.jurisdiction_code"),
        text("l.id"),
        text("l.license_number"),
        text("l.status"),
        text("d.domain_status"),
        text("d.domain_association"),
        text("d.verification_url"),
        text("d.verification_page_status"),
        number("d.verification_page_read_at"),
        text("l.status_source_url"),
        number("l.last_verified_at"),
        number("l.status_observed_at"),
        number("l.last_listed_at"),
        number("l.not_listed_since"),
        number("d.last_listed_at"),
        number("d.unseen_since"),
    ],
};

pub(super) const fn dataset_source(dataset: Dataset) -> &'static Source {
    match dataset {
        Dataset::Licences => &LICENCES,
        Dataset::Operators => &OPERATORS,
        Dataset::Domains => &DOMAINS,
    }
}

/// Returns the SQL condition of a filter; `None` if it admits all rows.
pub(super) fn condition(dataset: Dataset, filter: &ExportFilter) -> Option<String> {
    match dataset {
        Dataset::Licences | Dataset::Domains => on_licence("l", filter),
        Dataset::Operators => on_licence("f", filter).map(|condition| {
            format!("exists (select 1 from licences f where f.operator_id = o.id and {condition})")
        }),
    }
}

/// Returns the condition on a licence. The words come from closed enums and need no escaping.
fn on_licence(alias: &str, filter: &ExportFilter) -> Option<String> {
    let codes =
        in_list(alias, "jurisdiction_code", filter.jurisdictions.iter().map(|c| c.as_str()));
    let statuses = in_list(alias, "status", filter.statuses.iter().map(|s| s.as_str()));
    match (codes, statuses) {
        (Some(codes), Some(statuses)) => Some(format!("{codes} and {statuses}")),
        (codes, statuses) => codes.or(statuses),
    }
}

fn in_list<'w>(alias: &str, column: &str, words: impl Iterator<Item = &'w str>) -> Option<String> {
    let words: Vec<&str> = words.collect();
    (!words.is_empty()).then(|| format!("{alias}.{column} in ('{}')", words.join("', '")))
}

/// Returns the query that counts the rows of an export.
pub(super) fn count(request: &ExportRequest) -> String {
    let Source { table, alias, joined, .. } = dataset_source(request.dataset);
    match condition(request.dataset, &request.filter) {
        None => format!("select count(*) from {table}"),
        Some(condition) => {
            // Operators are joined for what they show alone.
            let licences = joined.iter().filter(|(table, ..)| *table == "licences");
            let join =
                |(table, alias, on): &(&str, &str, &str)| format!(" join {table} {alias} on {on}");
            let joins: String = licences.map(join).collect();
            format!("select count(*) from {table} {alias}{joins} where {condition}")
        }
    }
}
