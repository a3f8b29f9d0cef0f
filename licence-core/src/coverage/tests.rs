use super::*;

#[test]
fn a_register_is_fresh_below_its_target_and_stale_at_it() {
    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    let read = Some(at("2026-11-01T06:00:00Z"));
    for (code, now, age, fresh) in [
        (JurisdictionCode::Ukgc, "2026-11-02T05:59:59.999Z", 23, true),
        (JurisdictionCode::Ukgc, "2026-11-02T06:00:00Z", 24, false),
        (JurisdictionCode::Mga, "2026-11-03T05:59:59Z", 47, true),
        (JurisdictionCode::Mga, "2026-11-03T06:00:00Z", 48, false),
    ] {
        let freshness = RegisterFreshness::at(code, read, at(now));
        assert_eq!((freshness.age_hours, freshness.fresh), (Some(age), Some(fresh)));
    }
}

#[test]
fn a_change_is_announced_once() {
    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    let read = Some(at("2026-11-01T06:00:00Z"));
    let (fresh, stale) = (at("2026-11-02T05:00:00Z"), at("2026-11-02T06:00:00Z"));
    use CoverageStatus::{Degraded, Healthy};
    for (announced, now, expected) in [
        (None, fresh, None),
        (None, stale, Some(EventName::CoverageDegraded)),
        (Some(Healthy), stale, Some(EventName::CoverageDegraded)),
        (Some(Degraded), stale, None),
        (Some(Degraded), fresh, Some(EventName::CoverageRestored)),
        (Some(Healthy), fresh, None),
    ] {
        let event =
            RegisterFreshness::at(JurisdictionCode::Ukgc, read, now).change_event(announced, now);
        assert_eq!(event.map(|draft| draft.name), expected, "{announced:?} at {now}");
    }
    let never = RegisterFreshness::at(JurisdictionCode::Kh, None, stale);
    assert_eq!(never.change_event(None, stale), None);
}

#[test]
fn a_register_never_read_is_neither_fresh_nor_announced() {
    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    let never = RegisterFreshness::at(JurisdictionCode::Kh, None, at("2026-11-02T06:00:00Z"));
    assert!(never.fresh.is_none() && never.is_stale());
}
