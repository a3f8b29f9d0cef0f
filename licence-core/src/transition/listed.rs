//! A reading brought to one row a licence, whatever the order and number of its rows.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::domain::{self, DomainStanding};
use crate::hostname::Hostname;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::{LicenceCategory, category_of};
use crate::licence_number;
use crate::operator::registered_key;
use crate::register::domain_cell::host_of;
use crate::register::reading::{ListedDomain, ListedLicence, ListedOperator, RegisterReading};
use crate::status::wording::{best_first, classify};
use crate::status::{LicenceStatus, StatusQualifier};

/// A licence as the register lists it, classified.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub(super) identity: String,
    pub(super) number: String,
    pub(super) status: LicenceStatus,
    pub(super) qualifier: Option<StatusQualifier>,
    pub(super) category: LicenceCategory,
    /// The row that decides everything but the domains: the one with the best status.
    pub(super) row: ListedLicence,
    pub(super) domains: Vec<ListedHost>,
}

/// A domain as the register lists it, classified.
#[derive(Clone, Debug)]
pub(super) struct ListedHost {
    pub(super) host: Option<Hostname>,
    pub(super) standing: DomainStanding,
    pub(super) row: ListedDomain,
}

impl ListedHost {
    /// The canonical host, or the cell where it names none.
    pub(super) fn name(&self) -> &str {
        self.host.as_ref().map_or(&self.row.domain, Hostname::as_str)
    }

    /// What makes it the same domain: a host and its `www.` form are one site.
    pub(super) fn key(&self) -> &str {
        self.host.as_ref().map_or(&self.row.domain, Hostname::site)
    }
}

/// The reading's licences, one an operator and number, sorted by both.
///
/// Two operators under one number are two licences: merging them would give one operator's
/// domains to the other.
pub(super) fn by_number_and_operator(reading: &RegisterReading) -> Vec<Listed> {
    let mut rows: BTreeMap<(String, String), Vec<&ListedLicence>> = BTreeMap::new();
    for row in &reading.licences {
        let number = number_of(reading.jurisdiction, row);
        let identity = licence_number::identity(reading.jurisdiction, &number);
        rows.entry((identity, operator_key(&row.operator))).or_default().push(row);
    }
    rows.into_iter()
        .map(|((identity, _), rows)| merged(reading.jurisdiction, identity, rows))
        .collect()
}

/// Several rows of one licence, whatever their order. The rows of a UKGC number are its
/// activities, and the best decides (decisions, "The registers"); elsewhere a register that
/// contradicts itself is taken at its worst word, for a `licensed` must not rest on it.
fn merged(code: JurisdictionCode, identity: String, mut rows: Vec<&ListedLicence>) -> Listed {
    if rows.len() > 1 {
        rows.sort_by_cached_key(|row| {
            let (status, qualifier) = classified(code, row);
            let best = best_first(status);
            let order = if code == JurisdictionCode::Ukgc { best } else { u8::MAX - best };
            (order, qualifier.is_none(), serde_json::to_string(row).unwrap_or_default())
        });
    }
    let mut row = rows[0].clone();
    for other in &rows[1..] {
        row.operator.trading_names.extend(other.operator.trading_names.iter().cloned());
        row.domains.extend(other.domains.iter().cloned());
    }
    let (status, qualifier) = classified(code, &row);
    Listed {
        identity,
        number: number_of(code, &row),
        status,
        qualifier,
        category: category(code, &row),
        domains: hosts(std::mem::take(&mut row.domains)),
        row,
    }
}

fn classified(
    code: JurisdictionCode,
    row: &ListedLicence,
) -> (LicenceStatus, Option<StatusQualifier>) {
    let read = classify(code, row.status_text.as_deref(), row.status_qualifier);
    (read.status, read.qualifier)
}

fn category(code: JurisdictionCode, row: &ListedLicence) -> LicenceCategory {
    row.license_category.unwrap_or_else(|| category_of(code, &row.license_types))
}

/// One row a site; of several cells that name the same one the best standing counts.
fn hosts(rows: Vec<ListedDomain>) -> Vec<ListedHost> {
    let mut hosts: Vec<ListedHost> = rows.into_iter().map(host).collect();
    hosts.sort_by_cached_key(|host| {
        let content = serde_json::to_string(&host.row).unwrap_or_default();
        (host.key().to_owned(), host.standing.rank(), content)
    });
    hosts.dedup_by(|next, first| next.key() == first.key());
    hosts
}

fn host(row: ListedDomain) -> ListedHost {
    ListedHost {
        host: host_of(&row.domain).ok(),
        standing: domain::standing(row.status_text.as_deref(), row.association),
        row,
    }
}

/// The number as published; for `KH`, `TGC` and `IOM` the service's own reference.
fn number_of(code: JurisdictionCode, row: &ListedLicence) -> String {
    match &row.license_number {
        Some(number) if !code.license_reference_is_ours() => number.trim().to_owned(),
        _ => own_reference(code, row),
    }
}

/// `CODE-XXXXXXXX`, deterministic in (code, operator, licence type), so that a rebuild from the
/// same registers gives the same references (decisions 2).
fn own_reference(code: JurisdictionCode, row: &ListedLicence) -> String {
    const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let mut types = row.license_types.clone();
    types.sort_unstable();
    types.dedup();
    let mut hash = Sha256::new();
    for part in [code.as_str(), &operator_key(&row.operator), &types.join("\u{1f}")] {
        hash.update(part.as_bytes());
        hash.update([0x1e]);
    }
    let digest = hash.finalize();
    let letters = digest.iter().take(8).map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
    format!("{code}-{}", letters.collect::<String>())
}

/// What makes it the same operator within its jurisdiction: the regulator's identifier, else the
/// registered name, folded (decisions 2).
pub(super) fn operator_key(operator: &ListedOperator) -> String {
    match operator.upstream_id.as_deref().map(str::trim).filter(|id| !id.is_empty()) {
        Some(upstream_id) => format!("id:{upstream_id}"),
        None => name_key(operator),
    }
}

/// The registered name, folded; as it stands where nothing of it would be left (`???`).
pub(super) fn name_key(operator: &ListedOperator) -> String {
    let name = registered_name(operator);
    match registered_key(name) {
        folded if folded.is_empty() => format!("raw:{}", name.trim()),
        folded => format!("name:{folded}"),
    }
}

/// The registered name; readers that know only one name put the legal entity into `name`.
pub(super) fn registered_name(operator: &ListedOperator) -> &str {
    operator.registered_name.as_deref().unwrap_or(&operator.name)
}
