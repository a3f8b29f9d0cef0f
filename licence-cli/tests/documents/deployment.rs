//! Dockerfile, compose file, unit and configuration, as far as they can be checked without a
//! container engine: every option, program and path they name is there.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::process::Command as Program;

use licence_server::config::Command;

use crate::ports::free_address;
use crate::surroundings::{has, repository};

const FILES: [&str; 5] = [
    "Dockerfile",
    "compose.yaml",
    "deploy/compose.env.example",
    "deploy/licence-server.service",
    "deploy/licence-server.toml",
];

fn text(file: &str) -> String {
    fs::read_to_string(repository().join(file)).unwrap()
}

fn arguments(words: &[&str]) -> Vec<OsString> {
    ["licence-server"].iter().chain(words).map(OsString::from).collect()
}

fn server_help() -> String {
    match Command::read(arguments(&["--help"])) {
        Ok(Command::Print(help)) => help,
        _ => panic!("there is no help"),
    }
}

/// Words of this form in a text.
fn words<'t>(text: &'t str, start: &'t str) -> impl Iterator<Item = &'t str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    text.split(move |c| !is_part(c)).filter(move |word| word.starts_with(start))
}

/// All of it.
pub fn is_consistent(_: &str) {
    every_option_exists();
    the_configuration_is_read();
    the_image_is_built_of_what_there_is();
    the_compose_file_is_whole();
    the_unit_is_verified();
}

fn every_option_exists() {
    let help = server_help();
    for file in FILES {
        let text = text(file);
        for variable in words(&text, "LICENCE_") {
            let is_option = help.contains(&format!("[env: {variable}"));
            let names_a_file = variable.ends_with("_FILE") && help.contains(variable);
            assert!(is_option || names_a_file, "{file}: {variable}");
        }
    }
    for flag in words(&text("deploy/licence-server.service"), "--config") {
        assert!(help.contains(flag), "{flag}");
    }
}

/// As it stands, and with its PostgreSQL part in place of SQLite.
fn the_configuration_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let written = text("deploy/licence-server.toml");
    let postgres: Vec<&str> = written
        .lines()
        .filter(|line| !line.starts_with("database_url"))
        .map(|line| line.strip_prefix("# ").filter(|rest| rest.contains(" = ")).unwrap_or(line))
        .collect();
    for text in [written.clone(), postgres.join("\n")] {
        let file = folder.path().join("licence-server.toml");
        fs::write(&file, &text).unwrap();
        match Command::read(arguments(&["--config", file.to_str().unwrap()])) {
            Ok(Command::Serve(config)) => assert!(config.base_url.is_some()),
            Ok(Command::Print(_)) => panic!("it prints"),
            Err(error) => panic!("{error}: {text}"),
        }
    }
    assert!(postgres.iter().any(|line| line.starts_with("secret_key_file")));
}

fn the_image_is_built_of_what_there_is() {
    let dockerfile = text("Dockerfile");
    let binaries: Vec<&str> = dockerfile
        .split("--bin ")
        .skip(1)
        .filter_map(|rest| rest.split_whitespace().next())
        .collect();
    assert_eq!(binaries, ["licence-server", "licence"]);
    for (binary, manifest) in [("licence-server", "licence-server"), ("licence", "licence-cli")] {
        assert!(dockerfile.contains(&format!("/source/target/dist/{binary} ")), "{binary}");
        let main = repository().join(manifest).join("src/main.rs");
        assert!(main.exists(), "{}", main.display());
    }
    for (binary, package) in [("licence-server", "licence-server"), ("licence", "licence-cli")] {
        assert!(
            dockerfile.contains(&format!(" /source/{package}/{binary}_bin.cdx.json")),
            "{binary}"
        );
    }
    let rust = text("Cargo.toml");
    let rust = rust.split("rust-version = \"").nth(1).and_then(|rest| rest.split('"').next());
    assert!(dockerfile.contains(&format!("FROM rust:{}-", rust.unwrap())), "another toolchain");
    let is_left_out = text(".dockerignore").lines().any(|line| line == "rust-toolchain.toml");
    assert!(is_left_out, "the image would fetch another toolchain");
    let user = dockerfile.lines().rfind(|line| line.starts_with("USER ")).unwrap();
    assert!(!user.contains("root") && !user.starts_with("USER 0"), "{user}");
    the_health_check_can_be_run(&dockerfile);
}

/// It says that nobody answers, not that it does not understand.
fn the_health_check_can_be_run(dockerfile: &str) {
    let check = dockerfile.split("CMD [").nth(1).and_then(|rest| rest.split(']').next()).unwrap();
    let words: Vec<&str> = check.split(',').map(|word| word.trim().trim_matches('"')).collect();
    let (program, arguments) = words.split_first().unwrap();
    assert_eq!(*program, "licence");
    let port = free_address().port();
    let arguments = arguments.iter().map(|word| word.replace(":8080", &format!(":{port}")));
    let status =
        Program::new(env!("CARGO_BIN_EXE_licence")).args(arguments).output().unwrap().status;
    assert_eq!(status.code(), Some(5));
}

fn the_compose_file_is_whole() {
    let compose = text("compose.yaml");
    let example = text("deploy/compose.env.example");
    let asked: BTreeSet<&str> =
        compose.split("${").skip(1).filter_map(|rest| rest.split([':', '}']).next()).collect();
    let given: BTreeSet<&str> = example
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('=').map(|(name, _)| name))
        .collect();
    assert_eq!(asked, given);
    if !has("python3") {
        return println!("skipped: compose.yaml is not parsed, there is no python3 here");
    }
    let output = Program::new("python3")
        .args(["-c", include_str!("compose.py")])
        .current_dir(repository())
        .output()
        .unwrap();
    print!("{}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn the_unit_is_verified() {
    let unit = text("deploy/licence-server.service");
    assert!(unit.contains("ExecStart=/usr/local/bin/licence-server "));
    assert!(text("deploy/licence-server.toml").contains("/var/lib/licence/"));
    assert!(unit.contains("StateDirectory=licence\n"));
    for limit in ["MemoryMax=", "TasksMax=", "LimitCORE=0\n"] {
        assert!(unit.contains(&format!("\n{limit}")), "{limit}");
    }
    if !has("systemd-analyze") {
        return println!("skipped: the unit is not verified, there is no systemd-analyze here");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("licence-server.service");
    // The program is not installed here: any that exists stands for it.
    fs::write(&file, unit.replace("/usr/local/bin/licence-server", env!("CARGO_BIN_EXE_licence")))
        .unwrap();
    for arguments in [&["verify"][..], &["security", "--offline=yes", "--threshold=20"]] {
        let output = Program::new("systemd-analyze").args(arguments).arg(&file).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {told}");
    }
}
