//! Pictures as plain data: marks with a meaning, in world coordinates, and what turns them into SVG, PNG, GIF or text.

mod camera;
mod mark;
pub mod mesh;
pub mod pick;
mod surface;
pub mod theme;

pub use camera::{Axes, Bounds, Camera, View};
pub use mark::{Form, Key, Mark, Picture, Role, Solid};
pub use mesh::Batches;
pub use theme::{Ink, Marker, Theme};
