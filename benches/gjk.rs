//! GJK against parry3d, and its stepper against a plain loop of the same code: f32, cold, the same pairs in one run.
//!
//! Bars: ours ≤ 0.6 × parry3d on boxes and on random polytopes of 8 to 96 vertices; stepper ≤ 1.05 × plain loop.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod random;

use std::hint::black_box;
use std::time::Duration;

use contact_lens_benches::clock::least;
use contact_lens_benches::ratio::Ratio;
use contact_lens_engine::single::dim3::gjk::{Gjk, Options, Search, distance};
use contact_lens_engine::single::dim3::shape::Shape;
use contact_lens_engine::single::dim3::simplex;
use contact_lens_engine::single::dim3::support::{Cso, Support, Vertex};
use contact_lens_engine::single::pose::Pose;
use contact_lens_engine::single::rounding;
use contact_lens_engine::step::Stepper;
use criterion::{BenchmarkId, Criterion};
use glam::{Quat, Vec3A as Vec3};
use parry3d::math;
use parry3d::shape::SharedShape;
use random::Random;

impl Random {
    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.real(), self.real(), self.real())
    }
    fn unit(&mut self) -> Vec3 {
        loop {
            let v = self.vector();
            if v.length() > 0.1 && v.length() < 1.0 {
                return v.normalize();
            }
        }
    }
}

/// The same body for both engines.
struct Body {
    ours: (Shape, Pose),
    theirs: (SharedShape, math::Pose),
}

/// `n` points on a sphere of radius 1, or a box of that size for 0.
fn body(random: &mut Random, n: usize, position: Vec3) -> Body {
    let q = Quat::from_xyzw(random.real(), random.real(), random.real(), 1.0 + random.real()).normalize();
    let point = |p: Vec3| math::Vector::new(p.x, p.y, p.z);
    let (ours, theirs) = if n == 0 {
        let half = (random.unit().abs() * 0.9).max(Vec3::splat(0.1));
        (Shape::cuboid(half).expect("a box"), SharedShape::cuboid(half.x, half.y, half.z))
    } else {
        let points: Vec<Vec3> = (0..n).map(|_| random.unit()).collect();
        let theirs: Vec<_> = points.iter().copied().map(point).collect();
        (Shape::polytope(&points).expect("points"), SharedShape::convex_hull(&theirs).expect("a hull"))
    };
    let pose = math::Pose::from_parts(point(position), math::Rotation::from_xyzw(q.x, q.y, q.z, q.w));
    Body { ours: (ours, Pose::new(position, q)), theirs: (theirs, pose) }
}

/// Pairs whose origins are 2 to 4 radii apart.
fn pairs(n: usize) -> Vec<(Body, Body)> {
    let mut random = Random(0x0123_4567 + n as u64);
    let mut pair = || {
        let home = random.vector() * 3.0;
        let away = home + random.unit() * (3.0 + random.real());
        (body(&mut random, n, home), body(&mut random, n, away))
    };
    (0..256).map(|_| pair()).collect()
}

fn ours((a, b): &(Body, Body)) -> f32 {
    let answer = distance(black_box(&a.ours.0), &a.ours.1, black_box(&b.ours.0), &b.ours.1, &Options::default());
    answer.signed_distance.unwrap_or(f32::NAN)
}

fn theirs((a, b): &(Body, Body)) -> f32 {
    parry3d::query::distance(&a.theirs.1, black_box(&*a.theirs.0), &b.theirs.1, black_box(&*b.theirs.0))
        .map_or(f32::NAN, |found| found.distance)
}

fn cores<'a>(a: &'a Body, b: &'a Body) -> Cso<impl Support + 'a, impl Support + 'a> {
    Cso::new(black_box(&a.ours.0), &a.ours.1, black_box(&b.ours.0), &b.ours.1)
}

/// What an answer is made of: iterations, both bounds, the normal, and the points that hold the upper bound.
#[derive(PartialEq)]
struct Found {
    k: u32,
    bounds: [f32; 2],
    n: Vec3,
    witness: [Vec3; 2],
}

fn along_minus_v() -> Options {
    Options { search: Search::MinusV, ..Options::default() }
}

/// The stepper, searching along −v.
fn stepper((a, b): &(Body, Body)) -> Found {
    let options = along_minus_v();
    let mut gjk = Gjk::new(cores(a, b), options);
    gjk.run();
    Found { k: gjk.k, bounds: [gjk.mu, gjk.upper], n: gjk.n, witness: gjk.witness() }
}

/// The stepper's iteration written as a plain loop over locals, along −v: what a step costs beyond its work.
fn plain((a, b): &(Body, Body)) -> Found {
    let (cso, options) = (cores(a, b), along_minus_v());
    let (magnitude, margin) = (cso.magnitude(), cso.margin());
    let (scale, rounding) = (rounding::unit_scale(magnitude), rounding::DOT_ROUNDING * f32::EPSILON * magnitude);
    let unscale = scale.recip();
    let (mut simplex, mut scaled) = ([Vertex::default(); 4], [Vec3::ZERO; 4]);
    let (mut filled, mut lambda) = (0_u8, [0.0; 4]);
    let mut d = cso.translation.normalize_or(Vec3::X);
    let (mut mu, mut n, mut upper, mut k) = (f32::NEG_INFINITY, d, f32::INFINITY, 0);
    loop {
        k += 1;
        let w = cso.support(d);
        let g = -d.dot(w.w);
        let rise = g - mu;
        if rise > 0.0 {
            (mu, n) = (g, d);
        }
        let gap = upper - mu;
        let known = || (0..4).any(|i| simplex[i].w.x == w.w.x && filled >> i & 1 == 1 && simplex[i].w == w.w);
        let enough = gap <= options.relative * (upper - margin).abs() || gap <= rounding;
        let absolute = upper * (upper - g) <= options.absolute * options.absolute;
        if filled != 0 && (enough || absolute || known()) {
            break;
        }
        let slot = (!filled).trailing_zeros() as usize & 3;
        scaled[slot] = w.w * scale;
        let mut nearest = simplex::nearest_after(options.solver, &scaled, filled | 1 << slot, slot);
        let mut square = nearest.v.length_squared();
        let mut tried = square.sqrt() * unscale;
        if tried >= upper {
            nearest = simplex::nearest_of_all(&scaled, filled | 1 << slot);
            square = nearest.v.length_squared();
            tried = square.sqrt() * unscale;
            if tried >= upper && (rise <= 0.125 * rounding || tried > upper + rounding) {
                break;
            }
        }
        simplex[slot] = w;
        (filled, lambda) = (nearest.subset, nearest.weights);
        upper = if tried < upper { tried } else { upper };
        let share = (rounding::VANISHING_ROUNDING * f32::EPSILON).powi(2);
        if filled == 15 || square <= share || k >= options.max_iterations {
            break;
        }
        d = -nearest.v / square.sqrt();
    }
    let sum = |of: fn(&Vertex) -> Vec3| {
        of(&simplex[0]) * lambda[0]
            + of(&simplex[1]) * lambda[1]
            + of(&simplex[2]) * lambda[2]
            + of(&simplex[3]) * lambda[3]
    };
    Found { k, bounds: [mu, upper], n, witness: [sum(|w| w.a), sum(|w| w.b)] }
}

/// Corners of the bodies, 0 for boxes.
const CORNERS: [usize; 6] = [0, 8, 16, 24, 48, 96];

fn name(corners: usize) -> String {
    if corners == 0 { String::from("boxes") } else { format!("{corners} vertices") }
}

/// What both engines take; and the stepper, and a plain loop of the same code.
fn beside(pairs: &[(Body, Body)], name: &str) -> [Ratio; 2] {
    let [mine, other, steps, loops] = least(
        pairs,
        [
            &mut |pair| _ = black_box(ours(pair)),
            &mut |pair| _ = black_box(theirs(pair)),
            &mut |pair| _ = black_box(stepper(pair)),
            &mut |pair| _ = black_box(plain(pair)),
        ],
    );
    [
        Ratio::new(name, [mine, other]).at_most(0.6),
        Ratio::new(format!("{name}, stepper beside plain loop"), [steps, loops]).at_most(1.05),
    ]
}

/// Ours over theirs.
pub fn ratios() -> Vec<Ratio> {
    CORNERS
        .map(|n| {
            let [ratio, _] = beside(&pairs(n), &name(n));
            ratio
        })
        .into()
}

fn main() {
    println!("{}", Ratio::head());
    let mut criterion =
        Criterion::default().sample_size(30).measurement_time(Duration::from_secs(1)).configure_from_args();
    let mut group = criterion.benchmark_group("gjk");
    for n in CORNERS {
        let (pairs, name) = (pairs(n), name(n));
        for pair in &pairs {
            assert!((ours(pair).max(0.0) - theirs(pair)).abs() < 1.0e-3, "{name}: the two do not agree");
        }
        let same = pairs.iter().all(|pair| stepper(pair) == plain(pair));
        assert!(same, "{name}: the plain loop is not the stepper's");
        beside(&pairs, &name).iter().for_each(|ratio| println!("{ratio}"));
        let each = |ask: fn(&(Body, Body)) -> f32| move |pairs: &Vec<(Body, Body)>| pairs.iter().map(ask).sum::<f32>();
        group.bench_with_input(BenchmarkId::new("ours", &name), &pairs, |b, pairs| b.iter(|| each(ours)(pairs)));
        group.bench_with_input(BenchmarkId::new("parry3d", &name), &pairs, |b, pairs| b.iter(|| each(theirs)(pairs)));
    }
    group.finish();
    criterion.final_summary();
}
