//! The heap in bytes. The one file with `unsafe`: an allocator cannot be written without, and
//! nothing else can separate the memory of a catalogue from that of the process.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Off while time is measured.
static COUNTS: AtomicBool = AtomicBool::new(false);
static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn record_allocated(bytes: usize) {
    if COUNTS.load(Relaxed) {
        let held = HELD.fetch_add(bytes, Relaxed) + bytes;
        PEAK.fetch_max(held, Relaxed);
    }
}

fn record_freed(bytes: usize) {
    if COUNTS.load(Relaxed) {
        HELD.fetch_sub(bytes, Relaxed);
    }
}

// SAFETY: every call is passed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        record_allocated(layout.size());
        // SAFETY: the caller's promises are those of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        record_freed(layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        record_allocated(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both blocks exist while the old one is copied to the new one.
        record_allocated(size);
        record_freed(layout.size());
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// What a piece of work left on the heap, and the most it had there.
pub struct Held {
    pub bytes: usize,
    pub peak: usize,
}

/// Counts what `make` allocates. It must free nothing that was allocated before.
pub fn measure<T>(make: impl FnOnce() -> T) -> (T, Held) {
    HELD.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    COUNTS.store(true, Relaxed);
    let made = make();
    COUNTS.store(false, Relaxed);
    (made, Held { bytes: HELD.load(Relaxed), peak: PEAK.load(Relaxed) })
}
