//! Figures on a machine that others use too: rounds of floor and product in turn, and the median
//! of what each round says. Absolute figures of different minutes are never compared.

use std::time::{Duration, Instant};

/// How often each pair is measured.
pub const ROUNDS: usize = 7;

/// The time a piece of work takes.
pub fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// The middle one.
pub fn median(figures: &[f64]) -> f64 {
    quantile(&mut figures.to_vec(), 0.5)
}

/// The figure that this share of them does not exceed.
pub fn quantile(figures: &mut [f64], share: f64) -> f64 {
    assert!(!figures.is_empty(), "nothing was measured");
    let place = ((figures.len() - 1) as f64 * share).round() as usize;
    *figures.select_nth_unstable_by(place, f64::total_cmp).1
}
