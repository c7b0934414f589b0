//! **Compounds, triangle meshes and height fields**: bodies of space that are made of many convex parts.
//!
//! **Problem, source, endings.** Those of [`tree`](super::super::tree), which holds the tree and the search. Here are the bodies
//! ([`Body`]), the queries for two of them, and for one and a ray. **Frame.** The world; meters. A part keeps the frame it is given in:
//! its pose stands between it and the body, and is rounded once; that rounding is in every bracket.
//!
//! **Depth.** Where two bodies overlap, the answer is that of the deepest pair of parts, which is *not* the depth of the union: to part
//! a compound from another it may have to move farther.
//!
//! **One-sided triangles** have a front, where their corners run counter-clockwise. One that is met from behind is left out: for a
//! distance, one behind whose plane the middle of the other body lies; for a ray, one along whose normal it goes.
//!
//! ```
//! use contact_lens_engine::double::dim3::parts::{Body, Part, Triangles, Workspace};
//! use contact_lens_engine::double::dim3::distance::Options;
//! use contact_lens_engine::double::{Pose, Shape};
//! use contact_lens_engine::glam::{DQuat, DVec3};
//!
//! let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 0.0, -4.0], [0.0, 0.0, -4.0]].map(DVec3::from).to_vec();
//! let floor = Triangles::new(corners, vec![[0, 1, 2], [0, 2, 3]], false)?;
//! let (floor, ball) = (Body::new(vec![Part::mesh(floor)])?, Body::convex(&Shape::sphere(0.5)?));
//! let above = Pose::new(DVec3::new(1.0, 2.0, -3.0), DQuat::IDENTITY);
//! let found = Workspace::default().distance([&floor, &ball], [&Pose::IDENTITY, &above], &Options::default());
//! assert_eq!(found.parts, Some([1, 0]));
//! assert_eq!(found.answer.and_then(|answer| answer.signed_distance), Some(1.5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod error;
mod field;
mod flight;
mod leaf;
mod near;
mod pair;
mod ray;
#[cfg(test)]
mod tests;
mod touch;
mod triangles;

pub use body::{Body, Part, Piece};
pub use error::PartsError;
pub use field::{HeightField, height_field};
pub use leaf::Leaf;
pub use pair::{Pair, Searched, Workspace};
pub use ray::{RayFound, cast_ray};
pub use triangles::Triangles;

use super::answer;
use super::bracket;
use super::cast;
use super::distance;
use super::manifold;
use super::pose;
use super::prelude;
#[cfg(test)]
use super::random;
use super::ray as rays;
use super::rounding;
use super::shape;
use super::support;
use super::tree;
