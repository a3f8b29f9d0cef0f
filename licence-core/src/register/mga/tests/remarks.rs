//! What else panels and seals say: the status of the licence is then unknown.

use super::fixture::{B2C, Panel, guid, list, message, one_seal, panel, read_files, statuses};
use crate::jurisdiction::JurisdictionCode::Mga;
use crate::register::SourceFile;
use crate::register::tests::{file, not_known};

fn panels() -> Vec<Panel> {
    let numbers = (1..=4).map(|n| format!("MGA/B2C/{n}/2020"));
    numbers.map(|number| panel("Lantern Ltd", &number, "Type 1", "Licensed", 1)).collect()
}

/// The first place of a text in a page is another.
fn with(mut page: SourceFile, from: &str, to: &str) -> SourceFile {
    let text = String::from_utf8(page.bytes).unwrap();
    assert!(text.contains(from), "{from}");
    page.bytes = text.replacen(from, to, 1).into_bytes();
    page
}

#[test]
fn what_else_a_panel_says_is_a_remark() {
    let page = list("list.html", &panels(), "1 \u{2013} 4 of 4");
    let read = |from: &str, to: &str, remark: &str| {
        let reading = read_files(&[with(page.clone(), from, to)]).unwrap();
        let statuses: Vec<_> =
            reading.licences.iter().map(|it| it.status_text.as_deref().unwrap()).collect();
        let status = ["Licensed", remark].join("; ");
        let status = status.trim_end_matches("; ");
        assert_eq!(statuses, [status, "Licensed", "Licensed", "Licensed"], "{to}");
    };
    let (end_of_header, end) = ("</mat-expansion-panel-header>", "</mat-expansion-panel>");
    for (before, added, remark) in [
        ("<div><table>", "<p>Suspended in May.</p>", "Text: Suspended in May."),
        (end_of_header, "<span class=badge>Suspended</span>", "Text: Suspended"),
        (
            end_of_header,
            "<mat-panel-description>Suspended</mat-panel-description>",
            "Text: Suspended",
        ),
        (
            end_of_header,
            "<mat-panel-description>MGA/B2C/1/2020</mat-panel-description><p>LICENSED</p>",
            "",
        ),
        (end, "<aside>x</aside>", "Text: x"),
        (end, "<button>x</button>", "Text: x"),
        (end, "<input type=button value=x>", "Text: x"),
        (end, "<img alt=x>", "Text: x"),
        (end, "<img alt='Lantern logo'>", ""),
    ] {
        read(before, &format!("{added}{before}"), remark);
    }
    let licensed = "<th>Status</th><td>Licensed</td>";
    for (from, to, remark) in [
        ("> Lantern Ltd ", ">Lantern Ltd, suspended", "Text: Lantern Ltd, suspended"),
        ("> Lantern Ltd </span>", "><s>Lantern Ltd</s></span>", "struck out"),
        (licensed, &format!("{licensed}<td>Suspended</td>"), "Status: Suspended"),
        (
            licensed,
            &format!("{licensed}</tr><tr><th>Remarks</th><td>- <img alt=Suspended></td>"),
            "Remarks: - Suspended",
        ),
        (
            "<td>Licensed",
            "<td>Licensed <svg role=img aria-label=Suspended></svg>",
            "Status: Suspended",
        ),
        ("<th>Status", "<th title='Whether it is in force, suspended or surrendered'>Status", ""),
        ("<th>Status", "<th>Status *", ""),
        ("Type 1</td>", "Type 1 <i class=badge>suspended</i></td>", "Type: Type 1 suspended"),
        ("Type 1</td>", "Type 1 - suspended</td>", "Type: Type 1 - suspended"),
        ("Type 1</td>", "Suspended Type 1</td>", "Type: Suspended Type 1"),
        ("90210</td>", "90210 (struck off)</td>", "Number: C 90210 (struck off)"),
        ("90210</td>", "90210<br>struck off</td>", "Registration Number: C 90210 struck off"),
        ("90210</td>", "90210 suspended</td>", "Number: C 90210 suspended"),
        ("1/2020</td>", "1/2020/Suspended</td>", "Number: MGA/B2C/1/2020/Suspended"),
        (">View</a>", ">View</a> suspended", "Company Seal: suspended"),
        (">View</a>", "><img alt=Seal> View</a>", ""),
        (">View</a>", ">View seal</a>", ""),
        (">View</a>", ">Lantern Ltd</a>", ""),
        (">View</a>", " title='Opens in a new tab'>View</a>", ""),
        (">View</a>", ">Open in a new tab</a>", ""),
        ("<mat-expansion-panel ", "<mat-expansion-panel hidden ", "hidden"),
        ("<mat-expansion-panel ", "<mat-expansion-panel style='display: none' ", "hidden"),
        ("<tr><th>Status", "<tr hidden><th>Status", "hidden"),
        ("</mat-expansion-panel-header><div>", "</mat-expansion-panel-header><div hidden>", ""),
    ] {
        read(from, to, remark);
    }
}

/// Badges and pictures in a panel are about its licence, and no part of the operator's name.
#[test]
fn a_badge_beside_the_name_in_a_panel_renames_nobody() {
    let page = list("list.html", &panels(), "1 \u{2013} 4 of 4");
    let pictured = "><b>Lantern Ltd <img alt=Revoked></b></span>";
    let reading = read_files(&[with(page, "> Lantern Ltd </span>", pictured)]).unwrap();
    let status = reading.licences[0].status_text.as_deref();
    assert_eq!(status, Some("Licensed; Company Name: Revoked"));
    assert_eq!(reading.licences[0].operator.name, "Lantern Ltd");
    assert_eq!(reading.licences[1].status_text.as_deref(), Some("Licensed"));
}

#[test]
fn a_mark_on_the_name_in_title_and_table_makes_the_status_unknown() {
    let page = list("list.html", &panels()[..1], "1 \u{2013} 1 of 1");
    let text = String::from_utf8(page.bytes).unwrap();
    let marked = file("list.html", text.replace("Lantern Ltd", "Lantern Ltd (suspended)"));
    let licences = read_files(&[marked]).unwrap().licences;
    let status = "Licensed; Name: Lantern Ltd (suspended)";
    assert_eq!(statuses(&licences), [("MGA/B2C/1/2020", Some(status))]);
    assert_eq!(licences[0].operator.name, "Lantern Ltd");
}

#[test]
fn what_else_a_seal_says_is_a_remark() {
    let linked = super::fixture::seal_link(0xfe).replace('&', "&amp;");
    let linked = format!("<li><a href=\"{linked}\">Third Ltd</a></li>");
    let read = |sealed: SourceFile, status: &str, case: &str| {
        let list = list("list.html", &panels()[..1], "1 \u{2013} 1 of 1");
        for files in [vec![sealed.clone()], vec![sealed, list]] {
            let reading = read_files(&files).unwrap();
            assert_eq!(statuses(&reading.licences), [("MGA/B2C/1/2020", Some(status))], "{case}");
        }
    };
    let (end_of_name, end_of_sites) = ("</div><p>Address", "</td></tr></table><ul");
    for (before, added, remark) in [
        ("</body>", "<p>Suspended in May.</p>", "Text: Suspended in May."),
        ("<form", "<p>Suspended in May.</p>", "Text: Suspended in May."),
        ("</ul>", "<li>Suspended</li>", "Text: Suspended"),
        ("</form>", "<aside>Suspended</aside>", "Text: Suspended"),
        ("</form>", "<aside><table><tr><td>Suspended</table></aside>", "Text: Suspended"),
        ("</form>", "<button>Suspended</button>", "Text: Suspended"),
        ("</form>", "<input type=submit value=Suspended>", "Text: Suspended"),
        ("</form>", "<footer><img src=x alt=Suspended></footer>", "Text: Suspended"),
        ("</form>", "<input type=submit value=Search>", ""),
        ("<h1>", "<img src=stamp.png alt=SUSPENDED>", "Text: SUSPENDED"),
        ("<h1>", "<img alt='MGA logo'><img alt='Lantern Ltd'>", ""),
        ("</form>", "<p>Generated on 24/11/2026 10:12:33</p>", ""),
        ("</ul>", "<li><a href='/notice'>Suspended</a></li>", "Text: Suspended"),
        ("</ul>", &linked, ""),
        ("</ul>", "<li>Third Ltd</li>", ""),
        (end_of_sites, "</td><td>Suspended", "Website Urls: Suspended"),
        (end_of_sites, "</td></tr><tr><th>Remarks</th><td>Suspended", "Remarks: Suspended"),
        (
            end_of_sites,
            "</td></tr><tr><th>Remarks</th><td>- <img alt=Suspended>",
            "Remarks: - Suspended",
        ),
        (B2C, "Suspended<br>", &format!("Type: Suspended {B2C}")),
        (end_of_name, " (in dissolution)", "Name: Lantern Ltd (in dissolution)"),
        (end_of_name, " - SUSPENDED", "Name: Lantern Ltd - SUSPENDED"),
        (
            "<p>Address",
            "<p>Registration Number : C 90210 suspended</p>",
            "Registration Number: C 90210 suspended",
        ),
    ] {
        let status = ["Licensed", remark].join("; ");
        let sealed = with(one_seal(), before, &format!("{added}{before}"));
        read(sealed, status.trim_end_matches("; "), added);
    }
    for (from, to) in [
        ("<tr><td class=\"cell-license-number", "<tr hidden><td class=\"cell-license-number"),
        ("<table><tr><th><span>Web", "<table hidden><tr><th><span>Web"),
        ("<tr><th><span>Web", "<tr style='display:none'><th><span>Web"),
    ] {
        read(with(one_seal(), from, to), "Licensed; hidden", to);
    }
    let word = ": Licensed</p>";
    for (to, status) in [
        (": Licensed*</p>", "Licensed; Status Of Licence: Licensed*"),
        (": Licensed<sup>2</sup></p>", "Licensed; Text: ^2"),
        (": Licensed<sup></sup></p>", "Licensed"),
        // The row says the status.
        (":</p>", "Licensed"),
    ] {
        read(with(one_seal(), word, to), status, to);
    }
    let icon = "<a href='https://a.example'>Licensed <svg><title>Suspended</title></svg></a>";
    let with_icon =
        with(one_seal(), "</body>", &format!("<p>Status Of Licence : {icon}</p></body>"));
    read(with_icon, "Licensed; Text: Suspended", icon);
    let label = "Status Of Licence";
    read(with(one_seal(), label, &label.to_uppercase()), "Licensed", label);
}

#[test]
fn a_header_of_a_seals_licences_may_not_speak_against_them() {
    let heading = "<tr><th colspan=3>Former licences</th></tr>";
    let renamed = "<tr><th>Former Licence Number</th><th>Type</th><th>Status</th></tr>";
    let row = "<tr><td class=\"cell-license-number\">";
    let refused = |rows: &str| message(&[with(one_seal(), row, &format!("{rows}{row}"))]);
    for (rows, named) in [
        (heading, "the column \"Former licences\""),
        (renamed, "the column \"Former Licence Number\""),
    ] {
        assert!(refused(rows).contains(named), "{}", refused(rows));
    }
}

#[test]
fn a_caption_of_a_seal_that_is_not_declared_refuses_it() {
    let captioned = |caption: &str| {
        let table = format!("<table><caption>{caption}</caption><tr><th><span>Web");
        with(one_seal(), "<table><tr><th><span>Web", &table)
    };
    let heading = "Websites no longer authorised";
    assert_eq!(message(&[captioned(heading)]), not_known(Mga, "seal-1.html", "heading", heading));
    let reading = read_files(&[captioned("Websites")]).unwrap();
    assert_eq!(reading.licences[0].operator.upstream_id, Some(guid(1)));
    assert_eq!(reading.licences[0].domains[0].domain, "https://a.example");
}

/// A part of its own beside the licensee's name is no part of the name, whatever it says.
#[test]
fn what_is_beside_the_name_on_a_seal_is_a_remark() {
    let place = "<div>Lantern Ltd</div>";
    for (name, whole) in [
        ("<div>Lantern Ltd<span class=badge>Suspended</span></div>", "Lantern LtdSuspended"),
        ("<div><span class=badge>Suspended</span> Lantern Ltd</div>", "Suspended Lantern Ltd"),
        ("<div>Lantern Ltd <span>On hold</span></div>", "Lantern Ltd On hold"),
        ("<div>Lantern Ltd<br>In process</div>", "Lantern Ltd In process"),
    ] {
        let sealed = with(one_seal(), place, name);
        let list = list("list.html", &panels()[..1], "1 \u{2013} 1 of 1");
        for files in [vec![sealed.clone()], vec![sealed, list]] {
            let licences = read_files(&files).unwrap().licences;
            let status = format!("Licensed; Name: {whole}");
            assert_eq!(statuses(&licences), [("MGA/B2C/1/2020", Some(&*status))], "{name}");
        }
    }
    const BADGES: &str = "Under review | Blacklisted | Unauthorised | Decertified | Void | Invalid | \
        Banned | Applicant";
    for badge in BADGES.split(" | ") {
        let sealed = with(one_seal(), place, &format!("<div><b>{badge}</b> Lantern Ltd</div>"));
        let licences = read_files(&[sealed]).unwrap().licences;
        let status = format!("Licensed; Name: {badge} Lantern Ltd");
        assert_eq!(statuses(&licences), [("MGA/B2C/1/2020", Some(&*status))], "{badge}");
    }
    for name in ["<div><b>Lantern Ltd</b></div>", "<div>Lantern <!-- old -->Ltd</div>"] {
        let licences = read_files(&[with(one_seal(), place, name)]).unwrap().licences;
        assert_eq!(statuses(&licences), [("MGA/B2C/1/2020", Some("Licensed"))], "{name}");
        assert_eq!(licences[0].operator.name, "Lantern Ltd", "{name}");
    }
    let without_name = with(one_seal(), ":</h1>", ": <span>Suspended</span></h1>");
    let refused = "seal-1.html: the licensee's name is \"Suspended\", no name";
    assert_eq!(message(&[without_name]), refused);
}

#[test]
fn what_a_seal_hides_and_controls_say_nothing() {
    for (added, status) in [
        ("<svg style='display:none'><symbol><title>Search</title></symbol></svg>", "Licensed"),
        ("<div hidden>Loading</div><a href='#top'>Back to top</a>", "Licensed"),
        ("<a href='#main'>Skip to main content</a>", "Licensed"),
        ("<dialog style='display: none'><p>Choose a language</p></dialog>", "Licensed"),
        ("<p>Page last updated: 24 November 2026</p>", "Licensed"),
    ] {
        let sealed = with(one_seal(), "<form", &format!("{added}<form"));
        let licences = read_files(&[sealed]).unwrap().licences;
        assert_eq!(statuses(&licences), [("MGA/B2C/1/2020", Some(status))], "{added}");
    }
}
