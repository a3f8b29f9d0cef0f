//! Registers that contradict themselves, share numbers or move things about: none of it may leave
//! a `licensed` behind that the newest word of the register does not say.

use licence_core::check::{CheckQuery, Verdict};
use licence_core::jurisdiction::JurisdictionCode::{An, Cw, Iom, Tgc, Ukgc};
use licence_core::licence::LicenceId;
use licence_core::register::reading::{ListedDomain, ListedLicence, RegisterReading, RemovedPage};
use licence_core::register::{self, Accepted, SourceFile};
use licence_store::Store;
use serde_json::Value;

use crate::support::readings::{answer, apply, at, fresh_store, licence, now, reading};

async fn verdict(store: &Store, domain: &str) -> Verdict {
    store.check(&CheckQuery::domain(domain).unwrap(), None, now()).await.unwrap().verdict
}

async fn number_verdict(store: &Store, number: &str) -> Verdict {
    store.check(&CheckQuery::licence_number(number).unwrap(), None, now()).await.unwrap().verdict
}

fn with_domain(mut row: ListedLicence, domain: &str, status: &str) -> ListedLicence {
    let status_text = Some(status.to_owned());
    row.domains.push(ListedDomain { domain: domain.to_owned(), status_text, ..Default::default() });
    row
}

#[tokio::test]
async fn a_number_that_becomes_shared_keeps_its_first_licence() {
    let store = fresh_store().await;
    apply(&store, &reading(Cw, 0, vec![licence("A N.V.", "OGL/1", "", &["a.example"])]))
        .await
        .unwrap();
    let id = answer(&store, "a.example").await["match"]["license_id"].clone();
    let revoked = with_domain(licence("A N.V.", "OGL/1", "Revoked", &[]), "a.example", "Delisted");
    let second = licence("B N.V.", "OGL/1", "", &["b.example"]);
    let applied = apply(&store, &reading(Cw, 24, vec![revoked.clone(), second])).await.unwrap();
    assert_eq!((applied.created, applied.missing), (1, 0));
    assert_eq!(verdict(&store, "a.example").await, Verdict::DomainNotListed);
    assert_eq!(answer(&store, "a.example").await["match"]["license_id"], id);
    assert_eq!(verdict(&store, "b.example").await, Verdict::Licensed);
    let query = CheckQuery::licence_number("OGL/1").unwrap();
    assert!(
        store
            .check(&query, None, now())
            .await
            .unwrap()
            .verdict_detail
            .contains("The same number is on record for A N.V. (Curaçao) under a revoked licence.")
    );
    // And back: what is left of the pair is still the first licence.
    let applied = apply(&store, &reading(Cw, 48, vec![revoked])).await.unwrap();
    assert_eq!((applied.created, applied.missing), (0, 1));
    assert_eq!(answer(&store, "a.example").await["match"]["license_id"], id);
}

/// Rows that the service is fed with are read as those of the regulator's own files are.
#[tokio::test]
async fn the_newest_version_of_a_number_of_great_britain_states_the_status() {
    const OLD: &str = "000102-R-300001-010";
    const NEW: &str = "000102-R-300001-011";
    for (old, new, expected) in
        [("Active", "Revoked", Verdict::LicenceNotActive), ("Revoked", "Active", Verdict::Licensed)]
    {
        let store = fresh_store().await;
        let rows = vec![
            licence("A Limited", OLD, old, &["a.example"]),
            licence("A Limited", NEW, new, &[]),
        ];
        apply(&store, &reading(Ukgc, 0, rows)).await.unwrap();
        assert_eq!(verdict(&store, "a.example").await, expected, "{new}");
        assert_eq!(answer(&store, "a.example").await["match"]["license_number"], NEW);
    }
}

#[tokio::test]
async fn a_licence_that_passes_to_another_operator_takes_no_host_along() {
    let store = fresh_store().await;
    apply(&store, &reading(Cw, 0, vec![licence("A N.V.", "OGL/1", "", &["a.example"])]))
        .await
        .unwrap();
    let mut partial = reading(Cw, 1, vec![licence("B N.V.", "OGL/1", "", &["b.example"])]);
    partial.complete = false;
    let applied = apply(&store, &partial).await.unwrap();
    assert_eq!((applied.created, applied.delisted), (0, 1));
    assert_eq!(verdict(&store, "a.example").await, Verdict::DomainNotListed);
    assert_eq!(answer(&store, "b.example").await["match"]["operator_slug"], "b-nv");
}

#[tokio::test]
async fn rows_of_one_licence_that_contradict_each_other_count_at_their_worst() {
    let store = fresh_store().await;
    let mut full = licence("Iom Limited", "", "Active", &["one.example"]);
    full.license_number = None;
    let mut suspended = licence("Iom Limited", "", "Suspended (2 October 2026)", &["two.example"]);
    suspended.license_number = None;
    apply(&store, &reading(Iom, 0, vec![full, suspended])).await.unwrap();
    let valid = licence("An N.V.", "ALSI-1-FI1", "valid", &["x.example"]);
    let revoked = licence("An N.V.", "ALSI-1-F11", "revoked", &["y.example"]);
    apply(&store, &reading(An, 0, vec![valid, revoked])).await.unwrap();
    for domain in ["one.example", "two.example", "x.example", "y.example"] {
        assert_eq!(verdict(&store, domain).await, Verdict::LicenceNotActive, "{domain}");
    }
    assert_eq!(number_verdict(&store, "ALSI-1-F11").await, Verdict::LicenceNotActive);
}

#[tokio::test]
async fn a_folded_number_of_two_operators_is_nobodys() {
    let store = fresh_store().await;
    let valid = licence("An A N.V.", "ALSI-202505003-FI1", "valid", &[]);
    let revoked = licence("An B N.V.", "ALSl-202505003-FII", "revoked", &[]);
    apply(&store, &reading(An, 0, vec![valid, revoked])).await.unwrap();
    let query = CheckQuery::licence_number("ALSI-202505003-F11").unwrap();
    let ambiguous = store.check(&query, None, now()).await.unwrap();
    assert_eq!(ambiguous.verdict, Verdict::NotFound);
    assert_eq!(ambiguous.alternatives.len(), 2);
    assert_eq!(number_verdict(&store, "ALSI-202505003-FI1").await, Verdict::Licensed);
}

#[tokio::test]
async fn a_site_that_comes_under_another_licence_as_delisted_is_not_licensed_by_the_missing_one() {
    let store = fresh_store().await;
    let row = |number: &str, domains: &[&str]| {
        let mut row = licence("One Limited", number, "Active", domains);
        row.operator.upstream_id = Some("1".to_owned());
        row
    };
    let both = vec![row("000001-R-100001-001", &["one.example"]), row("000001-R-100002-001", &[])];
    apply(&store, &reading(Ukgc, 0, both)).await.unwrap();
    let left = with_domain(row("000001-R-100002-001", &[]), "www.one.example", "Inactive");
    let applied = apply(&store, &reading(Ukgc, 1, vec![left])).await.unwrap();
    assert_eq!((applied.missing, applied.delisted), (1, 0));
    assert_eq!(verdict(&store, "one.example").await, Verdict::DomainNotListed);
    let both = vec![row("000001-R-100001-001", &["one.example"]), row("000001-R-100002-001", &[])];
    apply(&store, &reading(Ukgc, 2, both)).await.unwrap();
    assert_eq!(verdict(&store, "one.example").await, Verdict::Licensed, "it was a lost row");
}

#[tokio::test]
async fn a_host_and_its_www_form_are_one_domain_of_a_licence() {
    let store = fresh_store().await;
    let listed = licence("A N.V.", "OGL/1", "", &["www.a.example"]);
    apply(&store, &reading(Cw, 0, vec![listed])).await.unwrap();
    let row = with_domain(licence("A N.V.", "OGL/1", "", &[]), "a.example", "Delisted");
    let mut partial = reading(Cw, 1, vec![row]);
    partial.complete = false;
    apply(&store, &partial).await.unwrap();
    assert_eq!(verdict(&store, "www.a.example").await, Verdict::DomainNotListed);
    let twice = with_domain(licence("A N.V.", "OGL/1", "", &[]), "a.example", "Parked");
    let twice = with_domain(twice, "a.example", "Redirecting");
    apply(&store, &reading(Cw, 2, vec![twice])).await.unwrap();
    assert_eq!(verdict(&store, "a.example").await, Verdict::DomainNotListed, "the worse counts");
}

#[tokio::test]
async fn an_operator_stays_the_same_when_its_register_begins_to_give_identifiers() {
    let store = fresh_store().await;
    let row = |id: Option<&str>| {
        let mut row = licence("A N.V.", "OGL/1", "", &["a.example"]);
        row.operator.upstream_id = id.map(str::to_owned);
        row
    };
    for (hour, id) in [(0, None), (1, Some("55")), (2, None)] {
        let applied = apply(&store, &reading(Cw, hour, vec![row(id)])).await.unwrap();
        assert_eq!(applied.created, usize::from(hour == 0));
        assert_eq!(answer(&store, "a.example").await["match"]["operator_slug"], "a-nv");
    }
}

#[tokio::test]
async fn names_of_which_nothing_is_left_are_told_apart_as_they_stand() {
    let store = fresh_store().await;
    let row = |name: &str, domain: &str| {
        let mut row = licence(name, "", "licensed", &[domain]);
        row.license_number = None;
        row
    };
    let rows = vec![row("!!!", "one.example"), row("???", "two.example")];
    assert_eq!(apply(&store, &reading(Tgc, 0, rows)).await.unwrap().created, 2);
    assert_eq!(answer(&store, "two.example").await["match"]["operator"], "???");
}

#[tokio::test]
async fn a_licence_in_its_grace_says_so() {
    let store = fresh_store().await;
    let stays = || licence("B N.V.", "OGL/2", "", &["b.example"]);
    let goes = licence("A N.V.", "OGL/1", "", &["a.example"]);
    apply(&store, &reading(Cw, 0, vec![goes, stays()])).await.unwrap();
    apply(&store, &reading(Cw, 1, vec![stays()])).await.unwrap();
    let detail = answer(&store, "a.example").await["verdict_detail"].as_str().unwrap().to_owned();
    assert!(
        detail.contains("has not listed the licence since 1 November 2026, 01:00 UTC"),
        "{detail}"
    );
}

#[tokio::test]
async fn a_licence_of_another_type_than_remote_licenses_no_web_site() {
    let file = |text: &str| SourceFile { name: "f.csv".to_owned(), bytes: text.into() };
    let licences = "Account Number,Licence Number,Status,Type,Activity,Start Date,End Date\n\
                    1,000001-N-100001-001,Active,Non-Remote,Bingo,2014-01-01,\n\
                    2,000002-A-100002-001,Active,Ancillary Remote,Bingo,2014-01-01,\n";
    let files = [
        file("Account Number,Licence Account Name\n1,Pub Limited\n2,Hall Limited\n"),
        file(licences),
        file("Account Number,Trading Name,Status\n"),
        file("Account Number,Domain Name,Status\n1,pub.example,Active\n2,hall.example,Active\n"),
    ];
    let store = fresh_store().await;
    let reading =
        register::read(Ukgc, &files, at("2026-11-01T06:00:00Z"), &Accepted::default()).unwrap();
    apply(&store, &reading).await.unwrap();
    for host in ["pub.example", "hall.example"] {
        assert_eq!(verdict(&store, host).await, Verdict::NotFound, "{host}");
    }
}

#[tokio::test]
async fn cells_without_a_public_suffix_license_no_host() {
    let store = fresh_store().await;
    let cells = ["bet.notatld", "index.html", "n.v", "m.apps.apple.com", "bet.example"];
    apply(&store, &reading(Cw, 0, vec![licence("A N.V.", "OGL/1", "", &cells)])).await.unwrap();
    for cell in cells {
        let is_host = cell == "bet.example";
        assert_eq!(verdict(&store, cell).await == Verdict::Licensed, is_host, "{cell}");
    }
}

#[tokio::test]
async fn a_site_that_comes_under_a_bad_licence_is_not_licensed_by_the_grace_of_the_missing_one() {
    let renamed = [
        // Our own reference is made of the name: another name is another licence.
        (Iom, "Alpha Ltd", "Alpha Group Ltd", "Active", "Suspended (2 October 2026)", "suspended"),
        (An, "Alpha Ltd", "Beta Ltd", "valid", "revoked", "revoked"),
    ];
    for (code, before, after, active, other, status) in renamed {
        let store = fresh_store().await;
        let first = licence(before, "ALSI-1-FI1", active, &["site.example"]);
        let rest = licence("Rest Ltd", "ALSI-3-FI1", active, &[]);
        apply(&store, &reading(code, 0, vec![first, rest.clone()])).await.unwrap();
        assert_eq!(verdict(&store, "site.example").await, Verdict::Licensed);
        let second = licence(after, "ALSI-2-FI1", other, &["www.site.example"]);
        let newer = |hour| reading(code, hour, vec![second.clone(), rest.clone()]);
        let applied = apply(&store, &newer(1)).await.unwrap();
        assert_eq!((applied.missing, applied.delisted), (1, 0), "{code}: nobody took it off");
        let in_grace = answer(&store, "site.example").await;
        assert_eq!(in_grace["verdict"], "licence_not_active", "{code}");
        assert_eq!(in_grace["match"]["status"], status, "{code}");
        assert_eq!(in_grace["jurisdictions"][1]["domain_status"], Value::Null, "{code}");
        assert_eq!(in_grace["jurisdictions"][1]["status"], "active", "{code}: of the licence");
        let id = in_grace["jurisdictions"][1]["license_id"].clone();
        let id: LicenceId = serde_json::from_value(id).unwrap();
        let note = &store.history(id).await.unwrap().unwrap().history[0].note;
        assert_eq!(note, "The register shows domains changed: site.example.", "{code}");
        let sentence = in_grace["verdict_detail"].as_str().unwrap();
        let before = format!("no longer lists it for {before}.");
        assert!(sentence.contains(after) && sentence.contains(&before), "{sentence}");
        apply(&store, &newer(49)).await.unwrap();
        assert_eq!(verdict(&store, "site.example").await, Verdict::LicenceNotActive, "{code}");
    }
}

#[tokio::test]
async fn a_site_that_left_a_missing_licence_is_answered_by_the_licence_that_it_came_under() {
    // The first licence's status and its domain's, the same of the second one when it lists the domain.
    for (first, word, second) in [
        ("revoked", "Active", "Parked"),
        ("suspended", "Active", "Strange"),
        ("valid", "Parked", "Inactive"),
        ("valid", "Strange", "Parked"),
        ("valid", "Active", "Parked"),
    ] {
        let store = fresh_store().await;
        let alpha = licence("Alpha Ltd", "ALSI-1-FI1", first, &[]);
        let beta = || licence("Beta Ltd", "ALSI-2-FI1", "valid", &[]);
        let rows = vec![with_domain(alpha, "a.example", word), beta()];
        apply(&store, &reading(An, 0, rows)).await.unwrap();
        let came = with_domain(beta(), "a.example", second);
        // Within the grace of the first licence, and after it.
        for hour in [1, 60] {
            apply(&store, &reading(An, hour, vec![came.clone()])).await.unwrap();
            let answer = answer(&store, "a.example").await;
            assert_eq!(answer["verdict"], "domain_not_listed", "{first} {word} {second}");
            assert_eq!(answer["match"]["operator"], "Beta Ltd", "{first} {word} {second}");
            assert_eq!(answer["jurisdictions"][1]["domain_status"], Value::Null, "{first} {word}");
        }
    }
}

#[tokio::test]
async fn a_licence_that_comes_back_brings_no_host_that_no_reading_lists() {
    let alpha = |domains: &[&str]| licence("Alpha N.V.", "OGL/1", "", domains);
    let zed = |domains: &[&str]| licence("Zed N.V.", "OGL/2", "Revoked", domains);
    let rest = || licence("Rest N.V.", "OGL/3", "", &[]);
    let moved = || vec![zed(&["a.example"]), rest()];
    let cases = [
        ("within its grace", 1, vec![rest(), zed(&[])], Verdict::Licensed),
        ("after its grace", 49, vec![rest(), zed(&[])], Verdict::DomainNotListed),
        ("within its grace, moved", 1, moved(), Verdict::LicenceNotActive),
        ("after its grace, moved", 49, moved(), Verdict::LicenceNotActive),
    ];
    for (case, hours, without, expected) in cases {
        for complete in [false, true] {
            let store = fresh_store().await;
            let first = vec![alpha(&["a.example"]), zed(&[]), rest()];
            apply(&store, &reading(Cw, 0, first)).await.unwrap();
            for hour in [1, hours + 1] {
                apply(&store, &reading(Cw, hour, without.clone())).await.unwrap();
            }
            let mut back = reading(Cw, hours + 2, vec![alpha(&[]), without[0].clone(), rest()]);
            back.licences[0].domains_complete = false;
            back.complete = complete;
            apply(&store, &back).await.unwrap();
            assert_eq!(number_verdict(&store, "OGL/1").await, Verdict::Licensed, "{case}");
            assert_eq!(verdict(&store, "a.example").await, expected, "{case}, {complete}");
            let listed = vec![alpha(&["a.example"]), zed(&[]), rest()];
            apply(&store, &reading(Cw, hours + 3, listed)).await.unwrap();
            assert_eq!(verdict(&store, "a.example").await, Verdict::Licensed, "{case}");
        }
    }
}

#[tokio::test]
async fn a_host_that_a_partial_reading_shows_elsewhere_first_is_answered_as_the_complete_one_says()
{
    let alpha = || licence("Alpha N.V.", "OGL/1", "", &["a.example"]);
    let zed = |domains: &[&str]| licence("Zed N.V.", "OGL/2", "Revoked", domains);
    for domains_before in [&[][..], &["a.example"]] {
        let store = fresh_store().await;
        let first = vec![alpha(), zed(domains_before)];
        apply(&store, &reading(Cw, 0, first)).await.unwrap();
        let mut partial = reading(Cw, 1, vec![zed(&["a.example"])]);
        partial.complete = false;
        apply(&store, &partial).await.unwrap();
        assert_eq!(verdict(&store, "a.example").await, Verdict::Licensed, "both list it");
        for hour in [2, 3] {
            apply(&store, &reading(Cw, hour, vec![zed(&["a.example"])])).await.unwrap();
            let expected = match domains_before.is_empty() {
                true => Verdict::LicenceNotActive,
                false => Verdict::Licensed,
            };
            assert_eq!(verdict(&store, "a.example").await, expected, "{domains_before:?}");
        }
    }
}

#[tokio::test]
async fn rows_that_call_one_operator_by_two_keys_are_one_licence_at_its_worst() {
    let store = fresh_store().await;
    let mut revoked = licence("A Ltd", "ALSI-1-FI1", "revoked", &["q.example"]);
    revoked.operator.upstream_id = Some("7".to_owned());
    revoked.operator.trading_names = vec!["Alphabrand".to_owned()];
    let mut valid = licence("A Ltd", "ALSI-1-FI1", "valid", &["q.example"]);
    valid.operator.trading_names = vec!["Betabrand".to_owned()];
    let applied = apply(&store, &reading(An, 0, vec![valid, revoked])).await.unwrap();
    assert_eq!(applied.created, 1);
    assert_eq!(verdict(&store, "q.example").await, Verdict::LicenceNotActive);
    assert_eq!(number_verdict(&store, "ALSI-1-FI1").await, Verdict::LicenceNotActive);
    for name in ["alphabrand.test", "betabrand.test"] {
        assert_eq!(verdict(&store, name).await, Verdict::NameMatchOnly, "{name}");
    }
}

#[tokio::test]
async fn identifiers_that_appear_for_several_entities_of_one_name_split_them() {
    let store = fresh_store().await;
    let row = |number: &str, id: Option<&str>| {
        let mut row = licence("Foo Ltd", number, "valid", &[]);
        row.operator.upstream_id = id.map(str::to_owned);
        row
    };
    apply(&store, &reading(An, 0, vec![row("ALSI-1-FI1", None)])).await.unwrap();
    let several = |hour| {
        let shared = ["1", "2", "3"].map(|id| row("ALSI-1-FI1", Some(id)));
        reading(An, hour, shared.into_iter().chain([row("ALSI-2-FI1", None)]).collect())
    };
    apply(&store, &several(1)).await.unwrap();
    let again = apply(&store, &reading(An, 2, several(2).licences.split_off(0))).await.unwrap();
    assert_eq!((again.created, again.missing), (0, 0));
}

#[tokio::test]
async fn columns_that_move_and_numbers_that_are_shared_do_not_delist_a_register() {
    let store = fresh_store().await;
    let sites = |nth: usize| format!("site{nth}.example");
    let row = |nth: usize, prefix: &str, domains: &[&str]| {
        licence(&format!("{prefix} {nth} N.V."), &format!("ALSI-{nth}-FI1"), "valid", domains)
    };
    let all = (0..30).map(|nth| row(nth, "Alpha", &[&sites(nth)])).collect();
    apply(&store, &reading(An, 0, all)).await.unwrap();
    let moved = (0..30).map(|nth| row(nth, "Other", &[])).collect();
    let error = apply(&store, &reading(An, 1, moved)).await.unwrap_err().to_string();
    assert!(error.contains("30 domains"), "{error}");
    let store = fresh_store().await;
    let shared = |count: usize| {
        let row = |nth| licence(&format!("Alpha {nth} N.V."), "ALSI-1-FI1", "valid", &[]);
        (0..count).map(row).collect()
    };
    apply(&store, &reading(An, 0, shared(30))).await.unwrap();
    let error = apply(&store, &reading(An, 1, shared(1))).await.unwrap_err().to_string();
    assert!(error.contains("lacks 29 of 30"), "{error}");
}

/// What a licence listed last is not what it lists.
#[tokio::test]
async fn a_host_that_moved_to_another_licence_of_its_holder_does_not_come_back_with_the_first() {
    let one = |status: &str, domains: &[&str]| licence("A Ltd", "ALSI-1-FI1", status, domains);
    let two = |status: &str, domains: &[&str]| licence("A Ltd", "ALSI-2-FI1", status, domains);
    for (case, last) in [
        ("revoked", vec![one("valid", &[]), two("revoked", &["a.example"])]),
        ("revoked, the first is missing", vec![two("revoked", &["a.example"])]),
        ("without the host, the first is missing", vec![two("valid", &[])]),
    ] {
        let store = fresh_store().await;
        let first = vec![one("valid", &["a.example"]), two("valid", &[])];
        apply(&store, &reading(An, 0, first)).await.unwrap();
        let moved = vec![one("valid", &[]), two("valid", &["a.example"])];
        let applied = apply(&store, &reading(An, 24, moved)).await.unwrap();
        assert_eq!(applied.delisted, 0, "{case}");
        assert_eq!(verdict(&store, "a.example").await, Verdict::Licensed, "{case}");
        apply(&store, &reading(An, 25, last)).await.unwrap();
        assert_ne!(verdict(&store, "a.example").await, Verdict::Licensed, "{case}");
    }
}

/// The page of the licence was not read, so the register did not take the host off.
#[tokio::test]
async fn a_host_that_another_licence_lists_anew_is_unknown_where_its_page_was_not_read() {
    let without_page = |mut row: ListedLicence| {
        row.domains_complete = false;
        row
    };
    let one = |domains: &[&str]| licence("A N.V.", "OGL/1", "", domains);
    let two = |status: &str, domains: &[&str]| licence("A N.V.", "OGL/2", status, domains);
    let store = fresh_store().await;
    let first = vec![one(&["a.example"]), two("", &[])];
    apply(&store, &reading(Cw, 0, first)).await.unwrap();
    let moved = vec![without_page(one(&[])), two("", &["a.example"])];
    apply(&store, &reading(Cw, 24, moved)).await.unwrap();
    assert_eq!(verdict(&store, "a.example").await, Verdict::Licensed);
    let revoked = "License revoked on November 2, 2026";
    let last = vec![without_page(one(&[])), without_page(two(revoked, &[]))];
    let applied = apply(&store, &reading(Cw, 48, last)).await.unwrap();
    assert_eq!(applied.delisted, 0);
    assert_ne!(verdict(&store, "a.example").await, Verdict::Licensed);
}

/// The register of Curaçao without certificates reads no domain: a certificate alone may bring a host
/// under another licence, and days may lie between.
#[tokio::test]
async fn a_host_that_came_elsewhere_while_its_page_was_unread_is_not_licensed_by_its_first_licence()
{
    let unread = |number: &str, status: &str| {
        let mut row = licence("A N.V.", number, status, &[]);
        row.domains_complete = false;
        row
    };
    let certificate = |number: &str, hour| {
        let rows = vec![licence("A N.V.", number, "", &["a.example"])];
        RegisterReading { complete: false, ..reading(Cw, hour, rows) }
    };
    let register =
        |second: &str, hour| reading(Cw, hour, vec![unread("OGL/1", ""), unread("OGL/2", second)]);
    let revoked = "License revoked on November 2, 2026";
    for is_alone in [true, false] {
        let store = fresh_store().await;
        apply(&store, &register("", 0)).await.unwrap();
        apply(&store, &certificate("OGL/1", 1)).await.unwrap();
        apply(&store, &register("", 24)).await.unwrap();
        let second = match is_alone {
            true => certificate("OGL/2", 30),
            false => {
                let rows =
                    vec![unread("OGL/1", ""), licence("A N.V.", "OGL/2", "", &["a.example"])];
                reading(Cw, 30, rows)
            }
        };
        apply(&store, &second).await.unwrap();
        apply(&store, &register("", 48)).await.unwrap();
        assert_eq!(verdict(&store, "a.example").await, Verdict::Licensed, "{is_alone}");
        let applied = apply(&store, &register(revoked, 72)).await.unwrap();
        assert_eq!(applied.delisted, 0, "{is_alone}");
        assert_ne!(verdict(&store, "a.example").await, Verdict::Licensed, "{is_alone}");
        apply(&store, &certificate("OGL/1", 73)).await.unwrap();
        assert_eq!(verdict(&store, "a.example").await, Verdict::Licensed, "{is_alone}");
    }
}

/// What the page itself says comes before what another licence lists.
#[tokio::test]
async fn a_host_whose_page_says_removed_is_delisted_though_another_licence_lists_it() {
    let url = "https://cert.cga.cw/token?id=1001";
    let mut first = licence("A N.V.", "OGL/1", "", &["a.example"]);
    first.domains[0].verification_url = Some(url.to_owned());
    let two = |status: &str| licence("A N.V.", "OGL/2", status, &["a.example"]);
    let mut without = licence("A N.V.", "OGL/1", "", &[]);
    without.domains_complete = false;
    let page = RemovedPage {
        verification_url: Some(url.to_owned()),
        verification_page_status: "Not Active".to_owned(),
        ..RemovedPage::default()
    };
    let with_page = |hour, second| {
        let rows = vec![without.clone(), two(second)];
        RegisterReading { removed_pages: vec![page.clone()], ..reading(Cw, hour, rows) }
    };
    let store = fresh_store().await;
    apply(&store, &reading(Cw, 0, vec![first, licence("A N.V.", "OGL/2", "", &[])])).await.unwrap();
    let applied = apply(&store, &with_page(24, "")).await.unwrap();
    assert_eq!(applied.delisted, 1);
    assert_eq!(verdict(&store, "a.example").await, Verdict::Licensed);
    let applied =
        apply(&store, &with_page(48, "License revoked on November 2, 2026")).await.unwrap();
    assert_eq!(applied.delisted, 0);
    assert_ne!(verdict(&store, "a.example").await, Verdict::Licensed);
}

/// The day in the sentence is that of the reading that took the host off.
#[tokio::test]
async fn a_host_is_delisted_on_the_day_on_which_its_page_was_read_without_it() {
    let alpha = |domains: &[&str], complete: bool| {
        let mut row = licence("A N.V.", "OGL/1", "", domains);
        row.domains_complete = complete;
        vec![row]
    };
    let store = fresh_store().await;
    apply(&store, &reading(Cw, 0, alpha(&["a.example"], true))).await.unwrap();
    apply(&store, &reading(Cw, 24, alpha(&[], false))).await.unwrap();
    assert_eq!(verdict(&store, "a.example").await, Verdict::Licensed);
    apply(&store, &reading(Cw, 96, alpha(&[], true))).await.unwrap();
    let after = answer(&store, "a.example").await;
    let sentence = after["verdict_detail"].as_str().unwrap();
    assert!(sentence.contains("delisted on 5 November 2026"), "{sentence}");
}

#[tokio::test]
async fn a_licence_that_comes_back_is_not_said_to_be_without_a_host_whose_page_was_not_read() {
    let row = |domains: &[&str], complete: bool| {
        let mut row = licence("A N.V.", "OGL/1", "", domains);
        row.domains_complete = complete;
        row
    };
    let rest = || licence("Rest N.V.", "OGL/3", "", &[]);
    let store = fresh_store().await;
    apply(&store, &reading(Cw, 0, vec![row(&["a.example"], true), rest()])).await.unwrap();
    apply(&store, &reading(Cw, 24, vec![rest()])).await.unwrap();
    apply(&store, &reading(Cw, 80, vec![rest()])).await.unwrap();
    let applied = apply(&store, &reading(Cw, 96, vec![row(&[], false), rest()])).await.unwrap();
    assert_eq!(applied.delisted, 0);
    let after = answer(&store, "a.example").await;
    assert_eq!(after["verdict"], "domain_not_listed");
    assert_eq!(after["match"]["domain_status"], serde_json::Value::Null);
    let sentence = after["verdict_detail"].as_str().unwrap();
    assert!(
        sentence.contains("has not been seen to list a.example for its licensee A N.V."),
        "{sentence}"
    );
}
