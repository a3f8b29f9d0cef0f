//! What a benchmark prints, and how it ends.

use std::process::ExitCode;

/// What a figure has to keep to.
#[derive(Clone, Copy)]
pub enum Target {
    AtMost(f64),
    AtLeast(f64),
    /// Shown beside the others.
    None,
}

/// Figures as they come, and whether each target was met.
pub struct Report {
    failed: usize,
    /// `--report`: show, but never fail.
    only_shows: bool,
}

impl Report {
    /// A report with this heading.
    pub fn new(title: &str) -> Self {
        println!("\n{title}\n");
        println!("{:<58} {:>12} {:>12}", "", "measured", "target");
        Self { failed: 0, only_shows: std::env::args().any(|argument| argument == "--report") }
    }

    /// A line of the table.
    pub fn line(&mut self, what: &str, figure: f64, unit: &str, target: Target) {
        let (wanted, is_met) = match target {
            Target::AtMost(most) => (format!("<= {}", shown(most)), Some(figure <= most)),
            Target::AtLeast(least) => (format!(">= {}", shown(least)), Some(figure >= least)),
            Target::None => (String::new(), None),
        };
        let outcome = is_met.map_or("", |is_met| if is_met { "PASS" } else { "FAIL" });
        self.failed += usize::from(is_met == Some(false));
        let measured = format!("{}{unit}", shown(figure));
        println!("{what:<58} {measured:>12} {wanted:>12}  {outcome}");
    }

    /// A line without a figure.
    pub fn note(&self, text: &str) {
        println!("{text}");
    }

    /// Failure when a target was missed.
    pub fn end(self) -> ExitCode {
        match self.failed {
            0 => println!("\nevery target is met"),
            failed => println!("\n{failed} target(s) missed"),
        }
        ExitCode::from(u8::from(self.failed > 0 && !self.only_shows))
    }
}

/// Three significant digits, thousands apart.
fn shown(figure: f64) -> String {
    if figure.abs() < 100.0 {
        let text = format!("{figure:.2}");
        return text.strip_suffix(".00").map_or(text.clone(), str::to_owned);
    }
    let digits = format!("{figure:.0}");
    let from_end = |at: usize| digits.len() - at;
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && from_end(at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
