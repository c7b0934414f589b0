//! Casts against parry3d's, on the same pairs in one run, f64: boxes, polytopes and curved bodies, with how often each is wrong.
//!
//! Ours are the three methods, with their proofs but without the gap of a miss, which parry does not measure either.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod in_f64;
mod random;

use std::hint::black_box;
use std::time::Duration;

use contact_lens_benches::clock::least;
use contact_lens_benches::ratio::Ratio;
use contact_lens_engine::double::dim3::cast::{Answer, MovingBody, Options, Outcome, advance, ray_cast, sweep};
use contact_lens_engine::double::dim3::sat::Solid;
use contact_lens_engine::double::dim3::shape::{Axis, Shape};
use contact_lens_engine::double::{Pose, distance};
use criterion::Criterion;
use glam::DVec3;
use in_f64::{their_pose, their_vector};
use parry3d_f64::math;
use parry3d_f64::query::{ShapeCastOptions, cast_shapes};
use parry3d_f64::shape::SharedShape;
use random::Random;

impl Random {
    fn size(&mut self) -> f64 {
        0.3 + 0.5 * self.signed().abs()
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Boxes,
    Polytopes,
    Curved,
}

const KINDS: [(&str, Kind); 3] = [("boxes", Kind::Boxes), ("polytopes", Kind::Polytopes), ("curved", Kind::Curved)];

/// The same body for both engines.
struct Body {
    shape: Shape,
    solid: Option<Solid>,
    theirs: SharedShape,
    pose: Pose,
    their_pose: math::Pose,
    velocity: DVec3,
}

fn body(random: &mut Random, kind: Kind, position: DVec3, velocity: DVec3) -> Body {
    let (x, y) = (random.size(), random.size());
    let (shape, theirs) = match (kind, random.signed() > 0.0) {
        (Kind::Boxes, _) => {
            let z = random.size();
            (Shape::cuboid(DVec3::new(x, y, z)), SharedShape::cuboid(x, y, z))
        }
        (Kind::Polytopes, _) => {
            let points: Vec<DVec3> = (0..24).map(|_| random.vector()).collect();
            let theirs: Vec<_> = points.iter().copied().map(their_vector).collect();
            (Shape::polytope(&points), SharedShape::convex_hull(&theirs).expect("a hull"))
        }
        (Kind::Curved, true) => (Shape::cylinder(x, y, Axis::Y), SharedShape::cylinder(y, x)),
        (Kind::Curved, false) => (Shape::cone(x, y, Axis::Y), SharedShape::cone(y, x)),
    };
    let shape = shape.expect("a shape");
    let solid = Solid::of_shape(&shape).map(|solid| solid.expect("a solid"));
    let pose = Pose::new(position, random.turn());
    Body { shape, solid, theirs, their_pose: their_pose(&pose), pose, velocity }
}

fn pairs(kind: Kind, count: usize) -> Vec<(Body, Body)> {
    let mut random = Random(0x00ca_5700 + kind as u64);
    let mut pair = || {
        let (home, away) = (random.vector(), random.vector() * 4.0);
        let aim = (home + random.vector() * 1.6 - away) * (0.7 + 0.3 * random.signed());
        (body(&mut random, kind, home, DVec3::ZERO), body(&mut random, kind, away, aim))
    };
    (0..count).map(|_| pair()).collect()
}

const T_MAX: f64 = 2.0;

fn options() -> Options {
    Options { t_max: T_MAX, measure: false, ..Options::default() }
}

fn moving(body: &Body) -> MovingBody<'_, Shape> {
    MovingBody { shape: black_box(&body.shape), pose: &body.pose, velocity: body.velocity }
}

fn by_ray((a, b): &(Body, Body)) -> Answer {
    ray_cast(moving(a), moving(b), &options())
}

fn by_advance((a, b): &(Body, Body)) -> Answer {
    advance(moving(a), moving(b), &options())
}

fn by_lines((a, b): &(Body, Body)) -> Option<Answer> {
    let solid = |body: &'_ Body| body.solid.is_some();
    if !solid(a) || !solid(b) {
        return None;
    }
    let (p, q) = (a.solid.as_ref()?, b.solid.as_ref()?);
    let moving_a = MovingBody { shape: black_box(p), pose: &a.pose, velocity: a.velocity };
    Some(sweep(moving_a, MovingBody { shape: black_box(q), pose: &b.pose, velocity: b.velocity }, &options()))
}

fn theirs((a, b): &(Body, Body)) -> Option<f64> {
    let options = ShapeCastOptions { max_time_of_impact: T_MAX, ..ShapeCastOptions::default() };
    let (va, vb) = (their_vector(a.velocity), their_vector(b.velocity));
    let found =
        cast_shapes(&a.their_pose, va, &**black_box(&a.theirs), &b.their_pose, vb, &**black_box(&b.theirs), options);
    found.ok().flatten().map(|hit| hit.time_of_impact)
}

/// The distance at `t`.
fn apart((a, b): &(Body, Body), t: f64) -> f64 {
    let at = |body: &Body| Pose::new(body.pose.position + body.velocity * t, body.pose.rotation());
    distance(&a.shape, &at(a), &b.shape, &at(b)).signed_distance.unwrap_or(f64::NAN)
}

/// Whether a time, or none, is right to a micrometer of the way and of the gap.
fn is_right(pair: &(Body, Body), t: Option<f64>) -> bool {
    match t {
        Some(t) if t > 0.0 => apart(pair, t).abs() < 1.0e-6,
        Some(_) => apart(pair, 0.0) < 1.0e-6,
        None => (0..=400).all(|k| apart(pair, T_MAX * f64::from(k) / 400.0) > -1.0e-6),
    }
}

/// Nanoseconds of the ray, of advancement, of lines and of parry's.
fn times(pairs: &[(Body, Body)]) -> [f64; 4] {
    least(
        pairs,
        [
            &mut |pair| _ = black_box(by_ray(pair)),
            &mut |pair| _ = black_box(by_advance(pair)),
            &mut |pair| _ = black_box(by_lines(pair)),
            &mut |pair| _ = black_box(theirs(pair)),
        ],
    )
}

/// Ours over theirs.
pub fn ratios() -> Vec<Ratio> {
    let each = |(name, kind): (&str, Kind)| {
        let [ray, advance, lines, parry] = times(&pairs(kind, 1000));
        let ratio = |how: &str, ns: f64| Ratio::new(format!("{name}, {how}"), [ns, parry]);
        let by_lines = ratio("by separating axes", lines).at_most((kind == Kind::Boxes).then_some(0.5));
        let by_ray = ratio("by a ray", ray).at_most((kind == Kind::Curved).then_some(1.6));
        let mut all = vec![by_ray, ratio("by advancement", advance)];
        if kind != Kind::Curved {
            all.insert(0, by_lines);
        }
        all
    };
    KINDS.into_iter().flat_map(each).collect()
}

fn table() {
    for (name, kind) in KINDS {
        let pairs = pairs(kind, 2000);
        let [ray, advance, lines, parry] = times(&pairs);
        let wrong = |of: &dyn Fn(&(Body, Body)) -> Option<f64>| pairs.iter().filter(|p| !is_right(p, of(p))).count();
        println!("{name}: parry {parry:.0} ns, wrong in {} of {}", wrong(&theirs), pairs.len());
        let row = |method: &str, ns: f64, of: &dyn Fn(&(Body, Body)) -> Option<Answer>| {
            let answers: Vec<Answer> = pairs.iter().filter_map(of).collect();
            let open = answers.iter().filter(|answer| answer.outcome.hit().is_none()).count();
            let hits = answers.iter().filter(|answer| answer.outcome == Outcome::Hit).count();
            let steps = answers.iter().map(|answer| f64::from(answer.iterations)).sum::<f64>() / answers.len() as f64;
            let wrong = wrong(&|pair| of(pair).and_then(|answer| answer.t_first));
            println!(
                "  {method}: {ns:.0} ns, {:.2} of parry, {hits} hits, {steps:.1} steps, wrong {wrong}, open {open}",
                ns / parry
            );
        };
        row("ray", ray, &|pair| Some(by_ray(pair)));
        row("advance", advance, &|pair| Some(by_advance(pair)));
        if kind != Kind::Curved {
            row("lines", lines, &|pair| by_lines(pair));
        }
    }
}

fn main() {
    if !std::env::args().any(|arg| KINDS.iter().any(|(name, _)| arg.contains(name))) {
        table();
        return;
    }
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    for (name, kind) in KINDS {
        let pairs = pairs(kind, 256);
        let mut group = criterion.benchmark_group(name);
        group.bench_function("ray", |b| b.iter(|| pairs.iter().for_each(|pair| _ = black_box(by_ray(pair)))));
        group.bench_function("advance", |b| b.iter(|| pairs.iter().for_each(|pair| _ = black_box(by_advance(pair)))));
        if kind != Kind::Curved {
            group.bench_function("lines", |b| b.iter(|| pairs.iter().for_each(|pair| _ = black_box(by_lines(pair)))));
        }
        group.bench_function("parry", |b| b.iter(|| pairs.iter().for_each(|pair| _ = black_box(theirs(pair)))));
        group.finish();
    }
    criterion.final_summary();
}
