//! How a mutex is locked.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex whose value every holder leaves whole, so that a panic of one concerns no other.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
