use super::fixture::{B2C, file, guid, list, message, one_panel, one_seal, panel, seal, with};
use crate::register::SourceFile;

const EXPECTED: &str = "expected a page of the Malta licensee register (mat-expansion-panel) or a seal page \
                        (table tblLicenses), found a page ";

#[test]
fn another_page_is_never_an_empty_register() {
    for (html, found) in [
        (
            "<html><title>Just a moment...</title><body>Checking your browser</body></html>",
            "\"Just a moment...\"",
        ),
        (
            "<html><head><title>Log in</title></head><form action='/login'></form></html>",
            "\"Log in\"",
        ),
        ("<html><h1>Down for maintenance</h1></html>", "\"Down for maintenance\""),
        (
            "<html><head><title>Licensee Register</title></head><app-root></app-root></html>",
            "\"Licensee Register\"",
        ),
        ("{\"data\":\"U2FsdGVkX1\"}", "\"{\\\"data\\\":\\\"U2FsdGVkX1\\\"}\""),
    ] {
        for files in [vec![file("p", html)], vec![one_panel(), file("p", html)]] {
            assert_eq!(message(&files), format!("p: {EXPECTED}{found}"));
        }
    }
    assert_eq!(message(&[file("p", " \n")]), "p: the file is empty");
    assert_eq!(message(&[]), "no files: missing: the pages of the list, or seal pages");
}

#[test]
fn a_list_of_which_something_is_missing_is_refused() {
    let panels: Vec<_> = (1..=4)
        .map(|n| panel("Lantern Ltd", &format!("MGA/B2C/{n}/2020"), "Type 1", "Licensed", 1))
        .collect();
    let whole = list("list.html", &panels, "1 – 4 of 4");
    let mut half = whole.clone();
    half.bytes.truncate(half.bytes.len() / 2);
    assert_eq!(
        message(&[half]),
        "list.html: the file ends inside the markup of the page; it looks cut off"
    );
    assert_eq!(
        message(&[list("a.html", &panels[..2], "1 – 2 of 1,004")]),
        "a.html: the list has 1004 entries by its paginator, the pages given have 2"
    );
    assert_eq!(
        message(&[
            list("a.html", &panels[..2], "1 – 2 of 4"),
            list("b.html", &panels[..2], "3 – 4 of 4")
        ]),
        "b.html: MGA/B2C/1/2020 is on a.html too; one page saved twice?"
    );
    assert_eq!(
        message(&[whole.clone(), SourceFile { name: "again.html".into(), ..whole }]),
        "list.html: the same page a second time; the first is again.html"
    );
}

#[test]
fn another_layout_is_refused_by_what_is_missing() {
    let row = |name: &str| {
        format!(
            "expected the row {name:?} in the panel \"Lantern Ltd\", as the English page has it, \
             found a page \"Licensee Register\""
        )
    };
    let cell = |fault: &str| format!("panel \"Lantern Ltd\": the {fault}");
    for (from, to, expected) in [
        ("<th>Status</th>", "<th>State</th>", row("Status")),
        ("<th>Authorisation Number", "<th>Numru ta' l-Awtor", row("Authorisation Number")),
        (
            "<td>MGA/B2C/1/2020</td>",
            "<td>Lantern Ltd</td>",
            cell("licence number is \"Lantern Ltd\", not like \"MGA/B2C/…\""),
        ),
        (
            "<td>Type 1</td>",
            "<td>Licensed</td>",
            cell("type of MGA/B2C/1/2020 is \"Licensed\", no type"),
        ),
        (
            "<td>Type 1</td></tr><tr><th>Status</th><td>Licensed</td>",
            "<td>Class A</td></tr><tr><th>Status</th><td>Type 1 Gaming Services</td>",
            cell("status of MGA/B2C/1/2020 is \"Type 1 Gaming Services\", no status"),
        ),
        (
            "<th>Company Seal</th>",
            "<th>Status</th>",
            "the row \"Status\" appears twice in the panel \"Lantern Ltd\"".into(),
        ),
        (
            "</table></div></mat-expansion-panel>",
            "<tr><td colspan=2><img alt=Suspended></td></tr></table></div></mat-expansion-panel>",
            "the label \"Suspended\" is not known: see `accept` of `[registers.MGA]`".into(),
        ),
    ] {
        assert_eq!(message(&[with(one_panel(), from, to)]), format!("list.html: {expected}"));
    }
}

#[test]
fn a_seal_in_another_layout_or_language_is_refused() {
    for (from, to, expected) in [
        (
            "Licensee Information",
            "Informazzjoni dwar il-Liċenzjat",
            "expected \"Licensee Information\", as the English page has it, found a page \"Dynamic Seal\"",
        ),
        (
            "Address :",
            "Indirizz :",
            "expected \"Address\" after the name, as the English page has it, found a page \"Dynamic Seal\"",
        ),
        ("<div>Lantern Ltd</div>", "", "the licensee's name is \"\", no name"),
        (
            "cell-license-status",
            "cell-status",
            "the licence row \"MGA/B2C/1/2020 B2C - Gaming Service Licence Licensed\" lacks one of the cells cell-license-number, -type, -status",
        ),
        ("> MGA/B2C/1/2020 <", "><", "the licence number is \"\", not like \"MGA/B2C/…\""),
        (
            "class=\"cell-license-status\">Licensed",
            "class=\"cell-license-status\">MGA/B2C/1/2020",
            "the status of MGA/B2C/1/2020 is \"MGA/B2C/1/2020\", no status",
        ),
        (
            "<tr><td class=\"cell-license-number\"",
            "<tr hidden></tr></table><table><tr><td class=\"c\"",
            "the table tblLicenses has no licence",
        ),
        (
            "</tr></table><table id",
            "</tr><tr><td colspan=3><img alt=Suspended></td></tr></table><table id",
            "the licence row \"Suspended\" lacks one of the cells cell-license-number, -type, -status",
        ),
    ] {
        assert_eq!(message(&[with(one_seal(), from, to)]), format!("seal-1.html: {expected}"));
    }
}

#[test]
fn one_seal_twice_and_a_strange_seal_are_refused() {
    let again = SourceFile {
        name: "z.html".into(),
        ..with(one_seal(), "https://a.example", "https://b.example")
    };
    let guid = guid(1);
    assert_eq!(
        message(&[again, one_seal()]),
        format!("z.html: the seal {guid} a second time; the first is seal-1.html")
    );
    let strange = seal(7, "Strange Ltd", &[["MGA/B2C/7/2020", B2C, "Licensed"]], &[]).file();
    assert_eq!(
        message(&[one_panel(), strange]),
        "seal-7.html: MGA/B2C/7/2020 is in force here, and no entry of the list links this seal; the \
         pages of one read belong together"
    );
}
