//! Pictures as plain data, and their conversion to SVG, PNG, GIF, text, or vertex arrays.
//!
//! A picture is a list of marks. A mark has a meaning (role), an identity over steps (key) and a form in world
//! coordinates; colors come from the theme, pixels from the camera. Requests are kept apart from the marks: points to
//! keep in view, details to magnify.
//!
//! ```text
//! Picture ──parts──► faces, lines, dots ──bsp──► far to near ──flat──► 2D ──┐
//!    │  └─vertex_arrays──► triangles for the window                         ├─ figure ─ svg ─► SVG ─ png ─► PNG
//!    ├──dump──► text for snapshots                 label: positions of labels ──┘          PNG ─ gif ─► GIF
//!    └──pick──► mark under the pointer
//! ```
//!
//! Each arrow is a pure function of its input (no clock, display or hash order), so output files are reproducible byte
//! for byte.

pub mod diagrams;
mod dump;
mod figure;
pub mod flat;
mod flatten;
pub mod font;
pub mod gif;
pub mod marks;
pub mod page;
pub mod pick;
pub mod png;
pub mod segment;
pub mod space;
mod sphere;
pub mod view;

pub use self::diagrams::lanes::{LaneMap, power_of_ten, raised, shade_of};
pub use self::marks::bounds::Bounds;
pub use self::marks::hatch::{Slant, hatch};
pub use self::marks::key::Key;
pub use self::marks::line_kind::{INNER_FACE_OPACITY, LineKind, inner_edge_opacity};
pub use self::marks::mark::{Form, Mark, Picture};
pub use self::marks::requests::{Detail, Requests};
pub use self::marks::role::Role;
pub use self::marks::solid::{DotSize, Part, Solid};
pub use self::marks::theme::{Ink, Marker, Theme};
pub use self::page::backing::Backing;
pub use self::page::caption::{Caption, Part as CaptionPart};
pub use self::page::frame_cells::Cells;
pub use self::page::key_numbers::{KeyNumber, with_digits};
pub use self::page::measures::Area;
pub use self::space::body_intersections::has_many_bystanders;
pub use self::space::bsp::{Piece, UnsortedFace, UnsortedShapes, Viewpoint, back_to_front};
pub use self::space::coplanar_faces::Sheet;
pub use self::space::parts::layer;
pub use self::space::vertex_arrays::Batches;
pub use self::view::camera::{Axes, Camera, Up, ViewAngles, ViewFrom, clear_of_axes};
pub use self::view::camera_motion::CameraMotion;
pub use self::view::face_signs::signs;
pub use self::view::kind::ViewKind;
pub use self::view::pane::{NOTE_KEY, Pane, ground_of, shown_panes};
pub use self::view::plane_patches::{PatchPlacement, fit_patches, place_patches, resize_patches};
pub use self::view::prepared_camera::{Lens, LineOfSight};
pub use dump::{digits, dump};
pub use figure::{Figure, FigureOutcome, Layout, Reserve, with_origin_named};
pub use flatten::flatten;
pub use png::FigureError;
pub use sphere::hollow_marker;
