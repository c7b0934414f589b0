//! Measurement of the time of one query, for `batch --time`. The time contains neither reading the line nor building
//! the shapes nor printing the answer.

use std::time::Instant;

/// Duration from which a query is timed once instead of repeatedly, nanoseconds.
const MIN_LONG_NS: f64 = 100_000_000.0;

/// Number of batches of calls; the result is their median.
const BATCHES: usize = 9;

/// Target duration of a batch of calls, nanoseconds, for which the cost of reading the clock is negligible.
const BATCH_NS: f64 = 20_000.0;

/// Maximum number of repetitions in a batch.
const MAX_REPEATS: f64 = 256.0;

/// Returns the median over batches of the mean time of a call of `query`, nanoseconds, rounded to tenths; the time of
/// one call if that is at least [`MIN_LONG_NS`].
pub(super) fn median_ns(query: impl Fn()) -> f64 {
    let start = Instant::now();
    query();
    let once = start.elapsed().as_nanos() as f64;
    if once >= MIN_LONG_NS {
        return once;
    }
    let repeats = (BATCH_NS / once.max(1.0)).clamp(1.0, MAX_REPEATS).round();
    let mut batches: [f64; BATCHES] = std::array::from_fn(|_| {
        let start = Instant::now();
        for _ in 0..repeats as u32 {
            query();
        }
        start.elapsed().as_nanos() as f64 / repeats
    });
    batches.sort_by(f64::total_cmp);
    (batches[BATCHES / 2] * 10.0).round() / 10.0
}
