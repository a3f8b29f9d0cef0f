use serde_json::{from_value, json};

use super::*;

fn plan(code: JurisdictionCode, table: serde_json::Value) -> RegisterPlan {
    RegisterPlan::from_table(code, Some(&from_value(table).unwrap()))
}

#[test]
fn what_is_not_configured_is_as_by_default() {
    let none = RegisterPlan::from_table(JurisdictionCode::Ukgc, None);
    assert_eq!(none, plan(JurisdictionCode::Ukgc, json!({})));
    assert_eq!((none.every.to_string(), none.grace.to_string()), ("6h".into(), "48h".into()));
    let table = json!({"urls": ["http://127.0.0.1:9/a.csv"], "every": "30m", "grace": "0"});
    let given = plan(JurisdictionCode::Ukgc, table);
    assert_eq!(given.urls, ["http://127.0.0.1:9/a.csv"]);
    assert_eq!((given.every.to_string(), given.grace.to_string()), ("30m".into(), "0".into()));
}

#[test]
fn accepted_names_are_those_of_the_table() {
    let given = plan(JurisdictionCode::Cw, json!({"accept": ["Region", "Remarks"]}));
    assert_eq!(given.accepted.0, ["Region", "Remarks"]);
    assert_eq!(RegisterPlan::from_table(JurisdictionCode::Cw, None).accepted, Accepted::default());
}

#[test]
fn an_empty_list_is_never_and_an_address_ends_reading_by_hand() {
    assert!(plan(JurisdictionCode::An, json!({"urls": []})).urls.is_empty());
    assert!(RegisterPlan::from_table(JurisdictionCode::Mga, None).by_hand.is_some());
    let own = plan(JurisdictionCode::Mga, json!({"urls": ["https://a.example/list.html"]}));
    assert_eq!(own.by_hand, None);
}

#[test]
fn an_address_is_absolute() {
    let refused = |url: &str| from_value::<RegisterTable>(json!({"urls": [url]})).is_err();
    for url in ["", "x", "ftp://a.example", "https://", "http:a.example", "file:///a.csv"] {
        assert!(refused(url), "{url}");
    }
    assert!(!refused("https://a.example/b?c"));
}
