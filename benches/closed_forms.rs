//! Distance queries of pairs that have a closed form, against parry3d, in `f64`, on the same pairs in one run: spheres,
//! capsules, boxes and triangles. Most pairs are apart; about a third overlap by their margins.
//!
//! - **Contact Lens**: `dim3::distance::Workspace::signed_distance`, with a certificate.
//! - **Parry**: `query::contact` with an unlimited prediction distance, as in the benchmark `suite`: a formula for two
//!   balls and for a ball next to a box or a triangle, GJK for capsules.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod double_precision;
mod random;

use std::hint::black_box;

use contact_lens_benches::clock::time_per_input;
use contact_lens_benches::ratio::Ratio;
use contact_lens_engine::double::Pose;
use contact_lens_engine::double::dim3::distance::{Options, Workspace};
use contact_lens_engine::double::dim3::shape::{Axis, Shape};
use criterion::Criterion;
use double_precision::{parry_pose, parry_vector};
use glam::DVec3;
use parry3d_f64::math;
use parry3d_f64::query;
use parry3d_f64::shape::{Ball, Capsule, Cuboid, SharedShape, Triangle};
use random::Random;

/// Number of pairs of each kind.
const PAIRS: usize = 1024;

/// A shape for both libraries.
struct Body {
    ours: Shape,
    parry: SharedShape,
}

/// Kinds of bodies.
#[derive(Clone, Copy)]
enum Kind {
    Sphere,
    Capsule,
    Cuboid,
    Triangle,
}

impl Kind {
    fn body(self, random: &mut Random) -> Body {
        let sizes = random.vector().abs() * 0.5 + DVec3::splat(0.2);
        match self {
            Self::Sphere => {
                Body { ours: Shape::sphere(sizes.x).expect("a sphere"), parry: SharedShape::new(Ball::new(sizes.x)) }
            }
            Self::Capsule => Body {
                ours: Shape::capsule(sizes.x, sizes.y, Axis::Y).expect("a capsule"),
                parry: SharedShape::new(Capsule::new_y(sizes.y, sizes.x)),
            },
            Self::Cuboid => Body {
                ours: Shape::cuboid(sizes).expect("a box"),
                parry: SharedShape::new(Cuboid::new(parry_vector(sizes))),
            },
            Self::Triangle => {
                let corners = [(); 3].map(|()| random.vector());
                let [a, b, c] = corners.map(parry_vector);
                Body {
                    ours: Shape::triangle(corners).expect("a triangle"),
                    parry: SharedShape::new(Triangle::new(a, b, c)),
                }
            }
        }
    }
}

/// Two bodies for both libraries, with their poses.
struct Pair {
    bodies: [Body; 2],
    poses: [Pose; 2],
    parry_poses: [math::Pose; 2],
}

/// Creates random pairs of two kinds.
fn pairs(kinds: [Kind; 2]) -> Vec<Pair> {
    let mut random = Random(0x0b0e_6000);
    let mut pair = || {
        let bodies = kinds.map(|kind| kind.body(&mut random));
        let poses = [1.0, 2.0].map(|size| Pose::new(random.vector() * size, random.rotation()));
        Pair { bodies, parry_poses: poses.each_ref().map(parry_pose), poses }
    };
    (0..PAIRS).map(|_| pair()).collect()
}

/// Ratio of the times of both libraries for pairs of two kinds.
fn ratio(name: &str, kinds: [Kind; 2]) -> Ratio {
    let mut workspace = Workspace::default();
    let options = Options::default();
    let times = time_per_input(
        &pairs(kinds),
        [
            &mut |pair: &Pair| {
                let [a, b] = &pair.bodies;
                let [pose_a, pose_b] = &pair.poses;
                black_box(workspace.signed_distance(black_box(&a.ours), pose_a, black_box(&b.ours), pose_b, &options));
            },
            &mut |pair: &Pair| {
                let [a, b] = &pair.bodies;
                let [pose_a, pose_b] = &pair.parry_poses;
                let contact = query::contact(pose_a, &*black_box(a).parry, pose_b, &*black_box(b).parry, f64::MAX);
                black_box(contact.expect("a contact of two supported shapes"));
            },
        ],
    );
    Ratio::new(name, times).at_most(1.5)
}

/// Ratios of all kinds of pairs.
pub fn ratios() -> Vec<Ratio> {
    vec![
        ratio("two spheres", [Kind::Sphere, Kind::Sphere]),
        ratio("sphere and capsule", [Kind::Sphere, Kind::Capsule]),
        ratio("two capsules", [Kind::Capsule, Kind::Capsule]),
        ratio("sphere and box", [Kind::Sphere, Kind::Cuboid]),
        ratio("sphere and triangle", [Kind::Sphere, Kind::Triangle]),
    ]
}

fn main() {
    println!("{}", Ratio::header());
    ratios().iter().for_each(|ratio| println!("{ratio}"));
    Criterion::default().configure_from_args().final_summary();
}
