//! The printed report: sections of aligned lines, and at the end one line a target.

/// What a run found, printed as it goes.
#[derive(Default)]
pub struct Report {
    targets: Vec<(bool, String)>,
}

impl Report {
    pub fn section(&self, title: &str) {
        println!("\n{title}\n{}", "-".repeat(title.chars().count()));
    }

    pub fn line(&self, label: &str, value: impl std::fmt::Display) {
        println!("  {label:<52} {value}");
    }

    /// A remark, or an example.
    pub fn note(&self, text: &str) {
        println!("    {text}");
    }

    /// A share that must be at least this.
    pub fn at_least(&mut self, what: &str, share: Share, least: f64) {
        let holds = share.value() >= least;
        self.targets.push((holds, format!("{what}: {share}, at least {:.1} %", least * 100.0)));
    }

    /// A share whose lower bound must be at least this.
    pub fn surely_at_least(&mut self, what: &str, share: Share, least: f64) {
        let bound = share.lower_bound();
        let text =
            format!("{what}, lower bound: {:.2} %, at least {:.1} %", bound * 100.0, least * 100.0);
        self.targets.push((bound >= least, text));
    }

    /// A share that may be at most this.
    pub fn at_most(&mut self, what: &str, share: Share, most: f64) {
        let holds = share.value() <= most;
        self.targets.push((holds, format!("{what}: {share}, at most {:.2} %", most * 100.0)));
    }

    /// A count that must be this.
    pub fn exactly(&mut self, what: &str, count: usize, expected: usize) {
        self.targets.push((count == expected, format!("{what}: {count}, must be {expected}")));
    }

    /// Prints the targets; whether all hold.
    pub fn finish(self) -> bool {
        self.section("Targets");
        for (holds, what) in &self.targets {
            println!("  {} {what}", if *holds { "PASS" } else { "FAIL" });
        }
        self.targets.iter().all(|(holds, _)| *holds)
    }
}

/// A count and the total that it is a share of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Share {
    pub part: usize,
    pub whole: usize,
}

impl Share {
    pub fn count<T>(items: &[T], is_part: impl Fn(&T) -> bool) -> Self {
        Self { part: items.iter().filter(|item| is_part(item)).count(), whole: items.len() }
    }

    pub fn add(&mut self, is_part: bool) {
        self.part += usize::from(is_part);
        self.whole += 1;
    }

    pub fn with(self, other: Self) -> Self {
        Self { part: self.part + other.part, whole: self.whole + other.whole }
    }

    /// Returns the lower end of Wilson's interval of 95 %, which the true share exceeds with that
    /// confidence.
    pub fn lower_bound(self) -> f64 {
        const Z: f64 = 1.96;
        let (share, whole) = (self.value(), self.whole as f64);
        let middle = share + Z * Z / (2.0 * whole);
        let spread = Z * (share * (1.0 - share) / whole + Z * Z / (4.0 * whole * whole)).sqrt();
        (middle - spread) / (1.0 + Z * Z / whole)
    }

    /// Returns the share as a number; not a number if nothing was counted, so that no target holds.
    pub fn value(self) -> f64 {
        if self.whole == 0 { f64::NAN } else { self.part as f64 / self.whole as f64 }
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.2} % ({} of {})", self.value() * 100.0, self.part, self.whole)
    }
}
