//! **Time of impact with rotation**: conservative advancement of bodies that move and turn.
//!
//! **Problem.** A and B move with constant velocities and turn about their origins with constant angular velocities. When do they first meet?
//! **Source.** `[Mirtich96]`; `[Ericson05 §9.5]`. **Bound.** Along the normal `n` of a distance query, fixed in the world, a point `x` of a body at
//! `p` moves at `n·v + (x − p)·(n × ω)`, which is `n·v ± |n × ω| r` at most, at all times: so the gap `d` along `n` cannot close
//! before `d / μ` has passed, with `μ = n·(v_A − v_B) + |n × ω_A| r_A + |n × ω_B| r_B`, and never if `μ ≤ 0`.
//!
//! **Bilateral advancement** (`[Catto13]`, [`Options::bilateral`]) goes farther with one query: its normal is carried along, as it is in the
//! world or turning with A or with B, and the gap along that axis is followed to where it closes, without another query. Engines
//! take the moment that a search for the root finds; here the way to it is proven as well: the gap bends by `K` at most, so two of its
//! values bound it between them. What approaches tangentially is answered so: the gap that stays is proven, or is no more than rounding.
//!
//! **Departures.** The step is of the distance that is *proven*, less what the pose at that moment may be off by; `|n × ω|` stands for `|ω|`; there is
//! no tolerance at which a gap is called contact. **Proofs.** No contact before `t`: the steps. Contact by `upper`: the bodies are asked a
//! little later until they are proven to overlap. So a hit is bracketed by two moments whose distances are proven. What does not overlap when it is
//! asked again, but came as near as rounding, is [`Outcome::Grazing`].
//!
//! **Endings.** Those of [`Outcome`] but `Stalled`: [`Outcome::MovesApart`] where the first normal proves the miss, [`Outcome::PassesBy`] where a later
//! one does. On a miss the least distance is looked for between the moments that were asked; the planes of two of them bound it from below.
//! **Frame.** The world's axes; positions from A's origin. Seconds and length units. **Cost.** A distance query a step; each starts from the normal of the one before.
//!
//! ```
//! use contact_lens_engine::double::dim3::cast::turning::{Course, Options, Turning, Two};
//! use contact_lens_engine::double::dim3::cast::Outcome;
//! use contact_lens_engine::double::Shape;
//! use contact_lens_engine::glam::{DQuat, DVec3};
//! use contact_lens_engine::step::Stepper;
//!
//! let (rod, ball) = (Shape::cuboid(DVec3::new(2.0, 0.1, 0.1))?, Shape::sphere(0.5)?);
//! // The rod turns a quarter a second: its end comes down on the ball.
//! let course = Course {
//!     velocities: [DVec3::ZERO; 2],
//!     spins: [DVec3::Z * -0.5 * std::f64::consts::PI, DVec3::ZERO],
//!     turns: [DQuat::IDENTITY; 2],
//!     between: DVec3::new(0.0, -1.5, 0.0),
//! };
//! let mut run = Turning::new(Two { a: rod, b: ball }, course, Options::default());
//! assert_eq!(run.run(), Outcome::Hit);
//! assert!(run.answer(Outcome::Hit).t_first.is_some_and(|t| t > 0.5 && t < 1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod carried;
mod gap;
mod linear;
mod pair;
mod probe;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

pub use crate::snapshot::turning::{Axis, Bound, Carrier, Course, Found, Phase, Sample};
pub use pair::{Turns, Two};
pub use stepper::{Options, Turning};

use super::{Outcome, distance, pose, prelude, rounding, support};
#[cfg(test)]
use super::{random, shape};
