use super::fixture::{FOOT, HEAD, licences, page, record, refused};

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

/// The page held its list in a table until March 2026.
#[test]
fn a_table_refuses_with_the_block_and_without() {
    let row = |tag: &str, cells: [&str; 3]| {
        let cells = cells.map(|cell| format!("<{tag}>{cell}</{tag}>"));
        format!("<tr>{}</tr>", cells.concat())
    };
    let header = row("th", ["Company", "Status", "License Number"]);
    let row = row("td", ["Grand Comore Gaming N.V.", "Valid", "ALSI-202601001-FI1"]);
    let table = format!("<table>{header}{row}</table>");
    let beside = |table: &str| page(&[record(&[])]).replace("<h1>", &format!("{table}<h1>"));
    let shown = format!("<div id=ag-licence-table>{table}</div>");
    assert!(refused(&beside(&shown)).contains("the table \"Company | Status"));
    let others = "<table><tr><th>Firm</th><th>Since</th></tr><tr><td>x</td><td>y</td></tr></table>";
    assert!(refused(&beside(others)).contains("Firm | Since"));
    let expected = "expected the licence data (script#ag-licence-data), found a page";
    assert!(refused(&format!("{HEAD}{table}{FOOT}")).contains(expected));
}
