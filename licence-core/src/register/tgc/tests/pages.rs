use super::fixture::{file, licence_lines, list, read_files, seal, seal_of, seal_url};

fn list_of(table: &str) -> crate::register::SourceFile {
    file("list.html", format!("<p>Tobique Gaming Commission</p><table>{table}</table>"))
}

#[test]
fn columns_are_found_by_their_words() {
    for table in [
        "<tr><th>Operator</th><th>Type</th><th>URL</th></tr><tr><td>Lantern Ltd</td><td>B2C</td><td>a.example</td></tr>",
        "<thead><tr><th>Website URL(s)</th><th>Licensee name</th><th>Licence category</th></tr></thead><tbody><tr><td><a href='http://x'>a.example</a></td><td>Lantern Ltd</td><td>b2c licence</td></tr></tbody>",
        "<tr><td>Company</td><td>Domains</td><td>License Type</td></tr><tr><td>Lantern Ltd</td><td>a.example</td><td>B2C</td></tr><tr><td></td><td> </td><td></td></tr>",
        "<tr><th>Website operator</th><th>Operator website</th><th>Type</th></tr><tr><td>Lantern Ltd</td><td>a.example</td><td>B2C</td></tr>",
    ] {
        let table = table.replace("http://x", "javascript:void(0)");
        let reading = read_files(&[list_of(&table)]).unwrap();
        assert_eq!(
            licence_lines(&reading),
            ["Lantern Ltd: licensed [\"B2C\"] a.example=-"],
            "{table}"
        );
    }
}

#[test]
fn a_status_column_is_kept_verbatim() {
    let table = "<tr><th>Operator</th><th>Website</th><th>Licence status</th></tr>\
                 <tr><td>Lantern Ltd</td><td>a.example</td><td>Licensed</td></tr>\
                 <tr><td>Mill Ltd</td><td>None</td><td>On hold</td></tr>";
    let reading = read_files(&[list_of(table)]).unwrap();
    assert_eq!(
        licence_lines(&reading),
        ["Lantern Ltd: Licensed [] a.example=-", "Mill Ltd: On hold [] "]
    );
}

#[test]
fn a_seal_is_read_in_every_labelled_form() {
    for body in [
        "<table><tr><th>Domain</th><td>a.example</td></tr><tr><th>Licensee</th><td>Lantern Ltd</td></tr><tr><th>License Status</th><td>licensed</td></tr></table>",
        "<table><tr><td>Website:</td><td><a href='https://b'>a.example</a></td></tr><tr><td>Operator:</td><td>Lantern Ltd</td></tr><tr><td>Status:</td><td>licensed</td></tr></table>",
        "<dl><dt>Domain name</dt><dd>a.example</dd><dt>Operator</dt><dd>Lantern Ltd</dd><dt>Status</dt><dd>licensed</dd></dl>",
        "<div><div><span>URL:</span> a.example</div><div>Operator: Lantern Ltd</div><div>Licence status: licensed</div></div>",
        "<p>Domain: a.example<br>Operator: Lantern Ltd<br>Status: licensed</p>",
        "<ul><li>Site: a.example</li><li>Company name: Lantern Ltd</li><li>Status: licensed</li></ul>",
    ] {
        let body = body.replace("https://b'", "#'");
        let reading = read_files(&[seal_of(1, &body)]).unwrap();
        assert!(!reading.complete);
        assert_eq!(licence_lines(&reading), ["Lantern Ltd: licensed [] a.example=- ..."], "{body}");
        assert_eq!(reading.licences[0].domains[0].verification_url, Some(seal_url(1)));
    }
}

#[test]
fn the_type_of_a_seal_is_kept() {
    let body = "<p>Domain: a.example</p><p>Operator: Lantern Ltd</p><p>Licence type: B2C</p><p>Status: licensed</p>";
    let reading = read_files(&[seal_of(1, body)]).unwrap();
    assert_eq!(licence_lines(&reading), ["Lantern Ltd: licensed [\"B2C\"] a.example=- ..."]);
    assert_eq!(
        read_files(&[seal(1, "a.example", "Lantern Ltd", "licensed")]).unwrap().licences.len(),
        1
    );
}

/// The four seals seen on real sites.
#[test]
fn the_seals_of_real_sites_are_known() {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/registers/TGC/seal-observations.tsv");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: {path} is not there");
        return;
    };
    let rows: Vec<_> = text.lines().skip(1).filter_map(|line| line.split_once('\t')).collect();
    let files = rows.iter().map(|(site, url)| {
        let page = seal(1, site, "Lantern Ltd", "licensed");
        let html = String::from_utf8(page.bytes).unwrap().replace(&seal_url(1), url);
        file(&format!("{site}.html"), &html)
    });
    let reading = read_files(&files.collect::<Vec<_>>()).unwrap();
    let domains = &reading.licences[0].domains;
    assert_eq!(domains.len(), 4);
    for (site, url) in rows {
        let domain = domains.iter().find(|domain| domain.domain == site).unwrap();
        assert_eq!(domain.verification_url.as_deref(), Some(url));
    }
}

/// A page that was read and lists no site lists none: a site of before is no longer listed.
#[test]
fn a_row_without_sites_lists_all_of_them() {
    for cell in ["", "-", "<s>a.example</s>"] {
        let rows = [["Lantern Ltd", "B2C", cell], ["Mill Ltd", "B2C", "b.example"]];
        let reading = read_files(&[list(&rows)]).unwrap();
        assert_eq!(
            licence_lines(&reading),
            ["Lantern Ltd: licensed [\"B2C\"] ", "Mill Ltd: licensed [\"B2C\"] b.example=-"],
            "{cell}"
        );
    }
}

#[test]
fn a_badge_beside_a_name_or_type_is_a_remark() {
    for (name, kind, status) in [
        ("Lantern Ltd <span>Suspended</span>", "B2C", "licensed; Operator: Lantern Ltd Suspended"),
        ("Lantern Ltd<sup>1</sup>", "B2C", "licensed; Operator: Lantern Ltd 1"),
        ("Lantern Ltd", "B2C <span>Suspended</span>", "licensed; Type: B2C Suspended"),
        ("Lantern Ltd <img src=x alt=Suspended>", "B2C", "licensed; Operator: Suspended"),
        ("Lantern Ltd <i class=sr-only>Suspended</i>", "B2C", "licensed; Operator: Suspended"),
        ("Lantern Ltd <img src=x alt=''>", "B2C", "licensed"),
        ("Lantern Ltd", "B2C - suspended", "licensed; Type: B2C - suspended"),
        ("Lantern Ltd", "B2C / Suspended", "licensed; Type: B2C / Suspended"),
        ("Lantern Ltd", "B2C, revoked", "licensed; Type: B2C, revoked"),
        ("Lantern Ltd", "Suspended", "licensed; Type: Suspended"),
    ] {
        let rows = [[name, kind, "a.example"], ["Mill Ltd", "B2C", "b.example"]];
        let reading = read_files(&[list(&rows)]).unwrap();
        assert_eq!(reading.licences[0].status_text.as_deref(), Some(status), "{name} {kind}");
        assert_eq!(reading.licences[0].operator.name, "Lantern Ltd", "{name}");
    }
}

#[test]
fn a_counter_that_is_no_number_is_a_remark() {
    for (counter, status) in [
        ("2", "licensed"),
        ("1,002.", "licensed"),
        ("2 REVOKED", "licensed; No.: 2 REVOKED"),
        ("<s>2</s>", "licensed; struck out"),
        ("<s>2</s> \u{274c}", "licensed; No.: 2 \u{274c}"),
        ("2 <img alt=Revoked>", "licensed; No.: 2 Revoked"),
    ] {
        let rows = format!(
            "<tr><th>No.</th><th>Operator</th><th>URL</th></tr>\
             <tr><td>{counter}</td><td>Lantern Ltd</td><td>a.example</td></tr>"
        );
        let reading = read_files(&[list_of(&rows)]).unwrap();
        assert_eq!(reading.licences[0].status_text.as_deref(), Some(status), "{counter}");
    }
}

#[test]
fn what_else_a_seal_shows_is_a_remark() {
    let lines = "<p>Domain: a.example</p><p>Operator: Lantern Ltd</p><p>Status: licensed</p>";
    let status = |before: &str, title: &str| {
        let page = seal_of(1, &format!("{lines}{before}"));
        let html = String::from_utf8(page.bytes).unwrap();
        let html = html.replace("<h1>Tobique Gaming Commission</h1>", title);
        let reading = read_files(&[file("seal-1.html", &html)]).unwrap();
        reading.licences[0].status_text.clone().unwrap()
    };
    const TITLE: &str = "<h1>Tobique Gaming Commission</h1>";
    for shown in [
        "<img src=stamp.png alt=SUSPENDED>",
        "<span class=sr-only>SUSPENDED</span>",
        "<aside>SUSPENDED</aside>",
        "<button>SUSPENDED</button>",
        "<input type=submit value=SUSPENDED>",
        "<input readonly value=SUSPENDED>",
        "<select><option>Licensed<option selected>SUSPENDED</select>",
        "<footer><img src=stamp.png alt=SUSPENDED></footer>",
        "<svg><title>SUSPENDED</title></svg>",
        "<table><tr><td>SUSPENDED</td></tr></table>",
        "<table><caption>SUSPENDED</caption><tr><td>Type</td><td>B2C</td></tr></table>",
        "<dl><dt>SUSPENDED</dt></dl>",
    ] {
        assert_eq!(status(shown, TITLE), "licensed; Text: SUSPENDED", "{shown}");
    }
    for shown in [
        "<img alt='Tobique Gaming Commission logo'><img alt='Lantern'><button>Print</button>",
        "<form><input type=search><input type=submit value=Search></form>",
        "<input type=hidden value=x><input type=checkbox value=x><select><option selected>English</select>",
        "<footer><img alt='Part of a group'></footer>",
        "<p>Last verified: 24 November 2026 10:12</p>",
        "<p>Verified on 24/11/2026 10:12</p>",
        "<p>Checked on 24 November 2026 10:12 UTC</p>",
    ] {
        assert_eq!(status(shown, TITLE), "licensed", "{shown}");
    }
    let banner = format!("<div role=banner>{TITLE}<p>SUSPENDED</p></div>");
    assert_eq!(status("", &banner), "licensed; Text: SUSPENDED");
}

#[test]
fn what_a_seal_hides_is_neither_its_status_nor_a_remark() {
    let read = |more: &str| {
        let body = format!("<p>Domain: a.example</p><p>Operator: Lantern Ltd</p>{more}");
        read_files(&[list(&[["Lantern Ltd", "B2C", "a.example"]]), seal_of(1, &body)])
    };
    let status = "<p>Status: licensed</p>";
    for (more, expected) in [
        (format!("<div hidden>Loading</div>{status}"), "licensed"),
        (format!("<p>Page last updated: 24 November 2026</p>{status}"), "licensed"),
    ] {
        let reading = read(&more).unwrap();
        assert_eq!(reading.licences[0].status_text.as_deref(), Some(expected), "{more}");
    }
    assert!(read(&status.replace("<p>", "<p hidden>")).is_err());
}
