//! The content of pictures: marks with meanings, and geometry derived from solids.

pub(super) mod bounds;
pub(super) mod color;
pub(crate) mod curve_points;
pub(super) mod half_space;
pub(super) mod hatch;
pub(super) mod intersection_curve;
pub(super) mod line_kind;
pub(super) mod mark;
pub(super) mod role;
pub(crate) mod surface;
pub mod theme;
pub(super) mod triangles;
