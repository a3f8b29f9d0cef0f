//! The limits of one read. The largest real register needs less than half of each.

use std::time::Duration;

use rlimit::Resource;

/// The address space of a reader process, in MB (10⁶ bytes).
pub(super) const MEMORY_MB: u64 = 512;

/// The processor time of a reader process, in seconds.
pub(super) const PROCESSOR_SECONDS: u64 = 10;

/// How long a reader process may take in all, waiting for a processor included.
pub(super) const WALL_TIME: Duration = Duration::from_secs(14);

/// The longest answer of a reader process, in bytes, because the server keeps it in memory. Three
/// times the register of Great Britain takes 7.5 MiB.
pub(super) const MAX_ANSWER_BYTES: u64 = 8 << 20;

/// The most memory that a parsed answer may take, in MB (10⁶ bytes), by [`parsed_bytes`].
pub(super) const MAX_ANSWER_MB: u64 = 64;

/// Returns an estimate of the memory of this JSON once it is parsed, in bytes. An answer of small
/// objects takes up to twenty times its length.
pub(super) fn parsed_bytes(json: &[u8]) -> u64 {
    const OBJECT: u64 = 640;
    const VALUE: u64 = 100;
    let structure = json.iter().map(|byte| match byte {
        b'{' => OBJECT,
        b',' => VALUE,
        _ => 0,
    });
    json.len() as u64 + structure.sum::<u64>()
}

/// The most bytes of a reader process's stderr that are read.
pub(super) const MAX_COMPLAINT_BYTES: u64 = 4 << 10;

/// The stack of the thread that parses: the library that reads PDF is recursive.
pub(super) const STACK_BYTES: usize = 64 << 20;

/// Limits the memory and the processor time of this process, which cannot be undone.
///
/// # Errors
/// The system refuses a limit; the process must parse nothing then.
pub fn limit_this_process(memory_mb: u64, processor_seconds: u64) -> std::io::Result<()> {
    let memory = memory_mb * 1_000_000;
    for (resource, soft, hard) in [
        (Resource::AS, memory, memory),
        // At the hard limit the kernel kills the process without a reason.
        (Resource::CPU, processor_seconds, processor_seconds + 1),
        // A core dump would leave a foreign file's bytes on the disk, and take longer than the read.
        (Resource::CORE, 0, 0),
    ] {
        let (_, allowed) = resource.get()?;
        resource.set(soft.min(allowed), hard.min(allowed))?;
    }
    // If the machine is short of memory, the kernel ends this process before the server. If this
    // write fails, the limits above still hold.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    Ok(())
}
