//! The full answer in the plane against parry2d: f64, cold, the same pairs in one run.
//!
//! Bar: ours ≤ 0.5 × parry2d-f64 over the public planar families. Where their files are absent (see `tests/it/cases.rs`)
//! random pairs stand in. Printed: the ratio, each kind of pair, the case in the middle and the slowest hundredth, turns.
#![allow(clippy::print_stdout, missing_docs, reason = "a measurement that prints")]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use contact_lens::double::pair2::{Answer2, Workspace};
use contact_lens::double::shape2::Shape2;
use contact_lens::double::support2::Pose2;
use criterion::Criterion;
use glam::DVec2;
use parry2d_f64::math;
use parry2d_f64::shape::SharedShape;
use serde_json::Value;

/// Most of parry's time that ours may take.
const BAR: f64 = 0.5;

/// The same body for both engines.
struct Body {
    kind: String,
    ours: (Shape2, Pose2),
    theirs: (SharedShape, math::Pose),
}

struct Pair {
    family: String,
    bodies: [Body; 2],
}

fn body(kind: &str, numbers: &[DVec2], position: DVec2, rotation: DVec2) -> Body {
    let rotation = rotation.normalize();
    let vector = |p: DVec2| math::Vector::new(p.x, p.y);
    let (ours, theirs) = match kind {
        "circle" => (Shape2::circle(numbers[0].x), Some(SharedShape::ball(numbers[0].x))),
        "box" => (Shape2::rectangle(numbers[0]), Some(SharedShape::cuboid(numbers[0].x, numbers[0].y))),
        _ => {
            let points: Vec<_> = numbers.iter().copied().map(vector).collect();
            (Shape2::polygon(numbers), SharedShape::convex_hull(&points))
        }
    };
    // Its hull refuses what has no area; a segment is the fairest stand-in.
    let theirs = theirs.unwrap_or_else(|| SharedShape::segment(vector(numbers[0]), vector(numbers[numbers.len() - 1])));
    let turn = math::Rotation::new(rotation.to_angle());
    Body {
        kind: kind.to_owned(),
        ours: (ours.expect("a valid shape"), Pose2::new(position, rotation)),
        theirs: (theirs, math::Pose::from_parts(vector(position), turn)),
    }
}

/// The public cases of two dimensions, or none.
fn public() -> Vec<Pair> {
    let folder = std::env::var_os("CONTACT_LENS_CASES")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/cases"), PathBuf::from);
    let vector = |v: &Value| DVec2::new(v[0].as_f64().expect("a number"), v[1].as_f64().expect("a number"));
    let read = |placed: &Value| {
        let shape = &placed["shape"];
        let kind = shape["type"].as_str().expect("a name");
        let numbers = match kind {
            "circle" => vec![DVec2::splat(shape["radius"].as_f64().expect("a number"))],
            "box" => vec![vector(&shape["half_extents"])],
            _ => shape["points"].as_array().expect("a list").iter().map(vector).collect(),
        };
        body(kind, &numbers, vector(&placed["position"]), vector(&placed["rotation"]))
    };
    let mut pairs = Vec::new();
    for family in ["planar", "planar_degenerate"] {
        let text = std::fs::read_to_string(folder.join(family).with_extension("jsonl")).unwrap_or_default();
        pairs.extend(text.lines().map(|line| {
            let case: Value = serde_json::from_str(line).expect("a case");
            Pair { family: family.to_owned(), bodies: [read(&case["a"]), read(&case["b"])] }
        }));
    }
    pairs
}

/// Random circles, boxes and polygons, about half of the pairs overlapping.
fn random() -> Vec<Pair> {
    let mut state = 0x0123_4567_89ab_cdef_u64;
    let mut real = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    let mut one = |kind: usize, spread: f64| {
        let mut vector = || DVec2::new(real(), real());
        let (kind, numbers) = match kind {
            0 => ("circle", vec![0.2 + vector().abs()]),
            1 => ("box", vec![0.2 + vector().abs()]),
            _ => ("polygon", (0..24).map(|_| vector().normalize_or(DVec2::X) * DVec2::new(1.0, 0.8)).collect()),
        };
        body(kind, &numbers, vector() * spread, vector().normalize_or(DVec2::X))
    };
    let pair = |i: usize| Pair { family: String::from("random"), bodies: [one(i % 3, 1.0), one(i / 3 % 3, 1.5)] };
    (0..324).map(pair).collect()
}

fn ours(workspace: &mut Workspace, pair: &Pair) -> Answer2 {
    let [a, b] = &pair.bodies;
    workspace.signed_distance(black_box(&a.ours.0), &a.ours.1, black_box(&b.ours.0), &b.ours.1).in_world(&a.ours.1)
}

fn theirs(pair: &Pair) -> Option<parry2d_f64::query::Contact> {
    let [a, b] = &pair.bodies;
    let (shape_a, shape_b) = (black_box(&*a.theirs.0), black_box(&*b.theirs.0));
    parry2d_f64::query::contact(&a.theirs.1, shape_a, &b.theirs.1, shape_b, f64::MAX).ok().flatten()
}

/// Nanoseconds a pair: the least of many rounds over all, since everything else on the machine only adds.
fn least<T>(pairs: &[&Pair], mut ask: impl FnMut(&Pair) -> T) -> f64 {
    let mut least = Duration::MAX;
    for _ in 0..400 {
        let start = Instant::now();
        for pair in pairs {
            black_box(ask(pair));
        }
        least = least.min(start.elapsed());
    }
    least.as_nanos() as f64 / pairs.len() as f64
}

/// Nanoseconds of each pair, sorted, and their sum.
fn each<T>(pairs: &[Pair], mut ask: impl FnMut(&Pair) -> T) -> (Vec<f64>, f64) {
    let mut time = |pair: &Pair| least(&[pair; 16], &mut ask);
    let mut all: Vec<f64> = pairs.iter().map(&mut time).collect();
    let sum = all.iter().sum();
    all.sort_by(f64::total_cmp);
    (all, sum)
}

/// The pairs by a name made of each.
fn by<'a>(pairs: &'a [Pair], name: impl Fn(&Pair) -> String) -> BTreeMap<String, Vec<&'a Pair>> {
    let mut groups: BTreeMap<_, Vec<_>> = BTreeMap::new();
    pairs.iter().for_each(|pair| groups.entry(name(pair)).or_default().push(pair));
    groups
}

fn main() {
    let pairs = Some(public()).filter(|pairs| !pairs.is_empty()).unwrap_or_else(random);
    let workspace = &mut Workspace::default();
    let mut criterion =
        Criterion::default().sample_size(30).measurement_time(Duration::from_secs(1)).configure_from_args();
    let mut group = criterion.benchmark_group("plane");
    for (family, pairs) in by(&pairs, |pair| pair.family.clone()) {
        group.bench_function(format!("{family}/ours"), |b| {
            b.iter(|| pairs.iter().map(|pair| ours(workspace, pair).signed_distance).sum::<f64>());
        });
        group.bench_function(format!("{family}/parry2d"), |b| {
            b.iter(|| pairs.iter().filter_map(|pair| theirs(pair)).map(|found| found.dist).sum::<f64>());
        });
        let (mine, other) = (least(&pairs, |pair| ours(workspace, pair)), least(&pairs, theirs));
        println!("{family}: ours {mine:.0} ns, parry2d {other:.0} ns, ratio {:.2} (bar {BAR})", mine / other);
        let turns: Vec<u32> = pairs.iter().map(|pair| ours(workspace, pair).iterations).collect();
        let mean = f64::from(turns.iter().sum::<u32>()) / turns.len() as f64;
        println!("{family}: {mean:.2} turns in the mean, at most {}", turns.iter().max().unwrap_or(&0));
    }
    group.finish();
    let kinds = |pair: &Pair| {
        let mut kinds = pair.bodies.each_ref().map(|body| &body.kind[..]);
        kinds.sort_unstable();
        let deep = ours(&mut Workspace::default(), pair).signed_distance < 0.0;
        format!("{} {}", kinds.join("-"), if deep { "overlapping" } else { "apart" })
    };
    for (kind, pairs) in by(&pairs, kinds) {
        let (mine, other) = (least(&pairs, |pair| ours(workspace, pair)), least(&pairs, theirs));
        println!("  {kind} ({}): ours {mine:.0} ns, parry2d {other:.0} ns, ratio {:.2}", pairs.len(), mine / other);
    }
    let ((mine, sum), (other, sum_of_parry)) = (each(&pairs, |pair| ours(workspace, pair)), each(&pairs, theirs));
    let at = |all: &[f64], share: f64| all[((all.len() - 1) as f64 * share).round() as usize];
    for (name, share) in [("median", 0.5), ("99th percentile", 0.99)] {
        let (mine, other) = (at(&mine, share), at(&other, share));
        println!(
            "case by case, {name}: ours {mine:.0} ns, parry2d {other:.0} ns, ratio {:.2} (bar {BAR})",
            mine / other
        );
    }
    println!("case by case, sum: ratio {:.2} (bar {BAR})", sum / sum_of_parry);
    criterion.final_summary();
}
