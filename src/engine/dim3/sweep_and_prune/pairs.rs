//! The set of pairs.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::Pair;

/// The two in the order in which a [`Pair`] has them.
#[inline]
pub(super) fn pair(a: u32, b: u32) -> Pair {
    if a < b { [a, b] } else { [b, a] }
}

/// The pairs of overlapping boxes.
#[derive(Clone, Debug, Default)]
pub struct Pairs(HashSet<u64, BuildHasherDefault<Mixed>>);

fn key([a, b]: Pair) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

fn unkey(key: u64) -> Pair {
    [(key >> 32) as u32, key as u32]
}

impl Pairs {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the two bodies are one, in any order.
    #[inline]
    pub fn contains(&self, a: u32, b: u32) -> bool {
        self.0.contains(&key(pair(a, b)))
    }

    /// All of them, in no order.
    pub fn iter(&self) -> impl Iterator<Item = Pair> {
        self.0.iter().map(|key| unkey(*key))
    }

    /// All of them, in order.
    pub fn sorted(&self) -> Vec<Pair> {
        let mut all: Vec<Pair> = self.iter().collect();
        all.sort_unstable();
        all
    }

    #[inline]
    pub(super) fn insert(&mut self, pair: Pair) -> bool {
        self.0.insert(key(pair))
    }

    #[inline]
    pub(super) fn remove(&mut self, pair: Pair) -> bool {
        self.0.remove(&key(pair))
    }

    /// Takes out those for which `gone` is true, and hands them on.
    pub(super) fn take_out(&mut self, gone: impl Fn(Pair) -> bool, out: &mut Vec<Pair>) {
        self.0.retain(|key| {
            let goes = gone(unkey(*key));
            if goes {
                out.push(unkey(*key));
            }
            !goes
        });
    }

    /// About what it takes on the heap, bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        self.0.capacity() * (size_of::<u64>() + 1)
    }
}

/// Mixes the two numbers of a pair; the set needs high and low bits that differ.
#[derive(Clone, Copy, Debug, Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, word: u64) {
        // The multiplier of splitmix64: odd, so that nothing is lost, with bits all over.
        let mixed = (self.0 ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.0 = mixed ^ mixed >> 29;
    }
}
