//! Contact manifolds of convex bodies: the points, normal and depths at which two bodies touch, for contact solvers.
//!
//! - **Problem.** Two bodies overlap, touch, or nearly touch. Find the contact points, the common normal, the depth at
//!   each point, and an id of each point that persists from frame to frame.
//! - **Source.** `[Catto10]` "Contact Manifolds": separating axes give the face of least depth, the *reference* face.
//!   The opposite, *incident* face is clipped against the side planes of the reference (Sutherland and Hodgman), one
//!   plane per step. The remaining points within the margin are contacts. Two edges touch at their closest points.
//!   `[Gregorius13]` for the pairs of edges that are tested.
//! - **Terms.** A body is a *core* and a *ball* swept over it: a capsule is a segment and a ball, a polytope has a ball
//!   of radius 0. A *gap* is the signed distance of the cores, or a lower bound of it along an axis; the radii of the
//!   balls are subtracted from it.
//! - **Frames and signs.** Bodies are in their own frames, answers in the world. The stepper works in the *pair frame*,
//!   the frame of the first body. Normals are unit vectors from a to b; depths are positive in overlap; meters.
//! - **Rounding.** Gaps are compared with the bound of their rounding error, [`rounding::bound_rounding`].
//! - **Endings.** [`Outcome`].
//! - **Cost.** The separating axis test, plus the vertices of one face times the sides of the other. A [`Workspace`]
//!   allocates nothing after its first queries.
//!
//! **Departures.**
//! - Clipping uses the cores. A contact point is then moved along the normal to both surfaces, balls included. For
//!   cores that are round or separate, the distance query computes the depth, one of its steps per step
//!   ([`Phase::Distance`]).
//! - The flat ends of cylinders and cones are faces: polygons of eight vertices on the rim. To an incident face the
//!   rim's lowest point is added, the one farthest against the reference normal. The straight lines on their round
//!   sides are edges.
//! - A face makes the contact unless a pair of edges, or the closest points, have a depth that is smaller by more than
//!   [`reference_band`]. The previous reference face is kept within the same band. [`Answer::excess_depth`] is what
//!   this costs.
//! - Coplanar facets are one face, with all its vertices.
//! - Where the reference normal is the direction of least depth, to rounding, the deepest point is as deep as the pair.
//!   If clipping or the eight vertices of a rim have lost that point, the closest points of the cores replace it. A
//!   reference that is worse, within the band, may clip off points that are deeper by at most the band.
//! - A point is named by the features of a and of b that contain it: a vertex, an edge, or the face. Distances up to a
//!   two-hundredth of the smaller face's extent count as zero, so that equal stacked boxes keep their names when they
//!   shake. Names do not depend on clipping, on which face is the reference, or on which body is called a.
//! - The pair is computed in a canonical order ([`b_is_first`]), so that `manifold(b, a)` is `manifold(a, b)` with the
//!   bodies exchanged, to the last bit.
//! - Excess points are removed by picking those that stay: the deepest, the one farthest from it, then those that span
//!   the most area. The answer reports the fraction of the area that remains.
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
mod picking;
mod polygon;
mod query;
mod reduce;
mod rounded;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use crate::contact::{
    ContactReference, Feature, Kind, Options, Outcome, PointIds, PointOrigin, Reference, reference_band,
};
pub use answer::{Answer, Workspace, b_is_first, manifold};
pub use axes::{Axes, EdgeGap, FaceGap, Nearest};
pub use body::{Body, CoreFeatures, Face, Round};
pub use contact_lens_model::snapshot::manifold::{DistancePurpose, Edge, Phase, Pick};
pub use memory::Memory;
pub use pair::Pair;
pub use polygon::{IncidentVertex, PolygonVertex, Side};
pub use reduce::Candidate;
pub use stepper::Manifold;

use super::polyhedron::{Polyhedron, PolyhedronError};
use super::pose::{Pose, matrix};
use super::prelude::*;
use super::shape::Shape;
use super::{distance, rounding};
use crate::contact;

/// A contact point in 3D.
pub type Point = contact::Point<Vec3>;
