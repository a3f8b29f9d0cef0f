//! The heap in bytes. The one file with `unsafe`: an allocator cannot be written without, and
//! nothing else tells what a catalogue holds from what the process kept.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Off while time is measured.
static COUNTS: AtomicBool = AtomicBool::new(false);
static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn taken(bytes: usize) {
    if COUNTS.load(Relaxed) {
        let held = HELD.fetch_add(bytes, Relaxed) + bytes;
        PEAK.fetch_max(held, Relaxed);
    }
}

fn given_back(bytes: usize) {
    if COUNTS.load(Relaxed) {
        HELD.fetch_sub(bytes, Relaxed);
    }
}

// SAFETY: every call goes on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        taken(layout.size());
        // SAFETY: the caller's promises are those of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        given_back(layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        taken(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both blocks exist while the old one is copied to the new one.
        taken(size);
        given_back(layout.size());
        // SAFETY: as above.
        unsafe { System.realloc(place, layout, size) }
    }
}

/// What a piece of work left on the heap, and the most it had there.
pub struct Held {
    pub bytes: usize,
    pub peak: usize,
}

/// Counts what `make` takes; it must give back nothing that was there before.
pub fn of<T>(make: impl FnOnce() -> T) -> (T, Held) {
    HELD.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    COUNTS.store(true, Relaxed);
    let made = make();
    COUNTS.store(false, Relaxed);
    (made, Held { bytes: HELD.load(Relaxed), peak: PEAK.load(Relaxed) })
}
