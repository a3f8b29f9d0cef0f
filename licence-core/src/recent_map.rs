//! A map that forgets its oldest entries.

use std::collections::HashMap;
use std::hash::Hash;
use std::mem::take;

use foldhash::fast::RandomState;

/// A map with bounded memory: it always holds the `generation` entries that were used last, and
/// never more than twice as many.
///
/// Entries live in two generations. When the newer one is full, the older one is dropped and the
/// newer one takes its place. An entry that is read or written moves to the newer generation.
///
/// ```
/// use licence_core::recent_map::RecentMap;
///
/// let mut counts = RecentMap::new(1000);
/// *counts.get_or_insert_with("192.0.2.1", || 0) += 1;
/// assert_eq!(counts.get_mut(&"192.0.2.1"), Some(&mut 1));
/// ```
#[derive(Clone, Debug)]
pub struct RecentMap<K, V> {
    newer: HashMap<K, V, RandomState>,
    older: HashMap<K, V, RandomState>,
    generation: usize,
}

impl<K: Copy + Eq + Hash, V> RecentMap<K, V> {
    /// Returns an empty map that keeps at least the `generation` entries used last.
    pub fn new(generation: usize) -> Self {
        Self { newer: HashMap::default(), older: HashMap::default(), generation }
    }

    /// Returns the value of a key; `None` if it was never inserted or was dropped.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        if let Some(value) = self.older.remove(key) {
            self.insert(*key, value);
        }
        self.newer.get_mut(key)
    }

    /// Returns the value of a key, which is set to `value()` if there is none.
    pub fn get_or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        if self.get_mut(&key).is_none() {
            self.make_room();
        }
        self.newer.entry(key).or_insert_with(value)
    }

    /// Replaces the value of a key.
    pub fn insert(&mut self, key: K, value: V) {
        self.older.remove(&key);
        if !self.newer.contains_key(&key) {
            self.make_room();
        }
        self.newer.insert(key, value);
    }

    /// Drops the entries for which `keeps` returns `false`.
    pub fn retain(&mut self, mut keeps: impl FnMut(&K, &mut V) -> bool) {
        self.newer.retain(&mut keeps);
        self.older.retain(&mut keeps);
    }

    /// Returns the number of entries, at most two generations.
    pub fn len(&self) -> usize {
        self.newer.len() + self.older.len()
    }

    /// Returns whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn make_room(&mut self) {
        if self.newer.len() >= self.generation {
            self.older = take(&mut self.newer);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_entries_used_last_are_kept_and_memory_is_bounded(
            keys in prop::collection::vec(0_u8..40, 0..300),
            generation in 1_usize..12,
        ) {
            let mut map = RecentMap::new(generation);
            let mut recent: VecDeque<u8> = VecDeque::new();
            for (time, key) in keys.into_iter().enumerate() {
                match time % 3 {
                    0 => map.insert(key, key),
                    1 => assert_eq!(*map.get_or_insert_with(key, || key), key),
                    _ => if map.get_mut(&key).is_none() { map.insert(key, key) },
                }
                recent.retain(|held| *held != key);
                recent.push_front(key);
                recent.truncate(generation);
                prop_assert!(map.len() <= 2 * generation);
                // Reading moves entries: the copy leaves the map as it is.
                let mut copy = map.clone();
                prop_assert!(recent.iter().all(|key| copy.get_mut(key) == Some(&mut key.clone())));
            }
        }
    }
}
