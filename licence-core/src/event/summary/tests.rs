use uuid::Uuid;

use super::*;
use crate::coverage::CoverageStatus;
use crate::event::{CoverageChanged, Event, EventData, EventDraft, EventIds, LicenceExpiring};
use crate::operator::OperatorId;
use crate::status::LicenceStatus;

fn summary(name: EventName, data: EventData) -> EventSummary {
    let id = EventIds::after(None, Timestamp::EPOCH).next(1);
    let draft = EventDraft { name, operator_id: None, data };
    let event = Event::recorded(draft, id, Timestamp::EPOCH);
    serde_json::from_str(&serde_json::to_string(&event).unwrap()).unwrap()
}

#[test]
fn an_event_names_its_licence_and_operator_if_it_has_them() {
    let expiring = EventData::Expiring(LicenceExpiring {
        license_id: LicenceId(Uuid::nil()),
        license_number: "39999".to_owned(),
        operator_id: OperatorId(Uuid::nil()),
        operator_slug: "bet-ltd".parse().unwrap(),
        jurisdiction_code: JurisdictionCode::Ukgc,
        status: LicenceStatus::Active,
        expiry_date: "2026-12-01".parse().unwrap(),
        days_remaining: 30,
    });
    let coverage = EventData::Coverage(CoverageChanged {
        jurisdiction_code: JurisdictionCode::Mga,
        status: CoverageStatus::Degraded,
        previous_status: CoverageStatus::Healthy,
        last_successful_scrape: None,
        age_hours: None,
        sla_hours: 24,
        changed_at: Timestamp::EPOCH,
    });
    for (name, data, licence, operator, register) in [
        (
            EventName::Expiring30d,
            expiring,
            Some((Uuid::nil(), "39999")),
            Some("bet-ltd"),
            JurisdictionCode::Ukgc,
        ),
        (EventName::CoverageDegraded, coverage, None, None, JurisdictionCode::Mga),
    ] {
        let found = summary(name, data);
        let subject = found.subject;
        let found_licence = subject.license_id.map(|it| it.0);
        assert_eq!(found_licence.zip(subject.license_number.as_deref()), licence);
        assert_eq!(subject.operator_slug.map(|it| it.to_string()).as_deref(), operator);
        let rest = (found.event, found.timestamp, subject.jurisdiction_code);
        assert_eq!(rest, (name, Timestamp::EPOCH, register));
    }
}
