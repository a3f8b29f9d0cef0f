//! `licence registers sources`.

use serde_json::{Value, json};

use crate::licence::Licence;

/// The rows of `--json`, with this configuration file.
fn sources(file: &str) -> Vec<Value> {
    let licence = Licence::new();
    let file = licence.file("it.toml", file.as_bytes());
    let run = licence.run(&["registers", "sources", "--json", "--config", file.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{run}");
    run.json().as_array().unwrap().clone()
}

fn row<'r>(rows: &'r [Value], code: &str) -> &'r Value {
    rows.iter().find(|row| row["jurisdiction"] == code).unwrap()
}

#[test]
fn the_regulators_own_addresses_are_the_default() {
    let rows = sources("");
    let codes: Vec<_> = rows.iter().map(|row| row["jurisdiction"].as_str().unwrap()).collect();
    assert_eq!(codes, ["UKGC", "MGA", "CW", "KH", "AN", "TGC", "IOM"]);
    let anjouan = json!({
        "jurisdiction": "AN", "urls": ["https://anjouangaming.com/license-register/"],
        "every": "6h", "grace": "48h", "read": "automatic", "by_hand": null,
    });
    assert_eq!(*row(&rows, "AN"), anjouan);
    for code in ["MGA", "TGC"] {
        assert_eq!(row(&rows, code)["read"], "by_hand");
        assert!(row(&rows, code)["by_hand"].as_str().unwrap().contains("licence registers read"));
    }
}

#[test]
fn the_configuration_outweighs_the_defaults() {
    let rows = sources(
        "[registers.UKGC]\nurls = ['http://me:secret@127.0.0.1:9/download']\nevery = '30m'\n\
         [registers.KH]\nurls = []\n[registers.MGA]\nurls = ['https://a.example/list.html']",
    );
    assert_eq!(row(&rows, "UKGC")["urls"], json!(["http://127.0.0.1:9/download"]));
    assert_eq!(row(&rows, "UKGC")["every"], "30m");
    assert_eq!(row(&rows, "KH")["read"], "never");
    assert_eq!(row(&rows, "MGA")["read"], "automatic");
}

#[test]
fn people_get_a_table() {
    let run = Licence::new().run(&["registers", "sources"]);
    assert_eq!(run.code, 0, "{run}");
    for shown in ["IOM", "by hand", "https://www.cga.cw/en/133i348441001", "12h"] {
        assert!(run.stdout.contains(shown), "{shown:?} is not in {run}");
    }
}

#[test]
fn a_bad_table_is_refused_by_name() {
    let licence = Licence::new();
    for (table, because) in [
        ("[registers.UKGC]\nurls = ['a.csv']", "is not an http:// or https:// URL"),
        ("[registers.UKGC]\nevery = '6 hours'", "is not a duration"),
        ("[registers.XX]", "is not a jurisdiction code"),
        ("databaseurl = 'sqlite://other.db'", "line 1, databaseurl: unknown field"),
        ("\n[register.CW]", "line 2, register.CW: unknown field"),
        ("[plan.pro]", "line 1, plan.pro: unknown field"),
        ("listen = 'here'", "line 1, listen: \"here\" is not HOST:PORT"),
    ] {
        let file = licence.file("it.toml", table.as_bytes());
        let run = licence.run(&["registers", "sources", "--config", file.to_str().unwrap()]);
        run.assert_refused(2, &["it.toml", because]);
    }
}
