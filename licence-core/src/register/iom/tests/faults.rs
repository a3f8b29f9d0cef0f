use super::fixture::{
    COLUMNS, DATED, FOOT, HEAD, file, item, licensee, page, refused, sheet, workbook, workbook_of,
};
use crate::jurisdiction::JurisdictionCode::Iom;
use crate::register::SourceFile;
use crate::register::archive::tests::archive;
use crate::register::tests::not_known;

fn two() -> String {
    licensee("Laxey Wheel Gaming Limited", "Active", "Full", "laxeyspin.example")
        + &licensee("Snaefell Supply Limited", "Active", "Software Supply", "-")
}

#[test]
fn pages_that_are_not_the_register_are_refused_by_their_cause() {
    let html = [HEAD, &two(), FOOT].concat();
    let cut = "the file ends inside the markup of the page; it looks cut off";
    let other = |title: &str| {
        format!(
            "expected an accordion of tables with \"Company Name\" and \"Licence Status\", found \
             a page {title:?}"
        )
    };
    let titled = |title: &str, body: &str| format!("<html><title>{title}</title>{body}</html>");
    let former = format!("</ul><p>Surrendered:</p><ul>{}</ul>", two());
    let tabs = format!("<div><div id=current>{0}</div><div id=former>{0}</div></div>", two());
    let tabs = tabs.replace("<li>", "<div>").replace("</li>", "</div>");
    let swapped = "<table><tr><td>A Limited</td><td>Company Name</td></tr><tr><td>Active</td>\
        <td>Licence Status</td></tr></table>";
    for (html, message) in [
        (String::new(), "the file is empty".to_owned()),
        (html[..html.len() / 2].to_owned(), cut.into()),
        ([HEAD, &two()[..900], FOOT].concat(), cut.into()),
        (titled("Log In", ""), other("Log In")),
        ("<h1>Be right back</h1>".into(), other("Be right back")),
        ("<title>Just a moment...</title>".into(), other("Just a moment...")),
        (titled("Register", "<div>Laxey Wheel Gaming Limited: Active</div>"), other("Register")),
        (
            titled("Registre", "<table><tr><td>Nom de la société</td><td>A</td></tr></table>"),
            other("Registre") + "; the table \"Nom de la société | A\" is not known",
        ),
        (
            titled("R", swapped),
            other("R") + "; the table \"A Limited | Company Name\" is not known",
        ),
        (html.replace("</ul>", &former), "the entries are in more than one list".into()),
        (titled("R", &tabs), "the entries are in more than one list".into()),
        ([&html[..], &html].concat(), "the file holds 2 pages, one after another".into()),
    ] {
        assert_eq!(refused(&[file("iom.html", &html)]), format!("iom.html: {message}"), "{html}");
    }
    for (html, heading) in [
        (html.replacen("</li>", "</li><p>Former licensees</p>", 1), "Former licensees"),
        (
            html.replacen("</li>", "</li><li><div>New Limited: Active</div></li>", 1),
            "New Limited: Active",
        ),
        (
            html.replace("<ul", "<p>The following licences have been revoked.</p><ul"),
            "The following licences have been revoked.",
        ),
        (html.replace("<ul", "<div>Cancelled licences</div><ul"), "Cancelled licences"),
    ] {
        let message = not_known(Iom, "iom.html", "heading", heading);
        assert_eq!(refused(&[file("iom.html", &html)]), message);
    }
}

#[test]
fn entries_that_cannot_be_read_are_named() {
    let with = |rows: &[(&str, &str)]| item("A Limited", rows);
    let (status, kind, domains) =
        (("Licence Status", "Active"), ("Type", "Full"), ("Website Domain", "-"));
    let swapped = |what: &str| format!("the columns look swapped: {what}");
    for (item, fault) in [
        (
            licensee("", "Active", "Full", "-"),
            "the table \"Company Name | \" has no company name".to_owned(),
        ),
        (
            licensee("Active", "A Limited", "Full", "-"),
            swapped("a company is called \"Active\""),
        ),
        (
            licensee("24/07/2019", "Active", "Full", "-"),
            swapped("a company is called \"24/07/2019\""),
        ),
        (
            licensee("A Limited", "Full", "Active", "-"),
            swapped("the licence type of \"A Limited\" is \"Active\""),
        ),
        (with(&[kind, domains]), "\"A Limited\" has no \"Licence Status\"".into()),
        (
            with(&[status, kind, domains, ("Company Name", "B Limited")]),
            "the label \"Company Name\" appears twice in one table".into(),
        ),
        (
            with(&[status, kind, ("Website Domain", "a.example</td><td>b.example")]),
            "the row \"Website Domain | a.example | b.example\" has 3 cells, not a label and a value"
                .into(),
        ),
        (
            "<li><table><tr><td>Licence Status</td><td>Active</td></tr></table></li>".to_owned(),
            "the table \"Licence Status | Active\" has no company name".into(),
        ),
    ] {
        assert_eq!(refused(&[page(&(two() + &item))]), format!("iom.html: {fault}"), "{item}");
    }
    for (item, label) in [
        (with(&[status, kind, ("Websites", "a.example")]), "Websites"),
        (with(&[status, domains, ("Category of licence", "Full")]), "Category of licence"),
        (with(&[status, kind, domains, ("Expires", "2030")]), "Expires"),
        (with(&[status, kind, ("", "a.example")]), ""),
    ] {
        let message = not_known(Iom, "iom.html", "label", label);
        assert_eq!(refused(&[page(&(two() + &item))]), message);
    }
}

#[test]
fn one_page_is_given_once_and_something_is_given() {
    let twice = [page(&two()), SourceFile { name: "b.html".into(), ..page(&two()) }];
    let called = "the page of licensees or the spreadsheet of licence holders";
    assert_eq!(
        refused(&twice),
        format!("b.html: the same page a second time for {called}; the first is iom.html")
    );
    assert_eq!(refused(&[]), format!("no files: missing: {called}"));
    let broken = [page(&two()), file("login.html", "<title>Log In</title>")];
    assert!(refused(&broken).starts_with("login.html: another file a second time"));
    let row = |company| [[company, "Active", "43670", "Full"]];
    let sheets = [sheet(&row("A Limited")), sheet(&row("B Limited"))];
    assert!(refused(&sheets).starts_with(&format!("{DATED}: another file a second time")));
}

#[test]
fn a_broken_file_is_refused_although_the_other_is_whole() {
    let good = sheet(&[["A Limited", "Active", "43670", "Full"]]);
    assert!(
        refused(&[good.clone(), file("iom.html", "<h1>Gone</h1>")])
            .starts_with("iom.html: expected")
    );
    let mut cut = good;
    cut.bytes.truncate(cut.bytes.len() / 2);
    let message = format!("{DATED}: the file ends inside the ZIP archive; it looks cut off");
    assert_eq!(refused(&[page(&two()), cut]), message);
}

#[test]
fn spreadsheets_that_are_something_else_are_refused() {
    let row = ["A Limited", "Active", "43670", "Full"];
    let without = "no sheet has the columns Name, Firm Status, Initial Licence Date, Licence Type";
    let swapped = |what: &str| format!("the columns look swapped: {what}");
    let list = || vec![COLUMNS.to_vec(), row.to_vec()];
    for (file, fault) in [
        (workbook(DATED, &[row]), without.to_owned()),
        (workbook(DATED, &[]), without.into()),
        (
            workbook(DATED, &[["Name", "State", "Initial Licence Date", "Licence Type"], row]),
            without.into(),
        ),
        (sheet(&[]), "the table has no rows".into()),
        (
            sheet(&[["", "Active", "43670", "Full"]]),
            "row 2 of the sheet has no company name".into(),
        ),
        (
            sheet(&[row, ["B Limited", "", "43670", "Full"]]),
            "row 3 of the sheet (\"B Limited\") has no \"Firm Status\"".into(),
        ),
        (
            sheet(&[["Active", "A Limited", "43670", "Full"]]),
            swapped("a company is called \"Active\""),
        ),
        (
            sheet(&[["43670", "Active", "A Limited", "Full"]]),
            "row 2 of the sheet: \"Name\" is \"2019-07-24\", no text".into(),
        ),
        (
            sheet(&[["A Limited", "Full", "43670", "Active"]]),
            swapped("the licence type of \"A Limited\" is \"Active\""),
        ),
        (
            sheet(&[["A Limited", "Active", "Full", "43670"]]),
            "row 2 of the sheet: \"Licence Type\" is \"2019-07-24\", no text".into(),
        ),
        (
            workbook_of(DATED, &[("a", "", list()), ("b", "", list())]),
            "two sheets have the columns Name, Firm Status, Initial Licence Date, Licence Type"
                .into(),
        ),
    ] {
        assert_eq!(refused(&[file]), format!("{DATED}: {fault}"));
    }
    let sum = sheet(&[row, ["Total: 1", "", "", ""]]);
    assert_eq!(refused(&[sum]), not_known(Iom, DATED, "heading", "Total: 1"));
    let beyond = "B</t></is></c><c r=\"AWEBSITENLINESTR3\" t=\"inlineStr\"><is><t>x";
    let refused_cell = refused(&[sheet(&[row, [beyond, "Active", "43670", "Full"]])]);
    assert!(refused_cell.contains("the workbook cannot be read: "), "{refused_cell}");
    let zip = SourceFile { name: "x.zip".into(), ..archive(&[("iom.html", b"<html></html>")]) };
    assert!(refused(&[zip]).starts_with("x.zip: the workbook cannot be read: "));
}
