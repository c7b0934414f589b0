//! **Contact manifolds** of convex bodies: the points at which a pair touches, for those who push it apart.
//!
//! **Problem.** Where do two bodies touch that overlap, touch, or are about to; along which normal, how deep in each point,
//! and which point is which one of the frame before?
//!
//! **Source.** `[Catto10]` "Contact Manifolds": separating axes tell the face of least depth, the *reference*; what faces it, the
//! *incident* face, is clipped against its side planes (Sutherland and Hodgman), a step each; what is left is a contact where it is
//! no farther than the margin. Two edges touch in their closest points. `[Gregorius13]`.
//!
//! **Departures.**
//! - Cores are clipped, across the normal; points lie on the surfaces with their balls, straight below and above one another. Of cores that are apart, or round, the distance
//!   query tells the depth, a step of it a step ([`Phase::Distance`]); faces of round bodies are their flat ends, as polygons of eight corners on the rim and its lowest
//!   point; lines on their sides are edges.
//! - The face is taken unless edges or closest points are better by more than [`band`](super::super::contact::band):
//!   [`Answer::bias_paid`]. The reference of the answer before stays within the same band.
//! - A face keeps all its corners, and coplanar facets are one face.
//! - The deepest point is as deep as the pair where the reference is the best direction within rounding, on round ends too: where
//!   clipping and the eight corners leave it out, the nearest points take its place. A reference that is worse, within the band,
//!   may have cut off what is deep by no more than the band.
//! - A point is named by what of a and what of b it lies on: a vertex, an edge, the face. A hundredth of the face counts as
//!   equal, so that equal boxes one on the other keep their names when they shake; names do not depend on whether a point was
//!   cut, on which face is the reference, or on which body is called a.
//! - The pair is computed in an order of its own ([`b_is_first`]), so that `manifold(b, a)` is `manifold(a, b)` seen from the
//!   other side, to the last bit.
//! - Too many points are reduced by picks: the deepest, the farthest from it, then what spans the most area; the share of the area
//!   that is left is told.
//!
//! **Frames.** Bodies are in their own frames, answers in the world; the stepper works in the pair frame. Normals are unit
//! vectors from a to b; depths are positive in overlap; meters. **Rounding.** [`rounding::bound_rounding`](super::rounding::bound_rounding).
//!
//! **Endings.** [`Outcome`]. **Cost.** That of separating axes, then of the corners of one face times the sides of the other. Nothing is
//! allocated by a [`Workspace`] that is warm.
//!
//! ```
//! use contact_lens_engine::double::dim3::manifold::{Body, Options, Outcome, manifold};
//! use contact_lens_engine::double::{Pose, Shape};
//! use contact_lens_engine::glam::{DQuat, DVec3};
//!
//! let cube = Body::new(&Shape::cuboid(DVec3::ONE)?)?;
//! let above = Pose::new(DVec3::new(0.5, 1.75, 0.0), DQuat::IDENTITY);
//! let found = manifold(&cube, &Pose::IDENTITY, &cube, &above, &Options::default());
//! assert_eq!((found.outcome, found.normal, found.points.len()), (Outcome::FaceContact, Some(DVec3::Y), 4));
//! assert!(found.points.iter().all(|point| point.depth == 0.25 && point.on_a.y == 1.0 && point.on_b.y == 0.75));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod axes;
mod body;
mod edges;
mod gaps;
mod memory;
mod names;
mod pair;
mod polygon;
mod query;
mod reduce;
mod rounded;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use super::super::contact::{ContactReference, Feature, Kind, Names, Options, Outcome, Reference, Why, band};
pub use crate::snapshot::manifold::{Edge, Phase, Pick, Wanted};
pub use answer::{Answer, Workspace, b_is_first, manifold};
pub use axes::{Axes, EdgeGap, FaceGap, Nearest};
pub use body::{Body, Face, Parts, Round};
pub use memory::Memory;
pub use pair::Pair;
pub use polygon::{Corner, Own, Side};
pub use reduce::Candidate;
pub use stepper::Manifold;

use super::super::contact;
use super::polyhedron::{Polyhedron, PolyhedronError};
use super::pose::{Pose, matrix};
use super::prelude::*;
use super::shape::Shape;
use super::{distance, rounding};

/// A point of contact in space.
pub type Point = contact::Point<Vec3>;
