//! Reader processes that fail in every way; the shell plays their part.

use licence_core::jurisdiction::JurisdictionCode::An;

use super::*;

fn reader(script: &str) -> RegisterReader {
    let arguments = vec!["-c".into(), script.into()];
    RegisterReader::new(ReaderProgram::Command { program: "/bin/sh".into(), arguments })
}

fn files() -> Vec<SourceFile> {
    let file = |name: &str| SourceFile { name: name.into(), bytes: b"bytes".repeat(100_000) };
    vec![file("b.html"), file("a.html")]
}

async fn refused(reader: &RegisterReader) -> String {
    let read_at = "2026-11-01T06:00:00Z".parse().unwrap();
    reader.read(An, files(), read_at, &Accepted::default()).await.unwrap_err().to_string()
}

#[tokio::test]
async fn however_a_reader_ends_one_line_says_why() {
    for (script, fault) in [
        (
            "echo nonsense",
            "the process that reads it failed: its answer is not of the expected form",
        ),
        (
            "echo '{\"FollowUps\":[]}'",
            "the process that reads it failed: its answer is of another kind than the request",
        ),
        (
            "kill -KILL $$",
            "the process that reads it failed: it was killed; is this machine short of memory?",
        ),
        ("kill -SEGV $$", "the process that reads it failed: it was ended by signal 11"),
        ("kill -XCPU $$", "reading it takes longer than 10 s; no register does"),
        (
            "echo 'memory allocation of 9 bytes failed' >&2; kill -ABRT $$",
            "reading it takes more than 512 MB of memory; no register does",
        ),
        (
            "echo 'thread x has overflowed its stack' >&2; kill -ABRT $$",
            "the process that reads it failed: its parts are nested too deep",
        ),
        (
            "echo its parser panicked >&2; exit 1",
            "the process that reads it failed: it ended with exit code 1: its parser panicked",
        ),
        ("cat /dev/zero", "its reading is larger than 8388608 bytes; no register's is"),
        (
            "head -c 700000 /dev/zero | tr '\\0' ','",
            "reading it takes more than 64 MB of memory; no register does",
        ),
        (
            "head -c 110000 /dev/zero | tr '\\0' '{'",
            "reading it takes more than 64 MB of memory; no register does",
        ),
        (
            "head -c 90000 /dev/zero | tr '\\0' '{'",
            "the process that reads it failed: its answer is not of the expected form",
        ),
        ("cat /dev/zero >&2", "the process that reads it failed: "),
    ] {
        let message = refused(&reader(script)).await;
        let start = format!("a.html and other files: {fault}");
        assert!(message.starts_with(&start), "{script}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[tokio::test]
async fn a_reader_that_cannot_be_started_is_named() {
    let reader = RegisterReader::new(ReaderProgram::command("/nowhere/reader"));
    let message = refused(&reader).await;
    assert!(message.contains("failed: /nowhere/reader cannot be started: "), "{message}");
}

#[tokio::test]
async fn a_fault_of_the_file_comes_back_in_its_words() {
    let answer = r#"{"Refused":{"file":"b.html","line":7,"fault":"no table"}}"#;
    let script = format!("cat >/dev/null; echo '{answer}'");
    assert_eq!(refused(&reader(&script)).await, "b.html, line 7: no table");
}

#[tokio::test]
async fn a_reading_that_breaks_the_rules_is_refused() {
    let reading = r#"{"jurisdiction":"AN","read_at":"2026-11-01T06:00:00.000Z","source_kind":"dump","licences":[{"operator":{"name":""}}]}"#;
    let script = format!("cat >/dev/null; echo '{{\"Reading\":{reading}}}'");
    let message = refused(&reader(&script)).await;
    assert!(message.starts_with("a.html and other files: licence 1"), "{message}");
}

#[tokio::test]
async fn secrets_of_the_environment_are_kept_from_a_reader() {
    assert!(std::env::vars_os().next().is_some());
    let ours = "-e ^PWD -e ^SHLVL -e ^_ -e ^OLDPWD -e ^MIMALLOC_ARENA_RESERVE=0$";
    let script = &format!("cat >/dev/null; env | grep -v {ours} >&2; exit 1");
    let message = refused(&reader(script)).await;
    assert!(message.ends_with("it ended with exit code 1: "), "{message}");
}
