//! The full distance query over all public cases against parry, on the same pairs in one run. Shapes are built before
//! the time starts, and each query starts from scratch.
//!
//! - **Contact Lens**: `dim3::distance::Workspace::signed_distance`, in the plane that of `dim2::distance`, with a
//!   certificate.
//! - **Parry**: `query::contact` with an unlimited prediction distance, so that it answers every pair: closed formulas
//!   where it has them, else GJK, and EPA for pairs that overlap. Ellipsoids and point sets without volume, for which
//!   parry has no shapes, go to its GJK and EPA as support mappings.
//! - **Output**: tables and ratios (about ten seconds), then criterion's groups by family. With a filter, as in
//!   `-- f64/motion/ours`, only the groups.
//! - **Cases**: in a folder next to the checkout, or in the folder that the environment variable `CONTACT_LENS_CASES`
//!   names.

// Each precision includes the same files.
#![allow(clippy::duplicate_mod)]
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement that prints")]

#[path = "../../tests/it/case_files.rs"]
mod case_files;
mod case_shape;
mod clock;
mod double;
mod planar_pair;
mod single;
mod table;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use case_files::Case;
use case_shape::CaseShape;
use contact_lens_benches::ratio::Ratio;
use criterion::{BenchmarkId, Criterion};
use table::{Row, time_quantiles};

/// Pair of bodies, built for both libraries.
pub trait Pair {
    /// Signed distance by Contact Lens, without warm start; NaN if there is none.
    fn our_distance(&self) -> f64;
    /// Signed distance by parry; `None` if it has no answer.
    fn parry_distance(&self) -> Option<f64>;
    /// Work of the query of Contact Lens.
    fn our_work(&self) -> Work;
    /// Number of calls of A's support mapping by parry; `None` if a formula gives the answer, or they cannot be
    /// counted.
    fn parry_supports(&self) -> Option<u32>;
}

/// Work of one query.
pub struct Work {
    /// Number of iterations of all outer loops.
    pub iterations: u32,
    /// Number of calls of A's support mapping.
    pub supports: u32,
}

/// Case that is built for both libraries.
struct BuiltCase {
    family: String,
    is_small_overlap: bool,
    pair: Box<dyn Pair>,
    /// Whether parry answers the case, without a panic.
    has_parry_answer: bool,
}

/// Largest number of points of both polytopes of a small overlap.
const MAX_POINTS_OF_SMALL: usize = 23;

/// Whether a case has two solid polytopes of few points that overlap.
fn is_small_overlap(case: &Case) -> bool {
    let points = [&case.a, &case.b].map(|placed| CaseShape::read(&placed.shape).point_count());
    let is_small = matches!(points, [Some(a), Some(b)] if a >= 4 && b >= 4 && a + b <= MAX_POINTS_OF_SMALL);
    is_small && case.reference.signed_distance < 0.0
}

/// Builds the cases of dimension `dim` by `build_pair`, without those that it cannot build.
fn build(cases: &[Case], dim: u32, build_pair: impl Fn(&Case) -> Option<Box<dyn Pair>>) -> Vec<BuiltCase> {
    let mut built = Vec::new();
    for case in cases.iter().filter(|case| case.dim == dim) {
        let Some(pair) = build_pair(case) else { continue };
        let has_parry_answer = matches!(catch_unwind(AssertUnwindSafe(|| pair.parry_distance())), Ok(Some(_)));
        let family = case.family.clone();
        built.push(BuiltCase { family, is_small_overlap: is_small_overlap(case), pair, has_parry_answer });
    }
    built
}

fn measure(case: &BuiltCase) -> Row {
    let pair = &*case.pair;
    let [our_time, parry_time] = clock::time_both(
        || {
            pair.our_distance();
        },
        || {
            if case.has_parry_answer {
                pair.parry_distance();
            }
        },
    );
    let work = pair.our_work();
    Row {
        family: case.family.clone(),
        is_small_overlap: case.is_small_overlap,
        our_time,
        parry_time: case.has_parry_answer.then_some(parry_time),
        iterations: work.iterations,
        our_supports: work.supports,
        parry_supports: if case.has_parry_answer { pair.parry_supports() } else { None },
    }
}

fn measure_all(cases: &[BuiltCase]) -> Vec<Row> {
    cases.iter().map(measure).collect()
}

/// Runs a group of criterion per family, each with both libraries.
fn bench_families(criterion: &mut Criterion, name: &str, cases: &[BuiltCase]) {
    let mut families: Vec<&str> = cases.iter().map(|case| case.family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    for family in families {
        let answered: Vec<_> = cases.iter().filter(|case| case.family == family && case.has_parry_answer).collect();
        let mut group = criterion.benchmark_group(format!("{name}/{family}"));
        group.bench_function(BenchmarkId::from_parameter("ours"), |b| {
            b.iter(|| answered.iter().map(|case| case.pair.our_distance()).sum::<f64>());
        });
        group.bench_function(BenchmarkId::from_parameter("parry"), |b| {
            b.iter(|| answered.iter().filter_map(|case| case.pair.parry_distance()).sum::<f64>());
        });
        group.finish();
    }
}

/// Built cases by dimension and precision.
struct BuiltCases {
    spatial_f64: Vec<BuiltCase>,
    spatial_f32: Vec<BuiltCase>,
    planar: Vec<BuiltCase>,
}

impl BuiltCases {
    /// Builds all cases. Panics of parry are not printed: the table counts them as unanswered.
    fn new(cases: &[Case]) -> Self {
        std::panic::set_hook(Box::new(|_| {}));
        let built = Self {
            spatial_f64: build(cases, 3, |case| Some(double::spatial_pair::build(case))),
            spatial_f32: build(cases, 3, |case| Some(single::spatial_pair::build(case))),
            planar: build(cases, 2, planar_pair::build),
        };
        _ = std::panic::take_hook();
        built
    }

    fn measure(&self) -> Measurements {
        Measurements {
            spatial_f64: measure_all(&self.spatial_f64),
            spatial_f32: measure_all(&self.spatial_f32),
            planar: measure_all(&self.planar),
        }
    }
}

/// Measurements of all cases, by dimension and precision.
struct Measurements {
    spatial_f64: Vec<Row>,
    spatial_f32: Vec<Row>,
    planar: Vec<Row>,
}

impl Measurements {
    fn print_tables(&self) {
        table::print("space, f64, against parry3d-f64", &self.spatial_f64);
        table::print("space, f32, against parry3d", &self.spatial_f32);
        table::print("plane, f64, against parry2d-f64", &self.planar);
    }

    /// Ratios of quantiles over all cases, with their limits.
    fn ratios(&self) -> Vec<Ratio> {
        vec![
            quantile_ratio("space, f64: median", &self.spatial_f64, 0.5, 0.45),
            quantile_ratio("space, f32: median", &self.spatial_f32, 0.5, 0.45),
            quantile_ratio("space, f64: p99", &self.spatial_f64, 0.99, 0.20),
            quantile_ratio("space, f32: p99", &self.spatial_f32, 0.99, 0.25),
            quantile_ratio("plane, f64: median", &self.planar, 0.5, 0.50),
            small_overlap_ratio("small polytopes that overlap, f64: median", &self.spatial_f64),
            small_overlap_ratio("small polytopes that overlap, f32: median", &self.spatial_f32),
        ]
    }
}

/// Ratio of the quantiles `q` of the times of both libraries.
fn quantile_ratio(name: &str, rows: &[Row], q: f64, limit: f64) -> Ratio {
    Ratio::new(name, time_quantiles(rows, q)).at_most(limit)
}

/// Ratio of the medians over small overlaps.
fn small_overlap_ratio(name: &str, rows: &[Row]) -> Ratio {
    let small = rows.iter().filter(|row| row.is_small_overlap);
    Ratio::new(name, time_quantiles(small, 0.5)).at_most(0.50)
}

/// Measures all cases; returns no ratios without case files.
pub fn ratios() -> Vec<Ratio> {
    let cases = case_files::read();
    if cases.is_empty() {
        return Vec::new();
    }
    BuiltCases::new(&cases).measure().ratios()
}

/// Times all motions frame by frame by `time_motion`, and prints the ratio of warm to cold queries of Contact Lens.
fn print_warm_start(precision: &str, cases: &[Case], time_motion: impl Fn(&[&Case]) -> [Vec<f64>; 2]) {
    let mut frames: Vec<&Case> = cases.iter().filter(|case| case.sequence.is_some()).collect();
    frames.sort_by_key(|case| case.sequence);
    let mut cold_times = Vec::new();
    let mut warm_times = Vec::new();
    for motion in frames.chunk_by(|case, next| case.sequence == next.sequence) {
        let [cold, warm] = time_motion(motion);
        cold_times.extend(cold);
        warm_times.extend(warm);
    }
    let medians = [table::quantile(warm_times, 0.5), table::quantile(cold_times, 0.5)];
    let name = format!("motion, {precision}: from the last frame, over cold");
    println!("{}", Ratio::new(name, medians).at_most(0.50));
}

fn main() {
    let cases = case_files::read();
    if cases.is_empty() {
        return;
    }
    let built = BuiltCases::new(&cases);
    if std::env::args().skip(1).all(|arg| arg.starts_with('-')) {
        let measurements = built.measure();
        measurements.print_tables();
        println!("\n{}", Ratio::header());
        measurements.ratios().iter().for_each(|ratio| println!("{ratio}"));
        print_warm_start("f64", &cases, double::spatial_pair::time_motion);
        print_warm_start("f32", &cases, single::spatial_pair::time_motion);
    }
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(200))
        .configure_from_args();
    bench_families(&mut criterion, "f64", &built.spatial_f64);
    bench_families(&mut criterion, "f32", &built.spatial_f32);
    bench_families(&mut criterion, "planar", &built.planar);
    criterion.final_summary();
}
