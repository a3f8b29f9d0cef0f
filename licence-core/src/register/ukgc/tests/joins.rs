use serde_json::json;

use super::fixture::{Fixture, domains, lantern, read_files, statuses};
use crate::domain::DomainAssociation::{Direct, WhiteLabel};
use crate::domain::standing;
use crate::jurisdiction::JurisdictionCode::Ukgc;
use crate::register::reading::ListedLicence;
use crate::register::{Accepted, explain};

/// A row of the licences file for an account.
fn row(account: u32, letter: &str, serial: u32, status: &str) -> String {
    let kind = match letter {
        "R" => "Remote",
        "A" => "Ancillary Remote",
        _ => "Non-Remote",
    };
    format!("{account},{account:06}-{letter}-{serial:06}-001,{status},{kind},Casino,,\n")
}

fn listed_under(licences: &[ListedLicence]) -> Vec<&str> {
    let with_domains = licences.iter().filter(|licence| !licence.domains.is_empty());
    with_domains.filter_map(|licence| licence.license_number.as_deref()).collect()
}

#[test]
fn domains_hang_on_the_best_remote_licence_of_their_account() {
    for (rows, number) in [
        (vec![row(90114, "N", 1, "Active"), row(90114, "R", 2, "Revoked")], "090114-R-000002-001"),
        (
            vec![row(90114, "R", 1, "Surrendered"), row(90114, "R", 2, "Active")],
            "090114-R-000002-001",
        ),
        (
            vec![row(90114, "R", 1, "Lapsed"), row(90114, "R", 2, "Suspended")],
            "090114-R-000002-001",
        ),
        (vec![row(90114, "R", 2, "Active"), row(90114, "R", 1, "Active")], "090114-R-000001-001"),
        (
            vec![row(90114, "A", 1, "Active"), row(90114, "R", 2, "Forfeited")],
            "090114-R-000002-001",
        ),
    ] {
        let licences = Fixture { licences: rows.concat(), ..lantern() }.licences();
        assert_eq!(listed_under(&licences), [number], "{rows:?}");
        assert_eq!(licences.len(), 2);
    }
}

#[test]
fn a_licence_of_another_type_than_remote_licenses_no_web_site() {
    for letters in [["N", "A"], ["A", "A"], ["N", "N"]] {
        let row = |(nth, letter)| row(90114, letter, nth, "Active");
        let rows: String = (1..).zip(letters).map(row).collect();
        let licences = Fixture { licences: rows, ..lantern() }.licences();
        assert!(listed_under(&licences).is_empty(), "{letters:?}");
        let keeps_cells = |licence: &&ListedLicence| licence.raw_data.contains_key("Domain Name");
        assert_eq!(licences.iter().filter(keeps_cells).count(), 1, "{letters:?}");
    }
}

#[test]
fn a_domain_of_two_accounts_stands_under_both() {
    let fixture = Fixture {
        licences: row(1, "R", 1, "Active") + &row(2, "R", 2, "Surrendered"),
        domain_names: "1,twice.example,Active\n000002,twice.example,White Label\n".into(),
        ..lantern()
    };
    let licences = fixture.licences();
    assert_eq!(domains(&licences[0]), [("twice.example", Some("Active"))]);
    assert_eq!(domains(&licences[1]), [("twice.example", Some("White Label"))]);
}

#[test]
fn domain_cells_and_wordings_are_kept_verbatim() {
    let fixture = Fixture {
        domain_names: "90114,https://www.Lantern.example/,Active\n\
                       90114,b.example,White Label\n\
                       90114,c.example, WHITE  label \n\
                       90114,d.example,Inactive\n\
                       90114,e.example,\n\
                       90114,raffle.example/bluecross,Active\n\
                       90114,MonkeyBalls,Under review\n\
                       90114,f.example / www.g.example,Active\n\
                       90114, ,Active\n\
                       555,nobody.example,Active\n"
            .into(),
        ..lantern()
    };
    let listed = fixture.licences().remove(0).domains;
    let seen: Vec<_> = listed
        .iter()
        .map(|d| (d.domain.as_str(), d.status_text.as_deref().unwrap(), d.association.unwrap()))
        .collect();
    assert_eq!(
        seen,
        [
            ("MonkeyBalls", "Under review", Direct),
            ("b.example", "White Label", WhiteLabel),
            ("c.example", "WHITE  label", WhiteLabel),
            ("d.example", "Inactive", Direct),
            ("e.example", "", Direct),
            ("f.example", "Active", Direct),
            ("www.g.example", "Active", Direct),
            ("https://www.Lantern.example/", "Active", Direct),
            ("raffle.example/bluecross", "Active", Direct),
        ]
    );
}

/// One account with a domain, and a cell beside it.
fn with_cell(cell: &str) -> Fixture {
    let domain_names = format!("90114,lanternspin.example,Active\n90114,\"{cell}\",White Label\n");
    Fixture { domain_names, ..lantern() }
}

#[test]
fn an_address_with_words_is_on_record_with_them() {
    for (cell, address, words) in [
        ("a.example (revoked)", "a.example", "a.example (revoked)"),
        ("a.example, closed", "a.example", "closed"),
        ("formerly a.example", "a.example", "formerly a.example"),
        ("a.example*", "a.example", "a.example*"),
        ("https://a.example/ (closed)", "https://a.example/", "https://a.example/ (closed)"),
    ] {
        let licence = with_cell(cell).licences().remove(0);
        let status = format!("White Label; {words}");
        let expected = [("lanternspin.example", Some("Active")), (address, Some(status.as_str()))];
        let mut seen = domains(&licence);
        seen.sort_by_key(|(domain, _)| *domain != "lanternspin.example");
        assert_eq!(seen, expected, "{cell}");
        assert_eq!(standing(Some(&status), None).status, None);
        assert_eq!(licence.raw_data["Domain Name"], json!([cell]));
    }
}

#[test]
fn words_about_one_of_several_addresses_are_not_about_the_others() {
    let licence = with_cell("a.example, b.example (mobile)").licences().remove(0);
    let expected = [
        ("a.example", Some("White Label")),
        ("b.example", Some("White Label; b.example (mobile)")),
        ("lanternspin.example", Some("Active")),
    ];
    assert_eq!(domains(&licence), expected);
}

#[test]
fn a_cell_of_one_path_or_of_words_alone_is_kept_as_it_is() {
    for cell in ["raffle.example/a,b", "MonkeyBalls", "MonkeyBalls (closed)"] {
        let licence = with_cell(cell).licences().remove(0);
        assert!(domains(&licence).contains(&(cell, Some("White Label"))), "{cell}");
        assert!(!licence.raw_data.contains_key("Domain Name"), "{cell}");
    }
}

#[test]
fn words_in_a_cell_of_domains_are_named_and_most_cells_may_not_have_them() {
    let (cells, accepted) = (["a.example (revoked)", "b.example*"], Accepted::default());
    let rows = cells.map(|cell| format!("90114,{cell},Active\n"));
    let files = Fixture { domain_names: rows.concat(), ..lantern() }.files();
    let read_at = "2026-11-01T06:00:00Z".parse().unwrap();
    let unknown = explain(Ukgc, &files, read_at, &accepted).unknown;
    let seen: Vec<_> = unknown.iter().map(|it| (it.file.as_str(), it.name.as_str())).collect();
    assert_eq!(seen, cells.map(|cell| ("domain-names.csv", cell)));
    let error = read_files(&files).unwrap_err().to_string();
    assert!(error.contains(cells[0]), "{error}");
}

#[test]
fn a_cell_listed_twice_keeps_the_better_wording() {
    for (wordings, kept) in [
        (["Inactive", "Active"], "Active"),
        (["White Label", "Active"], "Active"),
        (["Inactive", "White Label"], "White Label"),
        (["Odd", "Inactive"], "Inactive"),
        (["active", "Active"], "Active"),
        (["Active", "Active"], "Active"),
    ] {
        for [a, b] in [wordings, [wordings[1], wordings[0]]] {
            let rows = format!("90114,a.example,{a}\n090114,a.example,{b}\n");
            let licences = Fixture { domain_names: rows, ..lantern() }.licences();
            assert_eq!(domains(&licences[0]), [("a.example", Some(kept))], "{a} {b}");
        }
    }
}

#[test]
fn trading_names_in_use_are_those_of_the_account() {
    let fixture = Fixture {
        licences: row(90114, "R", 1, "Active") + &row(90114, "N", 2, "Active"),
        trading_names: "90114,old lantern,Inactive\n90114, lantern\u{a0} spin ,Active\n\
                        090114,lantern spin,Active\n90114,www.lantern.example,Active\n\
                        90114,888,\n90114,, Active\n90114,gone, INACTIVE \n7,other,Active\n"
            .into(),
        ..lantern()
    };
    for licence in fixture.licences() {
        let names = ["888", "lantern spin", "www.lantern.example"];
        assert_eq!(licence.operator.trading_names, names);
    }
}

#[test]
fn accounts_are_numbers_and_names_are_collapsed() {
    let fixture = Fixture {
        businesses:
            "041001,\u{a0}AG  Communications\u{a0}LimitedAG \n7,Zed Ltd\n007,Able Ltd\n8,\n\
                     99,A Pub Without Licence Ltd\n"
                .into(),
        licences: row(41001, "R", 1, "Active")
            + &row(7, "R", 2, "Active")
            + &row(8, "R", 3, "Active")
            + &row(12345, "R", 4, "Active"),
        ..lantern()
    };
    let operators: Vec<_> = fixture.licences().into_iter().map(|l| l.operator).collect();
    let seen: Vec<_> =
        operators.iter().map(|o| (o.upstream_id.as_deref().unwrap(), o.name.as_str())).collect();
    assert_eq!(
        seen,
        [
            ("7", "Able Ltd"),
            ("8", "Account 8"),
            ("12345", "Account 12345"),
            ("41001", "AG Communications LimitedAG"),
        ]
    );
}

#[test]
fn licences_come_in_the_order_of_account_and_number() {
    let licences =
        row(90, "R", 2, "Active") + &row(100, "R", 1, "Active") + &row(90, "N", 9, "Lapsed");
    let licences = Fixture { licences, ..lantern() }.licences();
    let expected = [
        ("000090-N-000009-001", "Lapsed"),
        ("000090-R-000002-001", "Active"),
        ("000100-R-000001-001", "Active"),
    ];
    assert_eq!(statuses(&licences), expected);
}
