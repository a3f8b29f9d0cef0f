//! Two handles on one database behave as two processes do.

use licence_core::check::Verdict;
use licence_core::jurisdiction::JurisdictionCode::An;

use crate::support::databases::TestDatabase;
use crate::support::readings::{answer, apply, licence, open, open_seeded, reading};

#[tokio::test]
async fn a_reading_applied_elsewhere_is_answered_after_one_refresh() {
    let database = TestDatabase::new().await;
    let (here, elsewhere) = (open(&database).await, open(&database).await);
    assert!(here.refresh_catalogue().await.unwrap(), "loaded for the first time");
    let listed = licence("Alpha N.V.", "ALSI-1-FI1", "valid", &["a.example"]);
    apply(&elsewhere, &reading(An, 0, vec![listed])).await.unwrap();
    assert_eq!(answer(&here, "a.example").await["verdict"], Verdict::NotFound.as_str());
    assert!(here.refresh_catalogue().await.unwrap());
    assert_eq!(answer(&here, "a.example").await["verdict"], Verdict::Licensed.as_str());
    assert!(!here.refresh_catalogue().await.unwrap(), "nothing new to load");
}

#[tokio::test]
async fn writers_queue_behind_each_other() {
    let database = TestDatabase::new().await;
    let mut writers = Vec::new();
    for writer in 0..4_u64 {
        let store = open_seeded(&database, writer).await;
        writers.push(tokio::spawn(async move {
            for step in 0..10 {
                let number = format!("ALSI-{writer}{step}-FI1");
                let row = licence(&format!("Op {writer} {step} N.V."), &number, "valid", &[]);
                let mut partial = reading(An, 1, vec![row]);
                partial.complete = false;
                apply(&store, &partial).await.unwrap();
                store.refresh_catalogue().await.unwrap();
            }
        }));
    }
    for writer in writers {
        writer.await.unwrap();
    }
    let all: Vec<_> = (0..4)
        .flat_map(|w| (0..10).map(move |s| (w, s)))
        .map(|(w, s)| {
            licence(&format!("Op {w} {s} N.V."), &format!("ALSI-{w}{s}-FI1"), "valid", &[])
        })
        .collect();
    let applied = apply(&open(&database).await, &reading(An, 2, all)).await.unwrap();
    assert_eq!((applied.created, applied.unchanged, applied.missing), (0, 40, 0));
}
