//! Domains whose own page, or whose licence, a reading does not have.

use licence_core::check::Verdict;
use licence_core::jurisdiction::JurisdictionCode::{self, An, Cw, Mga, Tgc, Ukgc};
use licence_core::licence::LicenceId;
use licence_core::register::reading::{ListedLicence, RegisterReading, RemovedPage};
use serde_json::json;

use super::{PAGE, listed, verdict};
use crate::support::readings::{answer, apply, described_domain, fresh_store, licence, reading};

#[tokio::test]
async fn what_the_page_of_a_domain_said_stays_until_it_is_read_again() {
    for code in [Cw, Tgc] as [JurisdictionCode; 2] {
        let store = fresh_store().await;
        let status = if code == Cw { "" } else { "licensed" };
        let read = async |hour, page| {
            let row = listed(status, "a.example", page);
            apply(&store, &reading(code, hour, vec![row])).await.unwrap();
            verdict(&store).await
        };
        assert_eq!(read(0, Some("Removed")).await, Verdict::DomainNotListed, "{code}");
        assert_eq!(read(1, None).await, Verdict::DomainNotListed, "{code}");
        assert_eq!(read(2, Some("Active")).await, Verdict::Licensed, "{code}");
        assert_eq!(read(3, None).await, Verdict::Licensed, "{code}");
    }
}

#[tokio::test]
async fn a_page_of_a_domain_that_is_about_another_one_now_says_nothing_of_the_first() {
    let store = fresh_store().await;
    let own = "https://cert.cga.cw/certificate?id=x";
    let first = |page: &str, word: &str| {
        let mut row = listed("", "a.example", Some(word));
        row.domains[0].verification_url = Some(page.to_owned());
        row
    };
    let mut second = listed("", "b.example", Some("Active"));
    second.license_number = Some("OGL/2024/2/2".to_owned());
    second.domains[0].verification_url = Some(own.to_owned());
    let token = || first("https://cert.cga.cw/token?id=1", "Active");
    for (hour, rows, expected) in [
        (0, vec![first(own, "Removed")], Verdict::DomainNotListed),
        (1, vec![token()], Verdict::DomainNotListed),
        (2, vec![token(), second], Verdict::Licensed),
    ] {
        apply(&store, &reading(Cw, hour, rows)).await.unwrap();
        assert_eq!(verdict(&store).await, expected, "{hour}");
    }
}

#[tokio::test]
async fn a_domain_whose_words_change_under_one_licence_has_not_moved_there() {
    let store = fresh_store().await;
    let suspended = |words: &str| {
        let mut row = licence("Beta Ltd", "000001-R-100002-001", "Suspended", &[]);
        row.domains.push(described_domain("a.example", words));
        row
    };
    let active = || licence("Alpha Ltd", "000002-R-100001-001", "Active", &["a.example"]);
    for (hour, rows) in [
        (0, vec![suspended("Weird"), active()]),
        (1, vec![suspended("Weird"), active()]),
        (2, vec![suspended("Active")]),
    ] {
        apply(&store, &reading(Ukgc, hour, rows)).await.unwrap();
        assert_eq!(verdict(&store).await, Verdict::Licensed, "{hour}");
    }
}

#[tokio::test]
async fn a_page_of_the_licence_does_not_end_what_the_page_of_a_domain_said() {
    let store = fresh_store().await;
    let read = async |hour, page: &str, word| {
        let mut row = listed("", "a.example", Some(word));
        row.domains[0].verification_url = Some(format!("https://cert.cga.cw/{page}"));
        apply(&store, &reading(Cw, hour, vec![row])).await.unwrap();
        verdict(&store).await
    };
    assert_eq!(read(0, "certificate?id=x", "Removed").await, Verdict::DomainNotListed);
    assert_eq!(read(1, "token?id=618", "Active").await, Verdict::DomainNotListed);
    assert_eq!(read(2, "certificate?id=y", "Active").await, Verdict::Licensed);
    assert_eq!(read(3, "token?id=618", "Suspended").await, Verdict::DomainNotListed);
    assert_eq!(read(4, "token?id=618", "Active").await, Verdict::Licensed);
}

#[tokio::test]
async fn a_domain_that_the_list_has_again_counts_without_its_former_seal() {
    let store = fresh_store().await;
    let read = async |hour, domain, page| {
        let rows = vec![listed("licensed", domain, page)];
        apply(&store, &reading(Tgc, hour, rows)).await.unwrap();
        verdict(&store).await
    };
    assert_eq!(read(0, "a.example", Some("suspended")).await, Verdict::DomainNotListed);
    assert_eq!(read(1, "b.example", None).await, Verdict::DomainNotListed);
    assert_eq!(read(2, "a.example", None).await, Verdict::Licensed);
}

#[tokio::test]
async fn a_holder_whose_page_was_not_read_took_no_domain_off() {
    let store = fresh_store().await;
    let of_seal = |guid: &str, domains: &[&str], is_read| {
        let mut row = licence("Alpha Ltd", "MGA/B2C/1/2020", "Licensed", domains);
        row.operator.upstream_id = Some(guid.to_owned());
        ListedLicence { domains_complete: is_read, ..row }
    };
    let read = async |hour, row| {
        apply(&store, &reading(Mga, hour, vec![row])).await.unwrap();
        answer(&store, "a.example").await
    };
    assert_eq!(read(0, of_seal("1", &["a.example"], true)).await["verdict"], "licensed");
    let unread = read(1, of_seal("2", &[], false)).await;
    assert_eq!(unread["verdict"], "domain_not_listed");
    let detail = unread["verdict_detail"].as_str().unwrap();
    assert!(detail.contains("has not been seen to list a.example"), "{detail}");
    assert_eq!(read(2, of_seal("2", &["a.example"], true)).await["verdict"], "licensed");
}

#[tokio::test]
async fn a_domain_relisted_under_a_suspended_licence_is_no_longer_of_the_missing_one() {
    let store = fresh_store().await;
    let listing = |mine: Option<&[&str]>, theirs: &[&str]| {
        let of = |name, number, status, domains| licence(name, number, status, domains);
        let mine = mine.map(|domains| of("Alpha Ltd", "ALSI-1", "Valid", domains));
        let others =
            [of("Beta Ltd", "ALSI-2", "Suspended", theirs), of("K", "ALSI-3", "Valid", &[])];
        mine.into_iter().chain(others).collect::<Vec<_>>()
    };
    for (hour, mine, theirs, expected) in [
        (0, Some(&[][..]), &["a.example"][..], Verdict::LicenceNotActive),
        (1, Some(&["a.example"][..]), &[][..], Verdict::Licensed),
        (2, None, &["a.example"][..], Verdict::LicenceNotActive),
        (3, None, &["a.example"][..], Verdict::LicenceNotActive),
    ] {
        apply(&store, &reading(An, hour, listing(mine, theirs))).await.unwrap();
        assert_eq!(verdict(&store).await, expected, "{hour}");
    }
}

#[tokio::test]
async fn a_domain_of_a_licence_that_comes_back_came_there_anew() {
    let row =
        |name: &str, number: &str, status: &str| licence(name, number, status, &["a.example"]);
    let bad = || row("Xen Ltd", "ALSI-202501001-FI1", "suspended");
    let good = || row("Yak Ltd", "ALSI-202501002-FI1", "valid");
    let other = || licence("Zoo Ltd", "ALSI-202501003-FI1", "valid", &["z.example"]);
    for (hour_of_good, hour_of_back) in [(1, 2), (1, 60)] {
        let store = fresh_store().await;
        let course =
            [(0, bad(), Verdict::LicenceNotActive), (hour_of_good, good(), Verdict::Licensed)];
        for (hour, row, expected) in course {
            apply(&store, &reading(An, hour, vec![row, other()])).await.unwrap();
            assert_eq!(verdict(&store).await, expected, "{hour}");
        }
        apply(&store, &reading(An, hour_of_back - 1, vec![good(), other()])).await.unwrap();
        apply(&store, &reading(An, hour_of_back, vec![bad(), other()])).await.unwrap();
        assert_eq!(verdict(&store).await, Verdict::LicenceNotActive, "{hour_of_back}");
    }
}

#[tokio::test]
async fn a_domain_whose_page_names_another_licence_now_is_of_the_former_one_no_more() {
    let row = |number: &str, status: &str| {
        let mut row = listed(status, "a.example", Some("Active"));
        row.license_number = Some(number.to_owned());
        ListedLicence { domains_complete: false, ..row }
    };
    for (complete, status, expected) in [
        (false, "License revoked", Verdict::LicenceNotActive),
        (false, "Indefinite", Verdict::Licensed),
        (true, "License revoked", Verdict::LicenceNotActive),
    ] {
        let store = fresh_store().await;
        let former = || row("OGL/2024/3101/9101", "Indefinite");
        apply(&store, &reading(Cw, 0, vec![former()])).await.unwrap();
        let mut rows = vec![row("OGL/2024/3114/9114", status)];
        if complete {
            rows.push(ListedLicence { domains: Vec::new(), ..former() });
        }
        let next = RegisterReading { complete, ..reading(Cw, 1, rows) };
        apply(&store, &next).await.unwrap();
        let answer = answer(&store, "a.example").await;
        assert_eq!(answer["verdict"], expected.as_str(), "{complete} {status}");
        assert_eq!(answer["match"]["license_number"], "OGL/2024/3114/9114", "{complete} {status}");
    }
}

#[tokio::test]
async fn a_domain_that_stays_inactive_under_one_licence_has_not_moved_there() {
    let row = |number: &str, words: &str| {
        let mut row = licence("Alpha Ltd", number, "Active", &[]);
        row.domains.push(described_domain("a.example", words));
        row
    };
    let (inactive, active) =
        (row("000001-R-100001-001", "Inactive"), row("000001-R-100002-001", "Active"));
    let both = vec![inactive.clone(), active];
    for first in [both.clone(), vec![inactive.clone()]] {
        let store = fresh_store().await;
        apply(&store, &reading(Ukgc, 0, first)).await.unwrap();
        apply(&store, &reading(Ukgc, 1, both.clone())).await.unwrap();
        assert_eq!(verdict(&store).await, Verdict::Licensed);
        apply(&store, &reading(Ukgc, 2, vec![inactive.clone()])).await.unwrap();
        assert_eq!(
            verdict(&store).await,
            Verdict::Licensed,
            "the other one shares its licence's grace"
        );
    }
}

#[tokio::test]
async fn a_domain_that_was_inactive_when_its_licence_was_missing_has_not_moved() {
    let store = fresh_store().await;
    let row = |number: &str, words: &str| {
        let mut row = licence("Alpha Ltd", number, "Active", &[]);
        row.domains.push(described_domain("a.example", words));
        row
    };
    let inactive = row("000001-R-100001-001", "Inactive");
    let active = row("000001-R-100002-001", "Active");
    let rest = licence("Rest Ltd", "000001-R-100003-001", "Active", &[]);
    for (hour, row) in [(0, &inactive), (1, &active), (2, &inactive)] {
        apply(&store, &reading(Ukgc, hour, vec![row.clone(), rest.clone()])).await.unwrap();
    }
    assert_eq!(verdict(&store).await, Verdict::Licensed, "it shares its licence's grace");
}

#[tokio::test]
async fn a_domain_relisted_elsewhere_while_its_page_is_unread_is_no_longer_listed_here() {
    let store = fresh_store().await;
    let row = |name: &str, number: &str, domains: &[&str], is_read| {
        let row = licence(name, number, "Licensed", domains);
        ListedLicence { domains_complete: is_read, ..row }
    };
    let alpha = |domains: &[&str], is_read| row("Alpha Ltd", "MGA/B2C/1/2020", domains, is_read);
    let beta = |domains: &[&str]| row("Beta Ltd", "MGA/B2C/2/2020", domains, true);
    for (hour, rows) in [
        (0, vec![alpha(&[], true), beta(&["a.example"])]),
        (1, vec![alpha(&["a.example"], true), beta(&[])]),
        (2, vec![alpha(&[], false), beta(&["a.example"])]),
    ] {
        apply(&store, &reading(Mga, hour, rows)).await.unwrap();
    }
    let found = answer(&store, "a.example").await;
    assert_eq!(found["match"]["operator"], "Beta Ltd");
    let detail = found["verdict_detail"].as_str().unwrap();
    assert!(detail.contains("has not been seen to list it for Alpha Ltd since"), "{detail}");
}

#[tokio::test]
async fn a_domain_that_loses_its_standing_to_another_licence_is_in_the_history() {
    for (status, note) in [
        ("Licensed", "The register shows domains changed: a.example."),
        (
            "Suspended",
            "The register lists the licence as \"Suspended\"; before it was \"Licensed\". Also \
             domains changed: a.example.",
        ),
    ] {
        let store = fresh_store().await;
        let alpha = |status, domains: &[&str], is_read| {
            let row = licence("Alpha Ltd", "MGA/B2C/1/2020", status, domains);
            ListedLicence { domains_complete: is_read, ..row }
        };
        let beta = |domains: &[&str]| licence("Beta Ltd", "MGA/B2C/2/2020", "Licensed", domains);
        let rows = vec![alpha("Licensed", &["a.example"], true), beta(&[])];
        apply(&store, &reading(Mga, 0, rows)).await.unwrap();
        let id = answer(&store, "a.example").await["match"]["license_id"].clone();
        let id: LicenceId = serde_json::from_value(id).unwrap();
        // The second reading has the same rows in another order.
        for (hour, changed) in [(1, 2), (2, 0)] {
            let mut rows = vec![alpha(status, &[], false), beta(&["a.example"])];
            if hour == 2 {
                rows.reverse();
            }
            let applied = apply(&store, &reading(Mga, hour, rows)).await.unwrap();
            assert_eq!(applied.changed, changed, "{status} {hour}");
        }
        let history = store.history(id).await.unwrap().unwrap().history;
        assert_eq!(history.len(), 2, "{status}");
        assert_eq!(history[0].note, note);
    }
}

fn removing(reading: RegisterReading) -> RegisterReading {
    let page = RemovedPage {
        verification_url: Some(PAGE.to_owned()),
        verification_page_status: "Not Active".to_owned(),
        ..RemovedPage::default()
    };
    RegisterReading { removed_pages: vec![page], ..reading }
}

#[tokio::test]
async fn a_page_that_removes_a_domain_counts_also_where_the_reading_lacks_its_licence() {
    for code in [Cw, Tgc] as [JurisdictionCode; 2] {
        let status = if code == Cw { "" } else { "licensed" };
        let alpha = || listed(status, "a.example", Some("Active"));
        let beta = || licence("Beta Ltd", "OGL/2024/2/2", status, &["b.example"]);
        for complete in [true, false] {
            let store = fresh_store().await;
            apply(&store, &reading(code, 0, vec![alpha(), beta()])).await.unwrap();
            assert_eq!(verdict(&store).await, Verdict::Licensed);
            let next = RegisterReading { complete, ..reading(code, 1, vec![beta()]) };
            apply(&store, &removing(next)).await.unwrap();
            assert_eq!(verdict(&store).await, Verdict::DomainNotListed, "{code} {complete}");
            let found = answer(&store, "a.example").await;
            assert_eq!(found["match"]["domain_status"], "delisted", "{code} {complete}");
            let id = found["match"]["license_id"].as_str().unwrap().parse().unwrap();
            let history = store.history(LicenceId(id)).await.unwrap().unwrap();
            let note = &history.history[0].note;
            assert_eq!(note, "The register shows domains delisted: a.example.");
        }
    }
}

/// By its name, whatever the address of the page; with a number, of that licence only.
#[tokio::test]
async fn a_page_that_names_the_domain_it_removes_counts_whatever_its_address() {
    let without = |number: &str| {
        let mut row = licence("Alpha Ltd", number, "", &[]);
        row.domains_complete = false;
        row
    };
    let removed = |page: Option<&str>, domain: &str, number: Option<&str>| RemovedPage {
        verification_url: page.map(|id| format!("https://cert.cga.cw/certificate?id={id}")),
        verification_page_status: "Not Active".to_owned(),
        domains: vec![domain.to_owned()],
        license_number: number.map(str::to_owned),
    };
    for complete in [true, false] {
        for (page, has_row, expected) in [
            (removed(Some("X"), "a.example", None), true, Verdict::DomainNotListed),
            (removed(None, "www.a.example", None), true, Verdict::DomainNotListed),
            (
                removed(Some("X"), "a.example", Some("OGL/2024/1/1")),
                false,
                Verdict::DomainNotListed,
            ),
            (removed(Some("X"), "a.example", Some("OGL/2024/9/9")), true, Verdict::Licensed),
            (removed(Some("X"), "b.example", None), true, Verdict::Licensed),
            // Another licence of the reading lists the host, out of force.
            (
                removed(Some("X"), "a.example", Some("OGL/2024/1/1")),
                false,
                Verdict::DomainNotListed,
            ),
        ] {
            let store = fresh_store().await;
            let mut listed = licence("Alpha Ltd", "OGL/2024/1/1", "", &["a.example"]);
            listed.domains_complete = false;
            apply(&store, &reading(Cw, 0, vec![listed])).await.unwrap();
            let rows = if has_row { without("OGL/2024/1/1") } else { without("OGL/2024/2/2") };
            let pages = vec![page.clone()];
            let next =
                RegisterReading { complete, removed_pages: pages, ..reading(Cw, 1, vec![rows]) };
            apply(&store, &next).await.unwrap();
            assert_eq!(verdict(&store).await, expected, "{complete} {page:?}");
            // The page is not read again.
            apply(&store, &reading(Cw, 2, vec![without("OGL/2024/1/1")])).await.unwrap();
            assert_eq!(verdict(&store).await, expected, "{complete} {page:?}, later");
        }
    }
}

#[tokio::test]
async fn a_page_that_removes_a_domain_counts_in_the_first_reading_too() {
    for (number, expected) in [
        (None, Verdict::DomainNotListed),
        (Some("OGL/2024/1/1"), Verdict::DomainNotListed),
        (Some("OGL/2024/9/9"), Verdict::Licensed),
    ] {
        let store = fresh_store().await;
        let page = RemovedPage {
            verification_page_status: "Not Active".to_owned(),
            domains: vec!["www.a.example".to_owned()],
            license_number: number.map(str::to_owned),
            ..RemovedPage::default()
        };
        let listed = licence("Alpha Ltd", "OGL/2024/1/1", "", &["a.example"]);
        let first = reading(Cw, 0, vec![listed]);
        apply(&store, &RegisterReading { removed_pages: vec![page], ..first }).await.unwrap();
        assert_eq!(verdict(&store).await, expected, "{number:?}");
    }
}

#[tokio::test]
async fn a_page_that_removes_a_domain_counts_after_readings_without_it() {
    for code in [Cw, Tgc] as [JurisdictionCode; 2] {
        let status = if code == Cw { "" } else { "licensed" };
        let store = fresh_store().await;
        let own = || listed(status, "a.example", Some("Active"));
        let mut other_page = listed(status, "a.example", Some("Active").filter(|_| code == Cw));
        if code == Cw {
            other_page.domains[0].verification_url =
                Some("https://cert.cga.cw/token?id=1".to_owned());
        }
        apply(&store, &reading(code, 0, vec![own()])).await.unwrap();
        apply(&store, &reading(code, 1, vec![other_page.clone()])).await.unwrap();
        let found = answer(&store, "a.example").await;
        assert_eq!(found["match"]["verification_url"], PAGE, "{code}");
        apply(&store, &removing(reading(code, 2, vec![other_page]))).await.unwrap();
        assert_eq!(verdict(&store).await, Verdict::DomainNotListed, "{code}");
    }
}

#[tokio::test]
async fn a_domain_that_came_again_elsewhere_is_no_longer_of_the_missing_licence() {
    let alpha = |domains: &[&str]| licence("Alpha Ltd", "ALSI-1", "Valid", domains);
    let beta = |status: &str, domains: &[&str]| licence("Beta Ltd", "ALSI-2", status, domains);
    for (last, expected) in [
        (beta("Valid", &["b.example"]), Verdict::DomainNotListed),
        (beta("Suspended", &["a.example", "b.example"]), Verdict::LicenceNotActive),
        (beta("Valid", &["a.example", "b.example"]), Verdict::Licensed),
    ] {
        let store = fresh_store().await;
        for (hour, rows) in [
            (0, vec![alpha(&["c.example"]), beta("Valid", &["a.example", "b.example"])]),
            (1, vec![alpha(&["a.example", "c.example"]), beta("Valid", &["b.example"])]),
            (2, vec![beta("Valid", &["a.example", "b.example"])]),
        ] {
            apply(&store, &reading(An, hour, rows)).await.unwrap();
            assert_eq!(verdict(&store).await, Verdict::Licensed, "{hour}");
        }
        apply(&store, &reading(An, 3, vec![last])).await.unwrap();
        assert_eq!(verdict(&store).await, expected);
    }
}

/// A page of the licence lists a domain whose own page was read before.
#[tokio::test]
async fn a_page_that_removes_the_licence_takes_off_a_domain_with_a_page_of_its_own() {
    let token = "https://cert.cga.cw/token?id=1";
    let mut of_licence = listed("", "a.example", Some("Active"));
    of_licence.domains[0].verification_url = Some(token.to_owned());
    let pages = json!([{ "Page": token, "Current status": "Active" }]);
    of_licence.raw_data.insert("Certificate".to_owned(), pages);
    let mut alone = listed("", "a.example", None);
    alone.domains.clear();
    alone.domains_complete = false;
    let removed = RemovedPage {
        verification_url: Some(token.to_owned()),
        verification_page_status: "Not Active".to_owned(),
        ..RemovedPage::default()
    };
    let store = fresh_store().await;
    let own = listed("", "a.example", Some("Active"));
    apply(&store, &reading(Cw, 0, vec![own])).await.unwrap();
    apply(&store, &reading(Cw, 1, vec![of_licence])).await.unwrap();
    assert_eq!(verdict(&store).await, Verdict::Licensed);
    let last = RegisterReading { removed_pages: vec![removed], ..reading(Cw, 2, vec![alone]) };
    apply(&store, &last).await.unwrap();
    assert_eq!(verdict(&store).await, Verdict::DomainNotListed);
}

#[tokio::test]
async fn a_page_of_a_feed_without_the_time_of_its_read_was_read() {
    for (code, page) in [(Cw, "https://cert.cga.cw/token?id=1"), (Tgc, PAGE)] {
        let store = fresh_store().await;
        let status = if code == Cw { "" } else { "licensed" };
        for (hour, word, expected) in
            [(0, "Not Active", Verdict::DomainNotListed), (1, "Active", Verdict::Licensed)]
        {
            let mut row = listed(status, "a.example", Some(word));
            row.domains[0].verification_url = Some(page.to_owned());
            row.domains[0].verification_page_read_at = None;
            apply(&store, &reading(code, hour, vec![row])).await.unwrap();
            assert_eq!(verdict(&store).await, expected, "{code} {word}");
        }
    }
}

#[tokio::test]
async fn what_a_seal_said_of_a_domain_ends_with_its_listing() {
    for word in ["suspended", "Not Active", "removed"] {
        let store = fresh_store().await;
        for (hour, domain, page, expected) in [
            (0, "a.example", Some("licensed"), Verdict::Licensed),
            (1, "a.example", Some(word), Verdict::DomainNotListed),
            (2, "b.example", None, Verdict::DomainNotListed),
            (3, "a.example", None, Verdict::Licensed),
        ] {
            let rows = vec![listed("licensed", domain, page)];
            apply(&store, &reading(Tgc, hour, rows)).await.unwrap();
            assert_eq!(verdict(&store).await, expected, "{word} {hour}");
        }
    }
}

#[tokio::test]
async fn a_domain_that_is_listed_again_as_inactive_is_no_longer_of_the_missing_licence() {
    let inactive = || {
        let mut row = licence("Beta Ltd", "000001-R-100002-001", "Active", &["b.example"]);
        row.domains.push(described_domain("a.example", "Inactive"));
        row
    };
    let without = || licence("Beta Ltd", "000001-R-100002-001", "Active", &["b.example"]);
    let alpha = || licence("Alpha Ltd", "000002-R-100001-001", "Active", &["a.example"]);
    let store = fresh_store().await;
    for (hour, rows, expected) in [
        (0, vec![inactive(), alpha()], Verdict::Licensed),
        (1, vec![without(), alpha()], Verdict::Licensed),
        (2, vec![inactive()], Verdict::DomainNotListed),
    ] {
        apply(&store, &reading(Ukgc, hour, rows)).await.unwrap();
        assert_eq!(verdict(&store).await, expected, "{hour}");
    }
}

#[tokio::test]
async fn a_domain_that_came_elsewhere_in_part_of_a_reading_is_no_longer_of_the_missing_licence() {
    let alpha = || licence("Alpha Ltd", "MGA/B2C/1/2020", "Licensed", &["a.example"]);
    let beta = |domains: &[&str], is_read| {
        let row = licence("Beta Ltd", "MGA/B2C/2/2020", "Suspended", domains);
        ListedLicence { domains_complete: is_read, ..row }
    };
    let store = fresh_store().await;
    apply(&store, &reading(Mga, 0, vec![alpha(), beta(&[], true)])).await.unwrap();
    apply(&store, &reading(Mga, 1, vec![beta(&[], true)])).await.unwrap();
    assert_eq!(verdict(&store).await, Verdict::Licensed);
    let seal_alone = reading(Mga, 2, vec![beta(&["a.example"], true)]);
    let seal_alone = RegisterReading { complete: false, ..seal_alone };
    apply(&store, &seal_alone).await.unwrap();
    apply(&store, &reading(Mga, 3, vec![beta(&[], false)])).await.unwrap();
    assert_eq!(verdict(&store).await, Verdict::LicenceNotActive);
}

#[tokio::test]
async fn a_page_that_removes_one_domain_takes_no_other_off() {
    let own = |id: &str| format!("https://cert.cga.cw/certificate?id={id}");
    let domain = |name: &str, id: &str| {
        let mut domain = listed("", name, Some("Active")).domains.remove(0);
        domain.verification_url = Some(own(id));
        domain
    };
    let mut row = listed("", "a.example", None);
    row.domains = vec![domain("a.example", "A"), domain("b.example", "B")];
    let page = |id| json!({ "Page": own(id), "Current status": "Active" });
    row.raw_data.insert("Certificate".to_owned(), json!([page("A"), page("B")]));
    let mut alone = listed("", "a.example", None);
    alone.domains.clear();
    alone.domains_complete = false;
    let removed = RemovedPage {
        verification_url: Some(own("B")),
        verification_page_status: "Not Active".to_owned(),
        ..RemovedPage::default()
    };
    let store = fresh_store().await;
    apply(&store, &reading(Cw, 0, vec![row])).await.unwrap();
    let last = RegisterReading { removed_pages: vec![removed], ..reading(Cw, 1, vec![alone]) };
    apply(&store, &last).await.unwrap();
    assert_eq!(verdict(&store).await, Verdict::Licensed);
    assert_eq!(answer(&store, "b.example").await["verdict"], "domain_not_listed");
}
