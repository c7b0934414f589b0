//! A pair in space, built for both engines in one precision: compiled twice, against `super::real`.

use std::cell::{Cell, RefCell};
use std::hint::black_box;
use std::time::Instant;

use super::super::case_files::{Case, Placed};
use super::super::form::Form;
use super::super::{Pair, Work};
use super::real::{Quat, Real, Vec3, ours, theirs};
use ours::answer::Answer;
use ours::dim3::distance::{Motion, Options, Workspace};
use ours::dim3::shape::{Axis, Shape};
use ours::dim3::support::{Feature, LocalGeometry, Support, SupportPoint};
use ours::pose::Pose;
use theirs::math;
use theirs::query::details::contact_support_map_support_map;
use theirs::shape::{SharedShape, SupportMap};

/// Farther than this nobody is: parry answers every pair.
const PREDICTION: Real = Real::MAX;

/// A body of parry's. What it has no shape for goes to its GJK and EPA as a support map.
enum Peer {
    Shape(SharedShape),
    Ellipsoid(Ellipsoid),
    Points(Points),
}

struct Ellipsoid(math::Vector);

impl SupportMap for Ellipsoid {
    fn local_support_point(&self, d: math::Vector) -> math::Vector {
        self.0 * (self.0 * d).normalize_or_zero()
    }
}

/// Points that have no hull with volume.
struct Points(Vec<math::Vector>);

impl SupportMap for Points {
    fn local_support_point(&self, d: math::Vector) -> math::Vector {
        let mut best = self.0[0];
        for p in &self.0 {
            if d.dot(*p) > d.dot(best) {
                best = *p;
            }
        }
        best
    }
}

impl Peer {
    fn map(&self) -> &dyn SupportMap {
        match self {
            Self::Shape(shape) => shape.as_support_map().expect("every shape of the suite has one"),
            Self::Ellipsoid(map) => map,
            Self::Points(map) => map,
        }
    }
}

/// Both engines' shapes and poses.
struct Spatial {
    ours: [(Shape, Pose); 2],
    theirs: [(Peer, math::Pose); 2],
    options: Options,
    workspace: RefCell<Workspace>,
}

/// A case in space.
pub fn pair(case: &Case) -> Box<dyn Pair> {
    let ours = [&case.a, &case.b].map(|placed| (shape(&Form::read(&placed.shape)), pose(placed)));
    let theirs = [&case.a, &case.b].map(|placed| (peer(&Form::read(&placed.shape)), their_pose(placed)));
    Box::new(Spatial { ours, theirs, options: Options::default(), workspace: RefCell::default() })
}

/// Passes over a motion; the fastest time of each frame counts.
const PASSES: usize = 40;

/// Nanoseconds a frame of one motion: each frame cold, and each from the one before.
pub fn motion(frames: &[&Case]) -> [Vec<f64>; 2] {
    let placed = |placed: &Placed| (shape(&Form::read(&placed.shape)), pose(placed));
    let pairs: Vec<_> = frames.iter().map(|case| (placed(&case.a), placed(&case.b))).collect();
    let mut least = [vec![f64::INFINITY; pairs.len()], vec![f64::INFINITY; pairs.len()]];
    let (mut workspace, mut motion, options) = (Workspace::default(), Motion::default(), Options::default());
    let mut clock = f64::INFINITY;
    for _ in 0..PASSES {
        for (frame, ((a, pose_a), (b, pose_b))) in pairs.iter().enumerate() {
            let start = Instant::now();
            let idle = start.elapsed().as_nanos() as f64;
            let start = Instant::now();
            black_box(workspace.signed_distance(black_box(a), pose_a, b, pose_b, &options));
            let cold = start.elapsed().as_nanos() as f64;
            let start = Instant::now();
            black_box(motion.signed_distance(black_box(a), pose_a, b, pose_b, &options));
            let warm = start.elapsed().as_nanos() as f64;
            clock = clock.min(idle);
            for (side, ns) in [(0, cold), (1, warm)] {
                least[side][frame] = least[side][frame].min(ns);
            }
        }
    }
    // A frame is too short not to see what reading the clock takes.
    least.map(|side| side.into_iter().map(|ns| ns - clock).collect())
}

fn vector(p: &[f64]) -> Vec3 {
    Vec3::new(p[0] as Real, p[1] as Real, p[2] as Real)
}

fn their_vector(p: &[f64]) -> math::Vector {
    math::Vector::new(p[0] as Real, p[1] as Real, p[2] as Real)
}

fn pose(placed: &Placed) -> Pose {
    let [x, y, z, w] = [0, 1, 2, 3].map(|i| placed.rotation[i] as Real);
    Pose::new(vector(&placed.position), Quat::from_xyzw(x, y, z, w))
}

fn their_pose(placed: &Placed) -> math::Pose {
    let [x, y, z, w] = [0, 1, 2, 3].map(|i| placed.rotation[i] as Real);
    math::Pose::from_parts(their_vector(&placed.position), math::Rotation::from_xyzw(x, y, z, w).normalize())
}

fn shape(form: &Form) -> Shape {
    let real = |x: &f64| *x as Real;
    let made = match form {
        Form::Sphere { radius } => Shape::sphere(real(radius)),
        Form::Box { half_extents } => Shape::cuboid(vector(half_extents)),
        Form::Capsule { radius, half_height } => Shape::capsule(real(radius), real(half_height), Axis::Y),
        Form::Cylinder { radius, half_height } => Shape::cylinder(real(radius), real(half_height), Axis::Y),
        Form::Cone { radius, half_height } => Shape::cone(real(radius), real(half_height), Axis::Y),
        Form::Ellipsoid { radii } => Shape::ellipsoid(vector(radii)),
        Form::Polytope { points } => {
            let points: Vec<_> = points.iter().map(|p| vector(p)).collect();
            match points[..] {
                [a, b] => Shape::segment([a, b]),
                [a, b, c] => Shape::triangle([a, b, c]),
                _ => Shape::polytope(&points),
            }
        }
    };
    made.expect("a valid shape")
}

fn peer(form: &Form) -> Peer {
    let real = |x: &f64| *x as Real;
    Peer::Shape(match form {
        Form::Sphere { radius } => SharedShape::ball(real(radius)),
        Form::Box { half_extents: h } => SharedShape::cuboid(real(&h[0]), real(&h[1]), real(&h[2])),
        Form::Capsule { radius, half_height } => SharedShape::capsule_y(real(half_height), real(radius)),
        Form::Cylinder { radius, half_height } => SharedShape::cylinder(real(half_height), real(radius)),
        Form::Cone { radius, half_height } => SharedShape::cone(real(half_height), real(radius)),
        Form::Ellipsoid { radii } => return Peer::Ellipsoid(Ellipsoid(their_vector(radii))),
        Form::Polytope { points } => {
            let points: Vec<_> = points.iter().map(|p| their_vector(p)).collect();
            match points[..] {
                [a, b] => SharedShape::segment(a, b),
                [a, b, c] => SharedShape::triangle(a, b, c),
                _ => match SharedShape::convex_hull(&points) {
                    Some(hull) => hull,
                    None => return Peer::Points(Points(points)),
                },
            }
        }
    })
}

impl Spatial {
    fn solve(&self) -> Answer {
        let [(a, pose_a), (b, pose_b)] = &self.ours;
        self.workspace.borrow_mut().signed_distance(a, pose_a, b, pose_b, &self.options)
    }
}

impl Pair for Spatial {
    fn ours(&self) -> f64 {
        black_box(black_box(self).solve()).signed_distance.map_or(f64::NAN, f64::from)
    }

    fn theirs(&self) -> Option<f64> {
        let [(a, pose_a), (b, pose_b)] = &black_box(self).theirs;
        let contact = match (a, b) {
            (Peer::Shape(a), Peer::Shape(b)) => theirs::query::contact(pose_a, &**a, pose_b, &**b, PREDICTION).ok()?,
            _ => contact_support_map_support_map(&pose_a.inv_mul(pose_b), a.map(), b.map(), PREDICTION),
        };
        black_box(contact).map(|contact| f64::from(contact.dist))
    }

    fn our_work(&self) -> Work {
        let [(a, pose_a), (b, pose_b)] = &self.ours;
        let a = Counting { of: a, calls: Cell::new(0) };
        let answer = self.workspace.borrow_mut().signed_distance(&a, pose_a, b, pose_b, &self.options);
        Work { iterations: answer.iterations, supports: a.calls.get() }
    }

    fn their_supports(&self) -> Option<u32> {
        let [(a, pose_a), (b, pose_b)] = &self.theirs;
        let ball = |peer: &Peer| matches!(peer, Peer::Shape(shape) if shape.as_ball().is_some());
        if ball(a) || ball(b) {
            return None; // parry has formulas for these
        }
        let a = Counting { of: a.map(), calls: Cell::new(0) };
        contact_support_map_support_map(&pose_a.inv_mul(pose_b), &a, b.map(), PREDICTION);
        Some(a.calls.get())
    }
}

/// Counts the calls of the support mapping.
struct Counting<T> {
    of: T,
    calls: Cell<u32>,
}

impl<T> Counting<T> {
    fn count(&self) -> &T {
        self.calls.set(self.calls.get() + 1);
        &self.of
    }
}

impl SupportMap for Counting<&dyn SupportMap> {
    fn local_support_point(&self, d: math::Vector) -> math::Vector {
        self.count().local_support_point(d)
    }
    fn local_support_point_toward(&self, d: math::Vector) -> math::Vector {
        self.count().local_support_point_toward(d)
    }
}

impl Support for Counting<&Shape> {
    fn support(&self, d: Vec3) -> SupportPoint {
        self.count().support(d)
    }
    fn bounding_radius(&self) -> Real {
        self.of.bounding_radius()
    }
    fn margin(&self) -> Real {
        self.of.margin()
    }
    fn support_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
        self.count().support_near(d, hint)
    }
    fn local_geometry(&self) -> Option<&dyn LocalGeometry> {
        self.of.local_geometry()
    }
}
