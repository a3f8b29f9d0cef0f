use super::*;
use crate::register::tests::file;

#[test]
fn a_page_tells_where_it_is_from() {
    let file = file(
        "seal.html",
        "<!-- saved from url=(0030)https://one.example/a?b=1 -->\n<html><head>\
         <link rel=canonical href='https://two.example/'>\
         <meta property='og:url' content='https://three.example/'>\
         <base href='https://five.example/'></head>\
         <form action='./four?c=2'></form></html>",
    );
    let addresses = own_addresses(&HtmlPage::open(&file).unwrap());
    assert_eq!(
        addresses,
        [
            "seal.html",
            "https://one.example/a?b=1",
            "https://two.example/",
            "https://three.example/",
            "./four?c=2",
            "https://five.example/"
        ]
    );
}

#[test]
fn a_host_is_found_as_a_browser_finds_it() {
    for (address, host) in [
        ("https://One.example/a", Some("one.example")),
        (" //two.example:443/?b", Some("two.example")),
        ("https://one.example:x@three.example/", Some("three.example")),
        ("https://one.example@three.example/", Some("three.example")),
        ("https:\\\\three.example\\a", Some("three.example")),
        ("./a?c=https://four.example", None),
        ("about:internet", None),
        ("", None),
    ] {
        assert_eq!(host_in(address).unwrap().as_deref(), host, "{address}");
    }
    assert!(host_in("https://[one/").is_err());
}
