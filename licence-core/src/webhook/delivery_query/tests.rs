use super::*;
use crate::event::EventIds;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[test]
fn deliveries_are_asked_for_by_status_and_limit() {
    let all = DeliveryQuery::parse(None, None).unwrap();
    assert_eq!((all.status, all.limit), (None, 100));
    assert_eq!(DeliveryQuery::parse(Some("all"), Some("100")), Ok(all));
    for status in DeliveryStatus::ALL {
        let expected = DeliveryQuery { status: Some(*status), limit: 1, ..all };
        assert_eq!(DeliveryQuery::parse(Some(status.as_str()), Some("1")), Ok(expected));
    }
}

#[test]
fn the_first_invalid_filter_is_named() {
    let none = DeliveryFilters::default();
    for (filters, field) in [
        (DeliveryFilters { status: Some("done"), event_type: Some("x"), ..none }, "status"),
        (DeliveryFilters { status: Some("ALL"), ..none }, "status"),
        (DeliveryFilters { status: Some(""), limit: Some("0"), ..none }, "status"),
        (DeliveryFilters { event_type: Some("test.ping"), since: Some("x"), ..none }, "type"),
        (DeliveryFilters { since: Some("yesterday"), until: Some("x"), ..none }, "since"),
        (DeliveryFilters { until: Some("2026-13-01"), before: Some("x"), ..none }, "until"),
        (DeliveryFilters { before: Some("evt_1"), limit: Some("0"), ..none }, "before"),
        (DeliveryFilters { limit: Some("0"), ..none }, "limit"),
        (DeliveryFilters { limit: Some("201"), ..none }, "limit"),
        (DeliveryFilters { limit: Some("-1"), ..none }, "limit"),
    ] {
        let error = DeliveryQuery::from_filters(&filters).unwrap_err();
        assert_eq!(error.field(), field, "{filters:?} {error}");
    }
}

#[test]
fn times_are_ranges_of_ids() {
    for (since, until, recorded, is_wanted) in [
        (None, None, "2026-11-01T06:00:00Z", true),
        (Some("2026-11-01T06:00:00Z"), None, "2026-11-01T06:00:00Z", true),
        (Some("2026-11-01T06:00:00.001Z"), None, "2026-11-01T06:00:00Z", false),
        (None, Some("2026-11-01T06:00:00Z"), "2026-11-01T06:00:00Z", false),
        (None, Some("2026-11-01T06:00:00.001Z"), "2026-11-01T06:00:00Z", true),
        (Some("2026-11-01"), Some("2026-11-02"), "2026-11-01T00:00:00Z", true),
        (Some("2026-11-01"), Some("2026-11-02"), "2026-11-01T23:59:59.999Z", true),
        (Some("2026-11-01"), Some("2026-11-02"), "2026-11-02T00:00:00Z", false),
        (Some("2026-11-01T08:00:00+02:00"), None, "2026-11-01T06:00:00Z", true),
    ] {
        let filters = DeliveryFilters { since, until, ..DeliveryFilters::default() };
        let query = DeliveryQuery::from_filters(&filters).unwrap();
        for entropy in [0, u128::MAX] {
            let id = EventIds::after(None, at(recorded)).next(entropy);
            let is_after = query.after_id().is_none_or(|after| id > after);
            let is_found = is_after && query.last_id().is_none_or(|last| id <= last);
            assert_eq!(is_found, is_wanted, "{since:?} {until:?} {recorded}");
        }
    }
}
