//! Timing of several functions in turn, so that all of them run under the same conditions. The minimum of many
//! repetitions counts, since other programs on the machine can only add time.

use std::time::{Duration, Instant};

/// Number of inputs that are timed together. A block is so short that most blocks run without an interruption.
const BLOCK: usize = 32;

/// Number of repetitions of each block.
const ROUNDS: usize = 25;

/// Returns the mean time of each function per input, nanoseconds: the minimum over the repetitions of each block of
/// inputs, averaged over all blocks.
///
/// All other blocks run between two repetitions of one block. Otherwise the branch predictor would learn the few inputs
/// of the block, and the times would be lower than for new inputs.
pub fn time_per_input<T, const N: usize>(inputs: &[T], mut functions: [&mut dyn FnMut(&T); N]) -> [f64; N] {
    let mut minima = vec![[f64::INFINITY; N]; inputs.chunks(BLOCK).len()];
    for _ in 0..ROUNDS {
        for (k, function) in functions.iter_mut().enumerate() {
            for (block, minimum) in inputs.chunks(BLOCK).zip(&mut minima) {
                let start = Instant::now();
                block.iter().for_each(&mut **function);
                minimum[k] = minimum[k].min(nanoseconds_since(start));
            }
        }
    }
    std::array::from_fn(|k| minima.iter().map(|minimum| minimum[k]).sum::<f64>() / inputs.len() as f64)
}

/// Returns the minimum time of a call of each function, nanoseconds. The functions are called in turn until `budget` is
/// spent, at least once each. For functions that take much longer than reading the clock.
pub fn time_per_call<const N: usize>(budget: Duration, mut functions: [&mut dyn FnMut(); N]) -> [f64; N] {
    let begin = Instant::now();
    let mut minima = [f64::INFINITY; N];
    loop {
        for (function, minimum) in functions.iter_mut().zip(&mut minima) {
            let start = Instant::now();
            function();
            *minimum = minimum.min(nanoseconds_since(start));
        }
        if begin.elapsed() > budget {
            return minima;
        }
    }
}

fn nanoseconds_since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1.0e9
}
