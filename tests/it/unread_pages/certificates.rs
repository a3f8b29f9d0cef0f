//! Certificates of licences in Curaçao.

use licence_core::check::{CheckQuery, Verdict};
use licence_core::jurisdiction::JurisdictionCode::Cw;
use licence_core::register::reading::{ListedDomain, ListedLicence, RegisterReading, RemovedPage};
use licence_core::status::StatusQualifier::Provisional;
use licence_store::Store;
use serde_json::{Value, json};

use super::{PAGE, listed, verdict};
use crate::support::readings::{apply, described_domain, fresh_store, licence, now, reading};

/// A licence of Curaçao with the certificates that were read, each with its address and word.
fn with_certificates(number: &str, status: &str, pages: &[(&str, &str)]) -> ListedLicence {
    let mut row = licence("Alpha Ltd", number, status, &[]);
    let page = |(page, word): &(&str, &str)| json!({ "Page": page, "Current status": word });
    if !pages.is_empty() {
        let pages = pages.iter().map(page).collect();
        row.raw_data.insert("Certificate".to_owned(), pages);
    }
    row.domains_complete = false;
    row
}

async fn verdict_of(store: &Store, number: &str) -> Verdict {
    let query = CheckQuery::licence_number(number).unwrap();
    store.check(&query, None, now()).await.unwrap().verdict
}

#[tokio::test]
async fn a_licence_is_no_longer_provisional_once_the_page_of_its_domain_is_gone() {
    let by_address = RemovedPage {
        verification_url: Some(PAGE.to_owned()),
        verification_page_status: "Not Active".to_owned(),
        ..RemovedPage::default()
    };
    let by_name = RemovedPage {
        verification_url: None,
        domains: vec!["a.example".to_owned()],
        ..by_address.clone()
    };
    let of_another =
        RemovedPage { license_number: Some("MGA/B2C/2/2020".to_owned()), ..by_name.clone() };
    let addressed = json!([{ "Page": PAGE, "Current status": "Active" }]);
    let bare = json!([{ "Current status": "Active" }]);
    for (certificate, removal, expected) in [
        (addressed.clone(), by_address, Verdict::LicenceNotActive),
        (addressed.clone(), by_name.clone(), Verdict::LicenceNotActive),
        (bare, by_name, Verdict::LicenceNotActive),
        (addressed, of_another, Verdict::LicensedProvisional),
    ] {
        let store = fresh_store().await;
        let mut certified = listed("Assessment in progress", "a.example", Some("Active"));
        certified.status_qualifier = Some(Provisional);
        certified.raw_data.insert("Certificate".to_owned(), certificate);
        apply(&store, &reading(Cw, 0, vec![certified])).await.unwrap();
        assert_eq!(verdict(&store).await, Verdict::LicensedProvisional);
        let mut removed = reading(Cw, 1, vec![licence("Alpha Ltd", "MGA/B2C/1/2020", "", &[])]);
        removed.licences[0].status_text = Some("Assessment in progress".to_owned());
        removed.licences[0].domains_complete = false;
        removed.removed_pages.push(removal.clone());
        apply(&store, &removed).await.unwrap();
        let number = CheckQuery::licence_number("MGA/B2C/1/2020").unwrap();
        let of_number = store.check(&number, None, now()).await.unwrap();
        assert_eq!(of_number.verdict, expected, "{removal:?}");
        assert_eq!(of_number.matched.unwrap().upstream_status.unwrap(), "Assessment in progress");
        let later = RegisterReading { removed_pages: Vec::new(), ..removed };
        let read_at = reading(Cw, 2, vec![]).read_at;
        apply(&store, &RegisterReading { read_at, ..later }).await.unwrap();
        let of_number = store.check(&number, None, now()).await.unwrap();
        assert_eq!(of_number.verdict, expected, "it does not come back");
    }
}

#[tokio::test]
async fn what_a_certificate_certified_ends_with_its_page_and_with_its_holder() {
    let number = "MGA/B2C/1/2020";
    let row = |name: &str, certificate: Option<(&str, Value)>| {
        let mut row = licence(name, number, "Assessment in progress", &[]);
        let member = certificate.map(|(member, page)| (member.to_owned(), json!([page])));
        row.raw_data.extend(member);
        row.domains_complete = false;
        row
    };
    let addressed = || json!({ "Page": PAGE, "Current status": "Active" });
    let bare = || json!({ "Current status": "Active" });
    let other = "Certificate of another company";
    for (page, next, expected) in [
        (addressed(), row("Alpha Ltd", Some((other, addressed()))), Verdict::LicenceNotActive),
        (bare(), row("Alpha Ltd", Some((other, bare()))), Verdict::LicenceNotActive),
        (
            addressed(),
            row("Alpha Ltd", Some(("Certificate removed", addressed()))),
            Verdict::LicenceNotActive,
        ),
        (addressed(), row("Beta Ltd", None), Verdict::LicenceNotActive),
        (addressed(), row("Alpha Ltd", None), Verdict::LicensedProvisional),
    ] {
        let store = fresh_store().await;
        let mut certified = row("Alpha Ltd", Some(("Certificate", page)));
        certified.status_qualifier = Some(Provisional);
        apply(&store, &reading(Cw, 0, vec![certified])).await.unwrap();
        assert_eq!(verdict_of(&store, number).await, Verdict::LicensedProvisional);
        apply(&store, &reading(Cw, 1, vec![next.clone()])).await.unwrap();
        assert_eq!(verdict_of(&store, number).await, expected, "{next:?}");
    }
}

#[tokio::test]
async fn a_certificate_that_was_read_before_the_register_counts_as_one_read_after_it() {
    let store = fresh_store().await;
    let number = CheckQuery::licence_number("MGA/B2C/1/2020").unwrap();
    let mut certificate = licence("Alpha Ltd", "MGA/B2C/1/2020", "Active", &[]);
    certificate.raw_data.insert("Certificate alone".to_owned(), true.into());
    certificate.raw_data.insert("Certificate".to_owned(), json!([{ "Current status": "Active" }]));
    let alone = RegisterReading { complete: false, ..reading(Cw, 0, vec![certificate]) };
    apply(&store, &alone).await.unwrap();
    for hour in 1..3 {
        let rows = vec![licence("Alpha Ltd", "MGA/B2C/1/2020", "Assessment in progress", &[])];
        apply(&store, &reading(Cw, hour, rows)).await.unwrap();
        let verdict = store.check(&number, None, now()).await.unwrap().verdict;
        assert_eq!(verdict, Verdict::LicensedProvisional, "{hour}");
    }
}

#[tokio::test]
async fn a_certificate_counts_whatever_the_register_says_meanwhile() {
    let number = CheckQuery::licence_number("MGA/B2C/1/2020").unwrap();
    let row = |status: &str, certificate: Option<&str>| {
        let status = match certificate {
            Some(word) if status != "License revoked" => format!("{status}; Certificate: {word}"),
            _ => status.to_owned(),
        };
        let mut row = licence("Alpha Ltd", "MGA/B2C/1/2020", &status, &[]);
        if let Some(word) = certificate {
            row.raw_data.insert("Certificate".to_owned(), json!([{ "Current status": word }]));
        }
        row
    };
    for (first, then, at_last) in [
        ("Indefinite", "Indefinite", "Indefinite"),
        ("Indefinite", "License revoked", "Indefinite"),
        ("License revoked", "License revoked", "Indefinite"),
    ] {
        let store = fresh_store().await;
        let course = [(first, Some("Suspended")), (then, None), (at_last, None)];
        for (hour, (status, certificate)) in (0..).zip(course) {
            apply(&store, &reading(Cw, hour, vec![row(status, certificate)])).await.unwrap();
        }
        let check = store.check(&number, None, now()).await.unwrap();
        assert_eq!(check.verdict, Verdict::LicenceNotActive, "{first} {then}");
        let wording = check.matched.unwrap().upstream_status.unwrap();
        assert_eq!(wording, "Indefinite; Certificate: Suspended");
    }
}

#[tokio::test]
async fn each_certificate_counts_until_it_is_read_again() {
    const NUMBER: &str = "OGL/2024/3101/9101";
    const DOUBTED: &str = "Indefinite; Certificate: Suspended";
    let row = |status, pages: &[(&str, &str)]| with_certificates(NUMBER, status, pages);
    let alone = |pages: &[(&str, &str)]| {
        let mut row = row("Active", pages);
        row.raw_data.insert("Certificate alone".to_owned(), true.into());
        row
    };
    let suspended = || row(DOUBTED, &[("x", "Suspended")]);
    let elsewhere = with_certificates("OGL/2024/2/2", DOUBTED, &[("x", "Suspended")]);
    for (second, expected) in [
        (vec![row("Indefinite", &[("y", "Active")])], Verdict::LicenceNotActive),
        (vec![alone(&[("y", "Active")])], Verdict::LicenceNotActive),
        (vec![alone(&[("x", "Active")])], Verdict::Licensed),
        (vec![row("Indefinite", &[("x", "Active")])], Verdict::Licensed),
        (vec![row("Indefinite", &[]), elsewhere], Verdict::Licensed),
    ] {
        let store = fresh_store().await;
        apply(&store, &reading(Cw, 0, vec![suspended()])).await.unwrap();
        assert_eq!(verdict_of(&store, NUMBER).await, Verdict::LicenceNotActive);
        let complete = !second[0].raw_data.contains_key("Certificate alone");
        let second = RegisterReading { complete, ..reading(Cw, 1, second) };
        apply(&store, &second).await.unwrap();
        assert_eq!(verdict_of(&store, NUMBER).await, expected, "{:?}", second.licences);
        apply(&store, &reading(Cw, 2, vec![row("Indefinite", &[])])).await.unwrap();
        assert_eq!(verdict_of(&store, NUMBER).await, expected, "{:?}", second.licences);
    }
}

#[tokio::test]
async fn a_licence_is_provisional_only_while_a_certificate_says_so() {
    const NUMBER: &str = "OGL/2024/3101/9101";
    let row = |pages: &[(&str, &str)]| with_certificates(NUMBER, "Assessment in progress", pages);
    let certified = |pages: &[(&str, &str)]| ListedLicence {
        status_qualifier: Some(Provisional),
        ..row(pages)
    };
    let mut removed = row(&[]);
    removed.domains.push(ListedDomain {
        verification_url: Some("x".to_owned()),
        verification_page_status: Some("Removed".to_owned()),
        ..described_domain("a.example", "Delisted")
    });
    let elsewhere = with_certificates("OGL/2024/2/2", "Indefinite", &[("x", "Active")]);
    for (second, expected) in [
        (vec![row(&[])], Verdict::LicensedProvisional),
        (vec![removed], Verdict::LicenceNotActive),
        (vec![row(&[]), elsewhere], Verdict::LicenceNotActive),
        (vec![row(&[("x", "Suspended")])], Verdict::LicenceNotActive),
    ] {
        let store = fresh_store().await;
        apply(&store, &reading(Cw, 0, vec![certified(&[("x", "Active")])])).await.unwrap();
        assert_eq!(verdict_of(&store, NUMBER).await, Verdict::LicensedProvisional);
        for (hour, rows) in [(1, second), (2, vec![row(&[])])] {
            apply(&store, &reading(Cw, hour, rows)).await.unwrap();
            assert_eq!(verdict_of(&store, NUMBER).await, expected, "{hour}");
        }
    }
}
