//! The same work on many items, on all cores, the results in the order of the items.

use std::num::NonZero;

pub fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let share = items.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let work = &work;
        let run = |part| scope.spawn(move || <[T]>::iter(part).map(work).collect::<Vec<R>>());
        let running: Vec<_> = items.chunks(share).map(run).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    })
}
