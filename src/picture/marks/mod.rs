//! Marks, the elements of pictures.
//!
//! - **Marks**: `mark` (marks, their forms, and pictures), `key` (identity), `role` (meaning), `solid` (surface of a
//!   body).
//! - **Requests**: `requests` (what the camera keeps in view, what an inset magnifies).
//! - **Look**: [`theme`] maps roles to inks; `color` computes with colors; `line_kind` distinguishes the lines of a
//!   body.
//! - **Geometry**: `bounds` (points that a camera shows), `curve_points` (polygons for curves), `half_space` and
//!   `hatch` (hatch lines), `intersection_curve` (of two solids), `surface` (normals, edges, convexity).

pub(super) mod bounds;
pub(super) mod color;
pub mod curve_points;
pub(super) mod half_space;
pub(super) mod hatch;
pub(super) mod intersection_curve;
pub(super) mod key;
pub(super) mod line_kind;
pub(super) mod mark;
pub(super) mod requests;
pub(super) mod role;
pub(super) mod solid;
pub mod surface;
pub mod theme;
