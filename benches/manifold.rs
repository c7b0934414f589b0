//! Contact manifolds of boxes and of hulls against parry3d's, on the same pairs in one run, f64. Ours prove the depth by all
//! axes and name every point; both start cold.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod in_f64;
mod random;

use std::hint::black_box;

use contact_lens_benches::clock::least;
use contact_lens_benches::ratio::Ratio;
use contact_lens_engine::double::dim3::manifold::{Body, Options, Workspace};
use contact_lens_engine::double::dim3::shape::Shape;
use contact_lens_engine::double::{Pose, distance};
use criterion::Criterion;
use glam::DVec3;
use in_f64::{their_pose, their_vector};
use parry3d_f64::math;
use parry3d_f64::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use parry3d_f64::shape::SharedShape;
use random::Random;

/// Points up to this far apart count for both.
const MARGIN: f64 = 0.02;

/// The same pair for both engines.
struct Pair {
    bodies: [Body; 2],
    poses: [Pose; 2],
    theirs: [SharedShape; 2],
    their_poses: [math::Pose; 2],
}

fn pair(random: &mut Random, hulls: bool) -> Pair {
    let made = [(); 2].map(|()| {
        if hulls {
            let points: Vec<DVec3> = (0..16).map(|_| random.vector()).collect();
            let theirs: Vec<_> = points.iter().copied().map(their_vector).collect();
            (Shape::polytope(&points), SharedShape::convex_hull(&theirs).expect("a hull"))
        } else {
            let half = random.vector().abs() * 0.6 + DVec3::splat(0.2);
            (Shape::cuboid(half), SharedShape::cuboid(half.x, half.y, half.z))
        }
    });
    let made = made.map(|(shape, theirs)| (Body::new(&shape.expect("a shape")).expect("a body"), theirs));
    let poses = [0.2, 1.0].map(|reach| {
        let turn = random.turn();
        Pose::new(random.vector() * reach, turn)
    });
    let their_poses = poses.each_ref().map(their_pose);
    let [(a, p), (b, q)] = made;
    Pair { bodies: [a, b], poses, theirs: [p, q], their_poses }
}

fn ours(pair: &Pair, workspace: &mut Workspace) -> usize {
    let options = Options { margin: MARGIN, ..Options::default() };
    let [a, b] = black_box(&pair.bodies);
    workspace.manifold(a, &pair.poses[0], b, &pair.poses[1], &options).points.len()
}

fn theirs(pair: &Pair) -> usize {
    let pos12 = pair.their_poses[0].inverse() * pair.their_poses[1];
    let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
    let [a, b] = black_box(&pair.theirs);
    let dispatcher = DefaultQueryDispatcher;
    match dispatcher.contact_manifolds(&pos12, &**a, &**b, MARGIN, &mut manifolds, &mut None) {
        Ok(()) => manifolds.iter().map(|manifold| manifold.points.len()).sum(),
        Err(_) => 0,
    }
}

/// Boxes or hulls of 16 points, and what both engines take.
fn beside(name: &str, is_hull: bool, bar: f64) -> (Vec<Pair>, Ratio) {
    let mut random = Random(0x00c0_47ac);
    let pairs: Vec<Pair> = (0..2000).map(|_| pair(&mut random, is_hull)).collect();
    let mut workspace = Workspace::default();
    let ns =
        least(&pairs, [&mut |pair| _ = black_box(ours(pair, &mut workspace)), &mut |pair| _ = black_box(theirs(pair))]);
    (pairs, Ratio::new(name, ns).at_most(bar))
}

/// What is measured: whether these are hulls, and the bar.
const KINDS: [(&str, bool, f64); 2] = [("boxes", false, 1.0), ("hulls of 16 points", true, 1.3)];

/// Ours over theirs.
pub fn ratios() -> Vec<Ratio> {
    KINDS.map(|(name, is_hull, bar)| beside(name, is_hull, bar).1).into()
}

fn main() {
    println!("{}", Ratio::head());
    for (name, is_hull, bar) in KINDS {
        let (pairs, ratio) = beside(name, is_hull, bar);
        println!("{ratio}");
        let touching = |pair: &&Pair| {
            let [a, b] = &pair.bodies;
            distance(&a.shape, &pair.poses[0], &b.shape, &pair.poses[1]).signed_distance.is_some_and(|d| d <= MARGIN)
        };
        let mut workspace = Workspace::default();
        let counts = [
            pairs.iter().filter(touching).count(),
            pairs.iter().filter(|pair| ours(pair, &mut workspace) > 0).count(),
            pairs.iter().filter(|pair| theirs(pair) > 0).count(),
        ];
        println!("  {} of {} touch; ours find {}, parry's {}", counts[0], pairs.len(), counts[1], counts[2]);
    }
    Criterion::default().configure_from_args().final_summary();
}
