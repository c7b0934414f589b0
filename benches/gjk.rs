//! GJK against parry3d, and the stepper of GJK against the same iteration written as a plain loop: `f32`, without warm
//! start, on the same pairs in one run.
//!
//! Limits: 0.6 of parry3d's time on boxes and on random polytopes of 8 to 96 vertices; 1.05 of the plain loop's time.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod random;

use std::hint::black_box;
use std::time::Duration;

use contact_lens_benches::clock::time_per_input;
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
    /// Returns a point in the cube [−1, 1)³.
    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.real(), self.real(), self.real())
    }

    /// Returns a uniformly distributed unit vector.
    fn unit(&mut self) -> Vec3 {
        loop {
            let v = self.vector();
            if v.length() > 0.1 && v.length() < 1.0 {
                return v.normalize();
            }
        }
    }
}

/// Body for both libraries.
struct Body {
    shape: Shape,
    pose: Pose,
    parry_shape: SharedShape,
    parry_pose: math::Pose,
}

/// Bodies A and B.
type Pair = (Body, Body);

/// Number of pairs per number of vertices.
const PAIRS: usize = 256;

/// Creates the hull of `n` points on the unit sphere, or for `n` = 0 a random box of about that size.
fn body(random: &mut Random, n: usize, position: Vec3) -> Body {
    let q = Quat::from_xyzw(random.real(), random.real(), random.real(), 1.0 + random.real()).normalize();
    let (shape, parry_shape) = if n == 0 {
        let half = (random.unit().abs() * 0.9).max(Vec3::splat(0.1));
        (Shape::cuboid(half).expect("a box"), SharedShape::cuboid(half.x, half.y, half.z))
    } else {
        let points: Vec<Vec3> = (0..n).map(|_| random.unit()).collect();
        let parry_points: Vec<_> = points.iter().copied().map(parry_vector).collect();
        (Shape::polytope(&points).expect("points"), SharedShape::convex_hull(&parry_points).expect("a hull"))
    };
    let parry_rotation = math::Rotation::from_xyzw(q.x, q.y, q.z, q.w);
    let parry_pose = math::Pose::from_parts(parry_vector(position), parry_rotation);
    Body { shape, pose: Pose::new(position, q), parry_shape, parry_pose }
}

fn parry_vector(v: Vec3) -> math::Vector {
    math::Vector::new(v.x, v.y, v.z)
}

/// Creates pairs whose origins are 2 to 4 radii apart.
fn pairs(n: usize) -> Vec<Pair> {
    let mut random = Random(0x0123_4567 + n as u64);
    let mut pair = || {
        let position_a = random.vector() * 3.0;
        let position_b = position_a + random.unit() * (3.0 + random.real());
        (body(&mut random, n, position_a), body(&mut random, n, position_b))
    };
    (0..PAIRS).map(|_| pair()).collect()
}

/// Signed distance by Contact Lens.
fn our_distance((a, b): &Pair) -> f32 {
    let answer = distance(black_box(&a.shape), &a.pose, black_box(&b.shape), &b.pose, &Options::default());
    answer.signed_distance.unwrap_or(f32::NAN)
}

/// Distance by parry; 0 for bodies that overlap.
fn parry_distance((a, b): &Pair) -> f32 {
    let found =
        parry3d::query::distance(&a.parry_pose, black_box(&*a.parry_shape), &b.parry_pose, black_box(&*b.parry_shape));
    found.map_or(f32::NAN, |found| found.distance)
}

/// Configuration-space obstacle of a pair.
fn cso<'a>(a: &'a Body, b: &'a Body) -> Cso<impl Support + 'a, impl Support + 'a> {
    Cso::new(black_box(&a.shape), &a.pose, black_box(&b.shape), &b.pose)
}

/// Result of GJK, by the stepper or by the plain loop.
#[derive(PartialEq)]
struct Found {
    /// Number of iterations.
    k: u32,
    /// Lower and upper bound of the distance of the cores.
    bounds: [f32; 2],
    /// Direction of the lower bound.
    n: Vec3,
    /// Points of A and of B whose distance is the upper bound.
    witness: [Vec3; 2],
}

/// Options that both forms of GJK use: the search along −v is the simpler one to write as a loop.
fn along_minus_v() -> Options {
    Options { search: Search::MinusV, ..Options::default() }
}

/// Runs GJK by its stepper.
fn by_stepper((a, b): &Pair) -> Found {
    let options = along_minus_v();
    let mut gjk = Gjk::new(cso(a, b), options);
    gjk.run();
    Found { k: gjk.k, bounds: [gjk.mu, gjk.upper], n: gjk.n, witness: gjk.witness() }
}

/// Runs the stepper's iteration as a plain loop over local variables, named as the stepper's fields. The difference of
/// the times is what the stepper adds: storing its state.
fn by_plain_loop((a, b): &Pair) -> Found {
    let cso = cso(a, b);
    let options = along_minus_v();
    let magnitude = cso.magnitude();
    let margin = cso.margin();
    let scale = rounding::unit_scale(magnitude);
    let rounding = rounding::DOT_ROUNDING * f32::EPSILON * magnitude;
    let unscale = scale.recip();
    let mut simplex = [Vertex::default(); 4];
    let mut scaled = [Vec3::ZERO; 4];
    let mut filled = 0_u8;
    let mut lambda = [0.0; 4];
    let mut d = cso.translation.normalize_or(Vec3::X);
    let mut mu = f32::NEG_INFINITY;
    let mut n = d;
    let mut upper = f32::INFINITY;
    let mut k = 0;
    loop {
        k += 1;
        let w = cso.support(d);
        let g = -d.dot(w.w);
        let rise = g - mu;
        if rise > 0.0 {
            mu = g;
            n = d;
        }
        let gap = upper - mu;
        let is_relative_gap = gap <= options.relative * (upper - margin).abs();
        let is_absolute_gap = upper * (upper - g) <= options.absolute * options.absolute;
        if filled != 0 && (is_relative_gap || gap <= rounding || is_absolute_gap || contains(&simplex, filled, &w)) {
            break;
        }
        let slot = (!filled).trailing_zeros() as usize & 3;
        scaled[slot] = w.w * scale;
        let joined = filled | 1 << slot;
        let mut nearest = simplex::nearest_after(options.solver, &scaled, joined, slot);
        let mut square = nearest.v.length_squared();
        let mut reduced_distance = square.sqrt() * unscale;
        if reduced_distance >= upper {
            nearest = simplex::nearest_of_all(&scaled, joined);
            square = nearest.v.length_squared();
            reduced_distance = square.sqrt() * unscale;
            if reduced_distance >= upper && (rise <= 0.125 * rounding || reduced_distance > upper + rounding) {
                break;
            }
        }
        simplex[slot] = w;
        filled = nearest.subset;
        lambda = nearest.weights;
        upper = if reduced_distance < upper { reduced_distance } else { upper };
        let vanishing = (rounding::VANISHING_ROUNDING * f32::EPSILON).powi(2);
        if filled == 15 || square <= vanishing || k >= options.max_iterations {
            break;
        }
        d = -nearest.v / square.sqrt();
    }
    let witness = [weighted_sum(simplex.map(|w| w.a), lambda), weighted_sum(simplex.map(|w| w.b), lambda)];
    Found { k, bounds: [mu, upper], n, witness }
}

/// Whether one of the simplex's vertices, those in the slots `filled`, equals `w`.
fn contains(simplex: &[Vertex; 4], filled: u8, w: &Vertex) -> bool {
    (0..4).any(|i| simplex[i].w.x == w.w.x && filled >> i & 1 == 1 && simplex[i].w == w.w)
}

fn weighted_sum(points: [Vec3; 4], lambda: [f32; 4]) -> Vec3 {
    points[0] * lambda[0] + points[1] * lambda[1] + points[2] * lambda[2] + points[3] * lambda[3]
}

/// Numbers of vertices of the bodies that are measured; 0 for boxes.
const VERTICES: [usize; 6] = [0, 8, 16, 24, 48, 96];

/// Name of the bodies with this number of vertices.
fn name(vertices: usize) -> String {
    if vertices == 0 { String::from("boxes") } else { format!("{vertices} vertices") }
}

/// Measures the distance query against parry's, and the stepper against the plain loop.
fn measure(pairs: &[Pair], name: &str) -> [Ratio; 2] {
    let [ours, parry, stepper, plain_loop] = time_per_input(
        pairs,
        [
            &mut |pair| _ = black_box(our_distance(pair)),
            &mut |pair| _ = black_box(parry_distance(pair)),
            &mut |pair| _ = black_box(by_stepper(pair)),
            &mut |pair| _ = black_box(by_plain_loop(pair)),
        ],
    );
    [
        Ratio::new(name, [ours, parry]).at_most(0.6),
        Ratio::new(format!("{name}, stepper versus plain loop"), [stepper, plain_loop]).at_most(1.05),
    ]
}

/// Measures the distance query against parry's for each number of vertices.
pub fn ratios() -> Vec<Ratio> {
    let mut ratios = Vec::new();
    for n in VERTICES {
        let [versus_parry, _] = measure(&pairs(n), &name(n));
        ratios.push(versus_parry);
    }
    ratios
}

/// Fails unless both libraries find the same distances, and stepper and plain loop the same results bit for bit.
fn check_agreement(pairs: &[Pair], name: &str) {
    for pair in pairs {
        let difference = our_distance(pair).max(0.0) - parry_distance(pair);
        assert!(difference.abs() < 1.0e-3, "{name}: the distances differ by {difference}");
    }
    let is_same = pairs.iter().all(|pair| by_stepper(pair) == by_plain_loop(pair));
    assert!(is_same, "{name}: the plain loop differs from the stepper");
}

fn main() {
    println!("{}", Ratio::header());
    let mut criterion =
        Criterion::default().sample_size(30).measurement_time(Duration::from_secs(1)).configure_from_args();
    let mut group = criterion.benchmark_group("gjk");
    for n in VERTICES {
        let pairs = pairs(n);
        let name = name(n);
        check_agreement(&pairs, &name);
        measure(&pairs, &name).iter().for_each(|ratio| println!("{ratio}"));
        group.bench_with_input(BenchmarkId::new("ours", &name), &pairs, |b, pairs| {
            b.iter(|| pairs.iter().map(our_distance).sum::<f32>());
        });
        group.bench_with_input(BenchmarkId::new("parry3d", &name), &pairs, |b, pairs| {
            b.iter(|| pairs.iter().map(parry_distance).sum::<f32>());
        });
    }
    group.finish();
    criterion.final_summary();
}
