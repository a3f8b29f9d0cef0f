//! Processor time, which other programs on the machine move less than they move the clock.

/// The name of this process among all.
pub const THIS_PROCESS: &str = "self";
/// In these, Linux counts processor time.
const TICKS_A_SECOND: f64 = 100.0;

/// What a process took so far, of its own and in the kernel; 0 for one that is gone.
pub fn processor_seconds(process: &str) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name in parentheses may hold blanks; both times are the 12th and 13th field after it.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok());
    ticks.sum::<f64>() / TICKS_A_SECOND
}
