//! Merges the rows of a reading into one row for each licence, whatever their order.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::domain::{self, DomainStanding};
use crate::hostname::Hostname;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::{LicenceCategory, category_of};
use crate::licence_number::{self, ukgc_version};
use crate::operator::{OperatorId, registered_key};
use crate::register::domain_cell::host_of;
use crate::register::reading::pages::is_proof;
use crate::register::reading::{ListedDomain, ListedLicence, ListedOperator, RegisterReading};
use crate::status::wording::{StatusReading, best_first, classify};
use crate::status::{LicenceStatus, StatusQualifier};
use crate::time::Date;

/// A licence as the register lists it, classified.
#[derive(Clone, Debug)]
pub(super) struct Listed<'r> {
    pub(super) identity: String,
    pub(super) number: String,
    pub(super) status: LicenceStatus,
    pub(super) qualifier: Option<StatusQualifier>,
    /// The day the wording names.
    pub(super) dated: Option<Date>,
    pub(super) category: LicenceCategory,
    /// The row that decides everything but the domains and names: the one with the best status.
    pub(super) row: &'r ListedLicence,
    rows: Vec<&'r ListedLicence>,
    pub(super) domains: Vec<ListedHost<'r>>,
}

impl<'r> Listed<'r> {
    pub(super) fn trading_names(&self) -> impl Iterator<Item = &'r String> + '_ {
        self.rows.iter().flat_map(|row| &row.operator.trading_names)
    }

    pub(super) fn domains_complete(&self) -> bool {
        self.rows.iter().all(|row| row.domains_complete)
    }
}

/// A domain as the register lists it, classified.
#[derive(Clone, Debug)]
pub(super) struct ListedHost<'r> {
    pub(super) host: Option<Hostname>,
    pub(super) standing: DomainStanding,
    /// The register's word, or that of the domain's own page when the page is no proof.
    pub(super) wording: Option<&'r str>,
    pub(super) row: &'r ListedDomain,
}

impl ListedHost<'_> {
    /// Returns the canonical host, or the cell where it names none.
    pub(super) fn name(&self) -> &str {
        self.host.as_ref().map_or(&self.row.domain, Hostname::as_str)
    }

    /// Returns what makes it the same domain: a host and its `www.` form are one site.
    pub(super) fn key(&self) -> &str {
        self.host.as_ref().map_or(&self.row.domain, Hostname::site)
    }
}

/// Returns the reading's rows, together by number and by what they call their operator, sorted by
/// both.
pub(super) fn by_number_and_key(reading: &RegisterReading) -> Vec<Listed<'_>> {
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

/// A licence of the reading, and its holder.
pub(super) type WithHolder<'r> = (Listed<'r>, OperatorId);

/// Returns the reading's licences with their holders, one an operator and number, sorted by number.
///
/// Rows that call one operator by two keys (one with the regulator's identifier, one without) are
/// one licence; otherwise it would have two statuses. Two operators under one number are two
/// licences, because merging them would give one operator's domains to the other.
pub(super) fn by_number_and_operator<'r>(
    code: JurisdictionCode,
    listed: Vec<Listed<'r>>,
    operators: &[OperatorId],
) -> Vec<WithHolder<'r>> {
    let mut together: Vec<WithHolder<'r>> = Vec::with_capacity(listed.len());
    let mut of_number: usize = 0;
    for (one, operator) in listed.into_iter().zip(operators) {
        if together.last().is_none_or(|(last, _)| last.identity != one.identity) {
            of_number = together.len();
        }
        match together[of_number..].iter_mut().find(|(_, holder)| holder == operator) {
            None => together.push((one, *operator)),
            Some((same, _)) => {
                let rows = same.rows.iter().chain(&one.rows).copied().collect();
                *same = merged(code, one.identity, rows);
            }
        }
    }
    together
}

/// Returns the licence of several rows, whatever their order. The rows of a UKGC number are its
/// activities: of those of its newest version the best decides (decisions, "The registers"). Any other
/// register that contradicts itself counts with its worst status, because `licensed` must not rest on it.
fn merged<'r>(
    code: JurisdictionCode,
    identity: String,
    mut rows: Vec<&'r ListedLicence>,
) -> Listed<'r> {
    if rows.len() > 1 {
        rows.sort_by_cached_key(|row| {
            let StatusReading { status, qualifier, .. } = classified(code, row);
            let best = best_first(status);
            let (version, order) = match code {
                JurisdictionCode::Ukgc => (ukgc_version(&number_of(code, row)), best),
                _ => (None, u8::MAX - best),
            };
            (Reverse(version), order, qualifier.is_none(), content(row))
        });
    }
    let row = rows[0];
    let StatusReading { status, qualifier, dated } = classified(code, row);
    Listed {
        identity,
        number: number_of(code, row),
        status,
        qualifier,
        dated,
        category: row.license_category.unwrap_or_else(|| category_of(code, &row.license_types)),
        row,
        domains: hosts(code, rows.iter().flat_map(|row| &row.domains)),
        rows,
    }
}

/// Returns the row as text, without the domains and names that are merged from all rows, because
/// their order must not decide between two rows.
fn content(row: &ListedLicence) -> String {
    let operator = ListedOperator { trading_names: Vec::new(), ..row.operator.clone() };
    let row = ListedLicence { operator, domains: Vec::new(), ..row.clone() };
    serde_json::to_string(&row).unwrap_or_default()
}

fn classified(code: JurisdictionCode, row: &ListedLicence) -> StatusReading {
    classify(code, row.status_text.as_deref(), row.status_qualifier)
}

/// Returns one host for each site. Of several cells that name the same site, the best standing counts
/// for UKGC and the worst for other registers, as with the rows of a licence.
fn hosts<'r>(
    code: JurisdictionCode,
    rows: impl Iterator<Item = &'r ListedDomain>,
) -> Vec<ListedHost<'r>> {
    let order = |host: &ListedHost<'_>| {
        let (is_no_pass, association, order) = host.standing.rank();
        (is_no_pass == (code == JurisdictionCode::Ukgc), association, order)
    };
    let mut hosts: Vec<ListedHost<'_>> = rows.map(|row| host(code, row)).collect();
    let content = |host: &ListedHost<'_>| serde_json::to_string(host.row).unwrap_or_default();
    hosts.sort_by(|one, other| {
        let by_site = one.key().cmp(other.key());
        let by_standing = || order(one).cmp(&order(other));
        by_site.then_with(by_standing).then_with(|| content(one).cmp(&content(other)))
    });
    hosts.dedup_by(|next, first| next.key() == first.key());
    hosts
}

fn host(code: JurisdictionCode, row: &ListedDomain) -> ListedHost<'_> {
    let page = row.verification_page_status.as_deref().filter(|word| !is_proof(code, word));
    let wording = row.status_text.as_deref().or(page);
    ListedHost {
        host: host_of(&row.domain).ok(),
        standing: domain::standing(wording, row.association),
        wording,
        row,
    }
}

/// Returns the number as published; for `KH`, `TGC` and `IOM` the service's own reference.
pub(super) fn number_of(code: JurisdictionCode, row: &ListedLicence) -> String {
    match &row.license_number {
        Some(number) if !code.license_reference_is_ours() => number.trim().to_owned(),
        _ => own_reference(code, row),
    }
}

/// Returns `CODE-XXXXXXXX`, deterministic in (code, operator, licence type), so that a rebuild from the
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

/// Returns what makes it the same operator within its jurisdiction: the regulator's identifier, else
/// the registered name, folded (decisions 2).
pub(super) fn operator_key(operator: &ListedOperator) -> String {
    id_key(operator.upstream_id.as_deref()).unwrap_or_else(|| name_key(operator))
}

/// Returns the key of an operator with the regulator's identifier; `None` for an empty identifier.
pub(super) fn id_key(upstream_id: Option<&str>) -> Option<String> {
    let id = upstream_id?.trim();
    (!id.is_empty()).then(|| format!("id:{id}"))
}

/// Returns the registered name, folded; unchanged if folding would leave nothing (`???`).
pub(super) fn name_key(operator: &ListedOperator) -> String {
    let name = registered_name(operator);
    match registered_key(name) {
        folded if folded.is_empty() => format!("raw:{}", name.trim()),
        folded => format!("name:{folded}"),
    }
}

/// Returns the registered name; readers that know only one name put the legal entity into `name`.
pub(super) fn registered_name(operator: &ListedOperator) -> &str {
    operator.registered_name.as_deref().unwrap_or(&operator.name)
}

#[cfg(test)]
mod tests;
