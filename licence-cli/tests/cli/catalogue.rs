//! `licence catalogue`, and checks against its file.

use std::fs;
use std::os::unix::fs::FileTypeExt;
use std::process::Command;

use serde_json::json;

use crate::cases;
use crate::licence::{Licence, Run};
use crate::server::Served;

fn built() -> (Licence, String) {
    let licence = Licence::with_the_cases();
    let path = licence.folder.path().join("licences.catalogue").display().to_string();
    let run = licence.run(&["catalogue", "build", "--out", &path]);
    assert_eq!(run.code, 0, "{run}");
    (licence, path)
}

/// Without any database: a command that asked for one would fail.
fn without_database(licence: &Licence, args: &[&str]) -> Run {
    licence.run(&[args, &["--database-url", "sqlite:///nowhere/at/all.db"]].concat())
}

/// The ages in an answer are of its second.
fn without_ages(run: &Run) -> String {
    run.stdout.replace(|c: char| c.is_ascii_digit(), "0")
}

#[test]
fn a_file_answers_every_case_with_the_bytes_of_the_database() {
    let (licence, path) = built();
    for case in cases::all() {
        let mut args = vec!["check", "--json"];
        match (case.domain(), case.licence_number()) {
            (Some(domain), _) => args.push(domain),
            (None, number) => args.extend(["--license-number", number.unwrap()]),
        }
        let expected = licence.run(&args);
        args.extend(["--catalogue", &path]);
        let run = without_database(&licence, &args);
        assert_eq!(run.code, expected.code, "{}: {run}", case.name());
        assert_eq!(without_ages(&run), without_ages(&expected), "{}", case.name());
    }
}

#[test]
fn a_catalogue_and_the_flag_of_a_server_exclude_each_other() {
    let (licence, path) = built();
    let catalogue = ["--catalogue", path.as_str()];
    let server = ["--server", "http://127.0.0.1:9"];
    let because = "--catalogue and --server exclude each other";
    for args in [&["check", "bet365.com"][..], &["batch", "-"]] {
        let both = [args, &catalogue, &server].concat();
        licence.run_with_input(&both, b"bet365.com\n").assert_refused(2, &[because]);
    }
    licence.file("hosts.csv", b"website\nbet365.com\n");
    let table = [&["batch", "hosts.csv", "--column", "website"][..], &catalogue, &server].concat();
    licence.run(&table).assert_refused(2, &[because]);
}

#[test]
fn a_batch_from_a_file_is_that_of_the_database() {
    let (licence, path) = built();
    let lines = b"bet365.com\nmrgreen.com\nnothing-on-record.example\nnot a host\n";
    for form in [&["batch", "-", "--ndjson"][..], &["batch", "-", "--json"]] {
        let expected = licence.run_with_input(form, lines);
        let args = [form, &["--catalogue", &path]].concat();
        let run = licence.run_with_input(&args, lines);
        assert_eq!((run.code, run.stdout), (expected.code, expected.stdout), "{form:?}");
    }
}

#[test]
fn a_table_is_checked_against_a_file_without_a_database() {
    let (licence, path) = built();
    licence.file("merchants.csv", b"website\nbet365.com\nmrgreen.com\nno host\n");
    let batch = ["batch", "merchants.csv", "--column", "website"];
    let expected = licence.run(&batch);
    assert!(expected.code == 0 && expected.stdout.contains("bet365.com,licensed,"), "{expected}");
    let run = without_database(&licence, &[&batch[..], &["--catalogue", &path]].concat());
    assert_eq!((run.code, run.stdout), (0, expected.stdout), "{}", run.stderr);
}

#[test]
fn an_exact_catalogue_answers_what_is_on_record_and_refuses_the_rest() {
    let (licence, path) = built();
    let exact = licence.folder.path().join("exact.catalogue").display().to_string();
    let build = ["catalogue", "build", "--exact", "--out", &exact, "--json"];
    let info = licence.run(&build).json();
    assert_eq!(info["profile"], "exact", "{info}");
    assert_eq!(without_database(&licence, &["catalogue", "verify", &exact]).code, 0);
    for question in [&["check", "bet365.com", "--json"][..], &["check", "mrgreen.com", "--json"]] {
        let of_full = without_database(&licence, &[question, &["--catalogue", &path]].concat());
        let run = without_database(&licence, &[question, &["--catalogue", &exact]].concat());
        assert_eq!((run.code, run.stdout), (of_full.code, of_full.stdout), "{}", run.stderr);
    }
    let miss = ["check", "betvicotr.com", "--catalogue", &exact];
    without_database(&licence, &miss).assert_refused(2, &["profile full"]);
    let map = ["catalogue", "map", &exact, "--format", "csv"];
    licence.run(&map).assert_refused(2, &[&exact, "profile exact"]);
    let lines = b"bet365.com\n";
    licence
        .run_with_input(&["batch", "-", "--catalogue", &exact], lines)
        .assert_refused(2, &[&exact, "profile exact"]);
}

#[test]
fn a_catalogue_under_other_rules_answers_equality_when_it_is_asked_to() {
    let (licence, path) = built();
    let mut file = fs::read(&path).unwrap();
    // A catalogue of another release, as far as its header tells.
    file[32..64].fill(7);
    let sections = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    let mut head = file[..256 + 40 * sections].to_vec();
    head[248..256].fill(0);
    file[248..256].copy_from_slice(&rapidhash::v3::rapidhash_v3(&head).to_le_bytes());
    fs::write(&path, &file).unwrap();
    let rules = "07".repeat(32);
    let check = ["check", "bet365.com", "--catalogue", &path];
    without_database(&licence, &check).assert_refused(2, &[&path, &rules]);
    let asked_to = |domain: &str| {
        let args = ["check", domain, "--catalogue", &path, "--allow-other-rules", "--json"];
        without_database(&licence, &args)
    };
    assert_eq!(asked_to("bet365.com").json()["verdict"], "licensed");
    asked_to("betvictor.net").assert_refused(2, &["rules of this program"]);
    let info = without_database(&licence, &["catalogue", "info", &path, "--json"]);
    assert_eq!(info.json()["rules"], rules.as_str(), "{info}");
}

#[test]
fn records_build_the_same_file_and_answer_too() {
    let licence = Licence::with_the_cases();
    let file = |name: &str| licence.folder.path().join(name).display().to_string();
    let (one, other, records) = (file("one.catalogue"), file("other.catalogue"), file("records"));
    let run = licence.run(&["catalogue", "build", "--out", &one, "--records", &records, "--json"]);
    let again = ["catalogue", "build", "--out", &other, "--from", &records, "--json"];
    let again = without_database(&licence, &again);
    assert_eq!(run.json(), again.json(), "{again}");
    assert!(fs::read(&one).unwrap() == fs::read(&other).unwrap());
    let info = without_database(&licence, &["catalogue", "info", &one, "--json"]);
    assert_eq!(info.json(), run.json());
    assert!(info.json()["licences"].as_u64().unwrap() > 0, "{info}");
    let check = ["check", "bet365.com", "--catalogue", &records];
    assert_eq!(without_database(&licence, &check).code, licence.run(&["check", "bet365.com"]).code);
}

#[test]
fn links_and_pipes_stay_what_they_are_and_a_hyphen_is_standard_output() {
    let (licence, path) = built();
    let whole = fs::read(&path).unwrap();
    let in_folder = |name: &str| licence.folder.path().join(name);
    let target = licence.file("target", b"what was there before");
    std::os::unix::fs::symlink(&target, in_folder("link")).unwrap();
    assert_eq!(licence.run(&["catalogue", "build", "--out", "link"]).code, 0);
    assert!(in_folder("link").is_symlink() && fs::read(&target).unwrap() == whole);
    let made = Command::new("mkfifo").args(["fifo", "records"].map(in_folder)).status().unwrap();
    assert!(made.success());
    let read = |name: &str| {
        let path = in_folder(name);
        std::thread::spawn(move || fs::read(path).unwrap())
    };
    let (catalogue, records) = (read("fifo"), read("records"));
    let build = ["catalogue", "build", "--out", "fifo", "--records", "records", "--json"];
    let info = licence.run(&build);
    assert_eq!(info.json(), licence.run(&["catalogue", "info", &path, "--json"]).json(), "{info}");
    assert!(catalogue.join().unwrap() == whole);
    assert!(records.join().unwrap().starts_with(b"licence-records 1\n"));
    assert!(in_folder("fifo").metadata().unwrap().file_type().is_fifo());
    let printed = licence.command().args(["catalogue", "build", "--out", "-"]).output().unwrap();
    assert!(printed.status.success() && printed.stdout == whole);
    for args in [
        &["catalogue", "build", "--out", "-", "--json"][..],
        &["catalogue", "build", "--out", "-", "--records", "-"],
        &["catalogue", "key", "new", "-", "--name", "licence.example"],
    ] {
        licence.run(args).assert_refused(2, &["standard output takes"]);
    }
    assert!(!in_folder("-").exists());
}

#[test]
fn a_catalogue_never_takes_the_place_of_its_records() {
    let licence = Licence::with_the_cases();
    let build = ["catalogue", "build", "--records", "kept", "--quiet"];
    assert_eq!(licence.run(&build).code, 0);
    let kept = || fs::read(licence.folder.path().join("kept")).unwrap();
    let before = kept();
    for args in [
        &["catalogue", "build", "--out", "new", "--records", "new"][..],
        &["catalogue", "build", "--out", "kept", "--records", "kept"],
        &["catalogue", "build", "--out", "kept", "--from", "kept"],
    ] {
        licence.run(args).assert_refused(2, &["--out names the file of the records"]);
    }
    assert!(!licence.folder.path().join("new").exists() && kept() == before);
}

#[test]
fn a_file_that_is_none_or_damaged_is_refused_by_name() {
    let (licence, path) = built();
    let whole = fs::read(&path).unwrap();
    assert_eq!(licence.run(&["catalogue", "verify", &path]).code, 0);
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    fs::write(&path, &flipped).unwrap();
    for args in
        [&["catalogue", "verify", &path][..], &["catalogue", "map", &path, "--format", "haproxy"]]
    {
        let run = licence.run(args);
        run.assert_refused(2, &[&path, "the catalogue is damaged: section TEXT"]);
    }
    for (bytes, because) in [
        (&whole[..whole.len() - 1], "cut or damaged"),
        (b"domain,verdict\n", "this is no catalogue"),
        (b"licence-records 1\nX\n", "line 2 of the records"),
        (b"", "this is no catalogue"),
    ] {
        fs::write(&path, bytes).unwrap();
        for args in
            [&["check", "bet365.com", "--catalogue", &path][..], &["catalogue", "info", &path]]
        {
            licence.run(args).assert_refused(2, &[&path, because]);
        }
    }
    let from = ["catalogue", "build", "--out", "new", "--from", &path];
    licence.run(&from).assert_refused(2, &[&path, "these are no records: the first line"]);
    fs::write(&path, &whole).unwrap();
    let past = ["check", "bet365.com", "--catalogue", &path, "--as-of", "2026-11-01"];
    licence.run(&past).assert_refused(2, &["--as-of", "section hist", "--with-history"]);
}

#[test]
fn records_are_not_called_whole_because_they_have_no_checksum() {
    let (licence, path) = built();
    let records = licence.folder.path().join("records");
    let name = records.to_str().unwrap();
    assert_eq!(licence.run(&["catalogue", "build", "--out", &path, "--records", name]).code, 0);
    let verified = licence.run(&["catalogue", "verify", name]);
    let info = licence.run(&["catalogue", "info", name, "--json"]).json();
    let sha256 = info["records_sha256"].as_str().unwrap();
    assert_eq!(verified.code, 0, "{verified}");
    assert!(verified.stdout.contains(sha256) && !verified.stdout.contains("whole"), "{verified}");
    let bytes = fs::read(&records).unwrap();
    let piped = licence.run_with_input(&["catalogue", "verify", "/dev/stdin"], &bytes);
    assert_eq!(piped.stdout, verified.stdout.replace(name, "/dev/stdin"), "{piped}");
}

#[test]
fn a_file_with_its_history_answers_as_of_with_the_bytes_of_the_database() {
    let (licence, path) = built();
    let build = ["catalogue", "build", "--with-history", "--out", &path, "--json"];
    let run = licence.run(&build);
    assert!(run.stdout.contains("\"history_entries\":"), "{run}");
    assert_eq!(without_database(&licence, &["catalogue", "verify", &path]).code, 0);
    for (as_of, knowledge) in [("2026-11-01", "observed"), ("2020-01-01", "before_tracking")] {
        let check = ["check", "bet365.com", "--as-of", as_of, "--json"];
        let run = without_database(&licence, &[&check[..], &["--catalogue", &path]].concat());
        assert!(run.stdout.contains(&format!("\"knowledge\":\"{knowledge}\"")), "{run}");
        assert_eq!(without_ages(&run), without_ages(&licence.run(&check)));
    }
    let refused = ["check", "bet365.com", "--as-of", "2999-01-01", "--catalogue", &path];
    licence.run(&refused).assert_refused(2, &["as_of", "future"]);
    for other in ["--exact", "--from=records"] {
        let run = licence.run(&[&build[..], &[other]].concat());
        assert!(run.code == 2 && run.stderr.contains("'--with-history' cannot be used"), "{run}");
    }
}

#[test]
fn a_folder_is_pulled_from_a_server_and_answers_as_it() {
    let served = Served::start();
    let folder = served.licence.folder.path().join("pulled").display().to_string();
    let pull = ["catalogue", "pull", &folder, "--key", &served.catalogue_key];
    for expected in ["by all records", "nothing changed"] {
        let run = served.remote(&pull);
        assert_eq!(run.code, 0, "{run}");
        assert!(run.stderr.contains(expected), "{run}");
    }
    let file = format!("{folder}/licences.catalogue");
    assert_eq!(without_database(&served.licence, &["catalogue", "verify", &file]).code, 0);
    for domain in ["lanternspin.example", "nothing-on-record.example"] {
        let from_file =
            without_database(&served.licence, &["check", domain, "--json", "--catalogue", &file]);
        assert_eq!(
            from_file.json()["verdict"],
            served.remote(&["check", domain, "--json"]).json()["verdict"]
        );
    }
    let other = served.catalogue_key.replacen("licence.example", "other.example", 1);
    let run = served.remote(&["catalogue", "pull", &folder, "--key", &other]);
    assert!(run.code == 2 && run.stderr.contains("this is no key"), "{run}");
    let run = served.local(&["catalogue", "pull", &folder, "--key", &served.catalogue_key]);
    run.assert_refused(2, &["--server"]);
}

/// Nearly every line of the new records is new, and each costs the difference one byte more.
#[test]
fn all_records_are_pulled_where_the_difference_is_longer() {
    let served = Served::without_registers();
    let folder = served.licence.folder.path().join("pulled").display().to_string();
    let pull = ["catalogue", "pull", &folder, "--key", &served.catalogue_key];
    for (register, licences) in [("KH", 1), ("AN", 300)] {
        let reading = served.licence.folder.path().join(register);
        fs::write(&reading, reading_of(register, licences)).unwrap();
        assert_eq!(served.local(&["registers", "apply", reading.to_str().unwrap()]).code, 0);
        let run = served.remote(&pull);
        assert!(run.code == 0 && run.stderr.contains("by all records"), "{run}");
    }
    let file = format!("{folder}/licences.catalogue");
    let run = without_database(&served.licence, &["check", "an7.example", "--catalogue", &file]);
    assert_eq!(run.code, 0, "{run}");
}

fn reading_of(register: &str, licences: usize) -> String {
    let name = register.to_lowercase();
    let licence = |number| {
        json!({
            "operator": { "name": format!("{register} {number} Ltd") },
            "license_number": format!("{register}-{number}"),
            "status_text": if register == "AN" { "valid" } else { "" },
            "license_types": ["B2C"],
            "domains": [{ "domain": format!("{name}{number}.example") }],
        })
    };
    let reading = json!({
        "jurisdiction": register,
        "read_at": "2026-11-01T06:00:00Z",
        "complete": true,
        "source_url": "https://register.example/",
        "source_kind": "dump",
        "licences": (0..licences).map(licence).collect::<Vec<_>>(),
    });
    reading.to_string()
}

#[test]
fn a_new_key_is_private_and_its_public_half_is_printed() {
    use std::os::unix::fs::PermissionsExt;
    let licence = Licence::new();
    let path = licence.folder.path().join("catalogue.key");
    let new = ["catalogue", "key", "new", path.to_str().unwrap(), "--name", "licence.example"];
    let run = licence.run(&new);
    assert!(run.code == 0 && run.stdout.starts_with("licence.example+"), "{run}");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let private = fs::read_to_string(&path).unwrap();
    assert!(private.starts_with("PRIVATE+KEY+licence.example+"));
    licence.run(&new).assert_refused(2, &["catalogue.key"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), private, "a key is never overwritten");
}

#[test]
fn a_map_has_each_host_and_its_www_form_with_its_verdict() {
    let (licence, path) = built();
    for (format, line) in [
        ("haproxy", "mrgreen.com licence_not_active\n"),
        ("nginx", "www.mrgreen.com licence_not_active;\n"),
        ("csv", "mrgreen.com,licence_not_active\r\n"),
    ] {
        let run = licence.run(&["catalogue", "map", &path, "--format", format]);
        assert!(run.code == 0 && run.stdout.contains(line), "{run}");
        assert!(run.stdout.contains("bet365.com"), "{run}");
    }
}
