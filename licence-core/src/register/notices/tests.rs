use crate::jurisdiction::JurisdictionCode::{An, Kh};
use crate::register::tests::{file, read, read_accepting};

const NOTICE: &str = "The permit of Birch Gaming Inc. was suspended on 3 November 2026.";

fn page(notice: &str) -> String {
    format!(
        "<p>Permit Holders</p><table><tr><th>OPERATOR</th><th>URL</th></tr>\
         <tr><td>Birch Gaming Inc</td><td>birch.example</td></tr>\
         <tr><td>Past Limited</td><td>past.example</td></tr></table>\
         <div class=notices><p>{notice}</p></div>"
    )
}

#[test]
fn a_notice_takes_the_licences_it_names_out_of_force() {
    for (notice, is_named) in [
        (NOTICE, true),
        ("Birch Gaming: the permit is not in force", true),
        ("Players of birch.example: the site was closed, its permit revoked.", true),
        ("Suspended is https://www.birch.example.", true),
        ("Notice of suspension: Birch Gaming Incorporated", true),
        ("The Commission suspended Birch Gaming Inc\u{2019}s permit.", true),
        ("The Commission has decided to suspend the permit of Birch Gaming Inc.", true),
        ("The Commission has resolved not to renew the permit of BIRCH GAMING INC", true),
        ("Suspended: Birch Gaming, Old Barn Limited.", true),
        ("Birch Gaming and Old Barn Limited were suspended.", true),
        ("Suspended is Birch Gaming. The Company may appeal.", true),
        ("The permit of Birch Gaming Inc. was renewed.", false),
        ("The permit of Birch Gaming Products Ltd was suspended.", false),
        ("The permit of Birch Gaming N.V. was suspended.", false),
        ("Birch Gaming plc: permit revoked.", false),
        ("The permit of Birch Gaming p.l.c. was suspended.", false),
        ("The permit of Birch Gaming Holdings plc was suspended.", false),
        ("Birch Gaming A/S: permit revoked.", false),
        ("The permit of Birch Gaming inc. was suspended.", true),
        ("The permit of Golden Birch Gaming Inc. was suspended.", false),
        ("Public Notice Birch Gaming Inc. has had its permit suspended.", true),
        ("On Monday Birch Gaming Inc. was suspended.", true),
        ("Licensee Birch Gaming Inc. was removed from this register.", true),
        ("THE PERMIT OF BIRCH GAMING INC. WAS REVOKED", true),
        ("The sites birch.example/en and others have been suspended.", true),
        ("The permit of Silver Birch Inc. was suspended.", false),
        ("The permit of Birch Gaming Inc. was renewed until 30 November 2030.", false),
        ("Birch Gaming Inc. will sponsor the tournament. Tickets are not refundable.", false),
        ("Birch Gaming Inc: Cancelled", true),
        ("Birch Gaming Inc. (Cancelled 3/11/2026)", true),
        ("Birch Gaming Inc. \u{2013} Not active", true),
        ("Surrendered: Birch Gaming Inc", true),
        ("Birch Gaming Inc: VOID", true),
        ("Birch Gaming Inc. was decertified in May", true),
        ("Birch Gaming Inc. has been de-registered.", true),
        ("Birch Gaming Inc. was de\u{2011}listed in May", true),
        ("Birch Gaming Inc. is black-listed.", true),
        ("Birch Gaming Inc. was de-certified in May", true),
        ("Birch Gaming Inc: on hold since 3 November", true),
        ("birch.example has been closed since 3 November 2026.", true),
        ("Birch Gaming Inc. is no longer certified by the Commission.", true),
        ("The Commission has decided to withdraw the permit of Birch Gaming Inc", true),
        ("Birch Gaming Inc. is closed on Sundays", false),
        ("Withdrawals at birch.example take an hour.", false),
        ("The tournament of Birch Gaming Inc. has ended.", false),
        ("Lost your password at birch.example? Cancel at any time.", false),
        ("Birch Gaming Inc. (formerly Beech Inc.) has a new address.", false),
        ("Contact support@birch.example. Calls are not recorded.", false),
        ("Past permit holders are not listed.", false),
    ] {
        let reading = read(Kh, &[file("kh", page(notice))]).unwrap();
        let status = |at: usize| reading.licences[at].status_text.as_deref();
        let expected = format!("certified; Notice: {notice}");
        let expected = if is_named { expected.as_str() } else { "certified" };
        assert_eq!(status(0), Some(expected), "{notice}");
        assert_eq!(status(1), Some("certified"), "{notice}");
    }
}

#[test]
fn a_notice_with_a_colon_or_in_a_heading_is_about_the_holders_under_it() {
    for (notice, is_named) in [
        ("The permits of these were suspended:</p><ul><li>Birch Gaming Inc.</ul>", true),
        ("Suspended:</p><p>Past Limited</p><p>Birch Gaming Inc. (3 November 2026)</p>", true),
        ("</p><h3>Suspended permits</h3><ul><li>Past Limited<li>birch.example</ul>", true),
        ("</p><h3>What does revoked mean?</h3><p>Ask Birch Gaming Inc.</p>", false),
        ("Renewed:</p><p>Birch Gaming Inc.</p><p>Suspended:</p><p>Past Limited</p>", false),
        ("The permit of Past Limited is suspended.</p><p>Birch Gaming Inc.</p>", false),
        ("Suspended:</p><p>Last updated in May</p><p>Birch Gaming Inc. on 3 May</p>", true),
        ("Suspended:</p><ul><li>Old Barn Ltd<li>Birch Gaming Inc.</ul>", true),
        ("</p><p><b>Permits revoked</b></p><ul><li>Birch Gaming Inc.</ul>", true),
        ("</p><h3>Permits revoked</h3><footer><p>Birch Gaming Inc.</p></footer>", false),
        ("</p><h3>Permits revoked</h3><p>None.</p><hr><p>Birch Gaming Inc.</p>", false),
        ("</p><div><h3>Permits revoked</h3><p>None.</p></div><p>Birch Gaming Inc.</p>", false),
        ("</p><div><h3>Permits revoked</h3></div><ul><li>Birch Gaming Inc.</ul>", true),
        ("</p><h3>Birch Gaming Inc.</h3><p>A permit may be revoked at any time.</p>", false),
        ("</p><h3>Birch Gaming Inc.</h3><p>See also: revoked permits</p>", false),
        ("</p><h3>Birch Gaming Inc.</h3><p>Permit of Old Barn Ltd revoked</p>", false),
        ("</p><section><h3>Birch Gaming Inc.</h3></section><p>Permit revoked</p>", false),
        ("</p><h3>Birch Gaming Inc.</h3><p>3 May 2026</p><p>Permit revoked</p>", true),
        ("</p><dl><dt>Birch Gaming Inc.<dd>Permit revoked</dl>", true),
        ("</p><h3>Birch Gaming Inc.</h3><p>Permit of Past Limited revoked</p>", false),
        ("</p><h3>Birch Gaming Inc.</h3><h3>Permits revoked</h3><p>Past Limited</p>", false),
        ("Suspended:</p><p>Birch Gaming Inc. is our partner in the long fight for it</p>", false),
        ("Revoked (1)</p><p>Birch Gaming Inc. (1)", false),
        ("</p><h3>Cancelled</h3><ul><li>Birch Gaming Inc.</ul>", true),
        ("</p><h3>Former licensees</h3><ul><li>Birch Gaming Inc.</ul>", true),
        ("</p><h3>Suspensions</h3><ul><li>Birch Gaming Inc.</ul>", true),
        ("These are no longer certified:</p><ul><li>Birch Gaming Inc.</ul>", true),
        ("Revoked:</p><ul><li>Foo Ltd</ul><p>Issued</p><ul><li>Birch Gaming Inc.</ul>", false),
        ("</p><h3>Permits revoked</h3><p>None</p><p>New: Birch Gaming Inc.</p>", false),
        ("Revoked:</p><ul><li>Foo Ltd</ul><br><p>&nbsp;</p><ul><li>Birch Gaming Inc.</ul>", true),
        ("Revoked:</p><ul><li>Foo Ltd<li>-<li>Birch Gaming Inc.</ul>", true),
        ("</p><h3>How a permit is revoked</h3><p>Birch Gaming Inc.</p>", false),
        ("</p><h3>Birch Gaming Inc.</h3><p>Foo Betting</p><p>Permit revoked</p>", false),
        ("</p><p>Birch Gaming Inc.</p><p>Permit revoked 3 May 2026</p>", true),
        ("</p><p>Birch Gaming Inc.</p><p>3 May 2026</p><p>Permit revoked</p>", true),
        ("</p><p>We welcome Birch Gaming Inc.</p><p>Permit revoked 3 May 2026</p>", false),
        ("</p><p>Birch Gaming Inc.</p><p>Permit not revoked</p>", false),
        ("</p><p>Birch Gaming Inc.</p><hr><p>Permit revoked</p>", false),
        ("</p><p>Birch Gaming Inc.</p><p><b>Revoked</b></p><ul><li>Past Limited</ul>", false),
        ("</p><p>Birch Gaming Inc.</p><p>Permits revoked:</p><p>Past Limited</p>", false),
    ] {
        let reading = read(Kh, &[file("kh", page(notice))]).unwrap();
        let status = reading.licences[0].status_text.as_deref().unwrap();
        assert_eq!(status.contains("Notice"), is_named, "{notice} {status}");
    }
}

#[test]
fn a_notice_names_the_company_with_the_longest_name() {
    let row = "<tr><td>Old Birch Gaming Limited</td><td>old.example</td></tr></table>";
    let notice = "The permit of Old Birch Gaming LTD was revoked.";
    let page = page(notice).replace("</table>", row).replace("Birch Gaming Inc", "Birch Gaming");
    let reading = read(Kh, &[file("kh", page)]).unwrap();
    let named: Vec<_> = reading
        .licences
        .iter()
        .filter(|it| it.status_text.as_deref().is_some_and(|text| text.contains("Notice")))
        .map(|it| it.operator.name.as_str())
        .collect();
    assert_eq!(named, ["Old Birch Gaming Limited"]);
}

#[test]
fn the_number_of_anjouan_is_known_however_it_is_printed() {
    let data = r#"<script id="ag-licence-data">[{"company":"Domoni Ltd","status":"valid",
        "number":"ALSI-202509917-FI2","type":"B2C","issued":"01/01/2026","expiry":"01/01/2027",
        "domains":"domoni.example"}]</script>"#;
    for (notice, is_named) in [
        ("ALSI-202509917-FI2: licence revoked.", true),
        ("ALSI202509917FI2: licence revoked.", true),
        ("ALSl-202509917-FI2: licence revoked.", true),
        ("Licence ALSI 202509917 FI2 was revoked", true),
        ("The licence (ALSI-202509917-FI 2) was revoked.", true),
        ("Licence No. ALSI - 202509917 FI2: revoked", true),
        ("Licence ALSI 202509917 FI1 was revoked", false),
        ("Licence ALSI 202509917 was revoked 2 May", false),
    ] {
        let page = format!("<p>{notice}</p>{data}");
        let reading = read(An, &[file("an", page)]).unwrap();
        let status = reading.licences[0].status_text.as_deref().unwrap();
        assert_eq!(status.contains("Notice"), is_named, "{notice} {status}");
    }
}

#[test]
fn a_legend_of_typefaces_is_refused() {
    for (legend, is_refused) in [
        ("Permits of operators in italics are suspended", true),
        ("Rows shaded pink are suspended.", true),
        ("Names in pink: permit revoked", true),
        ("Entries that are struck through are no longer permitted", true),
        ("Sites marked with this icon are not operated by the Commission.", false),
        ("Tournaments marked with an asterisk are cancelled", false),
        ("The rows in green are new", false),
    ] {
        let read = read(Kh, &[file("kh", page(legend))]);
        assert_eq!(read.is_err(), is_refused, "{legend}");
        assert!(read.map_or_else(|error| error.to_string().contains(legend), |_| true), "{legend}");
    }
}

#[test]
fn long_and_many_notices_about_one_holder_are_told_once() {
    let long = format!("Revoked: {} and Birch Gaming Inc.", "Old Barn Limited, ".repeat(300));
    let many = format!("{NOTICE}</p><p>").repeat(50);
    for (notice, begin) in [(&long, "certified; Notice: Revoked: Old"), (&many, "certified; N")] {
        let reading = read(Kh, &[file("kh", page(notice))]).unwrap();
        assert_eq!(reading.validate("kh"), Ok(()));
        let status = reading.licences[0].status_text.as_deref().unwrap();
        assert!(status.starts_with(begin) && status.matches("Notice").count() == 1, "{status}");
    }
}

/// With every line compared with every name this would take minutes.
#[test]
fn a_large_page_with_many_notices_is_read() {
    let row = |n: usize| format!("<tr><td>Birch Gaming {n} Inc</td><td>b{n}.example</td></tr>");
    let rows: String = (0..1_500).map(row).collect();
    let notice = |n: usize| format!("<p>The permit of Birch Gaming {n} Inc. was revoked.</p>");
    let notices: String = (0..300).map(notice).collect();
    let general = "<p>Permits may be revoked:</p><p>See our page</p>".repeat(300);
    let page = page(&general).replace("</table>", &format!("{rows}</table>{notices}"));
    let reading = read(Kh, &[file("kh", page)]).unwrap();
    let said = |text: &Option<String>| text.as_deref().is_some_and(|it| it.contains("Notice"));
    assert_eq!(reading.licences.iter().filter(|it| said(&it.status_text)).count(), 300);
}

#[test]
fn an_accepted_notice_says_nothing() {
    let reading = read_accepting(Kh, &[file("kh", page(NOTICE))], &[NOTICE]).unwrap();
    assert_eq!(reading.licences[0].status_text.as_deref(), Some("certified"));
}
