//! Chart of swaps per frame against the number of boxes, counted in runs of the engine.
//!
//! Boxes of 0.4 to 1 m are at random in a cube (2D: a square) with 1 m³ (1 m²) per box, and each coordinate of their
//! position changes by up to 1 cm per frame. Each size runs for as many frames as give some ten thousand boxes, and the
//! chart shows the mean. The runs are made once, when a chart is first shown.

use std::sync::OnceLock;

use contact_lens_lesson::sweep_and_prune::SwapCount;

use super::super::engine::dim3::sweep_and_prune::{Bounds, SweepAndPrune};
use super::super::engine::prelude::*;
use super::super::engine::random::Random;

/// Numbers of boxes in the chart.
const SIZES: [usize; 7] = [10, 30, 100, 300, 1_000, 3_000, 10_000];

/// Number of boxes over all frames of one size.
const BOXES: usize = 10_000;

/// Least number of frames of one size.
const MIN_FRAMES: usize = 2;

/// Smallest side of a box, meters.
const MIN_SIDE: Real = 0.4;

/// Range of the sides of boxes, meters: the largest is 1 m.
const SIDE_RANGE: Real = 0.6;

/// Greatest motion of a box along an axis per frame, meters.
const MOTION: Real = 0.01;

/// Mean swaps per frame for each number of boxes in [`SIZES`], with boxes along `D` axes; without the numbers whose
/// boxes the engine rejects.
pub fn counted<const D: usize>() -> &'static [SwapCount] {
    // One list per dimension, indexed by `D`: a static of a generic function is shared by all its instances.
    static COUNTS: [OnceLock<Vec<SwapCount>>; 4] = [const { OnceLock::new() }; 4];
    COUNTS[D.min(3)].get_or_init(|| SIZES.into_iter().filter_map(count::<D>).collect())
}

/// Mean number of swaps per frame of `n` boxes; `None` if the engine rejects the boxes.
fn count<const D: usize>(n: usize) -> Option<SwapCount> {
    let mut random = Random(n as u64);
    let mut world = SweepAndPrune::<D>::new();
    // Side of the cube or square, meters, so that there is one box per unit of volume or area.
    let side = (n as Real).powf(1.0 / D as Real);
    let mut boxes: Vec<Option<Bounds<D>>> = (0..n)
        .map(|_| {
            let min: [Real; D] = std::array::from_fn(|_| side * unit(&mut random));
            Some(Bounds { min, max: min.map(|low| low + MIN_SIDE + SIDE_RANGE * unit(&mut random)) })
        })
        .collect();
    world.update(&boxes).ok()?;
    let frames = (BOXES / n).max(MIN_FRAMES);
    let mut swaps = 0;
    for _ in 0..frames {
        for bounds in boxes.iter_mut().flatten() {
            for axis in 0..D {
                let shift = MOTION * (2.0 * unit(&mut random) - 1.0);
                bounds.min[axis] += shift;
                bounds.max[axis] += shift;
            }
        }
        world.update(&boxes).ok()?;
        swaps += world.swap_count();
    }
    Some(SwapCount { n, swaps: swaps as f64 / frames as f64 })
}

/// Random number in [0, 1) with 24 bits, which `f32` represents exactly.
fn unit(random: &mut Random) -> Real {
    (random.bits() >> 7) as Real / (1_u64 << 24) as Real
}

#[cfg(test)]
mod tests {
    use super::*;
    use contact_lens_lesson::sweep_and_prune::{Chart, all_pairs};

    #[test]
    fn swaps_are_counted_by_the_engine_and_grow_less_than_all_pairs() {
        for counts in [counted::<2>(), counted::<3>()] {
            assert_eq!(counts.iter().map(|count| count.n).collect::<Vec<_>>(), SIZES);
            let largest = counts.last().expect("sizes");
            assert!(largest.swaps > 0.0 && largest.swaps < all_pairs(largest.n));
            let slope = Chart::new(counts, 1, 0).slope().expect("two decades");
            // Random boxes give n^(5/3) in 3D and n^(3/2) in 2D.
            assert!((1.2..1.9).contains(&slope), "{slope}");
        }
    }
}
