//! How long a check takes from the moment it is due, on the threads that an export uses too.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::product::{self, Product};
use crate::support::report::{Report, Target::*};
use crate::support::rounds::{median, quantile};

const ROUNDS: usize = 7;
const CHECKS: u64 = 2_000;
/// A few hundred checks a second: the figure is the wait for a thread, not that for each other.
const BETWEEN_CHECKS: Duration = Duration::from_millis(1);
const MOST_TIMES_SLOWER: f64 = 1.5;

pub fn measure(report: &mut Report, name: &str, product: &Product) {
    product.runtime.block_on(product.store.refresh_catalogue()).expect("a catalogue");
    let (mut alone, mut beside, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let without = p99_micros(product);
        let with = p99_micros_during_export(product);
        alone.push(without);
        beside.push(with);
        ratios.push(with / without);
    }
    let line = |what: &str| format!("{name}: {what}");
    report.line(&line("check p99 without an export"), median(&alone), " us", Unbounded);
    report.line(&line("check p99 during an export"), median(&beside), " us", Unbounded);
    let target = AtMost(MOST_TIMES_SLOWER);
    report.line(&line("check p99 during / without"), median(&ratios), " x", target);
}

fn p99_micros(product: &Product) -> f64 {
    let mut waits: Vec<f64> = (0..CHECKS).map(|nth| wait_micros(product, nth * 37)).collect();
    quantile(&mut waits, 0.99)
}

fn wait_micros(product: &Product, nth: u64) -> f64 {
    std::thread::sleep(BETWEEN_CHECKS);
    let due = Instant::now();
    let store = product.store.clone();
    let check = product.runtime.spawn(async move {
        product::check(&store, nth).await;
        due.elapsed()
    });
    product.runtime.block_on(check).expect("a check").as_secs_f64() * 1e6
}

fn p99_micros_during_export(product: &Product) -> f64 {
    let is_over = Arc::new(AtomicBool::new(false));
    let (store, ends) = (product.store.clone(), Arc::clone(&is_over));
    let exports = product.runtime.spawn(async move {
        while !ends.load(Ordering::Relaxed) {
            product::export(&store).await;
        }
    });
    let p99 = p99_micros(product);
    is_over.store(true, Ordering::Relaxed);
    product.runtime.block_on(exports).expect("exports");
    p99
}
