use super::*;

#[test]
fn answers_go_on_after_the_last_whole_line() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("checked.csv");
    let question = |sha256: &str| Question {
        sha256: sha256.to_owned(),
        column: 1,
        has_header: true,
        data_source: "sqlite://licence.db".to_owned(),
        state: Some("first".to_owned()),
    };
    let answer = |text: &str| vec![vec![text.to_owned()]];
    let mut first = Answers::open(Some(&out), &question("a")).unwrap();
    first.extend(answer("one")).unwrap();
    assert!(Answers::open(Some(&out), &question("a")).is_err(), "the first run has not ended");
    first.kept.as_mut().unwrap().1.write_all(b"[\"tw").unwrap();
    drop(first);
    let mut second = Answers::open(Some(&out), &question("a")).unwrap();
    assert_eq!(second.rows, answer("one"));
    second.extend(answer("two")).unwrap();
    drop(second);
    let third = Answers::open(Some(&out), &question("a")).unwrap();
    assert_eq!(third.rows, [answer("one"), answer("two")].concat());
    drop(third);
    for other in [
        question("b"),
        Question { column: 0, ..question("a") },
        Question { has_header: false, ..question("a") },
        Question { data_source: "sqlite://other.db".to_owned(), ..question("a") },
        Question { state: Some("second".to_owned()), ..question("a") },
    ] {
        Answers::open(Some(&out), &question("a")).unwrap().extend(answer("one")).unwrap();
        assert!(Answers::open(Some(&out), &other).unwrap().rows.is_empty(), "{other:?}");
    }
    Answers::open(Some(&out), &question("a")).unwrap().remove_file().unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn the_answers_of_a_private_table_are_private_and_follow_no_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("checked.csv");
    let question = || Question {
        sha256: "a".to_owned(),
        column: 0,
        has_header: false,
        data_source: "sqlite://licence.db".to_owned(),
        state: None,
    };
    let kept = folder.path().join(".checked.csv.licence-batch");
    std::fs::write(&kept, [0xff; 40]).unwrap();
    std::fs::set_permissions(&kept, std::fs::Permissions::from_mode(0o644)).unwrap();
    assert!(Answers::open(Some(&out), &question()).unwrap().rows.is_empty(), "of another program");
    assert_eq!(std::fs::metadata(&kept).unwrap().permissions().mode() & 0o777, 0o600);
    let other = folder.path().join("other");
    std::fs::rename(&kept, &other).unwrap();
    symlink(&other, &kept).unwrap();
    let refused = Answers::open(Some(&out), &question()).err().expect("a link").to_string();
    assert!(refused.contains(".checked.csv.licence-batch"), "{refused}");
}
