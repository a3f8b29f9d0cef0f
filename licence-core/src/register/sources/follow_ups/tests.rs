use super::*;

const DOWNLOADS: &str = "https://r.example/public-register/businesses/download";

fn page(url: &str, text: &str) -> SourceFile {
    SourceFile { name: url.to_owned(), bytes: text.into() }
}

fn next(code: &str, url: &str, text: &str) -> Result<Vec<String>, String> {
    follow_ups(code.parse().unwrap(), &page(url, text)).map_err(|error| error.to_string())
}

fn download_page(files: &[&str]) -> String {
    let link = |file: &&str| {
        format!("<a href=\"/downloads/{file}\" ga-on=\"click\"><strong>{file}</strong></a>")
    };
    let links: String = files.iter().map(link).collect();
    format!("<!DOCTYPE html><title>Download the register</title><main>{links}</main>")
}

#[test]
fn the_british_page_leads_to_its_four_tables() {
    let others = ["business-licence-data.zip", "premises-licence-register.csv"];
    let linked = [&others[..], &UKGC_FILES, &UKGC_FILES].concat();
    let expected = UKGC_FILES.map(|file| format!("https://r.example/downloads/{file}"));
    assert_eq!(next("UKGC", DOWNLOADS, &download_page(&linked)).unwrap(), expected);
}

#[test]
fn a_missing_table_is_named() {
    for missing in UKGC_FILES {
        let rest: Vec<&str> = UKGC_FILES.into_iter().filter(|file| *file != missing).collect();
        let error = next("UKGC", DOWNLOADS, &download_page(&rest)).unwrap_err();
        assert_eq!(error, format!("{DOWNLOADS}: missing: a link to {missing}"));
    }
}

#[test]
fn two_different_links_to_one_table_are_refused() {
    let twice = "<a href='/new/business-licence-register-licences.csv'>new</a>";
    let error = next("UKGC", DOWNLOADS, &(download_page(&UKGC_FILES) + twice)).unwrap_err();
    assert!(error.ends_with("two different links to business-licence-register-licences.csv"));
}

#[test]
fn another_page_is_refused_by_its_title() {
    for code in ["UKGC", "CW", "MGA"] {
        let error = next(code, DOWNLOADS, "<title>Just a moment...</title>").unwrap_err();
        assert!(error.ends_with("found a page \"Just a moment...\""), "{error}");
        let empty = next(code, DOWNLOADS, " \n").unwrap_err();
        assert!(empty.ends_with("the file is empty"), "{empty}");
    }
}

#[test]
fn files_lead_no_further() {
    for (code, url, text) in [
        ("UKGC", "https://r.example/licences.csv", "Account Number,Licence Number\n"),
        ("UKGC", "https://r.example/licences", "Account Number,Licence Number\n"),
        ("UKGC", "https://r.example/all.ZIP", "PK\u{3}\u{4}"),
        ("CW", "https://cert.cga.cw/token?id=7", "<title>Certificate</title>"),
        ("IOM", "https://r.example/26-10-02-current-ogra-licence-holders.xlsx", "PK\u{3}\u{4}"),
        ("MGA", "https://r.example/verification.aspx?company=1", "<a href='/verification.aspx'>"),
        ("KH", "https://r.example/", "<a href='/a.xlsx'>a</a>"),
        ("AN", "https://r.example/", "<a href='/a.csv'>a</a>"),
        ("TGC", "https://r.example/", "<a href='/a.pdf'>a</a>"),
    ] {
        assert_eq!(next(code, url, text), Ok(Vec::new()), "{code} {url}");
        assert!(!is_only_an_index(code.parse().unwrap(), &page(url, text)), "{code} {url}");
    }
}

#[test]
fn only_pages_that_are_no_part_of_the_register_are_an_index() {
    let is_index = |code: &str| is_only_an_index(code.parse().unwrap(), &page(DOWNLOADS, "<html>"));
    assert!(is_index("UKGC") && is_index("CW"));
    assert!(!is_index("IOM") && !is_index("MGA") && !is_index("KH"));
}

#[test]
fn the_newest_pdf_of_curacao_is_taken() {
    let pdf = "https://gamingcontrol.spin-cdn.com/media/license_registry/";
    let names = [
        "20260722_20260722_ogl_license_registry.pdf",
        "20260801_20260730_ogl_license_registry.pdf",
        "20251231_20251231_ogl_license_registry.pdf",
        "20991399_ogl_license_registry.pdf",
        "20270101_annual_report.pdf",
    ];
    let html: String = names.iter().map(|name| format!("<a href='{pdf}{name}'>x</a>")).collect();
    let found = next("CW", "https://www.cga.cw/en/133i348441001", &html).unwrap();
    assert_eq!(found, [format!("{pdf}20260801_20260730_ogl_license_registry.pdf")]);
}

#[test]
fn two_lists_of_one_day_are_refused() {
    let links = ["ogl", "lok"]
        .map(|list| format!("<a href='/20261101_{list}_license_registry.pdf'>list</a>"));
    let page = format!("<!DOCTYPE html><title>Registry</title>{}", links.concat());
    let error = next("CW", "https://r.example/registry", &page).unwrap_err();
    assert!(
        error.contains("several lists of one day: {\"20261101_lok_license_registry.pdf\""),
        "{error}"
    );
}

#[test]
fn the_newest_list_of_the_isle_of_man_is_taken() {
    let html = "<a href='/m/1/26-09-16-current-ogra-licence-holders.xlsx'>1</a>\
                <a href='/m/2/26-10-02-current-ogra-licence-holders.xlsx'>2</a>\
                <a href='/m/3/27-01-01-former-ogra-licence-holders.xlsx'>3</a>\
                <a href='/m/4/26-13-02-current-ogra-licence-holders.xlsx'>4</a>";
    let url = "https://www.isleofmangsc.example/register/";
    let newest = "https://www.isleofmangsc.example/m/2/26-10-02-current-ogra-licence-holders.xlsx";
    assert_eq!(next("IOM", url, html).unwrap(), [newest]);
    // The page itself is the register; whether it can do without the list is for its reader.
    assert_eq!(next("IOM", url, "<p>No list today</p>"), Ok(Vec::new()));
}

#[test]
fn the_saved_list_of_malta_leads_to_the_seals_once_each() {
    let seal = |id: &str| {
        format!("https://authorisation.mga.org.mt/verification.aspx?lang=EN&company={id}&details=1")
    };
    let link = |id: &str| format!("<a href=\"{}\">seal</a>", seal(id).replace('&', "&amp;"));
    let html = [link("a"), link("b"), link("a")].concat();
    assert_eq!(next("MGA", "https://r.example/list.html", &html).unwrap(), [seal("a"), seal("b")]);
}

#[test]
fn links_to_strange_hosts_are_refused() {
    let bad = "<a href='https://evil.example/20270101_ogl_license_registry.pdf'>x</a>";
    let error = next("CW", "https://www.cga.cw/en/1", bad).unwrap_err();
    assert!(error.contains("evil.example") && error.contains("is not followed"), "{error}");
    let bad = "<a href='http://authorisation.mga.org.mt/verification.aspx?company=1'>x</a>";
    assert!(next("MGA", "https://r.example/", bad).unwrap_err().contains("not https://"));
}

#[test]
fn certificates_are_found_by_the_last_group() {
    let urls = |pdf: &str, numbers: &[&str]| {
        let numbers: Vec<String> = numbers.iter().map(|number| (*number).to_owned()).collect();
        cw_certificate_urls(pdf, &numbers).map_err(|error| error.to_string())
    };
    let numbers = ["OGL/2024/894/1037", "OGL/2024/887/0618 ", "OGL/2023/1/618", "CGA/2024/1/001"];
    let keys = ["1037", "618", "1"].map(|key| format!("https://cert.cga.cw/token?id={key}"));
    assert_eq!(urls("https://cdn.example/r.pdf", &numbers).unwrap(), keys);
    let here = urls("http://127.0.0.1:8081/r.pdf", &["OGL/2024/894/1037"]).unwrap();
    assert_eq!(here, ["http://127.0.0.1:8081/token?id=1037"]);
    let error = urls("r.pdf", &["8048/JAZ"]).unwrap_err();
    assert_eq!(error, "r.pdf: the licence number \"8048/JAZ\" does not end in /NUMBER");
}

#[test]
fn a_pdf_that_cannot_be_read_leads_nowhere_and_says_why() {
    let error = next("CW", "https://r.example/register.pdf", "%PDF-1.7").unwrap_err();
    assert!(error.starts_with("https://r.example/register.pdf: "), "{error}");
}

fn links(url: &str, html: &str) -> Vec<String> {
    let file = SourceFile { name: url.into(), bytes: html.into() };
    let html = HtmlPage::open(&file).unwrap();
    links_of(&html).unwrap().iter().map(Url::to_string).collect()
}

#[test]
fn links_are_resolved_against_the_page() {
    let page = "<a href='/a.csv'>a</a><a href=' b.csv#top '>b</a><a href='//c.example/c'>c</a>\
                <a href='b.csv'>again</a><a name=x>none</a><a href='https://['>broken</a>";
    let expected = ["https://r.example/a.csv", "https://r.example/d/b.csv", "https://c.example/c"];
    assert_eq!(links("https://r.example/d/page?x=1", page), expected);
}

#[test]
fn a_page_of_many_links_takes_no_time() {
    let page: String = (0..50_000).map(|n| format!("<a href='/{n}.csv'>x</a>")).collect();
    assert_eq!(links("https://r.example/d/page", &page).len(), 50_000);
}

#[test]
fn a_page_may_state_its_own_base() {
    let page = "<base href='/other/'><a href='a.csv'>a</a>";
    assert_eq!(links("https://r.example/d/page", page), ["https://r.example/other/a.csv"]);
}
