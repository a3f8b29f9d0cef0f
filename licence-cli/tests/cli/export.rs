//! `licence export`: whole, or not at all.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;

use crate::licence::Licence;
use crate::stub::{Stub, refusal, reply};

const CSV: &str = "id,name\r\n1,a\r\n2,\"b\r\nc\"\r\n";

fn on(stub: &Stub, licence: &Licence, args: &[&str]) -> crate::licence::Run {
    licence.run(&[args, &["--server", &stub.url]].concat())
}

fn names(licence: &Licence) -> Vec<String> {
    let entries = std::fs::read_dir(licence.folder.path()).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_file_that_is_whole_appears_under_its_name_alone() {
    let licence = Licence::new();
    let stub = Stub::answering(vec![reply(200, "x-export-row-count: 2\r\n", CSV)]);
    let run = on(&stub, &licence, &["export", "licences", "--out", "all.csv"]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""), "{run}");
    assert_eq!(std::fs::read_to_string(licence.folder.path().join("all.csv")).unwrap(), CSV);
    assert_eq!(names(&licence), ["all.csv"]);
    assert_eq!(stub.lines(), ["GET /v1/export/licences?format=csv"]);
}

#[test]
fn a_file_that_is_not_whole_is_noticed_and_leaves_nothing_behind() {
    let licence = Licence::new();
    licence.file("all.csv", b"what was there before");
    let cut = |body: &str| {
        let length = CSV.len();
        format!(
            "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\nx-export-row-count: 2\r\n\r\n{body}"
        )
    };
    for (answer, because) in [
        (cut(&CSV[..CSV.len() - 9]), "received 1 of 2 rows: the connection broke off"),
        (
            reply(200, "x-export-row-count: 3\r\n", CSV),
            "received 2 of 3 rows: the file is not whole",
        ),
        (
            reply(200, "x-export-row-count: 1\r\n", CSV),
            "received 2 of 1 rows: the file is not whole",
        ),
        (reply(200, "x-export-row-count: 2\r\n", &CSV[..CSV.len() - 3]), "received 1 of 2 rows"),
        (reply(200, "", CSV), "the server did not say how many there are"),
    ] {
        let stub = Stub::answering(vec![answer]);
        on(&stub, &licence, &["export", "licences", "--out", "all.csv"])
            .assert_refused(5, &[because]);
        assert_eq!(names(&licence), ["all.csv"]);
        let kept = std::fs::read(licence.folder.path().join("all.csv")).unwrap();
        assert_eq!(kept, b"what was there before");
        let run = on(&stub, &licence, &["export", "licences"]);
        assert_eq!(run.code, 5, "standard output cannot be taken back: {run}");
    }
}

#[test]
fn a_name_that_ends_in_another_format_is_refused() {
    let licence = Licence::with_the_cases();
    for name in ["all.xlsx", "all.XLS", "all.parquet"] {
        let run = licence.run(&["export", "licences", "--out", name]);
        run.assert_refused(2, &["--out ends in .", ".csv", ".ndjson", "--format"]);
        assert!(!licence.folder.path().join(name).exists());
        let said = licence.run(&["export", "licences", "--out", name, "--format", "csv"]);
        assert_eq!(said.code, 0, "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_past_the_limit_of_its_size_is_an_error_that_is_reported() {
    let licence = Licence::new();
    let rows = format!("id,name\r\n1,{}\r\n", "a".repeat(100_000));
    let stub = Stub::answering(vec![reply(200, "x-export-row-count: 1\r\n", &rows)]);
    let args = ["export", "licences", "--out", "all.csv", "--server", &stub.url];
    let output = std::process::Command::new("/bin/sh")
        .args(["-c", "ulimit -f 8; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_licence")])
        .args(args)
        .current_dir(licence.folder.path())
        .env_clear()
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(5), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("error: all.csv: File too large"), "{output:?}");
    assert!(names(&licence).is_empty());
}

#[test]
fn no_answer_replaces_a_database() {
    let licence = Licence::with_the_cases();
    let database = b"SQLite format 3\0 and its pages";
    licence.file("licence.db", database);
    licence.file("sites.csv", b"website\nbet365.com\n");
    let files = names(&licence);
    for args in [
        &["export", "licences", "--out", "licence.db", "--format", "csv"][..],
        &["report", "lanternspin.example", "--out", "licence.db"],
        &["catalogue", "build", "--out", "licence.db"],
        &["export", "licences", "--out", "licence.db-wal", "--format", "csv"],
        &["report", "lanternspin.example", "--out", "licence.db-secret.key"],
        &["batch", "sites.csv", "--column", "website", "--out", "licence.db-shm"],
        &["catalogue", "key", "new", "licence.db-wal", "--name", "licence.example"],
        &["backup", "licence.db-keys"],
        &["backup", "./licence.db-wal", "--force"],
    ] {
        let refusal = " is a database or a file of one; name another file";
        licence.run(args).assert_refused(2, &["licence.db", refusal]);
        assert_eq!(std::fs::read(licence.folder.path().join("licence.db")).unwrap(), database);
        assert_eq!(names(&licence), files);
    }
}

/// A file may hold what only its owner should read, such as the merchants of a list.
#[test]
fn a_new_file_follows_the_umask_and_a_replaced_one_keeps_its_mode() {
    let licence = Licence::with_the_cases();
    licence.file("sites.csv", b"website\nbet365.com\n");
    for (args, files) in [
        (&["export", "licences", "--out", "l.csv"][..], &["l.csv"][..]),
        (&["report", "bet365.com", "--out", "r.html"], &["r.html"]),
        (&["batch", "sites.csv", "--column", "website", "--out", "b.csv"], &["b.csv"]),
        (&["catalogue", "build", "--out", "c.cat", "--records", "c.rec"], &["c.cat", "c.rec"]),
    ] {
        let files: Vec<_> = files.iter().map(|file| licence.folder.path().join(file)).collect();
        let modes_after = |umask: &str| {
            let script = format!("umask {umask}; exec \"$0\" \"$@\"");
            let mut shell = std::process::Command::new("/bin/sh");
            shell.args(["-c", &script, env!("CARGO_BIN_EXE_licence")]).args(args);
            shell.current_dir(licence.folder.path()).env_clear();
            shell.env("LICENCE_DATABASE_URL", licence.database_url());
            let output = shell.output().unwrap();
            assert!(output.status.success(), "{output:?}");
            let mode = |file| std::fs::metadata(file).unwrap().permissions().mode() & 0o777;
            files.iter().map(mode).collect::<Vec<_>>()
        };
        for (umask, expected) in [("077", 0o600), ("022", 0o600)] {
            assert_eq!(modes_after(umask), vec![expected; files.len()], "{args:?}");
        }
        for file in &files {
            std::fs::set_permissions(file, Permissions::from_mode(0o664)).unwrap();
        }
        assert_eq!(modes_after("077"), vec![0o664; files.len()], "{args:?}");
        files.iter().for_each(|file| std::fs::remove_file(file).unwrap());
        assert_eq!(modes_after("022"), vec![0o644; files.len()], "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn links_and_devices_stay_what_they_are() {
    let licence = Licence::new();
    let target = licence.file("target.csv", b"what was there before");
    let link = licence.folder.path().join("link.csv");
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let stub = Stub::answering(vec![reply(200, "x-export-row-count: 2\r\n", CSV)]);
    let run = on(&stub, &licence, &["export", "licences", "--out", "link.csv"]);
    assert_eq!(run.code, 0, "{run}");
    assert!(link.is_symlink());
    assert_eq!(std::fs::read_to_string(&target).unwrap(), CSV);
    // Its output is a pipe here.
    let run = on(&stub, &licence, &["export", "licences", "--out", "/dev/stdout"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, CSV), "{run}");
    assert_eq!(names(&licence), ["link.csv", "target.csv"]);
}

#[test]
fn the_name_of_the_file_says_its_form_and_the_filter_goes_along() {
    let licence = Licence::new();
    let answer = "{\"_meta\":{}}\n";
    let stub = Stub::answering(vec![reply(200, "x-export-row-count: 0\r\n", answer)]);
    let args = ["export", "domains", "--out", "d.ndjson", "--status", "active,revoked"];
    let run = on(&stub, &licence, &[&args[..], &["--jurisdiction", "mga"]].concat());
    assert_eq!(run.code, 0, "{run}");
    assert_eq!(
        stub.lines(),
        ["GET /v1/export/domains?format=json&jurisdiction=MGA&status=active%2Crevoked"]
    );
}

#[test]
fn what_cannot_be_exported_is_refused() {
    let licence = Licence::new();
    let stub = Stub::answering(vec![refusal(402, "export_requires_pro")]);
    let run = on(&stub, &licence, &["export", "licences", "--out", "x.csv"]);
    assert_eq!((run.code, names(&licence).len()), (4, 0), "{run}");
    let licence = Licence::with_the_cases();
    for (args, code, because) in [
        (&["export", "events"][..], 3, "There is no dataset \"events\"."),
        (&["export", "licences", "--format", "xlsx"], 2, "format: \"xlsx\" is not a format"),
        (&["export", "licences", "--jurisdiction", "XX"], 2, "jurisdiction: \"XX\""),
        (&["export", "licences", "--status", "gone"], 2, "status: \"gone\""),
        (&["export", "licences", "--out", "no/such/folder/x.csv"], 2, "no/such/folder/x.csv"),
    ] {
        licence.run(args).assert_refused(code, &[because]);
    }
    for args in [
        &["export", "licences", "--out", "nowhere/x.csv"][..],
        &["report", "lanternspin.example", "--out", "nowhere/x.csv"],
        &["catalogue", "build", "--out", "nowhere/x.csv"],
        &["catalogue", "key", "new", "nowhere/x.csv", "--name", "a.example"],
    ] {
        let run = licence.run(args);
        run.assert_refused(2, &["nowhere/x.csv: No such file"]);
        assert!(!run.stderr.contains(".part"), "the draft, of which no user knows: {run}");
    }
}

#[test]
fn an_export_that_is_interrupted_leaves_nothing_behind() {
    let licence = Licence::new();
    // Announces more than it ever sends, and keeps the connection.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let mut command = licence.command();
    command.args(["export", "licences", "--out", "all.csv", "--server", &url]);
    let mut child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
    let (mut connection, _) = listener.accept().unwrap();
    let asked = std::io::Read::read(&mut connection, &mut [0; 4096]).unwrap();
    assert!(asked > 0);
    let head = "HTTP/1.1 200 OK\r\ncontent-length: 999\r\nx-export-row-count: 9\r\n\r\nid\r\n";
    std::io::Write::write_all(&mut connection, head.as_bytes()).unwrap();
    let begun = (0..6_000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        !names(&licence).is_empty()
    });
    assert!(begun);
    let kill = std::process::Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(5));
    assert!(names(&licence).is_empty());
}
