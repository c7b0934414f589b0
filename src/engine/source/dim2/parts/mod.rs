//! **Compounds in the plane**: bodies made of convex child shapes.
//!
//! - **Problem, source, endings**: those of [`tree`], the search for the closest pair of child shapes in trees of
//!   boxes, which is the same in 2D and 3D.
//! - **Frame**: world; meters.
//! - **Depth**: for overlapping bodies, the answer is that of the deepest pair of child shapes, not the depth of the
//!   union.
//!
//! ```
//! use contact_lens_engine::double::dim2::parts::{Body, Workspace};
//! use contact_lens_engine::double::dim2::{distance::Options, pose::Pose, shape::Shape};
//! use contact_lens_engine::glam::DVec2;
//!
//! let at = |x, y| Pose::new(DVec2::new(x, y), DVec2::X);
//! let bar = |x, y| Shape::rectangle(DVec2::new(x, y));
//! let corner = Body::new(vec![(bar(2.0, 0.5)?, at(0.0, 0.0)), (bar(0.5, 2.0)?, at(-1.5, 1.5))])?;
//! let disc = Body::convex(&Shape::circle(0.5)?);
//! let (here, there) = (at(0.0, 0.0), at(1.0, 2.0));
//! let found = Workspace::default().distance([&corner, &disc], [&here, &there], &Options::default());
//! assert_eq!((found.parts, found.queries), (Some([0, 0]), 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod moving_parts;
mod pair;
mod ray;
#[cfg(test)]
mod tests;
mod touch;

pub use body::{Body, PartsError};
pub use pair::{ClosestPair, Pair, Workspace};
pub use ray::{RayFound, RaySearch, cast_ray};

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
use super::tree;
