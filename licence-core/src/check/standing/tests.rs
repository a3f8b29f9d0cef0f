use super::*;

#[test]
fn only_an_active_licence_and_a_permitted_domain_pass() {
    let domains = DomainStatus::ALL.iter().copied().map(Some).chain([None]);
    for domain in domains {
        for status in LicenceStatus::ALL {
            for qualifier in [None, Some(StatusQualifier::Provisional)] {
                let permitted =
                    matches!(domain, Some(DomainStatus::Active | DomainStatus::Redirecting));
                let expected = match (permitted, status, qualifier) {
                    (true, LicenceStatus::Active, None) => Standing::Licensed,
                    (true, LicenceStatus::Active, Some(_)) => Standing::Provisional,
                    (true, _, _) => Standing::NotActive,
                    (false, status, _) if domain.is_none() && *status != LicenceStatus::Active => {
                        Standing::NotActive
                    }
                    (false, _, _) => Standing::DomainNotListed,
                };
                assert_eq!(Standing::of_listing(domain, *status, qualifier), expected);
            }
        }
    }
}

#[test]
fn the_best_is_licensed_then_newer_then_first_by_code_and_number() {
    use JurisdictionCode::{Cw, Mga, Ukgc};
    let at = |day: i64| Reverse(Timestamp::from_epoch_millis(day * 86_400_000).unwrap());
    let ranks: [Rank<'_>; 6] = [
        (Standing::Licensed, at(2), Ukgc.as_str(), "9"),
        (Standing::Licensed, at(1), Cw.as_str(), "2"),
        (Standing::Licensed, at(1), Mga.as_str(), "1"),
        (Standing::Licensed, at(1), Mga.as_str(), "2"),
        (Standing::Provisional, at(3), Cw.as_str(), "1"),
        (Standing::NotActive, at(4), Cw.as_str(), "1"),
    ];
    assert!(ranks.is_sorted());
    assert_eq!(rank(Standing::Licensed, at(2).0, Ukgc, "9"), ranks[0]);
    assert_eq!(best([]), None);
}
