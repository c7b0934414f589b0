//! Pair of 3D bodies, built for Contact Lens and for parry3d. Compiled once per precision, with the types of
//! `super::precision`.

use std::cell::{Cell, RefCell};
use std::hint::black_box;
use std::time::Instant;

use super::super::case_files::{Case, Placed};
use super::super::case_shape::CaseShape;
use super::super::{Pair, Work};
use super::precision::{Quat, Real, Vec3, ours, parry};
use ours::answer::Answer;
use ours::dim3::distance::{Motion, Options, Workspace};
use ours::dim3::shape::{Axis, Shape};
use ours::dim3::support::{Feature, LocalGeometry, Support, SupportPoint};
use ours::pose::Pose;
use parry::math;
use parry::query::details::contact_support_map_support_map;
use parry::shape::{SharedShape, SupportMap};

/// Largest distance at which parry reports a contact: without a limit, so that it answers every pair.
const PREDICTION: Real = Real::MAX;

/// Shape of parry. Shapes that parry lacks go to its GJK and EPA as support mappings.
enum ParryShape {
    Shape(SharedShape),
    Ellipsoid(Ellipsoid),
    Points(Points),
}

impl ParryShape {
    fn support_map(&self) -> &dyn SupportMap {
        match self {
            Self::Shape(shape) => shape.as_support_map().expect("every shape of the cases has a support mapping"),
            Self::Ellipsoid(ellipsoid) => ellipsoid,
            Self::Points(points) => points,
        }
    }

    fn is_ball(&self) -> bool {
        matches!(self, Self::Shape(shape) if shape.as_ball().is_some())
    }
}

/// Ellipsoid with these lengths of its semi-axes.
struct Ellipsoid(math::Vector);

impl SupportMap for Ellipsoid {
    fn local_support_point(&self, d: math::Vector) -> math::Vector {
        self.0 * (self.0 * d).normalize_or_zero()
    }
}

/// Points whose hull has no volume, which parry does not build.
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

/// Body for Contact Lens.
struct OurBody {
    shape: Shape,
    pose: Pose,
}

impl OurBody {
    fn new(placed: &Placed) -> Self {
        let [x, y, z, w] = [0, 1, 2, 3].map(|i| placed.rotation[i] as Real);
        let pose = Pose::new(our_vector(&placed.position), Quat::from_xyzw(x, y, z, w));
        Self { shape: our_shape(&CaseShape::read(&placed.shape)), pose }
    }
}

/// Body for parry.
struct ParryBody {
    shape: ParryShape,
    pose: math::Pose,
}

impl ParryBody {
    fn new(placed: &Placed) -> Self {
        let [x, y, z, w] = [0, 1, 2, 3].map(|i| placed.rotation[i] as Real);
        let rotation = math::Rotation::from_xyzw(x, y, z, w).normalize();
        let pose = math::Pose::from_parts(parry_vector(&placed.position), rotation);
        Self { shape: parry_shape(&CaseShape::read(&placed.shape)), pose }
    }
}

/// Bodies A and B for both libraries, and options and memory of the query.
struct SpatialPair {
    ours: [OurBody; 2],
    parry: [ParryBody; 2],
    options: Options,
    workspace: RefCell<Workspace>,
}

/// Builds a 3D case.
pub fn build(case: &Case) -> Box<dyn Pair> {
    Box::new(SpatialPair {
        ours: [OurBody::new(&case.a), OurBody::new(&case.b)],
        parry: [ParryBody::new(&case.a), ParryBody::new(&case.b)],
        options: Options::default(),
        workspace: RefCell::default(),
    })
}

/// Number of passes over a motion; the fastest time of each frame counts.
const PASSES: usize = 40;

/// Returns the times of the frames of one motion, nanoseconds: of queries without warm start, and of queries that start
/// from the previous frame.
pub fn time_motion(frames: &[&Case]) -> [Vec<f64>; 2] {
    let pairs: Vec<[OurBody; 2]> = frames.iter().map(|case| [OurBody::new(&case.a), OurBody::new(&case.b)]).collect();
    let options = Options::default();
    let mut workspace = Workspace::default();
    let mut motion = Motion::default();
    let mut cold = vec![f64::INFINITY; pairs.len()];
    let mut warm = vec![f64::INFINITY; pairs.len()];
    let mut clock = f64::INFINITY;
    for _ in 0..PASSES {
        for (frame, [a, b]) in pairs.iter().enumerate() {
            let start = Instant::now();
            clock = clock.min(start.elapsed().as_nanos() as f64);
            let start = Instant::now();
            black_box(workspace.signed_distance(black_box(&a.shape), &a.pose, &b.shape, &b.pose, &options));
            cold[frame] = cold[frame].min(start.elapsed().as_nanos() as f64);
            let start = Instant::now();
            black_box(motion.signed_distance(black_box(&a.shape), &a.pose, &b.shape, &b.pose, &options));
            warm[frame] = warm[frame].min(start.elapsed().as_nanos() as f64);
        }
    }
    // Frames are so short that the time to read the clock matters.
    [cold, warm].map(|times| times.into_iter().map(|time| time - clock).collect())
}

fn our_vector(p: &[f64]) -> Vec3 {
    Vec3::new(p[0] as Real, p[1] as Real, p[2] as Real)
}

fn parry_vector(p: &[f64]) -> math::Vector {
    math::Vector::new(p[0] as Real, p[1] as Real, p[2] as Real)
}

fn our_shape(shape: &CaseShape) -> Shape {
    let built = match shape {
        CaseShape::Sphere { radius } => Shape::sphere(*radius as Real),
        CaseShape::Box { half_extents } => Shape::cuboid(our_vector(half_extents)),
        CaseShape::Capsule { radius, half_height } => Shape::capsule(*radius as Real, *half_height as Real, Axis::Y),
        CaseShape::Cylinder { radius, half_height } => Shape::cylinder(*radius as Real, *half_height as Real, Axis::Y),
        CaseShape::Cone { radius, half_height } => Shape::cone(*radius as Real, *half_height as Real, Axis::Y),
        CaseShape::Ellipsoid { radii } => Shape::ellipsoid(our_vector(radii)),
        CaseShape::Polytope { points } => {
            let points: Vec<_> = points.iter().map(|p| our_vector(p)).collect();
            match points[..] {
                [a, b] => Shape::segment([a, b]),
                [a, b, c] => Shape::triangle([a, b, c]),
                _ => Shape::polytope(&points),
            }
        }
    };
    built.expect("a valid shape")
}

fn parry_shape(shape: &CaseShape) -> ParryShape {
    ParryShape::Shape(match shape {
        CaseShape::Sphere { radius } => SharedShape::ball(*radius as Real),
        CaseShape::Box { half_extents } => {
            let [x, y, z] = [0, 1, 2].map(|k| half_extents[k] as Real);
            SharedShape::cuboid(x, y, z)
        }
        CaseShape::Capsule { radius, half_height } => SharedShape::capsule_y(*half_height as Real, *radius as Real),
        CaseShape::Cylinder { radius, half_height } => SharedShape::cylinder(*half_height as Real, *radius as Real),
        CaseShape::Cone { radius, half_height } => SharedShape::cone(*half_height as Real, *radius as Real),
        CaseShape::Ellipsoid { radii } => return ParryShape::Ellipsoid(Ellipsoid(parry_vector(radii))),
        CaseShape::Polytope { points } => {
            let points: Vec<_> = points.iter().map(|p| parry_vector(p)).collect();
            match points[..] {
                [a, b] => SharedShape::segment(a, b),
                [a, b, c] => SharedShape::triangle(a, b, c),
                _ => match SharedShape::convex_hull(&points) {
                    Some(hull) => hull,
                    None => return ParryShape::Points(Points(points)),
                },
            }
        }
    })
}

impl SpatialPair {
    /// Runs the query of Contact Lens.
    fn query(&self) -> Answer {
        let [a, b] = &self.ours;
        self.workspace.borrow_mut().signed_distance(&a.shape, &a.pose, &b.shape, &b.pose, &self.options)
    }
}

impl Pair for SpatialPair {
    fn our_distance(&self) -> f64 {
        black_box(black_box(self).query()).signed_distance.map_or(f64::NAN, f64::from)
    }

    fn parry_distance(&self) -> Option<f64> {
        let [a, b] = &black_box(self).parry;
        let contact = match (&a.shape, &b.shape) {
            (ParryShape::Shape(p), ParryShape::Shape(q)) => {
                parry::query::contact(&a.pose, &**p, &b.pose, &**q, PREDICTION).ok()?
            }
            (p, q) => {
                let pose = a.pose.inv_mul(&b.pose);
                contact_support_map_support_map(&pose, p.support_map(), q.support_map(), PREDICTION)
            }
        };
        black_box(contact).map(|contact| f64::from(contact.dist))
    }

    fn our_work(&self) -> Work {
        let [a, b] = &self.ours;
        let counted = Counted { shape: &a.shape, calls: Cell::new(0) };
        let answer = self.workspace.borrow_mut().signed_distance(&counted, &a.pose, &b.shape, &b.pose, &self.options);
        Work { iterations: answer.iterations, supports: counted.calls.get() }
    }

    fn parry_supports(&self) -> Option<u32> {
        let [a, b] = &self.parry;
        // Parry has formulas for balls.
        if a.shape.is_ball() || b.shape.is_ball() {
            return None;
        }
        let counted = Counted { shape: a.shape.support_map(), calls: Cell::new(0) };
        let pose = a.pose.inv_mul(&b.pose);
        contact_support_map_support_map(&pose, &counted, b.shape.support_map(), PREDICTION);
        Some(counted.calls.get())
    }
}

/// Shape that counts the calls of its support mapping.
struct Counted<T> {
    shape: T,
    calls: Cell<u32>,
}

impl<T> Counted<T> {
    /// Counts a call and returns the shape.
    fn call(&self) -> &T {
        self.calls.set(self.calls.get() + 1);
        &self.shape
    }
}

impl SupportMap for Counted<&dyn SupportMap> {
    fn local_support_point(&self, d: math::Vector) -> math::Vector {
        self.call().local_support_point(d)
    }
    fn local_support_point_toward(&self, d: math::Vector) -> math::Vector {
        self.call().local_support_point_toward(d)
    }
}

impl Support for Counted<&Shape> {
    fn support(&self, d: Vec3) -> SupportPoint {
        self.call().support(d)
    }
    fn bounding_radius(&self) -> Real {
        self.shape.bounding_radius()
    }
    fn margin(&self) -> Real {
        self.shape.margin()
    }
    fn support_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
        self.call().support_near(d, hint)
    }
    fn local_geometry(&self) -> Option<&dyn LocalGeometry> {
        self.shape.local_geometry()
    }
}
