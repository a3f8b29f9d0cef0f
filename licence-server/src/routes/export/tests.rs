use licence_core::export::{Dataset, ExportFilter, ExportFormat};
use licence_core::jurisdiction::JurisdictionCode::{Kh, Mga, Ukgc};
use licence_core::status::LicenceStatus::{Active, Suspended};
use licence_core::time::Timestamp;
use licence_store::{Store, StoreOptions};
use warp::http::StatusCode;

use super::*;

fn parse(segment: &str, raw: &str) -> Result<ExportRequest, Problem> {
    parse_request(&Query::parse(raw)?, segment)
}

/// Status, reason and field, as the body of the refusal states them.
fn refusal(segment: &str, raw: &str) -> (String, String) {
    let problem = parse(segment, raw).unwrap_err();
    let body: serde_json::Value = serde_json::from_slice(&problem.body_bytes()).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or("-").to_owned();
    (text(&body["details"]["reason"]), text(&body["details"]["field"]))
}

#[test]
fn a_query_names_format_and_filter() {
    let csv = parse("licenses", "").unwrap();
    assert_eq!((csv.dataset, csv.format), (Dataset::Licences, ExportFormat::Csv));
    assert_eq!(csv.filter, ExportFilter::default());
    let raw =
        "format=ndjson&jurisdiction=ukgc%2CKh&status=active&jurisdiction=MGA&status=suspended";
    let json = parse("domains", raw).unwrap();
    assert_eq!((json.dataset, json.format), (Dataset::Domains, ExportFormat::Json));
    assert_eq!(json.filter.jurisdictions, [Ukgc, Mga, Kh].into());
    assert_eq!(json.filter.statuses, [Active, Suspended].into());
}

#[test]
fn what_an_export_does_not_take_is_refused() {
    for (segment, raw, reason, field) in [
        ("events", "", "dataset_not_found", "-"),
        ("LICENCES", "", "dataset_not_found", "-"),
        ("licences", "as_of=2026-01-01", "as_of_not_supported", "as_of"),
        ("licences", "as_of", "as_of_not_supported", "as_of"),
        ("events", "as_of=x&format=x", "as_of_not_supported", "as_of"),
        ("licences", "format=xlsx", "invalid_input", "format"),
        ("licences", "format=", "invalid_input", "format"),
        ("licences", "format=csv&format=csv", "invalid_input", "format"),
        ("licences", "jurisdiction=UKGC,XX", "invalid_input", "jurisdiction"),
        ("licences", "jurisdiction=", "invalid_input", "jurisdiction"),
        ("licences", "status=Active", "invalid_input", "status"),
        ("licences", "status=gone", "invalid_input", "status"),
        ("licences", "limit=10", "invalid_input", "limit"),
        ("licences", "Format=csv", "invalid_input", "Format"),
        ("events", "limit=10", "invalid_input", "limit"),
    ] {
        let expected = (reason.to_owned(), field.to_owned());
        assert_eq!(refusal(segment, raw), expected, "{segment}?{raw}");
    }
}

#[test]
fn too_many_exports_are_no_failure_of_the_server() {
    for error in [
        StoreError::ExportsBusy { at_once: 16, seconds: 5 },
        StoreError::AccountExportsBusy { at_once: 3, seconds: 5 },
    ] {
        let response = export_problem(error).into_response(&HeaderValue::from_static("id"));
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.headers()["retry-after"], "30");
    }
}

#[tokio::test]
async fn the_headers_say_what_the_file_is() {
    let now: Timestamp = "2026-11-01T06:00:00Z".parse().unwrap();
    let store = Store::open(&StoreOptions::new("sqlite::memory:")).await.unwrap();
    for (raw, read_at) in [("format=csv", None), ("format=json", Some(now))] {
        if read_at.is_some() {
            store.apply_sample(now).await.unwrap();
        }
        let request = parse("licences", raw).unwrap();
        let export = store.export(&request, now).await.unwrap();
        let row_count = export.row_count.to_string();
        let shown = export.read_at.map(|read_at| read_at.to_string());
        assert_eq!(shown.is_some(), read_at.is_some());
        let response = head(&request, &export);
        let header =
            |name: &str| response.headers().get(name).map(|v| v.to_str().unwrap().to_owned());
        let (content_type, extension) = match request.format {
            ExportFormat::Csv => ("text/csv; charset=utf-8", "csv"),
            ExportFormat::Json => ("application/x-ndjson", "ndjson"),
        };
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(header("content-type").as_deref(), Some(content_type));
        let file = format!("attachment; filename=licence-licences-2026-11-01.{extension}");
        assert_eq!(header("content-disposition"), Some(file));
        assert_eq!(header("x-export-row-count"), Some(row_count));
        assert_eq!(header("x-export-read-at"), shown);
    }
}
