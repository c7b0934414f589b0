//! How long a frame of sweep and prune takes against the number of boxes, in f64: by three lists, by columns, and by every two
//! boxes. It prints the rows of the chart of times in the lesson (`src/lesson/sweep_and_prune/clock.rs`).
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod random;

use std::hint::black_box;
use std::time::Instant;

use contact_lens_engine::double::dim3::sweep_and_prune::{Bounds, Columns, SweepAndPrune};
use random::Random;

const SIZES: [usize; 4] = [100, 1_000, 10_000, 100_000];

/// Boxes over all frames of a size, and the frames that each size has at least.
const BOXES: usize = 100_000;
const FRAMES: usize = 12;

/// Every two boxes are waited for up to so many.
const MOST_FOR_ALL_PAIRS: usize = 10_000;

/// How far a box moves at most along an axis in a frame, meters.
const WAY: f64 = 0.01;

fn main() {
    println!("space: n, three lists, columns, every two boxes, microseconds a frame");
    SIZES.into_iter().for_each(row::<3>);
    println!("plane: n, three lists, columns, every two boxes, microseconds a frame");
    SIZES.into_iter().for_each(row::<2>);
}

/// Boxes of 0.4 to 1 m anywhere in a cube (in the plane, a square) that has 1 m³ (1 m²) for each, and the least time of a frame.
fn row<const D: usize>(n: usize) {
    let mut random = Random(0x0123_4567_89ab + n as u64);
    let mut next = || 0.5 * (f64::from(random.real()) + 1.0);
    let side = (n as f64).powf(1.0 / D as f64);
    let mut boxes: Vec<Option<Bounds<D>>> = (0..n)
        .map(|_| {
            let min: [f64; D] = std::array::from_fn(|_| side * next());
            Some(Bounds { min, max: min.map(|low| low + 0.4 + 0.6 * next()) })
        })
        .collect();
    let (mut lists, mut columns) = (SweepAndPrune::<D>::new(), Columns::<D>::new());
    lists.update(&boxes).expect("boxes");
    columns.update(&boxes).expect("boxes");
    let mut least = [f64::INFINITY; 3];
    for _ in 0..(BOXES / n).max(FRAMES) {
        for bounds in boxes.iter_mut().flatten() {
            for axis in 0..D {
                let way = WAY * (2.0 * next() - 1.0);
                (bounds.min[axis], bounds.max[axis]) = (bounds.min[axis] + way, bounds.max[axis] + way);
            }
        }
        let mut take = |k: usize, way: &mut dyn FnMut()| {
            let start = Instant::now();
            way();
            least[k] = least[k].min(start.elapsed().as_secs_f64() * 1.0e6);
        };
        take(0, &mut || _ = lists.update(&boxes).expect("boxes"));
        take(1, &mut || columns.update(&boxes).expect("boxes"));
        if n <= MOST_FOR_ALL_PAIRS {
            let boxes: Vec<Bounds<D>> = boxes.iter().flatten().copied().collect();
            take(2, &mut || _ = black_box(every_two(&boxes)));
        }
    }
    println!("({n}, {:.2}, {:.2}, {:.2})", least[0], least[1], least[2]);
}

/// All of them, 64 at a time and without a branch: about as fast as can be done without an order.
fn every_two<const D: usize>(boxes: &[Bounds<D>]) -> Vec<[u32; 2]> {
    let side = |of: &dyn Fn(&Bounds<D>, usize) -> f64| -> [Vec<f64>; D] {
        std::array::from_fn(|axis| boxes.iter().map(|bounds| of(bounds, axis)).collect())
    };
    let (min, max) = (side(&|bounds, axis| bounds.min[axis]), side(&|bounds, axis| bounds.max[axis]));
    let mut pairs = Vec::new();
    for (k, one) in boxes.iter().enumerate() {
        for from in (0..k).step_by(64) {
            let to = (from + 64).min(k);
            let mut apart = [0_u8; 64];
            for axis in 0..D {
                let ends = min[axis][from..to].iter().zip(&max[axis][from..to]);
                for (apart, (low, high)) in apart.iter_mut().zip(ends) {
                    *apart |= u8::from(*low > one.max[axis]) | u8::from(one.min[axis] > *high);
                }
            }
            let overlapping = (from..to).zip(apart).filter(|(_, apart)| *apart == 0);
            pairs.extend(overlapping.map(|(j, _)| [j as u32, k as u32]));
        }
    }
    pairs
}
