//! What a register says against one of its licences where no status is read: the register is
//! refused by a name, or that licence is no longer `licensed` and those beside it are as they were.

use licence_core::check::{CheckQuery, CheckResult, Verdict};
use licence_core::jurisdiction::JurisdictionCode::{self, An, Cw, Iom, Kh, Mga, Tgc, Ukgc};
use licence_core::register::{self, Accepted, Snapshot, SourceFile};
use licence_core::time::Timestamp;
use licence_core::transition::ApplyRules;
use licence_store::Store;

use crate::support::readings::{at, fresh_store, now};
use crate::support::registers;

/// What is written differently about the second of three licences.
const CASES: [(JurisdictionCode, &str, &str); 61] = [
    (Kh, "Birch 2 Inc.", "Birch 2 Inc. - permit revoked"),
    (Kh, "Birch 2 Inc.", "Birch 2 Inc. (SUSPENDED)"),
    (Kh, "Birch 2 Inc.", "Birch 2 Inc. in liquidation"),
    (Kh, "Birch 2 Inc.", "\u{26a0} Birch 2 Inc."),
    (An, "Domoni 2 Ltd", "Domoni 2 Ltd \u{274c}"),
    (Tgc, "Neqotkuk 2 Ltd", "Neqotkuk 2 Ltd NO LONGER LICENSED"),
    (Kh, ">kh-2.example</a>", ">Dormant</a>"),
    (Kh, "Birch 2 Inc.", "<s>Birch 2 Inc.</s>"),
    (Kh, ">kh-2.example</a>", ">kh-2.example</a> (inactive)"),
    (Kh, "<a href=\"https://kh-2.example\">", "formerly <a href=\"https://kh-2.example\">"),
    (Kh, "<a href=\"https://kh-2.example\">kh-2.example</a>", "<s>kh-2.example</s>"),
    (
        Kh,
        "<a href=\"https://kh-2.example\">kh-2.example</a>",
        "<del><a href=\"https://kh-2.example\">kh-2.example</a></del>",
    ),
    (Iom, "Tynwald 2 Limited</td></tr>", "Tynwald 2 Limited (suspended)</td></tr>"),
    (
        Iom,
        "Tynwald 2 Limited</td></tr>",
        "Tynwald 2 Limited</td></tr><tr><td>Remarks</td><td>Suspended since May</td></tr>",
    ),
    (
        Iom,
        "Tynwald 2 Limited</td></tr>",
        "Tynwald 2 Limited</td></tr><tr><td>Date of suspension</td><td>1 May 2026</td></tr>",
    ),
    (Iom, ">iom-2.example</a>", ">iom-2.example</a> - no longer used"),
    (Iom, "<a href=\"https://iom-2.example\">iom-2.example</a>", "None (previously iom-2.example)"),
    (An, "ALSI-202501002-FI1", "ALSI-202501002-FI1 (revoked)"),
    (An, "Domoni 2 Ltd", "Domoni 2 Ltd [suspended]"),
    (An, "\"domains\":\"an-2.example", "\"note\":\"Licence withdrawn\",\"domains\":\"an-2.example"),
    (An, "an-2.example", "an-2.example, closed"),
    (An, "an-2.example", "an-2.example, www.an-2.example (both inactive)"),
    (An, "an-2.example", "formerly an-2.example"),
    (Tgc, "Neqotkuk 2 Ltd</td><td>B2C", "Neqotkuk 2 Ltd</td><td>B2C (revoked)"),
    (Tgc, "Neqotkuk 2 Ltd", "Neqotkuk 2 Ltd (revoked)"),
    (Tgc, "tgc-2.example", "removed: tgc-2.example"),
    (
        Mga,
        "<a href=\"https://mga-2.example\">mga-2.example</a>",
        "<a href=\"https://mga-2.example\">Melita Casino (suspended)</a>",
    ),
    (
        Kh,
        "<a href=\"https://kh-2.example\">kh-2.example</a>",
        "<a href=\"https://kh-2.example\">Birch Casino (closed)</a>",
    ),
    (
        Mga,
        "<td>MGA/B2C/2/2020</td></tr>",
        "<td>MGA/B2C/2/2020</td></tr><tr><th>Remarks</th><td>Licence suspended</td></tr>",
    ),
    (
        Mga,
        "<th>Website Urls</th><td><a href=\"https://mga-2.example",
        "<th>Former Website Urls</th><td><a href=\"https://mga-2.example",
    ),
    (Mga, "<a href=\"https://mga-2.example\">mga-2.example</a>", "mga-2.example (suspended)"),
    (
        Mga,
        "Melita 2 Limited</p><p>Address : Valletta</p>",
        "Melita 2 Limited</p><p>Address : Valletta</p><p>Status Of Licence : Suspended</p>",
    ),
    (Cw, "<p>cw-2.example</p>", "<p>cw-2.example - revoked</p>"),
    (Cw, "<p>cw-2.example</p>", "<p>formerly cw-2.example</p>"),
    (
        Cw,
        "<p>cw-2.example</p>",
        "<p>other.example</p><p>The following domains have been removed:</p><p>cw-2.example</p>",
    ),
    (Cw, "<p>cw-2.example</p>", "<p>cw-2.example</p><p>This licence has been revoked.</p>"),
    (Cw, "<p>cw-2.example</p>", "<s>cw-2.example</s>"),
    (
        Mga,
        "<a href=\"https://mga-2.example\">mga-2.example</a>",
        "<s><a href=\"https://mga-2.example\">mga-2.example</a></s>",
    ),
    (
        Mga,
        "Melita 2 Limited</p>",
        "Melita 2 Limited</p><p>This licence has been suspended by the Authority.</p>",
    ),
    (Cw, "<p>cw-2.example</p>", "<p>cw-2.example</p><div class=stamp>REVOKED</div>"),
    (
        Cw,
        "B2C 160002 January 14, 2026 July 14, 2026",
        "B2C 160002 January 14, 2026 July 14, 2026\n* License suspended",
    ),
    (An, "an-2.example", "Revoked: an-2.example"),
    (An, "an-2.example", "REVOKED, an-2.example"),
    (
        Kh,
        "<a href=\"https://kh-2.example\">kh-2.example</a>",
        "Removed<br><a href=\"https://kh-2.example\">kh-2.example</a>",
    ),
    (
        Cw,
        "<p>cw-2.example</p>",
        "<p>cw-2.example</p><p>Terms of this license are suspended as of November 1, 2026.</p>",
    ),
    (Kh, "Birch 2 Inc.", "Birch 2 Inc.<br>Permit revoked"),
    (
        Kh,
        ">kh-2.example</a>",
        ">kh-2.example</a> <a href=\"https://notices.example\">permit revoked</a>",
    ),
    (
        Iom,
        "<a class=\"faq_title\">Tynwald 2 Limited</a>",
        "<a class=\"faq_title\">Tynwald 2 Limited</a><p><b>Licence suspended</b></p>",
    ),
    (
        Iom,
        "<a class=\"faq_title\">Tynwald 2 Limited</a>",
        "<a class=\"faq_title\"><s>Tynwald 2 Limited</s></a>",
    ),
    (Kh, "Birch 2 Inc.", "<span class=strike>Birch 2 Inc.</span>"),
    (
        Kh,
        "Birch 2 Inc.",
        "<style>.gone{text-decoration:line-through}</style><i class=gone>Birch 2 Inc.</i>",
    ),
    (Kh, "Birch 2 Inc.", "<style>i:hover{text-decoration:line-through}</style><i>Birch 2 Inc.</i>"),
    (
        Kh,
        "Birch 2 Inc.",
        "<style>i::after{content:attr(data-is)}</style><i data-is=Suspended>Birch 2 Inc.</i>",
    ),
    (Kh, "Birch 2 Inc.", "<b>Suspended</b> Birch 2 Inc."),
    (Kh, "Birch 2 Inc.", "Birch 2 Inc. <input readonly value=Revoked>"),
    (Kh, "<tr><td>Birch 2 Inc.", "<tr style=\"display: none\"><td>Birch 2 Inc."),
    (An, "\"domains\":\"an-2.example", "\"no\":\"revoked\",\"domains\":\"an-2.example"),
    (
        Mga,
        "<td>MGA/B2C/2/2020</td></tr>",
        "<td>MGA/B2C/2/2020</td></tr><tr><th>Remarks</th><td>- <img alt='Licence suspended'></td></tr>",
    ),
    (
        Iom,
        "Tynwald 2 Limited</td></tr>",
        "Tynwald 2 Limited</td></tr><tr><td>Remarks</td><td>- <img alt='Licence suspended'></td></tr>",
    ),
    (
        Iom,
        "Tynwald 2 Limited</td></tr>",
        "Tynwald 2 Limited</td></tr><tr><td>Address</td><td>Douglas<br><b>SUSPENDED</b></td></tr>",
    ),
    (
        Mga,
        "Melita 2 Limited</p><p>Address : Valletta</p>",
        "Melita 2 Limited<b>On hold</b></p><p>Address : Valletta</p>",
    ),
];

/// The same about one of them in a column that no reader knows.
const COLUMNS: [(JurisdictionCode, &str, &str, &str); 10] = [
    (Tgc, "<th>URL</th>", "<th>URL</th><th>Class</th>", "<td>Revoked</td></tr>"),
    (Ukgc, "Licence Account Name\n", "Licence Account Name,State\n", ",\"Licence revoked\"\n"),
    (Tgc, "<th>URL</th>", "<th>URL</th><th>Licence state</th>", "<td>Revoked</td></tr>"),
    (Tgc, "<th>URL</th>", "<th>URL</th><th>Standing</th>", "<td>Suspended in May</td></tr>"),
    (Tgc, "<th>URL</th>", "<th>URL</th><th>Revoked on</th>", "<td>1 May 2026</td></tr>"),
    (Tgc, "<th>URL</th>", "<th>URL</th><th>No.</th>", "<td>2 REVOKED</td></tr>"),
    (
        Tgc,
        "<th>URL</th>",
        "<th>URL</th><th>Remarks</th>",
        "<td><input readonly value='Licence revoked'></td></tr>",
    ),
    (Ukgc, "End Date\n", "End Date,Current Status\n", ",\"Revoked\"\n"),
    (Ukgc, "End Date\n", "End Date,Remarks\n", ",\"Licence suspended\"\n"),
    (Ukgc, "Domain Name,Status\n", "Domain Name,Status,Remarks\n", ",\"no longer used\"\n"),
];

fn replaced(files: &[SourceFile], from: &str, to: &str) -> Vec<SourceFile> {
    let mut files = files.to_vec();
    let mut is_found = false;
    for file in &mut files {
        let text = String::from_utf8(file.bytes.clone()).unwrap();
        is_found |= text.contains(from);
        file.bytes = text.replacen(from, to, 1).into();
    }
    assert!(is_found, "{from}");
    files
}

/// A column after the last: this cell for the second licence, a dash for the others.
fn with_column(files: &[SourceFile], from: &str, to: &str, cell: &str) -> Vec<SourceFile> {
    let mut files = files.to_vec();
    let file = files.iter_mut().find(|file| String::from_utf8_lossy(&file.bytes).contains(from));
    let file = file.unwrap();
    let text = String::from_utf8(file.bytes.clone()).unwrap().replace(from, to);
    let end = if cell.ends_with("</tr>") { "</tr>" } else { "" };
    let dash = if end.is_empty() { ",\"-\"" } else { "<td>-</td></tr>" };
    let mut of_row = 0;
    let line = |line: &str| {
        let is_row = line.starts_with("<tr><td>") || line.starts_with('"');
        of_row += usize::from(is_row);
        let line_end = if of_row == 2 { cell.trim_end() } else { dash };
        match is_row {
            true => format!("{}{line_end}\n", line.strip_suffix(end).unwrap()),
            false => format!("{line}\n"),
        }
    };
    file.bytes = text.lines().map(line).collect::<String>().into();
    files
}

async fn read(
    store: &Store,
    code: JurisdictionCode,
    files: &[SourceFile],
    at: Timestamp,
) -> Result<(), String> {
    let reading = register::read(code, files, at, &Accepted::default());
    let reading = reading.map_err(|error| error.to_string())?;
    let (snapshot, rules) = (Snapshot::new(files.to_vec()), ApplyRules::default());
    store.apply_reading(&reading, &snapshot, &rules, at).await.unwrap();
    Ok(())
}

/// The verdicts on the three domains, or why the register is refused.
async fn verdicts(code: JurisdictionCode, files: &[SourceFile]) -> Result<Vec<Verdict>, String> {
    let store = fresh_store().await;
    read(&store, code, files, now()).await?;
    let mut verdicts = Vec::new();
    for n in 1..=3 {
        let query = CheckQuery::domain(&registers::host(code, n)).unwrap();
        verdicts.push(store.check(&query, None, now()).await.unwrap().verdict);
    }
    Ok(verdicts)
}

/// The register is refused by a name, or the second licence is not in force and the others are.
fn assert_the_second_is_not_licensed(read: &Result<Vec<Verdict>, String>, case: &str) {
    match read {
        Ok(verdicts) => {
            let is_licensed: Vec<_> = verdicts.iter().map(|it| it.is_licensed()).collect();
            assert_eq!(is_licensed, [true, false, true], "{case}: {verdicts:?}");
        }
        Err(error) => assert!(error.contains("is not known"), "{case}: {error}"),
    }
}

#[tokio::test]
async fn what_is_said_against_a_licence_is_heard() {
    for code in [Ukgc, Mga, Cw, Kh, An, Tgc, Iom] {
        let read = verdicts(code, &registers::files(code, 3)).await;
        assert_eq!(read, Ok(vec![Verdict::Licensed; 3]), "{code}");
    }
    for (code, from, to) in CASES {
        let files = replaced(&registers::files(code, 3), from, to);
        let read = verdicts(code, &files).await;
        assert_the_second_is_not_licensed(&read, &format!("{code}: {to}"));
    }
}

/// Registers without licence numbers know a licence by the name of its holder.
#[tokio::test]
async fn a_mark_on_a_name_takes_the_licence_on_record_out_of_force() {
    for (code, name) in [(Kh, "Birch 2 Inc."), (Iom, "Tynwald 2 Limited"), (Tgc, "Neqotkuk 2 Ltd")]
    {
        for mark in ["*", " (suspended)", " - revoked", " SUSPENDED"] {
            let store = fresh_store().await;
            let plain = registers::files(code, 3);
            read(&store, code, &plain, now()).await.unwrap();
            let query = CheckQuery::domain(&registers::host(code, 2)).unwrap();
            let number = |check: CheckResult| check.matched.unwrap().license_number;
            let before = number(store.check(&query, None, now()).await.unwrap());
            let later = at("2026-11-01T08:00:00Z");
            let marked = plain.iter().map(|file| {
                let text = String::from_utf8(file.bytes.clone()).unwrap();
                let text = text.replace(name, &format!("{name}{mark}"));
                SourceFile { bytes: text.into(), ..file.clone() }
            });
            read(&store, code, &marked.collect::<Vec<_>>(), later).await.unwrap();
            let check = store.check(&query, None, later).await.unwrap();
            assert_eq!(check.verdict, Verdict::LicenceNotActive, "{code}: {name}{mark}");
            assert_eq!(number(check), before, "{code}: {name}{mark}");
        }
    }
}

#[tokio::test]
async fn what_an_unknown_column_says_against_a_licence_is_heard() {
    for (code, from, to, cell) in COLUMNS {
        let files = with_column(&registers::files(code, 3), from, to, cell);
        let read = verdicts(code, &files).await;
        assert_the_second_is_not_licensed(&read, &format!("{code}: {to}"));
    }
}

#[tokio::test]
async fn a_list_of_others_than_licensees_is_no_register() {
    for (code, from, to) in [
        (Kh, "<table><tr><th>OPERATOR", "<h2>Revoked permits</h2><table><tr><th>OPERATOR"),
        (Tgc, "<table>", "<h2>Unlicensed operators</h2><table>"),
        (Tgc, "<table>", "<p><b>Suspended licences</b></p><table>"),
        (Tgc, "<table>", "<p>Former licensees:</p><table>"),
        (Mga, "</mat-expansion-panel>", "</mat-expansion-panel><p>Closed</p>"),
        (Iom, "</li>", "</li><p>Surrendered</p>"),
        (Iom, "<ul", "<p>The following licences have been revoked.</p><ul"),
        (Mga, "<mat-expansion", "<div>Cancelled authorisations</div><mat-expansion"),
        (An, "<body>", "<body><h1>Revoked licences</h1>"),
        (Iom, "<ul class=\"accordion\">", "<h2>Former licensees</h2><ul class=\"accordion\">"),
        (Cw, "OGL License Registry", "OGL Registry of Revoked Licenses"),
        (Cw, "OGL License Registry", "OGL License Registry\nSuspended licences"),
    ] {
        let files = replaced(&registers::files(code, 3), from, to);
        let error = verdicts(code, &files).await.unwrap_err();
        assert!(error.contains(": the heading \""), "{code}: {error}");
    }
}

/// What an operator of the service accepts says nothing of a status; a remark does, whatever is
/// accepted.
#[test]
fn an_accepted_name_is_kept_and_has_no_other_effect() {
    let statuses = |accepted: &[&str], from, to, cell| {
        let files = with_column(&registers::files(Ukgc, 3), from, to, cell);
        let accepted = Accepted(accepted.iter().map(|name| (*name).to_owned()).collect());
        let reading = register::read(Ukgc, &files, now(), &accepted);
        let licences = reading.map_err(|error| error.to_string())?.licences;
        let statuses = licences.into_iter().map(|licence| licence.status_text.unwrap());
        Ok::<_, String>(statuses.collect::<Vec<_>>())
    };
    let column = ["End Date\n", "End Date,Region\n", ",\"Scotland\"\n"];
    let refused = statuses(&[], column[0], column[1], column[2]).unwrap_err();
    let expected = "licences.csv: the column \"Region\" is not known: see `accept` of \
                    `[registers.UKGC]`";
    assert_eq!(refused, expected);
    let read = statuses(&["region:", "never seen"], column[0], column[1], column[2]);
    assert_eq!(read, Ok(vec!["Active".to_owned(); 3]));
    let remarks = statuses(&["Remarks"], "End Date\n", "End Date,Remarks\n", ",\"ok\"\n").unwrap();
    assert_eq!(remarks, ["Active", "Active; Remarks: ok", "Active"]);
}

#[tokio::test]
async fn a_provisional_seal_makes_a_provisional_licence() {
    let files =
        replaced(&registers::files(Tgc, 3), "Status: licensed", "Status: Provisionally licensed");
    let provisional = Verdict::LicensedProvisional;
    let read = verdicts(Tgc, &files).await;
    assert_eq!(read, Ok(vec![provisional, Verdict::Licensed, Verdict::Licensed]));
}

/// Changes of a page that say nothing against anybody.
#[tokio::test]
async fn other_changes_take_no_licence_away() {
    const FOOTER: &str =
        "<footer><h3>Revoked licences</h3><table><tr><td>x</table></footer></body>";
    const COOKIES: &str = "<body><header><h1>Site</h1></header><nav><b>Revoked licences</b></nav>\
        <div id=\"cookie-banner\"><h2>We use cookies</h2><button>Accept</button></div>";
    const INTRODUCTION: &str =
        "<body><p>Suspended licences are not listed.</p><p>All licensees:</p>";
    for (code, from, to) in [
        (
            Kh,
            "kh-2.example</a>",
            "kh-2.example<span class=\"sr-only\"> opens in a new tab</span></a>",
        ),
        (An, "an-2.example", "an-2.example and other.example"),
        (Cw, "<p>cw-2.example</p>", "<p>1. cw-2.example</p><p>2. other.example, www.cga.cw</p>"),
        (Kh, "Birch 2 Inc.", "Suspended-Bridge Inc."),
        (Kh, "kh-2.example</a>", "kh-2.example</a> \u{2197}"),
        (
            Kh,
            "<table><tr><th>OPERATOR",
            "<p><a href=x>Former permit holders</a></p><table><tr><th>OPERATOR",
        ),
        (
            Iom,
            "Tynwald 2 Limited</td></tr>",
            "Tynwald 2 Limited</td></tr><tr><td>Remarks</td><td>N/A</td></tr>",
        ),
        (An, "an-2.example", "an-2.example, closed.example"),
        (
            Mga,
            "<p>Address : Valletta</p>",
            "<p>Address : Valletta</p><p>Status Of Licence : Licensed</p>",
        ),
        (Kh, "</body>", FOOTER),
        (Kh, "<body>", COOKIES),
        (Iom, "</body>", FOOTER),
        (Iom, "<body>", COOKIES),
        (An, "</body>", FOOTER),
        (An, "<body>", COOKIES),
        (Kh, "<body>", INTRODUCTION),
        (Iom, "<body>", INTRODUCTION),
        (Kh, "<td>Birch 2", "<td class=\"x\" data-sort=\"2\">\n &nbsp;Birch 2"),
        (Iom, "<td>Licence Status</td>", "<td><p>LICENCE  status :</p></td>"),
        (
            An,
            "\"company\":\"Domoni 2 Ltd\",\"status\":\"valid\"",
            "\"status\":\"VALID\",\"company\":\"Domoni 2 Ltd\"",
        ),
    ] {
        let files = replaced(&registers::files(code, 3), from, to);
        assert_eq!(verdicts(code, &files).await, Ok(vec![Verdict::Licensed; 3]), "{code}: {to}");
    }
    for code in [Mga, Cw, Tgc] {
        for (from, to) in [("</body>", FOOTER), ("<body>", COOKIES)] {
            let files = registers::files(code, 3);
            let changed = files.iter().map(|page| {
                let text = String::from_utf8(page.bytes.clone()).unwrap();
                SourceFile { bytes: text.replace(from, to).into(), ..page.clone() }
            });
            let read = verdicts(code, &changed.collect::<Vec<_>>()).await;
            assert_eq!(read, Ok(vec![Verdict::Licensed; 3]), "{code}: {to}");
        }
    }
}
