//! **Contact manifolds** of planar shapes: the one or two points at which a pair touches, for contact solvers.
//!
//! - **Problem**: contact points, normal and depths of two bodies that overlap, touch, or are about to, with ids that
//!   match the points of the previous frame.
//! - **Source**: `[Catto10]` "Contact Manifolds": the side of least depth is the *reference*; the *incident* side of
//!   the other body is clipped against the two lines through the ends of the reference (Sutherland and Hodgman); the
//!   remaining ends within the margin are contact points. `[Gregorius13]`.
//! - **Terms**: a shape is a *core*, a convex polygon, and a *ball* around each of its points, whose radius is the
//!   shape's margin. A *side* is an edge of a core, by its start vertex.
//! - **Departures**:
//!   - Cores are clipped, and margins are added along the normal: the points of rounded shapes lie on their surfaces.
//!   - Where cores are apart and two vertices are nearest, by more than [`reference_band`], the contact is one point
//!     between these vertices. The distance query decides this, one of its steps per step ([`Phase::Distance`]).
//!   - A point's id is a vertex of each body: the ends of both sides at its end of the overlap. So a point keeps its id
//!     when it begins or ceases to be clipped, and when the other body's side becomes the reference. If the incident
//!     core is a single vertex, the id is this vertex and the reference side.
//!   - The pair is computed in an order of its own ([`b_is_first`]): by the shapes, and for equal ones by their
//!     positions along a fixed direction of the world. So `manifold(b, a)` is `manifold(a, b)` seen from the other
//!     side, to the last bit and with the same ids.
//! - **Choice of the reference**: the side with the largest gap, which is the one of least depth if the cores overlap;
//!   if several are equal to rounding, the first. The previous reference stays while its gap is smaller by at most
//!   [`reference_band`]; [`Answer::excess_depth`] is the difference.
//! - **Frame and signs**: shapes are in their own frames, answers in the world; the stepper works in the frame of its
//!   first body. Normals are unit vectors from a to b; depths are positive in overlap; meters.
//! - **Rounding**: a point is reported if its gap is at most the contact margin plus [`rounding::bound_rounding2`].
//! - **Endings**: [`Outcome`]: apart, face contact, vertex contact, the closest points where clipping did not leave the
//!   deepest point, or numbers that are not finite.
//! - **Cost**: one support point per side. No allocation, unless a distance query finds that the cores touch.
//!
//! ```
//! use contact_lens_engine::double::dim2::manifold::{Options, Outcome, manifold};
//! use contact_lens_engine::double::dim2::{shape::Shape, support::Pose};
//! use contact_lens_engine::glam::DVec2;
//!
//! let (ground, brick) = (Shape::rectangle(DVec2::new(4.0, 1.0))?, Shape::rectangle(DVec2::new(1.0, 0.5))?);
//! let at = |x, y| Pose::new(DVec2::new(x, y), DVec2::X);
//! let options = Options { margin: 0.01, ..Options::default() };
//! let found = manifold(&ground, &at(0.0, 0.0), &brick, &at(3.5, 1.25), &options);
//! assert_eq!((found.outcome, found.normal), (Outcome::FaceContact, Some(DVec2::Y)));
//! // One end is a vertex of the brick, the other is clipped where the ground ends.
//! let [right, left] = found.points[..] else { panic!() };
//! assert_eq!((left.on_a, left.on_b, left.depth), (DVec2::new(2.5, 1.0), DVec2::new(2.5, 0.75), 0.25));
//! assert_eq!((right.on_a, right.depth), (DVec2::new(4.0, 1.0), 0.25));
//!
//! // The next frame passes the reference on, and finds its impulses again by the ids of the points.
//! let options = Options { previous: found.reference, ..options };
//! let next = manifold(&ground, &at(0.0, 0.0), &brick, &at(2.5, 1.2501), &options);
//! assert!(next.points[..].iter().all(|point| [left.id, right.id].contains(&point.id)));
//! # Ok::<(), contact_lens_engine::double::dim2::shape::ShapeError>(())
//! ```

mod answer;
mod closest;
mod incident;
mod points;
mod query;
mod side;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use crate::contact::{ContactReference, Feature, Kind, Outcome, PointIds, PointOrigin, Reference, reference_band};
pub use answer::{Answer, b_is_first, manifold};
pub use closest::Nearest;
pub use contact_lens_model::snapshot::manifold::DistancePurpose;
pub use contact_lens_model::snapshot::manifold::plane::Phase;
pub use incident::{End, Incident};
pub use points::Points;
pub use side::Side;
pub use stepper::Manifold;

use super::prelude::*;
use super::rounding;
use super::shape::Shape;
use super::support::{Cso, Pose};
use crate::contact;

/// Options of a contact query. In the plane there are at most two points, so `max_points` 0 and 2 are the same.
pub type Options = contact::Options;

/// A contact point in the plane.
pub type Point = contact::Point<Vec2>;
