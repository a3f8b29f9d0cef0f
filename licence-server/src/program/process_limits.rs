//! The limits of the process: no image of its memory, and many open files.

use rlimit::Resource;

/// Turns core dumps off for the whole process, because its memory holds API keys and secrets.
pub(super) fn turn_core_dumps_off() {
    if let Err(error) = Resource::CORE.set(0, 0) {
        tracing::warn!(%error, "core dumps stay on: one would hold keys and secrets");
    }
}

/// Enough for callers, for deliveries to receivers that hang, and for connections that are kept.
const ENOUGH: u64 = 4_096;

/// Raises the limit of open files and connections as far as the system lets this user. Many systems
/// start a process with 1,024, and a connection that this server cannot open would count as a failure
/// of its receiver.
pub(super) fn allow_many_files() {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(limit) if limit >= ENOUGH => {}
        Ok(limit) => tracing::warn!(
            limit,
            "few files may be open at once: deliveries and callers may fail; {ENOUGH} are enough"
        ),
        Err(error) => tracing::warn!(%error, "the limit of open files stays as it is"),
    }
}
