//! A value that is recomputed only when its inputs change.

/// A value and the inputs (`K`) that it was computed from; empty at first.
#[derive(Debug)]
pub(super) struct Cached<K, V>(Option<(K, V)>);

impl<K, V> Default for Cached<K, V> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K, V> Cached<K, V> {
    /// Last value, if any.
    pub fn last(&self) -> Option<&V> {
        self.0.as_ref().map(|(_, value)| value)
    }
}

impl<K: PartialEq, V> Cached<K, V> {
    /// Returns the value for `key`; recomputes it when the key has changed.
    pub fn get(&mut self, key: K, make: impl FnOnce(&K) -> V) -> &V {
        let kept = self.0.take().filter(|(cached_key, _)| *cached_key == key).unwrap_or_else(|| {
            let value = make(&key);
            (key, value)
        });
        &self.0.insert(kept).1
    }
}
