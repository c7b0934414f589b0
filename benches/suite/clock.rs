//! Time of one query by each library, measured in turn.

use std::time::Instant;

/// Number of batches of repetitions; the fastest one counts, since other programs on the machine can only add time.
const BATCHES: usize = 15;

/// Duration of a batch, nanoseconds: so long that the time to read the clock is negligible.
const BATCH_NANOSECONDS: f64 = 15_000.0;

/// Maximum number of repetitions in a batch.
const MAX_REPETITIONS: f64 = 256.0;

/// Returns the time of a call of each function, nanoseconds. Batches of both run in turn, under the same conditions.
pub fn time_both(first: impl Fn(), second: impl Fn()) -> [f64; 2] {
    let first_repetitions = repetitions(&first);
    let second_repetitions = repetitions(&second);
    let mut first_time = f64::INFINITY;
    let mut second_time = f64::INFINITY;
    for _ in 0..BATCHES {
        first_time = first_time.min(time_batch(&first, first_repetitions));
        second_time = second_time.min(time_batch(&second, second_repetitions));
    }
    [first_time, second_time]
}

/// Number of repetitions that take about [`BATCH_NANOSECONDS`].
fn repetitions(call: &impl Fn()) -> u32 {
    call(); // warms up the caches
    (BATCH_NANOSECONDS / time_batch(call, 1).max(1.0)).clamp(1.0, MAX_REPETITIONS).round() as u32
}

/// Mean time of a call over a batch, nanoseconds.
fn time_batch(call: &impl Fn(), repetitions: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..repetitions {
        call();
    }
    start.elapsed().as_nanos() as f64 / f64::from(repetitions)
}
