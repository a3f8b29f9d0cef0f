//! What a page of one licence or domain said against it stays while that page is not read again: its
//! absence from one reading proves nothing.

use licence_core::check::{CheckQuery, Verdict};
use licence_core::jurisdiction::JurisdictionCode::{self, An, Cw, Iom, Mga, Tgc, Ukgc};
use licence_core::register::reading::{ListedDomain, ListedLicence, RegisterReading, RemovedPage};
use licence_core::status::StatusQualifier::Provisional;
use licence_store::Store;
use serde_json::{Value, json};

use crate::support::readings::{
    answer, apply, described_domain, fresh_store, licence, now, reading,
};

const PAGE: &str = "https://seal.example/1";

async fn verdict(store: &Store) -> Verdict {
    let query = CheckQuery::domain("a.example").unwrap();
    store.check(&query, None, now()).await.unwrap().verdict
}

/// A licence with a domain, and what the page of either says.
fn listed(status: &str, domain: &str, page: Option<&str>) -> ListedLicence {
    let mut listed = licence("Alpha Ltd", "MGA/B2C/1/2020", status, &[]);
    listed.domains.push(ListedDomain {
        domain: domain.to_owned(),
        verification_url: page.map(|_| PAGE.to_owned()),
        verification_page_status: page.map(str::to_owned),
        verification_page_read_at: page.map(|_| now()),
        ..ListedDomain::default()
    });
    listed
}

#[tokio::test]
async fn what_a_seal_said_stays_until_it_is_read_again() {
    let by_seal = |status: &str| {
        let mut row = listed(status, "a.example", None);
        row.status_source_url = Some(PAGE.to_owned());
        row
    };
    let by_list = |domain| {
        let mut row = listed("Licensed", domain, None);
        row.domains_complete = false;
        row
    };
    for (code, said) in [(Mga, "Suspended"), (Tgc, "suspended"), (Mga, "Licensed; Title: Void")] {
        let store = fresh_store().await;
        let read = async |hour, row| {
            apply(&store, &reading(code, hour, vec![row])).await.unwrap();
            verdict(&store).await
        };
        assert_eq!(read(0, by_seal(said)).await, Verdict::LicenceNotActive, "{code}");
        assert_eq!(read(1, by_list("a.example")).await, Verdict::LicenceNotActive, "{code}");
        assert_eq!(read(2, by_list("a.example")).await, Verdict::LicenceNotActive, "{code}");
        assert_eq!(read(3, by_seal("Licensed")).await, Verdict::Licensed, "{code}");
        assert_eq!(read(4, by_list("a.example")).await, Verdict::Licensed, "{code}");
    }
}

#[tokio::test]
async fn the_seal_of_a_domain_that_left_the_list_says_nothing_of_the_licence() {
    let store = fresh_store().await;
    let mut sealed = listed("suspended", "b.example", Some("suspended"));
    sealed.status_source_url = Some(PAGE.to_owned());
    sealed.domains.extend(listed("licensed", "a.example", None).domains);
    let list = |domain| reading(Tgc, 0, vec![listed("licensed", domain, None)]);
    apply(&store, &reading(Tgc, 0, vec![sealed])).await.unwrap();
    assert_eq!(verdict(&store).await, Verdict::LicenceNotActive);
    let newer = RegisterReading { read_at: reading(Tgc, 1, vec![]).read_at, ..list("a.example") };
    apply(&store, &newer).await.unwrap();
    assert_eq!(verdict(&store).await, Verdict::Licensed);
}

#[tokio::test]
async fn another_seal_of_the_same_licence_or_domain_ends_what_the_first_one_said() {
    let by_seal = |page: &str, status: &str, word| {
        let mut row = listed(status, "a.example", word);
        row.status_source_url = Some(page.to_owned());
        row
    };
    let mut of_domain = listed("licensed", "a.example", Some("licensed"));
    of_domain.domains[0].verification_url = Some("https://seal.example/2".to_owned());
    for (code, first, second) in [
        (
            Mga,
            by_seal(PAGE, "Suspended", None),
            by_seal("https://seal.example/2", "Licensed", None),
        ),
        (Tgc, by_seal(PAGE, "suspended", Some("suspended")), of_domain),
    ] {
        let store = fresh_store().await;
        apply(&store, &reading(code, 0, vec![first])).await.unwrap();
        assert_eq!(verdict(&store).await, Verdict::LicenceNotActive, "{code}");
        apply(&store, &reading(code, 1, vec![second])).await.unwrap();
        assert_eq!(verdict(&store).await, Verdict::Licensed, "{code}");
    }
}

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
async fn a_licence_is_no_longer_provisional_once_the_page_of_its_domain_is_gone() {
    let store = fresh_store().await;
    let mut certified = listed("Assessment in progress", "a.example", Some("Active"));
    certified.status_qualifier = Some(Provisional);
    let certificate = json!([{ "Page": PAGE, "Current status": "Active" }]);
    certified.raw_data.insert("Certificate".to_owned(), certificate);
    apply(&store, &reading(Cw, 0, vec![certified])).await.unwrap();
    assert_eq!(verdict(&store).await, Verdict::LicensedProvisional);
    let mut removed = reading(Cw, 1, vec![licence("Alpha Ltd", "MGA/B2C/1/2020", "", &[])]);
    removed.licences[0].status_text = Some("Assessment in progress".to_owned());
    removed.licences[0].domains_complete = false;
    removed.removed_pages.push(RemovedPage {
        verification_url: PAGE.to_owned(),
        verification_page_status: "Not Active".to_owned(),
    });
    apply(&store, &removed).await.unwrap();
    let number = CheckQuery::licence_number("MGA/B2C/1/2020").unwrap();
    let of_number = store.check(&number, None, now()).await.unwrap();
    assert_eq!(of_number.verdict, Verdict::LicenceNotActive);
    assert_eq!(of_number.matched.unwrap().upstream_status.unwrap(), "Assessment in progress");
    let later = RegisterReading { removed_pages: Vec::new(), ..removed };
    apply(&store, &RegisterReading { read_at: reading(Cw, 2, vec![]).read_at, ..later })
        .await
        .unwrap();
    let of_number = store.check(&number, None, now()).await.unwrap();
    assert_eq!(of_number.verdict, Verdict::LicenceNotActive, "the certificate does not come back");
}

#[tokio::test]
async fn a_seal_counts_while_another_one_is_read_alone() {
    let store = fresh_store().await;
    let row = |status: &str, domains: &[(&str, Option<&str>)]| {
        let mut row = licence("Alpha Ltd", "", status, &[]);
        let domain = |(domain, page): &(&str, Option<&str>)| ListedDomain {
            domain: (*domain).to_owned(),
            verification_url: page.map(str::to_owned),
            verification_page_status: page.map(|_| status.to_owned()),
            verification_page_read_at: page.map(|_| now()),
            ..ListedDomain::default()
        };
        row.domains.extend(domains.iter().map(domain));
        row
    };
    let other = "https://seal.example/2";
    let mut both = row("suspended", &[("b.example", Some(PAGE)), ("a.example", None)]);
    both.status_source_url = Some(PAGE.to_owned());
    let mut alone = row("licensed", &[("a.example", Some(other))]);
    alone.status_source_url = Some(other.to_owned());
    alone.domains_complete = false;
    let off = row("licensed", &[("a.example", None)]);
    for (hour, row, complete, expected) in [
        (0, both, true, Verdict::LicenceNotActive),
        (1, alone, false, Verdict::LicenceNotActive),
        (2, off, true, Verdict::Licensed),
    ] {
        let reading = RegisterReading { complete, ..reading(Tgc, hour, vec![row]) };
        apply(&store, &reading).await.unwrap();
        assert_eq!(verdict(&store).await, expected, "{hour}");
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
    assert!(detail.contains("was not seen to list a.example"), "{detail}");
    assert_eq!(read(2, of_seal("2", &["a.example"], true)).await["verdict"], "licensed");
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
async fn a_seal_alone_does_not_lift_what_the_list_said() {
    for (code, suspended, active) in
        [(Mga, "Suspended", "Licensed"), (Tgc, "suspended", "licensed")]
    {
        let store = fresh_store().await;
        let read = async |hour, complete: bool, status: &str| {
            let mut row = listed(status, "a.example", None);
            row.status_source_url = (!complete).then(|| PAGE.to_owned());
            let reading = RegisterReading { complete, ..reading(code, hour, vec![row]) };
            apply(&store, &reading).await.unwrap();
            verdict(&store).await
        };
        assert_eq!(read(0, true, suspended).await, Verdict::LicenceNotActive, "{code}");
        assert_eq!(read(1, false, active).await, Verdict::LicenceNotActive, "{code}");
        assert_eq!(read(2, true, active).await, Verdict::Licensed, "{code}");
        assert_eq!(read(3, false, suspended).await, Verdict::LicenceNotActive, "{code}");
        assert_eq!(read(4, false, active).await, Verdict::Licensed, "{code}");
    }
}

#[tokio::test]
async fn what_the_spreadsheet_said_stays_while_the_page_alone_is_read() {
    let read = async |store: &Store, hour, page: &str, in_sheet: Option<&str>| {
        let counts = in_sheet.filter(|word| *word != "Active").unwrap_or(page);
        let mut row = listed(counts, "a.example", None);
        if let Some(word) = in_sheet {
            row.raw_data.insert("Spreadsheet".to_owned(), json!({ "Firm Status": word }));
            if word != page {
                row.raw_data.insert("Status difference".to_owned(), "they differ".into());
            }
        }
        apply(store, &reading(Iom, hour, vec![row])).await.unwrap();
        verdict(store).await
    };
    let store = fresh_store().await;
    for (hour, page, in_sheet, expected) in [
        (0, "Active", Some("Suspended"), Verdict::LicenceNotActive),
        (1, "Active", None, Verdict::LicenceNotActive),
        (2, "Active", None, Verdict::LicenceNotActive),
        (3, "Active", Some("Active"), Verdict::Licensed),
        (4, "Active", None, Verdict::Licensed),
        (5, "Suspended", Some("Active"), Verdict::LicenceNotActive),
        (6, "Active", None, Verdict::Licensed),
    ] {
        assert_eq!(read(&store, hour, page, in_sheet).await, expected, "{hour}");
    }
}

/// The words of the list and of a seal, `None` for the one that a reading does not have.
type Words = (Option<&'static str>, Option<&'static str>);

/// A licence as the readers of Malta and Tobique give it.
fn by_list_and_seal((list, seal): Words) -> ListedLicence {
    let worst = [seal, list].into_iter().flatten().find(|word| !word.ends_with("icensed"));
    let mut row = listed(worst.or(list).or(seal).unwrap(), "a.example", None);
    row.domains_complete = seal.is_some();
    if seal.is_some() {
        let is_of_seal = list.is_none() || worst.is_none() || worst == seal;
        row.status_source_url = is_of_seal.then(|| PAGE.to_owned());
        row.domains[0].verification_url = Some(PAGE.to_owned());
    }
    if let (Some(word), Some(_)) = (seal, worst) {
        row.raw_data.insert("Seals".to_owned(), json!([{ "Page": PAGE, "Status": word }]));
        row.raw_data.extend(list.map(|word| ("List Status".to_owned(), word.into())));
    }
    row
}

#[tokio::test]
async fn list_and_seal_each_count_until_they_are_read_again_whatever_the_other_says_meanwhile() {
    const IN_FORCE: Option<&str> = Some("Licensed");
    const SUSPENDED: Option<&str> = Some("Suspended");
    let courses: [&[(Words, Verdict)]; 4] = [
        &[
            ((IN_FORCE, SUSPENDED), Verdict::LicenceNotActive),
            ((SUSPENDED, None), Verdict::LicenceNotActive),
            ((IN_FORCE, None), Verdict::LicenceNotActive),
            ((IN_FORCE, IN_FORCE), Verdict::Licensed),
            ((IN_FORCE, None), Verdict::Licensed),
        ],
        &[
            ((Some("Surrendered"), SUSPENDED), Verdict::LicenceNotActive),
            ((IN_FORCE, None), Verdict::LicenceNotActive),
            ((Some("Surrendered"), IN_FORCE), Verdict::LicenceNotActive),
            ((IN_FORCE, None), Verdict::Licensed),
        ],
        &[
            ((SUSPENDED, SUSPENDED), Verdict::LicenceNotActive),
            ((None, IN_FORCE), Verdict::LicenceNotActive),
            ((IN_FORCE, None), Verdict::Licensed),
        ],
        &[
            ((IN_FORCE, IN_FORCE), Verdict::Licensed),
            ((None, SUSPENDED), Verdict::LicenceNotActive),
            ((IN_FORCE, None), Verdict::LicenceNotActive),
            ((None, IN_FORCE), Verdict::Licensed),
        ],
    ];
    for (code, course) in courses.iter().flat_map(|course| [(Mga, course), (Tgc, course)]) {
        let store = fresh_store().await;
        for (hour, (words, expected)) in (0..).zip(*course) {
            let row = by_list_and_seal(*words);
            let complete = words.0.is_some();
            let reading = RegisterReading { complete, ..reading(code, hour, vec![row]) };
            apply(&store, &reading).await.unwrap();
            assert_eq!(verdict(&store).await, *expected, "{code} {course:?} {hour}");
        }
    }
}

#[tokio::test]
async fn a_seal_counts_when_its_licence_comes_back_after_it_left_the_register() {
    let store = fresh_store().await;
    let other = || licence("K", "MGA/B2C/9/2020", "Licensed", &[]);
    let sealed = by_list_and_seal((Some("Licensed"), Some("Suspended")));
    let back = by_list_and_seal((Some("Licensed"), None));
    for (hour, row) in [(0, Some(sealed)), (1, None), (80, None), (81, Some(back))] {
        let rows = row.into_iter().chain([other()]).collect();
        apply(&store, &reading(Mga, hour, rows)).await.unwrap();
    }
    assert_eq!(verdict(&store).await, Verdict::LicenceNotActive);
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

#[tokio::test]
async fn a_seal_follows_its_page_and_not_the_row_of_its_domain() {
    let row = |name: &str, status: &str, domain: &str, page: Option<&str>| {
        let mut row = listed(status, domain, page);
        row.operator.name = name.to_owned();
        row.license_number = None;
        row.status_source_url = page.filter(|word| *word == status).map(|_| PAGE.to_owned());
        row
    };
    let suspended = || row("Alpha Ltd", "suspended", "a.example", Some("suspended"));
    let back = || row("Alpha Ltd", "licensed", "a.example", None);
    let moved = [
        row("Alpha Ltd", "licensed", "c.example", None),
        row("Beta Ltd", "licensed", "a.example", None),
    ];
    let of_another = [
        row("Alpha Ltd", "licensed", "a.example", None),
        row("Beta Ltd", "suspended", "b.example", Some("suspended")),
    ];
    for (second, expected) in [(moved, Verdict::LicenceNotActive), (of_another, Verdict::Licensed)]
    {
        let store = fresh_store().await;
        let beta = || row("Beta Ltd", "licensed", "b.example", None);
        apply(&store, &reading(Tgc, 0, vec![suspended(), beta()])).await.unwrap();
        apply(&store, &reading(Tgc, 1, second.to_vec())).await.unwrap();
        apply(&store, &reading(Tgc, 2, vec![back(), beta()])).await.unwrap();
        assert_eq!(verdict(&store).await, expected);
    }
}

#[tokio::test]
async fn a_seal_alone_brings_no_licence_back_to_the_register() {
    for code in [Mga, Tgc] as [JurisdictionCode; 2] {
        let store = fresh_store().await;
        let other = || licence("K", "MGA/B2C/9/2020", "Licensed", &[]);
        let sealed = || by_list_and_seal((None, Some("Licensed")));
        let by_list = by_list_and_seal((Some("Licensed"), None));
        for (hour, row, complete, expected) in [
            (0, Some(by_list.clone()), true, Verdict::Licensed),
            (1, None, true, Verdict::Licensed),
            (2, Some(sealed()), false, Verdict::Licensed),
            (60, None, true, Verdict::LicenceNotActive),
            (61, Some(sealed()), false, Verdict::LicenceNotActive),
            (62, Some(sealed()), false, Verdict::LicenceNotActive),
            (63, Some(by_list), true, Verdict::Licensed),
        ] {
            let rows = row.into_iter().chain(complete.then(other)).collect();
            let reading = RegisterReading { complete, ..reading(code, hour, rows) };
            apply(&store, &reading).await.unwrap();
            assert_eq!(verdict(&store).await, expected, "{code} {hour}");
        }
    }
}

#[tokio::test]
async fn a_spreadsheet_that_was_read_by_itself_counts_too() {
    let page = |status: &str| listed(status, "a.example", None);
    let sheet = |word: &str, status: &str| {
        let mut row = listed(status, "a.example", None);
        row.domains.clear();
        row.domains_complete = false;
        row.raw_data.insert("Firm Status".to_owned(), word.into());
        row
    };
    for (word, status, expected) in [
        ("Suspended", "Suspended", Verdict::LicenceNotActive),
        ("Active", "Active; Notes: void", Verdict::LicenceNotActive),
        ("Under review", "Under review", Verdict::LicenceNotActive),
        ("Active", "Active", Verdict::Licensed),
    ] {
        let store = fresh_store().await;
        for (hour, row) in (0..).zip([page("Active"), sheet(word, status), page("Active")]) {
            apply(&store, &reading(Iom, hour, vec![row])).await.unwrap();
        }
        assert_eq!(verdict(&store).await, expected, "{status}");
    }
}

#[tokio::test]
async fn a_spreadsheet_counts_whatever_the_page_says_meanwhile() {
    let row = |status: &str, in_sheet: Option<&str>, remark: Option<&str>| {
        let mut row = listed(status, "a.example", None);
        let sheet = in_sheet.map(|word| ("Spreadsheet".to_owned(), json!({ "Firm Status": word })));
        let remarks = remark.map(|text| ("Spreadsheet remarks".to_owned(), text.into()));
        row.raw_data.extend(sheet.into_iter().chain(remarks));
        row
    };
    for (course, expected) in [
        (
            [
                row("Suspended", Some("Suspended"), None),
                row("Suspended", None, None),
                row("Active", None, None),
            ],
            Verdict::LicenceNotActive,
        ),
        (
            [
                row("Active; Notes: void", Some("Active"), Some("Notes: void")),
                row("Active", None, None),
                row("Active", None, None),
            ],
            Verdict::LicenceNotActive,
        ),
        (
            [
                row("Suspended", Some("Suspended"), None),
                row("Active", Some("Current"), None),
                row("Active", None, None),
            ],
            Verdict::Licensed,
        ),
    ] {
        let store = fresh_store().await;
        for (hour, row) in (0..).zip(course) {
            apply(&store, &reading(Iom, hour, vec![row])).await.unwrap();
        }
        assert_eq!(verdict(&store).await, expected);
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
    let store = fresh_store().await;
    let row = |number: &str, words: &str| {
        let mut row = licence("Alpha Ltd", number, "Active", &[]);
        row.domains.push(described_domain("a.example", words));
        row
    };
    let (inactive, active) =
        (row("000001-R-100001-001", "Inactive"), row("000001-R-100002-001", "Active"));
    let both = vec![inactive.clone(), active];
    apply(&store, &reading(Ukgc, 0, both.clone())).await.unwrap();
    apply(&store, &reading(Ukgc, 1, both)).await.unwrap();
    assert_eq!(verdict(&store).await, Verdict::Licensed);
    apply(&store, &reading(Ukgc, 2, vec![inactive])).await.unwrap();
    assert_eq!(
        verdict(&store).await,
        Verdict::Licensed,
        "the other one shares its licence's grace"
    );
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
    assert!(detail.contains("was not seen to list it for Alpha Ltd since"), "{detail}");
}
