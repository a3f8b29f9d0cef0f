//! No image of the memory is written when the process crashes.

use rlimit::Resource;

/// Turns core dumps off for good: the memory holds API keys and webhook secrets.
pub(super) fn turn_off() {
    if let Err(error) = Resource::CORE.set(0, 0) {
        tracing::warn!(%error, "core dumps stay on: one would hold keys and secrets");
    }
}
