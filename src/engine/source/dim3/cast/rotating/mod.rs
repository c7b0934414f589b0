//! Time of impact with rotation: conservative advancement of bodies that move and rotate.
//!
//! - **Problem.** The first contact of A and B, which move with constant velocities `v` and rotate around their origins
//!   with constant angular velocities `ω`. `r_A` and `r_B` are their bounding radii around these origins.
//! - **Source.** `[Mirtich96]`; `[Ericson05 §9.5]`; `[Catto13]` for bilateral advancement.
//! - **Bound.** Along the unit normal `n` of a distance query, fixed in the world, a point `x` of a body whose origin
//!   is at `p` moves with the velocity `n·v + (x − p)·(n × ω)`, which is always within `n·v ± |n × ω| r`. So the gap
//!   `d` along `n` cannot close before the time `d / c_max`, with
//!   `c_max = n·(v_A − v_B) + |n × ω_A| r_A + |n × ω_B| r_B`, and never if `c_max ≤ 0`.
//! - **Bilateral advancement** ([`Options::bilateral`]). One query proves more: its normal stays fixed in the world or
//!   rotates with A or with B, and the gap along that axis is followed until it closes, without another query. Other
//!   engines trust the root that a search finds; here the interval up to it is proven as well: the second derivative of
//!   the gap is at most `K`, so two of its values bound it between them. Bodies that approach tangentially are decided
//!   this way: the gap that remains is proven, or it is zero to rounding.
//! - **Departures.** A step uses the *proven* distance minus the error of the pose at that time, and `|n × ω|` instead
//!   of `|ω|`. No gap above rounding error counts as contact.
//! - **Certificate.** No contact before `t`: the steps. Contact at `upper` or before: the bodies are queried at later
//!   times until they provably overlap. So a hit is bracketed by two times with proven distances. Bodies whose gap is
//!   zero to rounding, but that do not provably overlap later, end as [`Outcome::Grazing`].
//! - **Endings.** All of [`Outcome`] but `Stalled`. [`Outcome::MovesApart`] if the first normal proves the miss,
//!   [`Outcome::PassesBy`] if a later one does. On a miss, the least distance is searched between the queried times;
//!   the planes of neighboring times bound it from below.
//! - **Frame.** The world's axes; positions from A's origin. Seconds and length units.
//! - **Cost.** One distance query per step, started from the previous normal.
//!
//! ```
//! use contact_lens_engine::double::dim3::cast::rotating::{Course, Options, PairOfShapes, RotatingCast};
//! use contact_lens_engine::double::dim3::cast::Outcome;
//! use contact_lens_engine::double::Shape;
//! use contact_lens_engine::glam::{DQuat, DVec3};
//! use contact_lens_engine::step::Stepper;
//!
//! let (rod, ball) = (Shape::cuboid(DVec3::new(2.0, 0.1, 0.1))?, Shape::sphere(0.5)?);
//! // The rod rotates by 90° per second: its end strikes the ball.
//! let course = Course {
//!     velocities: [DVec3::ZERO; 2],
//!     spins: [DVec3::Z * -0.5 * std::f64::consts::PI, DVec3::ZERO],
//!     rotations: [DQuat::IDENTITY; 2],
//!     between: DVec3::new(0.0, -1.5, 0.0),
//! };
//! let mut run = RotatingCast::new(PairOfShapes { a: rod, b: ball }, course, Options::default());
//! assert_eq!(run.run(), Outcome::Hit);
//! assert!(run.answer(Outcome::Hit).t_first.is_some_and(|t| t > 0.5 && t < 1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod bilateral;
mod gap;
mod linear;
mod pair;
mod probe;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use contact_lens_model::snapshot::rotating::{
    Axis, Bound, Carrier, Course, DistanceAnswer, LeastDistance, Phase, Sample,
};
pub use pair::{PairOfShapes, RotatingPair};
pub use stepper::{Options, RotatingCast};

use super::{Outcome, distance, pose, prelude, rounding, support};
#[cfg(test)]
use super::{random, shape};
