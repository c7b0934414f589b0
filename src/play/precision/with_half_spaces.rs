//! The dimension of queries about half-spaces: shapes and poses of bodies in the types of the engine's stepper.

use super::SceneQuery;
use super::convert::dim2::Dim2;
use super::convert::dim3::Dim3;
use super::convert::pair::Space;
use super::engine::dim2::half_space::Flat;
use super::engine::dim3::half_space::{Corners, Stand};
use super::engine::dim3::shape::Shape;
use crate::scene::Subject;
use crate::scene::model::PoseRounding;

/// A dimension with bodies that can be compared with a half-space.
pub(super) trait WithHalfSpaces: Space {
    /// Shape of a body in the stepper's type.
    type Bounded: Corners + Clone + Send + Sync + 'static;
    /// Whether the dimension is 2D.
    const PLANAR: bool;

    /// Converts a shape to the stepper's type.
    fn bounded(shape: &Self::Shape) -> Self::Bounded;

    /// Converts a pose to the stepper's type.
    fn stepper_pose(pose: Self::Pose) -> Stand;
}

impl WithHalfSpaces for Dim3 {
    type Bounded = Shape;
    const PLANAR: bool = false;

    fn bounded(shape: &Shape) -> Shape {
        shape.clone()
    }

    fn stepper_pose(pose: Self::Pose) -> Stand {
        Stand::of(&pose)
    }
}

impl WithHalfSpaces for Dim2 {
    type Bounded = Flat;
    const PLANAR: bool = true;

    fn bounded(shape: &Self::Shape) -> Flat {
        Flat::new(shape.clone())
    }

    fn stepper_pose(pose: Self::Pose) -> Stand {
        Stand::in_plane(pose.position, pose.rotation())
    }
}

/// Poses of both bodies in the world if the scene's numbers are used as written.
pub(super) fn as_written<S: WithHalfSpaces>(query: &SceneQuery<'_>, pair: &[Subject<'_>; 2]) -> Option<[S::Pose; 2]> {
    let PoseRounding::AsWritten { turns } = &query.scene.placing else { return None };
    Some(pair.each_ref().map(|member| S::as_written(member.body, turns.get(member.index).copied())))
}
