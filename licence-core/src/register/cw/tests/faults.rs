use super::fixture::*;
use crate::jurisdiction::JurisdictionCode::Cw;
use crate::register::pdf_text::tests::pdf;
use crate::register::tests::read_accepting;

const ROW: &str = "Quayside Games B.V. B2C 160873 January 14, 2026 July 14, 2026";

fn rows(count: usize) -> Vec<String> {
    (1..=count).map(|n| format!("OGL/2024/{n}/{n:04} {ROW}")).collect()
}

fn register_text(rows: &[String]) -> String {
    register(&rows.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn what_is_no_register_is_refused() {
    let nothing = |found: &str| {
        format!("register.txt: expected rows such as \"1. OGL/2024/…\", found {found}")
    };
    for (text, message) in [
        ("", "register.txt: the file is empty".to_owned()),
        (" \r\n", "register.txt: the file is empty".to_owned()),
        ("Service unavailable", nothing("\"Service unavailable\"")),
        ("{\"licences\": []}", nothing("\"{\\\"licences\\\": []}\"")),
    ] {
        assert_eq!(fault(text), message);
    }
    for (title, text) in [
        ("Maintenance", "We will be back shortly."),
        ("Log in", "Please enter your password. Your account is not active."),
        ("Just a moment...", "Checking your browser."),
        ("404 Not Found", "nginx"),
        ("Certificaat", "Hierbij wordt verklaard dat Quayside Games B.V. een vergunning heeft."),
    ] {
        let page =
            file("p.html", format!("<html><head><title>{title}</title></head>{text}</html>"));
        let message = format!(
            "p.html: expected the register PDF, its text, or a certificate page of the \
             Cura\u{e7}ao Gaming Authority, found a page {title:?}"
        );
        assert_eq!(read_files(&[page]).unwrap_err().to_string(), message);
    }
    assert!(
        read_files(&[file("x.pdf", [0xff, 0xfe, 0x00])])
            .unwrap_err()
            .to_string()
            .contains("not UTF-8")
    );
}

#[test]
fn a_register_must_be_there_once() {
    let register = register_text(&rows(1));
    let twice = [file("a.txt", &register), file("b.pdf", pdf(&[register.lines().collect()]))];
    let message = "b.pdf: the register a second time; the first is a.txt";
    assert_eq!(read_files(&twice).unwrap_err().to_string(), message);
    let missing =
        "missing: the register PDF, its text, or a certificate page that certifies a licence";
    assert_eq!(read_files(&[]).unwrap_err().to_string(), format!("no files: {missing}"));
    let negative = page("n.html", "The certificate cannot be found or the token has expired");
    assert_eq!(read_files(&[negative]).unwrap_err().to_string(), format!("n.html: {missing}"));
}

#[test]
fn other_columns_are_refused() {
    let row = format!("1. OGL/2024/1/0001 {ROW}\n");
    for (titles, message) in [
        ("", "register.txt: the column \"License number\" is missing; the header is \"\""),
        (
            "Number Licensee Company type Company registration number Issued Expires Status\n",
            "register.txt: the column \"License number\" is missing; the header is \"number licensee \
             company type company registration number iss\"…",
        ),
        (
            "License number Licensee Company type Company registration number Expires Issued Status\n",
            "register.txt: the column \"Expires\" comes before \"Issued\"; expected it after",
        ),
        (
            "Vergunningsnummer Vergunninghouder Soort Nummer Uitgegeven Vervalt Stand\n",
            "register.txt: the column \"License number\" is missing; the header is \"vergunningsnummer \
             vergunninghouder soort nummer uitgegeven v\"…",
        ),
    ] {
        assert_eq!(fault(&format!("{titles}{row}")), message);
    }
}

#[test]
fn a_row_behind_other_characters_is_not_lost() {
    let message = |line: u64, found: &str| {
        let fault = "holds a licence number but does not begin with it";
        format!("register.txt, line {line}: {found:?} {fault}")
    };
    let first = register_text(&rows(1)).replace("1. OGL", "1.!OGL");
    assert_eq!(fault(&first), message(4, "1.!OGL/2024/1/0001"));
    let last = register_text(&rows(2)).replace("2. OGL", "2. \u{ad}OGL");
    assert_eq!(fault(&last), message(5, "\u{ad}OGL/2024/2/0002"));
    let own =
        register_text(&rows(1)).replace("July 14, 2026", "July 14, 2026 Revoked (OGL/2024/1/0001)");
    assert_eq!(read_text(&own).unwrap().licences.len(), 1);
}

/// Text keeps no columns: a line may be the status of the row before it, or a heading over the next.
#[test]
fn a_line_between_rows_is_a_status_only_if_nothing_else_can_be() {
    let text = |status: &str, between: &str| {
        let [first, second] = [1, 2].map(|n| format!("{n}. OGL/2024/{n}/000{n} {ROW}"));
        format!("{}{first}{status}\n{between}\n{second}\nPage 1 of 1\n", register(&[]))
    };
    for (status, line) in [
        ("", "SUSPENDED LICENSES"),
        ("", "Expired"),
        ("", "Suspended"),
        ("", "REVOKED"),
        ("", "LICENSES REVOKED"),
        ("", "License revoked on August 14, 2026"),
        ("", "Part B - Suspended licenses"),
        ("", "Note: licenses 9 to 11 are suspended."),
        (" Assessment in progress", "Inactive licenses"),
        (" Withdrawn", "Licenses under investigation"),
    ] {
        let text = text(status, line);
        let refused = format!("register.txt: the heading {line:?} is not known");
        assert!(fault(&text).starts_with(&refused), "{}", fault(&text));
        let accepted = read_accepting(Cw, &[file("r.txt", &text)], &[line]).unwrap();
        assert_eq!(accepted.licences[0].status_text.as_deref().unwrap_or_default(), status.trim());
        let at_end =
            text.replace(&format!("\n{line}"), "").replace("Page", &format!("{line}\nPage"));
        assert!(!status.is_empty() || fault(&at_end).starts_with(&refused), "{line}");
    }
    assert!(fault(&text(" Revoked on May 2, 2026", "Revoked licenses")).contains("two rows"));
    for (status, between, whole) in [
        (" Assessment in", "progress", "Assessment in progress"),
        (" License has been revoked on", "May 2,\n2026", "License has been revoked on May 2, 2026"),
        (" Withdrawn on request", "", "Withdrawn on request"),
    ] {
        let licences = read_text(&text(status, between)).unwrap().licences;
        assert_eq!(licences[0].status_text.as_deref(), Some(whole));
        assert_eq!(licences[1].status_text, None);
    }
    let without_expires = |line| text("", line).replacen(" July 14, 2026", "", 1);
    let revoked = "License revoked on\nAugust 14, 2026";
    assert_eq!(
        read_text(&without_expires(revoked)).unwrap().licences[0].status_text.as_deref(),
        Some("License revoked on August 14, 2026")
    );
    let after_revoked = text(" License revoked on May 2, 2026", "SUSPENDED LICENSES");
    let after_revoked = fault(&after_revoked.replacen(" July 14, 2026", "", 1));
    assert!(after_revoked.contains("the heading \"SUSPENDED LICENSES\""), "{after_revoked}");
    let refused = fault(&without_expires("SUSPENDED LICENSES"));
    assert!(refused.starts_with("register.txt: the heading \"SUSPENDED LICENSES\""), "{refused}");
}

#[test]
fn a_text_before_the_first_running_number_is_refused() {
    for before in ["REVOKED", "The following licenses are revoked:"] {
        let line = format!("{before} 1. OGL/2024/1/0001 {ROW}");
        let text = format!("{}{line}\n", register(&[]));
        let refused = format!("register.txt: the heading \"{before} 1. OGL/");
        assert!(fault(&text).starts_with(&refused), "{}", fault(&text));
        let files = [file("r.txt", &text)];
        assert!(read_accepting(Cw, &files, &[line.as_str()]).is_err(), "{before}");
    }
}

#[test]
fn lost_and_repeated_rows_are_refused() {
    let text = register_text(&rows(6));
    let lines: Vec<_> = text.lines().collect();
    let without = |gone: &[usize]| -> String {
        let kept = lines.iter().enumerate().filter(|(at, _)| !gone.contains(at));
        kept.map(|(_, line)| format!("{line}\n")).collect()
    };
    let misplaced = |line: u32, number: u32, row: u32| {
        format!(
            ", line {line}: OGL/2024/{number}/000{number} is where row {row} belongs: rows are \
             missing, or come twice"
        )
    };
    let company_first = "3. Quayside Games B.V. OGL/2024/3/0003";
    for (text, message) in [
        (without(&[5]), misplaced(6, 4, 3)),
        (without(&[3]), misplaced(4, 2, 1)),
        (without(&[4, 6, 8]), misplaced(5, 3, 2)),
        (format!("{text}{text}"), misplaced(13, 1, 7)),
        (format!("{text}{}\n", lines[8]), misplaced(10, 6, 7)),
        (text.replace("3. ", ""), misplaced(6, 3, 3)),
        (text.replace("3. OGL/2024/3/0003 Quayside Games B.V.", company_first), misplaced(6, 3, 3)),
        (
            format!("{text}Page 1 of 25"),
            ": the pages end with 1 of 25; it looks cut off".to_owned(),
        ),
    ] {
        assert_eq!(fault(&text), format!("register.txt{message}"));
    }
    let cut = pdf(std::slice::from_ref(&lines));
    let cut = file("r.pdf", &cut[..cut.len() * 2 / 3]);
    let message = "r.pdf: the file ends inside the PDF; it looks cut off";
    assert_eq!(read_files(&[cut]).unwrap_err().to_string(), message);
}

#[test]
fn rows_that_cannot_be_read_are_named() {
    const TYPE: &str = "no company type (B2C or B2B) after the licensee";
    const REGISTRATION: &str = "no company registration number after the company type";
    for (row, fault_of_row) in [
        ("OGL/2024/2/0002 Dune N.V. 160873 January 14, 2026 July 14, 2026", TYPE),
        ("OGL/2024/2/0002 B2C 160873 January 14, 2026 July 14, 2026", TYPE),
        ("OGL/2024/2/0002 Dune N.V. B2X 160873 January 14, 2026 July 14, 2026", TYPE),
        ("OGL/2024/2/0002", TYPE),
        ("OGL/2024/2/0002 Dune N.V. B2C", REGISTRATION),
        ("OGL/2024/2/0002 Dune N.V. B2C pending January 14, 2026", REGISTRATION),
        (
            "OGL/2024/2/0002 Dune N.V. B2C 160873",
            "no date of issue after the company registration number",
        ),
        (
            "OGL/2024/2/0002 Dune N.V. B2C 160873 soon July 14, 2026",
            "no date of issue after the company registration number",
        ),
        (
            "OGL/2024/2/0002 Dune N.V. B2C 160873 January 14, 2026",
            "the row ends before the column Expires",
        ),
        ("OGL/2024/2/0002 160873 Dune N.V. January 14, 2026 July 14, 2026 B2C", REGISTRATION),
    ] {
        let first = format!("OGL/2024/1/0001 {ROW}");
        let message = fault(&register(&[&first, row]));
        let start = format!("register.txt, line 5: row 2 (OGL/2024/2/0002): {fault_of_row}, in \"");
        assert!(message.starts_with(&start), "{message}");
    }
    let message = fault(&register(&["OGL/24/2/0002 Dune N.V. B2C 160873"]));
    assert_eq!(
        message,
        "register.txt, line 4: \"OGL/24/2/0002 Dune N.V.\", which is no licence number such as OGL/2024/894/1037"
    );
    let inside = format!("{ROW} 2. 0GL/2024/2/0002 Dune N.V. B2C 150002 May 19, 2025 N/A");
    let message = fault(&register(&[&format!("OGL/2024/1/0001 {inside}")]));
    assert!(
        message.contains("row 1 (OGL/2024/1/0001): its status contains another row"),
        "{message}"
    );
    let long = format!("OGL/2024/1/0001 {}", "B2C ".repeat(100_000));
    assert!(fault(&register(&[&long])).contains("the row has 100000 words; the limit is 100"));
}

/// A cell that a PDF centres on two lines, or a column at the end of a page: the words of one row
/// would be the status of another.
#[test]
fn a_status_beside_the_line_of_its_row_is_refused() {
    let row = |n: u32, cells: &str| {
        format!("{n}. OGL/2024/{n}/{n:04} Dune {n} N.V. B2C 15000{n} {cells}\n")
    };
    let dates = "June 18, 2026 December 18, 2026";
    let are_two = "its status contains the statuses of two rows";
    for (first, second, fault_of_row) in [
        (format!("{dates}\nExpired\nSuspended"), dates, are_two),
        (format!("{dates}\nSuspended\nLicense revoked on August 14, 2026"), dates, are_two),
        (format!("{dates}\nAssessment in progress\nAssessment in progress"), dates, are_two),
    ] {
        let message = fault(&format!("{}{}{}", register(&[]), row(1, &first), row(2, second)));
        let start = format!("register.txt, line 4: row 1 (OGL/2024/1/0001): {fault_of_row}, in \"");
        assert!(message.starts_with(&start), "{message}");
    }
    for (first, line, second) in [
        (dates, "License revoked on", "September 1, 2025\nAugust 14, 2026"),
        (dates, "License revoked per August", "September 1, 2025\n14, 2026"),
        ("June 18, 2026 N/A", "License revoked on", "September 1, 2025\nAugust 14, 2026"),
    ] {
        let first = format!("{first}\n{line}");
        let message = fault(&format!("{}{}{}", register(&[]), row(1, &first), row(2, second)));
        assert!(message.starts_with("register.txt: the heading "), "{message}");
    }
}
