//! The full answer over the whole public suite against parry, on the same pairs in the same run; shapes built, cold.
//!
//! Ours is `penetration::Workspace::signed_distance` (in the plane `pair2::Workspace`'s), with its certificate.
//! Parry's full answer is `parry::query::contact` with an unbounded prediction, so that it answers every pair: closed
//! formulas where it has them, else GJK, and EPA for pairs that overlap. Ellipsoids and point sets without volume, for
//! which it has no shape, go to its GJK and EPA as support maps.
//!
//! First the table and the bars (about ten seconds), then criterion's groups by family. With a filter, as in
//! `-- f64/motion/ours`, only the groups. The cases lie beside the checkout or where `CONTACT_LENS_CASES` says.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement that prints")]

#[path = "../../tests/it/case_files.rs"]
mod case_files;
mod clock;
mod double;
mod form;
mod plane;
mod single;
mod table;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use case_files::Case;
use contact_lens_benches::ratio::Ratio;
use criterion::{BenchmarkId, Criterion};
use form::Form;
use table::{Row, quantiles};

/// A pair that both engines have built.
pub trait Pair {
    /// Our signed distance, cold.
    fn ours(&self) -> f64;
    /// Parry's; none where it has no answer.
    fn theirs(&self) -> Option<f64>;
    /// What our answer took.
    fn our_work(&self) -> Work;
    /// Supports of A that parry's answer took, where GJK gives it.
    fn their_supports(&self) -> Option<u32>;
}

/// The work of one answer.
pub struct Work {
    /// Iterations of all outer loops.
    pub iterations: u32,
    /// Calls of A's support mapping.
    pub supports: u32,
}

/// A case, built.
struct Built {
    family: String,
    small_overlap: bool,
    pair: Box<dyn Pair>,
    /// Whether parry answers it, without a panic.
    answered: bool,
}

fn build(cases: &[Case], dim: u32, make: impl Fn(&Case) -> Option<Box<dyn Pair>>) -> Vec<Built> {
    let cases = cases.iter().filter(|case| case.dim == dim);
    let built = |case: &Case| {
        let pair = make(case)?;
        let vertices = [&case.a, &case.b].map(|placed| Form::read(&placed.shape).vertices());
        let few = matches!(vertices, [Some(a), Some(b)] if a >= 4 && b >= 4 && a + b <= 23);
        let small_overlap = few && case.reference.signed_distance < 0.0;
        let answered = matches!(catch_unwind(AssertUnwindSafe(|| pair.theirs())), Ok(Some(_)));
        Some(Built { family: case.family.clone(), small_overlap, pair, answered })
    };
    cases.filter_map(built).collect()
}

fn measure(built: &Built) -> Row {
    let pair = &*built.pair;
    let times = clock::both(
        || {
            pair.ours();
        },
        || {
            if built.answered {
                pair.theirs();
            }
        },
    );
    let work = pair.our_work();
    let theirs = if built.answered { pair.their_supports() } else { None };
    Row {
        family: built.family.clone(),
        small_overlap: built.small_overlap,
        ns: [Some(times[0]), built.answered.then_some(times[1])],
        iterations: work.iterations,
        supports: [Some(work.supports), theirs],
    }
}

/// One group a family, each with both engines.
fn group(criterion: &mut Criterion, name: &str, all: &[Built]) {
    let mut families: Vec<&str> = all.iter().map(|built| built.family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    for family in families {
        let pairs: Vec<_> = all.iter().filter(|built| built.family == family && built.answered).collect();
        let mut group = criterion.benchmark_group(format!("{name}/{family}"));
        group.bench_function(BenchmarkId::from_parameter("ours"), |b| {
            b.iter(|| pairs.iter().map(|built| built.pair.ours()).sum::<f64>());
        });
        group.bench_function(BenchmarkId::from_parameter("parry"), |b| {
            b.iter(|| pairs.iter().filter_map(|built| built.pair.theirs()).sum::<f64>());
        });
        group.finish();
    }
}

/// All cases, built: in space in both precisions, and in the plane.
fn built(cases: &[Case]) -> [Vec<Built>; 3] {
    std::panic::set_hook(Box::new(|_| {})); // parry's panics are counted, not shown
    let built = [
        build(cases, 3, |case| Some(double::space::pair(case))),
        build(cases, 3, |case| Some(single::space::pair(case))),
        build(cases, 2, plane::pair),
    ];
    _ = std::panic::take_hook();
    built
}

/// Ours over theirs.
pub fn ratios() -> Vec<Ratio> {
    let built = built(&case_files::read());
    if built.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    bars(&built.map(|all| all.iter().map(measure).collect()))
}

fn main() {
    let cases = case_files::read();
    if cases.is_empty() {
        return;
    }
    let [f64s, f32s, planar] = built(&cases);
    if std::env::args().skip(1).all(|arg| arg.starts_with('-')) {
        tables(&f64s, &f32s, &planar);
        motions("f64", &cases, double::space::motion);
        motions("f32", &cases, single::space::motion);
    }
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(200))
        .configure_from_args();
    group(&mut criterion, "f64", &f64s);
    group(&mut criterion, "f32", &f32s);
    group(&mut criterion, "planar", &planar);
    criterion.final_summary();
}

/// Runs the motions, frame by frame, and prints the bar of the warm start.
fn motions(precision: &str, cases: &[Case], run: impl Fn(&[&Case]) -> [Vec<f64>; 2]) {
    let mut frames: Vec<&Case> = cases.iter().filter(|case| case.sequence.is_some()).collect();
    frames.sort_by_key(|case| case.sequence);
    let mut all = [Vec::new(), Vec::new()];
    for motion in frames.chunk_by(|one, next| one.sequence == next.sequence) {
        let [cold, warm] = run(motion);
        all[0].extend(cold);
        all[1].extend(warm);
    }
    let [cold, warm] = all.map(|ns| table::quantile(ns, 0.5));
    println!(
        "{}",
        Ratio::new(format!("motion, {precision}: from the last frame, over cold"), [warm, cold]).at_most(0.50)
    );
}

/// Measures case by case and prints the tables and the bars.
fn tables(f64s: &[Built], f32s: &[Built], planar: &[Built]) {
    let rows: [Vec<Row>; 3] = [f64s, f32s, planar].map(|all| all.iter().map(measure).collect());
    table::print("space, f64, against parry3d-f64", &rows[0]);
    table::print("space, f32, against parry3d", &rows[1]);
    table::print("plane, f64, against parry2d-f64", &rows[2]);
    println!("\n{}", Ratio::head());
    bars(&rows).iter().for_each(|ratio| println!("{ratio}"));
}

/// What all cases come to, held to the bars.
fn bars([f64s, f32s, planar]: &[Vec<Row>; 3]) -> Vec<Ratio> {
    let of = |what: &str, rows: &[Row], q: f64, bar: f64| Ratio::new(what, quantiles(rows, q)).at_most(bar);
    let small = |what: &str, rows: &[Row]| {
        let small: Vec<&Row> = rows.iter().filter(|row| row.small_overlap).collect();
        Ratio::new(what, quantiles(small.iter().copied(), 0.5)).at_most(0.50)
    };
    vec![
        of("space, f64: median", f64s, 0.5, 0.45),
        of("space, f32: median", f32s, 0.5, 0.45),
        of("space, f64: p99", f64s, 0.99, 0.20),
        of("space, f32: p99", f32s, 0.99, 0.25),
        of("plane, f64: median", planar, 0.5, 0.50),
        small("small polytopes that overlap, f64: median", f64s),
        small("small polytopes that overlap, f32: median", f32s),
    ]
}
