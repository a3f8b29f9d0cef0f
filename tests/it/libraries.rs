//! What the libraries promise to those who embed them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Crates that reach a network, a file, a database or a runtime.
const IO_CRATES: [&str; 24] = [
    "async-std",
    "backon",
    "futures-io",
    "h2",
    "hyper",
    "hyper-util",
    "libsqlite3-sys",
    "mio",
    "polling",
    "postgres",
    "redis",
    "reqwest",
    "ring",
    "rusqlite",
    "rustls",
    "sea-orm",
    "sea-query",
    "smol",
    "socket2",
    "sqlx",
    "sqlx-core",
    "tokio",
    "tower",
    "warp",
];

/// What a crate needs in a build of its own, with every feature.
fn dependencies(name: &str) -> Vec<String> {
    let arguments = [
        "tree",
        "--offline",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--all-features",
        "-p",
        name,
    ];
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).unwrap();
    tree.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn the_core_depends_on_nothing_that_does_io() {
    let found = dependencies("licence-core");
    assert!(found.len() > 20, "{found:?}");
    let io: Vec<_> = found.iter().filter(|name| IO_CRATES.contains(&name.as_str())).collect();
    assert!(io.is_empty(), "licence-core depends on {io:?}");
    assert!(dependencies("licence-store").iter().any(|name| name == "sea-orm"), "the list is read");
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(sources(&path)),
            false if path.extension().is_some_and(|end| end == "rs") => files.push(path),
            false => {}
        }
    }
    files
}

/// The names that a file takes from the database's crates.
fn database_names(text: &str) -> Vec<String> {
    let mut names = vec!["sea_orm".to_owned(), "sqlx".to_owned()];
    for import in text.split("use sea_orm").skip(1).filter_map(|rest| rest.split(';').next()) {
        let words = import.split(|c: char| !c.is_alphanumeric() && c != '_');
        names.extend(words.filter(|word| word.starts_with(char::is_uppercase)).map(str::to_owned));
    }
    names
}

/// The declarations of public items and fields: from `pub` to the body or the end.
fn public_declarations(text: &str) -> Vec<String> {
    let mut lines = text.lines().map(str::trim);
    let mut declarations = Vec::new();
    while let Some(line) = lines.next() {
        if !line.starts_with("pub ") || line.starts_with("pub use ") {
            continue;
        }
        let is_field = line.ends_with(',');
        let mut declaration = line.to_owned();
        while !is_field && !declaration.ends_with(['{', '}', ';', ','])
            || declaration.ends_with("(")
        {
            let Some(more) = lines.next() else { break };
            declaration.push(' ');
            declaration.push_str(more);
            if more.ends_with(['{', ';']) {
                break;
            }
        }
        declarations.push(declaration);
    }
    declarations
}

fn is_named(declaration: &str, name: &str) -> bool {
    declaration.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
}

#[test]
fn no_type_of_the_database_stands_in_a_public_signature_of_the_store() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("licence-store/src");
    let library = fs::read_to_string(root.join("lib.rs")).unwrap();
    // What is public inside these is public to nobody.
    let is_private = |module: &str| library.contains(&format!("\nmod {module};"));
    assert!(is_private("entity") && is_private("migration"));
    let mut declared = 0;
    for file in sources(&root) {
        if ["entity", "migration"].iter().any(|room| file.starts_with(root.join(room))) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let names = database_names(&text);
        // A conversion from a type is public whatever the type is in.
        let conversions =
            text.lines().filter(|line| line.starts_with("impl") && line.contains("From<"));
        let conversions = conversions.map(str::to_owned);
        for declaration in public_declarations(&text).into_iter().chain(conversions) {
            declared += 1;
            let leaked = names.iter().find(|name| is_named(&declaration, name));
            assert_eq!(leaked, None, "{}: {declaration}", file.display());
        }
    }
    assert!(declared > 100, "only {declared} declarations were found");
}

#[test]
fn every_crate_can_be_published() {
    let arguments = ["metadata", "--offline", "--no-deps", "--format-version", "1"];
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let published = |package: &&serde_json::Value| package["publish"].is_null();
    let packages: Vec<_> =
        metadata["packages"].as_array().unwrap().iter().filter(published).collect();
    assert_eq!(packages.len(), 4);
    for package in packages {
        let name = package["name"].as_str().unwrap();
        for member in ["description", "license", "readme", "rust_version"] {
            assert!(
                package[member].as_str().is_some_and(|text| !text.is_empty()),
                "{name}: {member}"
            );
        }
        for list in ["keywords", "categories"] {
            let words = package[list].as_array().unwrap();
            assert!((1..=5).contains(&words.len()), "{name}: {list}");
        }
        only_what_belongs_is_packaged(name);
    }
}

fn only_what_belongs_is_packaged(name: &str) {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--offline", "--allow-dirty", "--list", "-p", name])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let files = String::from_utf8(output.stdout).unwrap();
    let belongs = |file: &&str| {
        let folders = ["src/", "sample/", "assets/", "examples/", "templates/"];
        let files = ["Cargo.", ".cargo_vcs_info.json", "README.md"];
        folders.iter().chain(&files).any(|start| file.starts_with(start))
    };
    let strays: Vec<&str> = files.lines().filter(|file| !belongs(file)).collect();
    assert!(strays.is_empty(), "{name}: {strays:?}");
}
