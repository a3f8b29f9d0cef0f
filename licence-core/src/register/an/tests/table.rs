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
    for (html, message) in [
        (
            table(&renamed, &[&ROW]),
            "expected the licence data (script#ag-licence-data), or a table with the columns company, status, \
             number, type, issued, expiry and domains, found a page \"License Register - Anjouan Gaming\"; \
             the column \"State\" is not known",
        ),
        (
            table(&[&["Status"][..], &HEADER].concat(), &[&["Valid"; 8]]),
            "the table of licences has a second column \"Status\"",
        ),
        (table(&HEADER, &[]), "the table of licences has no rows"),
        (
            table(&HEADER, &[&ROW, &["No matching records"]]),
            "the heading \"No matching records\" is not known: see `accept` of `[registers.AN]`",
        ),
        (
            table(&HEADER, &[&ROW]).replace("<td>Valid", "<td colspan=2>Valid"),
            "the row \"Grand Comore Gaming N.V. | Valid | ALSI-202601001-FI1 | B2C…",
        ),
        (
            table(&HEADER, &[&ROW, &["<img src=x alt=Suspended>"]]),
            "the heading \"Suspended\" is not known: see `accept` of `[registers.AN]`",
        ),
        (
            table(&HEADER, &[&ROW, &swapped]),
            "the columns look swapped: the company of record 2 is \"ALSI-202601001-FI1\"",
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
            "the table of licences is there twice",
        ),
        (
            table(&HEADER, &[&ROW]).replace("</table>", ""),
            "the file ends inside the markup of the page; it looks cut off",
        ),
        (
            table(&["Société", "Statut", "Numéro"], &[]),
            "expected the licence data (script#ag-licence-data), or a table with the columns company, status, number, type, issued, expiry and domains, found a page \"License Register - Anjouan Gaming\"; the table \"Société | Statut | Numéro\" is not known",
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
fn a_heading_or_line_against_the_licensees_of_the_block_refuses() {
    let plain = page(&[record(&[])]);
    let place = "<div id=ag-licence-table></div>";
    for (html, heading) in [
        (plain.replace("<h1>License", "<h1>Revoked License"), "Revoked License Register"),
        (plain.replace("<body>", "<body><header><h1>Revoked</h1></header>"), "Revoked"),
        (
            plain.replace("<script", &format!("<p>Former licensees</p>{place}<script")),
            "Former licensees",
        ),
        (plain.replace("<h1>License Register", "<h1>Licences révoquées"), "Licences révoquées"),
        (
            plain.replace(
                "</body>",
                "<h2>Revoked licences</h2><table id=ag-licence-table></table></body>",
            ),
            "Revoked licences",
        ),
        (
            plain
                .replacen("<script", &format!("{place}<script"), 1)
                .replace("License Register", "Roll"),
            "Roll",
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
fn a_table_beside_the_block_refuses() {
    let beside = |table: &str| page(&[record(&[])]).replace("<h1>", &format!("{table}<h1>"));
    let [header, row] = [cells("th", &HEADER), cells("td", &ROW)];
    let shown = format!("<div id=ag-licence-table><table>{header}{row}</table></div>");
    assert!(refused(&beside(&shown)).contains("the table \"Company | Status"));
    let others = "<table><tr><th>Firm</th><th>Since</th></tr><tr><td>x</td><td>y</td></tr></table>";
    assert!(refused(&beside(others)).contains("Firm | Since"));
}
