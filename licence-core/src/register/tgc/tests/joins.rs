use super::fixture::{READ_AT, licence_lines, list, read_files, seal, seal_of, seal_url};
use crate::provenance::SourceKind;

fn lantern() -> crate::register::SourceFile {
    list(&[
        ["Lantern Ltd", "B2C", "<a href='https://lantern.example'>lantern</a>"],
        ["LANTERN LIMITED", "B2C", "two.example, www.three.example/"],
        ["Mill N.V.", "B2B - Supplier", "-"],
    ])
}

#[test]
fn listed_is_licensed() {
    let reading = read_files(&[lantern()]).unwrap();
    assert!(reading.complete);
    assert_eq!(reading.source_kind, SourceKind::Scraped);
    assert_eq!(reading.validate("tgc"), Ok(()));
    assert_eq!(
        licence_lines(&reading),
        [
            "LANTERN LIMITED: licensed [\"B2C\"] https://lantern.example=- www.three.example/=- two.example=-",
            "Mill N.V.: licensed [\"B2B\"] ",
        ]
    );
    assert_eq!(reading.licences[1].license_type_raw.as_deref(), Some("B2B - Supplier"));
    assert!(reading.licences.iter().all(|licence| licence.license_number.is_none()));
}

#[test]
fn a_seal_tells_of_its_domain() {
    let files = [lantern(), seal(1, "two.example", "Lantern Ltd", "Licensed")];
    let reading = read_files(&files).unwrap();
    assert!(reading.complete);
    let licence = &reading.licences[0];
    assert_eq!(
        (licence.status_text.as_deref(), licence.domains_complete),
        (Some("licensed"), true)
    );
    let domain = licence.domains.iter().find(|d| d.domain == "two.example").unwrap();
    assert_eq!(domain.verification_url, Some(seal_url(1)));
    assert_eq!(domain.verification_page_status.as_deref(), Some("Licensed"));
    assert_eq!(domain.verification_page_read_at, READ_AT.parse().ok());
    assert_eq!(domain.status_text, None);
    assert!(licence.domains.iter().filter(|d| d.verification_url.is_some()).count() == 1);
}

#[test]
fn a_word_that_is_not_licensed_is_no_pass() {
    for (word, licence, domain) in [
        ("LICENSED", "licensed", "-"),
        ("Removed", "licensed", "Delisted"),
        ("Delisted", "licensed", "Delisted"),
        ("Not active", "licensed", "Delisted"),
        ("Inactive", "licensed", "Delisted"),
        ("Valid", "Valid", "Valid"),
        ("Active", "Active", "Active"),
        ("Suspended", "Suspended", "Suspended"),
        ("Redirecting", "Redirecting", "Redirecting"),
        ("Under review since May", "Under review since May", "Under review since May"),
    ] {
        let reading = read_files(&[
            list(&[["Lantern Ltd", "B2C", "lantern.example"]]),
            seal(1, "https://www.lantern.example/", "Lantern Ltd", word),
        ])
        .unwrap();
        let expected = format!("Lantern Ltd: {licence} [\"B2C\"] lantern.example={domain}");
        assert_eq!(licence_lines(&reading), [expected]);
        let page_status = reading.licences[0].domains[0].verification_page_status.as_deref();
        assert_eq!(page_status, Some(word));
        let from_seal = (licence != "licensed").then(|| seal_url(1));
        assert_eq!(reading.licences[0].status_source_url, from_seal);
    }
}

#[test]
fn of_two_seals_of_one_domain_the_worse_counts() {
    let files = [
        list(&[["Lantern Ltd", "", "lantern.example"]]),
        seal(1, "lantern.example", "Lantern Ltd", "Licensed"),
        seal(2, "www.lantern.example", "Lantern Ltd", "Removed"),
    ];
    let reading = read_files(&files).unwrap();
    assert_eq!(licence_lines(&reading), ["Lantern Ltd: licensed [] lantern.example=Delisted"]);
    assert_eq!(reading.licences[0].domains[0].verification_url, Some(seal_url(2)));
}

#[test]
fn a_domain_that_only_a_seal_has_stays_under_its_operator() {
    let reading = read_files(&[
        list(&[["Lantern Ltd", "B2B", "b.example"], ["Lantern Ltd", "B2C", "c.example"]]),
        seal(1, "d.example", "lantern limited", "Licensed"),
    ])
    .unwrap();
    assert_eq!(
        licence_lines(&reading),
        [
            "Lantern Ltd: licensed [\"B2B\"] b.example=-",
            "Lantern Ltd: licensed [\"B2C\"] c.example=- d.example=-",
        ]
    );
}

/// Its operator left the list before it was gone.
#[test]
fn a_seal_of_nobody_on_the_list_says_nothing() {
    let expected = licence_lines(&read_files(&[lantern()]).unwrap());
    for word in ["Licensed", "Revoked", "Removed"] {
        let files = [lantern(), seal(1, "d.example", "Strange Ltd", word)];
        assert_eq!(licence_lines(&read_files(&files).unwrap()), expected, "{word}");
    }
}

/// The list's own line about a domain decides who runs it.
#[test]
fn a_seal_joins_by_its_domain_first() {
    let files = [lantern(), seal(1, "two.example", "Brand of Lantern", "Licensed")];
    assert!(
        read_files(&files).unwrap().licences[0]
            .domains
            .iter()
            .any(|d| d.verification_url.is_some())
    );
}

#[test]
fn seals_alone_are_a_part_of_the_register() {
    let reading = read_files(&[
        seal(1, "a.example", "Lantern Ltd", "licensed"),
        seal(2, "b.example", "Lantern Limited", "Removed"),
        seal(3, "c.example", "Mill N.V.", "Valid"),
        seal(4, "d.example", "Sand Ltd", "Removed"),
    ])
    .unwrap();
    assert!(!reading.complete);
    assert_eq!(
        licence_lines(&reading),
        [
            "Lantern Limited: licensed [] a.example=- b.example=Delisted ...",
            "Mill N.V.: Valid [] c.example=Valid ...",
            "Sand Ltd: Removed [] d.example=Delisted ...",
        ]
    );
}

#[test]
fn a_mark_on_the_name_of_a_seal_is_heard() {
    for name in
        ["Lantern Gaming Ltd*", "Lantern Gaming Ltd (revoked)", "Lantern Gaming Ltd REVOKED"]
    {
        let files = [
            list(&[["Lantern Gaming Ltd", "B2C", "lantern.example"]]),
            seal(1, "lantern.example", name, "licensed"),
        ];
        let licence = read_files(&files).unwrap().licences.remove(0);
        let expected = format!("licensed; Name: {name}");
        assert_eq!(licence.status_text.as_deref(), Some(expected.as_str()));
    }
}

#[test]
fn a_mark_on_the_type_of_a_seal_and_its_title_are_heard() {
    let body = "<p>Domain: lantern.example</p><p>Operator: Lantern Gaming Ltd</p>\
                <p>Type: B2C</p><p>Status: licensed</p>";
    for (from, to, remark) in [
        ("Type: B2C", "Type: B2C (revoked)", "Type: B2C (revoked)"),
        ("<title>", "<title>Revoked ", "Title: Revoked "),
        ("<title>Seal", "<title>Blacklisted", "Title: Blacklisted"),
        ("<title>Seal", "<title>Invalid Seal", "Title: Invalid Seal"),
    ] {
        let seal = seal_of(1, body);
        let html = String::from_utf8(seal.bytes).unwrap().replace(from, to);
        let seal = crate::register::SourceFile { bytes: html.into_bytes(), ..seal };
        let files = [list(&[["Lantern Gaming Ltd", "B2C", "lantern.example"]]), seal];
        let status = read_files(&files).unwrap().licences.remove(0).status_text.unwrap();
        assert!(status.contains(remark), "{status}");
    }
}

#[test]
fn a_mark_on_the_name_in_the_list_makes_no_other_licence() {
    for name in ["Lantern Ltd (suspended)", "Lantern Ltd - revoked", "Lantern Ltd\u{b9}"] {
        let rows = [["Lantern Ltd", "B2C", "a.example"], [name, "B2C", "b.example"]];
        let expected =
            format!("Lantern Ltd: licensed; Name: {name} [\"B2C\"] a.example=- b.example=-");
        assert_eq!(licence_lines(&read_files(&[list(&rows)]).unwrap()), [expected]);
    }
}

#[test]
fn a_mark_on_a_type_in_the_list_makes_no_other_licence() {
    for kind in ["Casino (suspended)", "Casino*"] {
        let rows = [["Lantern Ltd", "Casino", "a.example"], ["Lantern Ltd", kind, "b.example"]];
        let expected =
            format!("Lantern Ltd: licensed; Type: {kind} [\"Casino\"] a.example=- b.example=-");
        assert_eq!(licence_lines(&read_files(&[list(&rows)]).unwrap()), [expected], "{kind}");
    }
    let (plain, marked) = ("B2C - Gaming Licence", "B2C - Gaming Licence (suspended)");
    let rows = [["Lantern Ltd", plain, "a.example"], ["Lantern Ltd", marked, "b.example"]];
    let read = read_files(&[list(&rows)]).unwrap();
    let statuses: Vec<_> = read.licences.iter().map(|it| it.status_text.as_deref()).collect();
    assert_eq!(statuses, [Some("licensed; Type: B2C - Gaming Licence (suspended)")]);
}

#[test]
fn a_site_that_the_list_strikes_out_is_not_listed_by_its_seal() {
    for cell in [
        "<s>lantern.example</s>",
        "<s><a href='https://lantern.example'>lantern.example</a></s>",
        "other.example <del>www.lantern.example</del>",
        "<s>lantern.example (main)</s>, other.example",
        "<s>formerly: lantern.example; old.example - mobile</s> other.example",
    ] {
        let files = [
            list(&[["Lantern Ltd", "B2C", cell]]),
            seal(1, "lantern.example", "Lantern Ltd", "Licensed"),
        ];
        let domains = read_files(&files).unwrap().licences.remove(0).domains;
        let sealed = domains.iter().find(|domain| domain.domain == "lantern.example").unwrap();
        assert_eq!(sealed.status_text.as_deref(), Some("not on the list"), "{cell}");
    }
}

#[test]
fn a_seal_that_names_another_operator_than_the_list_is_no_pass() {
    let files = [lantern(), seal(1, "two.example", "Nobody Ltd", "Licensed")];
    let licence = read_files(&files).unwrap().licences.remove(0);
    assert_eq!(licence.status_text.as_deref(), Some("Licensed; Operator: Nobody Ltd"));
    let domain = licence.domains.iter().find(|domain| domain.domain == "two.example").unwrap();
    assert_eq!(domain.status_text.as_deref(), Some("Licensed; Operator: Nobody Ltd"));
}

/// A seal makes no site listed that the list names in words that cannot be read.
#[test]
fn a_site_that_the_list_spoils_is_not_listed_by_its_seal() {
    for cell in [
        "two.example<span class=badge>Suspended</span>",
        "<b>Suspended</b>two.example, one.example",
        "<a href='https://two.example'>two.example<svg><title>Suspended</title></svg></a>",
        "two .example",
    ] {
        let list = list(&[
            ["Lantern Ltd", "B2C", "one.example"],
            ["Lantern Ltd", "B2C", cell],
            ["Mill N.V.", "B2C", "mill.example"],
        ]);
        let seals = [
            seal(1, "one.example", "Lantern Ltd", "Licensed"),
            seal(2, "two.example", "Lantern Ltd", "Licensed"),
        ];
        let files = [&[list][..], &seals].concat();
        let licences = read_files(&files).unwrap().licences;
        for listed in &licences[0].domains {
            let is_spoilt = listed.domain.contains("two.example");
            assert_eq!(listed.status_text.is_some(), is_spoilt, "{cell}: {listed:?}");
        }
    }
}
