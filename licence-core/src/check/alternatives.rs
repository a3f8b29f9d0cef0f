//! Near names for a person to look at: never a claim (decisions 3, `alternatives`).

use crate::catalogue::{Catalogue, LicenceIndex, NameId, OperatorIndex};
use crate::check::generic_terms::{Genericness, genericness, without_one_generic_word};
use crate::check::similarity::similarity;
use crate::check::verdict::Alternative;

/// How many alternatives an answer gives.
pub(crate) const MAX_ALTERNATIVES: usize = 5;
/// Bounds the work of one miss whatever the register: postings read, and names measured.
const MAX_POSTINGS: usize = 256;
const MAX_MEASURED: usize = 32;
/// Below this two names have nothing in common that a person would see.
const MIN_SIMILARITY: f64 = 0.3;

/// A name near the one asked for.
struct Candidate {
    name: NameId,
    similarity: f64,
}

/// The names nearest to a root, one an operator, best first; `left_out` are the operators the
/// answer already names.
pub(crate) fn near(
    catalogue: &Catalogue,
    root: &str,
    left_out: &[OperatorIndex],
) -> Vec<Alternative> {
    let mut candidates = candidates(catalogue, root);
    candidates.retain(|candidate| candidate.similarity >= MIN_SIMILARITY);
    candidates.sort_by(|one, other| {
        let by_name = || catalogue.name_key(one.name).cmp(catalogue.name_key(other.name));
        other.similarity.total_cmp(&one.similarity).then_with(by_name)
    });
    let mut seen = left_out.to_vec();
    let mut alternatives = Vec::new();
    for candidate in candidates.into_iter().filter(|candidate| says_something(catalogue, candidate))
    {
        for claim in catalogue.claims(candidate.name) {
            if alternatives.len() == MAX_ALTERNATIVES {
                return alternatives;
            }
            if !seen.contains(&claim.operator) {
                seen.push(claim.operator);
                alternatives.push(alternative(
                    catalogue,
                    claim.operator,
                    catalogue.text(claim.matched),
                    candidate.similarity,
                ));
            }
        }
    }
    alternatives
}

/// A trading name like `Casino` is near half of all queries and points at nobody.
fn says_something(catalogue: &Catalogue, candidate: &Candidate) -> bool {
    genericness(catalogue.name_key(candidate.name)) != Genericness::Term
}

/// An operator as an alternative.
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

fn candidates(catalogue: &Catalogue, root: &str) -> Vec<Candidate> {
    let mut names = catalogue.near_spellings(root);
    names.extend(catalogue.name(root));
    names.extend(without_one_generic_word(root).filter_map(|core| {
        // Two letters left of `bet` would name whoever calls itself that.
        (core.len() > 2).then(|| catalogue.name(core)).flatten()
    }));
    names.extend(most_shared_pieces(catalogue, root));
    names.sort_unstable();
    names.dedup();
    let measure = |name| Candidate { name, similarity: similarity(root, catalogue.name_key(name)) };
    names.into_iter().map(measure).collect()
}

/// The names that share the most telling pieces with the root.
fn most_shared_pieces(catalogue: &Catalogue, root: &str) -> Vec<NameId> {
    let mut sharing = catalogue.names_sharing_pieces(root, MAX_POSTINGS);
    sharing.sort_unstable_by_key(|(name, _)| *name);
    let mut weighed: Vec<(NameId, u32)> = Vec::new();
    for (name, weight) in sharing {
        match weighed.last_mut() {
            Some((last, total)) if *last == name => *total += weight,
            _ => weighed.push((name, weight)),
        }
    }
    weighed.sort_by(|one, other| {
        let by_name = || catalogue.name_key(one.0).cmp(catalogue.name_key(other.0));
        other.1.cmp(&one.1).then_with(by_name)
    });
    weighed.truncate(MAX_MEASURED);
    weighed.into_iter().map(|(name, _)| name).collect()
}

/// The holders of licences whose numbers share their letters and digits with the one asked for.
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
