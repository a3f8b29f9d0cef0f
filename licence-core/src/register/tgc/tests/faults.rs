use super::fixture::{file, list, message, read_files, seal, seal_of, seal_url};

const EXPECTED: &str = "expected a page of the Tobique Gaming Commission: its list of licensees (a \
                        table with columns of operators and web sites) or a seal (domain and \
                        status, labelled), found a page ";

#[test]
fn another_page_is_never_an_empty_register() {
    for (html, found) in [
        ("<html><title>Just a moment...</title></html>", "\"Just a moment...\""),
        ("<title>Log in</title><form><p>Status: please log in</p></form>", "\"Log in\""),
        (
            "<title>Tobique Gaming Commission</title>Down for maintenance",
            "\"Tobique Gaming Commission\"",
        ),
        (
            "<title>Licensees</title><table><tr><th>Operator</th><th>URL</th><th>Type</th></tr><tr><td>A</td><td>a.example</td><td></td></tr></table>",
            "\"Licensees\"",
        ),
        (
            "<title>Commission de Tobique</title><table><tr><th>Exploitant</th><th>Adresse</th></tr><tr><td>A</td><td>a.example</td></tr></table>",
            "\"Commission de Tobique\"",
        ),
    ] {
        let files = [list(&[["Lantern Ltd", "B2C", "a.example"]]), file("p", html)];
        assert_eq!(message(&files), format!("p: {EXPECTED}{found}"));
    }
    assert_eq!(message(&[file("p", "")]), "p: the file is empty");
    assert_eq!(message(&[]), "no files: missing: the pages of the list, or seal pages");
}

#[test]
fn rows_that_cannot_be_read_are_named() {
    for (rows, expected) in [
        (&[][..], "the list of licensees has no rows"),
        (&[["", "B2C", "a.example"]], "the row \" | B2C | a.example\" names no operator"),
        (
            &[["a.example", "B2C", "Lantern Ltd"]],
            "the operator of the row \"a.example | B2C | Lantern Ltd\" is a host name",
        ),
        (
            &[["Suspended", "B2C", "a.example"]],
            "the operator of the row \"Suspended | B2C | a.example\" is no name",
        ),
        (
            &[["Lantern Ltd", "a.example", "B2C"]],
            "the text \"B2C\" is not known: see `accept` of `[registers.TGC]`",
        ),
        (
            &[["Lantern Ltd", "B2C", "a.example</td><td>x"]],
            "the row \"Lantern Ltd | B2C | a.example | x\" fills 4 columns; the table has 3",
        ),
        (
            &[["Lantern Ltd</td><td colspan=\"2\">B2C", "a.example", ""]],
            "the row \"Lantern Ltd | B2C | a.example | \" fills 5 columns; the table has 3",
        ),
        (
            &[[
                "Mill Ltd",
                "B2C",
                "b.example</td></tr><tr><td colspan=2>Lantern Ltd</td><td>a.example",
            ]],
            "a cell of the row \"Lantern Ltd | a.example\" fills several columns",
        ),
        (
            &[["Mill Ltd", "B2C", "b.example</td></tr><tr><td colspan=3>Suspended licensees"]],
            "the heading \"Suspended licensees\" is not known: see `accept` of `[registers.TGC]`",
        ),
    ] {
        assert_eq!(message(&[list(rows)]), format!("list.html: {expected}"));
    }
    let mut half = list(&[["Lantern Ltd", "B2C", "a.example"], ["Mill Ltd", "B2C", "b.example"]]);
    half.bytes.truncate(half.bytes.len() / 2);
    assert_eq!(
        message(&[half]),
        "list.html: the file ends inside the markup of the page; it looks cut off"
    );
}

#[test]
fn a_list_that_may_not_be_of_licensees_is_refused() {
    let page = list(&[["Lantern Ltd", "B2C", "a.example"]]);
    let text = String::from_utf8(page.bytes).unwrap();
    for heading in [
        "<h2>Revoked</h2>",
        "<h3>Former licensees</h3><p>As of today</p>",
        "<p>The following licences are on hold:</p>",
        "<p>The following licences are banned:</p>",
        "<p>These licensees lost their licence:</p>",
        "<p>Unauthorised operators</p>",
        "<p>Applicants</p>",
        "<p>List of current applicants</p>",
        "<p>The operators below are applicants for a licence.</p>",
        "<button role=tab aria-selected=true>Applicants</button>",
        "<div role=tablist><button role=tab aria-selected=true>Applicants</button></div>",
        "<div role=tablist><button role=tab>Licensees</button>\
         <button role=tab class=active>Revoked</button></div>",
        "<ul role=tablist><li role=tab aria-selected=true>Applicants\
         <li role=tab aria-selected=false>Licensees</ul>",
        "<p>Rejected</p>",
        "<p>Rejected applications</p>",
        "<p>Applications that were denied</p>",
        "<p>The operators below have been rejected.</p>",
        "<p>Awaiting certification</p>",
        "<p>Operators awaiting a licence</p>",
        "<p>The operators below are awaiting a licence.</p>",
        "<p>Blacklist</p>",
        "<p>Applications for certification</p>",
        "<p>Applications under consideration</p>",
        "<p>Applications received</p>",
        "<p>Applicant companies</p>",
        "<p>Unsuccessful applicants</p>",
        "<p>Companies whose application is being processed</p>",
        "<p>Applying companies</p>",
        "<p>Prospective licensees</p>",
        "<p>Under application</p>",
        "<p>Under review</p>",
        "<p>Declined</p>",
        "<p>Illegal operators</p>",
        "<p>De-registered operators</p>",
        "<p>Companies denied a licence</p>",
        "<p>Operators whose application was rejected</p>",
        "<p>Operators still awaiting a licence</p>",
        "<p>The Commission denied these operators a permit.</p>",
        "<p>The operators below are black-listed.</p>",
    ] {
        let message =
            message(&[file("list.html", text.replace("<table>", &format!("{heading}<table>")))]);
        assert!(message.starts_with("list.html: the heading \""), "{message}");
        assert!(message.contains("is not known: see `accept` of `[registers.TGC]`"), "{message}");
    }
    const TABS: &str = "<button role=tab aria-selected=true>Licensees</button>\
        <button role=tab aria-selected=false>Applicants</button>";
    for harmless in [
        "<p>How to apply</p>",
        "<p>Proposed amendments to the Regulations</p>",
        "<p>Avoid sites with no licence.</p>",
        "<nav><p>Applicants</p></nav>",
        TABS,
        &format!("<div role=tablist>{TABS}</div>"),
        "<ul role=tablist><li role=tab aria-selected=true>Licensees\
         <li role=tab aria-selected=false>Applicants</ul>",
        "<ul role=tablist><li role=tab aria-selected=true><a href=#l>Licensees</a>\
         <li role=tab aria-selected=false><a href=#a>Applicants</a></ul>",
        "<div><div role=tab aria-selected=true>Licensees</div>\
         <div role=tab aria-selected=false>Applicants</div></div>",
    ] {
        let page = file("list.html", text.replace("<table>", &format!("{harmless}<table>")));
        assert_eq!(read_files(&[page]).unwrap().licences.len(), 1, "{harmless}");
    }
    let another = |operator: &str| {
        let table = format!(
            "</table><table><tr><th>Operator</th><th>Type</th><th>URL</th></tr>\
             <tr><td>{operator}</td><td>B2C</td><td>a.example</td></tr></table>"
        );
        file("list.html", text.replace("</table>", &table))
    };
    for operator in ["Mill Ltd", "Lantern Ltd"] {
        assert_eq!(
            message(&[another(operator)]),
            "list.html: the list of licensees is there twice"
        );
    }
    let twice = text
        .replace("<th>URL</th>", "<th>Status</th><th>Licence status</th><th>URL</th>")
        .replace("<td>B2C</td>", "<td>B2C</td><td>licensed</td><td>Revoked</td>");
    assert_eq!(
        message(&[file("list.html", twice)]),
        "list.html: the list of licensees has a second column \"Licence status\""
    );
}

#[test]
fn a_heading_between_the_rows_is_known_or_refuses() {
    let page = |heading: &str| list(&[["Lantern Ltd", "B2C", "a.example"], [heading, "", "<br>"]]);
    for heading in ["Suspended licensees", "Former holders"] {
        let expected = format!(
            "list.html: the heading {heading:?} is not known: see `accept` of `[registers.TGC]`"
        );
        assert_eq!(message(&[page(&format!("<strong>{heading}</strong>"))]), expected);
    }
    let picture = message(&[page("<img src=x alt='Suspended licensees'>")]);
    assert!(picture.contains("the heading \"Suspended licensees\" is not known"), "{picture}");
    let filled = [["Lantern Ltd", "B2C", "a.example"], ["Former holders", "-", "n/a"]];
    assert!(message(&[list(&filled)]).contains("the heading \"Former holders\" is not known"));
    for [heading, kind, site] in
        [["Former licensees", "2", ""], ["Former holders", "B2C", ""], ["Historic", "-", "2 sites"]]
    {
        let counted = [["Lantern Ltd", "B2C", "a.example"], [heading, kind, site]];
        let expected = format!("the heading {heading:?} is not known");
        assert!(message(&[list(&counted)]).contains(&expected), "{heading}");
    }
    let without_site = [["Lantern Ltd", "B2C", "a.example"], ["Mill Ltd", "", ""]];
    assert_eq!(read_files(&[list(&without_site)]).unwrap().licences.len(), 2);
    let header = [["Lantern Ltd", "B2C", "a.example"], ["Suspended licensees", "Type", "Website"]];
    assert!(message(&[list(&header)]).contains("the heading \"Suspended licensees\" is not known"));
    let again = [["Lantern Ltd", "B2C", "a.example"], ["Operator", "Licence type", "URL"]];
    assert_eq!(read_files(&[list(&again)]).unwrap().licences.len(), 1);
}

#[test]
fn seals_that_prove_nothing_are_refused() {
    let url = seal_url(1);
    let elsewhere = file(
        "s",
        String::from_utf8(seal(1, "a.example", "L", "licensed").bytes)
            .unwrap()
            .replace(".seals.dlagglobal.com", ".seals.dlagglobal.com.evil.example"),
    );
    assert!(message(&[elsewhere]).ends_with("…, not from *.seals.dlagglobal.com"));
    let nowhere = file(
        "s",
        String::from_utf8(seal(1, "a.example", "L", "licensed").bytes).unwrap().replace(&url, ""),
    );
    assert_eq!(
        message(&[nowhere]),
        "s: the seal does not tell its address; expected https://<uuid>.seals.dlagglobal.com in the page or the name of its file"
    );
    for (body, expected) in [
        (
            "<p>Domain: a.example</p>",
            "expected a seal that labels its domain and its status, found a page \"Seal\"",
        ),
        (
            "<p>Status: licensed</p>",
            "expected a seal that labels its domain and its status, found a page \"Seal\"",
        ),
        (
            "<p>Domain: a.example</p><p>Domain: b.example</p><p>Status: licensed</p>",
            "the seal says \"a.example\" and \"b.example\" under one label",
        ),
        (
            "<p>Domain: Lantern</p><p>Status: licensed</p>",
            "the domain of the seal is \"Lantern\", no host name",
        ),
        (
            "<p>Domain: play.google.com</p><p>Status: licensed</p>",
            "the domain of the seal is \"play.google.com\", no host name",
        ),
        (
            "<p>Domain: a.example</p><p>Status: licensed</p>",
            "a.example is not listed, and the seal names no operator",
        ),
    ] {
        assert_eq!(message(&[seal_of(1, body)]), format!("seal-1.html: {expected}"));
    }
    let page = seal(1, "a.example", "Lantern Ltd", "licensed");
    let mut again = seal(1, "a.example", "Lantern Ltd", "Licensed");
    again.name = "z.html".into();
    assert_eq!(
        message(&[page.clone(), again.clone()]),
        format!("z.html: the seal {url} a second time; the first is seal-1.html")
    );
    again.bytes.clone_from(&page.bytes);
    assert_eq!(
        message(&[page, again]),
        "z.html: the same page a second time; the first is seal-1.html"
    );
}
