//! Contact manifolds of boxes and of hulls against parry3d, in `f64`, without warm start, on the same pairs in one run.
//! Contact Lens also proves the depth by testing all axes, and gives every contact point an id.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod double_precision;
mod random;

use std::hint::black_box;

use contact_lens_benches::clock::time_per_input;
use contact_lens_benches::ratio::Ratio;
use contact_lens_engine::double::dim3::manifold::{Body, Options, Workspace};
use contact_lens_engine::double::dim3::shape::Shape;
use contact_lens_engine::double::{Pose, distance};
use criterion::Criterion;
use double_precision::{parry_pose, parry_vector};
use glam::DVec3;
use parry3d_f64::math;
use parry3d_f64::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use parry3d_f64::shape::SharedShape;
use random::Random;

/// Largest gap at which points are contacts, for both libraries, meters.
const MARGIN: f64 = 0.02;

/// Number of pairs of each kind.
const PAIRS: usize = 2_000;

/// Two bodies, for both libraries.
struct Pair {
    bodies: [Body; 2],
    poses: [Pose; 2],
    parry_shapes: [SharedShape; 2],
    parry_poses: [math::Pose; 2],
}

/// Kind of bodies that are measured.
#[derive(Clone, Copy)]
enum Kind {
    Boxes,
    /// Hulls of 16 random points.
    Hulls,
}

impl Kind {
    const ALL: [Self; 2] = [Self::Boxes, Self::Hulls];

    fn name(self) -> &'static str {
        match self {
            Self::Boxes => "boxes",
            Self::Hulls => "hulls of 16 points",
        }
    }

    /// Largest ratio of the time of Contact Lens to that of parry.
    fn limit(self) -> f64 {
        match self {
            Self::Boxes => 1.0,
            Self::Hulls => 1.3,
        }
    }

    /// Creates a random shape for both libraries.
    fn shape(self, random: &mut Random) -> (Body, SharedShape) {
        let (shape, parry_shape) = match self {
            Self::Hulls => {
                let points: Vec<DVec3> = (0..16).map(|_| random.vector()).collect();
                let parry_points: Vec<_> = points.iter().copied().map(parry_vector).collect();
                (Shape::polytope(&points), SharedShape::convex_hull(&parry_points).expect("a hull"))
            }
            Self::Boxes => {
                let half = random.vector().abs() * 0.6 + DVec3::splat(0.2);
                (Shape::cuboid(half), SharedShape::cuboid(half.x, half.y, half.z))
            }
        };
        (Body::new(&shape.expect("a shape")).expect("a body"), parry_shape)
    }

    /// Creates random pairs near each other.
    fn pairs(self) -> Vec<Pair> {
        let mut random = Random(0x00c0_47ac);
        (0..PAIRS).map(|_| pair(&mut random, self)).collect()
    }
}

fn pair(random: &mut Random, kind: Kind) -> Pair {
    let (a, parry_a) = kind.shape(random);
    let (b, parry_b) = kind.shape(random);
    let poses = [0.2, 1.0].map(|distance| {
        let rotation = random.rotation();
        Pose::new(random.vector() * distance, rotation)
    });
    let parry_poses = poses.each_ref().map(parry_pose);
    Pair { bodies: [a, b], poses, parry_shapes: [parry_a, parry_b], parry_poses }
}

/// Number of contact points by Contact Lens.
fn count_our_points(pair: &Pair, workspace: &mut Workspace) -> usize {
    let options = Options { margin: MARGIN, ..Options::default() };
    let [a, b] = black_box(&pair.bodies);
    workspace.manifold(a, &pair.poses[0], b, &pair.poses[1], &options).points.len()
}

/// Number of contact points by parry; 0 if it has no answer.
fn count_parry_points(pair: &Pair) -> usize {
    let pos12 = pair.parry_poses[0].inverse() * pair.parry_poses[1];
    let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
    let [a, b] = black_box(&pair.parry_shapes);
    match DefaultQueryDispatcher.contact_manifolds(&pos12, &**a, &**b, MARGIN, &mut manifolds, &mut None) {
        Ok(()) => manifolds.iter().map(|manifold| manifold.points.len()).sum(),
        Err(_) => 0,
    }
}

/// Where the time goes.
const PROFILE: &str = "time: 70 % in the separating axes that prove the normal, 30 % in faces and clipping";

/// Measures the manifolds of these pairs by both libraries.
fn measure(kind: Kind, pairs: &[Pair]) -> Ratio {
    let mut workspace = Workspace::default();
    let times = time_per_input(
        pairs,
        [&mut |pair| _ = black_box(count_our_points(pair, &mut workspace)), &mut |pair| {
            _ = black_box(count_parry_points(pair))
        }],
    );
    Ratio::new(kind.name(), times).at_most(kind.limit()).with_profile(PROFILE)
}

/// Measures both kinds of bodies.
pub fn ratios() -> Vec<Ratio> {
    Kind::ALL.map(|kind| measure(kind, &kind.pairs())).into()
}

/// Whether the signed distance of a pair is at most the margin.
fn is_in_contact(pair: &Pair) -> bool {
    let [a, b] = &pair.bodies;
    let answer = distance(&a.shape, &pair.poses[0], &b.shape, &pair.poses[1]);
    answer.signed_distance.is_some_and(|distance| distance <= MARGIN)
}

fn main() {
    println!("{}", Ratio::header());
    for kind in Kind::ALL {
        let pairs = kind.pairs();
        println!("{}", measure(kind, &pairs));
        let mut workspace = Workspace::default();
        let in_contact = pairs.iter().filter(|pair| is_in_contact(pair)).count();
        let ours = pairs.iter().filter(|pair| count_our_points(pair, &mut workspace) > 0).count();
        let parry = pairs.iter().filter(|pair| count_parry_points(pair) > 0).count();
        println!("  {in_contact} of {} touch; ours find {ours}, parry's {parry}", pairs.len());
    }
    Criterion::default().configure_from_args().final_summary();
}
