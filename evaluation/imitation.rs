//! N4 and N5: domains that imitate a name on record, and names that are near each other by chance.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use licence_core::catalogue::Catalogue;
use licence_core::check::{CheckQuery, CheckResult, Verdict, check};
use licence_core::hostname::Hostname;
use licence_core::time::Timestamp;

use crate::fold::{distance, squashed};
use crate::leave_out::Outcome;
use crate::parallel::in_parallel;
use crate::report::{Report, Share};
use crate::sentences::misread_root;
use crate::squats::{KINDS, Kind};
use crate::truth::{Owner, Site, Truth};

/// From this length on a squat can be expected to show whom it imitates.
const MIN_ROOT_CHARS: usize = 6;

#[derive(Default)]
struct Tally {
    asked: usize,
    listed: usize,
    named: usize,
    wrong: Vec<String>,
    licensed: Vec<String>,
    shown: Share,
    /// Whether a sentence that speaks of misreading means the imitated root.
    misread: Share,
    /// The same where no host of the imitated root is in force.
    misread_delisted: usize,
}

/// N4.
pub fn squats(report: &mut Report, truth: &Truth, catalogue: &Catalogue, now: Timestamp) {
    report.section("N4: squats of every listed root, those that are on record left out");
    let imitated = imitated(truth);
    let (mut wrong, mut licensed, mut shown) = (0, 0, Share::default());
    let (mut misread, mut delisted) = (Share::default(), 0);
    for kind in &KINDS {
        let squats = Squats { truth, catalogue, now, kind };
        let tally = in_parallel(&imitated, |site| squats.tally(site))
            .into_iter()
            .fold(Tally::default(), Tally::with);
        report.line(kind.name, &tally);
        tally.wrong.iter().chain(&tally.licensed).take(5).for_each(|host| report.note(host));
        wrong += tally.wrong.len();
        licensed += tally.licensed.len();
        shown = shown.with(tally.shown);
        misread = misread.with(tally.misread);
        delisted += tally.misread_delisted;
    }
    report.line("said to be misread, and as the imitated root", misread);
    report.line("imitated operator shown, roots of 6 letters or more", shown);
    report.exactly("squats named after another operator", wrong, 0);
    report.exactly("squats licensed", licensed, 0);
    report.at_least("imitated operator of a squat shown", shown, 0.95);
    report.at_least("right name where a squat can be misread", misread, 0.97);
    report.exactly("misread as a name whose hosts are not in force", delisted, 0);
}

/// One site of each root in use.
fn imitated(truth: &Truth) -> Vec<&Site> {
    let of_root = |sites: &Vec<usize>| {
        sites.iter().map(|site| &truth.sites[*site]).find(|site| site.names_its_users())
    };
    truth.by_root.values().filter_map(of_root).collect()
}

struct Squats<'s> {
    truth: &'s Truth,
    catalogue: &'s Catalogue,
    now: Timestamp,
    kind: &'s Kind,
}

impl Squats<'_> {
    fn tally(&self, site: &&Site) -> Tally {
        let owners = self.truth.called(&site.root);
        let mut tally = Tally::default();
        for host in (self.kind.hosts)(&site.label, &site.suffix) {
            let Ok(parsed) = host.parse::<Hostname>() else { continue };
            let Some(registrable) = parsed.registrable() else { continue };
            let root = squashed(&registrable.unicode_root());
            let is_another_name = root != site.root && !self.truth.called(&root).is_empty();
            if is_another_name || self.truth.is_known(&parsed, registrable.name) {
                tally.listed += 1;
                continue;
            }
            let query = CheckQuery::domain(&host).expect("a host");
            self.count(&mut tally, &host, site, &owners, &check(self.catalogue, &query, self.now));
        }
        tally
    }

    fn count(
        &self,
        tally: &mut Tally,
        host: &str,
        site: &Site,
        owners: &BTreeSet<Owner>,
        answer: &CheckResult,
    ) {
        let is_theirs = |slug: &str| {
            self.truth.owner_of_slug(slug).is_some_and(|owner| owners.contains(&owner))
        };
        let named = answer.matched.as_ref().map(|found| found.operator_slug.as_str());
        tally.asked += 1;
        tally.named += usize::from(named.is_some());
        if matches!(answer.verdict, Verdict::Licensed | Verdict::LicensedProvisional) {
            tally.licensed.push(host.to_owned());
        }
        if named.is_some_and(|slug| !is_theirs(slug)) {
            tally.wrong.push(format!("{host} imitates {}, named {named:?}", site.host));
        }
        if let Some(root) = misread_root(&answer.verdict_detail) {
            tally.misread.add(root == site.root);
            tally.misread_delisted += usize::from(!self.truth.is_in_force(&root));
        }
        if self.kind.shows_in_the_root
            && site.root.chars().count() >= MIN_ROOT_CHARS
            && answer.verdict != Verdict::GenericTerm
        {
            let shown = answer.alternatives.iter().map(|alternative| &*alternative.operator_slug);
            tally.shown.add(shown.chain(named).any(is_theirs));
        }
    }
}

impl Tally {
    fn with(mut self, other: Self) -> Self {
        self.asked += other.asked;
        self.listed += other.listed;
        self.named += other.named;
        self.wrong.extend(other.wrong);
        self.licensed.extend(other.licensed);
        self.shown = self.shown.with(other.shown);
        self.misread = self.misread.with(other.misread);
        self.misread_delisted += other.misread_delisted;
        self
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { asked, listed, named, wrong, shown, misread, .. } = self;
        write!(
            f,
            "{asked:>6} asked, {named:>5} named, {} wrong, {listed:>3} on record",
            wrong.len()
        )?;
        if shown.whole > 0 {
            write!(f, "; shown {:.2} %", shown.value() * 100.0)?;
        }
        match misread.whole {
            0 => Ok(()),
            whole => write!(f, "; misread {whole}"),
        }
    }
}

/// N5: whether a root that was left out is named after an operator of a near root.
pub fn neighbours(report: &mut Report, truth: &Truth, outcomes: &[Outcome]) {
    report.section("N5: roots of different operators at one or two edits, each left out in turn");
    let mut named: BTreeMap<&str, BTreeSet<Owner>> = BTreeMap::new();
    for outcome in outcomes {
        named.entry(&truth.sites[outcome.site].root).or_default().extend(outcome.named);
    }
    let near = pairs(truth);
    let mut wrong = Vec::new();
    for (root, neighbour) in near.iter().flat_map(|(a, b, _)| [(a, b), (b, a)]) {
        let own = truth.called(root);
        let theirs = truth.called(neighbour);
        let is_wrong = |owner: &Owner| theirs.contains(owner) && !own.contains(owner);
        if named.get(root.as_str()).is_some_and(|named| named.iter().any(is_wrong)) {
            wrong.push(format!("{root} was named after the operator of {neighbour}"));
        }
    }
    for edits in [1, 2] {
        let count = near.iter().filter(|(_, _, distance)| *distance == edits).count();
        report.line(&format!("pairs at {edits} edits"), count);
    }
    wrong.iter().take(5).for_each(|example| report.note(example));
    report.exactly("roots named after the operator of a near root", wrong.len(), 0);
}

/// All pairs of roots one or two edits apart that have no operator in common: two such roots have
/// a spelling in common once up to two letters of each are left out.
fn pairs(truth: &Truth) -> Vec<(String, String, usize)> {
    let roots: Vec<&String> = truth.by_root.keys().collect();
    let mut by_spelling: HashMap<String, Vec<usize>> = HashMap::new();
    for (position, root) in roots.iter().enumerate() {
        for spelling in shortened(root) {
            by_spelling.entry(spelling).or_default().push(position);
        }
    }
    let mut near = BTreeSet::new();
    for sharing in by_spelling.values() {
        for (at, one) in sharing.iter().enumerate() {
            near.extend(sharing[at + 1..].iter().map(|other| (*one, *other)));
        }
    }
    let pair = |(one, other): (usize, usize)| {
        let (one, other) = (roots[one], roots[other]);
        let edits = distance(one.as_bytes(), other.as_bytes());
        let of = |root: &str| truth.called(root);
        let is_pair = edits <= 2 && of(one).is_disjoint(&of(other));
        is_pair.then(|| (one.clone(), other.clone(), edits))
    };
    near.into_iter().filter_map(pair).collect()
}

/// A root less none, one or two of its letters.
fn shortened(root: &str) -> HashSet<String> {
    let less_one = |text: &String| {
        let letters: Vec<char> = text.chars().collect();
        let without = |left_out: usize| {
            letters.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, c)| *c).collect()
        };
        (0..letters.len()).map(without).collect::<Vec<String>>()
    };
    let mut all = HashSet::from([root.to_owned()]);
    for _ in 0..2 {
        let shorter: Vec<String> = all.iter().flat_map(less_one).collect();
        all.extend(shorter);
    }
    all
}
