use serde_json::json;
use uuid::Uuid;

use super::*;

fn entry() -> WatchlistEntry {
    WatchlistEntry {
        id: OperatorId(Uuid::from_u128(1)),
        slug: Slug::from_name("Example Bet"),
        display_name: "Example Bet".into(),
        country: None,
        added_at: Timestamp::EPOCH,
        license_status: Some(LicenceStatus::Active),
        jurisdiction_code: "UKGC".parse().ok(),
    }
}

#[test]
fn bodies_are_written_in_the_order_of_the_specification() {
    let written = concat!(
        r#"{"id":"00000000-0000-0000-0000-000000000001","slug":"example-bet","#,
        r#""display_name":"Example Bet","country":null,"#,
        r#""added_at":"1970-01-01T00:00:00.000Z","license_status":"active","#,
        r#""jurisdiction_code":"UKGC"}"#,
    );
    assert_eq!(serde_json::to_string(&entry()).unwrap(), written);
    let operators = vec![entry()];
    let summary = WatchlistSummary { count: 1, limit: None, operators: operators.clone() };
    assert_eq!(
        serde_json::to_string(&summary).unwrap(),
        format!(r#"{{"count":1,"limit":null,"operators":[{written}]}}"#)
    );
    let page = WatchlistPage { total: 1, limit: 50, offset: 0, operators };
    assert_eq!(
        serde_json::to_string(&page).unwrap(),
        format!(r#"{{"total":1,"limit":50,"offset":0,"operators":[{written}]}}"#)
    );
    assert_eq!(json!(WatchlistAddition { operator: entry() }), json!({ "operator": entry() }));
}

#[test]
fn the_plan_caps_the_list() {
    for (usage, cap, admitted) in [
        (24, Cap::AtMost(25), true),
        (25, Cap::AtMost(25), false),
        (30, Cap::AtMost(25), false),
        (0, Cap::AtMost(0), false),
        (1_000_000, Cap::Unlimited, true),
    ] {
        assert_eq!(admit_operator(usage, cap).is_ok(), admitted, "{usage} of {cap}");
    }
    let refused = admit_operator(25, Cap::AtMost(25)).unwrap_err();
    assert_eq!(refused.to_string(), "The watchlist holds 25 of 25 operators.");
    for (current_usage, rest) in [
        (0, "0 of 1 operators; 2 were asked for, and 1 place is left."),
        (1, "1 of 1 operators; 2 were asked for, and 0 places are left."),
    ] {
        let refused = WatchlistQuotaExceeded { current_usage, limit: 1, requested: 2 };
        assert_eq!(refused.to_string(), format!("The watchlist holds {rest}"));
    }
}
