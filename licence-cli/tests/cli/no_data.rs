//! A lookup without data ends with 5: an empty database would answer that nothing is on record.

use crate::licence::{Licence, fixture};

const LOOKUPS: [&[&str]; 12] = [
    &["check", "lanternspin.example"],
    &["check", "lanternspin.example", "--quiet", "--json"],
    &["batch"],
    &["jurisdictions", "operators", "UKGC"],
    &["operators", "search", "lantern"],
    &["operators", "show", "lantern"],
    &["licences", "list", "lantern"],
    &["licences", "show", "MGA/B2C/7114/2021"],
    &["history", "MGA/B2C/7114/2021"],
    &["actions", "lantern"],
    &["export", "licences", "--out", "licences.csv"],
    &["stats"],
];

#[test]
fn a_lookup_creates_no_database_and_names_the_path_it_tried() {
    let licence = Licence::new();
    let folder = licence.folder.path();
    let path = folder.canonicalize().unwrap().join("none.db");
    for args in LOOKUPS.into_iter().chain([&["coverage"][..], &["events"]]) {
        let args = [args, &["--database-url", "sqlite://none.db"]].concat();
        let run = licence.run_with_input(&args, b"lanternspin.example\n");
        run.assert_refused(5, &[path.to_str().unwrap(), "`licence registers read CODE`"]);
    }
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
    licence.file("none.db", b"");
    let run = licence.run(&["check", "lanternspin.example", "--database-url", "sqlite://none.db"]);
    run.assert_refused(5, &[path.to_str().unwrap()]);
    assert_eq!(path.metadata().unwrap().len(), 0, "an empty file stays empty");
}

/// They show and change what a database holds beside the registers.
#[test]
fn what_is_about_a_database_creates_none() {
    let licence = Licence::new();
    let folder = licence.folder.path();
    let path = folder.canonicalize().unwrap().join("none.db");
    for args in [
        &["health"][..],
        &["watchlist", "show"],
        &["watchlist", "list"],
        &["watchlist", "add", "lantern"],
        &["watchlist", "remove", "lantern"],
        &["webhooks", "list"],
        &["webhooks", "create", "--url", "https://hooks.example.com/", "--event", "license.issued"],
        &["webhooks", "deliveries", "5b0f0f0c-0000-4000-8000-000000000000"],
    ] {
        let run = licence.run(&[args, &["--database-url", "sqlite://none.db"]].concat());
        run.assert_refused(5, &[path.to_str().unwrap(), "`licence registers read CODE`"]);
    }
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
}

#[test]
fn what_changes_nothing_creates_no_database_and_what_creates_one_names_it() {
    let licence = Licence::new();
    let folder = licence.folder.path();
    let reading = fixture("cw.json").display().to_string();
    let run =
        |args: &[&str]| licence.run(&[args, &["--database-url", "sqlite://none.db"]].concat());
    run(&["registers", "read", "MGA"]).assert_refused(2, &["no address to read"]);
    let preview = run(&["registers", "apply", &reading, "--dry-run", "--json"]);
    assert_eq!((preview.code, preview.stderr.as_str()), (0, ""), "{preview}");
    let summary = preview.json();
    assert_eq!(summary["applied"], false, "{preview}");
    assert_ne!(summary["created"], 0, "{preview}");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
    let path = folder.canonicalize().unwrap().join("none.db");
    let create = ["accounts", "create", "Example", "--plan", "pro"];
    let created = run(&create);
    assert_eq!(created.stderr, format!("{} is a new database\n", path.display()));
    assert_eq!(run(&create).stderr, "");
    std::fs::remove_file(path).unwrap();
    assert_eq!(run(&[&create[..], &["--quiet"]].concat()).stderr, "");
}

#[test]
fn a_database_in_a_folder_of_somebody_else_is_not_missing() {
    let licence = Licence::with_the_cases();
    // Root may enter every folder.
    if licence.database_url().starts_with("postgres") || nix::unistd::geteuid().is_root() {
        return;
    }
    let closed = licence.folder.path().join("closed");
    std::fs::create_dir(&closed).unwrap();
    let url = format!("sqlite://{}/licence.db", closed.display());
    std::fs::set_permissions(&closed, std::os::unix::fs::PermissionsExt::from_mode(0o000)).unwrap();
    for args in [&["check", "bet365.com"][..], &["doctor"]] {
        let run = licence.run(&[args, &["--database-url", &url]].concat());
        let said = [run.stdout.as_str(), &run.stderr].concat();
        assert!(run.code == 5 && said.contains("Permission denied"), "{run}");
    }
    std::fs::set_permissions(&closed, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
}

#[test]
fn a_database_without_a_register_is_no_answer() {
    let licence = Licence::new();
    licence.make_database();
    for args in LOOKUPS.into_iter().chain([&["coverage"][..], &["events"]]) {
        let run = licence.run_with_input(args, b"lanternspin.example\n");
        run.assert_refused(5, &["no register was ever read", "`licence registers read CODE`"]);
    }
    let memory = licence.run(&["check", "a.example", "--database-url", "sqlite::memory:"]);
    memory.assert_refused(5, &["sqlite::memory:"]);
}

#[test]
fn what_no_database_holds_needs_none() {
    let licence = Licence::new();
    for args in [&["jurisdictions", "list"][..], &["jurisdictions", "show", "MGA"]] {
        let run = licence.run(&[args, &["--database-url", "sqlite://none.db"]].concat());
        assert!(run.code == 0 && run.stdout.contains("Malta Gaming Authority"), "{run}");
    }
    assert_eq!(std::fs::read_dir(licence.folder.path()).unwrap().count(), 0);
}
