//! What holds of every page: headers, no inline script or style, nothing from another origin.

use std::path::Path;

use super::page::Page;
use crate::support::service::{Ask, Service};

/// A public page of every kind, also pages of errors.
const PUBLIC: &[(&str, u16)] = &[
    ("/", 200),
    ("/coverage", 200),
    ("/check/lanternspin.example", 200),
    ("/check/lanternspin.example?as_of=2026-11-01T06:00:00Z", 200),
    ("/check/nobody.example", 200),
    ("/check?license_number=no-such-number", 200),
    ("/check/not%20a%20host", 400),
    ("/check?domain=", 400),
    ("/check?domain=a&domain=b", 400),
    ("/nothing", 404),
];

#[tokio::test]
async fn every_page_keeps_to_the_policy_that_its_headers_state() {
    let service = Service::start().await;
    for (target, status) in PUBLIC {
        let page = Page::at(&service, target).await;
        assert_eq!(page.reply.status, *status, "{target} {}", page.source());
        assert_headers(&page, target);
        assert_no_inline_code(&page, target);
    }
}

/// The headers of every page.
pub fn assert_headers(page: &Page, target: &str) {
    let policy = page.reply.header("content-security-policy").unwrap();
    for part in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"] {
        assert!(policy.contains(part) && !policy.contains("unsafe"), "{target} {policy}");
    }
    for (name, value) in [
        ("referrer-policy", "same-origin"),
        ("x-content-type-options", "nosniff"),
        ("cross-origin-opener-policy", "same-origin"),
        ("strict-transport-security", "max-age=31536000"),
    ] {
        assert_eq!(page.reply.header(name), Some(value), "{target} {name}");
    }
    assert!(page.reply.header("x-request-id").is_some(), "{target}");
}

/// No script or style in the page, and nothing that loads from another origin.
pub fn assert_no_inline_code(page: &Page, target: &str) {
    assert_eq!(page.texts("style").len(), 0, "{target}");
    assert!(page.texts("script").iter().all(String::is_empty), "{target}");
    for (element, name, value) in page.all_attributes() {
        assert!(name != "style" && !name.starts_with("on"), "{target}: {element} {name}={value}");
        let loads = name == "src" || name == "action" || (element == "link" && name == "href");
        assert!(!loads || value.starts_with('/') && !value.starts_with("//"), "{target}: {value}");
        assert!(!value.trim_start().to_lowercase().starts_with("javascript:"), "{target}: {value}");
    }
    let outward = page.attributes("a[href^=http]:not([rel~=noopener])", "href");
    assert_eq!(outward, Vec::<String>::new(), "{target}");
    assert_eq!(page.texts("h1").len(), 1, "{target}");
}

#[tokio::test]
async fn an_error_is_a_page_that_names_the_request() {
    let service = Service::start().await;
    let ask = Ask::get("/nothing").header("x-request-id", "r-1");
    let page = Page::request(ask, &service).await;
    assert_eq!(page.text("h1"), "There is no such page");
    assert!(page.texts("code").contains(&"r-1".to_owned()));
    assert_eq!(page.reply.header("content-type"), Some("text/html; charset=utf-8"));
}

#[tokio::test]
async fn another_method_is_refused_with_the_methods_of_the_page() {
    let service = Service::start().await;
    let page = Page::request(Ask::new("POST", "/coverage"), &service).await;
    assert_eq!((page.reply.status, page.reply.header("allow")), (405, Some("GET, HEAD")));
}

#[tokio::test]
async fn style_script_and_icon_are_kept_for_good_under_the_name_of_their_hash() {
    let service = Service::start().await;
    let home = Page::at(&service, "/").await;
    let mut paths = home.attributes("link[href]", "href");
    paths.extend(home.attributes("script[src]", "src"));
    assert_eq!(paths.len(), 3);
    for path in paths {
        let asset = Ask::get(&path).send_to(&service.dashboard()).await;
        assert_eq!(asset.status, 200, "{path}");
        assert_eq!(
            asset.header("cache-control"),
            Some("public, max-age=31536000, immutable"),
            "{path}"
        );
        assert!(asset.body.len() < 12_000, "{path}");
        let other = path.replace('-', "-0");
        assert_eq!(Ask::get(&other).send_to(&service.dashboard()).await.status, 404, "{other}");
    }
}

#[test]
fn no_template_turns_escaping_off() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("licence-server/templates");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let template = std::fs::read_to_string(&path).unwrap();
        for banned in
            ["|safe", "| safe", "|escape(", "{% autoescape", "style=", "<style", "onclick"]
        {
            assert!(!template.contains(banned), "{} has {banned}", path.display());
        }
        count += 1;
    }
    assert!(count > 5);
}
