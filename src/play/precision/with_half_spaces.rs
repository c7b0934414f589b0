//! Conversion of bodies to the types of the engine's half-space stepper, in 3D and in 2D.

use contact_lens_scene::Subject;
use contact_lens_scene::model::PoseRounding;

use super::SceneQuery;
use super::convert::dim2::Dim2;
use super::convert::dim3::Dim3;
use super::convert::pair::Space;
use super::engine::dim2::half_space::Flat;
use super::engine::dim3::half_space::{DoublePose, HalfSpaceBody};
use super::engine::dim3::shape::Shape;

/// A dimension whose shapes and poses can be converted to those of the half-space stepper.
pub(super) trait WithHalfSpaces: Space {
    /// Shape of a body in the stepper's type.
    type Bounded: HalfSpaceBody + Clone + Send + Sync + 'static;
    /// Whether the dimension is 2D.
    const PLANAR: bool;

    /// Shape in the stepper's type.
    fn bounded(shape: &Self::Shape) -> Self::Bounded;

    /// Pose in the stepper's type, with the same origin and axes.
    fn stepper_pose(pose: Self::Pose) -> DoublePose;
}

impl WithHalfSpaces for Dim3 {
    type Bounded = Shape;
    const PLANAR: bool = false;

    fn bounded(shape: &Shape) -> Shape {
        shape.clone()
    }

    fn stepper_pose(pose: Self::Pose) -> DoublePose {
        DoublePose::of(&pose)
    }
}

impl WithHalfSpaces for Dim2 {
    type Bounded = Flat;
    const PLANAR: bool = true;

    fn bounded(shape: &Self::Shape) -> Flat {
        Flat::new(shape.clone())
    }

    fn stepper_pose(pose: Self::Pose) -> DoublePose {
        DoublePose::in_plane(pose.position, pose.rotation())
    }
}

/// World poses of both bodies for [`PoseRounding::AsWritten`]; `None` for relative poses.
pub(super) fn as_written<S: WithHalfSpaces>(query: &SceneQuery<'_>, pair: &[Subject<'_>; 2]) -> Option<[S::Pose; 2]> {
    let PoseRounding::AsWritten { cos_sin } = &query.scene.pose_rounding else { return None };
    Some(pair.each_ref().map(|member| S::as_written(member.body, cos_sin.get(member.index).copied())))
}
