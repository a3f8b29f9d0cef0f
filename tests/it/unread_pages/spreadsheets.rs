//! The spreadsheet of the Isle of Man.

use licence_core::check::Verdict;
use licence_core::jurisdiction::JurisdictionCode::Iom;
use licence_store::Store;
use serde_json::json;

use super::{listed, verdict};
use crate::support::readings::{apply, fresh_store, reading};

#[tokio::test]
async fn what_the_spreadsheet_said_stays_while_the_page_alone_is_read() {
    let read = async |store: &Store, hour, page: &str, in_sheet: Option<&str>| {
        let counts = in_sheet.filter(|word| *word != "Active").unwrap_or(page);
        let mut row = listed(counts, "a.example", None);
        if let Some(word) = in_sheet {
            row.raw_data.insert("Spreadsheet".to_owned(), json!({ "Firm Status": word }));
            if word != page {
                row.raw_data.insert("Status difference".to_owned(), "they differ".into());
            }
        }
        apply(store, &reading(Iom, hour, vec![row])).await.unwrap();
        verdict(store).await
    };
    let store = fresh_store().await;
    for (hour, page, in_sheet, expected) in [
        (0, "Active", Some("Suspended"), Verdict::LicenceNotActive),
        (1, "Active", None, Verdict::LicenceNotActive),
        (2, "Active", None, Verdict::LicenceNotActive),
        (3, "Active", Some("Active"), Verdict::Licensed),
        (4, "Active", None, Verdict::Licensed),
        (5, "Suspended", Some("Active"), Verdict::LicenceNotActive),
        (6, "Active", None, Verdict::Licensed),
    ] {
        assert_eq!(read(&store, hour, page, in_sheet).await, expected, "{hour}");
    }
}

#[tokio::test]
async fn a_spreadsheet_that_was_read_by_itself_counts_too() {
    let page = |status: &str| listed(status, "a.example", None);
    let sheet = |word: &str, status: &str, remarks: Option<&str>| {
        let mut row = listed(status, "a.example", None);
        row.domains.clear();
        row.domains_complete = false;
        row.raw_data.insert("Firm Status".to_owned(), word.into());
        let remarks = remarks.map(|texts| ("Spreadsheet remarks".to_owned(), texts.into()));
        row.raw_data.extend(remarks);
        row
    };
    for (word, status, remarks, expected) in [
        ("Suspended", "Suspended", None, Verdict::LicenceNotActive),
        ("Active", "Active; Notes: void", Some("Notes: void"), Verdict::LicenceNotActive),
        (
            "Under review",
            "Under review",
            Some("Firm Status: Under review"),
            Verdict::LicenceNotActive,
        ),
        ("Active", "Active", None, Verdict::Licensed),
    ] {
        let store = fresh_store().await;
        for (hour, row) in (0..).zip([page("Active"), sheet(word, status, remarks), page("Active")])
        {
            apply(&store, &reading(Iom, hour, vec![row])).await.unwrap();
        }
        assert_eq!(verdict(&store).await, expected, "{status}");
    }
}

#[tokio::test]
async fn a_spreadsheet_counts_whatever_the_page_says_meanwhile() {
    let row = |status: &str, in_sheet: Option<&str>, remark: Option<&str>| {
        let mut row = listed(status, "a.example", None);
        let sheet = in_sheet.map(|word| ("Spreadsheet".to_owned(), json!({ "Firm Status": word })));
        let remarks = remark.map(|text| ("Spreadsheet remarks".to_owned(), text.into()));
        row.raw_data.extend(sheet.into_iter().chain(remarks));
        row
    };
    for (course, expected) in [
        (
            [
                row("Suspended", Some("Suspended"), None),
                row("Suspended", None, None),
                row("Active", None, None),
            ],
            Verdict::LicenceNotActive,
        ),
        (
            [
                row("Active; Notes: void", Some("Active"), Some("Notes: void")),
                row("Active", None, None),
                row("Active", None, None),
            ],
            Verdict::LicenceNotActive,
        ),
        (
            [
                row("Suspended", Some("Suspended"), None),
                row("Active", Some("Current"), None),
                row("Active", None, None),
            ],
            Verdict::Licensed,
        ),
    ] {
        let store = fresh_store().await;
        for (hour, row) in (0..).zip(course) {
            apply(&store, &reading(Iom, hour, vec![row])).await.unwrap();
        }
        assert_eq!(verdict(&store).await, expected);
    }
}

#[tokio::test]
async fn what_the_page_said_stays_while_the_spreadsheet_alone_is_read() {
    let page = |status: &str| {
        let mut row = listed(status, "a.example", None);
        if status != "Active" {
            row.raw_data.insert("Page status".to_owned(), status.into());
        }
        row
    };
    let sheet = || {
        let mut row = listed("Active", "a.example", None);
        row.domains.clear();
        row.domains_complete = false;
        row.raw_data.insert("Firm Status".to_owned(), "Active".into());
        row
    };
    // A notice beside the list is in the status alone.
    let noticed = || listed("Active; Notice: suspended", "a.example", None);
    for against in [page("Suspended"), page("Active; Notes: void"), noticed()] {
        let store = fresh_store().await;
        let words = against.status_text.clone().unwrap();
        for (hour, row, expected) in [
            (0, against, Verdict::LicenceNotActive),
            (1, sheet(), Verdict::LicenceNotActive),
            (2, sheet(), Verdict::LicenceNotActive),
            (3, page("Active"), Verdict::Licensed),
            (4, sheet(), Verdict::Licensed),
        ] {
            apply(&store, &reading(Iom, hour, vec![row])).await.unwrap();
            assert_eq!(verdict(&store).await, expected, "{words}, {hour}");
        }
    }
}

#[tokio::test]
async fn a_word_of_the_spreadsheet_is_none_of_the_page() {
    let sheet = |word: &str| {
        let mut row = listed(word, "a.example", None);
        row.domains.clear();
        row.domains_complete = false;
        row.raw_data.insert("Firm Status".to_owned(), word.into());
        row
    };
    let page = || listed("Active", "a.example", None);
    let store = fresh_store().await;
    for (hour, row, expected) in [
        (0, page(), Verdict::Licensed),
        (1, sheet("Suspended"), Verdict::LicenceNotActive),
        (2, page(), Verdict::LicenceNotActive),
        (3, sheet("Active"), Verdict::Licensed),
    ] {
        apply(&store, &reading(Iom, hour, vec![row])).await.unwrap();
        assert_eq!(verdict(&store).await, expected, "{hour}");
    }
}
