use serde_json::json;

use super::fixture::{
    FOOT, HEAD, domains, file, item, licences, licensee, page, read_files, refused, sheet, statuses,
};
use crate::jurisdiction::JurisdictionCode::Iom;
use crate::provenance::SourceKind;
use crate::register::iom::SOURCE_URL;
use crate::register::tests::listed;
use crate::status::LicenceStatus::{Active, Suspended, Unknown};
use crate::status::wording::classify;

fn laxey() -> String {
    licensee(
        "Laxey Wheel Gaming Limited",
        "Active",
        "Full",
        "<a href=\"https://www.laxeyspin.example\">www.laxeyspin.example</a>",
    )
}

#[test]
fn a_licence_is_read_whole() {
    let reading = read_files(&[page(&laxey())]).unwrap();
    assert_eq!((reading.jurisdiction, reading.complete), (Iom, true));
    assert_eq!(reading.source_kind, SourceKind::Scraped);
    assert_eq!(reading.source_url.as_deref(), Some(SOURCE_URL));
    let expected = listed(json!({
        "operator": { "name": "Laxey Wheel Gaming Limited" }, "status_text": "Active",
        "license_types": ["Full"], "license_type_raw": "Full", "issued_date": "2019-07-24",
        "raw_data": {
            "Company Name": "Laxey Wheel Gaming Limited", "Licence Status": "Active",
            "Licence valid From": "24/07/2019", "Licence Valid to": "Current",
            "OGRA Licence type": "Full", "Website Domains": "www.laxeyspin.example",
        },
        "domains": [{ "domain": "www.laxeyspin.example" }],
    }));
    assert_eq!(reading.licences, [expected]);
}

#[test]
fn labels_stand_in_every_form() {
    let expected = licences(&[page(&laxey())]).remove(0);
    for labels in [
        "Licence Status|Licence valid From|Licence Valid to|OGRA Licence type|Website Domains",
        "Licence Status|Licence Valid From|Licence Valid To|OGRA Licence Type|Website Domain",
        "Licence&nbsp;Status|Licence  valid From |Licence Valid to:|Type|Website Domain(s)",
        "LICENCE STATUS:|licence valid from :|licence valid to|Licence Type|WEBSITE DOMAIN(S):",
        "License Status|Valid From|Valid To|OGRA\u{a0}Licence\ntype|website\u{200b} domains",
    ] {
        let values = ["Active", "24/07/2019", "Current", "Full", "www.laxeyspin.example"];
        let rows: Vec<_> = labels.split('|').zip(values).collect();
        let mut read = licences(&[page(&item("Laxey Wheel Gaming Limited", &rows))]).remove(0);
        read.raw_data.clone_from(&expected.raw_data);
        assert_eq!(read, expected, "{labels}");
    }
}

#[test]
fn statuses_are_kept_verbatim_and_known_to_the_wordings() {
    for (status, means, dated) in [
        ("Active", Active, None),
        ("Suspended", Suspended, None),
        ("Suspended (2 October 2026)", Suspended, Some("2026-10-02")),
        ("Suspended (02/10/2026)", Suspended, Some("2026-10-02")),
        ("Under review", Unknown, None),
    ] {
        let licences = licences(&[page(&(licensee("A Limited", status, "Full", "-") + &laxey()))]);
        assert_eq!(statuses(&licences)[0], ("A Limited", status));
        let read = classify(Iom, licences[0].status_text.as_deref(), None);
        assert_eq!((read.status, read.dated), (means, dated.and_then(|day| day.parse().ok())));
    }
    let blank = licences(&[page(&(licensee("A Limited", "", "Full", "-") + &laxey()))]);
    assert_eq!(statuses(&blank)[0], ("A Limited", ""));
}

#[test]
fn dates_stand_in_two_forms_and_current_is_no_end() {
    for (from, to, issued, expiry) in [
        ("24/07/2019", "Current", Some("2019-07-24"), None),
        ("08 May 2025", "current", Some("2025-05-08"), None),
        ("8 May 2025", "07/05/2030", Some("2025-05-08"), Some("2030-05-07")),
        ("&nbsp;24/07/2019&nbsp;", "08 May 2030", Some("2019-07-24"), Some("2030-05-08")),
        ("", "", None, None),
        ("soon", "until further notice of 2 May 2026", None, None),
        ("31/02/2026", "-", None, None),
    ] {
        let rows = [
            ("Licence Status", "Active"),
            ("Licence valid From", from),
            ("Licence Valid to", to),
            ("Type", "Full"),
            ("Website Domain", "-"),
        ];
        let read = &licences(&[page(&item("A Limited", &rows))])[0];
        let day = |day: Option<&str>| day.and_then(|day| day.parse().ok());
        assert_eq!((read.issued_date, read.expiry_date), (day(issued), day(expiry)), "{from} {to}");
        let raw = from.replace("&nbsp;", "");
        assert_eq!(read.raw_data["Licence valid From"], json!(raw));
    }
}

/// The forms of a cell are cases of the tests of `domain_list`.
#[test]
fn a_cell_without_domains_is_a_whole_list() {
    for (cell, expected) in [
        ("<p>a.example</p><p>b.example</p>", &["a.example", "b.example"][..]),
        ("&nbsp;-", &[]),
        ("", &[]),
    ] {
        let read = licences(&[page(&licensee("A Limited", "Active", "Full", cell))]);
        assert_eq!(domains(&read[0]), expected, "{cell}");
        assert!(read[0].domains_complete);
    }
}

#[test]
fn any_licence_type_is_taken() {
    for kind in
        ["Full", "Sub-licence", "Network Services", "Software Supply", "Token-based software"]
    {
        let read = &licences(&[page(&licensee("A Limited", "Active", kind, "-"))])[0];
        assert_eq!(read.license_types, [kind]);
        assert_eq!(read.license_type_raw.as_deref(), Some(kind));
    }
    let html = licensee("A Limited", "Active", "", "-");
    let read = &licences(&[page(&html)])[0];
    assert_eq!((read.license_types.len(), read.license_type_raw.as_deref()), (0, None));
}

/// The reference of a licence is made from its type.
#[test]
fn what_is_beside_a_type_makes_the_status_unknown_and_is_no_part_of_the_type() {
    for (cell, kind, status) in [
        ("<b>Full</b>", "Full", "Active"),
        (
            "Full <span class=badge>Suspended</span>",
            "Full",
            "Active; OGRA Licence type: Full Suspended",
        ),
        ("Full<br>Suspended", "Full", "Active; OGRA Licence type: Full Suspended"),
        ("<i hidden>1</i>Full<sup>1</sup>", "Full", "Active; OGRA Licence type: Full 1"),
        ("<s>Full</s>", "Full", "Active; struck out"),
        ("Full \u{2013} suspended", "Full", "Active; Type: Full \u{2013} suspended"),
        ("Full*", "Full", "Active; Type: Full*"),
        ("Sub-licence (suspended)", "Sub-licence", "Active; Type: Sub-licence (suspended)"),
        (
            "Sub-licence (suspended)<br>1",
            "Sub-licence",
            "Active; OGRA Licence type: Sub-licence (suspended) 1",
        ),
        ("Sub-licence", "Sub-licence", "Active"),
    ] {
        let read = &licences(&[page(&licensee("A Limited", "Active", cell, "-"))])[0];
        assert_eq!(read.license_type_raw.as_deref(), Some(kind), "{cell}");
        assert_eq!(read.status_text.as_deref(), Some(status), "{cell}");
    }
}

#[test]
fn pages_of_other_dress_are_read_alike() {
    let expected = licences(&[page(&laxey())]);
    let plain = [HEAD, &laxey(), FOOT].concat();
    for html in [
        plain.replace("<ul class=\"accordion\">", "").replace("<li>", "").replace("</ul>", ""),
        plain.replace("<td>", "<td>\n &nbsp;").replace("</td>", "&nbsp;\n</td>"),
        plain.replace("<strong>", "").replace("</strong>", ""),
        plain.replace(
            FOOT,
            "</ul><footer><table><tr><td>Monday</td><td>9 to 5</td></tr></table></footer></body></html>",
        ),
        plain.replace("</tbody>", "<tr><td></td><td>&nbsp;</td></tr></tbody>"),
        [HEAD, &laxey(), &laxey(), FOOT].concat(),
        plain.replace("16th September 2026", "2nd October 2026"),
    ] {
        assert_eq!(licences(&[file("x", &html)]), expected, "{html}");
    }
    let more =
        "<tr><td>Address</td><td>The Former Bank<br>Athol Street<p>Douglas</p></td></tr></tbody>";
    let read = licences(&[file("x", plain.replace("</tbody>", more))]);
    assert_eq!(read[0].raw_data["Address"], json!("The Former Bank Athol Street Douglas"));
    assert_eq!(read[0].status_text, expected[0].status_text);
}

#[test]
fn one_company_may_hold_two_licences() {
    let html = licensee("A Limited", "Active", "Full", "a.example")
        + &licensee("A Limited", "Suspended", "Software Supply", "-");
    let read = licences(&[page(&html)]);
    assert_eq!(statuses(&read), [("A Limited", "Active"), ("A Limited", "Suspended")]);
}

/// A notice in a second table or a paragraph, in an accordion of list items or of other elements.
#[test]
fn texts_beside_a_licensees_table_make_the_status_unknown() {
    const NOTICE: &str = "Licence suspended on 1 October 2026.";
    let in_table = format!("<table><tr><td>{NOTICE}</td></tr></table><table>");
    let in_paragraph = format!("<p>{NOTICE}</p><table>");
    let pairs = [
        ("<ul class=\"accordion\">", "<div>"),
        ("</ul>", "</div>"),
        ("<li>", "<div>"),
        ("</li>", "</div>"),
    ];
    let plain = [HEAD, &laxey(), &licensee("A Limited", "Active", "Full", "-"), FOOT].concat();
    for html in [plain.clone(), pairs.iter().fold(plain, |html, (from, to)| html.replace(from, to))]
    {
        for notice in [&in_table, &in_paragraph] {
            let read = licences(&[file("x", html.replacen("<table>", notice, 1))]);
            let status = format!("Active; Text: {NOTICE}");
            assert_eq!(
                statuses(&read),
                [("A Limited", "Active"), ("Laxey Wheel Gaming Limited", &status)]
            );
        }
    }
    // Two licences of one company in one entry.
    let second = "</table><table><tr><td>Company Name</td><td>Laxey Wheel Gaming Limited</td></tr>\
        <tr><td>Licence Status</td><td>Active</td></tr></table><p>Both are suspended.</p>";
    let read = licences(&[page(&laxey().replace("</table>", second))]);
    let expected = ("Laxey Wheel Gaming Limited", "Active; Text: Both are suspended.");
    assert_eq!(statuses(&read), [expected, expected]);
}

#[test]
fn a_date_cell_with_other_text_makes_the_status_unknown() {
    for (from, to, status) in [
        ("24/07/2019", "Current", "Active"),
        ("8 May 2025", "7th May 2030", "Active"),
        ("-", "N/A", "Active"),
        (
            "24/07/2019",
            "Cancelled 1 October 2026",
            "Active; Licence Valid to: Cancelled 1 October 2026",
        ),
        ("Suspended", "Current", "Active; Licence valid From: Suspended"),
        ("24/07/2019", "Current (suspended)", "Active; Licence Valid to: Current (suspended)"),
    ] {
        let html = laxey().replace("24/07/2019", from).replace("Current", to);
        assert_eq!(statuses(&licences(&[page(&html)]))[0].1, status);
        let in_sheet = licences(&[sheet(&[["A Limited", "Active", to, "Full"]])]);
        let is_noted = statuses(&in_sheet)[0].1 != "Active";
        assert_eq!(is_noted, status.contains("to:"), "{to}");
    }
}

#[test]
fn what_the_title_of_an_entry_shows_beside_the_name_makes_the_status_unknown() {
    const NAME: &str = "Laxey Wheel Gaming Limited";
    let title = format!("<a class=\"faq_title\"><span class=\"container\">{NAME}</span></a>");
    let badge = format!("Active; Text: {NAME} Suspended");
    for (shown, status) in [
        (format!("<button class=accordion-button>{NAME}</button>"), "Active"),
        (format!("<a class=faq_title>{}</a>", NAME.replace("Limited", "Ltd")), "Active"),
        (format!("<a class=faq_title>{NAME}*</a>"), &format!("Active; Text: {NAME}*")),
        (
            format!("<a class=faq_title>{NAME} \u{2020}</a>"),
            &format!("Active; Text: {NAME} \u{2020}"),
        ),
        (
            format!("<a class=faq_title>\u{26a0} {NAME}</a>"),
            &format!("Active; Text: \u{26a0} {NAME}"),
        ),
        (format!("<a class=faq_title>{NAME}<sup>1</sup></a>"), "Active; Text: ^1"),
        (title.replace("</a>", "<span>\u{25bc}</span></a>"), "Active"),
        (title.replace("</a>", " <span aria-hidden=true>\u{25be}</span></a>"), "Active"),
        (title.replace("</a>", "+</a>"), "Active"),
        (title.replace("</a>", "<div>\u{25bc}</div></a>"), "Active"),
        (title.replace("</a>", "* \u{25bc}</a>"), &format!("Active; Text: {NAME}* \u{25bc}")),
        (format!("{title}<button>Show more</button>"), "Active"),
        (format!("<button>{NAME} <span class=badge>Suspended</span></button>"), &badge),
        (format!("<header class=item>{NAME} <b>Suspended</b></header>"), &badge),
        (format!("{title}<footer>Suspended</footer>"), "Active; Text: Suspended"),
        (format!("{title}<aside>Suspended</aside>"), "Active; Text: Suspended"),
        (format!("{title}<input type=button value=Suspended>"), "Active; Text: Suspended"),
        (format!("{title}<div role=dialog>Suspended</div>"), "Active; Text: Suspended"),
        (format!("<a class=faq_title>{NAME}<img alt=Suspended></a>"), "Active; Text: Suspended"),
        (format!("<a class=faq_title title='{NAME}'>{NAME}<img alt=logo></a>"), "Active"),
        (format!("<a class=faq_title><s>{NAME}</s></a>"), "Active; struck out"),
        (
            format!("<a class=faq_title style='text-decoration:line-through'>{NAME}</a>"),
            "Active; struck out",
        ),
        (format!("<a class=faq_title><i class=strike>{NAME}</i></a>"), "Active; struck out"),
        (
            format!("<style>a{{text-decoration:line-through}}</style><a>{NAME}</a>"),
            "Active; struck out",
        ),
    ] {
        let html = laxey().replace(&title, &shown);
        assert_eq!(statuses(&licences(&[page(&html)])), [(NAME, status)], "{shown}");
    }
    let row = "<tr><td colspan=2><img alt=Suspended></td></tr></tbody>";
    let message = refused(&[page(&laxey().replace("</tbody>", row))]);
    assert!(message.contains("the row \"Suspended\" has 1 cells"), "{message}");
    let html = laxey().replace("<td>Active", "<td>Active <i aria-label=Suspended></i>");
    let expected = "Active; Licence Status: Suspended";
    assert_eq!(statuses(&licences(&[page(&html)])), [(NAME, expected)]);
}

#[test]
fn a_picture_or_tooltip_in_the_table_of_an_entry_makes_the_status_unknown() {
    for (from, to, remark) in [
        ("<td>Active", "<td title=Suspended>Active", "Licence Status: Suspended"),
        ("<td>Current", "<td title=Suspended>Current", "Licence Valid to: Suspended"),
        ("Current", "Current <img alt=Suspended src=x>", "Licence Valid to: Suspended"),
        ("Current", "<s>Current</s>", "struck out"),
        ("<td>24/", "<td title=Suspended>24/", "Licence valid From: Suspended"),
        (
            "</tbody>",
            "<tr><td>Remarks</td><td>- <img alt=Suspended></td></tr></tbody>",
            "Remarks: - Suspended",
        ),
        (
            "</tbody>",
            "<tr><td>Address</td><td>Douglas<br><b>LICENCE SUSPENDED</b></td></tr></tbody>",
            "Address: Douglas LICENCE SUSPENDED",
        ),
        (
            "</tbody>",
            "<tr><td>Address</td><td>Licence suspended</td></tr></tbody>",
            "Address: Licence suspended",
        ),
        (
            "</tbody>",
            "<tr><td>Address</td><td>Douglas <img alt=Revoked></td></tr></tbody>",
            "Address: Douglas Revoked",
        ),
    ] {
        let html = laxey();
        assert!(html.contains(from), "{from}");
        let read = licences(&[page(&html.replace(from, to))]);
        assert_eq!(statuses(&read)[0].1, format!("Active; {remark}"), "{to}");
    }
}

#[test]
fn a_hidden_list_is_refused() {
    let items = licensee("A Limited", "Active", "Full", "-") + &laxey();
    for list in ["<ul hidden ", "<ul style='display:none' "] {
        let html = [&HEAD.replacen("<ul ", list, 1), items.as_str(), FOOT].concat();
        assert!(html.contains(list), "{html}");
        let refused = refused(&[file("x", html)]);
        assert!(refused.ends_with("the list is hidden"), "{refused}");
    }
}

#[test]
fn a_hidden_entry_or_row_makes_the_status_unknown_and_a_closed_one_does_not() {
    let row = |label: &str| format!("<tr><td><strong>{label}");
    for (from, to, status) in [
        ("<li>", "<li hidden>", "Active; hidden"),
        ("<li>", "<li style='display:none'>", "Active; hidden"),
        (
            &row("Licence Status"),
            &row("Licence Status").replace("<tr", "<tr hidden"),
            "Active; hidden",
        ),
        (&row("Website"), &row("Website").replace("<tr", "<tr hidden"), "Active; hidden"),
        ("<div class=\"container\">", "<div class=\"container\" hidden>", "Active"),
        ("<table>", "<table style='display:none'>", "Active"),
    ] {
        let entry = laxey();
        assert!(entry.contains(from), "{from}");
        let others = licensee("A Limited", "Active", "Full", "-");
        let read = licences(&[page(&(entry.replace(from, to) + &others))]);
        let expected = [("A Limited", "Active"), ("Laxey Wheel Gaming Limited", status)];
        assert_eq!(statuses(&read), expected, "{to}");
    }
    let in_divs = laxey().replace("<li>", "<div hidden>").replace("</li>", "</div>");
    let html = [HEAD, &in_divs, FOOT].concat().replace("<ul class=\"accordion\">", "");
    let read = licences(&[file("x", html)]);
    assert_eq!(statuses(&read), [("Laxey Wheel Gaming Limited", "Active; hidden")]);
}

#[test]
fn a_footnote_at_a_name_makes_no_other_company() {
    const NAME: &str = "Laxey Wheel Gaming Limited";
    let cell = format!("<td>{NAME}</td>");
    let html = laxey().replace(&cell, &cell.replace("</td>", "<sup>1</sup></td>"));
    let status = format!("Active; Company Name: {NAME} 1");
    assert_eq!(statuses(&licences(&[page(&html)])), [(NAME, status.as_str())]);
}

#[test]
fn the_name_of_a_licensee_may_be_the_heading_of_its_part() {
    let expected = licences(&[page(&laxey())]);
    let html = [HEAD, &laxey(), FOOT].concat();
    let html = html.replace("<a class=\"faq_title\"", "<h3><a class=\"faq_title\"");
    let html = html.replace("</span></a>", "</span></a></h3>");
    assert!(html.contains("<h3>"));
    let with_sign = html.replace("</h3>", "<i>\u{25bc}</i></h3>");
    assert_eq!(licences(&[file("x", html)]), expected);
    assert_eq!(licences(&[file("x", with_sign)]), expected);
}

#[test]
fn a_list_that_is_called_suspended_is_refused() {
    let html = [HEAD, &laxey(), FOOT].concat();
    for label in ["aria-label", "title"] {
        let html = html.replace("<ul", &format!("<ul {label}=\"Suspended licensees\""));
        assert!(
            refused(&[file("x", html)]).contains("the heading \"Suspended licensees\""),
            "{label}"
        );
    }
}

#[test]
fn the_day_of_the_page_is_no_heading() {
    let expected = licences(&[page(&laxey())]);
    for day in
        ["<p><strong>Last updated: 24th November 2026.</strong></p>", "<h4>24 November 2026</h4>"]
    {
        let html = [HEAD, &laxey(), FOOT].concat().replace("<ul", &format!("{day}<ul"));
        assert_eq!(licences(&[file("x", html)]), expected, "{day}");
    }
}
