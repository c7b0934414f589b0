//! 2D bodies in the plane z = 0: shapes and poses in the engine's types.

mod scenery;

use contact_lens_lesson::{Scenery, ToF64};
use contact_lens_picture::Solid;
use contact_lens_scene::Track;
use contact_lens_scene::model::Body;
use glam::{DQuat, DVec2, DVec3};

use super::super::engine::dim2::shape::Shape;
use super::super::engine::dim2::support::{Cso, Pose};
use super::super::engine::prelude::*;
use super::super::engine::rounding;
use super::super::{QueryError, pose_in_frame};
use super::dim3::too_small;
use super::pair::{self, PairDrawing, Space};
use super::shape2;
use crate::drawing::outline;

/// Two 2D bodies over all frames.
pub(in super::super) type Bodies = pair::Bodies<Dim2>;

/// Two 2D bodies in one frame.
pub(in super::super) type Pair<'a> = pair::Pair<'a, Dim2>;

/// The 2D [`Space`].
pub(in super::super) struct Dim2;

/// Pose of a body in the world frame.
#[derive(Clone, Copy)]
pub(in super::super) struct WorldPose {
    /// Position of the body's origin, meters.
    pub position: DVec2,
    /// Cosine and sine of the body's angle.
    pub rotation: DVec2,
}

impl WorldPose {
    /// Vertices of a shape's core at this pose, world frame, meters.
    pub fn core_vertices(self, shape: &Shape) -> Vec<DVec2> {
        let core = shape.core().iter().map(|p| DVec2::new(p.x as f64, p.y as f64));
        core.map(|p| self.rotation.rotate(p) + self.position).collect()
    }
}

/// Rounds a vector to the engine's precision.
pub(in super::super) fn narrow(p: DVec2) -> Vec2 {
    Vec2::new(p.x as Real, p.y as Real)
}

impl Space for Dim2 {
    type Shape = Shape;
    type WorldPose = WorldPose;
    type Pose = Pose;
    type Cso = Cso<Shape>;

    fn shape(body: &Body, _: bool, path: &dyn Fn(&str) -> String) -> Result<Shape, QueryError> {
        let shape = shape2::engine_shape(&body.shape)
            .map_err(|error| QueryError::new(path(&format!("shape.{}", error.field)), error.message))?;
        Shape::inflate(&shape, body.margin as Real).map_err(|error| QueryError::new(path("margin"), error.to_string()))
    }

    fn world_pose(track: &Track, frame: usize) -> Result<WorldPose, QueryError> {
        let (position, _) = pose_in_frame(track, frame)?;
        // The quaternion is not normalized: its length cancels in the rotation below.
        let q = DQuat::from_array(track.pose(frame).1);
        if position.z != 0.0 {
            let path = format!("{}.position[2]", track.path(frame));
            return Err(QueryError::new(path, "must be 0 in a 2D query"));
        }
        if q.x != 0.0 || q.y != 0.0 {
            let message = "must be a rotation about z in 2D: x and y must be 0";
            return Err(QueryError::new(format!("{}.rotation", track.path(frame)), message));
        }
        // Double-angle formulas: (w² − z², 2wz) over the square of the length.
        let rotation = DVec2::new(q.w * q.w - q.z * q.z, 2.0 * q.w * q.z) / (q.w * q.w + q.z * q.z);
        Ok(WorldPose { position: position.truncate(), rotation })
    }

    fn in_space(world_pose: WorldPose) -> (DVec3, DQuat) {
        (world_pose.position.extend(0.0), DQuat::from_rotation_z(world_pose.rotation.to_angle()))
    }

    fn pose(world_pose: WorldPose, origin: WorldPose) -> Pose {
        Pose::new(narrow(world_pose.position - origin.position), narrow(world_pose.rotation))
    }

    fn as_written(body: &Body, rotation: Option<[f64; 2]>) -> Pose {
        let [x, y, _] = body.position;
        Pose::new(narrow(DVec2::new(x, y)), narrow(rotation.map_or(DVec2::X, DVec2::from_array)))
    }

    fn cso([a, b]: [Shape; 2], [pose_a, pose_b]: [Pose; 2]) -> Cso<Shape> {
        Cso::new(a, &pose_a, b, &pose_b)
    }

    fn check_range(pair: &Pair<'_>) -> Result<(), QueryError> {
        let [a, b] = &pair.bodies.members;
        let magnitude = pair.cso().magnitude();
        if rounding::fits_own_unit_in_plane(magnitude) {
            return Ok(());
        }
        let [smallest, largest] = rounding::MAGNITUDES_IN_PLANE;
        let message = if magnitude > smallest {
            format!(
                "is too large together with `{}`: the fourth powers of lengths beyond {largest:e} m overflow",
                b.name
            )
        } else {
            too_small(&b.name, smallest)
        };
        Err(QueryError::new(a.path("shape"), message))
    }

    fn extent(shape: &Shape) -> f64 {
        shape.radius().to_f64()
    }

    fn bounds(shape: &Shape, world_pose: WorldPose) -> [DVec3; 2] {
        let corners = world_pose.core_vertices(shape);
        let margin = DVec2::splat(shape.margin().to_f64());
        let low = corners.iter().copied().reduce(DVec2::min).unwrap_or_default();
        let high = corners.iter().copied().reduce(DVec2::max).unwrap_or_default();
        [low - margin, high + margin].map(|corner| corner.extend(0.0))
    }

    fn outlined(shape: &Shape, world_pose: WorldPose, _: bool) -> Solid {
        outline::flat(&world_pose.core_vertices(shape), shape.margin().to_f64())
    }

    fn scenery(drawing: PairDrawing<Self>) -> Scenery {
        scenery::scenery(drawing)
    }
}

impl Pair<'_> {
    /// A direction of the world frame in the pair frame.
    pub fn direction(&self, world: DVec2) -> Vec2 {
        let [a, _] = self.world_poses;
        narrow(DVec2::new(a.rotation.x, -a.rotation.y).rotate(world))
    }
}
