//! 3D bodies: shapes and poses in the engine's types.

mod scenery;

use contact_lens_lesson::{Scenery, ToF64, watch};
use contact_lens_picture::Solid;
use contact_lens_scene::Track;
use contact_lens_scene::model::Body;
use glam::{DQuat, DVec3};

use super::super::engine::dim3::shape::Shape;
use super::super::engine::dim3::support::{Cso, farthest};
use super::super::engine::pose::Pose;
use super::super::engine::prelude::*;
use super::super::engine::rounding;
use super::super::{QueryError, pose_in_frame};
use super::pair::{self, PairDrawing, Space};
use super::{outline, shape3};

/// Two 3D bodies over all frames.
pub(in super::super) type Bodies = pair::Bodies<Dim3>;

/// Two 3D bodies in one frame.
pub(in super::super) type Pair<'a> = pair::Pair<'a, Dim3>;

/// The 3D [`Space`].
pub(in super::super) struct Dim3;

/// Rounds a vector to the engine's precision.
pub(in super::super) fn narrow(v: DVec3) -> Vec3 {
    Vec3::new(v.x as Real, v.y as Real, v.z as Real)
}

/// Rounds a rotation to the engine's precision.
pub(in super::super) fn narrow_rotation(q: DQuat) -> Quat {
    Quat::from_xyzw(q.x as Real, q.y as Real, q.z as Real, q.w as Real)
}

/// Message for a body that is too small together with the body `other`. `smallest` is the limit of this precision,
/// meters.
pub(in super::super) fn too_small(other: &str, smallest: Real) -> String {
    let is_double = EPS < 1.0e-10;
    let precision = if is_double { "f64" } else { "f32" };
    let advice = if is_double { "" } else { "; f64 accepts smaller bodies" };
    format!(
        "is too small together with `{other}`: below {smallest:e} m the squares of lengths vanish in \
         {precision}{advice}"
    )
}

/// Extent of a shape from its origin along a unit vector of its body frame, meters.
fn extent_along(shape: &Shape, d: DVec3) -> f64 {
    farthest(shape, narrow(d)).point.to_f64().dot(d)
}

impl Space for Dim3 {
    type Shape = Shape;
    type WorldPose = (DVec3, DQuat);
    type Pose = Pose;
    type Cso = Cso<Shape, Shape>;

    fn shape(body: &Body, lifted: bool, path: &dyn Fn(&str) -> String) -> Result<Shape, QueryError> {
        // A hull of very many points takes long, so the shape counts as an iteration for the watch.
        watch::tick();
        let flat = lifted.then(|| shape3::lifted(&body.shape)).flatten();
        let shape = shape3::engine_shape(flat.as_ref().unwrap_or(&body.shape))
            .map_err(|error| QueryError::new(path(&format!("shape.{}", error.field)), error.message))?;
        match body.margin as Real {
            0.0 => Ok(shape),
            margin => Shape::inflate(shape, margin).map_err(|error| QueryError::new(path("margin"), error.to_string())),
        }
    }

    fn world_pose(track: &Track, frame: usize) -> Result<(DVec3, DQuat), QueryError> {
        pose_in_frame(track, frame)
    }

    fn in_space(world_pose: (DVec3, DQuat)) -> (DVec3, DQuat) {
        world_pose
    }

    fn pose((position, rotation): (DVec3, DQuat), (origin, _): (DVec3, DQuat)) -> Pose {
        Pose::new(narrow(position - origin), narrow_rotation(rotation))
    }

    fn as_written(body: &Body, _: Option<[f64; 2]>) -> Pose {
        Pose::new(narrow(body.position.into()), narrow_rotation(DQuat::from_array(body.orientation())))
    }

    fn cso([a, b]: [Shape; 2], [pose_a, pose_b]: [Pose; 2]) -> Cso<Shape, Shape> {
        Cso::new(a, &pose_a, b, &pose_b)
    }

    fn check_range(pair: &Pair<'_>) -> Result<(), QueryError> {
        let [a, b] = &pair.bodies.members;
        let largest = rounding::largest();
        if !(narrow(pair.offset()).abs().max_element() <= largest) {
            let message =
                format!("is too far from `{}`: the squares of distances beyond {largest:e} m overflow", a.name);
            return Err(QueryError::new(b.path("position"), message));
        }
        if rounding::is_tiny(pair.cso().magnitude()) {
            let message = too_small(&b.name, rounding::SMALLEST_MAGNITUDE);
            return Err(QueryError::new(a.path("shape"), message));
        }
        Ok(())
    }

    /// Half the diagonal of the bounding box, independent of the body's origin.
    fn extent(shape: &Shape) -> f64 {
        let sides = Vec3::AXES.map(|axis| (farthest(shape, axis).point - farthest(shape, -axis).point).dot(axis));
        0.5 * Vec3::from(sides).length().to_f64()
    }

    fn bounds(shape: &Shape, (position, rotation): (DVec3, DQuat)) -> [DVec3; 2] {
        let to_body = rotation.conjugate();
        let low = DVec3::from(DVec3::AXES.map(|axis| -extent_along(shape, to_body * -axis)));
        let high = DVec3::from(DVec3::AXES.map(|axis| extent_along(shape, to_body * axis)));
        [position + low, position + high]
    }

    fn outlined(shape: &Shape, (position, rotation): (DVec3, DQuat), coarse: bool) -> Solid {
        let pose = Pose::new(Vec3::ZERO, narrow_rotation(rotation));
        let mut solid = if coarse { outline::coarse(shape, &pose) } else { outline::solid(shape, &pose) };
        solid.vertices.iter_mut().for_each(|p| *p += position);
        solid
    }

    fn scenery(drawing: PairDrawing<Self>) -> Scenery {
        scenery::scenery(drawing)
    }
}

impl Pair<'_> {
    /// A direction of the pair frame in the world frame.
    pub fn to_world(&self, direction: Vec3) -> DVec3 {
        let (_, rotation_a) = self.pose_in_world(0);
        rotation_a * direction.to_f64()
    }

    /// A direction of the world frame in the pair frame, as a unit vector; zero stays zero.
    pub fn direction(&self, world: DVec3) -> Vec3 {
        let (_, rotation_a) = self.pose_in_world(0);
        // The scale keeps the squares of the components from overflowing or underflowing.
        let unit = (world / world.abs().max_element()).normalize_or_zero();
        narrow(rotation_a.conjugate() * unit)
    }

    /// Vector from A's origin to B's, world frame, meters.
    pub fn offset(&self) -> DVec3 {
        let (position_a, _) = self.pose_in_world(0);
        let (position_b, _) = self.pose_in_world(1);
        position_b - position_a
    }
}
