use super::*;
use DomainAssociation::{Direct, WhiteLabel};
use DomainStatus::{Active, Delisted, Expired, Parked, Redirecting};

#[test]
fn a_listing_is_worth_its_licence_only_while_the_domain_is_permitted() {
    for domain in DomainStatus::ALL.iter().copied().map(Some).chain([None]) {
        let is_permitted = domain.is_some_and(DomainStatus::is_permitted);
        for licence in LicenceStatus::ALL {
            let told = listing_status(domain, *licence);
            assert_eq!(told == licence.as_str(), is_permitted, "{domain:?} {licence}");
            assert_eq!(told.starts_with("domain "), !is_permitted, "{domain:?} {licence}");
        }
    }
}

#[test]
fn wordings_state_the_standing_of_a_domain() {
    for (status_text, given, status, association) in [
        (None, None, Some(Active), Direct),
        (None, Some(WhiteLabel), Some(Active), WhiteLabel),
        (Some("Active"), None, Some(Active), Direct),
        (Some("Active"), Some(WhiteLabel), Some(Active), WhiteLabel),
        (Some("White Label"), None, Some(Active), WhiteLabel),
        (Some("WHITE\u{a0} label "), Some(Direct), Some(Active), WhiteLabel),
        (Some("Inactive"), None, Some(Delisted), Direct),
        (Some("delisted"), Some(WhiteLabel), Some(Delisted), WhiteLabel),
        (Some("Parked"), None, Some(Parked), Direct),
        (Some("EXPIRED"), None, Some(Expired), Direct),
        (Some("Redirecting"), None, Some(Redirecting), Direct),
        (Some(""), None, None, Direct),
        (Some(" "), Some(WhiteLabel), None, WhiteLabel),
        (Some("Active (under review)"), None, None, Direct),
    ] {
        let expected = DomainStanding { status, association };
        assert_eq!(standing(status_text, given), expected, "{status_text:?} {given:?}");
    }
}
