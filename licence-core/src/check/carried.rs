//! A listed name that a host carries beside something else: digits, an advertising word, or labels
//! of its own around a whole listed host. Mirrors of a brand look like that, and so do traps. It
//! is named in the sentence and never changes a verdict.

use crate::catalogue::{Catalogue, NameId, NameKind, SiteId};
use crate::check::common_words::is_common_word;
use crate::check::generic_terms::{Genericness, genericness, is_filler, without_one_generic_word};
use crate::check::standing::Standing;
use crate::hostname::{Hostname, Registrable};

/// The listed name or host that a host carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Carried {
    /// A name on record and what was added to it.
    Name { name: NameId, addition: Addition },
    /// A host on record among the labels of a subdomain.
    Host(SiteId),
}

/// What a host adds to a listed name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Addition {
    Digits,
    DigitsAndWord,
}

/// The fewest characters, and the fewest letters, of a name that a host carries.
const MIN_NAME_CHARS: usize = 5;
const MIN_LETTERS: usize = 3;
/// The limits of one query's work: how many digits are cut off at one end, and how many labels are
/// examined.
const MAX_DIGITS: usize = 8;
const MAX_LABELS: usize = 6;

/// Returns what a host that is not on record carries. A whole host comes before a name, few additions
/// before many, and a longer name before a shorter one. `root` is `None` if the root names nobody.
pub(crate) fn find(
    catalogue: &Catalogue,
    host: &Hostname,
    registrable: &Registrable<'_>,
    root: Option<&str>,
) -> Option<Carried> {
    listed_host_within(catalogue, host, registrable)
        .map(Carried::Host)
        .or_else(|| name_within(catalogue, root?))
}

/// Returns the longest listed host among the labels of a subdomain.
pub(crate) fn listed_host_within(
    catalogue: &Catalogue,
    host: &Hostname,
    registrable: &Registrable<'_>,
) -> Option<SiteId> {
    let is_listed = |site: &SiteId| {
        catalogue.best_listing(*site).is_some_and(|(_, _, s)| s != Standing::DomainNotListed)
    };
    hosts_within(host, registrable).find_map(|host| catalogue.site_of_host(host).filter(is_listed))
}

fn name_within(catalogue: &Catalogue, root: &str) -> Option<Carried> {
    cores(root).into_iter().find_map(|(core, addition)| {
        let name = catalogue.name(core).filter(|name| is_listed_name(catalogue, *name))?;
        (!is_everyday(core)).then_some(Carried::Name { name, addition })
    })
}

/// Returns whether a name consists of everyday, advertising or generic words, which identify nobody.
fn is_everyday(name: &str) -> bool {
    is_common_word(name)
        || is_filler(name)
        || matches!(genericness(name), Genericness::Term | Genericness::Description)
}

/// Returns whether a name is somebody's trading name or the root of a listed host.
pub(crate) fn is_listed_name(catalogue: &Catalogue, name: NameId) -> bool {
    catalogue.claims(name).iter().any(|claim| claim.kind != NameKind::CompanyName)
}

/// Returns the names that a squashed root may carry, the likeliest first.
pub(crate) fn cores(root: &str) -> Vec<(&str, Addition)> {
    if !root.bytes().any(|byte| byte.is_ascii_digit()) {
        return Vec::new();
    }
    let mut cores: Vec<&str> = without_digits(root).collect();
    let of_digits = cores.len();
    cores.extend(without_one_generic_word(root).flat_map(without_digits));
    for without_all in [trim_end_digits(root), trim_start_digits(root)] {
        if without_all.len() < root.len() {
            cores.extend(without_one_generic_word(without_all));
        }
    }
    let with_addition = |(place, core)| match place < of_digits {
        true => (core, Addition::Digits),
        false => (core, Addition::DigitsAndWord),
    };
    let cores = cores.into_iter().enumerate().map(with_addition);
    cores.filter(|(core, _)| may_be_carried(core)).collect()
}

fn may_be_carried(core: &str) -> bool {
    core.chars().nth(MIN_NAME_CHARS - 1).is_some()
        && core.chars().filter(|letter| letter.is_alphabetic()).nth(MIN_LETTERS - 1).is_some()
}

/// Returns the text less one digit at an end, less two, and so on.
fn without_digits(text: &str) -> impl Iterator<Item = &str> {
    let behind = text.len() - trim_end_digits(text).len();
    let before = text.len() - trim_start_digits(text).len();
    let shorter = (1..=behind.min(MAX_DIGITS)).map(|cut| &text[..text.len() - cut]);
    shorter.chain((1..=before.min(MAX_DIGITS)).map(|cut| &text[cut..]))
}

fn trim_end_digits(text: &str) -> &str {
    text.trim_end_matches(|letter: char| letter.is_ascii_digit())
}

fn trim_start_digits(text: &str) -> &str {
    text.trim_start_matches(|letter: char| letter.is_ascii_digit())
}

/// Returns the hosts that labels left of the registrable domain spell, the longest first.
fn hosts_within<'h>(
    host: &'h Hostname,
    registrable: &Registrable<'_>,
) -> impl Iterator<Item = &'h str> + use<'h> {
    let host = host.as_str();
    // Under a shared suffix the root is anyone's, as a subdomain is.
    let end = if registrable.suffix_is_private { registrable.suffix } else { registrable.name };
    let labels = host[..host.len() - end.len()].trim_end_matches('.');
    let mut starts: Vec<usize> = labels.rmatch_indices('.').map(|(dot, _)| dot + 1).collect();
    starts.push(0);
    starts.truncate(MAX_LABELS);
    let last = starts.len();
    let run = move |length: usize, first: usize, starts: &[usize]| {
        let begin = starts[first + length - 1];
        let end = first.checked_sub(1).map_or(labels.len(), |next| starts[next] - 1);
        &labels[begin..end]
    };
    let runs: Vec<&'h str> = (2..=last)
        .rev()
        .flat_map(|length| (0..=last - length).map(move |first| (length, first)))
        .map(|(length, first)| run(length, first, &starts))
        .collect();
    runs.into_iter()
}

#[cfg(test)]
mod tests;
