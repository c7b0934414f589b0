//! One type for every kind of body, and one call for every question: the interface for users of the library.
//!
//! - **Bodies.** A [`Collider`] is a convex shape, a half-space, a compound, a triangle mesh or a height field.
//! - **Pairs.** [`distance`](distance()), [`intersects`], [`contacts`](contacts()), [`cast`] and [`cast_rotating`] take
//!   `a, pose_a, b, pose_b`. Every pair of kinds has an answer, or a [`NoAnswer`] with the reason.
//! - **One body.** [`Collider::ray`], [`Collider::contains`], [`Collider::project`], [`Collider::aabb`],
//!   [`Collider::mass`] and [`Collider::support`].
//! - **Memory.** A [`Workspace`] has the queries of pairs as methods that reuse memory.
//! - **Frame.** Poses and answers are in the world; meters, seconds, kilograms. Normals are unit vectors from A to B.
//! - **Certificate.** Distances and times have proven brackets, rounding included; statements that rounding cannot
//!   decide are `None`.
//! - **Algorithms.** Each call runs the algorithm of the module of the same subject, with its default options:
//!   [`distance`], [`isa_gjk`], [`manifold`],
//!   [`cast`](super::cast), [`ray`](super::ray), [`mass`](super::mass), [`half_space`] and
//!   [`parts`]. Their steppers take [`Collider::shape`] and [`Collider::body`].

mod answer;
mod constructors;
mod contacts;
mod distance;
mod error;
mod extent;
mod geometry;
mod mass;
mod motion;
mod pair;
mod point;
mod ray;
#[cfg(feature = "serde")]
mod serialized;
#[cfg(test)]
mod tests;
mod workspace;

pub use answer::{FirstContact, PairDistance, PartContacts, SurfacePoint, Velocity};
pub use error::{ColliderError, NoAnswer};
pub use geometry::{Collider, ColliderKind};
pub use workspace::{Workspace, cast, cast_rotating, contacts, distance, intersects};

use super::answer as answers;
use super::distance as distances;
use super::mass as masses;
use super::ray as rays;
use super::{
    bracket, cast as casts, contact, half_space, isa_gjk, manifold, numbers, parts, pose, prelude, rounding, shape,
    support, tree,
};
