use super::*;
use crate::catalogue::fixture::licence;
use crate::catalogue::{CatalogueBuilder, DomainRow, OperatorRow, RegisterRows};
use crate::check::{Verdict, check};
use crate::domain::{DomainAssociation, DomainStatus};
use crate::time::Timestamp;

/// Operators with their company name, a trading name and the hosts they list.
const REGISTER: &[(&str, &str, &[&str])] = &[
    ("Elm Games N.V.", "", &["castle.com", "crypto.games", "vqbt.com", "elm.com", "betlark.com"]),
    ("Oak Games N.V.", "Mansion", &["betlark.net", "betlark.io"]),
    ("Ash Games N.V.", "Zapp", &["betlark.org"]),
    ("Qvzi B.V.", "", &["qvzi.com"]),
    ("Yew Games N.V.", "", &["vqmo7777.com"]),
];

fn now() -> Timestamp {
    "2026-11-01T07:00:00Z".parse().unwrap()
}

fn catalogue() -> Catalogue {
    let mut builder = CatalogueBuilder::new();
    for (company, trading_name, hosts) in REGISTER {
        let row = OperatorRow { slug: company, display_name: company, registered_name: None };
        let operator = builder.add_operator(&row);
        builder.add_trading_name(operator, trading_name);
        let licence = builder.add_licence(operator, &licence(company, now()));
        for host in *hosts {
            let host: Hostname = host.parse().unwrap();
            builder.add_domain(licence, &domain(&host));
        }
    }
    builder.finish().unwrap()
}

fn domain(host: &Hostname) -> DomainRow<'_> {
    DomainRow {
        host,
        status: Some(DomainStatus::Active),
        association: DomainAssociation::Direct,
        verification_url: None,
        unseen_since: None,
    }
}

fn named(host: &str) -> Option<String> {
    let answer = check(&catalogue(), &CheckQuery::domain(host).unwrap(), now());
    assert_eq!(answer.matched.is_some(), answer.verdict == Verdict::NameMatchOnly, "{host}");
    answer.matched.map(|found| found.operator_slug)
}

#[test]
fn nothing_is_named_under_the_suffixes_of_everyone_and_of_the_public_sector() {
    for suffix in ["net", "gov.uk", "ac.uk", "riik.ee", "jus.br", "kommune.no", "github.io"] {
        let query = CheckQuery::domain(&format!("betlark12.{suffix}")).unwrap();
        let sentence = check(&catalogue(), &query, now()).verdict_detail;
        assert_eq!(sentence.contains("carries the listed name"), suffix == "net", "{sentence}");
    }
}

/// Marks that make no letter of their own in Unicode, symbols, and letters of another script.
#[test]
fn a_root_with_odd_letters_is_not_the_plain_name() {
    for (host, is_misread) in [
        ("be\u{308}tlark.de", true),
        ("betl\u{332}ark.de", true),
        ("betlar\u{336}k.de", true),
        ("bet·lark.de", false),
        ("★betlark.de", false),
        ("b\u{435}tlark.de", true),
        // Few letters among digits are like those of others by chance, unless they are of another script.
        ("vqrno7777.de", false),
        ("vqm\u{43e}7777.de", true),
    ] {
        let answer = check(&catalogue(), &CheckQuery::domain(host).unwrap(), now());
        assert_eq!(answer.verdict, Verdict::NotFound, "{host}");
        let sentence = answer.verdict_detail;
        assert_eq!(sentence.contains("can be misread as"), is_misread, "{sentence}");
    }
}

#[test]
fn short_roots_and_everyday_words_name_an_operator_only_in_context() {
    for (host, slug) in [
        ("zapp.net", Some("Ash Games N.V.")),
        ("qvzi.net", Some("Qvzi B.V.")),
        ("mansion.casino", Some("Oak Games N.V.")),
        ("mansion.net", None),
        ("castle.bet", Some("Elm Games N.V.")),
        ("castle.net", None),
        ("crypto.bet", Some("Elm Games N.V.")),
        ("crypto.net", None),
        ("vqbt.net", Some("Elm Games N.V.")),
        ("elm.bet", None),
        ("zapp.gov.uk", None),
        ("zapp.ac.uk", None),
        ("zapp.edu", None),
        ("zapp.ac", Some("Ash Games N.V.")),
    ] {
        assert_eq!(named(host).as_deref(), slug, "{host}");
    }
}

#[test]
fn of_several_operators_the_one_with_more_hosts_of_the_root_is_named() {
    assert_eq!(named("betlark.win").as_deref(), Some("Oak Games N.V."));
}
