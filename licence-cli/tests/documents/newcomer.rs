//! A newcomer's ten minutes: from a clean database to the first verdict, a history, an export opened
//! as CSV, a webhook received and verified, with nothing but the quickstart.

use std::fs;

use crate::runs::follow;
use crate::session::Session;
use crate::surroundings::has;

/// Does what the quickstart says, and looks at what it left behind.
pub fn ten_minutes(name: &str) {
    let mut session = Session::new();
    follow(name, &mut session);
    the_export_opens_as_csv(&session);
    if has("python3") {
        the_webhook_was_verified(&session);
    }
}

fn the_export_opens_as_csv(session: &Session) {
    let mut rows = csv::Reader::from_path(session.folder().join("licences.csv")).unwrap();
    let columns = rows.headers().unwrap().clone();
    assert_eq!((&columns[0], columns.len()), ("license_id", 24));
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    assert!(rows.len() > 50, "{} rows", rows.len());
    assert!(rows.iter().any(|row| &row[3] == "Harbour Lantern Gaming Limited"));
}

fn the_webhook_was_verified(session: &Session) {
    let received = fs::read_to_string(session.folder().join("received.txt")).unwrap();
    for event in ["test.ping", "license.status_changed"] {
        assert!(received.contains(&format!("verified {event} ")), "{event}: {received}");
    }
}
