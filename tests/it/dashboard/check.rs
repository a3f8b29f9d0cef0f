//! The page that checks a domain or a licence number for everybody.

use licence_core::account::plan::Plan;
use licence_core::jurisdiction::JurisdictionCode::An;
use licence_core::member::Role;
use licence_core::register::reading::RegisterReading;
use serde_json::Value;

use super::page::Page;
use super::visitor::Visitor;
use crate::support::readings::{apply, described_domain, licence, reading};
use crate::support::service::{Ask, Service};

#[tokio::test]
async fn a_check_shows_the_verdict_of_the_api_and_its_evidence() {
    let service = Service::start().await;
    let page = Page::at(&service, "/check/lanternspin.example").await;
    let api = Ask::get("/v1/check?domain=lanternspin.example").send_to(&service.app()).await.json();
    assert_eq!(page.text("#verdict .soft"), format!("({})", api["verdict"].as_str().unwrap()));
    assert_eq!(page.text("#sentence"), api["verdict_detail"].as_str().unwrap());
    assert_eq!(serde_json::from_str::<Value>(&page.text("#json")).unwrap(), api);
    let facts = page.texts("dd");
    for fact in ["license_number", "operator"] {
        let fact = api["match"][fact].as_str().unwrap();
        assert!(facts.iter().any(|it| it.contains(fact)), "{fact} in {facts:?}");
    }
    assert!(page.texts("dt").contains(&"SHA-256 of the bytes of that read".to_owned()));
    assert_eq!(page.reply.header("x-robots-tag"), Some("noindex"));
}

#[tokio::test]
async fn the_heading_of_a_miss_speaks_of_the_registers_checked_alone() {
    let service = Service::start().await;
    let page = Page::at(&service, "/check/nobody-at-all.example").await;
    assert_eq!(page.text("#verdict"), "✕ Not found in the registers checked (not_found)");
    assert!(page.texts("dt").contains(&"Registers checked".to_owned()));
}

#[tokio::test]
async fn a_heading_tells_only_a_delisting_as_an_act_of_the_regulator() {
    let service = Service::start().await;
    let mut listed = licence("Quay Lamp N.V.", "OGL/2024/5/0001", "Valid", &[]);
    let domains = [
        ("gone.example", "Inactive", "Domain no longer listed"),
        ("idle.example", "Parked", "Domain parked"),
        ("lapsed.example", "Expired", "Domain expired"),
        ("odd.example", "Under review", "Domain status not known"),
    ];
    listed.domains =
        domains.iter().map(|(domain, words, _)| described_domain(domain, words)).collect();
    let added = RegisterReading { complete: false, ..reading(An, 8, vec![listed]) };
    apply(&service.store, &added).await.unwrap();
    service.set_clock("2026-11-01T08:00:00Z");
    for (domain, _, heading) in domains {
        let page = Page::at(&service, &format!("/check/{domain}")).await;
        assert_eq!(page.text("#verdict"), format!("✕ {heading} (domain_not_listed)"));
    }
    // No word of a domain is that of a status of a licence.
    let viewer = Visitor::new(&service, Plan::Pro, Role::Viewer).await;
    let operator = viewer.get(&service, "/operators/quay-lamp-nv").await;
    let listings = operator.texts("[aria-label=Domains] td:last-child");
    assert_eq!(listings, ["delisted", "listed as parked", "listed as expired", "unknown"]);
}

#[tokio::test]
async fn another_host_is_listed_with_its_own_status_and_not_with_that_of_its_licence() {
    let service = Service::start().await;
    let mut listed = licence("Quay Lamp N.V.", "OGL/2024/5/0001", "Valid", &["quaylamp.example"]);
    listed.domains.push(described_domain("old.quaylamp.example", "Inactive"));
    listed.domains.push(described_domain("old.lamplight.example", "Inactive"));
    let added = RegisterReading { complete: false, ..reading(An, 8, vec![listed]) };
    apply(&service.store, &added).await.unwrap();
    service.set_clock("2026-11-01T08:00:00Z");
    for (domain, verdict, related) in [
        (
            "m.quaylamp.example",
            "! Another host of this domain is on record (related_host_listed)",
            &[
                "quaylamp.example: Quay Lamp N.V., AN, active",
                "old.quaylamp.example: Quay Lamp N.V., AN, domain delisted",
            ][..],
        ),
        (
            "m.lamplight.example",
            "! Another host of this domain is on record (related_host_listed)",
            &["old.lamplight.example: Quay Lamp N.V., AN, domain delisted"],
        ),
    ] {
        let page = Page::at(&service, &format!("/check/{domain}")).await;
        assert_eq!(page.text("#verdict"), verdict);
        assert_eq!(page.texts("section[aria-labelledby=related] li"), related);
    }
}

#[tokio::test]
async fn a_member_is_led_to_the_page_of_the_operator() {
    let service = Service::start().await;
    let link = "article a[href='/operators/harbour-lantern-gaming-limited']";
    let public = Page::at(&service, "/check/lanternspin.example").await;
    assert!(public.attributes(link, "href").is_empty(), "the page is for members");
    let viewer = Visitor::new(&service, Plan::Pro, Role::Viewer).await;
    let check = viewer.get(&service, "/check/lanternspin.example").await;
    let target = check.attributes(link, "href").remove(0);
    assert_eq!(viewer.get(&service, &target).await.reply.status, 200);
}

#[tokio::test]
async fn the_permalink_keeps_the_status_of_its_instant_and_marks_the_verdict_as_todays() {
    let service = Service::start().await;
    let first = Page::at(&service, "/check/lanternspin.example").await;
    let link = first.attributes("#permalink", "href").remove(0);
    assert_eq!(link, "/check/lanternspin.example?as_of=2026-11-01T07:00:00.000Z");
    assert_eq!(first.text("#permalink"), format!("https://licence.example{link}"));
    service.set_clock("2026-11-01T09:00:00Z");
    let again = Page::at(&service, &link).await;
    assert_eq!(again.text("#then"), "Status at 2026-11-01 07:00 UTC");
    assert!(again.text("section[aria-labelledby=then] .lead").contains("The status was"));
    assert!(again.text("section[aria-labelledby=verdict] p.soft").contains("Today's answer"));
    assert!(again.text("section[aria-labelledby=verdict] p.soft").contains("2026-11-01 09:00 UTC"));
}

#[tokio::test]
async fn the_form_leads_to_the_address_of_a_domain_and_answers_a_number() {
    let service = Service::start().await;
    for (target, leads_to) in [
        ("/check?domain=LanternSpin.example.", "/check/lanternspin.example"),
        (
            "/check?domain=a.example&license_number=&as_of=2026-10-01",
            "/check/a.example?as_of=2026-10-01",
        ),
        (
            "/check?domain=a.example&as_of=2026-10-01T02:00:00%2B02:00",
            "/check/a.example?as_of=2026-10-01T02:00:00%2B02:00",
        ),
    ] {
        let reply = Ask::get(target).send_to(&service.dashboard()).await;
        assert_eq!((reply.status, reply.header("location")), (303, Some(leads_to)), "{target}");
    }
    let api = Ask::get("/v1/check?domain=lanternspin.example").send_to(&service.app()).await.json();
    let number = api["match"]["license_number"].as_str().unwrap();
    let page = Page::at(&service, &format!("/check?domain=&license_number={number}")).await;
    assert!(page.text("h1").contains(number));
}

#[tokio::test]
async fn what_the_api_refuses_is_refused_with_the_host_as_a_link() {
    let service = Service::start().await;
    for (target, field, host) in [
        ("/check?domain=https://www.bet.example/lobby", "domain", Some("/check/www.bet.example")),
        ("/check?domain=not+a+host", "domain", None),
        ("/check?domain=&license_number=", "domain", None),
        ("/check?domain=a.example&license_number=1", "license_number", None),
        ("/check?domain=a.example&as_of=tomorrow", "as_of", None),
        ("/check/a.example?as_of=2999-01-01", "as_of", None),
    ] {
        let page = Page::at(&service, target).await;
        assert_eq!(page.reply.status, 400, "{target}");
        let links = page.attributes("#errors a", "href");
        assert_eq!(links[0], format!("#{field}"), "{target}");
        assert_eq!(links.get(1).map(String::as_str), host, "{target}");
        assert_eq!(page.attributes("[aria-invalid]", "name"), [field], "{target}");
    }
    let kept = Page::at(&service, "/check?domain=not+a+host&as_of=2026-01-01").await;
    assert_eq!(kept.attributes("#domain", "value"), ["not a host"]);
    assert_eq!(kept.attributes("#as_of", "value"), ["2026-01-01"]);
}

#[tokio::test]
async fn checks_on_the_page_and_by_the_api_share_the_limit_of_the_address() {
    let service = Service::start().await;
    let (api, pages) = (service.app(), service.dashboard());
    // A malformed check counts, on the page as over HTTP.
    for (turn, target, status) in [
        (0, "/check/lanternspin.example", 200),
        (1, "/check/not%20a%20host", 400),
        (2, "/check?domain=", 400),
        (3, "/check?license_number=no-such-number", 200),
        (4, "/check?domain=a.example&domain=b.example", 400),
    ] {
        let checked = Ask::get(target).send_to(&pages).await;
        assert_eq!(checked.status, status, "{turn}");
        let by_api = Ask::get("/v1/check?domain=lanternspin.example").send_to(&api).await;
        assert_eq!(by_api.status, 200, "{turn}");
    }
    let refused = Ask::get("/v1/check?domain=lanternspin.example").send_to(&api).await;
    assert_eq!(refused.status, 429);
    let page = Page::at(&service, "/check/lanternspin.example").await;
    assert_eq!((page.reply.status, page.text("h1")), (429, "A limit is reached".to_owned()));
    assert!(page.texts("p").iter().any(|it| it.contains("Try again after 2026-11-01 08:00 UTC")));
    let malformed = Ask::get("/check/not%20a%20host").send_to(&pages).await;
    assert_eq!(malformed.status, 429);
    let elsewhere =
        Ask::get("/check/lanternspin.example").from("198.51.100.7").send_to(&pages).await;
    assert_eq!(elsewhere.status, 200);
}

#[tokio::test]
async fn the_pages_read_no_key() {
    let service = Service::start().await;
    let page =
        Page::request(Ask::get("/check/lanternspin.example").key("lic_wrong"), &service).await;
    assert_eq!(page.reply.status, 200);
}
