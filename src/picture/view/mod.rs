//! Views: cameras and panes, and everything that is derived from a camera and the marks of a pane.
//!
//! - **Camera**: `camera` (position, projection, framing), `prepared_camera` (projection of many points),
//!   `camera_motion`, `kind` (meaning of the coordinates).
//! - **Pane**: `pane` (one view of a figure), [`legend`] (content of its legend), [`ground`] (grid, scale bar, axes).
//! - **Drawing**: `plane_patches` (size of planes), `face_signs`, `moved_body`, `selected_parts` (parts that are
//!   drawn), `derived_data` (cached data of solids), [`convex_hull`].

pub(super) mod camera;
pub(super) mod camera_motion;
pub mod convex_hull;
pub(super) mod derived_data;
pub(super) mod face_signs;
pub mod ground;
pub(super) mod kind;
pub mod legend;
pub(super) mod moved_body;
pub(super) mod pane;
pub(super) mod plane_patches;
pub(super) mod prepared_camera;
pub(super) mod selected_parts;
pub mod shadow;
