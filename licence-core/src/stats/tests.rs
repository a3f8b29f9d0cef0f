use super::*;
use JurisdictionCode::{Cw, Tgc, Ukgc};
use LicenceStatus::{Active, Revoked};

#[test]
fn counts_add_up() {
    let now = "2026-11-01T06:00:00Z".parse().unwrap();
    let counted = StatsCounts {
        licences: vec![(Ukgc, Active, 3), (Ukgc, Revoked, 1), (Cw, Active, 2)],
        page_wordings: vec![
            (Cw, "Active".into(), 2),
            (Cw, "Revoked".into(), 4),
            (Cw, "In review by Tuesday".into(), 8),
            (Tgc, "licensed".into(), 16),
        ],
        ..StatsCounts::default()
    };
    let freshness: Vec<_> =
        JurisdictionCode::ALL.iter().map(|c| RegisterFreshness::at(*c, None, now)).collect();
    let stats = Stats::from_counts(counted, &freshness, now);
    assert_eq!((stats.licences.total, stats.domains_with_regulator_proof), (6, 18));
    assert_eq!((stats.licences.by_status[&Active], stats.licences.by_status[&Revoked]), (5, 1));
    assert_eq!(stats.licences.by_status.len(), LicenceStatus::ALL.len());
    assert_eq!((stats.jurisdictions[&Ukgc].licences, stats.jurisdictions[&Tgc].licences), (4, 0));
}

#[test]
fn counts_are_taken_anew_after_ten_minutes() {
    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    let stats = Stats::from_counts(StatsCounts::default(), &[], at("2026-11-01T06:00:00Z"));
    for (now, due) in [
        ("2026-11-01T06:00:00Z", false),
        ("2026-11-01T06:09:59.999Z", false),
        ("2026-11-01T06:10:00Z", true),
        ("2026-11-01T05:49:00Z", true),
    ] {
        assert_eq!(stats.are_due(at(now)), due, "{now}");
    }
}
