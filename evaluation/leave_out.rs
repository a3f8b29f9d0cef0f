//! Leaving sites out of the registers and asking for them: the operators that held them are the
//! right answer to a question whose answer is no longer on record.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use licence_core::catalogue::Catalogue;
use licence_core::check::names::look_alike_fold;
use licence_core::check::{CheckQuery, Verdict, check};
use licence_core::time::Timestamp;

use crate::parallel::in_parallel;
use crate::registers::{Row, readings};
use crate::truth::{Called, Owner, Truth};

/// Sites left out together, and the sites asked for.
pub struct Case {
    pub left_out: Vec<usize>,
    pub asked: Vec<usize>,
}

/// What the product said of a site that was left out.
pub struct Outcome {
    pub site: usize,
    pub verdict: Verdict,
    pub named: Option<Owner>,
    /// Whether the sentence calls the name a namesake's.
    pub is_namesake: bool,
    pub alternatives: Vec<Owner>,
    /// Who was called by the root all the same.
    pub called: BTreeMap<Owner, Called>,
    /// How many groups these are: those that list a site together are one.
    pub group_count: usize,
    /// The pieces of the root that few names had, with the operators that had them.
    pub pieces: Vec<BTreeSet<Owner>>,
}

/// Each site by itself; its siblings stay.
pub fn each_site(truth: &Truth) -> Vec<Case> {
    (0..truth.sites.len()).map(|site| Case { left_out: vec![site], asked: vec![site] }).collect()
}

/// Returns one case for each root, with the sites of all its holders.
pub fn each_root(truth: &Truth) -> Vec<Case> {
    let of_root = |sites: &Vec<usize>| Case { left_out: sites.clone(), asked: sites.clone() };
    truth.by_root.values().map(of_root).collect()
}

pub struct Registers<'r> {
    pub rows: &'r [Row],
    pub truth: &'r Truth,
    pub pieces: &'r Pieces,
    pub now: Timestamp,
}

impl Registers<'_> {
    /// Runs the cases: those that cannot disturb each other share a catalogue.
    pub fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        let folds = self.folds(cases);
        let outcomes = in_parallel(&folds, |fold| self.run_fold(cases, fold));
        outcomes.into_iter().flatten().collect()
    }

    /// Cases of one fold share no operator, no root, no look-alike, and no piece of a name that
    /// few operators have: leaving out one changes nothing that an answer to another rests on.
    fn folds(&self, cases: &[Case]) -> Vec<Vec<usize>> {
        let mut folds: Vec<(HashSet<String>, Vec<usize>)> = Vec::new();
        for (position, case) in cases.iter().enumerate() {
            let marks = self.marks(case);
            let fits = |(taken, _): &(HashSet<String>, _)| taken.is_disjoint(&marks);
            let fold = folds.iter().position(fits).unwrap_or_else(|| {
                folds.push(Default::default());
                folds.len() - 1
            });
            folds[fold].0.extend(marks);
            folds[fold].1.push(position);
        }
        folds.into_iter().map(|(_, positions)| positions).collect()
    }

    fn marks(&self, case: &Case) -> HashSet<String> {
        let mut marks = HashSet::new();
        for site in case.left_out.iter().map(|site| &self.truth.sites[*site]) {
            marks.insert(format!("domain {}", site.registrable));
            marks.insert(format!("root {}", site.root));
            marks.insert(format!("look {}", look_alike_fold(&site.label)));
            marks.extend(site.holders.iter().map(|owner| format!("operator {owner}")));
            marks.extend(self.pieces.rare(&site.root).map(|piece| format!("piece {piece}")));
        }
        marks
    }

    fn run_fold(&self, cases: &[Case], fold: &[usize]) -> Vec<Outcome> {
        let cases = || fold.iter().map(|position| &cases[*position]);
        let host = |site: &usize| self.truth.sites[*site].host.clone();
        let left_out = cases().flat_map(|case| case.left_out.iter().map(host)).collect();
        let readings = readings(self.rows, &left_out);
        let catalogue = Catalogue::from_readings(&readings).expect("a catalogue");
        let ask = |case| self.ask(&catalogue, case);
        cases().flat_map(ask).collect()
    }

    fn ask(&self, catalogue: &Catalogue, case: &Case) -> Vec<Outcome> {
        case.asked.iter().map(|site| self.outcome(catalogue, case, *site)).collect()
    }

    fn outcome(&self, catalogue: &Catalogue, case: &Case, position: usize) -> Outcome {
        let site = &self.truth.sites[position];
        let is_left_out = |site: usize| case.left_out.contains(&site);
        let query = CheckQuery::domain(&site.host).expect("a host");
        let answer = check(catalogue, &query, self.now);
        let owner = |slug: &str| self.truth.owner_of_slug(slug).expect("a known operator");
        let is_named = answer.verdict == Verdict::NameMatchOnly;
        let called = self.truth.calls(&site.root, &is_left_out);
        Outcome {
            site: position,
            verdict: answer.verdict,
            is_namesake: answer.verdict_detail.contains("may be a namesake"),
            group_count: self.truth.group_count(&called, &is_left_out),
            named: answer.matched.filter(|_| is_named).map(|found| owner(&found.operator_slug)),
            alternatives: answer.alternatives.iter().map(|a| owner(&a.operator_slug)).collect(),
            called,
            pieces: self.pieces.operators(self.truth, &site.root, &is_left_out),
        }
    }
}

/// A piece that more operators have is no longer distinctive.
const MAX_OPERATORS_OF_A_PIECE: usize = 5;
const PIECE_CHARS: usize = 5;

/// The pieces of five letters of all names, and the names that have them.
pub struct Pieces {
    names: BTreeMap<String, BTreeSet<String>>,
}

impl Pieces {
    pub fn of_names(truth: &Truth) -> Self {
        let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let in_use = truth.sites.iter().filter(|site| site.names_its_users());
        for name in truth.names.keys().chain(in_use.map(|site| &site.root)) {
            for piece in pieces(name) {
                names.entry(piece).or_default().insert(name.clone());
            }
        }
        Self { names }
    }

    fn rare(&self, root: &str) -> impl Iterator<Item = String> {
        let is_rare = |piece: &String| {
            let names = self.names.get(piece).map_or(0, BTreeSet::len);
            (1..=MAX_OPERATORS_OF_A_PIECE).contains(&names)
        };
        pieces(root).filter(is_rare).collect::<Vec<_>>().into_iter()
    }

    /// The operators that have each distinctive piece of a root, by the names that are left.
    fn operators(
        &self,
        truth: &Truth,
        root: &str,
        is_left_out: &dyn Fn(usize) -> bool,
    ) -> Vec<BTreeSet<Owner>> {
        let operators = |piece: String| -> BTreeSet<Owner> {
            let names = self.names.get(&piece).into_iter().flatten();
            names.flat_map(|name| truth.calls(name, is_left_out).into_keys()).collect()
        };
        let is_distinctive =
            |owners: &BTreeSet<Owner>| (1..=MAX_OPERATORS_OF_A_PIECE).contains(&owners.len());
        pieces(root).map(operators).filter(is_distinctive).collect()
    }
}

fn pieces(name: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = name.chars().collect();
    letters.windows(PIECE_CHARS).map(String::from_iter).collect::<Vec<_>>().into_iter()
}
