//! Help: examples, flags, and the README.

use crate::licence::Licence;

fn help(licence: &Licence, command: &[&str]) -> String {
    let run = licence.run(&[command, &["--help"]].concat());
    assert_eq!(run.code, 0, "{command:?}: {run}");
    run.stdout
}

/// The names under `Commands:`.
fn subcommands(help: &str) -> Vec<String> {
    let Some((_, list)) = help.split_once("Commands:\n") else { return Vec::new() };
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

fn assert_examples(licence: &Licence, command: &[&str], seen: &mut Vec<String>) {
    let text = help(licence, command);
    let path = command.join(" ");
    assert!(text.contains("Example:\n  licence "), "{path}: {text}");
    for name in subcommands(&text) {
        assert_examples(licence, &[command, &[&name]].concat(), seen);
    }
    seen.push(path);
}

#[test]
fn every_command_has_an_example() {
    let mut seen = Vec::new();
    assert_examples(&Licence::new(), &[], &mut seen);
    for command in [
        "check",
        "batch",
        "report",
        "diff",
        "open",
        "jurisdictions list",
        "operators search",
        "operators show",
        "licences list",
        "licences show",
        "history",
        "actions",
        "export",
        "watchlist add",
        "webhooks verify",
        "webhooks deliveries",
        "events",
        "coverage",
        "stats",
        "health",
        "registers read",
        "registers apply",
        "registers sources",
        "accounts create",
        "accounts set-plan",
        "keys create",
        "keys revoke",
        "keys list",
        "corrections add",
        "audit",
        "jobs run",
        "backup",
        "restore",
        "doctor",
        "completions",
    ] {
        assert!(seen.iter().any(|path| path == command), "{command} is not in {seen:?}");
    }
}

#[test]
fn every_flag_that_was_decided_exists() {
    let licence = Licence::new();
    for (command, flags) in [
        (&["check"][..], &["--license-number", "--as-of", "--json", "--server", "--api-key"][..]),
        (&["batch"], &["--ndjson", "--json", "--column", "--out"]),
        (&["report"], &["--as-of", "--out", "--json"]),
        (&["diff"], &["--column", "--json", "--csv"]),
        (&["open"], &["--print", "--json"]),
        (&["export"], &["--out", "--format", "--jurisdiction", "--status"]),
        (&["jurisdictions", "operators"], &["--limit", "--offset", "--all", "--csv", "--json"]),
        (&["operators", "search"], &["--limit", "--offset", "--csv"]),
        (&["operators", "show"], &["--as-of", "--json"]),
        (&["licences", "list"], &["--include-history", "--csv"]),
        (&["licences", "show"], &["--as-of"]),
        (&["actions"], &["--sort", "--limit", "--offset"]),
        (&["watchlist", "add"], &["--account", "--json"]),
        (&["events"], &["--since", "--cursor", "--limit", "--follow", "--account"]),
        (&["webhooks", "create"], &["--url", "--event", "--description", "--account"]),
        (&["webhooks", "deliveries"], &["--status", "--limit"]),
        (&["registers", "read"], &["--from", "--force"]),
        (&["registers", "apply"], &["--json", "--force"]),
        (&["accounts", "create"], &["--plan", "--json"]),
        (&["keys", "create"], &["--account", "--label", "--expires", "--network", "--json"]),
        (&["keys", "list"], &["--account", "--csv", "--json"]),
        (&["corrections", "add"], &["--note"]),
        (&["audit"], &["--since", "--until", "--account", "--action", "--limit", "--all", "--csv"]),
        (&["jobs", "run"], &["--at"]),
        (&["backup"], &["--force", "--json"]),
        (&["restore"], &["--force", "--json"]),
        (&["doctor"], &["--database-url", "--config", "--profile", "--quiet"]),
    ] {
        let text = help(&licence, command);
        for flag in flags {
            assert!(text.contains(flag), "{flag} is not in the help of {command:?}");
        }
    }
}

#[test]
fn the_readme_shows_the_help_as_it_is() {
    let readme = include_str!("../../../README.md");
    let usage = help(&Licence::new(), &[]);
    let (_, block) = readme.split_once("```text\nIs this domain").expect("a block of the help");
    let (block, _) = block.split_once("```").unwrap();
    let usage: String = usage.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    assert_eq!(format!("Is this domain{block}"), usage, "README: paste `licence --help`");
}

#[test]
fn every_command_gets_a_manual_page() {
    let licence = Licence::new();
    let page = licence.run(&["man"]);
    assert!(page.code == 0 && page.stdout.contains(".TH licence 1"), "{page}");
    let run = licence.run(&["man", "pages/man1"]);
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (0, "the pages are in pages/man1\n"),
        "{}",
        run.stderr
    );
    let folder = licence.folder.path().join("pages/man1");
    for name in ["licence.1", "licence-check.1", "licence-webhooks-verify.1", "licence-jobs-run.1"]
    {
        let page = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(page.contains("Example:"), "{name}: {page}");
    }
    licence.file("taken", b"");
    licence.run(&["man", "taken"]).assert_refused(2, &["taken: "]);
}

#[test]
fn shells_get_completions() {
    for shell in ["bash", "zsh", "fish"] {
        let run = Licence::new().run(&["completions", shell]);
        assert!(run.code == 0 && run.stdout.contains("watchlist"), "{run}");
    }
}
