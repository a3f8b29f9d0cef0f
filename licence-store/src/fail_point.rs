//! Points before writes where a test can kill the process.

/// Kills the process before the write of the number in `LICENCE_FAIL_BEFORE_WRITE`, counted from
/// one. Does nothing in an optimised build, and in one without the feature `fail-points`.
#[cfg(not(all(feature = "fail-points", debug_assertions)))]
pub(crate) const fn before_write() {}

/// Kills the process before the write of the number in `LICENCE_FAIL_BEFORE_WRITE`, counted from
/// one, as `kill -9` would: no destructor runs, and no transaction is rolled back.
///
/// `cargo test --workspace` gives its features to every binary it builds. The second condition
/// keeps optimised binaries safe.
#[cfg(all(feature = "fail-points", debug_assertions))]
pub(crate) fn before_write() {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    static WRITES: AtomicU64 = AtomicU64::new(0);
    static FATAL: LazyLock<Option<u64>> =
        LazyLock::new(|| std::env::var("LICENCE_FAIL_BEFORE_WRITE").ok()?.parse().ok());
    if Some(WRITES.fetch_add(1, Ordering::SeqCst) + 1) == *FATAL {
        let _ = std::process::Command::new("kill")
            .args(["-9", &std::process::id().to_string()])
            .status();
        // The signal is on its way; nothing more is written.
        loop {
            std::thread::park();
        }
    }
}
