//! Compounds, triangle meshes and height fields: 3D bodies made of many convex parts.
//!
//! - **Problem.** The closest parts, the overlaps, the contacts and the first contact of two such bodies, and the first
//!   part on a ray.
//! - **Method.** [`tree`] searches the pairs of parts by trees of boxes; its documentation has the sources, the endings
//!   and the cost. This module has the bodies ([`Body`]) and the queries for two parts, and for a part and a ray.
//! - **Parts.** A [`Part`] that a body is built from is a convex shape, a mesh or a height field with a pose. In
//!   queries and their answers a part is a convex shape or one triangle; [`Body::place`] finds the [`Part`] to which it
//!   belongs.
//! - **Frame.** The world; meters. A part keeps its own frame: its pose relates it to the body and is rounded once;
//!   every bracket includes that rounding.
//! - **Depth.** Where two bodies overlap, the answer is that of the deepest pair of parts, which is *not* the depth of
//!   the union: a larger motion may be needed to separate a compound from another.
//! - **One-sided triangles.** Their front is where their vertices run counter-clockwise. A triangle that is approached
//!   from behind is skipped: by a distance query, if the center of the other body's box is behind its plane; by a ray,
//!   if the ray goes along its front normal.
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
mod leaf;
mod moving_parts;
mod pair;
mod ray;
mod ray_snapshot;
mod single_part;
#[cfg(test)]
mod tests;
mod touch;
mod triangles;

pub use body::{Body, Part, Piece};
pub use error::PartsError;
pub use field::{HeightField, height_field};
pub use leaf::Leaf;
pub use pair::{ClosestPair, Pair, Workspace};
pub use ray::{RayFound, RaySearch, cast_ray};
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
