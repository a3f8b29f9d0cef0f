//! The verdict ladder (decisions 3): the first step that applies decides.
//!
//! Step 1 is equality of hosts; it and the equality of licence numbers are the only ways to
//! `licensed`. Everything below can at most name an operator.

use std::collections::BTreeSet;

use crate::catalogue::{Catalogue, Claims, LicenceIndex, NameId, NameKind, NumberMatch, SiteId};
use crate::check::carried::{self, Carried};
use crate::check::common_words::is_common_word;
use crate::check::generic_terms::{Genericness, genericness, is_filler};
use crate::check::look_alike::{is_spelled, misread_name};
use crate::check::names::squash;
use crate::check::public_sector::is_public_sector;
use crate::check::query::{CheckQuery, Subject};
use crate::check::similarity::Similarity;
use crate::check::standing;
use crate::hostname::{Hostname, Registrable};

/// What the ladder found: positions in the catalogue, nothing rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Finding<'q> {
    /// Step 1: the host or its `www.` twin is on record.
    Listed { host: &'q Hostname, site: SiteId },
    /// Step 2: only other hosts of the registrable domain are on record.
    Related { host: &'q Hostname, registrable: Registrable<'q> },
    /// Step 3: the root says gambling and nothing else; a subdomain may carry a listed host.
    Generic { host: &'q Hostname, root: String, carried: Option<SiteId> },
    /// Step 4: the root can be misread as a listed name.
    LookAlike { host: &'q Hostname, root: String, imitated: NameId },
    /// Step 5: the root equals a name that few groups of operators claim.
    Named { host: &'q Hostname, root: String, found: NameMatch },
    /// Step 5: the root equals a name that too many groups claim.
    Crowded { host: &'q Hostname, root: String, name: NameId },
    /// Step 6, with the root where the host has one, and what the host carries.
    NothingOnRecord { host: &'q Hostname, root: Option<String>, carried: Option<Carried> },
    /// The licence number is on record: the best licence with it.
    Numbered {
        number: &'q str,
        by: NumberMatch,
        licence: LicenceIndex,
        /// The best licence of this number of each other holder, the worst first.
        of_others: Vec<LicenceIndex>,
    },
    /// The number can be read as that of several licences.
    AmbiguousNumber { number: &'q str, by: NumberMatch, licences: Vec<LicenceIndex> },
    /// No licence has the number.
    UnknownNumber { number: &'q str },
}

/// A name that the root equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NameMatch {
    pub(crate) name: NameId,
    /// How many groups of operators claim it.
    pub(crate) group_count: usize,
    /// Whether the evidence is so weak that this may be a namesake.
    pub(crate) is_namesake: bool,
}

/// A root names an operator from this length on.
const MIN_NAME_CHARS: usize = 4;
/// A shorter name that one host alone carries may be a namesake.
const MIN_CHARS_OF_ONE_HOST: usize = 8;
/// A name more groups of operators share names none of them.
const MAX_GROUPS_OF_A_NAME: usize = 3;
/// Suffixes that say gambling, so that a common word before them is a brand.
const GAMBLING_SUFFIXES: &[&str] = &["bet", "casino", "bingo", "poker"];

/// Bounds the work of one miss whatever the register: names read that may be one edit away.
pub(crate) const MAX_NEAR_SPELLINGS: usize = 64;

pub(crate) fn find<'q>(catalogue: &Catalogue, query: &'q CheckQuery) -> Finding<'q> {
    match &query.subject {
        Subject::Domain(host) => find_domain(catalogue, host),
        Subject::LicenceNumber(number) => find_number(catalogue, number),
    }
}

/// Step 1 alone, or a licence number that is on record. Neither looks at a name.
pub(crate) fn find_by_equality<'q>(
    catalogue: &Catalogue,
    query: &'q CheckQuery,
) -> Option<Finding<'q>> {
    match &query.subject {
        Subject::Domain(host) => catalogue.site(host).map(|site| Finding::Listed { host, site }),
        Subject::LicenceNumber(number) => Some(find_number(catalogue, number))
            .filter(|found| matches!(found, Finding::Numbered { .. })),
    }
}

fn find_domain<'q>(catalogue: &Catalogue, host: &'q Hostname) -> Finding<'q> {
    if let Some(site) = catalogue.site(host) {
        return Finding::Listed { host, site };
    }
    let Some(registrable) = host.registrable() else {
        return Finding::NothingOnRecord { host, root: None, carried: None };
    };
    if catalogue.sites_of(&registrable).next().is_some() {
        return Finding::Related { host, registrable };
    }
    find_root(catalogue, host, &registrable)
}

/// Steps 3 to 6, on the root: labels left of it are anyone's, and name nobody.
fn find_root<'q>(
    catalogue: &Catalogue,
    host: &'q Hostname,
    registrable: &Registrable<'q>,
) -> Finding<'q> {
    let written = registrable.unicode_root();
    let root = squash(&written);
    let name = catalogue.name(&root);
    let may_be_named = names_operators(registrable);
    let is_composed = match genericness(&root) {
        Genericness::Term | Genericness::Description => {
            let carried = carried::listed_host_within(catalogue, host, registrable);
            return Finding::Generic { host, root, carried };
        }
        // A compound that is somebody's trading name or listed host (`betuk`) is a name.
        Genericness::Composed => !name.is_some_and(|it| carried::is_listed_name(catalogue, it)),
        Genericness::Distinctive => false,
    };
    if !is_composed {
        if may_be_named && let Some(imitated) = misread_name(catalogue, &written, &root) {
            return Finding::LookAlike { host, root, imitated };
        }
        let is_so_called = |name| written == root || is_spelled(catalogue, name, &written);
        if let Some(name) = name.filter(|it| may_name(&root, registrable) && is_so_called(*it)) {
            return named(catalogue, host, root, name);
        }
    }
    let carried = carried::find(catalogue, host, registrable, may_be_named.then_some(&*root));
    if is_composed && carried.is_none() && !is_one_digit_off_a_name(catalogue, &root) {
        return Finding::Generic { host, root, carried: None };
    }
    Finding::NothingOnRecord { host, root: Some(root), carried }
}

/// Step 5, on a root that equals a name.
fn named<'q>(catalogue: &Catalogue, host: &'q Hostname, root: String, name: NameId) -> Finding<'q> {
    let claims = catalogue.claims(name);
    let group_count = catalogue.group_count(claims);
    if group_count > MAX_GROUPS_OF_A_NAME {
        return Finding::Crowded { host, root, name };
    }
    let is_namesake = is_namesake(claims, &root);
    Finding::Named { host, root, found: NameMatch { name, group_count, is_namesake } }
}

/// `bet364` beside a listed `bet365`: calling it generic would hide whom it is close to.
fn is_one_digit_off_a_name(catalogue: &Catalogue, root: &str) -> bool {
    let letters = |key: &str| key.bytes().filter(|b| !b.is_ascii_digit()).collect::<Vec<u8>>();
    let has_digit = root.bytes().any(|byte| byte.is_ascii_digit());
    has_digit
        && catalogue.near_spellings(root, MAX_NEAR_SPELLINGS).into_iter().any(|near| {
            let key = catalogue.name_key(near);
            letters(key) == letters(root) && Similarity::to(root).edit_distance(key.as_bytes()) <= 1
        })
}

/// Returns whether the guards of step 5 that depend on the root alone let it name an operator. Equality
/// of the whole root is right in nine of ten cases on real registers. The tenth is a root under a shared
/// or public suffix, a short one, an everyday word, or one in other letters, which the caller checks.
fn may_name(root: &str, registrable: &Registrable<'_>) -> bool {
    let is_in_context = || GAMBLING_SUFFIXES.contains(&registrable.suffix);
    names_operators(registrable)
        && root.chars().nth(MIN_NAME_CHARS - 1).is_some()
        && (is_in_context() || !(is_common_word(root) || is_filler(root)))
}

/// Returns whether a root may be the name of an operator: not under a suffix that gives names to
/// anyone, nor under one of the public sector.
fn names_operators(registrable: &Registrable<'_>) -> bool {
    !registrable.suffix_is_private && !is_public_sector(registrable.suffix)
}

/// Returns whether a name may be another's by chance: an everyday word, or a short name that one
/// host alone carries.
fn is_namesake(claims: Claims<'_>, root: &str) -> bool {
    let rests_on_one_host = claims.first().is_some_and(|claim| {
        claim.kind == NameKind::HostRoot && claim.host_count < 2 && !claim.is_company_name
    });
    let is_short = root.chars().nth(MIN_CHARS_OF_ONE_HOST - 1).is_none();
    (rests_on_one_host && is_short) || is_common_word(root) || is_filler(root)
}

fn find_number<'q>(catalogue: &Catalogue, number: &'q str) -> Finding<'q> {
    let Some((by, licences)) = catalogue.numbered(number) else {
        return Finding::UnknownNumber { number };
    };
    if is_ambiguous(catalogue, by, &licences) {
        return Finding::AmbiguousNumber { number, by, licences };
    }
    let mut holders = best_of_each_holder(catalogue, licences).into_iter();
    match holders.next() {
        Some(licence) => {
            Finding::Numbered { number, by, licence, of_others: holders.rev().collect() }
        }
        None => Finding::UnknownNumber { number },
    }
}

/// Returns whether a number identifies no single holder: a folded number of two operators, or letters
/// and digits that several licences share.
fn is_ambiguous(catalogue: &Catalogue, by: NumberMatch, licences: &[LicenceIndex]) -> bool {
    let operator = |licence: &LicenceIndex| catalogue.licence(*licence).operator;
    match by {
        NumberMatch::LettersAndDigits => licences.len() > 1,
        NumberMatch::Identity => licences.iter().any(|l| operator(l) != operator(&licences[0])),
        NumberMatch::Number | NumberMatch::Account => false,
    }
}

/// Returns the best licence of each holder, the best first.
fn best_of_each_holder(
    catalogue: &Catalogue,
    mut licences: Vec<LicenceIndex>,
) -> Vec<LicenceIndex> {
    licences.sort_by(|one, other| {
        let rank = |licence: &LicenceIndex| {
            let entry = catalogue.licence(*licence);
            let (observed_at, number) = (entry.status_observed_at, catalogue.text(entry.number));
            let slug = catalogue.slug_bytes(entry.operator);
            (standing::rank(entry.standing(), observed_at, entry.jurisdiction, number), slug)
        };
        rank(one).cmp(&rank(other))
    });
    let mut holders = BTreeSet::new();
    licences.retain(|licence| holders.insert(catalogue.licence(*licence).operator));
    licences
}

#[cfg(test)]
mod tests;
