//! Pictures as plain data: marks with a meaning, in world coordinates, and what turns them into SVG, PNG, GIF or text.

mod mark;
pub use mark::{Form, Key, Mark, Picture, Role, Solid};
