use super::*;
use crate::register::SourceFile;

const HOST: &str = "5b1e0c3a-0001-4000-8000-000000000001.seals.dlagglobal.com";

fn url_in(name: &str, html: &str) -> Result<String, String> {
    let file = SourceFile { name: name.to_owned(), bytes: html.into() };
    url_of(&HtmlPage::open(&file).unwrap()).map_err(|error| error.to_string())
}

#[test]
fn a_seal_tells_its_address() {
    let url = format!("https://{HOST}");
    for (name, html) in [
        ("a.html", format!("<link rel=canonical href='{url}/'>")),
        ("a.html", format!("<img src='HTTPS://{}/sealassets/ab.png'>", HOST.to_uppercase())),
        ("a.html", format!("<!-- saved from url=(0061){url}/ -->x<form action='./'></form>")),
        (&format!("{HOST}.html"), "x".to_owned()),
        (&format!("https___{HOST}_validate"), format!("Seal {HOST}.")),
    ] {
        assert_eq!(url_in(name, &html).as_ref(), Ok(&url), "{name} {html}");
    }
}

#[test]
fn no_other_host_is_a_seal() {
    let nowhere = "a: the seal does not tell its address; expected \
                   https://<uuid>.seals.dlagglobal.com in the page or the name of its file";
    for html in [
        "x".to_owned(),
        format!("<a href='https://{HOST}.evil.example/'>"),
        format!("https://evil{HOST}"),
        "https://seals.dlagglobal.com https://www.seals.dlagglobal.com".to_owned(),
        "https://5b1e0c3a-0001-4000-8000-000000000001.seals-dlagglobal.com".to_owned(),
    ] {
        assert_eq!(url_in("a", &html).unwrap_err(), nowhere, "{html}");
    }
    for strange in
        ["https://evil.example/", "//evil.example", &format!("https://{HOST}@evil.example/")]
    {
        let html = format!("<link rel=canonical href='{strange}'>https://{HOST}");
        let message = format!("a: the page is from {strange:?}, not from *.seals.dlagglobal.com");
        let found = url_in("a", &html).unwrap_err();
        assert!(
            found == message || found.ends_with("…, not from *.seals.dlagglobal.com"),
            "{found}"
        );
    }
    let two = format!("https://{HOST} https://{}", HOST.replace("0001.", "0002."));
    assert!(url_in("a", &two).unwrap_err().starts_with("a: the page names two seals, "));
}
