//! A value that is recomputed only when its inputs change.

/// A value of the type `V` and the inputs, of the type `K`, that it was computed from; empty at first.
#[derive(Debug)]
pub(super) struct Cached<K, V> {
    /// Last value with its inputs; `None` before the first.
    entry: Option<Entry<K, V>>,
}

/// A value and its inputs.
#[derive(Debug)]
struct Entry<K, V> {
    key: K,
    value: V,
}

impl<K, V> Default for Cached<K, V> {
    fn default() -> Self {
        Self { entry: None }
    }
}

impl<K, V> Cached<K, V> {
    /// Last value; `None` before the first.
    pub fn last(&self) -> Option<&V> {
        self.entry.as_ref().map(|entry| &entry.value)
    }
}

impl<K: PartialEq, V> Cached<K, V> {
    /// Returns the value for `key`; recomputes it when the key has changed.
    pub fn get(&mut self, key: K, compute: impl FnOnce(&K) -> V) -> &V {
        let valid_entry = self.entry.take().filter(|entry| entry.key == key);
        let entry = valid_entry.unwrap_or_else(|| {
            let value = compute(&key);
            Entry { key, value }
        });
        &self.entry.insert(entry).value
    }
}
