//! What a process grows by, as Linux counts it.

/// Forgets the most memory the process had, which `/proc/self/status` keeps.
const FORGET_PEAK: &str = "5";

/// By how many bytes the resident memory rises at most during a piece of work.
pub fn growth(work: impl FnOnce()) -> u64 {
    std::fs::write("/proc/self/clear_refs", FORGET_PEAK).expect("Linux");
    let before = status_bytes("VmRSS:");
    work();
    status_bytes("VmHWM:").saturating_sub(before)
}

fn status_bytes(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a known line");
    let kilobytes = line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number");
    kilobytes * 1024
}
