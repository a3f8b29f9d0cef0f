//! Which held licence a listed one is. Numbers are shared now and then: by two companies of a
//! group, or by one company and the next after a transfer.
//!
//! A number that one held licence and one listed licence share moves to the operator that the
//! register names. Domains of the previous operator under that licence are delisted.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::check::standing::Standing;
use crate::operator::OperatorId;
use crate::transition::listed::{Listed, ListedHost, WithHolder};
use crate::transition::records::LicenceRecord;

/// The character between number and operator in the identity of a licence whose number is shared.
pub const IDENTITY_SEPARATOR: char = '\u{1f}';

pub(super) fn number(identity: &str) -> &str {
    identity.split(IDENTITY_SEPARATOR).next().unwrap_or(identity)
}

/// Returns the sites that the reading lists, under whichever operator.
pub(super) fn sites<'l>(listed: &'l [WithHolder<'l>]) -> HashSet<&'l str> {
    listed.iter().flat_map(|(listed, _)| &listed.domains).map(|host| host.key()).collect()
}

/// Returns the sites that an operator has under a licence in force.
pub(super) fn sites_in_force<'l>(listed: &'l [WithHolder<'l>]) -> HashSet<(OperatorId, &'l str)> {
    let of_licence = |(listed, holder): &'l WithHolder<'l>| {
        let (holder, status, qualifier) = (*holder, listed.status, listed.qualifier);
        let is_in_force = move |host: &&ListedHost<'_>| {
            Standing::of_listing(host.standing.status, status, qualifier).is_in_force()
        };
        listed.domains.iter().filter(is_in_force).map(move |host| (holder, host.key()))
    };
    listed.iter().flat_map(of_licence).collect()
}

/// What a listed licence is.
pub(super) enum Found {
    /// One held before.
    Held(Box<LicenceRecord>),
    /// One seen for the first time.
    New {
        /// Its identity, free in its jurisdiction.
        identity: String,
    },
}

/// The held licences by number, those of one number in the order of their identities.
pub(super) type HeldByNumber = BTreeMap<String, Vec<LicenceRecord>>;

pub(super) fn by_number(held: HashMap<String, LicenceRecord>) -> HeldByNumber {
    let mut records = HeldByNumber::new();
    for (identity, record) in held {
        records.entry(number(&identity).to_owned()).or_default().push(record);
    }
    for of_number in records.values_mut() {
        of_number.sort_by(|one, other| one.identity.cmp(&other.identity));
    }
    records
}

/// Returns what the listed licences of one number are, and takes them out of those held. A listed
/// licence is the held one of the same operator. If one is held and one is listed, they are the same
/// licence, renamed or transferred, also in a partial reading: the newest reading of the number names
/// another holder, and the hosts of the former holder must not pass on it.
pub(super) fn match_number<'l>(
    held: &mut HeldByNumber,
    listed: &'l [WithHolder<'l>],
) -> Vec<(&'l Listed<'l>, OperatorId, Found)> {
    let Some((first, _)) = listed.first() else { return Vec::new() };
    let held = held.entry(first.identity.clone()).or_default();
    let is_one_for_one = held.len() == 1 && listed.len() == 1;
    let mut is_number_taken = !held.is_empty();
    let mut find = |(listed, operator): &'l WithHolder<'l>| {
        let is_it = |record: &LicenceRecord| is_one_for_one || record.operator_id == *operator;
        let found = match held.iter().position(is_it) {
            Some(position) => Found::Held(Box::new(held.remove(position))),
            None if is_number_taken => Found::New {
                identity: format!("{}{IDENTITY_SEPARATOR}{}", listed.identity, operator.0),
            },
            None => {
                is_number_taken = true;
                Found::New { identity: listed.identity.clone() }
            }
        };
        (listed, *operator, found)
    };
    listed.iter().map(&mut find).collect()
}
