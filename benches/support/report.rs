//! What a benchmark prints, and how it ends.

use std::process::ExitCode;

/// The limit of a figure.
#[derive(Clone, Copy)]
pub enum Target {
    AtMost(f64),
    AtLeast(f64),
    /// None: the figure is only shown.
    Unbounded,
}

/// Prints figures as they come, and counts the targets that were missed.
pub struct Report {
    failed: usize,
    /// `--report`: prints the figures, but never fails.
    never_fails: bool,
}

impl Report {
    /// Prints the heading of a report.
    pub fn new(title: &str) -> Self {
        println!("\n{title}\n");
        println!("{:<58} {:>12} {:>12}", "", "measured", "target");
        Self { failed: 0, never_fails: std::env::args().any(|argument| argument == "--report") }
    }

    /// Prints a line of the table.
    pub fn line(&mut self, what: &str, figure: f64, unit: &str, target: Target) {
        let (wanted, is_met) = match target {
            Target::AtMost(most) => (format!("<= {}", format_figure(most)), Some(figure <= most)),
            Target::AtLeast(least) => {
                (format!(">= {}", format_figure(least)), Some(figure >= least))
            }
            Target::Unbounded => (String::new(), None),
        };
        let outcome = is_met.map_or("", |is_met| if is_met { "PASS" } else { "FAIL" });
        self.failed += usize::from(is_met == Some(false));
        let measured = format!("{}{unit}", format_figure(figure));
        println!("{what:<58} {measured:>12} {wanted:>12}  {outcome}");
    }

    /// Prints a line without a figure.
    pub fn note(&self, text: &str) {
        println!("{text}");
    }

    /// Prints and returns whether every target was met.
    pub fn end(self) -> ExitCode {
        match self.failed {
            0 => println!("\nevery target is met"),
            failed => println!("\n{failed} target(s) missed"),
        }
        ExitCode::from(u8::from(self.failed > 0 && !self.never_fails))
    }
}

/// Returns a figure with two decimals, from 100 on as a whole number with grouped thousands.
fn format_figure(figure: f64) -> String {
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
