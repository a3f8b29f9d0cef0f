//! Pages that are like those of the register and are refused.

use super::fixture::{Panel, guid, list, message, one_panel, one_seal, panel, read_files, with};
use crate::jurisdiction::JurisdictionCode::Mga;
use crate::register::tests::not_known;
use crate::text::quoted;

#[test]
fn headings_and_tables_beside_the_panels_are_refused() {
    let heading = "<h2>Cancelled authorisations</h2>";
    let table = "<table><caption>Suspended</caption><tr><td>MGA/B2C/1/2020</td></tr></table>";
    let before =
        |what: &str| with(one_panel(), "<mat-accordion>", &format!("{what}<mat-accordion>"));
    let inside =
        |what: &str| with(one_panel(), "<mat-accordion>", &format!("<mat-accordion>{what}"));
    for (page, kind, unknown) in [
        (before(heading), "heading", "Cancelled authorisations"),
        (inside(heading), "heading", "Cancelled authorisations"),
        (inside("<p><b>Former licensees</b></p>"), "heading", "Former licensees"),
        (before(table), "table", "Suspended"),
    ] {
        assert_eq!(message(&[page]), not_known(Mga, "list.html", kind, unknown));
    }
    let entry = |n| panel("Lantern Ltd", &format!("MGA/B2C/{n}/2020"), "Type 1", "Licensed", 1);
    let first = list("list.html", &[entry(1)], "1 – 2 of 2");
    let followed_by = |between: &str, panels: &[Panel]| {
        let panels: String = panels.iter().map(Panel::html).collect();
        let end = format!("</mat-accordion>{between}<mat-accordion>{panels}</mat-accordion>");
        with(first.clone(), "</mat-accordion>", &end)
    };
    assert_eq!(
        message(&[followed_by("", &[entry(2), entry(3)])]),
        "list.html: the entries are in more than one list"
    );
    assert_eq!(
        message(&[followed_by("<p>Cancelled</p>", &[entry(2)])]),
        not_known(Mga, "list.html", "heading", "Cancelled")
    );
    assert_eq!(read_files(&[followed_by("", &[entry(2)])]).unwrap().licences.len(), 2);
    let named = with(one_panel(), "span class=\"company_name\"", "h3 class=\"company_name\"");
    let named =
        with(named, "</span></mat-expansion-panel-header>", "</h3></mat-expansion-panel-header>");
    for page in [before("<h1>Licensee Register</h1>"), named] {
        assert!(read_files(&[page]).is_ok());
    }
}

#[test]
fn a_line_against_the_companies_of_the_list_is_refused() {
    let panels = [1, 2].map(|n| {
        let number = format!("MGA/B2C/{n}/2020");
        panel(&format!("Lantern {n} Ltd"), &number, "Type 1", "Licensed", n)
    });
    for (line, heading) in [
        ("<div>Cancelled authorisations</div>", Some("Cancelled authorisations")),
        ("<p>Cancelled authorisations</p>", Some("Cancelled authorisations")),
        ("<strong>Suspended licensees</strong>", Some("Suspended licensees")),
        ("<p>All licensees</p>", None),
    ] {
        let list = || list("list.html", &panels, "");
        let before = with(list(), "<mat-accordion>", &format!("{line}<mat-accordion>"));
        let inside = with(list(), "<mat-accordion>", &format!("<mat-accordion>{line}"));
        for page in [before, inside] {
            let refused = read_files(&[page]).err().map(|error| error.to_string());
            let expected = heading.map(|heading| format!("the heading {heading:?} is not known"));
            assert_eq!(refused.is_some(), expected.is_some(), "{refused:?}");
            assert!(refused.unwrap_or_default().contains(&expected.unwrap_or_default()), "{line}");
        }
    }
}

#[test]
fn a_paginator_that_does_not_tell_the_total_is_refused() {
    for (label, fault) in [
        (
            "1 \u{2013} 1 von 317",
            "the list has 317 entries by its paginator, the pages given have 1",
        ),
        ("1 - 1 / 317", "the list has 317 entries by its paginator, the pages given have 1"),
        (
            "1 of many",
            "the paginator says \"1 of many\", not which entries are shown of how many, as in \"1 \u{2013} 100 of 317\"",
        ),
    ] {
        let page = with(one_panel(), "1 \u{2013} 1 of 1", label);
        assert_eq!(message(&[page]), format!("list.html: {fault}"));
    }
    assert!(read_files(&[with(one_panel(), "1 \u{2013} 1 of 1", "1 \u{2013} 1 von 1")]).is_ok());
}

#[test]
fn a_seal_that_shows_a_part_of_its_web_sites_is_refused() {
    let after = |more: &str| with(one_seal(), "</form>", &format!("{more}</form>"));
    let link = |name: &str| not_known(Mga, "seal-1.html", "link", name);
    let part =
        |shown: &str| format!("seal-1.html: the page shows a part of the list only: {shown:?}");
    for (page, refusal) in [
        (after("<nav class=\"pagination\"><a href=\"?page=2\">Next</a></nav>"), link("next")),
        (after("<p>Showing 1 to 1 of 2</p>"), part("1 to 1 of 2")),
    ] {
        let message = message(&[page]);
        assert!(message.starts_with(&refusal), "{message}");
    }
    let menu = "<nav><a href=\"/\">Home</a></nav><footer>Page 1 of 1</footer>";
    assert!(read_files(&[after(menu)]).is_ok());
}

/// A page that imitates a seal, and the words with which a browser saves it.
#[test]
fn a_seal_from_another_host_is_refused() {
    let at = |address: &str| format!("{address}/verification.aspx?company={}", guid(1));
    let above =
        |text: String| with(one_seal(), "<!DOCTYPE html>", &format!("{text}<!DOCTYPE html>"));
    let canonical = |address: &str| {
        with(one_seal(), "<head>", &format!("<head><link rel=canonical href=\"{}\">", at(address)))
    };
    let saved_from =
        |address: &str| above(format!("<!-- saved from url=(0040){} -->\n", at(address)));
    for address in [
        "https://authorisation.mga.org.mt.evil.example",
        "https://mga-seal.example",
        "https://authorisation.mga.org.mt@evil.example",
        "https://authorisation.mga.org.mt:x@evil.example",
        "//evil.example",
    ] {
        let from = quoted(&at(address));
        let fault =
            format!("seal-1.html: the page is from {from}, not from authorisation.mga.org.mt");
        assert_eq!(message(&[canonical(address)]), fault);
        assert_eq!(message(&[saved_from(address)]), fault);
    }
    for address in
        ["https://authorisation.mga.org.mt", "http://WWW.authorisation.mga.org.mt:80", ""]
    {
        assert!(read_files(&[canonical(address),]).is_ok(), "{address}");
    }
    assert!(read_files(&[saved_from("https://authorisation.mga.org.mt")]).is_ok());
    assert!(read_files(&[above("<!-- saved from url=(0014)about:internet -->\n".into())]).is_ok());
}
