use super::*;
use crate::jurisdiction::JurisdictionCode::Kh;
use crate::register::Accepted;
use crate::register::survey::Survey;
use crate::register::tests::file;

const LIST: &str = "<table><tr><td>a.example</td></tr></table>";

/// What is unknown on a page on which licensees stand under `Licensees`.
fn unknown(html: &str, accepted: &[&str]) -> Vec<(NameKind, String)> {
    let file = file("p.html", format!("<title>Register</title>{html}"));
    let accepted = Accepted(accepted.iter().map(|name| (*name).to_owned()).collect());
    let survey = Survey::new(Kh, &accepted);
    let page = SurveyedPage::open(&survey, &file).unwrap();
    let is_list = |table: ElementRef<'_>| text_in(table).contains("a.example");
    check_lists(&page, "licensees | register", is_list);
    drop(page);
    survey.into_unknown().into_iter().map(|it| (it.kind, it.name)).collect()
}

#[test]
fn a_list_stands_under_declared_headings() {
    for (before, heading) in [
        ("<h2>Former licensees</h2>", "Former licensees"),
        (
            "<h2>Former licensees</h2><p>The following operators held a licence.</p>",
            "Former licensees",
        ),
        ("<h2>Suspended licences</h2><h3>Licensees</h3>", "Suspended licences"),
        ("<p><b>Suspended licences</b></p>", "Suspended licences"),
        ("<div><strong>Revoked</strong></div><p>Since 2024:</p>", "Revoked"),
        ("<details><summary>Suspended licences</summary>", "Suspended licences"),
        ("<div class=a><div class=title><h2>Former licensees</h2></div><div>", "Former licensees"),
        ("<section><header><h2>Warnings</h2></header>", "Warnings"),
        ("<h2>Licensees</h2><table><tr><td>a.example</table><h2>Warnings</h2><ul><li>", "Warnings"),
        ("<h1>Register</h1><header><h3>Revoked</h3></header>", "Revoked"),
        ("<h1>Register</h1><div class=header><h3>Revoked</h3></div>", "Revoked"),
        ("<h1>Register</h1><h3 class=header>Revoked</h3>", "Revoked"),
        ("<header><h1>Revoked permits</h1></header>", "Revoked permits"),
        ("<header class=entry-header><h1>Revoked</h1></header><h2>Licensees</h2>", "Revoked"),
        ("<div role=banner><h1>Revoked</h1></div>", "Revoked"),
        ("<div class=header><h2>Revoked</h2><h2>Licensees</h2></div>", "Revoked"),
        ("<div id=header><h1>Revoked</h1></div>", "Revoked"),
        ("<aside><h2>Revoked</h2>", "Revoked"),
        ("<div id=consent-decisions><h2>Revoked</h2>", "Revoked"),
        ("<div role=heading aria-level=2>Revoked</div>", "Revoked"),
        ("<div role=Heading>Revoked</div>", "Revoked"),
        ("<section><strong>Revoked</strong>", "Revoked"),
        ("<figure><figcaption>Revoked</figcaption>", "Revoked"),
        ("<h4>Revoked</h4><h4>Updated November 24, 2026</h4>", "Revoked"),
        ("<h4>Revoked as of November 24, 2026</h4>", "Revoked as of November 24, 2026"),
    ] {
        let expected = vec![(NameKind::Heading, heading.to_owned())];
        assert_eq!(unknown(&format!("{before}{LIST}"), &[]), expected, "{before}");
        assert_eq!(unknown(&format!("{before}{LIST}"), &[heading]), [], "{before}");
    }
    for (after, heading) in [
        ("<h2>Suspended licensees</h2><p>A. Bet Ltd</p>", Some("Suspended licensees")),
        ("<h2>How to apply</h2><p><b>Revoked</b></p>", None),
        ("<footer><h2>Revoked licences</h2></footer>", None),
    ] {
        let expected = heading.map(|heading| (NameKind::Heading, heading.to_owned()));
        assert_eq!(unknown(&format!("{LIST}{after}"), &[]), Vec::from_iter(expected), "{after}");
    }
    let rows = LIST.replace("</tr>", "</tr><tr><th>Former</th><th></th></tr><tr><td>b</td></tr>");
    assert_eq!(unknown(&rows, &[]), [(NameKind::Heading, "Former".to_owned())]);
    let caption = LIST.replace("<tr>", "<caption>Cancelled licences</caption><tr>");
    assert_eq!(unknown(&caption, &[]), [(NameKind::Heading, "Cancelled licences".to_owned())]);
    for name in ["aria-label", "summary", "title"] {
        let described = |text: &str| LIST.replace("<table>", &format!("<table {name}=\"{text}\">"));
        let heading = (NameKind::Heading, "Revoked licences".to_owned());
        assert_eq!(unknown(&described("Revoked licences"), &[]), [heading], "{name}");
        assert_eq!(unknown(&described("All licences"), &[]), [], "{name}");
    }
}

#[test]
fn boilerplate_and_introductions_are_not_looked_at() {
    for before in [
        "",
        "<h1>REGISTER</h1><h2> Licensees: </h2>",
        "<h2>Former licensees</h2><p>None</p><h2>Licensees</h2>",
        "<p>A licence may be <b>revoked</b>.</p><p>Revoked licences:</p>",
        "<p>The following operators are licensed. Suspended operators are not listed.</p>",
        "<header><h1>The commission</h1></header><nav><h2>Revoked licences</h2></nav>",
        "<aside><h3>Public warnings</h3><table><tr><td>b.example</table></aside>",
        "<div id=cookie-banner><h2>Cookies</h2><table><tr><td>_ga</td></tr></table></div>",
        "<div role=dialog><h2>Cookies</h2></div><div class=sidebar><h3>Links</h3></div>",
        "<h2></h2><p><b></b></p>",
        "<p><strong>Updated November 24, 2026.</strong></p>",
        "<h2>Licensees</h2><h4>Last updated: 24th November 2026, 10:12.</h4>",
        "<h2>Licensees (as of November 24, 2026)</h2><p><b>24/11/2026</b></p>",
        "<div class=header><h2>The commission</h2></div><h1>Register</h1>",
        "<header><h1>The commission</h1><nav><h2>Revoked</h2></nav><b>Revoked</b></header>",
        "<div>A licence may be <b>revoked</b>.</div><div><b>Note</b> that this is old.</div>",
        "<table><tr><td><p><b>a.example</b></p></td></tr></table>",
    ] {
        assert_eq!(unknown(&format!("{before}{LIST}"), &[]), [], "{before}");
    }
}

#[test]
fn a_title_may_not_say_that_the_licences_are_out_of_force() {
    let titled = |title: &str| format!("<head><title>{title}</title></head>{LIST}");
    let heading = (NameKind::Heading, "Revoked licences".to_owned());
    assert_eq!(unknown(&titled("Revoked licences"), &[]), [heading]);
    assert_eq!(unknown(&titled("Licences - the commission"), &[]), []);
}

#[test]
fn every_table_of_the_content_is_known() {
    for (table, name) in [
        ("<table><tr><th>FORMER OPERATOR</th></tr></table>", "FORMER OPERATOR"),
        ("<table><tr><td>Monday</td><td>9 to 5</td></tr></table>", "Monday | 9 to 5"),
        ("<table><caption>Suspended</caption><tr><td>x</td></tr></table>", "Suspended"),
    ] {
        let html = format!("{LIST}{table}");
        assert_eq!(unknown(&html, &[]), [(NameKind::Table, name.to_owned())]);
        assert_eq!(unknown(&html, &[name]), []);
        assert_eq!(unknown(&format!("{LIST}<footer>{table}</footer>"), &[]), []);
    }
    let others = "<table></table><table><tr><td>Box 1799</td></tr></table>";
    assert_eq!(unknown(&format!("<table><tr><td>{LIST}</table>{others}"), &[]), []);
}
