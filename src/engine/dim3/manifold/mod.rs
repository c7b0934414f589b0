//! Contact manifolds of convex bodies: the contact points of a pair, for a solver that separates it.
//!
//! - **Problem.** For two bodies that overlap, touch, or nearly touch: the contact points, the normal, the depth at
//!   each point, and the identity of each point across frames.
//! - **Source.** `[Catto10]` "Contact Manifolds": separating axes give the face of least depth, the *reference* face.
//!   The *incident* face opposite is clipped against its side planes (Sutherland and Hodgman), one per step. Remaining
//!   points within the margin are contacts. Two edges touch in their closest points. `[Gregorius13]`.
//! - **Frames and signs.** Bodies are in their own frames, answers in the world; the stepper works in the pair frame.
//!   Normals are unit vectors from a to b; depths are positive in overlap; meters.
//! - **Rounding.** [`rounding::bound_rounding`].
//! - **Endings.** [`Outcome`].
//! - **Cost.** That of separating axes, plus the vertices of one face times the sides of the other. A warm
//!   [`Workspace`] allocates nothing.
//!
//! **Departures.**
//! - Cores are clipped, across the normal; points are on the surfaces with their balls, above and below each other. For
//!   separate or round cores the distance query computes the depth, one of its steps per step ([`Phase::Distance`]).
//!   Faces of round bodies are their flat ends, as polygons of eight rim vertices and the lowest point of the rim;
//!   lines on their sides are edges.
//! - The face is taken unless edges or closest points are better by more than [`reference_band`]:
//!   [`Answer::excess_depth`]. The previous answer's reference is kept within the same band.
//! - A face keeps all its vertices, and coplanar facets are one face.
//! - The deepest point is as deep as the pair where the reference is the best direction to rounding, on round ends too:
//!   where clipping and the eight vertices omit it, the nearest points replace it. A reference that is worse, within
//!   the band, may clip off points that are deeper by at most the band.
//! - A point is named by the features of a and of b that contain it: a vertex, an edge, the face. Distances up to a
//!   hundredth of the face count as zero, so that equal stacked boxes keep their names when they shake. Names do not
//!   depend on clipping, on which face is the reference, or on which body is called a.
//! - The pair is computed in a canonical order ([`b_is_first`]), so that `manifold(b, a)` is `manifold(a, b)` with the
//!   bodies exchanged, to the last bit.
//! - Excess points are reduced by picks: the deepest, the farthest from it, then those that span the most area; the
//!   answer reports the fraction of the area that remains.
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

pub use super::super::contact::{
    ContactReference, Feature, Kind, Options, Outcome, PointIds, Reference, Why, reference_band,
};
pub use crate::snapshot::manifold::{DistancePurpose, Edge, Phase, Pick};
pub use answer::{Answer, Workspace, b_is_first, manifold};
pub use axes::{Axes, EdgeGap, FaceGap, Nearest};
pub use body::{Body, Face, Parts, Round};
pub use memory::Memory;
pub use pair::Pair;
pub use polygon::{Corner, IncidentVertex, Side};
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
