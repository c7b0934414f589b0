//! Casts of boxes, polytopes and curved bodies against parry3d, in `f64`, on the same pairs in one run, with the number
//! of wrong answers of each library.
//!
//! Contact Lens is measured by its three methods, with their certificates. The gap of a miss, which parry does not
//! compute, is not requested.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod double_precision;
mod random;

use std::hint::black_box;
use std::time::Duration;

use contact_lens_benches::clock::time_per_input;
use contact_lens_benches::ratio::Ratio;
use contact_lens_engine::double::dim3::cast::{Answer, MovingBody, Options, Outcome, advance, ray_cast, sweep};
use contact_lens_engine::double::dim3::sat::Solid;
use contact_lens_engine::double::dim3::shape::{Axis, Shape};
use contact_lens_engine::double::{Pose, distance};
use criterion::Criterion;
use double_precision::{parry_pose, parry_vector};
use glam::DVec3;
use parry3d_f64::math;
use parry3d_f64::query::{ShapeCastOptions, cast_shapes};
use parry3d_f64::shape::SharedShape;
use random::Random;

impl Random {
    /// Returns a size from 0.3 to 0.8 m.
    fn size(&mut self) -> f64 {
        0.3 + 0.5 * self.signed().abs()
    }
}

/// Kind of bodies that are measured.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Boxes,
    /// Hulls of 24 random points.
    Polytopes,
    /// Cylinders and cones.
    Curved,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Boxes, Self::Polytopes, Self::Curved];

    fn name(self) -> &'static str {
        match self {
            Self::Boxes => "boxes",
            Self::Polytopes => "polytopes",
            Self::Curved => "curved",
        }
    }
}

/// Moving body, for both libraries.
struct Body {
    shape: Shape,
    /// The shape as a polytope for separating axes; `None` for curved bodies.
    solid: Option<Solid>,
    pose: Pose,
    parry_shape: SharedShape,
    parry_pose: math::Pose,
    /// Velocity, m/s.
    velocity: DVec3,
}

/// Bodies A and B.
type Pair = (Body, Body);

fn body(random: &mut Random, kind: Kind, position: DVec3, velocity: DVec3) -> Body {
    let x = random.size();
    let y = random.size();
    let (shape, parry_shape) = match (kind, random.signed() > 0.0) {
        (Kind::Boxes, _) => {
            let z = random.size();
            (Shape::cuboid(DVec3::new(x, y, z)), SharedShape::cuboid(x, y, z))
        }
        (Kind::Polytopes, _) => {
            let points: Vec<DVec3> = (0..24).map(|_| random.vector()).collect();
            let parry_points: Vec<_> = points.iter().copied().map(parry_vector).collect();
            (Shape::polytope(&points), SharedShape::convex_hull(&parry_points).expect("a hull"))
        }
        (Kind::Curved, true) => (Shape::cylinder(x, y, Axis::Y), SharedShape::cylinder(y, x)),
        (Kind::Curved, false) => (Shape::cone(x, y, Axis::Y), SharedShape::cone(y, x)),
    };
    let shape = shape.expect("a shape");
    let solid = Solid::of_shape(&shape).map(|solid| solid.expect("a solid"));
    let pose = Pose::new(position, random.rotation());
    Body { shape, solid, parry_shape, parry_pose: parry_pose(&pose), pose, velocity }
}

/// Creates pairs of which A is at rest and B moves towards a point near A.
fn pairs(kind: Kind, count: usize) -> Vec<Pair> {
    let mut random = Random(0x00ca_5700 + kind as u64);
    let mut pair = || {
        let position_a = random.vector();
        let position_b = random.vector() * 4.0;
        let target = position_a + random.vector() * 1.6;
        let velocity = (target - position_b) * (0.7 + 0.3 * random.signed());
        let a = body(&mut random, kind, position_a, DVec3::ZERO);
        (a, body(&mut random, kind, position_b, velocity))
    };
    (0..count).map(|_| pair()).collect()
}

/// Duration of the motion, seconds.
const T_MAX: f64 = 2.0;

fn options() -> Options {
    Options { t_max: T_MAX, measure: false, ..Options::default() }
}

fn moving(body: &Body) -> MovingBody<'_, Shape> {
    MovingBody { shape: black_box(&body.shape), pose: &body.pose, velocity: body.velocity }
}

/// Casts by the GJK ray cast.
fn cast_by_ray((a, b): &Pair) -> Answer {
    ray_cast(moving(a), moving(b), &options())
}

/// Casts by conservative advancement.
fn cast_by_advancement((a, b): &Pair) -> Answer {
    advance(moving(a), moving(b), &options())
}

/// Casts by separating axes over time; `None` for curved bodies.
fn cast_by_axes((a, b): &Pair) -> Option<Answer> {
    let solid_a = a.solid.as_ref()?;
    let solid_b = b.solid.as_ref()?;
    let a = MovingBody { shape: black_box(solid_a), pose: &a.pose, velocity: a.velocity };
    let b = MovingBody { shape: black_box(solid_b), pose: &b.pose, velocity: b.velocity };
    Some(sweep(a, b, &options()))
}

/// Time of first contact by parry, seconds; `None` on a miss.
fn cast_by_parry((a, b): &Pair) -> Option<f64> {
    let found = cast_shapes(
        &a.parry_pose,
        parry_vector(a.velocity),
        &**black_box(&a.parry_shape),
        &b.parry_pose,
        parry_vector(b.velocity),
        &**black_box(&b.parry_shape),
        ShapeCastOptions { max_time_of_impact: T_MAX, ..ShapeCastOptions::default() },
    );
    found.ok().flatten().map(|hit| hit.time_of_impact)
}

/// Pose of a body at time `t`, seconds.
fn pose_at(body: &Body, t: f64) -> Pose {
    Pose::new(body.pose.position + body.velocity * t, body.pose.rotation())
}

/// Signed distance of the bodies at time `t`, meters.
fn signed_distance_at((a, b): &Pair, t: f64) -> f64 {
    distance(&a.shape, &pose_at(a, t), &b.shape, &pose_at(b, t)).signed_distance.unwrap_or(f64::NAN)
}

/// Largest signed distance at a correct time of first contact, and largest depth during a correct miss, meters.
const TOLERANCE: f64 = 1.0e-6;

/// Number of intervals of the motion at whose ends a miss is checked.
const SAMPLES: u32 = 400;

/// Whether a time of first contact, or `None` for a miss, is correct: the bodies touch at that time (at 0 they may
/// overlap), or overlap at no sampled time.
fn is_correct(pair: &Pair, t_first: Option<f64>) -> bool {
    match t_first {
        Some(t) if t > 0.0 => signed_distance_at(pair, t).abs() < TOLERANCE,
        Some(_) => signed_distance_at(pair, 0.0) < TOLERANCE,
        None => {
            let mut times = (0..=SAMPLES).map(|k| T_MAX * f64::from(k) / f64::from(SAMPLES));
            times.all(|t| signed_distance_at(pair, t) > -TOLERANCE)
        }
    }
}

/// Times of a cast by each method, nanoseconds.
struct Times {
    ray: f64,
    advancement: f64,
    /// Meaningless for curved bodies, which have no separating axes.
    axes: f64,
    parry: f64,
}

fn measure(pairs: &[Pair]) -> Times {
    let [ray, advancement, axes, parry] = time_per_input(
        pairs,
        [
            &mut |pair| _ = black_box(cast_by_ray(pair)),
            &mut |pair| _ = black_box(cast_by_advancement(pair)),
            &mut |pair| _ = black_box(cast_by_axes(pair)),
            &mut |pair| _ = black_box(cast_by_parry(pair)),
        ],
    );
    Times { ray, advancement, axes, parry }
}

/// Measures all methods for all kinds of bodies.
pub fn ratios() -> Vec<Ratio> {
    Kind::ALL.into_iter().flat_map(ratios_of).collect()
}

/// Measures all methods for one kind of bodies. Boxes by separating axes and curved bodies by a ray have limits.
fn ratios_of(kind: Kind) -> Vec<Ratio> {
    let name = kind.name();
    let Times { ray, advancement, axes, parry } = measure(&pairs(kind, 1000));
    let mut ratios = Vec::new();
    if kind != Kind::Curved {
        let limit = (kind == Kind::Boxes).then_some(0.5);
        ratios.push(Ratio::new(format!("{name}, by separating axes"), [axes, parry]).at_most(limit));
    }
    let limit = (kind == Kind::Curved).then_some(1.6);
    ratios.push(Ratio::new(format!("{name}, by a ray"), [ray, parry]).at_most(limit));
    ratios.push(Ratio::new(format!("{name}, by advancement"), [advancement, parry]));
    ratios
}

/// Counts the pairs for which a method gives a wrong time.
fn count_wrong(pairs: &[Pair], t_first: impl Fn(&Pair) -> Option<f64>) -> usize {
    pairs.iter().filter(|pair| !is_correct(pair, t_first(pair))).count()
}

/// Prints the times of each kind of bodies, and how many answers are wrong.
fn print_table() {
    for kind in Kind::ALL {
        let pairs = pairs(kind, 2000);
        let Times { ray, advancement, axes, parry } = measure(&pairs);
        let wrong = count_wrong(&pairs, cast_by_parry);
        println!("{}: parry {parry:.0} ns, wrong in {wrong} of {}", kind.name(), pairs.len());
        print_method("ray", &pairs, [ray, parry], |pair| Some(cast_by_ray(pair)));
        print_method("advance", &pairs, [advancement, parry], |pair| Some(cast_by_advancement(pair)));
        if kind != Kind::Curved {
            print_method("axes", &pairs, [axes, parry], cast_by_axes);
        }
    }
}

/// Prints the time of one method and statistics of its answers. `times` are those of the method and of parry.
fn print_method(method: &str, pairs: &[Pair], times: [f64; 2], cast: impl Fn(&Pair) -> Option<Answer>) {
    let [ns, parry] = times;
    let answers: Vec<Answer> = pairs.iter().filter_map(&cast).collect();
    let undecided = answers.iter().filter(|answer| answer.outcome.hit().is_none()).count();
    let hits = answers.iter().filter(|answer| answer.outcome == Outcome::Hit).count();
    let steps = answers.iter().map(|answer| f64::from(answer.iterations)).sum::<f64>() / answers.len() as f64;
    let wrong = count_wrong(pairs, |pair| cast(pair).and_then(|answer| answer.t_first));
    println!(
        "  {method}: {ns:.0} ns, {:.2} of parry, {hits} hits, {steps:.1} steps, wrong {wrong}, open {undecided}",
        ns / parry
    );
}

fn main() {
    if !std::env::args().any(|arg| Kind::ALL.iter().any(|kind| arg.contains(kind.name()))) {
        print_table();
        return;
    }
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    for kind in Kind::ALL {
        let pairs = pairs(kind, 256);
        let mut group = criterion.benchmark_group(kind.name());
        group.bench_function("ray", |b| b.iter(|| pairs.iter().for_each(|pair| _ = black_box(cast_by_ray(pair)))));
        group.bench_function("advance", |b| {
            b.iter(|| pairs.iter().for_each(|pair| _ = black_box(cast_by_advancement(pair))));
        });
        if kind != Kind::Curved {
            group.bench_function("axes", |b| {
                b.iter(|| pairs.iter().for_each(|pair| _ = black_box(cast_by_axes(pair))));
            });
        }
        group.bench_function("parry", |b| {
            b.iter(|| pairs.iter().for_each(|pair| _ = black_box(cast_by_parry(pair))));
        });
        group.finish();
    }
    criterion.final_summary();
}
