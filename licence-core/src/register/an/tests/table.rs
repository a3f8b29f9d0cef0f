use super::fixture::{FOOT, HEAD, domains, licences, page, record, refused};

const ROW: [&str; 7] = [
    "Grand Comore Gaming N.V.",
    "Valid",
    "ALSI-202601001-FI1",
    "B2C",
    "2026-01-14",
    "2027-01-13",
    "comorespin.example, www.comorebet.example",
];

fn cells(tag: &str, texts: &[&str]) -> String {
    let cells: String = texts.iter().map(|text| format!("<{tag}>{text}</{tag}>")).collect();
    format!("<tr>{cells}</tr>")
}

fn table(header: &[&str], rows: &[&[&str]]) -> String {
    let rows: String = rows.iter().map(|row| cells("td", row)).collect();
    let header = cells("th", header);
    format!("{HEAD}<table><thead>{header}</thead><tbody>{rows}</tbody></table>{FOOT}")
}

const HEADER: [&str; 7] =
    ["Company", "Status", "License Number", "License Type", "Issue Date", "Expiry Date", "Domains"];

#[test]
fn the_older_table_is_read_like_the_block() {
    let mut expected = licences(&page(&[record(&[])])).remove(0);
    expected.status_text = Some("Valid".into());
    expected.license_type_raw = Some("B2C".into());
    for header in [
        "Company|Status|License Number|License Type|Issue Date|Expiry Date|Domains",
        "Company Name|Licence Status|Number|Type|Issued|Expiry|Domain(s)",
        "OPERATOR|STATUS|LICENCE\u{a0}NO.|LICENCE TYPE|DATE ISSUED|EXPIRES|WEBSITES",
        "Licensee|License status|License no|license type|Date of issue|Valid until|URL",
    ] {
        let names: Vec<_> = header.split('|').collect();
        assert_eq!(licences(&table(&names, &[&ROW])), [expected.clone()], "{header}");
    }
    let (mut header, mut row) = (HEADER, ROW);
    header.reverse();
    row.reverse();
    assert_eq!(licences(&table(&header, &[&row, &header])), [expected.clone()]);
    let header = [&["No."][..], &HEADER].concat();
    let row = [&["1"][..], &ROW].concat();
    assert_eq!(licences(&table(&header, &[&row])), [expected.clone()]);
    let all = table(&HEADER, &[&ROW]).replace("</body>", "Showing 1 to 1 of 1 entries</body>");
    assert_eq!(licences(&all), [expected]);
}

#[test]
fn domain_cells_of_the_table_hold_links_too() {
    for (cell, expected) in [
        (
            "<a href='https://a.example'>a.example</a><a href='https://b.example'>b.example</a>",
            &["a.example", "b.example"][..],
        ),
        ("a.example<br>b.example", &["a.example", "b.example"]),
        ("", &[]),
        ("\u{2013}", &[]),
    ] {
        let row = [&ROW[..6], &[cell]].concat();
        assert_eq!(domains(&licences(&table(&HEADER, &[&row]))[0]), expected, "{cell}");
    }
}

#[test]
fn tables_that_are_something_else_are_refused_by_their_cause() {
    let renamed = HEADER.map(|heading| if heading == "Status" { "State" } else { heading });
    let swapped = [ROW[2], ROW[1], ROW[0], ROW[3], ROW[4], ROW[5], ROW[6]];
    let dates = [ROW[0], ROW[1], ROW[2], ROW[3], ROW[5], ROW[4], ROW[6]];
    for (html, message) in [
        (
            table(&renamed, &[&ROW]),
            "the column \"status\" is missing; the header is \"Company | State | License Number | License Type | Issue Date…",
        ),
        (
            table(&[&["Status"][..], &HEADER].concat(), &[&["Valid"; 8]]),
            "the column \"status\" appears twice",
        ),
        (table(&HEADER, &[]), "the register has no records"),
        (
            table(&HEADER, &[&ROW, &["No matching records"]]),
            "record 2 (\"No matching records\") has 1 cells; the header has 7",
        ),
        (
            table(&HEADER, &[&ROW]).replace("<td>Valid", "<td colspan=2>Valid"),
            "a cell of record 1 (\"Grand Comore Gaming N.V. | Valid | ALSI-202601001-FI1 | B2C…",
        ),
        (
            table(&HEADER, &[&ROW, &["<img src=x alt=Suspended>"]]),
            "record 2 (\"Suspended\") has 1 cells; the header has 7",
        ),
        (
            table(&HEADER, &[&ROW, &swapped]),
            "the columns look swapped: the company of record 2 is \"ALSI-202601001-FI1\"",
        ),
        (
            table(&HEADER, &[&dates]),
            "the columns look swapped: 1 of 1 licences expire before they are issued",
        ),
        (
            table(&HEADER, &[&ROW, &[HEADER[0], "Previous status", HEADER[2], "", "", "", ""]]),
            "the heading \"Company | Previous status | License Number…",
        ),
        (
            table(&HEADER, &[&ROW]).replace("</body>", "Showing 1 to 10 of 1,446 entries</body>"),
            "the page shows a part of the list only: \"1 to 10 of 1446\"",
        ),
        (
            table(&HEADER, &[&ROW]).replace(
                "</table>",
                "</table><table><tr><td>Company</td><td>Number</td></tr></table>",
            ),
            "two tables have the columns of the register",
        ),
        (
            table(&HEADER, &[&ROW]).replace("</table>", ""),
            "the file ends inside the markup of the page; it looks cut off",
        ),
        (
            table(&["Société", "Statut", "Numéro"], &[]),
            "expected the licence data (script#ag-licence-data), or a table with the columns company, status, number, type, issued, expiry and domains, found a page \"License Register - Anjouan Gaming\"",
        ),
    ] {
        let refused = refused(&html);
        let prefix = message.strip_suffix('…');
        match prefix {
            Some(prefix) => {
                assert!(refused.starts_with(&format!("an.html: {prefix}")), "{refused}")
            }
            None => assert_eq!(refused, format!("an.html: {message}")),
        }
    }
}

#[test]
fn an_icon_in_a_column_without_a_name_refuses() {
    let with_column =
        |cell: &str| table(&[&HEADER[..], &[""]].concat(), &[&[&ROW[..], &[cell]].concat()]);
    for icon in ["<img alt='Suspended' src=s.png>", "<i class='fa fa-ban'></i>", "Suspended"] {
        let refused = refused(&with_column(icon));
        assert!(refused.starts_with("an.html: the column \"\" is not known"), "{refused}");
    }
    assert_eq!(licences(&with_column("")), licences(&table(&HEADER, &[&ROW])));
}

#[test]
fn a_table_that_gives_another_status_than_the_block_makes_it_unknown() {
    for (status, told) in [
        ("Valid", "valid"),
        ("\u{2713} Active", "valid"),
        ("Valid.", "valid"),
        ("Valid *", "valid; Table: Valid *"),
        ("Valid?", "valid; Table: Valid?"),
        ("Suspended", "valid; Table: Suspended"),
        ("", "valid"),
    ] {
        let row = [ROW[0], status, "ALSI 202601001 FI1", ROW[3], ROW[4], ROW[5], ROW[6]];
        let [header, row] = [cells("th", &HEADER), cells("td", &row)];
        let shown = format!("<table>{header}{row}</table><h1>");
        let licences = licences(&page(&[record(&[])]).replace("<h1>", &shown));
        assert_eq!(licences[0].status_text.as_deref(), Some(told));
    }
}

#[test]
fn each_row_of_a_number_with_several_is_heard() {
    let row = |status: &str| cells("td", &[ROW[0], status, ROW[2], ROW[3], ROW[4], ROW[5], ROW[6]]);
    let statuses = |records: &[_], rows: [&str; 2]| {
        let [header, first, second] = [cells("th", &HEADER), row(rows[0]), row(rows[1])];
        let shown = format!("<table>{header}{first}{second}</table><h1>");
        let licences = licences(&page(records).replace("<h1>", &shown));
        licences.into_iter().filter_map(|it| it.status_text).collect::<Vec<_>>()
    };
    let one = [record(&[])];
    for rows in [["Suspended", "Valid"], ["Valid", "Suspended"]] {
        assert_eq!(statuses(&one, rows), ["valid; Table: Suspended"], "{rows:?}");
    }
    let both = [record(&[]), record(&[("status", "suspended".into())])];
    let shown = statuses(&both, ["Suspended", "Valid"]);
    assert!(shown.iter().all(|it| !it.contains("Table")), "{shown:?}");
}

#[test]
fn a_table_that_says_more_of_a_record_than_the_block_makes_it_unknown() {
    for (company, row, told) in [
        (ROW[0], "<tr>", "valid; Remarks: Suspended by the board"),
        (
            "Grand Comore Gaming N.V. (suspended)",
            "<tr>",
            "valid; Table: Grand Comore Gaming N.V. (suspended)",
        ),
        ("Grand Comore Gaming NV", "<tr>", "valid; Remarks: Suspended by the board"),
        (ROW[0], "<tr style=\"text-decoration:line-through\">", "struck out"),
        ("Another Ltd", "<tr>", "valid; Table: Another Ltd"),
    ] {
        let cells = format!("<td>{company}<td>valid<td>{}<td>Suspended by the board</tr>", ROW[2]);
        let header = "<tr><th>Company<th>Status<th>Number<th>Remarks</tr>";
        let shown = format!("<table>{header}{row}{cells}</table><h1>");
        let licences = licences(&page(&[record(&[])]).replace("<h1>", &shown));
        let status = licences[0].status_text.as_deref().unwrap();
        assert!(status.contains(told), "{status}");
    }
}

#[test]
fn a_mark_on_a_number_of_the_table_is_about_the_record() {
    let marked = format!("{} (revoked)", ROW[2]);
    let cells = format!("<tr><td>{}<td>valid<td>{marked}</tr>", ROW[0]);
    let shown = format!("<table><tr><th>Company<th>Status<th>Number</tr>{cells}</table><h1>");
    for in_block in [ROW[2], &marked] {
        let block = page(&[record(&[("number", in_block.into())])]);
        let licences = licences(&block.replace("<h1>", &shown));
        let told = format!("valid; Number: {marked}");
        assert_eq!(licences[0].status_text, Some(told), "{in_block}");
    }
}

#[test]
fn a_row_with_a_badge_or_another_number_is_about_its_licence() {
    let other = record(&[
        ("company", "Moheli Ltd".into()),
        ("number", "ALSI-202601002-FI1".into()),
        ("domains", "moheli.example".into()),
    ]);
    let plain = page(&[record(&[]), other]);
    let shown = |company: &str, number: &str, kind: &str, status: &str| {
        let row = [company, status, number, kind, ROW[4], ROW[5], ROW[6]];
        let [header, row] = [cells("th", &HEADER), cells("td", &row)];
        let place = format!("<div id=ag-licence-table><table>{header}{row}</table></div><h1>");
        plain.replace("<h1>", &place)
    };
    let glued = format!("<b>Suspended</b>{}", ROW[2]);
    let plain_glued = format!("Geschorst{}", ROW[2]);
    for (company, number, kind, status, told) in [
        (ROW[0], ROW[2], "B2C", "Valid", "valid"),
        (ROW[0], "ALSI-202601001", "b2c", "Valid", "valid"),
        (ROW[0], &glued, "B2C", "Valid", "valid; Number: SuspendedALSI-202601001-FI1"),
        (ROW[0], &plain_glued, "B2C", "Valid", "valid; Number: GeschorstALSI-202601001-FI1"),
        (ROW[0], "ALSI-20260101-FI1", "B2C", "Suspended", "valid; Table: Suspended"),
        (ROW[0], "<b>Suspended</b>", "B2C", "Valid", "valid; Number: Suspended"),
        (ROW[0], ROW[2], "Suspended", "Valid", "valid; Type: Suspended"),
        (ROW[0], ROW[2], "B2C (revoked)", "Valid", "valid; Type: B2C (revoked)"),
        (ROW[0], "<a href=/licence>View</a>", "B2C", "Valid", "valid"),
        ("Another Ltd", "ALSI-202601009-FI1", "B2C", "Valid", "valid"),
    ] {
        let licences = licences(&shown(company, number, kind, status));
        let statuses = licences.iter().map(|it| it.status_text.as_deref());
        assert_eq!(statuses.collect::<Vec<_>>(), [Some(told), Some("valid")], "{number} {kind}");
    }
    let of_nobody = shown("Another Ltd", "ALSI-202601009-FI1", "B2C", "Suspended");
    assert!(refused(&of_nobody).contains("the table \"Another Ltd"));
}

#[test]
fn a_table_in_the_place_of_the_block_is_known_or_refuses() {
    let header = cells("th", &HEADER);
    let rows = cells("td", &ROW);
    let refuses = |table: &str| {
        let shown = format!("<div id=ag-licence-table><table>{table}</table></div><h1>");
        refused(&page(&[record(&[])]).replace("<h1>", &shown)).contains("table")
    };
    let suspended = rows.replace("Valid", "Suspended");
    assert!(refuses(&suspended));
    for harmless in [rows.as_str(), "<tr><td>Loading", &format!("{header}<tr><td>No data")] {
        let shown = format!("<div id=ag-licence-table><table>{harmless}</table></div><h1>");
        assert_eq!(licences(&page(&[record(&[])]).replace("<h1>", &shown)).len(), 1, "{harmless}");
    }
    let note = "<tr><td colspan=7>The license of Grand Comore Gaming N.V. is suspended.</td></tr>";
    assert!(refuses(&format!("{header}{rows}{note}")));
    for cell in [ROW[0], "Valid"] {
        let wide = rows.replace(&format!("<td>{cell}"), &format!("<td colspan=2>{cell}"));
        assert!(refuses(&format!("{header}{wide}")), "{cell}");
    }
    let moved = rows.replace("<td>B2C</td>", "").replace("<td>Valid", "<td colspan=2>Geschorst");
    assert!(refuses(&format!("{header}{moved}")));
    let picture = cells("td", &["<img src=x alt=Suspended>", "", "", "", "", "", ""]);
    assert!(refuses(&format!("{header}{picture}{rows}")));
}

#[test]
fn a_column_without_a_heading_beside_the_block_is_known_or_refuses() {
    let header = [&HEADER[..], &[""]].concat();
    let shown = |cell: &str| {
        let [header, row] = [cells("th", &header), cells("td", &[&ROW[..], &[cell]].concat())];
        page(&[record(&[])]).replace("<h1>", &format!("<table>{header}{row}</table><h1>"))
    };
    assert!(refused(&shown("SUSPENDED")).contains("column"));
    assert_eq!(licences(&shown("")), licences(&page(&[record(&[])])));
}

#[test]
fn a_heading_or_line_against_the_licensees_of_the_block_refuses() {
    let plain = page(&[record(&[])]);
    let place = "<div id=ag-licence-table></div>";
    for (html, heading) in [
        (plain.replace("<h1>License", "<h1>Revoked License"), "Revoked License Register"),
        (plain.replace("<body>", "<body><header><h1>Revoked</h1></header>"), "Revoked"),
        (
            plain.replace("</body>", "<h2>Suspended licences</h2><ul><li>ALSI-1</ul></body>"),
            "Suspended licences",
        ),
        (
            plain.replace("<script", &format!("<p>Former licensees</p>{place}<script")),
            "Former licensees",
        ),
        (plain.replace("<h1>License Register", "<h1>Licences révoquées"), "Licences révoquées"),
        (
            plain.replacen("<script", &format!("{place}<script"), 1).replace("License R", "R"),
            "Register",
        ),
        (plain.replacen("<script", &format!("<h2>Archive</h2>{place}<script"), 1), "Archive"),
        (
            plain.replacen("<script", &format!("<p><b>Applicants</b></p>{place}<script"), 1),
            "Applicants",
        ),
    ] {
        let expected = format!("the heading \"{heading}\" is not known");
        assert!(refused(&html).contains(&expected), "{heading}");
    }
    for around in [
        "<h2>How to complain</h2><h2>Licensees</h2><p>All licensees</p>PLACE\
         <h2>What does expired mean?</h2>",
        "<nav><h2>Menu</h2></nav><div role=dialog><h2>Cookies</h2></div>PLACE<h3>Contact</h3>",
        "<aside><h3>News</h3></aside><h4>Updated November 24, 2026</h4>PLACE<h2>Archive</h2>",
        "<p>Search the <b>register</b></p>PLACE<footer><h2>Links</h2></footer>",
    ] {
        let around = around.replace("PLACE", place) + "<script";
        assert_eq!(licences(&plain.replacen("<script", &around, 1)), licences(&plain), "{around}");
    }
    let header = plain.replace("<body>", "<body><header><h1>Comoros</h1></header>");
    assert_eq!(licences(&header), licences(&plain));
}

#[test]
fn a_table_beside_the_block_is_known_or_refuses() {
    let beside = |table: &str| page(&[record(&[])]).replace("<h1>", &format!("{table}<h1>"));
    let [header, row] = [cells("th", &HEADER), cells("td", &ROW)];
    let shown = format!("<div id=ag-licence-table><table>{header}{row}</table></div>");
    assert_eq!(licences(&beside(&shown)), licences(&page(&[record(&[])])));
    let revoked = "<table><caption>Revoked licences</caption><tr><th>Company</th><th>Number</th>\
        <th>Revoked on</th></tr><tr><td>Grand Comore</td><td>ALSI-1</td><td>2026</td></tr></table>";
    assert!(refused(&beside(revoked)).contains("\"Revoked on\" is not known"));
    let others = "<table><tr><th>Firm</th><th>Since</th></tr><tr><td>x</td><td>y</td></tr></table>";
    assert!(refused(&beside(others)).contains("Firm | Since"));
}

#[test]
fn the_domains_and_types_in_the_table_are_compared() {
    let removed = "comorespin.example (removed)";
    for (kind, cell, status, words) in [
        ("B2C", ROW[6], "valid", [None, None]),
        ("B2C", "comorespin.example", "valid", [None, None]),
        ("<s>B2C</s>", ROW[6], "valid; struck out", [None, None]),
        (
            "B2C",
            "<s>comorespin.example</s>, comorebet.example",
            "valid",
            [Some("struck out"), None],
        ),
        ("B2C", "comorespin.example (removed), comorebet.example", "valid", [Some(removed), None]),
        ("B2C", "Licence suspended", "valid; Table: Licence suspended", [None, None]),
    ] {
        let row = [ROW[0], ROW[1], ROW[2], kind, ROW[4], ROW[5], cell];
        let [header, row] = [cells("th", &HEADER), cells("td", &row)];
        let shown = format!("<table>{header}{row}</table><h1>");
        let licence = licences(&page(&[record(&[])]).replace("<h1>", &shown)).remove(0);
        assert_eq!(licence.status_text.as_deref(), Some(status), "{cell}");
        let said = licence.domains.iter().map(|listed| listed.status_text.as_deref());
        assert_eq!(said.collect::<Vec<_>>(), words, "{cell}");
    }
}

#[test]
fn a_table_of_statuses_in_the_place_of_the_block_is_compared_by_company() {
    let shown = |table: &str| {
        let place = format!("<div id=ag-licence-table><table>{table}</table></div><h1>");
        page(&[record(&[])]).replace("<h1>", &place)
    };
    let header = cells("th", &["Company", "Status"]);
    for (company, status, told) in [
        (ROW[0], "Valid", "valid"),
        (ROW[0], "Suspended", "valid; Table: Suspended"),
        ("Grand Comore Gaming NV", "Geschorst", "valid; Table: Geschorst"),
        ("Another Ltd", "Suspended", "valid"),
    ] {
        let row = cells("td", &[company, status]);
        let licences = licences(&shown(&format!("{header}{row}")));
        assert_eq!(licences[0].status_text.as_deref(), Some(told), "{company} {status}");
    }
    let row = cells("td", &[ROW[0], "Suspended"]);
    assert!(refused(&shown(&row)).contains("the table"));
    assert_eq!(licences(&shown(&cells("td", &[ROW[0], "Valid"]))).len(), 1);
}
