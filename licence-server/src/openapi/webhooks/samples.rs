//! One event of each name, about the bundled sample registers.

use licence_core::coverage::CoverageStatus;
use licence_core::event::{
    ActionAdded, CoverageChanged, Event, EventData, EventDraft, EventIds, EventName,
    LicenceExpiring, LicenceIssued, Ping, StatusChanged,
};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence::LicenceId;
use licence_core::operator::{OperatorId, Slug};
use licence_core::regulatory_action::RegulatoryAction;
use licence_core::status::LicenceStatus;
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use uuid::Uuid;

const OPERATOR: OperatorId = OperatorId(Uuid::from_u128(0x8e65a18d_ebc7_44ae_8865_ef73371863e2));
const LICENCE: LicenceId = LicenceId(Uuid::from_u128(0x15a46ad1_044c_4014_b6de_4d5e58c89fb9));
const ENDPOINT: WebhookId = WebhookId(Uuid::from_u128(0x956076a2_5ff3_4dc0_a89d_bad827343eb6));
const ACTION: Uuid = Uuid::from_u128(0x8e65a18d_ec2e_40eb_b5f1_6b013c672815);
const SLUG: &str = "harbour-lantern-gaming-limited";
const NUMBER: &str = "090114-R-391114-012";
const PAGE: &str = "https://www.gamblingcommission.gov.uk/public-register/business/detail/90114";
/// 2026-11-01T06:00:00Z.
const NOW_MILLIS: i64 = 1_793_512_800_000;

/// Returns an event of this name; `None` if none is ever sent.
pub(super) fn event(name: EventName) -> Option<Event> {
    let now = Timestamp::from_epoch_millis(NOW_MILLIS)?;
    let draft = EventDraft { name, operator_id: Some(OPERATOR), data: data(name, now)? };
    Some(Event::recorded(draft, EventIds::after(None, now).next(1), now))
}

pub(super) fn ping() -> Option<Ping> {
    let now = Timestamp::from_epoch_millis(NOW_MILLIS)?;
    Some(Ping::new(ENDPOINT, EventIds::after(None, now).next(1), now))
}

fn data(name: EventName, now: Timestamp) -> Option<EventData> {
    let slug: Slug = SLUG.parse().ok()?;
    Some(match name {
        EventName::StatusChanged => status_changed(slug, LicenceStatus::Suspended, now),
        EventName::Expired => status_changed(slug, LicenceStatus::Expired, now),
        EventName::Expiring30d => expiring(slug, "2026-12-01", 30)?,
        EventName::Expiring60d => expiring(slug, "2026-12-31", 60)?,
        EventName::Expiring90d => expiring(slug, "2027-01-30", 90)?,
        EventName::Issued => issued(slug, now),
        EventName::ActionAdded => action_added(slug, now)?,
        EventName::CoverageDegraded => coverage(CoverageStatus::Degraded, 24, now),
        EventName::CoverageRestored => coverage(CoverageStatus::Healthy, 0, now),
        EventName::EndpointDegraded => return None,
    })
}

fn status_changed(slug: Slug, new_status: LicenceStatus, now: Timestamp) -> EventData {
    EventData::StatusChanged(StatusChanged {
        license_id: LICENCE,
        license_number: NUMBER.to_owned(),
        operator_id: OPERATOR,
        operator_slug: slug,
        jurisdiction_code: JurisdictionCode::Ukgc,
        previous_status: LicenceStatus::Active,
        new_status,
        changed_at: now,
        source_url: PAGE.to_owned(),
    })
}

fn expiring(slug: Slug, expiry_date: &str, days_remaining: u16) -> Option<EventData> {
    Some(EventData::Expiring(LicenceExpiring {
        license_id: LICENCE,
        license_number: NUMBER.to_owned(),
        operator_id: OPERATOR,
        operator_slug: slug,
        jurisdiction_code: JurisdictionCode::Ukgc,
        status: LicenceStatus::Active,
        expiry_date: expiry_date.parse().ok()?,
        days_remaining,
    }))
}

fn issued(slug: Slug, now: Timestamp) -> EventData {
    EventData::Issued(LicenceIssued {
        license_id: LICENCE,
        license_number: NUMBER.to_owned(),
        operator_id: OPERATOR,
        operator_slug: slug,
        jurisdiction_code: JurisdictionCode::Ukgc,
        status: LicenceStatus::Active,
        license_types: vec!["Remote".to_owned()],
        observed_at: now,
        source_url: PAGE.to_owned(),
    })
}

fn action_added(slug: Slug, now: Timestamp) -> Option<EventData> {
    let action = RegulatoryAction {
        id: ACTION,
        jurisdiction_code: JurisdictionCode::Ukgc,
        action_type: "settlement".to_owned(),
        outcomes: vec!["Regulatory settlement".to_owned()],
        fine_amount_cents: Some(1_275_000),
        fine_currency: Some("GBP".to_owned()),
        decision_date: "2025-12-11".parse().ok()?,
        description: Some("Notified a change of key persons late.".to_owned()),
        source_url: "https://www.gamblingcommission.gov.uk/public-register/regulatory-actions"
            .to_owned(),
        subject_name: "Harbour Lantern Gaming Limited".to_owned(),
        first_seen_at: now,
        last_verified_at: now,
    };
    Some(EventData::ActionAdded(ActionAdded {
        amount_minor_units: action.fine_amount_cents,
        currency: action.fine_currency.clone(),
        action,
        operator_id: Some(OPERATOR),
        operator_slug: Some(slug),
    }))
}

fn coverage(status: CoverageStatus, age_hours: i64, now: Timestamp) -> EventData {
    let previous_status = match status {
        CoverageStatus::Healthy => CoverageStatus::Degraded,
        CoverageStatus::Degraded => CoverageStatus::Healthy,
    };
    let age = std::time::Duration::from_secs(age_hours.unsigned_abs() * 3_600);
    EventData::Coverage(CoverageChanged {
        jurisdiction_code: JurisdictionCode::Ukgc,
        status,
        previous_status,
        last_successful_scrape: Some(now.earlier_by(age)),
        age_hours: Some(age_hours),
        sla_hours: JurisdictionCode::Ukgc.sla_hours(),
        changed_at: now,
    })
}
