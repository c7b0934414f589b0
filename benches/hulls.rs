//! Convex hulls in space against parry3d's, f64, on the same points in one run: points in a ball, on a sphere, in a cube, of a
//! normal distribution, on a lattice, and on one that is turned.
//!
//! Then two tables beside it: the distance of two hulls of so many corners each against parry3d's, and the faces of a Minkowski
//! difference by the overlay of Gauss maps against the hull of all differences of points.
//!
//! Sizes go up to `CONTACT_LENS_MOST` points, 1e5 where it is not set; with `1000000` parry's takes half a minute on the sphere.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod random;

use std::hint::black_box;
use std::time::Duration;

use contact_lens_benches::clock::turns;
use contact_lens_benches::ratio::Ratio;
use contact_lens_engine::double::dim3::{hull, minkowski};
use contact_lens_engine::double::{Pose, Shape, distance};
use criterion::{BenchmarkId, Criterion, Throughput};
use glam::{DQuat, DVec3};
use parry3d_f64::math;
use parry3d_f64::shape::SharedShape;
use parry3d_f64::transformation::try_convex_hull;
use random::Random;

/// Point number so many of so many.
type Cloud = fn(&mut Random, usize, usize) -> DVec3;

/// How points lie.
const CLOUDS: [(&str, Cloud); 6] =
    [("ball", ball), ("sphere", sphere), ("cube", cube), ("gaussian", gaussian), ("grid", grid), ("turned", turned)];

/// The shortest time that a measurement takes.
const LEAST: Duration = Duration::from_millis(500);

impl Random {
    fn vector(&mut self) -> DVec3 {
        DVec3::new(f64::from(self.real()), f64::from(self.real()), f64::from(self.real()))
    }
}

fn ball(random: &mut Random, _: usize, _: usize) -> DVec3 {
    loop {
        let p = random.vector();
        if p.length_squared() <= 1.0 {
            return p;
        }
    }
}

fn sphere(random: &mut Random, i: usize, n: usize) -> DVec3 {
    loop {
        let p = ball(random, i, n);
        if p.length_squared() > 1e-4 {
            return p.normalize();
        }
    }
}

fn cube(random: &mut Random, _: usize, _: usize) -> DVec3 {
    random.vector()
}

/// Sums of twelve even ones are nearly normal.
fn gaussian(random: &mut Random, _: usize, _: usize) -> DVec3 {
    (0..12).map(|_| random.vector()).sum::<DVec3>() * 0.5
}

fn grid(_: &mut Random, i: usize, n: usize) -> DVec3 {
    let side = ((n as f64).cbrt().round() as usize).max(1);
    DVec3::new((i % side) as f64, (i / side % side) as f64, (i / (side * side)) as f64)
}

/// So many points of a cloud.
fn points(point: Cloud, n: usize) -> Vec<DVec3> {
    let mut random = Random(0x0123_4567_89ab);
    (0..n).map(|i| point(&mut random, i, n)).collect()
}

fn their_points(points: &[DVec3]) -> Vec<math::Vector> {
    points.iter().map(|p| math::Vector::new(p.x, p.y, p.z)).collect()
}

/// The clouds, from a thousand points up to so many, each with what both engines take.
fn clouds(most: usize) -> impl Iterator<Item = (&'static str, Vec<DVec3>, Ratio)> {
    let sizes = [1_000, 10_000, 100_000, 1_000_000].into_iter().filter(move |n| *n <= most);
    CLOUDS.into_iter().flat_map(move |(name, point)| {
        sizes.clone().map(move |n| {
            let ours = points(point, n);
            let theirs = their_points(&ours);
            let ns = turns(
                LEAST,
                [&mut || _ = black_box(hull::hull(&ours)), &mut || _ = black_box(try_convex_hull(&theirs))],
            );
            // The grid that is turned has no exact planes; where it is small, that is most of the time.
            let bar = if name == "turned" && n >= 10_000 { 1.2 } else { 1.0 };
            (name, ours, Ratio::new(format!("{name}, {n} points"), ns).at_most(bar))
        })
    })
}

/// Ours over theirs, of clouds of up to so many points.
pub fn ratios(most: usize) -> Vec<Ratio> {
    clouds(most).map(|(_, _, ratio)| ratio).collect()
}

/// Ours over theirs, of the distance of hulls of up to so many corners.
pub fn distance_ratios(most: usize) -> Vec<Ratio> {
    distances(most).map(|(ratio, _)| ratio).collect()
}

fn most() -> usize {
    std::env::var("CONTACT_LENS_MOST").ok().and_then(|most| most.parse().ok()).unwrap_or(100_000)
}

fn main() {
    println!("{}", Ratio::head());
    let mut criterion = Criterion::default().configure_from_args();
    for (name, points, ratio) in clouds(most()) {
        let corners = hull::hull(&points).map_or(0, |hull| hull.vertices.len());
        println!("{ratio}; {corners} corners");
        if points.len() <= 10_000 {
            let theirs = their_points(&points);
            let mut group = criterion.benchmark_group("hulls");
            group.throughput(Throughput::Elements(points.len() as u64));
            let id = |who: &str| BenchmarkId::new(format!("{who}/{name}"), points.len());
            group.bench_function(id("ours"), |b| b.iter(|| black_box(hull::hull(&points))));
            group.bench_function(id("parry3d"), |b| b.iter(|| black_box(try_convex_hull(&theirs))));
        }
    }
    for (ratio, off) in distances(most()) {
        println!("{ratio}; off by at most {off:.1e}");
    }
    differences();
    criterion.final_summary();
}

/// The grid turned: its planes are flat but for rounding.
fn turned(random: &mut Random, i: usize, n: usize) -> DVec3 {
    DQuat::from_xyzw(0.3, -0.2, 0.5, 0.7).normalize() * grid(random, i, n)
}

/// Points on a sphere.
fn on_sphere(random: &mut Random, n: usize) -> Vec<DVec3> {
    (0..n).map(|i| sphere(random, i, n)).collect()
}

/// How two hulls stand: seen from the first, the second 2.2 to 4 radii away and turned.
fn placed(random: &mut Random) -> (DVec3, DQuat) {
    let at = sphere(random, 0, 1) * (3.1 + 0.9 * f64::from(random.real()));
    let [x, y, z, w] = [0; 4].map(|_| f64::from(random.real()));
    (at, DQuat::from_xyzw(x, y, z, w + 2.0).normalize())
}

/// Pairs of a measurement of distances.
const PAIRS: usize = 32;

/// The distance of two hulls, ours with its certificate, theirs without, and by how much they differ. Hulls are taken
/// beforehand, and nothing is remembered from pair to pair.
fn distances(most: usize) -> impl Iterator<Item = (Ratio, f64)> {
    [100, 1_000, 10_000, 100_000].into_iter().filter(move |n| *n <= most).map(|n| {
        let mut random = Random(0x0123_4567_89ab);
        let points = [0; 2].map(|_| on_sphere(&mut random, n));
        let ours = [0, 1].map(|k| Shape::polytope(&points[k]).expect("points on a sphere"));
        let theirs = [0, 1].map(|k: usize| SharedShape::convex_hull(&their_points(&points[k])).expect("a hull"));
        let places: Vec<(DVec3, DQuat)> = (0..PAIRS).map(|_| placed(&mut random)).collect();
        let mine = |(at, turn): &(DVec3, DQuat)| {
            distance(&ours[0], &Pose::IDENTITY, &ours[1], &Pose::new(*at, *turn)).signed_distance.unwrap_or(f64::NAN)
        };
        let other = |(at, q): &(DVec3, DQuat)| {
            let rotation = math::Rotation::from_xyzw(q.x, q.y, q.z, q.w);
            let pose = math::Pose::from_parts(math::Vector::new(at.x, at.y, at.z), rotation);
            let found = parry3d_f64::query::distance(&math::Pose::default(), &*theirs[0], &pose, &*theirs[1]);
            found.map_or(f64::NAN, |found| found.distance)
        };
        let off = places.iter().map(|place| (mine(place) - other(place)).abs()).fold(0.0, f64::max);
        let ns = turns(
            LEAST,
            [&mut || _ = black_box(places.iter().map(mine).sum::<f64>()), &mut || {
                _ = black_box(places.iter().map(other).sum::<f64>())
            }],
        );
        (Ratio::new(format!("{n} corners each"), ns.map(|ns| ns / PAIRS as f64)), off)
    })
}

/// The difference of two polytopes of so many triangles each. The overlay names what made each face; the hull of all
/// differences does not.
fn differences() {
    println!("\n{:>10} {:>9} {:>11} {:>11} {:>6}", "faces each", "faces", "overlay ms", "hull ms", "ratio");
    for faces in [64, 256, 1_000] {
        let mut random = Random(0x0123_4567_89ab);
        let [a, b] = [0; 2].map(|_| on_sphere(&mut random, faces / 2 + 2));
        let (_, turn) = placed(&mut random);
        let pose = Pose::new(DVec3::ZERO, turn);
        let overlay = || minkowski::difference(&a, &Pose::IDENTITY, &b, &pose).expect("two polytopes");
        let all = || {
            let turned: Vec<DVec3> = b.iter().map(|q| turn * *q).collect();
            let points: Vec<DVec3> = a.iter().flat_map(|p| turned.iter().map(move |q| *p - *q)).collect();
            hull::hull(&points).expect("points")
        };
        let found = overlay().faces.len();
        let [mine, other] = turns(LEAST, [&mut || _ = black_box(overlay()), &mut || _ = black_box(all())]);
        println!("{faces:>10} {found:>9} {:>11.3} {:>11.3} {:>6.2}", mine / 1e6, other / 1e6, mine / other);
    }
}
