//! Convex hulls in space against parry3d, in `f64`, on the same points in one run: points in a ball, on a sphere, in a
//! cube, of a normal distribution, on a lattice, and on a rotated lattice.
//!
//! Two more tables follow: the distance of two hulls of n vertices each against parry3d, and the Minkowski difference
//! by the overlay of Gauss maps against the hull of all differences of points.
//!
//! The environment variable `CONTACT_LENS_MOST` limits the number of points; 100 000 by default. With 1 000 000 points
//! parry takes half a minute on the sphere.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod random;

use std::hint::black_box;
use std::time::Duration;

use contact_lens_benches::clock::time_per_call;
use contact_lens_benches::ratio::Ratio;
use contact_lens_engine::double::dim3::{hull, minkowski};
use contact_lens_engine::double::{Pose, Shape, distance};
use criterion::{BenchmarkId, Criterion, Throughput};
use glam::{DQuat, DVec3};
use parry3d_f64::math;
use parry3d_f64::shape::SharedShape;
use parry3d_f64::transformation::try_convex_hull;
use random::Random;

/// Function that returns the point with index `i` of `n` points.
type PointOf = fn(&mut Random, usize, usize) -> DVec3;

/// Distributions of points, with their names.
const DISTRIBUTIONS: [(&str, PointOf); 6] = [
    ("ball", point_in_ball),
    ("sphere", point_on_sphere),
    ("cube", point_in_cube),
    ("gaussian", normal_point),
    ("grid", lattice_point),
    ("turned", rotated_lattice_point),
];

/// Minimum duration of a measurement.
const MIN_DURATION: Duration = Duration::from_millis(500);

/// Seed of all random points.
const SEED: u64 = 0x0123_4567_89ab;

impl Random {
    /// Returns a point in the cube [−1, 1)³.
    fn vector(&mut self) -> DVec3 {
        DVec3::new(f64::from(self.real()), f64::from(self.real()), f64::from(self.real()))
    }
}

fn point_in_ball(random: &mut Random, _: usize, _: usize) -> DVec3 {
    loop {
        let p = random.vector();
        if p.length_squared() <= 1.0 {
            return p;
        }
    }
}

fn point_on_sphere(random: &mut Random, i: usize, n: usize) -> DVec3 {
    loop {
        let p = point_in_ball(random, i, n);
        if p.length_squared() > 1e-4 {
            return p.normalize();
        }
    }
}

fn point_in_cube(random: &mut Random, _: usize, _: usize) -> DVec3 {
    random.vector()
}

/// Sum of twelve uniformly distributed points, whose distribution is nearly normal.
fn normal_point(random: &mut Random, _: usize, _: usize) -> DVec3 {
    (0..12).map(|_| random.vector()).sum::<DVec3>() * 0.5
}

fn lattice_point(_: &mut Random, i: usize, n: usize) -> DVec3 {
    let side = ((n as f64).cbrt().round() as usize).max(1);
    DVec3::new((i % side) as f64, (i / side % side) as f64, (i / (side * side)) as f64)
}

/// Point of a rotated lattice, whose planes are flat only to rounding.
fn rotated_lattice_point(random: &mut Random, i: usize, n: usize) -> DVec3 {
    DQuat::from_xyzw(0.3, -0.2, 0.5, 0.7).normalize() * lattice_point(random, i, n)
}

/// Creates `n` points of a distribution.
fn points(point_of: PointOf, n: usize) -> Vec<DVec3> {
    let mut random = Random(SEED);
    (0..n).map(|i| point_of(&mut random, i, n)).collect()
}

fn points_on_sphere(random: &mut Random, n: usize) -> Vec<DVec3> {
    (0..n).map(|i| point_on_sphere(random, i, n)).collect()
}

fn parry_vector(v: DVec3) -> math::Vector {
    math::Vector::new(v.x, v.y, v.z)
}

fn parry_vectors(points: &[DVec3]) -> Vec<math::Vector> {
    points.iter().copied().map(parry_vector).collect()
}

/// Points and the ratio of the times of their hull.
struct Measured {
    distribution: &'static str,
    points: Vec<DVec3>,
    ratio: Ratio,
}

/// Measures the hulls of all distributions, from 1 000 up to `max_points` points.
fn measure_hulls(max_points: usize) -> impl Iterator<Item = Measured> {
    let sizes = [1_000, 10_000, 100_000, 1_000_000].into_iter().filter(move |n| *n <= max_points);
    DISTRIBUTIONS
        .into_iter()
        .flat_map(move |(name, point_of)| sizes.clone().map(move |n| measure_hull(name, points(point_of, n))))
}

/// Where the time of hulls of nearly coplanar points goes.
const PROFILE: &str = "time: 45 % in exact signs of nearly coplanar points, which parry's tolerance drops";

fn measure_hull(distribution: &'static str, points: Vec<DVec3>) -> Measured {
    let parry_points = parry_vectors(&points);
    let times = time_per_call(
        MIN_DURATION,
        [&mut || _ = black_box(hull::hull(&points)), &mut || _ = black_box(try_convex_hull(&parry_points))],
    );
    let n = points.len();
    // The nearly coplanar points of a rotated lattice need exact predicates, so a large one has a higher limit.
    let limit = if distribution == "turned" && n >= 10_000 { 1.2 } else { 1.0 };
    let ratio = Ratio::new(format!("{distribution}, {n} points"), times).at_most(limit).with_profile(PROFILE);
    Measured { distribution, points, ratio }
}

/// Measures hulls of up to `max_points` points.
pub fn ratios(max_points: usize) -> Vec<Ratio> {
    measure_hulls(max_points).map(|measured| measured.ratio).collect()
}

/// Measures distances of hulls of up to `max_vertices` vertices each.
pub fn distance_ratios(max_vertices: usize) -> Vec<Ratio> {
    measure_distances(max_vertices).map(|measured| measured.ratio).collect()
}

/// Limit of the number of points, from the environment.
fn max_points() -> usize {
    std::env::var("CONTACT_LENS_MOST").ok().and_then(|limit| limit.parse().ok()).unwrap_or(100_000)
}

/// Largest number of points for which criterion also measures.
const MAX_CRITERION_POINTS: usize = 10_000;

/// Runs criterion's groups on the hull of points.
fn bench_hull(criterion: &mut Criterion, distribution: &str, points: &[DVec3]) {
    let parry_points = parry_vectors(points);
    let mut group = criterion.benchmark_group("hulls");
    group.throughput(Throughput::Elements(points.len() as u64));
    let ours = BenchmarkId::new(format!("ours/{distribution}"), points.len());
    group.bench_function(ours, |b| b.iter(|| black_box(hull::hull(points))));
    let parry = BenchmarkId::new(format!("parry3d/{distribution}"), points.len());
    group.bench_function(parry, |b| b.iter(|| black_box(try_convex_hull(&parry_points))));
}

fn main() {
    println!("{}", Ratio::header());
    let mut criterion = Criterion::default().configure_from_args();
    for Measured { distribution, points, ratio } in measure_hulls(max_points()) {
        let vertices = hull::hull(&points).map_or(0, |hull| hull.vertices.len());
        println!("{ratio}; {vertices} vertices");
        if points.len() <= MAX_CRITERION_POINTS {
            bench_hull(&mut criterion, distribution, &points);
        }
    }
    for MeasuredDistance { ratio, difference } in measure_distances(max_points()) {
        println!("{ratio}; off by at most {difference:.1e}");
    }
    print_differences();
    criterion.final_summary();
}

/// Pose of the second hull relative to the first.
struct Placement {
    position: DVec3,
    rotation: DQuat,
}

impl Placement {
    /// Creates a random placement 2.2 to 4 radii away, with a random rotation.
    fn random(random: &mut Random) -> Self {
        let position = point_on_sphere(random, 0, 1) * (3.1 + 0.9 * f64::from(random.real()));
        let [x, y, z, w] = [0; 4].map(|_| f64::from(random.real()));
        Self { position, rotation: DQuat::from_xyzw(x, y, z, w + 2.0).normalize() }
    }
}

/// Number of placements per measurement of distances.
const PLACEMENTS: usize = 32;

/// Two hulls, for both libraries.
struct Hulls {
    ours: [Shape; 2],
    parry: [SharedShape; 2],
}

impl Hulls {
    /// Distance by Contact Lens.
    fn our_distance(&self, placement: &Placement) -> f64 {
        let pose = Pose::new(placement.position, placement.rotation);
        distance(&self.ours[0], &Pose::IDENTITY, &self.ours[1], &pose).signed_distance.unwrap_or(f64::NAN)
    }

    /// Distance by parry.
    fn parry_distance(&self, placement: &Placement) -> f64 {
        let q = placement.rotation;
        let rotation = math::Rotation::from_xyzw(q.x, q.y, q.z, q.w);
        let pose = math::Pose::from_parts(parry_vector(placement.position), rotation);
        let found = parry3d_f64::query::distance(&math::Pose::default(), &*self.parry[0], &pose, &*self.parry[1]);
        found.map_or(f64::NAN, |found| found.distance)
    }
}

/// Ratio of the times of a distance query, and the largest difference of the distances.
struct MeasuredDistance {
    ratio: Ratio,
    /// Largest difference of the distances of both libraries, in radii of the hulls.
    difference: f64,
}

/// Measures the distance of two hulls of 100 up to `max_vertices` vertices. Hulls are built before the time starts, and
/// each query starts from scratch. Contact Lens also returns a certificate.
fn measure_distances(max_vertices: usize) -> impl Iterator<Item = MeasuredDistance> {
    let sizes = [100, 1_000, 10_000, 100_000].into_iter().filter(move |n| *n <= max_vertices);
    sizes.map(|n| {
        let mut random = Random(SEED);
        let points = [(); 2].map(|()| points_on_sphere(&mut random, n));
        let hulls = Hulls {
            ours: points.each_ref().map(|points| Shape::polytope(points).expect("points on a sphere")),
            parry: points.each_ref().map(|points| SharedShape::convex_hull(&parry_vectors(points)).expect("a hull")),
        };
        let placements: Vec<Placement> = (0..PLACEMENTS).map(|_| Placement::random(&mut random)).collect();
        let differences = placements.iter().map(|at| (hulls.our_distance(at) - hulls.parry_distance(at)).abs());
        let difference = differences.fold(0.0, f64::max);
        let times = time_per_call(
            MIN_DURATION,
            [&mut || _ = black_box(placements.iter().map(|at| hulls.our_distance(at)).sum::<f64>()), &mut || {
                _ = black_box(placements.iter().map(|at| hulls.parry_distance(at)).sum::<f64>())
            }],
        );
        let times = times.map(|time| time / PLACEMENTS as f64);
        MeasuredDistance { ratio: Ratio::new(format!("{n} corners each"), times), difference }
    })
}

/// Measures and prints the Minkowski difference of two polytopes by the overlay of Gauss maps, which also names the
/// features that make each face, and by the hull of all differences of points.
fn print_differences() {
    println!("\n{:>10} {:>9} {:>11} {:>11} {:>6}", "faces each", "faces", "overlay ms", "hull ms", "ratio");
    for faces in [64, 256, 1_000] {
        let mut random = Random(SEED);
        // A polytope with triangular faces has F / 2 + 2 vertices.
        let [a, b] = [(); 2].map(|()| points_on_sphere(&mut random, faces / 2 + 2));
        let rotation = Placement::random(&mut random).rotation;
        let pose = Pose::new(DVec3::ZERO, rotation);
        let found = minkowski::difference(&a, &Pose::IDENTITY, &b, &pose).expect("two polytopes").faces.len();
        let [overlay, hull] = time_per_call(
            MIN_DURATION,
            [
                &mut || _ = black_box(minkowski::difference(&a, &Pose::IDENTITY, &b, &pose).expect("two polytopes")),
                &mut || _ = black_box(hull_of_differences(&a, &b, rotation)),
            ],
        );
        println!("{faces:>10} {found:>9} {:>11.3} {:>11.3} {:>6.2}", overlay / 1e6, hull / 1e6, overlay / hull);
    }
}

/// Computes the Minkowski difference of `a` and the rotated `b` as the hull of all differences of points.
fn hull_of_differences(a: &[DVec3], b: &[DVec3], rotation: DQuat) -> hull::Hull {
    let rotated: Vec<DVec3> = b.iter().map(|q| rotation * *q).collect();
    let differences: Vec<DVec3> = a.iter().flat_map(|p| rotated.iter().map(move |q| *p - *q)).collect();
    hull::hull(&differences).expect("points")
}
