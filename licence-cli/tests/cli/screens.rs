//! What a person sees on screens of 80 and of 120 columns.

use std::process::Stdio;

use crate::licence::{Licence, Run};
use crate::server::Served;

fn screen(licence: &Licence, columns: &str, args: &[&str]) -> Run {
    let run = licence.run_with(args, &[("COLUMNS", columns)], b"");
    assert!(run.code <= 1, "{args:?}: {run}");
    run
}

#[test]
fn lists_fit_the_screen() {
    let licence = Licence::with_the_cases();
    let slug = licence.run(&["check", "bet365.com", "--field", "match.operator_slug"]).stdout;
    let number = licence.run(&["check", "bet365.com", "--field", "match.license_number"]).stdout;
    let (slug, number) = (slug.trim(), number.trim());
    for columns in [80, 120] {
        for args in [
            &["jurisdictions", "list"][..],
            &["operators", "search", "l"],
            &["licences", "list", slug],
            &["history", number],
            &["coverage"],
            &["stats"],
            &["registers", "status"],
        ] {
            let run = screen(&licence, &columns.to_string(), args);
            for line in run.stdout.lines() {
                assert!(line.chars().count() <= columns, "{columns} {args:?}: {run}");
            }
        }
    }
}

#[test]
fn the_screens_of_80_and_120_columns_are_these() {
    let licence = Licence::with_the_cases();
    let list = ["jurisdictions", "operators", "CW"];
    let slugs = |run: &Run| -> Vec<String> {
        let rows = run.stdout.lines().skip(1).take_while(|line| !line.is_empty());
        rows.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
    };
    let (narrow, wide) = (screen(&licence, "80", &list), screen(&licence, "120", &list));
    let known = licence.run(&["jurisdictions", "operators", "CW", "--field", "operators.*.slug"]);
    let known: Vec<String> = known.stdout.lines().map(str::to_owned).collect();
    assert!(!known.is_empty());
    assert_eq!((slugs(&narrow), slugs(&wide)), (known.clone(), known), "{narrow} {wide}");
    for (columns, expected) in [
        (
            "80",
            " code  regulator                 country  web site\n\
             \x20UKGC  UK Gambling Commission    GB       https://www.gamblingcommission.gov.uk\n\
             \x20MGA   Malta Gaming Authority    MT       https://www.mga.org.mt\n\
             \x20CW    Curaçao Gaming Authority  CW       https://www.cga.cw\n\
             \x20KH    Kahnawà:ke Gaming Commi…  CA       https://gamingcommission.ca\n",
        ),
        (
            "120",
            " code  regulator                                    country  web site\n\
             \x20UKGC  UK Gambling Commission                       GB       https://",
        ),
    ] {
        let run = screen(&licence, columns, &["jurisdictions", "list"]);
        assert!(run.stdout.starts_with(expected), "{columns}:\n{}", run.stdout);
    }
}

/// A name of a register could turn the text after it, or hide a part of itself.
#[test]
fn no_unseen_character_of_a_register_reaches_a_table() {
    let licence = Licence::new();
    let hostile = "Lantern\u{202e}\u{2066}\u{e0041}Spin";
    let reading = serde_json::json!({
        "jurisdiction": "AN",
        "read_at": "2026-11-01T06:00:00.000Z",
        "complete": true,
        "source_url": "https://register.example/an",
        "source_kind": "scraped",
        "licences": [{
            "operator": {"name": "Lantern Spin", "registered_name": hostile},
            "license_number": "HX-1",
            "status_text": "valid",
            "license_types": [hostile],
            "domains": [{"domain": "hostile.example"}],
        }],
    });
    licence.file("an.json", reading.to_string().as_bytes());
    let applied = licence.run(&["registers", "apply", "an.json"]);
    assert_eq!(applied.code, 0, "{applied}");
    for args in [
        &["operators", "search", "lantern"][..],
        &["operators", "show", "lantern-spin"],
        &["licences", "list", "lantern-spin"],
    ] {
        let json = licence.run(&[args, &["--json"]].concat());
        assert!(json.code == 0 && json.stdout.contains(hostile), "{json}");
        let table = licence.run(args);
        assert!(table.stdout.contains("Lantern\u{fffd}\u{fffd}\u{fffd}Spin"), "{table}");
        assert!(!table.stdout.contains(['\u{202e}', '\u{2066}', '\u{e0041}']), "{table}");
    }
}

#[test]
fn an_address_is_never_cut_in_a_card() {
    let licence = Licence::with_the_cases();
    let check = licence.run(&["check", "bet365.com", "--json"]).json();
    let source = check["match"]["status_source_url"].as_str().unwrap();
    let card = screen(&licence, "40", &["check", "bet365.com"]);
    assert!(card.stdout.lines().any(|line| line.trim_end().ends_with(source)), "{card}");
}

#[test]
fn colour_is_chosen() {
    let licence = Licence::with_the_cases();
    for (args, environment, is_coloured) in [
        (&["--color", "always"][..], &[][..], true),
        (&["--color", "always"], &[("NO_COLOR", "1")], true),
        (&["--color", "never"], &[], false),
        (&[], &[], false),
    ] {
        let run = licence.run_with(&[&["check", "bet365.com"], args].concat(), environment, b"");
        assert_eq!(run.stdout.contains('\u{1b}'), is_coloured, "{args:?} {run}");
        assert!(!run.stdout.contains(" \u{1b}[39m\n"), "a line is padded: {run}");
    }
    assert_eq!(licence.run(&["check", "a.example", "--color", "green"]).code, 2);
}

#[test]
fn one_field_of_an_answer_is_printed() {
    let licence = Licence::with_the_cases();
    for (args, code, lines) in [
        (&["check", "bet365.com", "--field", "verdict"][..], 0, "licensed\n"),
        (&["check", "nobody.example", "--field", "match.license_number"], 1, "\n"),
        (&["jurisdictions", "show", "MGA", "--field", "code", "-q"], 0, "MGA\n"),
    ] {
        let run = licence.run(args);
        assert_eq!((run.code, run.stdout.as_str()), (code, lines), "{run}");
    }
    licence
        .run(&["check", "bet365.com", "--field", "verdicts"])
        .assert_refused(2, &["no \"verdicts\" in an object of ", "verdict"]);
    licence.run(&["export", "licences", "--field", "x"]).assert_refused(2, &["--field"]);
}

#[test]
fn options_of_a_command_come_before_those_of_the_connection() {
    let help = Licence::new().run(&["check", "--help"]).stdout;
    let position = |text: &str| help.find(text).unwrap_or_else(|| panic!("{text}: {help}"));
    assert!(position("--as-of") < position("Connection:"), "{help}");
    assert!(position("Connection:") < position("--database-url"), "{help}");
}

/// Runs the command in a terminal of `script`, which is a part of util-linux.
#[test]
fn a_person_follows_events_as_lines() {
    if std::process::Command::new("script").arg("--version").output().is_err() {
        eprintln!("skipped: there is no `script` to give the command a terminal");
        return;
    }
    let served = Served::start();
    let added = served.local(&["watchlist", "add", "harbour-lantern-gaming-limited"]);
    assert_eq!(added.code, 0, "{added}");
    let events = served.local(&["events", "--field", "events.*.event"]).stdout.lines().count();
    let mut command = std::process::Command::new("script");
    command.env_clear().envs([("PATH", "/usr/bin:/bin"), ("TERM", "dumb")]);
    command.env("LICENCE_DATABASE_URL", served.licence.database_url());
    command.env("LICENCE_ACCOUNT", &served.account);
    let licence = env!("CARGO_BIN_EXE_licence");
    command.args(["-qec", &format!("{licence} events --follow"), "/dev/null"]);
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let output = std::io::BufReader::new(child.stdout.take().unwrap());
    let lines = std::io::BufRead::lines(output).map(Result::unwrap).take(events);
    let lines: Vec<String> = lines.collect();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(lines.iter().any(|line| line.contains("license.issued")), "{lines:?}");
    assert!(lines.iter().all(|line| !line.starts_with('{')), "{lines:?}");
}
