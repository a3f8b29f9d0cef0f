use std::collections::BTreeMap;

use licence_core::account::key::KeyId;
use licence_core::audit::Actor;
use licence_core::time::Timestamp;
use uuid::Uuid;

use super::*;
use crate::keys::revocation::Ended;

fn revocation(number: u128) -> Revocation {
    let ended = Ended::Key(KeyId(Uuid::from_u128(number)));
    Revocation { ended, at: Timestamp::EPOCH, by: "server".to_owned() }
}

fn revoked(numbers: &[u128]) -> BTreeMap<Ended, Revoked> {
    let revoked = Revoked { at: Timestamp::EPOCH, by: Actor::Server };
    let key = |number: &u128| Ended::Key(KeyId(Uuid::from_u128(*number)));
    numbers.iter().map(|number| (key(number), revoked.clone())).collect()
}

#[test]
fn a_length_counts_for_a_moment_and_no_longer() {
    let folder = tempfile::tempdir().unwrap();
    let log = KeyLog::new(folder.path().join("licence.db-keys"));
    let other = KeyLog::new(folder.path().join("licence.db-keys"));
    let first = log.append_change(1).unwrap();
    let begun = Instant::now();
    assert_eq!(log.length_lately(begun), Some(first));
    let second = other.append_change(first).unwrap();
    let shortly = begun + SEEN_FOR / 2;
    assert_eq!(log.length_lately(shortly), Some(first), "the other process still waits");
    assert_eq!(log.length_lately(begun + SEEN_FOR), Some(second));
    let third = other.append_change(second).unwrap();
    assert_eq!(log.length(), Some(third));
    assert_eq!(log.length_lately(begun + SEEN_FOR), Some(third), "a look is remembered");
}

#[test]
fn the_tail_holds_what_was_appended_after_the_committed_version() {
    let folder = tempfile::tempdir().unwrap();
    let log = KeyLog::new(folder.path().join("licence.db-keys"));
    assert_eq!((log.length(), log.tail(1).unwrap()), (None, Tail::default()));
    let version = log.append_change(1).unwrap();
    assert!(version > 1 + BEYOND as i64, "a new log begins beyond the committed version");
    let settled = Tail { end: version, is_settled: true, ..Tail::default() };
    assert_eq!((log.length(), log.tail(version).unwrap()), (Some(version), settled));
    log.append_revocation(&revocation(7), version).unwrap();
    let later = Revocation {
        at: Timestamp::EPOCH.later_by(std::time::Duration::from_secs(1)),
        by: "program".to_owned(),
        ..revocation(7)
    };
    log.append_revocation(&later, version).unwrap();
    let tail = log.tail(version).unwrap();
    assert_eq!((tail.is_settled, tail.revoked), (true, revoked(&[7])), "the first moment stays");
    let next = log.append_change(version).unwrap();
    let tail = log.tail(version).unwrap();
    assert_eq!((tail.is_settled, tail.revoked, tail.end), (false, revoked(&[7]), next));
    assert!(log.tail(next).unwrap().is_settled);
}

#[test]
fn a_damaged_log_hides_no_later_revocation() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("licence.db-keys");
    let log = KeyLog::new(path.clone());
    let whole = serde_json::to_vec(&revocation(1)).unwrap();
    for (what, content, committed) in [
        ("the version of earlier releases", vec![0; 9], 9),
        ("a torn line", whole[..20].to_vec(), 0),
        ("a line that no version writes", b"\nnonsense\n".to_vec(), 0),
        ("bytes that are no text", vec![0xff, 0xfe], 0),
        ("an emptied file", vec![], 50),
        ("a file that lost its end", vec![0; 40], 50),
    ] {
        std::fs::write(&path, content).unwrap();
        log.append_revocation(&revocation(2), committed).unwrap();
        let tail = log.tail(committed).unwrap();
        assert_eq!(tail.revoked, revoked(&[2]), "{what}");
        assert_eq!(log.length(), Some(tail.end), "{what}");
        assert!(tail.end > committed, "{what}");
        assert_eq!(tail.is_settled, what.contains("earlier releases"), "{what}");
    }
}

#[test]
fn a_line_of_a_later_version_is_read_by_what_is_known_of_it() {
    let id = Uuid::from_u128(5);
    let line = format!(
        r#"{{"revoke":"key","id":"{id}","at":"1970-01-01T00:00:00.000Z","by":"member:7","why":1}}"#
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("licence.db-keys");
    std::fs::write(&path, line).unwrap();
    let revoked = KeyLog::new(path).tail(0).unwrap().revoked;
    let expected = Revoked { at: Timestamp::EPOCH, by: Actor::Program };
    assert_eq!(revoked.get(&Ended::Key(KeyId(id))), Some(&expected));
    let line = format!(r#"{{"revoke":"passport","id":"{id}","at":"1970-01-01T00:00:00.000Z"}}"#);
    assert!(serde_json::from_str::<Revocation>(&line).is_err());
}

#[test]
fn appends_of_many_threads_are_all_there() {
    let folder = tempfile::tempdir().unwrap();
    let log = KeyLog::new(folder.path().join("licence.db-keys"));
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let log = &log;
            scope.spawn(move || {
                for number in 0..25 {
                    log.append_revocation(&revocation(thread * 25 + number), 0).unwrap();
                }
            });
        }
    });
    let tail = log.tail(0).unwrap();
    assert_eq!((tail.is_settled, tail.revoked.len()), (true, 100));
}
