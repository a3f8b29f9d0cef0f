//! Prevents an image of the memory when the process crashes.

use rlimit::Resource;

/// Turns core dumps off for the whole process, because its memory holds API keys and secrets.
pub(super) fn turn_off() {
    if let Err(error) = Resource::CORE.set(0, 0) {
        tracing::warn!(%error, "core dumps stay on: one would hold keys and secrets");
    }
}
