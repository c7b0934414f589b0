//! Distances, depths and contact manifolds against Box3D, in `f32`, without warm start, on the same pairs in one run.
//! Each library starts from the poses of both bodies in the world, and has its shapes built before.
//!
//! - **Separate bodies**: the distance with its certificate, against `b3ShapeDistance`, Box3D's GJK.
//! - **Overlapping bodies**: the depth with its certificate, against the function of Box3D for these shapes, which
//!   finds the depth together with contact points: by formulas for spheres and capsules, by separating axes for hulls.
//! - **Manifolds**: contact points of both libraries, with the same function of Box3D.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]
#![allow(unsafe_code, reason = "Box3D is a C library")]

mod random;

use std::hint::black_box;
use std::ptr;

use boxddd_sys::ffi;
use contact_lens_benches::clock::time_per_input;
use contact_lens_benches::ratio::Ratio;
use contact_lens_engine::single::dim3::distance::{Options, Workspace};
use contact_lens_engine::single::dim3::manifold;
use contact_lens_engine::single::dim3::shape::{Axis, Shape};
use contact_lens_engine::single::{Pose, distance};
use criterion::Criterion;
use glam::{Quat, Vec3A as Vec3};
use random::Random;

/// Number of pairs of each kind.
const PAIRS: usize = 512;

/// Room for the contact points of Box3D.
const CAPACITY: usize = 64;

/// Largest gap at which points are contacts of Contact Lens, meters: Box3D's speculative distance.
const MARGIN: f32 = 0.02;

impl Random {
    /// Returns a point in the cube [−1, 1)³.
    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.real(), self.real(), self.real())
    }

    /// Returns a rotation by at most about 150 degrees.
    fn rotation(&mut self) -> Quat {
        Quat::from_xyzw(self.real(), self.real(), self.real(), 1.5 + self.real()).normalize()
    }
}

/// Kind of a body.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Sphere,
    Capsule,
    Cuboid,
    /// Hull of 16 random points.
    Hull,
}

/// A hull of Box3D, freed at the end.
struct Hull(*mut ffi::b3HullData);

impl Hull {
    fn new(points: &[Vec3]) -> Self {
        let points: Vec<ffi::b3Vec3> = points.iter().map(|point| vector(*point)).collect();
        let count = points.len() as i32;
        // SAFETY: the pointer and the count are those of a slice, which Box3D copies.
        let hull = unsafe { ffi::b3CreateHull(points.as_ptr(), count, count) };
        assert!(!hull.is_null(), "a hull");
        Self(hull)
    }
}

impl Drop for Hull {
    fn drop(&mut self) {
        // SAFETY: the hull was created by `b3CreateHull` and is freed once.
        unsafe { ffi::b3DestroyHull(self.0) }
    }
}

/// A body for both libraries.
struct Body {
    shape: Shape,
    contact_body: manifold::Body,
    /// Points whose hull, with a ball of `radius`, is the body.
    points: Vec<ffi::b3Vec3>,
    radius: f32,
    /// The body as a hull of Box3D; `None` for spheres and capsules.
    hull: Option<Hull>,
}

impl Body {
    fn random(kind: Kind, random: &mut Random) -> Self {
        let sizes = random.vector().abs() * 0.5 + Vec3::splat(0.2);
        let end = Vec3::new(0.0, sizes.y, 0.0);
        let (shape, points, radius) = match kind {
            Kind::Sphere => (Shape::sphere(sizes.x), vec![Vec3::ZERO], sizes.x),
            Kind::Capsule => (Shape::capsule(sizes.x, sizes.y, Axis::Y), vec![end, -end], sizes.x),
            Kind::Cuboid => (Shape::cuboid(sizes), corners(sizes), 0.0),
            Kind::Hull => {
                let points: Vec<Vec3> = (0..16).map(|_| random.vector() * 0.6).collect();
                (Shape::polytope(&points), points, 0.0)
            }
        };
        let shape = shape.expect("a shape");
        Self {
            contact_body: manifold::Body::new(&shape).expect("a body"),
            shape,
            hull: (radius == 0.0).then(|| Hull::new(&points)),
            points: points.into_iter().map(vector).collect(),
            radius,
        }
    }

    /// The body as a point cloud of Box3D.
    fn proxy(&self) -> ffi::b3ShapeProxy {
        ffi::b3ShapeProxy { points: self.points.as_ptr(), count: self.points.len() as i32, radius: self.radius }
    }

    /// The body as a sphere of Box3D, if it has one point.
    fn sphere(&self) -> Option<ffi::b3Sphere> {
        let [center] = self.points[..] else { return None };
        Some(ffi::b3Sphere { center, radius: self.radius })
    }

    /// The body as a capsule of Box3D, if it has two points.
    fn capsule(&self) -> Option<ffi::b3Capsule> {
        let [center1, center2] = self.points[..] else { return None };
        Some(ffi::b3Capsule { center1, center2, radius: self.radius })
    }
}

/// Corners of a box with these half extents.
fn corners(half: Vec3) -> Vec<Vec3> {
    let signs = [-1.0, 1.0];
    let corner = |i: usize| half * Vec3::new(signs[i & 1], signs[i >> 1 & 1], signs[i >> 2]);
    (0..8).map(corner).collect()
}

/// Converts a vector to the type of Box3D.
fn vector(v: Vec3) -> ffi::b3Vec3 {
    ffi::b3Vec3 { x: v.x, y: v.y, z: v.z }
}

/// Pose of B in the frame of A, for Box3D.
fn relative([a, b]: &[Pose; 2]) -> ffi::b3Transform {
    let to_a = a.rotation().conjugate();
    let q = to_a * b.rotation();
    let v = ffi::b3Vec3 { x: q.x, y: q.y, z: q.z };
    ffi::b3Transform { p: vector(to_a * (b.position - a.position)), q: ffi::b3Quat { v, s: q.w } }
}

/// Two bodies with their poses.
struct Pair {
    bodies: [Body; 2],
    poses: [Pose; 2],
}

/// Random pairs of two kinds that overlap, or that are separate.
fn pairs(kinds: [Kind; 2], overlap: bool) -> Vec<Pair> {
    let mut random = Random(0x0b0e_7000);
    let mut pairs = Vec::new();
    let size = if overlap { 0.7 } else { 2.0 };
    while pairs.len() < PAIRS {
        let bodies = kinds.map(|kind| Body::random(kind, &mut random));
        let poses = [0.1, size].map(|size| Pose::new(random.vector() * size, random.rotation()));
        let [a, b] = &bodies;
        let answer = distance(&a.shape, &poses[0], &b.shape, &poses[1]);
        let gap = answer.signed_distance.unwrap_or(0.0);
        if if overlap { gap < -1.0e-3 } else { gap > 1.0e-3 } {
            pairs.push(Pair { bodies, poses });
        }
    }
    pairs
}

/// Distance of a pair by Box3D's GJK.
fn box3d_distance(pair: &Pair) -> f32 {
    let [a, b] = &pair.bodies;
    let transform = relative(&pair.poses);
    let input = ffi::b3DistanceInput { proxyA: a.proxy(), proxyB: b.proxy(), transform, useRadii: true };
    let mut cache = ffi::b3SimplexCache { metric: 0.0, count: 0, indexA: [0; 4], indexB: [0; 4] };
    // SAFETY: the proxies point to the points of bodies that live longer; no simplexes are requested.
    let output = unsafe { ffi::b3ShapeDistance(&raw const input, &raw mut cache, ptr::null_mut(), 0) };
    output.distance
}

/// Depth of an overlapping pair by Box3D's function for its shapes, the largest of its contact points.
fn box3d_depth(pair: &Pair) -> f32 {
    // SAFETY: numbers and null pointers, for which all zeros are valid.
    let mut points: [ffi::b3LocalManifoldPoint; CAPACITY] = unsafe { std::mem::zeroed() };
    // SAFETY: as above.
    let mut found: ffi::b3LocalManifold = unsafe { std::mem::zeroed() };
    found.points = points.as_mut_ptr();
    let capacity = CAPACITY as i32;
    let [a, b] = &pair.bodies;
    let pose = relative(&pair.poses);
    let found = &raw mut found;
    // SAFETY: the manifold has room for `capacity` points; shapes and caches live during the call.
    unsafe {
        match (&a.hull, &b.hull) {
            (Some(a), Some(b)) => {
                let mut cache: ffi::b3SATCache = std::mem::zeroed();
                ffi::b3CollideHulls(found, capacity, a.0, b.0, pose, &raw mut cache);
            }
            (Some(a), None) => {
                let Some(b) = b.sphere() else { return f32::NAN };
                let mut cache: ffi::b3SimplexCache = std::mem::zeroed();
                ffi::b3CollideHullAndSphere(found, capacity, a.0, &raw const b, pose, &raw mut cache);
            }
            (None, _) => match (a.sphere(), b.sphere(), a.capsule(), b.capsule()) {
                (Some(a), Some(b), ..) => {
                    ffi::b3CollideSpheres(found, capacity, &raw const a, &raw const b, pose);
                }
                (_, _, Some(a), Some(b)) => {
                    ffi::b3CollideCapsules(found, capacity, &raw const a, &raw const b, pose);
                }
                _ => return f32::NAN,
            },
        }
    }
    // SAFETY: the manifold still is on the stack.
    let count = unsafe { (*found).pointCount } as usize;
    points[..count].iter().map(|point| point.separation).fold(f32::INFINITY, f32::min)
}

/// Signed distance of a pair by Contact Lens.
fn our_distance(pair: &Pair, workspace: &mut Workspace) -> f32 {
    let [a, b] = &pair.bodies;
    let options = Options::default();
    let answer = workspace.signed_distance(&a.shape, &pair.poses[0], &b.shape, &pair.poses[1], &options);
    answer.signed_distance.unwrap_or(f32::NAN)
}

/// Largest ratio of both times.
const LIMIT: f64 = 1.2;

/// Ratio of the times of a signed distance by Contact Lens and by `peer`.
fn distance_ratio(name: &str, pairs: &[Pair], peer: fn(&Pair) -> f32) -> Ratio {
    let mut workspace = Workspace::default();
    let times = time_per_input(
        pairs,
        [&mut |pair| _ = black_box(our_distance(black_box(pair), &mut workspace)), &mut |pair| {
            _ = black_box(peer(black_box(pair)))
        }],
    );
    Ratio::new(name, times).at_most(LIMIT)
}

/// Ratio of the times of a contact manifold.
fn manifold_ratio(name: &str, pairs: &[Pair]) -> Ratio {
    let mut workspace = manifold::Workspace::default();
    let options = manifold::Options { margin: MARGIN, ..manifold::Options::default() };
    let times = time_per_input(
        pairs,
        [
            &mut |pair: &Pair| {
                let [a, b] = black_box(&pair.bodies);
                let [pose_a, pose_b] = &pair.poses;
                _ = black_box(workspace.manifold(&a.contact_body, pose_a, &b.contact_body, pose_b, &options));
            },
            &mut |pair| _ = black_box(box3d_depth(black_box(pair))),
        ],
    );
    Ratio::new(name, times).at_most(LIMIT)
}

/// Kinds of pairs, with their names.
const KINDS: [(&str, [Kind; 2]); 5] = [
    ("two spheres", [Kind::Sphere, Kind::Sphere]),
    ("two capsules", [Kind::Capsule, Kind::Capsule]),
    ("box and sphere", [Kind::Cuboid, Kind::Sphere]),
    ("two boxes", [Kind::Cuboid, Kind::Cuboid]),
    ("two hulls of 16 points", [Kind::Hull, Kind::Hull]),
];

/// Ratios of all kinds of pairs.
pub fn ratios() -> Vec<Ratio> {
    let mut ratios = Vec::new();
    for (name, kinds) in KINDS {
        let apart = pairs(kinds, false);
        ratios.push(distance_ratio(&format!("{name}, separate"), &apart, box3d_distance));
        let deep = pairs(kinds, true);
        ratios.push(distance_ratio(&format!("{name}, overlapping"), &deep, box3d_depth));
        if kinds.iter().all(|kind| matches!(kind, Kind::Cuboid | Kind::Hull)) {
            ratios.push(manifold_ratio(&format!("{name}, manifold"), &deep));
        }
    }
    ratios
}

/// Number of pairs on which both libraries differ by more than 1 % of the size of the bodies.
fn count_differences(pairs: &[Pair], peer: fn(&Pair) -> f32) -> usize {
    let mut workspace = Workspace::default();
    pairs.iter().filter(|pair| (our_distance(pair, &mut workspace) - peer(pair)).abs() > 0.01).count()
}

fn main() {
    println!("{}", Ratio::header());
    ratios().iter().for_each(|ratio| println!("{ratio}"));
    for (name, kinds) in KINDS {
        let apart = count_differences(&pairs(kinds, false), box3d_distance);
        let deep = count_differences(&pairs(kinds, true), box3d_depth);
        println!("{name}: {apart} distances and {deep} depths of {PAIRS} differ by more than 10 mm");
    }
    Criterion::default().configure_from_args().final_summary();
}
