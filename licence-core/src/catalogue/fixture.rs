//! Rows for tests of what is answered from a catalogue.

use crate::catalogue::file_writer::seal;
use crate::catalogue::{
    Catalogue, CatalogueBuilder, DomainRow, HistoryBuilder, LicenceRow, OperatorRow, RegisterRows,
};
use crate::domain::{DomainAssociation, DomainStatus};
use crate::history::{ChangeType, EntryId, HistoryEntry, REGISTER_READ};
use crate::hostname::Hostname;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::{LicenceId, ReadTimes};
use crate::provenance::SourceKind;
use crate::status::LicenceStatus;
use crate::time::Timestamp;
use uuid::Uuid;

/// An active licence as a register listed it at an instant.
pub(crate) fn licence(number: &str, read_at: Timestamp) -> LicenceRow<'_> {
    LicenceRow {
        id: None,
        jurisdiction: JurisdictionCode::An,
        number,
        status: LicenceStatus::Active,
        qualifier: None,
        upstream_status: None,
        expires_at: None,
        source_kind: SourceKind::Dump,
        source_url: None,
        status_source_url: None,
        times: ReadTimes {
            status_observed_at: read_at,
            last_verified_at: read_at,
            last_listed_at: read_at,
        },
        not_listed_since: None,
    }
}

pub(crate) fn now() -> Timestamp {
    "2026-11-01T07:00:00Z".parse().unwrap()
}

const SYLLABLES: [&str; 12] =
    ["lan", "tern", "bet", "spin", "oak", "win", "cas", "ino", "royal", "vic", "tor", "elm"];

fn name(number: usize) -> String {
    let syllable = |at: usize| SYLLABLES[number / SYLLABLES.len().pow(at as u32) % SYLLABLES.len()];
    format!("{}{}{}{}", syllable(0), syllable(1), syllable(2), number % 7)
}

/// Operators whose names share most of their pieces, each with a licence and two hosts.
pub(crate) fn market(operators: usize) -> CatalogueBuilder {
    let mut builder = CatalogueBuilder::new();
    fill(&mut builder, 0..operators);
    builder
}

pub(crate) fn fill(builder: &mut impl RegisterRows, operators: impl IntoIterator<Item = usize>) {
    builder.reads(JurisdictionCode::An, now(), Some(now()));
    for number in operators {
        let name = name(number);
        let row = OperatorRow {
            slug: &format!("{name}-{number}"),
            display_name: &format!("{name} Games N.V."),
            registered_name: None,
        };
        let operator = builder.add_operator(&row);
        builder.add_trading_name(operator, &name);
        let licence = builder.add_licence(operator, &licence(&format!("ALSI-{number:05}"), now()));
        for host in [format!("{name}.com"), format!("www.play.{name}.net")] {
            let host: Hostname = host.parse().unwrap();
            builder.add_domain(
                licence,
                &DomainRow {
                    host: &host,
                    status: Some(DomainStatus::Active),
                    association: DomainAssociation::Direct,
                    verification_url: None,
                    unseen_since: None,
                },
            );
        }
    }
}

/// Hosts on record in the market, and hosts near these in each way that the ladder knows.
pub(crate) fn questions(operators: usize) -> Vec<String> {
    let of_name = |name: String| {
        let ends = [".com", ".net", ".org", "25.com", "x.com", "bonus.com", "-casino.bet"];
        let near = ends.map(|end| format!("{name}{end}"));
        near.into_iter().chain([format!("{}.io", &name[1..]), format!("0{name}.io")])
    };
    (0..operators).step_by(3).map(name).flat_map(of_name).collect()
}

/// The bytes of a catalogue as if another release had built it.
pub(crate) fn under_other_rules(catalogue: &Catalogue) -> Vec<u8> {
    let mut file = catalogue.as_bytes().to_vec();
    file[32..64].fill(7);
    seal(&mut file);
    file
}

/// The entry that a read on this day of November 2026 made.
pub(crate) fn entry(
    day: u32,
    previous_status: Option<LicenceStatus>,
    new_status: LicenceStatus,
) -> HistoryEntry {
    let changed_at = format!("2026-11-{day:02}T06:00:00Z").parse().unwrap();
    HistoryEntry {
        id: EntryId(Uuid::from_u128(u128::from(day))),
        changed_at,
        previous_status,
        new_status,
        change_type: ChangeType::StatusChange,
        source_url: "https://register.example/".to_owned(),
        detected_by: REGISTER_READ.to_owned(),
        note: format!("the status became {new_status}"),
        snapshot_sha256: Some("0".repeat(64)),
        snapshot_fetched_at: Some(changed_at),
        corrected_at: None,
        correction_note: None,
    }
}

pub(crate) fn history() -> HistoryBuilder {
    let (mut history, active) = (HistoryBuilder::default(), LicenceStatus::Active);
    for licence in [2, 1] {
        let licence = LicenceId(Uuid::from_u128(licence));
        history.add(licence, &entry(1, None, active));
        history.add(licence, &entry(3, Some(active), LicenceStatus::Suspended));
    }
    history
}
