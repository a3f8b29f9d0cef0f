//! The limit of open files and connections of the process.

/// Enough for callers, for deliveries to receivers that hang, and for connections that are kept.
const ENOUGH: u64 = 4_096;

/// Raises the limit as far as the system lets this user. Many systems start a process with 1,024,
/// and a connection that this server cannot open would count as a failure of its receiver.
pub(super) fn allow_many() {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(limit) if limit >= ENOUGH => {}
        Ok(limit) => tracing::warn!(
            limit,
            "few files may be open at once: deliveries and callers may fail; {ENOUGH} are enough"
        ),
        Err(error) => tracing::warn!(%error, "the limit of open files stays as it is"),
    }
}
