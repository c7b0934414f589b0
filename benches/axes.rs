//! Separating axes against parry3d on the same pairs in one run, f64.
//!
//! Boxes: our fifteen lines with their proof against parry's two calls that find the largest gap over the same lines. Hulls:
//! parry has no test of lines for them, so its cold contact manifold is the peer, which searches by GJK and EPA and then clips.
//! Ours are the two ways to find the pairs of edges that matter: asking all arcs, and walking them.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod in_f64;
mod random;

use std::hint::black_box;
use std::time::Duration;

use contact_lens_benches::clock::least;
use contact_lens_benches::ratio::Ratio;
use contact_lens_engine::double::Pose;
use contact_lens_engine::double::dim3::sat::{Answer, EdgePairs, Options, Solid, separation};
use criterion::Criterion;
use glam::{DQuat, DVec3};
use in_f64::{their_pose, their_vector};
use parry3d_f64::math;
use parry3d_f64::query::details::contact_manifold_pfm_pfm;
use parry3d_f64::query::{ContactManifold, sat};
use parry3d_f64::shape::{ConvexPolyhedron, Cuboid};
use random::Random;

impl Random {
    /// A point of the unit sphere.
    fn unit(&mut self) -> DVec3 {
        loop {
            let v = self.vector();
            if (0.1..1.0).contains(&v.length()) {
                return v.normalize();
            }
        }
    }
}

/// Two bodies for both engines: A stands at the origin, B here.
struct Pair<T> {
    ours: [Solid; 2],
    theirs: [T; 2],
    pose: Pose,
    their_pose: math::Pose,
}

fn placed<T>(ours: [Solid; 2], theirs: [T; 2], position: DVec3, q: DQuat) -> Pair<T> {
    let pose = Pose::new(position, q);
    Pair { ours, theirs, their_pose: their_pose(&pose), pose }
}

fn boxes(count: usize) -> Vec<Pair<Cuboid>> {
    let mut random = Random(0x0b0e_5000);
    let mut pair = || {
        let halves = [(); 2].map(|()| random.vector().abs() * 0.5 + DVec3::splat(0.2));
        let ours = halves.map(|half| Solid::cuboid(half).expect("a box"));
        placed(ours, halves.map(|half| Cuboid::new(their_vector(half))), random.vector() * 1.2, random.turn())
    };
    (0..count).map(|_| pair()).collect()
}

/// Hulls of so many points of the unit sphere: about twice as many faces.
fn hulls(corners: usize, count: usize) -> Vec<Pair<ConvexPolyhedron>> {
    let mut random = Random(0x0b0e_5100 + corners as u64);
    let mut pair = || {
        let points = [(); 2].map(|()| (0..corners).map(|_| random.unit()).collect::<Vec<_>>());
        let theirs = points.each_ref().map(|points| {
            let points: Vec<_> = points.iter().copied().map(their_vector).collect();
            ConvexPolyhedron::from_convex_hull(&points).expect("a hull")
        });
        // In each other, mostly: every line is tried.
        let ours = points.map(|points| Solid::hull(&points).expect("a hull"));
        placed(ours, theirs, random.vector() * 0.8, random.turn())
    };
    (0..count).map(|_| pair()).collect()
}

fn ours<T>(pair: &Pair<T>, pairs: EdgePairs) -> Answer {
    let options = Options { pairs, ..Options::default() };
    let [a, b] = &pair.ours;
    separation(black_box(a), &Pose::IDENTITY, black_box(b), &pair.pose, &options)
}

fn their_boxes(pair: &Pair<Cuboid>) -> f64 {
    let ([a, b], at) = (&pair.theirs, &pair.their_pose);
    let (a, b) = (black_box(a), black_box(b));
    let faces = sat::cuboid_cuboid_find_local_separating_normal_oneway(a, b, at).0;
    let other = sat::cuboid_cuboid_find_local_separating_normal_oneway(b, a, &at.inverse()).0;
    faces.max(other).max(sat::cuboid_cuboid_find_local_separating_edge_twoway(a, b, at).0)
}

fn their_hulls(pair: &Pair<ConvexPolyhedron>) -> usize {
    let [a, b] = &pair.theirs;
    let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
    let (a, b) = (black_box(a), black_box(b));
    contact_manifold_pfm_pfm(&pair.their_pose, a, 0.0, None, b, 0.0, None, 0.0, &mut manifold);
    manifold.points.len()
}

/// How often the largest gaps differ by more than a micrometer, where the bodies overlap: apart they are no distance.
fn differ(pairs: &[Pair<Cuboid>]) -> usize {
    let off = |pair: &&Pair<Cuboid>| {
        let found = ours(pair, EdgePairs::Crossing);
        found.separation < 0.0 && (found.separation - their_boxes(pair)).abs() > 1.0e-6
    };
    pairs.iter().filter(off).count()
}

/// Corners of the hulls that are measured, and the bar of each.
const HULLS: [(usize, f64); 4] = [(8, 0.7), (12, 0.9), (20, 1.1), (34, 1.3)];

/// Boxes, and what both engines take.
fn boxes_beside() -> (Vec<Pair<Cuboid>>, Ratio) {
    let pairs = boxes(4000);
    let ns = least(
        &pairs,
        [&mut |pair| _ = black_box(ours(pair, EdgePairs::Crossing)), &mut |pair| _ = black_box(their_boxes(pair))],
    );
    (pairs, Ratio::new("boxes", ns).at_most(0.85))
}

/// Hulls of so many corners, by each way to find the pairs of edges.
fn hulls_beside(corners: usize, bar: f64) -> [Ratio; 2] {
    let pairs = hulls(corners, 400);
    let lines: usize = pairs.iter().flat_map(|pair| &pair.ours).map(|solid| solid.face_axes.len()).sum();
    let faces = lines as f64 / (2 * pairs.len()) as f64;
    let by = |pairs: EdgePairs| move |pair: &Pair<ConvexPolyhedron>| _ = black_box(ours(pair, pairs));
    let (mut asked, mut walked) = (by(EdgePairs::Crossing), by(EdgePairs::Walk));
    let [asked, walked, them] = least(&pairs, [&mut asked, &mut walked, &mut |pair| _ = black_box(their_hulls(pair))]);
    [
        Ratio::new(format!("hulls of {faces:.0} faces, arcs walked"), [walked, them]).at_most(bar),
        Ratio::new(format!("hulls of {faces:.0} faces, arcs asked"), [asked, them]),
    ]
}

/// Ours over theirs.
pub fn ratios() -> Vec<Ratio> {
    let mut all = vec![boxes_beside().1];
    all.extend(HULLS.map(|(corners, bar)| hulls_beside(corners, bar)).concat());
    all
}

fn table() {
    println!("{}", Ratio::head());
    let (pairs, ratio) = boxes_beside();
    println!("{ratio}; {} of {} depths differ", differ(&pairs), pairs.len());
    for (corners, bar) in HULLS {
        hulls_beside(corners, bar).iter().for_each(|ratio| println!("{ratio}"));
    }
}

fn main() {
    if !std::env::args().any(|arg| arg == "criterion") {
        table();
        return;
    }
    let mut criterion =
        Criterion::default().warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    let pairs = boxes(256);
    criterion.bench_function("boxes, ours", |b| {
        b.iter(|| pairs.iter().for_each(|pair| _ = black_box(ours(pair, EdgePairs::Crossing))));
    });
    criterion.bench_function("boxes, parry", |b| {
        b.iter(|| pairs.iter().for_each(|pair| _ = black_box(their_boxes(pair))));
    });
    criterion.final_summary();
}
