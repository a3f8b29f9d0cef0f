//! One run of a process, watched from outside.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::processor::processor_seconds;

/// What it took.
#[derive(Default)]
pub struct Run {
    pub seconds: f64,
    pub processor_seconds: f64,
    pub peak_mib: f64,
}

const BETWEEN_LOOKS: Duration = Duration::from_millis(1);

/// Runs a command to its end. The kernel keeps the peak; it is read until the process is gone.
pub fn watched(mut command: Command) -> Run {
    let start = Instant::now();
    let mut process = command.spawn().expect("the program starts");
    let mut run = Run::default();
    let status = loop {
        look(process.id(), &mut run);
        if let Some(status) = process.try_wait().expect("the state of the program") {
            break status;
        }
        std::thread::sleep(BETWEEN_LOOKS);
    };
    run.seconds = start.elapsed().as_secs_f64();
    assert!(status.success(), "{status}");
    run
}

fn look(process: u32, run: &mut Run) {
    let process = process.to_string();
    let status = std::fs::read_to_string(format!("/proc/{process}/status"));
    let peak_kib = status.ok().and_then(|status| {
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().trim_end_matches(" kB").parse::<f64>().ok()
    });
    run.peak_mib = run.peak_mib.max(peak_kib.unwrap_or_default() / 1024.0);
    run.processor_seconds = run.processor_seconds.max(processor_seconds(&process));
}
