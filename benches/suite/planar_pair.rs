//! Pair of 2D bodies, built for Contact Lens and for parry2d, in `f64`.

use std::cell::RefCell;
use std::hint::black_box;

use super::case_files::{Case, Placed};
use super::case_shape::CaseShape;
use super::{Pair, Work};
use contact_lens_engine::double::dim2::distance::{Answer, Options, Workspace};
use contact_lens_engine::double::dim2::shape::Shape;
use contact_lens_engine::double::dim2::support::Pose;
use glam::DVec2;
use parry2d_f64::math;
use parry2d_f64::shape::SharedShape;

/// Body for both libraries.
struct Body {
    shape: Shape,
    pose: Pose,
    parry_shape: SharedShape,
    parry_pose: math::Pose,
}

impl Body {
    /// Builds a body; `None` if parry has no such shape.
    fn new(placed: &Placed) -> Option<Self> {
        let shape = CaseShape::read(&placed.shape);
        Some(Self {
            parry_shape: parry_shape(&shape)?,
            shape: our_shape(&shape),
            pose: pose(placed),
            parry_pose: parry_pose(placed),
        })
    }
}

/// Bodies A and B, and the memory of the query.
struct PlanarPair {
    a: Body,
    b: Body,
    workspace: RefCell<Workspace>,
}

/// Builds a planar case; `None` if parry has no such shape.
pub fn build(case: &Case) -> Option<Box<dyn Pair>> {
    Some(Box::new(PlanarPair { a: Body::new(&case.a)?, b: Body::new(&case.b)?, workspace: RefCell::default() }))
}

/// Pose of a body, whose rotation the case gives as cosine and sine.
fn pose(placed: &Placed) -> Pose {
    let [position, cos_sin] = [&placed.position, &placed.rotation].map(|v| DVec2::new(v[0], v[1]));
    Pose::new(position, cos_sin)
}

fn parry_pose(placed: &Placed) -> math::Pose {
    let position = math::Vector::new(placed.position[0], placed.position[1]);
    math::Pose::new(position, placed.rotation[1].atan2(placed.rotation[0]))
}

fn our_shape(shape: &CaseShape) -> Shape {
    let built = match shape {
        CaseShape::Sphere { radius } => Shape::circle(*radius),
        CaseShape::Box { half_extents } => Shape::rectangle(DVec2::new(half_extents[0], half_extents[1])),
        CaseShape::Polytope { points } => {
            Shape::polygon(&points.iter().map(|p| DVec2::new(p[0], p[1])).collect::<Vec<_>>())
        }
        _ => unreachable!("the planar shapes of the cases are circles, rectangles and polygons"),
    };
    built.expect("a valid shape")
}

/// Shape of parry; `None` if it has none.
fn parry_shape(shape: &CaseShape) -> Option<SharedShape> {
    match shape {
        CaseShape::Sphere { radius } => Some(SharedShape::ball(*radius)),
        CaseShape::Box { half_extents } => Some(SharedShape::cuboid(half_extents[0], half_extents[1])),
        CaseShape::Polytope { points } => {
            let points: Vec<_> = points.iter().map(|p| math::Vector::new(p[0], p[1])).collect();
            // Parry builds no hull without area; a segment is the closest shape that it has.
            SharedShape::convex_hull(&points).or_else(|| Some(SharedShape::segment(*points.first()?, *points.last()?)))
        }
        _ => None,
    }
}

impl PlanarPair {
    /// Runs the query of Contact Lens.
    fn query(&self) -> Answer {
        let Self { a, b, workspace } = self;
        workspace.borrow_mut().signed_distance(&a.shape, &a.pose, &b.shape, &b.pose, &Options::default())
    }
}

impl Pair for PlanarPair {
    fn our_distance(&self) -> f64 {
        black_box(black_box(self).query()).signed_distance.unwrap_or(f64::NAN)
    }

    fn parry_distance(&self) -> Option<f64> {
        let Self { a, b, .. } = black_box(self);
        let contact =
            parry2d_f64::query::contact(&a.parry_pose, &*a.parry_shape, &b.parry_pose, &*b.parry_shape, f64::MAX);
        black_box(contact.ok()?).map(|contact| contact.dist)
    }

    fn our_work(&self) -> Work {
        // Each iteration computes one support point of either shape.
        let iterations = self.query().iterations;
        Work { iterations, supports: iterations }
    }

    fn parry_supports(&self) -> Option<u32> {
        None
    }
}
