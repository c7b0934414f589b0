//! Time of a frame of sweep and prune against the number of boxes, in `f64`: by sorted lists with swaps, by columns,
//! and by testing all pairs. The printed rows are the data of the chart in the lesson
//! (`src/lesson/sweep_and_prune/clock.rs`).
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod random;

use std::hint::black_box;
use std::time::Instant;

use contact_lens_engine::double::dim3::sweep_and_prune::{Bounds, Columns, SweepAndPrune};
use random::Random;

/// Numbers of boxes that are measured.
const SIZES: [usize; 4] = [100, 1_000, 10_000, 100_000];

/// Number of boxes over all frames of one size. Small sizes have more frames.
const BOXES_OVER_FRAMES: usize = 100_000;

/// Minimum number of frames per size.
const MIN_FRAMES: usize = 12;

/// Largest number of boxes for which all pairs are tested.
const MAX_BOXES_FOR_ALL_PAIRS: usize = 10_000;

/// Maximum motion of a box along an axis per frame, meters.
const MAX_MOTION: f64 = 0.01;

/// Number of boxes that [`all_pairs`] compares with one box at a time.
const BATCH: usize = 64;

fn main() {
    println!("space: n, three lists, columns, every two boxes, microseconds a frame");
    SIZES.into_iter().for_each(print_row::<3>);
    println!("plane: n, three lists, columns, every two boxes, microseconds a frame");
    SIZES.into_iter().for_each(print_row::<2>);
}

/// Random numbers uniform in [0, 1).
struct Fractions(Random);

impl Fractions {
    fn next(&mut self) -> f64 {
        0.5 * (f64::from(self.0.real()) + 1.0)
    }
}

/// Measures `n` boxes with sides of 0.4 to 1 m, at a density of one box per m³ (in the plane per m²), and prints the
/// minimum time of a frame by each method.
fn print_row<const D: usize>(n: usize) {
    let mut random = Fractions(Random(0x0123_4567_89ab + n as u64));
    let side = (n as f64).powf(1.0 / D as f64);
    let mut boxes: Vec<Option<Bounds<D>>> = (0..n)
        .map(|_| {
            let min: [f64; D] = std::array::from_fn(|_| side * random.next());
            Some(Bounds { min, max: min.map(|low| low + 0.4 + 0.6 * random.next()) })
        })
        .collect();
    let mut lists = SweepAndPrune::<D>::new();
    let mut columns = Columns::<D>::new();
    lists.update(&boxes).expect("boxes");
    columns.update(&boxes).expect("boxes");
    let mut by_lists = f64::INFINITY;
    let mut by_columns = f64::INFINITY;
    let mut by_all_pairs = f64::INFINITY;
    for _ in 0..(BOXES_OVER_FRAMES / n).max(MIN_FRAMES) {
        move_boxes(&mut boxes, &mut random);
        by_lists = by_lists.min(microseconds(|| _ = lists.update(&boxes).expect("boxes")));
        by_columns = by_columns.min(microseconds(|| columns.update(&boxes).expect("boxes")));
        if n <= MAX_BOXES_FOR_ALL_PAIRS {
            let boxes: Vec<Bounds<D>> = boxes.iter().flatten().copied().collect();
            by_all_pairs = by_all_pairs.min(microseconds(|| _ = black_box(all_pairs(&boxes))));
        }
    }
    println!("({n}, {by_lists:.2}, {by_columns:.2}, {by_all_pairs:.2})");
}

/// Moves each box along each axis by a random distance up to [`MAX_MOTION`] in either direction.
fn move_boxes<const D: usize>(boxes: &mut [Option<Bounds<D>>], random: &mut Fractions) {
    for bounds in boxes.iter_mut().flatten() {
        for axis in 0..D {
            let motion = MAX_MOTION * (2.0 * random.next() - 1.0);
            bounds.min[axis] += motion;
            bounds.max[axis] += motion;
        }
    }
}

/// Time of a call, microseconds.
fn microseconds(call: impl FnOnce()) -> f64 {
    let start = Instant::now();
    call();
    start.elapsed().as_secs_f64() * 1.0e6
}

/// Finds the overlapping pairs by testing all pairs. One box is compared with [`BATCH`] boxes at a time without
/// branches, so that the compiler vectorizes the comparisons.
fn all_pairs<const D: usize>(boxes: &[Bounds<D>]) -> Vec<[u32; 2]> {
    let min: [Vec<f64>; D] = std::array::from_fn(|axis| boxes.iter().map(|bounds| bounds.min[axis]).collect());
    let max: [Vec<f64>; D] = std::array::from_fn(|axis| boxes.iter().map(|bounds| bounds.max[axis]).collect());
    let mut pairs = Vec::new();
    for (k, one) in boxes.iter().enumerate() {
        for from in (0..k).step_by(BATCH) {
            let to = (from + BATCH).min(k);
            let mut is_apart = [0_u8; BATCH];
            for axis in 0..D {
                let ends = min[axis][from..to].iter().zip(&max[axis][from..to]);
                for (is_apart, (low, high)) in is_apart.iter_mut().zip(ends) {
                    *is_apart |= u8::from(*low > one.max[axis]) | u8::from(one.min[axis] > *high);
                }
            }
            let overlapping = (from..to).zip(is_apart).filter(|(_, is_apart)| *is_apart == 0);
            pairs.extend(overlapping.map(|(j, _)| [j as u32, k as u32]));
        }
    }
    pairs
}
