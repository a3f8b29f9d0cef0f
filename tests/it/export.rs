//! Whole datasets as a file, over the real database (specification 2.15 and 4.2): every row
//! against what the records say, and what happens to an export that nobody takes.

mod market;
mod reference;
mod running;
mod taken;

use licence_core::export::{Dataset, ExportFilter, ExportFormat, columns};
use serde_json::Value;

use crate::support::databases::TestDatabase;
use crate::support::readings::{at, fresh_store, open};
use market::fill;
use reference::Records;
use taken::{Taken, request, take};

/// The filters of the table: jurisdictions and statuses as a query names them.
const FILTERS: &[(&str, &str)] = &[
    ("", ""),
    ("ukgc", ""),
    ("KH,cw", ""),
    ("", "active"),
    ("", "not_in_register,suspended"),
    ("UKGC", "suspended"),
    ("CW", "suspended"),
    ("MGA", ""),
    ("TGC,UKGC,KH,IOM,AN,CW", "active,unknown"),
    ("", "pending"),
];

fn filter(jurisdictions: &str, statuses: &str) -> ExportFilter {
    let mut filter = ExportFilter::default();
    if !jurisdictions.is_empty() {
        filter = filter.and_jurisdictions(jurisdictions).unwrap();
    }
    if !statuses.is_empty() {
        filter = filter.and_statuses(statuses).unwrap();
    }
    filter
}

#[tokio::test]
async fn every_row_is_what_the_records_show() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    fill(&store, database.url()).await;
    let records = Records::load(database.url()).await;
    for dataset in Dataset::ALL {
        for (jurisdictions, statuses) in FILTERS {
            let filter = filter(jurisdictions, statuses);
            let expected = records.rows(*dataset, &filter);
            let what = format!("{dataset} of {jurisdictions:?} {statuses:?}");
            for format in ExportFormat::ALL {
                let taken = take(&store, &request(*dataset, *format, &filter)).await;
                assert_eq!(taken.row_count, expected.len() as u64, "{what}");
                assert_eq!(taken.read_at, records.oldest_newest(&filter), "{what}");
                assert_rows(&taken, *dataset, &expected, &what);
            }
        }
    }
    assert!(records.rows(Dataset::Licences, &filter("", "")).len() > 12, "a market of some size");
}

fn assert_rows(taken: &Taken, dataset: Dataset, expected: &[Value], what: &str) {
    match taken.format {
        ExportFormat::Json => assert_eq!(taken.json_rows(), expected, "{what}"),
        ExportFormat::Csv => {
            let rows = expected.iter().map(|row| reference::csv_cells(dataset, row));
            assert_eq!(taken.csv_rows(), rows.collect::<Vec<_>>(), "{what}");
        }
    }
}

#[tokio::test]
async fn the_first_line_says_what_the_file_is() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    fill(&store, database.url()).await;
    for dataset in Dataset::ALL {
        let names = columns(*dataset);
        let filter = filter("kh,ukgc", "active");
        let taken = take(&store, &request(*dataset, ExportFormat::Json, &filter)).await;
        let meta = taken.meta();
        assert_eq!(meta["dataset"], dataset.as_str());
        assert_eq!(meta["row_count"], taken.row_count);
        assert_eq!(meta["filters"]["jurisdiction"], serde_json::json!(["UKGC", "KH"]));
        assert_eq!(meta["filters"]["status"], serde_json::json!(["active"]));
        assert_eq!(meta["generated_at"], "2026-11-10T00:00:00.000Z");
        assert_eq!(meta["read_at"], taken.read_at.unwrap().to_string());
        assert_eq!(meta["columns"], serde_json::json!(names));
        let csv = take(&store, &request(*dataset, ExportFormat::Csv, &filter)).await;
        assert!(csv.text.starts_with(&format!("{}\r\n", names.join(","))), "{dataset}");
    }
}

#[tokio::test]
async fn cells_are_guarded_quoted_and_empty_as_specified() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    fill(&store, database.url()).await;
    let filter = ExportFilter::default();
    let csv = take(&store, &request(Dataset::Licences, ExportFormat::Csv, &filter)).await.text;
    for piece in [
        // The type cell is empty, the wording a formula, the qualifier nothing.
        r#",active,,'=1+1,'=a|b|c|"#,
        r#",'+plus,"#,
        r#",'@at,"#,
        "\"'-minus, \"\"quoted\"\"\"",
        "\"two\r\nlines\"",
        ",Kahnawà:ke Gaming Commission,",
        ",igregulator_reference,true,",
        ",regulator_licence_number,false,",
        r#","",other,"#,
    ] {
        assert!(csv.contains(piece), "{piece} in {csv}");
    }
    assert!(!csv.starts_with('\u{feff}'));
    assert!(csv.ends_with("\r\n"));
}

#[tokio::test]
async fn an_empty_database_has_a_first_line_alone() {
    let store = fresh_store().await;
    for dataset in Dataset::ALL {
        for format in ExportFormat::ALL {
            let taken = take(&store, &request(*dataset, *format, &ExportFilter::default())).await;
            assert_eq!((taken.row_count, taken.read_at), (0, None));
            assert_eq!(taken.text.lines().count(), 1, "{}", taken.text);
        }
    }
}

#[tokio::test]
async fn a_database_in_memory_exports_too() {
    let options = licence_store::StoreOptions::new("sqlite::memory:");
    let store = licence_store::Store::open(&options).await.unwrap();
    store.apply_sample(at("2026-11-01T06:00:00Z")).await.unwrap();
    let request = request(Dataset::Domains, ExportFormat::Json, &ExportFilter::default());
    let one = store.export(&request, at("2026-11-10T00:00:00Z")).await.unwrap();
    // The only connection is free while nobody takes the file.
    let two = take(&store, &request).await;
    assert!(two.row_count > 0);
    assert_eq!(two.json_rows().len() as u64, two.row_count);
    assert_eq!(Taken::read(one, ExportFormat::Json).await.unwrap().text, two.text);
}
