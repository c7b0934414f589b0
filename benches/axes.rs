//! Separating axis tests against parry3d, in `f64`, on the same pairs in one run.
//!
//! - **Boxes**: the fifteen axes with a certificate, against the two functions of parry that find the largest gap over
//!   the same axes.
//! - **Hulls**: parry has no separating axis test for hulls. The peer is its contact manifold without warm start, which
//!   searches by GJK and EPA and then clips. Contact Lens finds the edge pairs whose arcs cross by testing all pairs of
//!   arcs, or by walking along the arcs.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod double_precision;
mod random;

use std::hint::black_box;
use std::time::Duration;

use contact_lens_benches::clock::time_per_input;
use contact_lens_benches::ratio::Ratio;
use contact_lens_engine::double::Pose;
use contact_lens_engine::double::dim3::sat::{Answer, EdgePairs, Options, Solid, separation};
use criterion::Criterion;
use double_precision::{parry_pose, parry_vector};
use glam::{DQuat, DVec3};
use parry3d_f64::math;
use parry3d_f64::query::details::contact_manifold_pfm_pfm;
use parry3d_f64::query::{ContactManifold, sat};
use parry3d_f64::shape::{ConvexPolyhedron, Cuboid};
use random::Random;

impl Random {
    /// Returns a uniformly distributed unit vector.
    fn unit(&mut self) -> DVec3 {
        loop {
            let v = self.vector();
            if (0.1..1.0).contains(&v.length()) {
                return v.normalize();
            }
        }
    }
}

/// Two bodies for both libraries. A is at the origin, not rotated.
struct Pair<T> {
    ours: [Solid; 2],
    parry: [T; 2],
    /// Pose of B.
    pose: Pose,
    parry_pose: math::Pose,
}

impl<T> Pair<T> {
    fn new(ours: [Solid; 2], parry: [T; 2], position: DVec3, rotation: DQuat) -> Self {
        let pose = Pose::new(position, rotation);
        Self { ours, parry, parry_pose: parry_pose(&pose), pose }
    }
}

/// Creates pairs of random boxes.
fn boxes(count: usize) -> Vec<Pair<Cuboid>> {
    let mut random = Random(0x0b0e_5000);
    let mut pair = || {
        let half_extents = [(); 2].map(|()| random.vector().abs() * 0.5 + DVec3::splat(0.2));
        let ours = half_extents.map(|half| Solid::cuboid(half).expect("a box"));
        let parry = half_extents.map(|half| Cuboid::new(parry_vector(half)));
        Pair::new(ours, parry, random.vector() * 1.2, random.rotation())
    };
    (0..count).map(|_| pair()).collect()
}

/// Creates pairs of hulls of `n` points on the unit sphere, which have about twice as many faces. Most pairs overlap,
/// so that all axes are tested.
fn hulls(n: usize, count: usize) -> Vec<Pair<ConvexPolyhedron>> {
    let mut random = Random(0x0b0e_5100 + n as u64);
    let mut pair = || {
        let points = [(); 2].map(|()| (0..n).map(|_| random.unit()).collect::<Vec<_>>());
        let parry = points.each_ref().map(|points| {
            let points: Vec<_> = points.iter().copied().map(parry_vector).collect();
            ConvexPolyhedron::from_convex_hull(&points).expect("a hull")
        });
        let ours = points.map(|points| Solid::hull(&points).expect("a hull"));
        Pair::new(ours, parry, random.vector() * 0.8, random.rotation())
    };
    (0..count).map(|_| pair()).collect()
}

/// Tests the axes by Contact Lens, with the edge pairs found in this way.
fn test_axes<T>(pair: &Pair<T>, pairs: EdgePairs) -> Answer {
    let options = Options { pairs, ..Options::default() };
    let [a, b] = &pair.ours;
    separation(black_box(a), &Pose::IDENTITY, black_box(b), &pair.pose, &options)
}

/// Largest gap of two boxes over the fifteen axes, by parry, meters; negative if they overlap.
fn parry_largest_gap(pair: &Pair<Cuboid>) -> f64 {
    let [a, b] = &pair.parry;
    let a = black_box(a);
    let b = black_box(b);
    let pose = &pair.parry_pose;
    let faces_of_a = sat::cuboid_cuboid_find_local_separating_normal_oneway(a, b, pose).0;
    let faces_of_b = sat::cuboid_cuboid_find_local_separating_normal_oneway(b, a, &pose.inverse()).0;
    let edges = sat::cuboid_cuboid_find_local_separating_edge_twoway(a, b, pose).0;
    faces_of_a.max(faces_of_b).max(edges)
}

/// Number of contact points of two hulls, by parry.
fn count_parry_points(pair: &Pair<ConvexPolyhedron>) -> usize {
    let [a, b] = &pair.parry;
    let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
    contact_manifold_pfm_pfm(&pair.parry_pose, black_box(a), 0.0, None, black_box(b), 0.0, None, 0.0, &mut manifold);
    manifold.points.len()
}

/// Largest difference of two equal depths, meters.
const DEPTH_TOLERANCE: f64 = 1.0e-6;

/// Whether both libraries find different depths for a pair that overlaps. The gaps of pairs that are apart are not
/// compared, since they are only lower bounds of the distance.
fn has_different_depth(pair: &Pair<Cuboid>) -> bool {
    let ours = test_axes(pair, EdgePairs::Crossing).separation;
    ours < 0.0 && (ours - parry_largest_gap(pair)).abs() > DEPTH_TOLERANCE
}

/// Number of points of the hulls that are measured, and the largest ratio to parry's time by the walk.
const HULLS: [(usize, f64); 4] = [(8, 0.7), (12, 0.9), (20, 1.1), (34, 1.3)];

/// Where the time of this section goes.
const PROFILE: &str = "time of boxes and hulls: 45 % in axes across edges with their rounding, 31 % in the search";

/// Measures boxes.
fn box_ratio(pairs: &[Pair<Cuboid>]) -> Ratio {
    let times = time_per_input(
        pairs,
        [&mut |pair| _ = black_box(test_axes(pair, EdgePairs::Crossing)), &mut |pair| {
            _ = black_box(parry_largest_gap(pair))
        }],
    );
    Ratio::new("boxes", times).at_most(0.85).with_profile(PROFILE)
}

/// Measures hulls of `n` points, by a walk along the arcs and by testing all pairs of arcs. The walk has the limit.
fn hull_ratios(n: usize, limit: f64) -> [Ratio; 2] {
    let pairs = hulls(n, 400);
    let face_axes: usize = pairs.iter().flat_map(|pair| &pair.ours).map(|solid| solid.face_axes.len()).sum();
    let faces = face_axes as f64 / (2 * pairs.len()) as f64;
    let [all_arcs, walk, parry] = time_per_input(
        &pairs,
        [
            &mut |pair| _ = black_box(test_axes(pair, EdgePairs::Crossing)),
            &mut |pair| _ = black_box(test_axes(pair, EdgePairs::Walk)),
            &mut |pair| _ = black_box(count_parry_points(pair)),
        ],
    );
    [
        Ratio::new(format!("hulls of {faces:.0} faces, arcs walked"), [walk, parry])
            .at_most(limit)
            .with_profile(PROFILE),
        Ratio::new(format!("hulls of {faces:.0} faces, all arcs"), [all_arcs, parry]),
    ]
}

/// Number of pairs of boxes that are measured.
const BOX_PAIRS: usize = 4_000;

/// Measures boxes and hulls.
pub fn ratios() -> Vec<Ratio> {
    let mut ratios = vec![box_ratio(&boxes(BOX_PAIRS))];
    ratios.extend(HULLS.into_iter().flat_map(|(n, limit)| hull_ratios(n, limit)));
    ratios
}

fn print_table() {
    println!("{}", Ratio::header());
    let pairs = boxes(BOX_PAIRS);
    let different = pairs.iter().filter(|pair| has_different_depth(pair)).count();
    println!("{}; {different} of {} depths differ", box_ratio(&pairs), pairs.len());
    for (n, limit) in HULLS {
        hull_ratios(n, limit).iter().for_each(|ratio| println!("{ratio}"));
    }
}

fn main() {
    if !std::env::args().any(|arg| arg == "criterion") {
        print_table();
        return;
    }
    let mut criterion =
        Criterion::default().warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    let pairs = boxes(256);
    criterion.bench_function("boxes, ours", |b| {
        b.iter(|| pairs.iter().for_each(|pair| _ = black_box(test_axes(pair, EdgePairs::Crossing))));
    });
    criterion.bench_function("boxes, parry", |b| {
        b.iter(|| pairs.iter().for_each(|pair| _ = black_box(parry_largest_gap(pair))));
    });
    criterion.final_summary();
}
