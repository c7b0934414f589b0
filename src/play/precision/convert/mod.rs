//! Conversion of a scene's bodies to the engine's types: shapes, poses, half-spaces, frusta and outlines for drawing.

pub(super) mod dim2;
pub(super) mod dim3;
pub(super) mod frustum3;
pub(super) mod half_space;
pub(super) mod outline;
pub(super) mod pair;
pub(super) mod points;
pub(super) mod shape2;
pub mod shape3;
pub mod shape_error;
pub(super) mod size_limits;

use super::engine;
