//! Near names for a person to look at: never a claim (decisions 3, `alternatives`).

use std::cmp::Reverse;

use crate::catalogue::{Catalogue, Claim, Claims, IdPlaces, LicenceIndex, NameId, OperatorIndex};
use crate::check::check_result::Alternative;
use crate::check::close_names::close_names;
use crate::check::similarity::Similarity;

/// How many alternatives an answer gives.
pub(crate) const MAX_ALTERNATIVES: usize = 5;
/// Bounds the work of one miss whatever the register: postings read, and operators compared.
const MAX_POSTINGS: usize = 128;
const MAX_MEASURED: usize = 12;

/// An operator that may be meant, with one of its names and how much that name has of the root.
#[derive(Clone, Copy)]
struct Candidate {
    operator: OperatorIndex,
    /// The most similar of its close names, or else the name of it that says most.
    name: NameId,
    /// Its place among those who claim the name, the strongest claim first.
    place: u8,
    /// Whether that name is one of the [`close_names`].
    is_close: bool,
    /// How much the pieces say that this name shares with the root.
    weight_of_name: u32,
    /// The same of all names of the operator together.
    weight: u32,
    /// In thousandths; of a name that is not close 0 until it is measured.
    similarity: u32,
}

/// Returns the names nearest to a root, one an operator, best first: the most similar, of these
/// those of a holder of an active licence, then by name and claim. `left_out` are the operators the
/// answer already names.
pub(crate) fn near(
    catalogue: &Catalogue,
    root: &str,
    left_out: &[OperatorIndex],
) -> Vec<Alternative> {
    let to_root = Similarity::to(root);
    let mut candidates = candidates(catalogue, root, &to_root);
    candidates.retain(|candidate| !left_out.contains(&candidate.operator));
    keep_most_telling(catalogue, &to_root, &mut candidates);
    let is_active = |c: &Candidate| catalogue.operator(c.operator).has_active_licence;
    candidates
        .sort_unstable_by_key(|c| (Reverse(c.similarity), Reverse(is_active(c)), c.name, c.place));
    let to_alternative = |candidate: &Candidate| {
        let claim = catalogue.claims(candidate.name).get(candidate.place.into());
        let matched = claim.map_or("", |claim| catalogue.text(claim.matched));
        let similarity = f64::from(candidate.similarity) / 1000.0;
        alternative(catalogue, candidate.operator, matched, similarity)
    };
    candidates.iter().map(to_alternative).collect()
}

/// Chosen by what the shared pieces say and only then by how near the names are: a name that has
/// only `casino` in common may well need fewer edits than the right one.
fn keep_most_telling(
    catalogue: &Catalogue,
    to_root: &Similarity<'_>,
    candidates: &mut Vec<Candidate>,
) {
    if candidates.len() > MAX_MEASURED {
        // Which ones, in no order: they are sorted once they are measured.
        candidates.select_nth_unstable_by_key(MAX_MEASURED, |c| {
            (Reverse(c.is_close), Reverse(c.similarity), Reverse(c.weight), c.name, c.place)
        });
        candidates.truncate(MAX_MEASURED);
    }
    let rank =
        |c: &Candidate| (Reverse(c.is_close), Reverse(if c.is_close { 0 } else { c.weight }));
    candidates.sort_unstable_by_key(rank);
    if let Some(last) = candidates.get(MAX_ALTERNATIVES - 1).map(rank) {
        candidates.retain(|candidate| rank(candidate) <= last);
    }
    for candidate in candidates.iter_mut().filter(|candidate| !candidate.is_close) {
        candidate.similarity = to_root.per_mille(catalogue.name_key_bytes(candidate.name));
    }
    candidates.sort_unstable_by_key(|c| (rank(c), Reverse(c.similarity), c.name, c.place));
    candidates.truncate(MAX_ALTERNATIVES);
}

pub(crate) fn alternative(
    catalogue: &Catalogue,
    operator: OperatorIndex,
    matched_name: &str,
    similarity: f64,
) -> Alternative {
    let entry = catalogue.operator(operator);
    Alternative {
        operator: catalogue.text(entry.display_name).to_owned(),
        operator_slug: catalogue.text(entry.slug).to_owned(),
        matched_name: matched_name.to_owned(),
        similarity,
    }
}

/// Returns the operators of the names that are close to a root or share pieces with it, each once.
fn candidates(catalogue: &Catalogue, root: &str, to_root: &Similarity<'_>) -> Vec<Candidate> {
    let close = close_names(catalogue, root, to_root);
    let mut names = catalogue.names_sharing_pieces(root, MAX_POSTINGS);
    for name in &close {
        if names.iter().all(|(sharing, _)| sharing != name) {
            names.push((*name, 0));
        }
    }
    let claims: Vec<Claims<'_>> = names.iter().map(|(name, _)| catalogue.claims(*name)).collect();
    let most = claims.iter().map(|claims| claims.len().min(MAX_ALTERNATIVES)).sum();
    let named = names.iter().zip(&claims).flat_map(|(&(name, weight), claims)| {
        let is_close = close.contains(&name);
        let similarity =
            if is_close { to_root.per_mille(catalogue.name_key_bytes(name)) } else { 0 };
        let claims = (0..MAX_ALTERNATIVES as u8).zip(claims.iter());
        claims.map(move |(place, Claim { operator, .. })| {
            let weight_of_name = weight;
            Candidate { operator, name, place, is_close, weight_of_name, weight, similarity }
        })
    });
    one_an_operator(named, most)
}

/// Returns each operator once, with the most similar of its close names, or else the name that says
/// most, the first in the order of names, and the weight of all its names.
fn one_an_operator(named: impl Iterator<Item = Candidate>, most: usize) -> Vec<Candidate> {
    let mut places = IdPlaces::for_at_most(most);
    let mut candidates: Vec<Candidate> = Vec::with_capacity(most);
    for new in named {
        let place = places.place(new.operator.0, &candidates, |known| known.operator.0);
        match candidates.get_mut(place) {
            Some(known) => *known = known.or_better(new),
            None => candidates.push(new),
        }
    }
    candidates
}

impl Candidate {
    /// Returns the better name of two of one operator, with what both say.
    fn or_better(self, other: Self) -> Self {
        let says_more = |c: &Self| {
            (Reverse(c.is_close), Reverse(c.similarity), Reverse(c.weight_of_name), c.name)
        };
        let best = if says_more(&other) < says_more(&self) { other } else { self };
        Self { weight: self.weight + other.weight, ..best }
    }
}

/// Returns the holders of the licences that the number asked for can be read as.
pub(crate) fn of_licences(catalogue: &Catalogue, licences: &[LicenceIndex]) -> Vec<Alternative> {
    let mut alternatives: Vec<Alternative> = licences
        .iter()
        .map(|licence| {
            let licence = catalogue.licence(*licence);
            alternative(catalogue, licence.operator, catalogue.text(licence.number), 1.0)
        })
        .collect();
    alternatives.sort_by(|one, other| {
        let order = |a: &Alternative| (a.matched_name.clone(), a.operator_slug.clone());
        order(one).cmp(&order(other))
    });
    alternatives.truncate(MAX_ALTERNATIVES);
    alternatives
}

#[cfg(test)]
mod tests;
