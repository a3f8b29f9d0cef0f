//! `licence registers read --explain`.

use serde_json::json;

use crate::licence::Licence;

/// A register of Kahnawake with a heading, a table and a text that its reader does not know.
const PAGE: &str = "<html><title>Permit Holders</title><body><h2>Revoked permits</h2><table>\
    <tr><th>OPERATOR</th><th>URL</th></tr><tr><td>Birch Inc.</td><td>a.example</td></tr>\
    <tr><td>Pine Inc. (closed)</td><td>b.example</td></tr></table>\
    <table><tr><th>FORMER OPERATOR</th></tr><tr><td>Old Inc.</td></tr></table></body></html>";

#[test]
fn what_a_reader_does_not_know_is_printed_with_the_line_that_accepts_it() {
    let licence = Licence::new();
    let page = licence.file("kh.html", PAGE.as_bytes());
    let page = page.to_str().unwrap();
    let read = |more: &[&str]| {
        licence.run(&[&["registers", "read", "KH", "--from", page][..], more].concat())
    };
    let refused = read(&[]);
    assert_eq!(refused.code, 2, "{refused}");
    let message = "the heading \"Revoked permits\" is not known: see `accept` of `[registers.KH]`; \
                   1 other name is not known";
    assert!(refused.stderr.contains(message), "{refused}");

    let explained = read(&["--explain"]);
    assert_eq!(explained.code, 0, "{explained}");
    for line in [
        "the heading \"Revoked permits\" is not known\n",
        "the table \"FORMER OPERATOR\" is not known\n",
        "the text \"Pine Inc. (closed)\" is not known; what is beside it is not in force\n",
        "[registers.KH]\naccept = [\"Revoked permits\",\"FORMER OPERATOR\",\"Pine Inc. (closed)\"]\n",
    ] {
        assert!(explained.stdout.contains(line), "{line}: {explained}");
    }
    let rows = read(&["--explain", "--json"]).json();
    let row = |place: &str, name: &str, refuses: bool| json!({"place": place, "name": name, "file": page, "refuses": refuses});
    assert_eq!(
        rows,
        json!([
            row("heading", "Revoked permits", true),
            row("table", "FORMER OPERATOR", true),
            row("text", "Pine Inc. (closed)", false),
        ])
    );

    let accepted = "[registers.KH]\naccept = [\"revoked permits:\", \"Former Operator\"]\n";
    let config = licence.file("accepted.toml", accepted.as_bytes());
    let config = ["--config", config.to_str().unwrap()];
    assert_eq!(read(&config).code, 0, "{}", read(&config));
    let rest = read(&[&["--explain", "--json"][..], &config].concat()).json();
    assert_eq!(rest, json!([row("text", "Pine Inc. (closed)", false)]));
}

#[test]
fn a_page_that_cannot_be_read_is_explained_too() {
    let licence = Licence::new();
    let page = licence.file("kh.html", b"<table><tr><th>FORMER OPERATOR</th></tr></table>");
    let args = ["registers", "read", "KH", "--explain", "--from", page.to_str().unwrap()];
    let run = licence.run(&args);
    assert_eq!(run.code, 2, "{run}");
    assert!(run.stdout.contains("accept = [\"FORMER OPERATOR\"]"), "{run}");
    assert!(run.stderr.contains("the files cannot be read, whatever is accepted"), "{run}");
}

#[test]
fn an_empty_file_is_not_called_known() {
    let licence = Licence::new();
    let page = licence.file("kh.html", b"");
    let run =
        licence.run(&["registers", "read", "KH", "--explain", "--from", page.to_str().unwrap()]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run}");
    assert!(run.stderr.contains("kh.html: the file is empty"), "{run}");
}
