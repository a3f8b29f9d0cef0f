//! The domains under one licence: listed, changed, delisted.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use crate::domain::{Domain, DomainId, DomainStatus};
use crate::hostname::Hostname;
use crate::licence::Licence;
use crate::time::Timestamp;
use crate::transition::listed::ListedHost;
use crate::transition::{Changes, DomainRecord};

/// The domains of a licence seen for the first time.
pub(super) fn created(
    licence: &Licence,
    listed: &[ListedHost],
    read_at: Timestamp,
    new_id: &mut dyn FnMut() -> Uuid,
) -> Vec<DomainRecord> {
    listed.iter().map(|host| shown(licence, host, DomainId(new_id()), read_at, read_at)).collect()
}

/// The domains of a licence held before. Where the reading says all there is to say of the licence,
/// one that it no longer lists is delisted (decisions 3).
pub(super) fn observed(
    licence: &Licence,
    listed: &[ListedHost],
    held: &[DomainRecord],
    read_at: Timestamp,
    says_all: bool,
    changes: &mut Changes,
    new_id: &mut dyn FnMut() -> Uuid,
) {
    let mut absent: HashMap<&str, &DomainRecord> =
        held.iter().map(|record| (key(record), record)).collect();
    for host in listed {
        match absent.remove(host.key()) {
            None => {
                let id = DomainId(new_id());
                changes.new_domains.push(shown(licence, host, id, read_at, read_at));
            }
            Some(held) => {
                let first_seen_at = held.domain.first_seen_at;
                let record = shown(licence, host, held.domain.id, first_seen_at, read_at);
                changes.delisted += usize::from(became_delisted(held, &record));
                if is_as_held(&record, held) {
                    changes.unchanged_domains.push(record.domain.id);
                } else {
                    changes.changed_domains.push(record);
                }
            }
        }
    }
    if says_all {
        let mut absent: Vec<&DomainRecord> =
            absent.into_values().filter(|record| is_listed(record)).collect();
        absent.sort_by_key(|record| &record.domain.domain);
        changes.delisted += absent.len();
        changes.changed_domains.extend(absent.into_iter().map(delisted));
    }
}

/// What makes a held domain the same as a listed one ([`ListedHost::key`]).
fn key(record: &DomainRecord) -> &str {
    record.host.as_ref().map_or(&record.domain.domain, Hostname::site)
}

/// The held domains of a licence that its register no longer lists, delisted where the reading
/// lists the same site under the same operator: what it says there is the newer word.
pub(super) fn listed_elsewhere(
    held: &[DomainRecord],
    sites_of_operator: &HashSet<&str>,
    changes: &mut Changes,
) {
    let is_elsewhere =
        |record: &&DomainRecord| is_listed(record) && sites_of_operator.contains(key(record));
    let moved: Vec<DomainRecord> = held.iter().filter(is_elsewhere).map(delisted).collect();
    changes.delisted += moved.len();
    changes.changed_domains.extend(moved);
}

fn is_listed(record: &DomainRecord) -> bool {
    record.domain.domain_status != Some(DomainStatus::Delisted)
}

fn became_delisted(held: &DomainRecord, record: &DomainRecord) -> bool {
    is_listed(held) && !is_listed(record)
}

fn delisted(held: &DomainRecord) -> DomainRecord {
    let mut record = held.clone();
    record.domain.domain_status = Some(DomainStatus::Delisted);
    record
}

/// Equal in everything but the time of the read.
fn is_as_held(record: &DomainRecord, held: &DomainRecord) -> bool {
    let last_listed_at = record.domain.last_listed_at;
    let held_domain = Domain { last_listed_at, ..held.domain.clone() };
    record.domain == held_domain
        && record.cell == held.cell
        && record.status_text == held.status_text
}

fn shown(
    licence: &Licence,
    host: &ListedHost,
    id: DomainId,
    first_seen_at: Timestamp,
    read_at: Timestamp,
) -> DomainRecord {
    let row = &host.row;
    DomainRecord {
        domain: Domain {
            id,
            domain: host.name().to_owned(),
            jurisdiction_code: licence.jurisdiction_code,
            license_id: licence.id,
            license_number: licence.license_number.clone(),
            domain_status: host.standing.status,
            domain_association: host.standing.association,
            verification_url: row.verification_url.clone(),
            verification_page_status: row.verification_page_status.clone(),
            verification_page_read_at: row.verification_page_read_at,
            first_seen_at,
            last_listed_at: read_at,
        },
        host: host.host.clone(),
        cell: row.domain.clone(),
        status_text: row.status_text.clone(),
    }
}
