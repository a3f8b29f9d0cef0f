use super::*;
use crate::domain::DomainStatus;
use crate::jurisdiction::JurisdictionCode::{An, Iom, Kh, Mga, Tgc, Ukgc};

fn listed(domain: &str, status_text: Option<&str>) -> ListedDomain {
    let status_text = status_text.map(str::to_owned);
    ListedDomain { domain: domain.to_owned(), status_text, ..ListedDomain::default() }
}

#[test]
fn of_several_listings_of_one_site_the_worst_counts_but_for_great_britain() {
    for (code, other, words, status) in [
        (Kh, "bet.example", Some("bet.example (suspended)"), None),
        (An, "https://bet.example/", Some("bet.example (suspended)"), None),
        (Iom, "www.bet.example", Some("bet.example (suspended)"), None),
        (Mga, "https://bet.example", Some("Inactive"), Some(DomainStatus::Delisted)),
        (Tgc, "BET.example", Some("Redirecting"), Some(DomainStatus::Active)),
        (Kh, "www.bet.example", None, Some(DomainStatus::Active)),
        (Ukgc, "www.bet.example", Some("Inactive"), Some(DomainStatus::Active)),
    ] {
        let rows = [listed("bet.example", None), listed(other, words)];
        for rows in [rows.clone(), [rows[1].clone(), rows[0].clone()]] {
            let hosts = hosts(code, rows.iter());
            let statuses: Vec<_> = hosts.iter().map(|host| host.standing.status).collect();
            assert_eq!(statuses, [status], "{code} {other} {words:?}");
        }
    }
}

#[test]
fn a_second_row_of_a_licence_takes_its_site_out_of_force() {
    let row = |status: Option<&str>| ListedLicence {
        license_number: Some("ALSI-202601001-FI1".to_owned()),
        domains: vec![listed("bet.example", status)],
        ..ListedLicence::default()
    };
    let rows = [row(None), row(Some("bet.example (suspended)"))];
    let merged = merged(An, "A1S1202601001F11".to_owned(), rows.iter().collect());
    assert_eq!(merged.domains.len(), 1);
    assert_eq!(merged.domains[0].standing.status, None);
}
