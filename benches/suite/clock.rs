//! The time of one query, ours and theirs in turn.

use std::time::Instant;

/// Batches of repeats; the fastest counts, since all else on the machine only adds.
const BATCHES: usize = 15;
/// A batch lasts about this long, so that reading the clock weighs nothing.
const BATCH_NS: f64 = 15_000.0;
/// Most repeats in a batch.
const MOST: f64 = 256.0;

fn batch(ask: &impl Fn(), repeats: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..repeats {
        ask();
    }
    start.elapsed().as_nanos() as f64 / f64::from(repeats)
}

fn repeats(ask: &impl Fn()) -> u32 {
    ask();
    (BATCH_NS / batch(ask, 1).max(1.0)).clamp(1.0, MOST).round() as u32
}

/// Nanoseconds a call of each, from batches that take turns, so that both see the same machine.
pub fn both(one: impl Fn(), other: impl Fn()) -> [f64; 2] {
    let (n, m) = (repeats(&one), repeats(&other));
    let mut least = [f64::INFINITY; 2];
    for _ in 0..BATCHES {
        least = [least[0].min(batch(&one, n)), least[1].min(batch(&other, m))];
    }
    least
}
