//! Shapes and poses of bodies in queries about a half-space, 3D and 2D.

use super::Asked;
use super::dim2::Dim2;
use super::dim3::Dim3;
use super::engine::dim2::half_space::Flat;
use super::engine::dim3::half_space::{Corners, Stand};
use super::engine::dim3::shape::Shape;
use super::pair::Space;
use crate::scene::Subject;
use crate::scene::model::Placing;

/// A dimension with bodies that can be compared with a half-space.
pub(super) trait Standing: Space {
    /// Shape of a body in the stepper's type.
    type Held: Corners + Clone + Send + Sync + 'static;
    /// Whether the dimension is 2D.
    const PLANAR: bool;

    fn held(shape: &Self::Shape) -> Self::Held;

    fn stand(pose: Self::Pose) -> Stand;
}

impl Standing for Dim3 {
    type Held = Shape;
    const PLANAR: bool = false;

    fn held(shape: &Shape) -> Shape {
        shape.clone()
    }

    fn stand(pose: Self::Pose) -> Stand {
        Stand::of(&pose)
    }
}

impl Standing for Dim2 {
    type Held = Flat;
    const PLANAR: bool = true;

    fn held(shape: &Self::Shape) -> Flat {
        Flat::new(shape.clone())
    }

    fn stand(pose: Self::Pose) -> Stand {
        Stand::in_plane(pose.position, pose.rotation())
    }
}

/// Poses of both bodies in the world if the scene's numbers are used as written.
pub(super) fn as_written<S: Standing>(asked: &Asked<'_>, pair: &[Subject<'_>; 2]) -> Option<[S::Pose; 2]> {
    let Placing::AsWritten { turns } = &asked.scene.placing else { return None };
    Some(pair.each_ref().map(|member| S::as_written(member.body, turns.get(member.index).copied())))
}
