//! Sweep and prune against parry3d's `Bvh` and against testing all pairs: `f32`, the same boxes in one run, frame by
//! frame.
//!
//! - **Boxes**: at constant density, with a third as many overlapping pairs as boxes. In coherent motion each box moves
//!   by 1 cm per frame, in incoherent motion it is at a new random position in each frame.
//! - **Methods**: sorted lists, which also count their swaps; columns and parry's tree (exact boxes, refit, incremental
//!   optimization, self-traversal), both with the list of all pairs as their result.
//! - **Limit**: columns take at most 0.7 of parry's time in coherent motion.
//! - **Output**: a table, then criterion's groups. With a filter, as in `-- columns`, only the groups.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod random;

use std::hint::black_box;
use std::time::{Duration, Instant};

use contact_lens_benches::ratio::Ratio;
use contact_lens_engine::single::dim3::sweep_and_prune::{Bounds, Columns, SweepAndPrune};
use criterion::{BatchSize, Bencher, BenchmarkId, Criterion};
use parry3d::bounding_volume::Aabb;
use parry3d::math::Vector;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use random::Random;

/// Boxes of one frame.
type Boxes = Vec<Option<Bounds<3>>>;

impl Random {
    /// Returns a point in the cube [0, 1)³.
    fn vector(&mut self) -> [f32; 3] {
        [self.real(), self.real(), self.real()].map(|x| 0.5 + 0.5 * x)
    }
}

/// Motion of many boxes.
#[derive(Clone, Copy)]
struct Motion {
    /// Number of boxes.
    boxes: usize,
    /// Number of frames.
    frames: usize,
    /// Whether the boxes move by 1 cm per frame, instead of to a new random position.
    is_coherent: bool,
}

impl Motion {
    const fn coherent(boxes: usize, frames: usize) -> Self {
        Self { boxes, frames, is_coherent: true }
    }

    const fn incoherent(boxes: usize, frames: usize) -> Self {
        Self { boxes, frames, is_coherent: false }
    }

    /// Creates the boxes of all frames.
    fn play(self) -> Vec<Boxes> {
        let mut random = Random(0x1234_5678 + self.boxes as u64);
        let side = (4.2 * self.boxes as f32).cbrt();
        let half_extents: Vec<[f32; 3]> = (0..self.boxes).map(|_| random.vector().map(|x| 0.2 + 0.3 * x)).collect();
        let mut centers: Vec<[f32; 3]> = (0..self.boxes).map(|_| random.vector().map(|x| side * x)).collect();
        let steps: Vec<[f32; 3]> = (0..self.boxes).map(|_| random_step(&mut random)).collect();
        let mut frames = Vec::new();
        for _ in 0..self.frames {
            frames.push(centers.iter().zip(&half_extents).map(|(center, half)| Some(bounds(center, half))).collect());
            for (center, step) in centers.iter_mut().zip(&steps) {
                *center = if self.is_coherent {
                    std::array::from_fn(|k| center[k] + step[k])
                } else {
                    random.vector().map(|x| side * x)
                };
            }
        }
        frames
    }
}

/// Vector of 1 cm in a random direction.
fn random_step(random: &mut Random) -> [f32; 3] {
    let v = random.vector().map(|x| x - 0.5);
    let length = v.iter().map(|x| x * x).sum::<f32>().sqrt().max(1e-3);
    v.map(|x| 0.01 * x / length)
}

/// Box with this center and these half extents.
fn bounds(center: &[f32; 3], half: &[f32; 3]) -> Bounds<3> {
    Bounds { min: std::array::from_fn(|k| center[k] - half[k]), max: std::array::from_fn(|k| center[k] + half[k]) }
}

/// Parry's tree, kept from frame to frame.
struct Tree {
    bvh: Bvh,
    workspace: BvhWorkspace,
    /// Overlapping pairs of the last frame.
    pairs: Vec<[u32; 2]>,
}

fn aabb(bounds: &Bounds<3>) -> Aabb {
    Aabb::new(Vector::from_array(bounds.min), Vector::from_array(bounds.max))
}

impl Tree {
    fn new(boxes: &Boxes) -> Self {
        let leaves: Vec<Aabb> = boxes.iter().flatten().map(aabb).collect();
        let bvh = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
        Self { bvh, workspace: BvhWorkspace::default(), pairs: Vec::new() }
    }

    /// Moves the boxes and finds the overlapping pairs; returns their number.
    fn update(&mut self, boxes: &Boxes) -> usize {
        for (i, bounds) in boxes.iter().flatten().enumerate() {
            self.bvh.insert_or_update_partially(aabb(bounds), i as u32, 0.0);
        }
        self.bvh.refit(&mut self.workspace);
        self.bvh.optimize_incremental(&mut self.workspace);
        self.pairs.clear();
        let pairs = &mut self.pairs;
        self.bvh.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |a, b| pairs.push([a.min(b), a.max(b)]));
        self.pairs.len()
    }
}

/// Counts the overlapping pairs by testing all pairs.
fn count_by_all_pairs(boxes: &Boxes) -> usize {
    let list: Vec<Bounds<3>> = boxes.iter().flatten().copied().collect();
    list.iter().enumerate().map(|(i, a)| list[i + 1..].iter().filter(|b| !are_apart(a, b)).count()).sum()
}

/// Whether two boxes do not overlap, without branches.
fn are_apart(a: &Bounds<3>, b: &Bounds<3>) -> bool {
    (0..3).fold(false, |apart, k| apart | (a.min[k] > b.max[k]) | (b.min[k] > a.max[k]))
}

/// Times of several methods, and their result.
struct Timing<const N: usize> {
    /// Minimum time of a frame by each method, nanoseconds.
    times: [f64; N],
    /// Number of overlapping pairs in the last frame.
    pairs: usize,
}

/// Number of frames at the start that are not timed: the first one sorts and allocates from scratch.
const WARM_UP_FRAMES: usize = 2;

/// Plays the same frames with each method, in turn. Fails unless all methods find the same number of pairs.
fn time_methods<const N: usize>(frames: &[Boxes], mut methods: [&mut dyn FnMut(&Boxes) -> usize; N]) -> Timing<N> {
    let mut times = [f64::INFINITY; N];
    let mut pairs = [0; N];
    for (i, boxes) in frames.iter().enumerate() {
        for (k, update) in methods.iter_mut().enumerate() {
            let start = Instant::now();
            pairs[k] = black_box(update(black_box(boxes)));
            if i >= WARM_UP_FRAMES {
                times[k] = times[k].min(start.elapsed().as_secs_f64() * 1e9);
            }
        }
        assert!(pairs.iter().all(|count| *count == pairs[0]), "all methods must find the same pairs");
    }
    Timing { times, pairs: pairs[0] }
}

/// Motions that are measured.
const MOTIONS: [Motion; 6] = [
    Motion::coherent(1_000, 40),
    Motion::coherent(10_000, 20),
    Motion::coherent(100_000, 8),
    Motion::incoherent(1_000, 8),
    Motion::incoherent(10_000, 6),
    Motion::incoherent(100_000, 4),
];

/// Largest ratio of the time of columns to that of parry in coherent motion.
const COHERENT_LIMIT: f64 = 0.7;

/// Where the time of Contact Lens goes.
const PROFILE: &str = "time: a third in updating the sorted columns, a third in finding pairs and cells";

/// Measures columns against parry's tree; also returns the number of pairs in the last frame.
fn measure(frames: &[Boxes], is_coherent: bool) -> (Ratio, usize) {
    let mut columns = Columns::new();
    let mut tree = Tree::new(&frames[0]);
    let timing = time_methods(
        frames,
        [
            &mut |boxes| {
                columns.update(boxes).expect("boxes in order");
                columns.pairs.len()
            },
            &mut |boxes| tree.update(boxes),
        ],
    );
    let kind = if is_coherent { "coherent" } else { "incoherent" };
    let ratio = Ratio::new(format!("{} boxes, {kind}", frames[0].len()), timing.times);
    (ratio.at_most(is_coherent.then_some(COHERENT_LIMIT)).with_profile(PROFILE), timing.pairs)
}

/// Measures columns against parry's tree, except for the largest incoherent motion, where parry takes 20 s per frame.
pub fn ratios() -> Vec<Ratio> {
    let quick = MOTIONS.into_iter().filter(|motion| motion.is_coherent || motion.boxes <= 10_000);
    quick.map(|motion| measure(&motion.play(), motion.is_coherent).0).collect()
}

/// Prints a row of the table: columns against parry, then the times of sorted lists and of testing all pairs.
fn print_row(motion: Motion) {
    let Motion { boxes: count, is_coherent, .. } = motion;
    let frames = motion.play();
    let (ratio, pairs) = measure(&frames, is_coherent);
    let mut line = format!("{ratio}; {pairs} pairs");
    // In incoherent motion the lists make about 3 n² swaps per frame, which takes too long for many boxes.
    if is_coherent || count <= 1_000 {
        let mut lists = SweepAndPrune::new();
        let mut swaps = 0;
        let timing = time_methods(
            &frames,
            [&mut |boxes| {
                lists.update(boxes).expect("boxes in order");
                swaps = lists.swap_count();
                lists.pairs.len()
            }],
        );
        assert_eq!(pairs, timing.pairs, "both methods must find the same pairs");
        let swaps_per_box = swaps as f64 / count as f64;
        let [ns] = timing.times;
        line += &format!(", lists {:.3} ms, {swaps} swaps, {swaps_per_box:.1} a body", ns * 1e-6);
    }
    if count <= 10_000 {
        let [ns] = time_methods(&frames[..3], [&mut count_by_all_pairs]).times;
        line += &format!(", every two {:.3} ms", ns * 1e-6);
    }
    println!("{line}");
}

/// Benchmarks one method on all frames after the first, which is played before the time starts.
fn bench_frames<W>(bench: &mut Bencher<'_>, frames: &[Boxes], create: impl Fn() -> W, update: impl Fn(&mut W, &Boxes)) {
    bench.iter_batched(
        || {
            let mut method = create();
            update(&mut method, &frames[0]);
            method
        },
        |mut method| frames[1..].iter().for_each(|boxes| update(&mut method, boxes)),
        BatchSize::LargeInput,
    );
}

/// Runs criterion's groups.
fn bench_groups(criterion: &mut Criterion) {
    for count in [1_000, 10_000] {
        let frames = Motion::coherent(count, 12).play();
        let mut group = criterion.benchmark_group(format!("pairs/{count}"));
        group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
        group.bench_function(BenchmarkId::from_parameter("columns"), |bench| {
            bench_frames(bench, &frames, Columns::new, |columns: &mut Columns<3>, boxes: &Boxes| {
                columns.update(boxes).expect("boxes in order");
            });
        });
        group.bench_function(BenchmarkId::from_parameter("lists"), |bench| {
            bench_frames(bench, &frames, SweepAndPrune::new, |lists: &mut SweepAndPrune<3>, boxes: &Boxes| {
                lists.update(boxes).expect("boxes in order");
            });
        });
        group.bench_function(BenchmarkId::from_parameter("parry"), |bench| {
            bench_frames(
                bench,
                &frames,
                || Tree::new(&frames[0]),
                |tree: &mut Tree, boxes: &Boxes| {
                    black_box(tree.update(boxes));
                },
            );
        });
        group.finish();
    }
}

fn main() {
    let has_filter = std::env::args().skip(1).any(|word| !word.starts_with('-'));
    if !has_filter {
        println!("{}", Ratio::header());
        MOTIONS.into_iter().for_each(print_row);
    }
    let mut criterion = Criterion::default().configure_from_args();
    bench_groups(&mut criterion);
    criterion.final_summary();
}
