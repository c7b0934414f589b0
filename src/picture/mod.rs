//! Pictures as plain data: marks with a meaning, in world coordinates, and their conversion to SVG, PNG, GIF or text.
//!
//! ```text
//! Picture ──parts──► faces, lines, dots ──bsp──► far to near ──flat──► 2D ──┐
//!    │  └─mesh──► vertex arrays for the window                              ├─ figure ─ svg ─► SVG ─ png ─► PNG
//!    ├──dump──► text for snapshots                 label: positions of labels ──┘          PNG ─ gif ─► GIF
//!    └──pick──► mark under the pointer
//! ```
//!
//! Each arrow is a pure function of its input (no clock, display or hash order), so output files are reproducible byte
//! for byte.

mod backing;
mod body_seams;
mod bounds;
mod bsp;
mod camera;
mod caption;
mod cells;
mod chart;
pub mod clip;
mod columns;
pub(crate) mod corners;
mod dump;
mod elsewhere;
mod figure;
pub mod flat;
mod flatten;
pub mod font;
#[cfg(feature = "figures")]
pub mod gif;
pub mod ground;
mod half_space;
mod hatch;
pub mod inset;
mod join;
mod kind;
pub mod label;
mod lanes;
pub mod legend;
mod lens;
mod line_kind;
mod mark;
mod measured;
pub mod mesh;
mod page;
mod pane;
mod parts;
mod patches;
pub mod pick;
#[cfg(feature = "figures")]
pub mod png;
mod role;
mod seam;
mod selection;
mod sheets;
mod signs;
mod space;
mod sphere;
mod strip;
pub(crate) mod surface;
mod svg;
pub mod theme;
pub mod tiles;
mod triangles;
pub mod veil;

pub use backing::Backing;
pub use body_seams::is_crowd;
pub use bounds::Bounds;
pub use bsp::{Matter, Piece, Sight, back_to_front};
pub use camera::{Axes, Camera, Up, ViewFrom, clear_of_axes};
pub use cells::Cells;
pub use dump::{digits, dump};
pub use figure::{Figure, Layout, Reserve, Seal, with_origin_named};
pub use flatten::flatten;
pub use hatch::{Slant, hatch};
pub use kind::ViewKind;
pub use lanes::{LaneMap, power_of_ten, raised, shade_of};
pub use lens::Lens;
pub use line_kind::{INNER_SHARE, LineKind, crowding};
pub use mark::{Form, Key, Mark, Part, Picture, Solid};
pub use mesh::Batches;
pub use page::Area;
pub use pane::{Pane, ground_of};
pub use parts::layer;
pub use patches::{Placed, placed_patches, with_patches};
#[cfg(feature = "figures")]
pub use png::FigureError;
pub use role::Role;
pub use sheets::Sheet;
pub use signs::signs;
pub use sphere::hollow;
pub use strip::{KeyNumber, with_digits};
pub use theme::{Ink, Marker, Theme};
