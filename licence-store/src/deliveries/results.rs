//! The channel from the attempts to the sender.

use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Results that wait for the sender. The sender is woken once, when as many wait as it wants.
#[derive(Debug)]
pub(super) struct Results<R> {
    inner: Mutex<Inner<R>>,
    are_enough: Notify,
}

#[derive(Debug)]
struct Inner<R> {
    finished: Vec<R>,
    wanted: usize,
}

impl<R> Results<R> {
    pub(super) fn new() -> Self {
        let inner = Inner { finished: Vec::new(), wanted: 0 };
        Self { inner: Mutex::new(inner), are_enough: Notify::new() }
    }

    /// A poisoned lock is harmless here: every update is atomic.
    fn lock(&self) -> MutexGuard<'_, Inner<R>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn push(&self, finished: R) {
        let mut inner = self.lock();
        inner.finished.push(finished);
        let are_enough = inner.finished.len() == inner.wanted;
        drop(inner);
        if are_enough {
            self.are_enough.notify_one();
        }
    }

    /// Waits until `wanted` results wait. One waiter at a time.
    pub(super) async fn wait_for(&self, wanted: usize) {
        while !self.has(wanted) {
            self.are_enough.notified().await;
        }
    }

    /// Returns whether `wanted` results wait; if not, the next waiter is woken when they do.
    fn has(&self, wanted: usize) -> bool {
        let mut inner = self.lock();
        inner.wanted = wanted;
        inner.finished.len() >= wanted
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lock().finished.is_empty()
    }

    pub(super) fn take(&self) -> Vec<R> {
        mem::take(&mut self.lock().finished)
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::task::{Context, Wake, Waker};

    use super::*;

    #[derive(Default)]
    struct Wakes(AtomicUsize);

    impl Wake for Wakes {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Relaxed);
        }
    }

    #[test]
    fn the_sender_is_woken_once_and_when_there_are_enough() {
        let (results, wakes) = (Results::new(), Arc::new(Wakes::default()));
        let waker = Waker::from(Arc::clone(&wakes));
        let mut context = Context::from_waker(&waker);
        results.push(1);
        let mut waiting = pin!(results.wait_for(3));
        assert!(waiting.as_mut().poll(&mut context).is_pending());
        results.push(2);
        assert_eq!(wakes.0.load(Relaxed), 0);
        results.push(3);
        results.push(4);
        assert_eq!(wakes.0.load(Relaxed), 1);
        assert!(waiting.as_mut().poll(&mut context).is_ready());
        assert_eq!(results.take(), [1, 2, 3, 4]);
        assert!(results.is_empty());
    }

    #[tokio::test]
    async fn whoever_stopped_waiting_for_many_gets_the_next() {
        let results = Results::new();
        {
            let many = pin!(results.wait_for(2));
            let mut context = Context::from_waker(Waker::noop());
            assert!(many.poll(&mut context).is_pending());
        }
        results.push(1);
        results.wait_for(1).await;
        assert_eq!(results.take(), [1]);
        let waiting = results.wait_for(1);
        results.push(2);
        waiting.await;
        assert_eq!(results.take(), [2]);
    }
}
