//! Queries of a convex body against a half-space: distance, first contact and contact points.
//!
//! - **Problem.** The half-space `H = { x : n·x ≤ o }` is unbounded, so algorithms that need support points of H do not
//!   apply.
//! - **Method.** The signed distance is `d = n·S_B(−n) − o`, with the support point `S_B(−n)` of the body B against the
//!   outward normal `n`: its deepest point. For a body outside it is the distance. For an overlapping body it is minus
//!   the depth, since a translation of the body by less than `−d`, in any direction, leaves the deepest point inside.
//! - **Source.** `[Ericson05 §5.2]`.
//! - **Queries.** Signed distance ([`Query::Distance`]). First contact in translation ([`Query::Cast`]): the gap is
//!   `d − c t` with the closing speed `c`, so `t = d / c`. Contact points ([`Query::Contacts`]): the vertices whose gap
//!   is at most a margin, of the body's feature that faces the plane most at the deepest point. A round end of a
//!   cylinder or cone has the vertices of [`manifold::Body`].
//! - **Two half-spaces.** [`TwoHalfSpaces`]: a gap or a slab if their normals are opposite, otherwise an unbounded
//!   overlap.
//! - **Bodies of parts.** [`HalfSpaceAndParts`]: the tree search of [`tree`] finds the deciding part.
//! - **Rounding.** All numbers but the support mapping are computed in `f64` in both precisions. Bounds include the
//!   errors of the normal, the two poses and the sum, and the error of the support point, which a rounded direction
//!   selects. For a core with exact vertices the point itself is exact. A translation whose gap at the start is zero to
//!   rounding is decided as in [`cast`].
//! - **Endings.** [`Outcome`].
//! - **Frame.** World axes, from A's origin; meters.
//! - **Cost.** One support point; for contact points also the vertices of one feature.
//!
//! ```
//! use contact_lens_engine::double::dim3::half_space::{HalfSpaceRun, DoublePose, HalfSpace};
//! use contact_lens_engine::double::{Pose, Shape};
//! use contact_lens_engine::glam::{DQuat, DVec3};
//! use contact_lens_engine::step::Stepper;
//!
//! let ground = HalfSpace::new(DVec3::new(0.0, 2.0, 0.0), 0.0, 0.0)?;
//! let at = Pose::new(DVec3::new(0.0, 1.25, 0.0), DQuat::IDENTITY);
//! let cube = Shape::cuboid(DVec3::ONE)?;
//! let mut run = HalfSpaceRun::distance(ground, DoublePose::of(&Pose::IDENTITY), cube, DoublePose::of(&at), true);
//! run.run();
//! assert_eq!((run.answer().signed_distance, run.answer().normal), (Some(0.25), Some(DVec3::Y)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod body;
mod deepest_point;
mod moving_body;
mod part_in_body;
mod parts_cast;
mod parts_contacts;
mod parts_pair;
mod placed_body;
mod rotating;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;
mod touch;
mod two_half_spaces;

pub use body::HalfSpaceBody;
pub use contact_lens_model::snapshot::half_space::{
    Corner, Deepest, Gap, Moment, Outcome, Phase, Query, TwoHalfSpacesOutcome, TwoHalfSpacesPhase,
};
use part_in_body::PartInBody;
pub use parts_pair::HalfSpaceAndParts;
pub(super) use parts_pair::in_real;
pub use placed_body::{DoublePose, HalfSpace, HalfSpaceError};
pub use rotating::HalfSpacePair;
pub use stepper::{GapRounding, HalfSpaceRun};
pub use two_half_spaces::TwoHalfSpaces;

use super::{cast, contact, manifold, numbers, parts, pose, prelude, rounding, shape, support, tree};
