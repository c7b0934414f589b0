//! What something takes, of ways to do it that take turns: so all of them see the same machine, and the least counts, for what
//! else runs on it only adds.

use std::time::{Duration, Instant};

/// Pairs that are measured together: so few that most often nothing else runs meanwhile.
const BLOCK: usize = 32;

/// How often each block is measured.
const ROUNDS: usize = 25;

/// Nanoseconds a pair of each way to ask. They take turns at all pairs, and of each block the least of its rounds counts: what
/// else runs on the machine interrupts some of them, not all. A block comes again only after all others, for a processor
/// that knows the branches of a few pairs by heart is faster than any that is asked something new.
pub fn least<T, const N: usize>(pairs: &[T], mut asks: [&mut dyn FnMut(&T); N]) -> [f64; N] {
    let blocks = || pairs.chunks(BLOCK);
    let mut least = vec![[f64::INFINITY; N]; blocks().len()];
    for _ in 0..ROUNDS {
        for (k, ask) in asks.iter_mut().enumerate() {
            for (block, least) in blocks().zip(&mut least) {
                let start = Instant::now();
                block.iter().for_each(&mut **ask);
                least[k] = least[k].min(start.elapsed().as_secs_f64() * 1.0e9);
            }
        }
    }
    std::array::from_fn(|k| least.iter().map(|least| least[k]).sum::<f64>() / pairs.len() as f64)
}

/// Nanoseconds of each way to do something that is long enough for the clock: the least of as many turns as there is time for,
/// and of one at least.
pub fn turns<const N: usize>(time: Duration, mut ways: [&mut dyn FnMut(); N]) -> [f64; N] {
    let (begun, mut least) = (Instant::now(), [f64::INFINITY; N]);
    loop {
        for (way, least) in ways.iter_mut().zip(&mut least) {
            let start = Instant::now();
            way();
            *least = least.min(start.elapsed().as_secs_f64() * 1.0e9);
        }
        if begun.elapsed() > time {
            return least;
        }
    }
}
