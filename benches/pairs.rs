//! Sweep and prune against parry3d's `Bvh` and against every two boxes: f32, the same boxes in one run, a frame at a time.
//!
//! Boxes at constant density, a third as many pairs as boxes; in coherent motion each goes a centimeter a frame, in
//! incoherent motion it is somewhere else in each frame. Three lists are timed with their swaps, columns and parry's tree
//! (exact boxes, refit, incremental optimization, self-traversal) with the list of all pairs.
//!
//! Bars: columns ≤ 0.6 × parry at 100 000 coherent boxes, and nearly linear in n.
//!
//! First the table, then criterion's groups. With a filter, as in `-- columns`, only the groups.
#![allow(clippy::print_stdout, missing_docs, reason = "a measurement that prints")]

mod random;

use std::hint::black_box;
use std::time::{Duration, Instant};

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

/// The least time of a frame after the second; all else on the machine only adds.
fn least(frames: &[Boxes], mut frame: impl FnMut(&Boxes) -> usize) -> (Duration, usize) {
    let (mut least, mut pairs) = (Duration::MAX, 0);
    for (i, boxes) in frames.iter().enumerate() {
        let start = Instant::now();
        pairs = black_box(frame(black_box(boxes)));
        if i >= 2 {
            least = least.min(start.elapsed());
        }
    }
    (least, pairs)
}

/// One row of the table: what ours and theirs took, and the ratios.
fn row(count: usize, frames: usize, coherent: bool) {
    let boxes = motion(count, frames, coherent);
    let mut columns = Columns::new();
    let (ours, pairs) = least(&boxes, |boxes| {
        columns.update(boxes).expect("boxes in order");
        columns.pairs.len()
    });
    let mut tree = Tree::new(&boxes[0]);
    let (theirs, same) = least(&boxes, |boxes| tree.update(boxes));
    assert_eq!(pairs, same, "both find the same pairs");
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let mut line = format!(
        "{count:>7} {} {pairs:>6} pairs   columns {:>8.3} ms   parry {:>8.3} ms   ratio {:.2}",
        if coherent { "coherent  " } else { "incoherent" },
        ms(ours),
        ms(theirs),
        ms(ours) / ms(theirs)
    );
    // Incoherent motion makes about 3 n² swaps a frame.
    if coherent || count <= 1_000 {
        let (mut lists, mut swaps) = (SweepAndPrune::new(), 0);
        let (time, same) = least(&boxes, |boxes| {
            lists.update(boxes).expect("boxes in order");
            swaps = lists.swap_count();
            lists.pairs.len()
        });
        assert_eq!(pairs, same, "both find the same pairs");
        let a_body = swaps as f64 / count as f64;
        line += &format!("   lists {:>8.3} ms, {swaps} swaps, {a_body:.1} a body", ms(time));
    }
    if count <= 10_000 {
        let (time, _) = least(&boxes[..3], all_pairs);
        line += &format!("   every two {:>8.3} ms", ms(time));
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
        for (count, frames) in [(1_000, 40), (10_000, 20), (100_000, 8)] {
            row(count, frames, true);
        }
        for (count, frames) in [(1_000, 8), (10_000, 6), (100_000, 4)] {
            row(count, frames, false);
        }
    }
    let mut criterion = Criterion::default().configure_from_args();
    groups(&mut criterion);
    criterion.final_summary();
}
