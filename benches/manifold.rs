//! Contact manifolds of boxes and of hulls against parry3d's, on the same pairs in one run, f64. Ours prove the depth by all
//! axes and name every point; both start cold.
#![allow(clippy::print_stdout, missing_docs, reason = "a measurement that prints")]

mod in_f64;
mod random;

use std::hint::black_box;

use contact_lens_engine::double::dim3::manifold::{Body, Options, Workspace};
use contact_lens_engine::double::dim3::shape::Shape;
use contact_lens_engine::double::{Pose, distance};
use criterion::Criterion;
use glam::DVec3;
use in_f64::{least, their_pose, their_vector};
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

fn main() {
    let mut workspace = Workspace::default();
    for (name, hulls) in [("boxes", false), ("hulls of 16 points", true)] {
        let mut random = Random(0x00c0_47ac);
        let pairs: Vec<Pair> = (0..2000).map(|_| pair(&mut random, hulls)).collect();
        let touching = |pair: &&Pair| {
            let [a, b] = &pair.bodies;
            distance(&a.shape, &pair.poses[0], &b.shape, &pair.poses[1]).signed_distance.is_some_and(|d| d <= MARGIN)
        };
        let touching = pairs.iter().filter(touching).count();
        let counts = [
            pairs.iter().filter(|pair| ours(pair, &mut workspace) > 0).count(),
            pairs.iter().filter(|pair| theirs(pair) > 0).count(),
        ];
        let [mine, parry] = least(
            &pairs,
            [&mut |pair| _ = black_box(ours(pair, &mut workspace)), &mut |pair| _ = black_box(theirs(pair))],
        );
        println!("{name}: {touching} of {} touch; ours find {}, parry's {}", pairs.len(), counts[0], counts[1]);
        println!("  ours {mine:.0} ns, parry {parry:.0} ns, {:.2} of parry", mine / parry);
    }
    Criterion::default().configure_from_args().final_summary();
}
