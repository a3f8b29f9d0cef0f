use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::*;
use crate::connect;
use crate::migration::fixture::addresses;

/// Listens in a task, and returns a message for each call of `heard`.
fn listen(announcements: Announcements) -> UnboundedReceiver<()> {
    let (heard, messages) = unbounded_channel();
    tokio::spawn(async move {
        let heard = || {
            let _ = heard.send(());
        };
        announcements.listen(heard).await;
    });
    messages
}

#[tokio::test]
async fn every_announcement_is_heard_by_all_who_listen() {
    let folder = tempfile::tempdir().unwrap();
    let mut databases = addresses("announced").await;
    // Nobody else uses the first, which is in memory.
    databases[0] = format!("sqlite://{}", folder.path().join("licence.db").display());
    for address in databases {
        let database = connect::open(&address).await.unwrap();
        let announcements = connect::announcements(&address).unwrap();
        let mut listeners = [(); 3].map(|()| listen(announcements.clone()));
        for listener in &mut listeners {
            listener.recv().await.unwrap();
        }
        for _ in 0..3 {
            announcements.announce(&database.writer).await;
            for listener in &mut listeners {
                listener.recv().await.unwrap();
            }
        }
    }
}

#[test]
fn the_file_never_grows_beyond_its_limit_and_changes_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("licence.db-due");
    let mut before = length(&path);
    for _ in 0..2 * LONGEST_FILE {
        grow(&path).unwrap();
        let now = length(&path);
        assert!(now != before && now <= LONGEST_FILE, "{before}, then {now}");
        before = now;
    }
}
