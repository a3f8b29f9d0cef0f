//! P3 to P5: who is named when a site, or all sites of a root, are no longer on record.

use std::collections::BTreeMap;

use licence_core::check::Verdict;

use crate::brands::{Brands, Rightness};
use crate::generic::is_in_lexicon;
use crate::guards::{GUARDS, Guards};
use crate::leave_out::Outcome;
use crate::report::{Report, Share};
use crate::truth::{Owner, Site, Truth};

/// A brand of gambling words and digits (`10bet`) that no register lists any more is refused as
/// generic; nobody is misled by that, but it should stay rare.
const MAX_BRANDS_LOST: f64 = 0.03;

pub struct Names<'t> {
    pub truth: &'t Truth,
    pub brands: Brands<'t>,
    pub guards: Guards<'t>,
}

/// The three figures of a precision or a recall ([`crate::brands`]).
#[derive(Clone, Copy, Default)]
pub struct Precision {
    pub held: Share,
    pub proven: Share,
    pub listed: Share,
}

impl Precision {
    fn add(&mut self, rightness: Rightness) {
        self.held.add(rightness <= Rightness::Held);
        self.proven.add(rightness <= Rightness::Proven);
        self.listed.add(rightness <= Rightness::Listed);
    }
}

impl Names<'_> {
    fn site(&self, outcome: &Outcome) -> &Site {
        &self.truth.sites[outcome.site]
    }

    fn rightness(&self, outcome: &Outcome, named: Owner) -> Rightness {
        self.brands.judge(self.site(outcome), named)
    }

    /// Prints one way of leaving out; gives its precision.
    pub fn report(&self, report: &mut Report, what: &str, outcomes: &[Outcome]) -> Precision {
        report.section(&format!("{what} left out"));
        verdicts(report, outcomes);
        let precision = self.precision(report, outcomes);
        let recall = self.recall(outcomes);
        report.line("named, of what equality can find", of_three(&recall));
        let what_of = format!("recall of what equality can find, {what} left out, held");
        report.at_least(&what_of, recall.held, 0.8);
        self.alternatives(report, what, outcomes);
        self.lost_to_generic(report, what, outcomes);
        self.ablation(report, what, outcomes);
        precision
    }

    fn precision(&self, report: &Report, outcomes: &[Outcome]) -> Precision {
        let mut all = Precision::default();
        let mut by_size: BTreeMap<&str, Precision> = BTreeMap::new();
        let mut by_evidence: BTreeMap<&str, Precision> = BTreeMap::new();
        let mut wrong = Vec::new();
        for (outcome, named) in outcomes.iter().filter_map(|o| Some((o, o.named?))) {
            let rightness = self.rightness(outcome, named);
            all.add(rightness);
            by_size.entry(self.size(outcome)).or_default().add(rightness);
            by_evidence.entry(evidence(outcome, named)).or_default().add(rightness);
            let words = if outcome.is_namesake { "said to be a namesake" } else { "said in full" };
            by_evidence.entry(words).or_default().add(rightness);
            if rightness == Rightness::Wrong {
                let slug = &self.truth.owners[named].slug;
                wrong.push(format!("{} named {slug}", self.site(outcome).host));
            }
        }
        report.line("named right: listed (proven, held)", of_three(&all));
        for (size, precision) in by_size.into_iter().chain(by_evidence) {
            report.line(&format!("  {size}"), of_three(&precision));
        }
        wrong.iter().take(5).for_each(|example| report.note(&format!("wrong: {example}")));
        all
    }

    /// P5: platforms with hundreds of mirrors must not decide the figure alone.
    fn size(&self, outcome: &Outcome) -> &'static str {
        let is_holders = |site: &&Site| !site.holders.is_disjoint(&self.site(outcome).holders);
        match self.truth.sites.iter().filter(is_holders).take(21).count() {
            1 => "operators of one host",
            2..=20 => "operators of 2 to 20 hosts",
            _ => "operators of more hosts",
        }
    }

    /// What equality can find: a holder is still called by the root. Hosts that are answered as
    /// related are not asked for a name.
    fn recall(&self, outcomes: &[Outcome]) -> Precision {
        let mut recall = Precision::default();
        for outcome in outcomes.iter().filter(|o| o.verdict != Verdict::RelatedHostListed) {
            let site = self.site(outcome);
            if site.holders.iter().any(|holder| outcome.called.contains_key(holder)) {
                let rightness = |named| self.rightness(outcome, named);
                recall.add(outcome.named.map_or(Rightness::Wrong, rightness));
            }
        }
        recall
    }

    /// Generic terms are left out: they name nobody, not even as a suggestion.
    fn alternatives(&self, report: &mut Report, what: &str, outcomes: &[Outcome]) {
        let mut shown = Share::default();
        let mut missed = Vec::new();
        let is_open = |o: &&Outcome| o.verdict == Verdict::NotFound;
        for outcome in outcomes.iter().filter(is_open) {
            let holders = &self.site(outcome).holders;
            if outcome.pieces.iter().any(|owners| !owners.is_disjoint(holders)) {
                let is_shown = outcome.alternatives.iter().any(|owner| holders.contains(owner));
                shown.add(is_shown);
                missed.extend((!is_shown).then(|| self.site(outcome).host.clone()));
            }
        }
        report.line("holder among the alternatives, where a piece tells", shown);
        report.note(&format!("not: {}", missed[..missed.len().min(6)].join(", ")));
        report.at_least(&format!("holder among the alternatives, {what} left out"), shown, 0.97);
    }

    fn lost_to_generic(&self, report: &mut Report, what: &str, outcomes: &[Outcome]) {
        let is_generic = |outcome: &Outcome| outcome.verdict == Verdict::GenericTerm;
        let is_lost =
            |outcome: &Outcome| is_generic(outcome) && !is_in_lexicon(&self.site(outcome).root);
        let lost = Share::count(outcomes, is_lost);
        report.line("called generic", Share::count(outcomes, is_generic));
        report.line("  of them brands (not in this report's lexicon)", lost);
        report.at_most(&format!("brands lost to generic, {what} left out"), lost, MAX_BRANDS_LOST);
    }

    /// What each guard stops that no other guard stops, and whether the replay is the product.
    fn ablation(&self, report: &mut Report, what: &str, outcomes: &[Outcome]) {
        let mut differing = 0;
        let mut alone = vec![Precision::default(); GUARDS.len()];
        let mut unguarded = Precision::default();
        for outcome in outcomes.iter().filter(|o| o.verdict != Verdict::RelatedHostListed) {
            let stopping =
                self.guards.stopping(self.site(outcome), &outcome.called, outcome.group_count);
            let first = self.guards.first(&outcome.called);
            differing += usize::from(first.filter(|_| stopping.is_empty()) != outcome.named);
            let Some(first) = first else { continue };
            let rightness = self.rightness(outcome, first);
            unguarded.add(rightness);
            if let [guard] = stopping[..] {
                alone[guard as usize].add(rightness);
            }
        }
        report.line("equality without any guard", of_three(&unguarded));
        for (guard, alone) in GUARDS.iter().zip(&alone).filter(|(_, alone)| alone.held.whole > 0) {
            report.line(&format!("  stopped by {guard:?} alone"), of_three(alone));
        }
        report.exactly(
            &format!("replays that differ from the product, {what} left out"),
            differing,
            0,
        );
    }
}

/// What a name rests on, as the registers have it.
fn evidence(outcome: &Outcome, named: Owner) -> &'static str {
    match outcome.called.get(&named) {
        Some(called) if called.trading => "by a trading name",
        Some(called) if called.hosts > 1 => "by several hosts",
        Some(called) if called.hosts == 1 && called.company => "by one host and the company name",
        Some(called) if called.hosts == 1 => "by one host",
        _ => "by the company name",
    }
}

fn verdicts(report: &Report, outcomes: &[Outcome]) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for outcome in outcomes {
        *counts.entry(outcome.verdict.as_str()).or_default() += 1;
    }
    let counts: Vec<String> =
        counts.iter().map(|(what, count)| format!("{count} {what}")).collect();
    report.line("verdicts", counts.join(", "));
}

fn of_three(precision: &Precision) -> String {
    let percent = |share: Share| share.value() * 100.0;
    let Precision { held, proven, listed } = *precision;
    format!("{listed} ({:.1} %, {:.1} %)", percent(proven), percent(held))
}
