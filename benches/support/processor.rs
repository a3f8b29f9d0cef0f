//! Processor time, which other programs on the machine move less than they move the clock, and memory.

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

/// Returns the processor time of all running processes with one of these names.
pub fn processor_seconds_of_programs(names: &[&str]) -> f64 {
    let processes = std::fs::read_dir("/proc").expect("Linux").flatten();
    let processes = processes.filter_map(|entry| entry.file_name().into_string().ok());
    let is_meant = |process: &String| {
        let name = std::fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
        names.contains(&name.trim())
    };
    processes.filter(is_meant).map(|process| processor_seconds(&process)).sum()
}

/// The line of a status with the memory that a process has now.
pub const RESIDENT: &str = "VmRSS:";
/// The line with the most memory that it had.
pub const PEAK: &str = "VmHWM:";

/// Returns a line of a process's status, in bytes.
pub fn status_bytes(process: &str, name: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a known line");
    let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse().expect("a number");
    kilobytes * 1024.0
}
