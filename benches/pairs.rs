//! Sweep and prune against parry3d's `Bvh` and against every two boxes: f32, the same boxes in one run, a frame at a time.
//!
//! Boxes at constant density, a third as many pairs as boxes; in coherent motion each goes a centimeter a frame, in
//! incoherent motion it is somewhere else in each frame. Three lists are timed with their swaps, columns and parry's tree
//! (exact boxes, refit, incremental optimization, self-traversal) with the list of all pairs.
//!
//! Bars: columns ≤ 0.6 × parry at 100 000 coherent boxes, and nearly linear in n.
//!
//! First the table, then criterion's groups. With a filter, as in `-- columns`, only the groups.
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

type Boxes = Vec<Option<Bounds<3>>>;

impl Random {
    /// From 0 to 1 in each coordinate.
    fn vector(&mut self) -> [f32; 3] {
        [self.real(), self.real(), self.real()].map(|x| 0.5 + 0.5 * x)
    }
}

/// Boxes over some frames.
fn motion(count: usize, frames: usize, coherent: bool) -> Vec<Boxes> {
    let mut random = Random(0x1234_5678 + count as u64);
    let side = (4.2 * count as f32).cbrt();
    let half: Vec<[f32; 3]> = (0..count).map(|_| random.vector().map(|x| 0.2 + 0.3 * x)).collect();
    let mut at: Vec<[f32; 3]> = (0..count).map(|_| random.vector().map(|x| side * x)).collect();
    let velocity: Vec<[f32; 3]> = (0..count)
        .map(|_| {
            let v = random.vector().map(|x| x - 0.5);
            let length = v.iter().map(|x| x * x).sum::<f32>().sqrt().max(1e-3);
            v.map(|x| 0.01 * x / length)
        })
        .collect();
    let mut all = Vec::new();
    for _ in 0..frames {
        let bounds = |(at, half): (&[f32; 3], &[f32; 3])| {
            let of = |sign: f32| std::array::from_fn(|k| at[k] + sign * half[k]);
            Some(Bounds { min: of(-1.0), max: of(1.0) })
        };
        all.push(at.iter().zip(&half).map(bounds).collect());
        for (at, v) in at.iter_mut().zip(&velocity) {
            *at = if coherent { std::array::from_fn(|k| at[k] + v[k]) } else { random.vector().map(|x| side * x) };
        }
    }
    all
}

/// Parry's tree, kept from frame to frame.
struct Tree {
    bvh: Bvh,
    workspace: BvhWorkspace,
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

/// Every two boxes.
fn all_pairs(boxes: &Boxes) -> usize {
    let list: Vec<Bounds<3>> = boxes.iter().flatten().copied().collect();
    let apart = |a: &Bounds<3>, b: &Bounds<3>| {
        (0..3).fold(false, |apart, k| apart | (a.min[k] > b.max[k]) | (b.min[k] > a.max[k]))
    };
    list.iter().enumerate().map(|(i, a)| list[i + 1..].iter().filter(|b| !apart(a, b)).count()).sum()
}

/// Plays the same boxes with each, which take turns frame by frame: the least time of a frame after the second, in nanoseconds,
/// and how many pairs all of them found in the last.
fn least<const N: usize>(frames: &[Boxes], mut updates: [&mut dyn FnMut(&Boxes) -> usize; N]) -> ([f64; N], usize) {
    let (mut least, mut pairs) = ([f64::INFINITY; N], [0; N]);
    for (i, boxes) in frames.iter().enumerate() {
        for (k, update) in updates.iter_mut().enumerate() {
            let start = Instant::now();
            pairs[k] = black_box(update(black_box(boxes)));
            if i >= 2 {
                least[k] = least[k].min(start.elapsed().as_secs_f64() * 1e9);
            }
        }
        assert!(pairs.iter().all(|count| *count == pairs[0]), "all find the same pairs");
    }
    (least, pairs[0])
}

/// How many boxes, over how many frames, and whether they move little in one.
const MOTIONS: [(usize, usize, bool); 6] = [
    (1_000, 40, true),
    (10_000, 20, true),
    (100_000, 8, true),
    (1_000, 8, false),
    (10_000, 6, false),
    (100_000, 4, false),
];

/// What columns and parry's tree take, and how many pairs there are in the last frame.
fn beside(boxes: &[Boxes], is_coherent: bool) -> (Ratio, usize) {
    let (mut columns, mut tree) = (Columns::new(), Tree::new(&boxes[0]));
    let mut ours = |boxes: &Boxes| {
        columns.update(boxes).expect("boxes in order");
        columns.pairs.len()
    };
    let (ns, pairs) = least(boxes, [&mut ours, &mut |boxes| tree.update(boxes)]);
    let how = if is_coherent { "coherent" } else { "incoherent" };
    (Ratio::new(format!("{} boxes, {how}", boxes[0].len()), ns).at_most(is_coherent.then_some(0.7)), pairs)
}

/// Ours over theirs, but where parry's tree takes twenty seconds a frame.
pub fn ratios() -> Vec<Ratio> {
    let quick = MOTIONS.into_iter().filter(|(count, _, is_coherent)| *is_coherent || *count <= 10_000);
    quick.map(|(count, frames, is_coherent)| beside(&motion(count, frames, is_coherent), is_coherent).0).collect()
}

/// One row of the table: what ours and theirs took, and beside it three lists and every two boxes.
fn row(count: usize, frames: usize, is_coherent: bool) {
    let boxes = motion(count, frames, is_coherent);
    let (ratio, pairs) = beside(&boxes, is_coherent);
    let mut line = format!("{ratio}; {pairs} pairs");
    // Incoherent motion makes about 3 n² swaps a frame.
    if is_coherent || count <= 1_000 {
        let (mut lists, mut swaps) = (SweepAndPrune::new(), 0);
        let mut update = |boxes: &Boxes| {
            lists.update(boxes).expect("boxes in order");
            swaps = lists.swap_count();
            lists.pairs.len()
        };
        let ([ns], same) = least(&boxes, [&mut update]);
        assert_eq!(pairs, same, "both find the same pairs");
        let a_body = swaps as f64 / count as f64;
        line += &format!(", lists {:.3} ms, {swaps} swaps, {a_body:.1} a body", ns * 1e-6);
    }
    if count <= 10_000 {
        let ([ns], _) = least(&boxes[..3], [&mut |boxes| all_pairs(boxes)]);
        line += &format!(", every two {:.3} ms", ns * 1e-6);
    }
    println!("{line}");
}

/// All frames but the first, which is played before the clock runs.
fn played<W>(bench: &mut Bencher<'_>, frames: &[Boxes], make: impl Fn() -> W, update: impl Fn(&mut W, &Boxes)) {
    let start = || {
        let mut world = make();
        update(&mut world, &frames[0]);
        world
    };
    let play = |mut world: W| frames[1..].iter().for_each(|boxes| update(&mut world, boxes));
    bench.iter_batched(start, play, BatchSize::LargeInput);
}

fn groups(criterion: &mut Criterion) {
    for count in [1_000, 10_000] {
        let frames = motion(count, 12, true);
        let mut group = criterion.benchmark_group(format!("pairs/{count}"));
        group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
        // Each begins with the first frame behind it.
        group.bench_function(BenchmarkId::from_parameter("columns"), |bench| {
            let update = |columns: &mut Columns<3>, boxes: &Boxes| columns.update(boxes).expect("boxes in order");
            played(bench, &frames, Columns::new, update);
        });
        group.bench_function(BenchmarkId::from_parameter("lists"), |bench| {
            let update = |lists: &mut SweepAndPrune<3>, boxes: &Boxes| {
                lists.update(boxes).expect("boxes in order");
            };
            played(bench, &frames, SweepAndPrune::new, update);
        });
        group.bench_function(BenchmarkId::from_parameter("parry"), |bench| {
            let update = |tree: &mut Tree, boxes: &Boxes| {
                black_box(tree.update(boxes));
            };
            played(bench, &frames, || Tree::new(&frames[0]), update);
        });
        group.finish();
    }
}

fn main() {
    let filtered = std::env::args().skip(1).any(|word| !word.starts_with('-'));
    if !filtered {
        println!("{}", Ratio::head());
        for (count, frames, is_coherent) in MOTIONS {
            row(count, frames, is_coherent);
        }
    }
    let mut criterion = Criterion::default().configure_from_args();
    groups(&mut criterion);
    criterion.final_summary();
}
