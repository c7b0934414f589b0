//! **Half-spaces**: how far is a convex body from all that lies below a plane, when do they meet, and where do they touch?
//!
//! **Problem.** `H = { x : n·x ≤ o }`, unbounded: no algorithm that draws a support point of H can be asked. But for one direction alone H has
//! no farthest point, so that one support point of the body says all: `d = n·S_B(−n) − o`. The signed distance is exactly that,
//! apart and overlapping: a translation by less than `−d` leaves the deepest point inside, whatever its direction. **Source.** `[Ericson05 §5.2]`.
//!
//! **Asked.** How far ([`Ask::Distance`]); when, in translation ([`Ask::Cast`]): the gap is `d − c t`, so `t = d / c`; where
//! ([`Ask::Contacts`]): the corners of the body's feature that looks most against `n` at the deepest point, up to a margin. A
//! round end of a cylinder or cone has the corners of [`manifold::Body`](super::manifold::Body).
//!
//! **Two half-spaces** ([`Facing`]) have a gap where their normals are opposite, and else overlap without a bound.
//!
//! **Rounding.** All but the support mapping is computed in `f64` in both precisions. Bounds count what the normal, the two poses and the sum are off by, and
//! what the support point may lack: the direction, rounded to the precision, chooses it. Of a core with exact corners the point itself is exact.
//! A translation that starts within rounding of contact is judged as in [`cast`](super::cast). **Endings.** [`Outcome`].
//! **Frame.** The world's axes about A's origin; meters. **Cost.** One support point.
//!
//! ```
//! use contact_lens_engine::double::dim3::half_space::{Against, HalfSpace, Stand};
//! use contact_lens_engine::double::{Pose, Shape};
//! use contact_lens_engine::glam::{DQuat, DVec3};
//! use contact_lens_engine::step::Stepper;
//!
//! let ground = HalfSpace::new(DVec3::new(0.0, 2.0, 0.0), 0.0, 0.0)?;
//! let at = Pose::new(DVec3::new(0.0, 1.25, 0.0), DQuat::IDENTITY);
//! let cube = Shape::cuboid(DVec3::ONE)?;
//! let mut run = Against::distance(ground, Stand::of(&Pose::IDENTITY), cube, Stand::of(&at), true);
//! run.run();
//! assert_eq!((run.answer().signed_distance, run.answer().normal), (Some(0.25), Some(DVec3::Y)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod corners;
mod facing;
mod flight;
mod foot;
mod snapshot;
mod stand;
mod stepper;
#[cfg(test)]
mod tests;
mod touch;
mod turning;

pub use crate::snapshot::half_space::{Ask, Corner, Deepest, FacingOutcome, FacingPhase, Gap, Moment, Outcome, Phase};
pub use corners::Corners;
pub use facing::Facing;
pub use stand::{HalfSpace, HalfSpaceError, Stand};
pub use stepper::Against;
pub use turning::Below;

use super::{cast, contact, manifold, pose, prelude, rounding, shape, support};
