//! Seals of Malta and Tobique, and the list beside them.

use licence_core::check::{CheckQuery, Verdict};
use licence_core::jurisdiction::JurisdictionCode::{self, Mga, Tgc};
use licence_core::register::reading::{ListedDomain, ListedLicence, RegisterReading};
use serde_json::json;

use super::{PAGE, listed, verdict};
use crate::support::readings::{apply, fresh_store, licence, now, reading};

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
async fn a_status_was_observed_when_its_page_was_read_last() {
    let query = CheckQuery::domain("a.example").unwrap();
    for code in [Mga, Tgc] {
        let store = fresh_store().await;
        for (hour, complete, words, expected) in [
            (0, true, (Some("licensed"), Some("suspended")), 0),
            (1, true, (Some("licensed"), None), 0),
            (2, true, (Some("licensed"), None), 0),
            (3, false, (Some("licensed"), None), 0),
            (4, true, (Some("licensed"), Some("suspended")), 4),
            (5, true, (Some("licensed"), None), 4),
            (6, true, (Some("licensed"), Some("licensed")), 6),
            (7, true, (Some("licensed"), None), 7),
        ] {
            let read = reading(code, hour, vec![by_list_and_seal(words)]);
            apply(&store, &RegisterReading { complete, ..read }).await.unwrap();
            let matched = store.check(&query, None, now()).await.unwrap().matched.unwrap();
            let expected = reading(code, expected, vec![]).read_at;
            assert_eq!(matched.status_observed_at, Some(expected), "{code} at {hour}");
        }
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
async fn a_seal_alone_does_not_lift_what_the_list_said_of_its_domain() {
    let by_list = |word: Option<&str>| {
        let mut row = listed("licensed", "a.example", None);
        row.domains[0].status_text = word.map(str::to_owned);
        row
    };
    let mut struck = listed("licensed", "b.example", None);
    struck.raw_data.insert("Website".to_owned(), json!(["~~a.example~~, b.example"]));
    let mut by_seal = listed("licensed", "a.example", Some("licensed"));
    by_seal.domains_complete = false;
    let store = fresh_store().await;
    for (hour, row, complete, expected) in [
        (0, by_list(Some("closed")), true, Verdict::DomainNotListed),
        (1, by_seal.clone(), false, Verdict::DomainNotListed),
        (2, by_list(None), true, Verdict::Licensed),
        (3, by_seal.clone(), false, Verdict::Licensed),
    ] {
        let reading = RegisterReading { complete, ..reading(Tgc, hour, vec![row]) };
        apply(&store, &reading).await.unwrap();
        assert_eq!(verdict(&store).await, expected, "{hour}");
    }
    let store = fresh_store().await;
    for (hour, row, complete) in
        [(0, struck, true), (1, by_seal.clone(), false), (2, by_seal, false)]
    {
        let reading = RegisterReading { complete, ..reading(Tgc, hour, vec![row]) };
        apply(&store, &reading).await.unwrap();
        assert_ne!(verdict(&store).await, Verdict::Licensed, "{hour}");
    }
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
async fn that_a_seal_removes_a_domain_says_nothing_of_its_licence() {
    let row = |status: &str, page: Option<&str>| {
        let mut row = listed(status, "b.example", page);
        row.domains_complete = page.is_none();
        row
    };
    let mut by_list = row("licensed", None);
    by_list.domains.extend(listed("licensed", "a.example", None).domains);
    let mut removed = row("removed", Some("removed"));
    removed.status_source_url = Some(PAGE.to_owned());
    removed.raw_data.insert("Seals".to_owned(), json!([{ "Page": PAGE }]));
    let store = fresh_store().await;
    for (hour, row, complete) in
        [(0, by_list.clone(), true), (1, removed, false), (2, by_list, true)]
    {
        let reading = RegisterReading { complete, ..reading(Tgc, hour, vec![row]) };
        apply(&store, &reading).await.unwrap();
    }
    assert_eq!(verdict(&store).await, Verdict::Licensed);
}
