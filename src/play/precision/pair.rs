//! The two bodies of a query as this engine's shapes, and where they stand.

use glam::{DQuat, DVec3};

use super::Reject;
use super::engine::dim3::shape::Shape;
use super::engine::dim3::support::{Cso, Support};
use super::engine::pose::Pose;
use super::engine::prelude::*;
use super::engine::rounding;
use super::scenery::{Set, scenery};
use crate::lesson::{PairContext, Space, ToF64, watch};
use crate::scene::model::{Query, Scene};

/// A body of the scene, ready for this engine.
struct Placed {
    name: String,
    shape: Shape,
    /// World frame, `f64`, normalized.
    position: DVec3,
    rotation: DQuat,
}

/// Both bodies of a query in one frame of a scene.
pub(super) struct Pair {
    a: Placed,
    b: Placed,
}

/// To this engine's precision.
fn narrow(v: DVec3) -> Vec3 {
    Vec3::new(v.x as Real, v.y as Real, v.z as Real)
}

impl Pair {
    /// The bodies that `query` names, as they stand in frame `frame`.
    pub fn new(scene: &Scene, query: &Query, frame: usize) -> Result<Self, Reject> {
        let pair =
            Self { a: placed(scene, query, "a", &query.a, frame)?, b: placed(scene, query, "b", &query.b, frame)? };
        let largest = rounding::largest();
        if !(narrow(pair.between()).abs().max_element() <= largest) {
            let i = scene.body(&query.b).map_or(0, |(i, _)| i);
            let message = format!("is too far from `{}`: beyond {largest:e} squares overflow", query.a);
            return Err(Reject { field: format!("bodies[{i}].position"), message });
        }
        if rounding::is_tiny(pair.cso().magnitude()) {
            let i = scene.body(&query.a).map_or(0, |(i, _)| i);
            return Err(Reject {
                field: format!("bodies[{i}].shape"),
                message: too_small(&query.b, rounding::SMALLEST),
            });
        }
        Ok(pair)
    }

    /// `A − B`. Positions are subtracted in `f64`, so that a pair far from the world's origin loses nothing when it is
    /// narrowed.
    pub fn cso(&self) -> Cso<Shape, Shape> {
        let (pose_a, pose_b) = self.poses();
        Cso::new(self.a.shape.clone(), &pose_a, self.b.shape.clone(), &pose_b)
    }

    /// Seen from A's origin, with the world's axes.
    fn poses(&self) -> (Pose, Pose) {
        let pose = |position: DVec3, q: DQuat| {
            Pose::new(narrow(position), Quat::from_xyzw(q.x as Real, q.y as Real, q.z as Real, q.w as Real))
        };
        (pose(DVec3::ZERO, self.a.rotation), pose(self.between(), self.b.rotation))
    }

    /// A direction of the pair frame in the world.
    pub fn to_world(&self, direction: Vec3) -> DVec3 {
        self.a.rotation * direction.to_f64()
    }

    /// A direction of the world in the pair frame, as a unit vector; zero stays zero.
    pub fn direction(&self, world: DVec3) -> Vec3 {
        narrow(self.a.rotation.conjugate() * (world / world.abs().max_element()).normalize_or_zero())
    }

    /// From A's origin to B's, in the world.
    pub fn between(&self) -> DVec3 {
        self.b.position - self.a.position
    }

    /// Where people look at it. With `cores`, the CSO is that of the cores, and the balls around them are a ghost.
    pub fn context(&self, cores: bool) -> PairContext {
        let (pose_a, pose_b) = self.poses();
        let names = [self.a.name.clone(), self.b.name.clone()];
        let (a, b) = (self.a.shape.clone(), self.b.shape.clone());
        let set = Set { a, b, pose_a, pose_b, home: self.a.position, names: names.clone(), cores };
        PairContext {
            space: Space { position: self.a.position, rotation: self.a.rotation },
            names,
            radii: [extent(&self.a.shape), extent(&self.b.shape)],
            scenery: scenery(set),
        }
    }
}

/// Of a body that is asked about with the body `other`.
pub(super) fn too_small(other: &str, smallest: Real) -> String {
    let (precision, advice) = if EPS < 1.0e-10 { ("f64", "") } else { ("f32", "; f64 has room for less") };
    format!(
        "is too small together with `{other}`: below {smallest:e} m the squares of lengths vanish in {precision}{advice}"
    )
}

/// Half the diagonal of a shape's box: how large it looks, wherever its own origin is.
fn extent(shape: &Shape) -> f64 {
    let span = |axis: Vec3| (shape.support(axis).point - shape.support(-axis).point).dot(axis);
    0.5 * Vec3::new(span(Vec3::X), span(Vec3::Y), span(Vec3::Z)).length().to_f64()
}

/// The body called `name`, with errors that name the field at fault.
fn placed(scene: &Scene, query: &Query, side: &str, name: &str, frame: usize) -> Result<Placed, Reject> {
    let Some((i, body)) = scene.body(name) else {
        let q = scene.queries.iter().position(|other| other.name == query.name).unwrap_or(0);
        return Err(Reject { field: format!("queries[{q}].{side}"), message: format!("there is no body `{name}`") });
    };
    watch::tick(); // a hull of very many points takes its time
    let at = |field: &str| format!("bodies[{i}].{field}");
    let shape = Shape::try_from(&body.shape)
        .map_err(|error| Reject { field: at(&format!("shape.{}", error.field)), message: error.message })?;
    let shape = match body.margin as Real {
        0.0 => shape,
        margin => {
            Shape::inflate(shape, margin).map_err(|error| Reject { field: at("margin"), message: error.to_string() })?
        }
    };
    let (position, rotation) = scene.pose(body, frame);
    let rotation = DQuat::from_array(rotation);
    let (position, length) = (DVec3::from(position), rotation.length());
    if !position.is_finite() {
        return Err(Reject { field: at("position"), message: String::from("must be finite") });
    }
    if !(length.is_finite() && length > 0.0) {
        return Err(Reject { field: at("rotation"), message: String::from("must be a quaternion that is not zero") });
    }
    Ok(Placed { name: body.name.clone(), shape, position, rotation: rotation / length })
}
