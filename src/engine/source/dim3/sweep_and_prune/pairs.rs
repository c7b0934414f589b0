//! The set of pairs of overlapping boxes, with a hash function for pairs of indices.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::Pair;

/// The pair of two bodies, the smaller index first.
#[inline]
pub(super) fn pair(a: u32, b: u32) -> Pair {
    if a < b { [a, b] } else { [b, a] }
}

/// The set of the pairs of overlapping boxes.
#[derive(Clone, Debug, Default)]
pub struct Pairs(HashSet<u64, BuildHasherDefault<PairHasher>>);

/// The pair as one number: the smaller index in the upper 32 bits, the greater in the lower.
fn key([a, b]: Pair) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// The pair with this [`key`].
fn pair_of_key(key: u64) -> Pair {
    [(key >> 32) as u32, key as u32]
}

impl Pairs {
    /// Number of pairs in the set.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the two bodies are a pair, in any order.
    #[inline]
    pub fn contains(&self, a: u32, b: u32) -> bool {
        self.0.contains(&key(pair(a, b)))
    }

    /// All pairs, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = Pair> {
        self.0.iter().map(|key| pair_of_key(*key))
    }

    /// All pairs, ordered by the smaller index and then by the greater.
    pub fn sorted(&self) -> Vec<Pair> {
        let mut all: Vec<Pair> = self.iter().collect();
        all.sort_unstable();
        all
    }

    /// Inserts a pair; false if it was present.
    #[inline]
    pub(super) fn insert(&mut self, pair: Pair) -> bool {
        self.0.insert(key(pair))
    }

    /// Removes a pair; false if it was absent.
    #[inline]
    pub(super) fn remove(&mut self, pair: Pair) -> bool {
        self.0.remove(&key(pair))
    }

    /// Removes the pairs for which `has_ended` is true, and appends them to `out`.
    pub(super) fn remove_if(&mut self, has_ended: impl Fn(Pair) -> bool, out: &mut Vec<Pair>) {
        self.0.retain(|key| {
            let ends = has_ended(pair_of_key(*key));
            if ends {
                out.push(pair_of_key(*key));
            }
            !ends
        });
    }

    /// Approximate size of the set, bytes: a key and one byte of the hash table for each entry that fits.
    pub(super) fn heap_bytes(&self) -> usize {
        self.0.capacity() * (size_of::<u64>() + 1)
    }
}

/// Hash function that mixes the two indices of a pair. The hash table uses high and low bits, so both must depend on
/// both indices.
#[derive(Clone, Copy, Debug, Default)]
struct PairHasher(u64);

impl Hasher for PairHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, word: u64) {
        // A multiplier of splitmix64: odd, so that the product is invertible. The shift copies high bits to low ones.
        let mixed = (self.0 ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.0 = mixed ^ mixed >> 29;
    }
}
