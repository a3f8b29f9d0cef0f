//! What an export has to hold, said a second time: over the records of `licence-core`, slowly.

use std::collections::{BTreeMap, BTreeSet};

use licence_core::domain::{Domain, DomainId};
use licence_core::export::{Dataset, ExportFilter, columns};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence::{Licence, LicenceId};
use licence_core::operator::OperatorId;
use licence_core::time::Timestamp;
use licence_core::transition::{DomainRecord, LicenceRecord};
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, QueryResult, Statement, TryGetable};
use serde_json::{Value, json};

/// Everything on record, by id, as it is shown.
pub struct Records {
    operators: BTreeMap<String, Value>,
    licences: BTreeMap<String, LicenceRecord>,
    /// By register: the newest read, and the newest complete one.
    reads: BTreeMap<JurisdictionCode, (Timestamp, Option<Timestamp>)>,
}

async fn rows(database: &DatabaseConnection, table: &str) -> Vec<QueryResult> {
    let query = format!("select * from {table}");
    let query = Statement::from_string(database.get_database_backend(), query);
    database.query_all_raw(query).await.unwrap()
}

fn get<T: TryGetable>(row: &QueryResult, column: &str) -> T {
    row.try_get("", column).unwrap()
}

fn parsed<T: std::str::FromStr<Err: std::fmt::Debug>>(row: &QueryResult, column: &str) -> T {
    get::<String>(row, column).parse().unwrap()
}

fn parsed_some<T: std::str::FromStr<Err: std::fmt::Debug>>(
    row: &QueryResult,
    column: &str,
) -> Option<T> {
    get::<Option<String>>(row, column).map(|text| text.parse().unwrap())
}

fn time(row: &QueryResult, column: &str) -> Timestamp {
    Timestamp::from_epoch_millis(get(row, column)).unwrap()
}

fn optional_time(row: &QueryResult, column: &str) -> Option<Timestamp> {
    get::<Option<i64>>(row, column).map(|millis| Timestamp::from_epoch_millis(millis).unwrap())
}

fn operator(row: &QueryResult) -> Value {
    json!({
        "id": get::<String>(row, "id"),
        "slug": get::<String>(row, "slug"),
        "display_name": get::<String>(row, "display_name"),
        "registered_name": get::<Option<String>>(row, "registered_name"),
        "country": get::<Option<String>>(row, "country"),
        "upstream_ids": {},
        "trading_names": [],
        "created_at": time(row, "created_at"),
        "updated_at": time(row, "updated_at"),
    })
}

fn licence(row: &QueryResult) -> LicenceRecord {
    let jurisdiction_code: JurisdictionCode = parsed(row, "jurisdiction_code");
    LicenceRecord {
        licence: Licence {
            id: LicenceId(parsed(row, "id")),
            license_number: get(row, "license_number"),
            license_reference_is_ours: jurisdiction_code.license_reference_is_ours(),
            jurisdiction_code,
            status: parsed(row, "status"),
            status_qualifier: parsed_some(row, "status_qualifier"),
            upstream_status: get(row, "upstream_status"),
            license_types: serde_json::from_str(&get::<String>(row, "license_types")).unwrap(),
            license_type_raw: get(row, "license_type_raw"),
            license_category: parsed(row, "license_category"),
            issued_date: parsed_some(row, "issued_date"),
            expiry_date: parsed_some(row, "expiry_date"),
            last_verified_at: time(row, "last_verified_at"),
            source_url: get(row, "source_url"),
            status_source_url: get(row, "status_source_url"),
            status_observed_at: time(row, "status_observed_at"),
            last_listed_at: time(row, "last_listed_at"),
            not_listed_since: optional_time(row, "not_listed_since"),
            raw_data: serde_json::Map::new(),
        },
        identity: get(row, "identity"),
        operator_id: OperatorId(parsed(row, "operator_id")),
        source_kind: parsed(row, "source_kind"),
        domains: Vec::new(),
    }
}

fn domain(row: &QueryResult, licence: &Licence) -> DomainRecord {
    DomainRecord {
        domain: Domain {
            id: DomainId(parsed(row, "id")),
            domain: get(row, "domain"),
            jurisdiction_code: parsed(row, "jurisdiction_code"),
            license_id: licence.id,
            license_number: licence.license_number.clone(),
            domain_status: parsed_some(row, "domain_status"),
            domain_association: parsed(row, "domain_association"),
            verification_url: get(row, "verification_url"),
            verification_page_status: get(row, "verification_page_status"),
            verification_page_read_at: optional_time(row, "verification_page_read_at"),
            first_seen_at: time(row, "first_seen_at"),
            last_listed_at: time(row, "last_listed_at"),
        },
        host: None,
        cell: get(row, "cell"),
        status_text: get(row, "status_text"),
        unseen_since: optional_time(row, "unseen_since"),
    }
}

impl Records {
    pub async fn load(url: &str) -> Self {
        let database = Database::connect(url).await.unwrap();
        let mut records =
            Self { operators: BTreeMap::new(), licences: BTreeMap::new(), reads: BTreeMap::new() };
        for row in rows(&database, "register_readings").await {
            let (read_at, complete) = (time(&row, "read_at"), get::<bool>(&row, "complete"));
            let reads =
                records.reads.entry(parsed(&row, "jurisdiction_code")).or_insert((read_at, None));
            reads.0 = reads.0.max(read_at);
            reads.1 = reads.1.max(complete.then_some(read_at));
        }
        records.load_operators(&database).await;
        for row in rows(&database, "licences").await {
            records.licences.insert(get(&row, "id"), licence(&row));
        }
        for row in rows(&database, "domains").await {
            let licence = records.licences.get_mut(&get::<String>(&row, "licence_id")).unwrap();
            let domain = domain(&row, &licence.licence);
            licence.domains.push(domain);
        }
        database.close().await.unwrap();
        let reads = records.reads.clone();
        let shown = |record: LicenceRecord| {
            let newest_complete = reads[&record.licence.jurisdiction_code].1;
            record.seen_until(newest_complete)
        };
        records.licences =
            records.licences.into_iter().map(|(id, record)| (id, shown(record))).collect();
        records
    }

    async fn load_operators(&mut self, database: &DatabaseConnection) {
        for row in rows(database, "operators").await {
            self.operators.insert(get(&row, "id"), operator(&row));
        }
        for row in rows(database, "operator_keys").await {
            if let Some(upstream_id) = get::<Option<String>>(&row, "upstream_id") {
                let of = self.operators.get_mut(&get::<String>(&row, "operator_id")).unwrap();
                of["upstream_ids"][get::<String>(&row, "jurisdiction_code")] = upstream_id.into();
            }
        }
        let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for row in rows(database, "trading_names").await {
            names.entry(get(&row, "operator_id")).or_default().insert(get(&row, "name"));
        }
        for (id, names) in names {
            self.operators.get_mut(&id).unwrap()["trading_names"] = json!(names);
        }
    }

    /// Of the registers a filter concerns, the newest read of the one read longest ago. A register
    /// that was ever read whole was last read when it was last read whole.
    pub fn oldest_newest(&self, filter: &ExportFilter) -> Option<Timestamp> {
        let concerned = self.reads.iter().filter(|(code, _)| filter.concerns(**code));
        concerned.map(|(_, (newest, complete))| complete.unwrap_or(*newest)).min()
    }

    /// The rows of a dataset, by id.
    pub fn rows(&self, dataset: Dataset, filter: &ExportFilter) -> Vec<Value> {
        let admits = |record: &&LicenceRecord| {
            let (jurisdictions, statuses) = (&filter.jurisdictions, &filter.statuses);
            (jurisdictions.is_empty() || jurisdictions.contains(&record.licence.jurisdiction_code))
                && (statuses.is_empty() || statuses.contains(&record.licence.status))
        };
        let mut rows: Vec<Value> = match dataset {
            Dataset::Licences => self
                .licences
                .values()
                .filter(admits)
                .map(|record| self.licence_row(record))
                .collect(),
            Dataset::Domains => {
                let licences = self.licences.values().filter(admits);
                let of = |record| self.domain_rows(record);
                licences.flat_map(of).collect()
            }
            Dataset::Operators => {
                let holds = |id: &str| self.held_by(id).any(|record| admits(&record));
                let unfiltered = *filter == ExportFilter::default();
                let operators = self.operators.keys().filter(|id| unfiltered || holds(id));
                operators.map(|id| self.operator_row(id)).collect()
            }
        };
        let id = columns(dataset)[0];
        rows.sort_by_key(|row| row[id].as_str().unwrap().to_owned());
        rows
    }

    fn held_by(&self, operator_id: &str) -> impl Iterator<Item = &LicenceRecord> {
        self.licences.values().filter(move |r| r.operator_id.0.to_string() == operator_id)
    }

    fn licence_row(&self, record: &LicenceRecord) -> Value {
        let mut row = serde_json::to_value(&record.licence).unwrap();
        let operator = &self.operators[&record.operator_id.0.to_string()];
        let code = record.licence.jurisdiction_code;
        row["license_id"] = row["id"].clone();
        row["operator_id"] = operator["id"].clone();
        row["operator_slug"] = operator["slug"].clone();
        row["operator_display_name"] = operator["display_name"].clone();
        row["operator_registered_name"] = operator["registered_name"].clone();
        row["regulator_name"] = code.jurisdiction().name.into();
        row["license_number_kind"] = number_kind(code).into();
        only_columns(Dataset::Licences, &row)
    }

    fn domain_rows(&self, record: &LicenceRecord) -> Vec<Value> {
        let licence = self.licence_row(record);
        let row = |domain: &DomainRecord| {
            let mut row = serde_json::to_value(&domain.domain).unwrap();
            row["domain_id"] = row["id"].clone();
            for name in ["operator_id", "operator_slug", "operator_display_name"] {
                row[name] = licence[name].clone();
            }
            for name in ["license_number_kind", "status_source_url", "status_observed_at"] {
                row[name] = licence[name].clone();
            }
            row["license_status"] = licence["status"].clone();
            only_columns(Dataset::Domains, &row)
        };
        record.domains.iter().map(row).collect()
    }

    fn operator_row(&self, id: &str) -> Value {
        let mut row = self.operators[id].clone();
        let mut held: Vec<&Licence> = self.held_by(id).map(|record| &record.licence).collect();
        held.sort_by_key(|licence| licence.license_number.clone());
        held.sort_by_key(|licence| licence.jurisdiction_code.to_string());
        held.sort_by_key(|licence| std::cmp::Reverse(licence.status_observed_at));
        held.sort_by_key(|licence| licence.status_qualifier.is_some());
        held.sort_by_key(|licence| licence.status.as_str() != "active");
        let codes: BTreeSet<&str> = held.iter().map(|l| l.jurisdiction_code.as_str()).collect();
        let active = held.iter().filter(|licence| licence.status.as_str() == "active").count();
        row["operator_id"] = row["id"].clone();
        row["jurisdictions"] = json!(codes);
        row["license_count"] = held.len().into();
        row["active_license_count"] = active.into();
        row["status_source_url"] = json!(held.first().map(|best| &best.status_source_url));
        row["status_observed_at"] = json!(held.first().map(|best| best.status_observed_at));
        row["last_listed_at"] = json!(held.first().map(|best| best.last_listed_at));
        only_columns(Dataset::Operators, &row)
    }
}

fn number_kind(code: JurisdictionCode) -> &'static str {
    match code.as_str() {
        "KH" | "TGC" | "IOM" => "igregulator_reference",
        _ => "regulator_licence_number",
    }
}

fn only_columns(dataset: Dataset, row: &Value) -> Value {
    let cell = |name: &str| (name.to_owned(), row.get(name).expect(name).clone());
    Value::Object(columns(dataset).iter().map(|column| cell(column)).collect())
}

/// A row as the cells of CSV, before they are quoted.
pub fn csv_cells(dataset: Dataset, row: &Value) -> Vec<String> {
    let cell = |name: &str| match &row[name] {
        Value::Null => String::new(),
        Value::String(text) => guarded(text),
        Value::Array(items) => {
            let items: Vec<&str> = items.iter().map(|item| item.as_str().unwrap()).collect();
            guarded(&items.join("|"))
        }
        other => other.to_string(),
    };
    columns(dataset).iter().map(|column| cell(column)).collect()
}

fn guarded(text: &str) -> String {
    match text.chars().next() {
        Some('=' | '+' | '-' | '@') => format!("'{text}"),
        _ => text.to_owned(),
    }
}
