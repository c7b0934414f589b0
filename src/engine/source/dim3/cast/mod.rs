//! Time of first contact of two convex bodies that move without rotation.
//!
//! - **Problem.** A and B move with constant velocities `v_A` and `v_B` for `t_max` seconds. Relative to A, B moves by
//!   `r · t` with `r = v_B − v_A`: the bodies share a point at time `t` if and only if `r · t` lies in `A − B`, the set
//!   of differences of a point of A and a point of B, taken at the start.
//! - **Sources.** `[CD11]` "Dynamic intersection test"; `[Bergen04]`; `[Mirtich96]`.
//! - **Frame.** Steppers work in the pair frame at the start (A's axes and origin), functions in the world. Seconds and
//!   length units.
//! - **Methods.** All return an [`Answer`]. [`Sweep`]: separating axes over time, for polytopes, exact to rounding.
//!   [`RayCast`]: GJK against the ray, for every shape with a support mapping. [`Advance`]: conservative advancement,
//!   one distance query per step.
//! - **Certificate.** The time of first contact has a bracket. *Lower bound*: `A − B` has the extent `h(n)` along a
//!   normal `n`; the bodies are separate as long as `n · r t > h(n)`. *Upper bound*: the ray `r · t` pierces a triangle
//!   of points of `A − B`, or passes a point of the cores' `A − B` at most the margins away, or enters a ball inside
//!   `A − B`; for bodies in one plane with the ray, it crosses a segment. *Miss*: one plane up to some time and another
//!   one from then on; and, as one plane for the whole motion, the gap between A and the hull that B sweeps ([`Gap`]).
//!   A finished search that proves neither a hit nor a miss ends as [`Outcome::Grazing`]: a lower bound does not prove
//!   a hit, and a failed search does not prove a miss.
//! - **Start.** The signed distance decides: bodies that touch or overlap are a hit at 0, approaching or not, with the
//!   normal of least depth. Contact that rounding cannot decide is decided by exact arithmetic, if the pair frame is
//!   exact ([`FramePrecision::Exact`]). If it is not, the search continues from the start for bodies that move, and the
//!   cast of bodies at rest is undecided ([`Outcome::Grazing`]). In `f64`, bodies closer than
//!   [`Path::touching_distance`] always touch. Only a relative velocity of exactly 0 is no motion.
//! - **Rounding.** In `f32` rounding makes up most of a bracket's width. So the pair frame of a cast is computed in
//!   `f64` ([`RelativeMotion`]), the search for bodies that start far apart begins close to contact ([`HeadStart`]),
//!   and the remaining error is summed up body by body ([`Sizes`]).
//!
//! ```
//! use contact_lens_engine::double::{Pose, Shape};
//! use contact_lens_engine::double::dim3::cast::{MovingBody, Options, Outcome, ray_cast};
//! use contact_lens_engine::glam::{DQuat, DVec3};
//!
//! let (cube, ball) = (Shape::cuboid(DVec3::ONE)?, Shape::sphere(0.5)?);
//! let at = Pose::new(DVec3::new(4.5, 0.25, 0.0), DQuat::IDENTITY);
//! let still = MovingBody { shape: &cube, pose: &Pose::IDENTITY, velocity: DVec3::ZERO };
//! let flying = MovingBody { shape: &ball, pose: &at, velocity: DVec3::new(-6.0, 0.0, 0.0) };
//! let answer = ray_cast(still, flying, &Options::default());
//! assert_eq!((answer.outcome, answer.normal), (Outcome::Hit, Some(DVec3::X)));
//! assert!(answer.t_first.is_some_and(|t| (t - 0.5).abs() < 1.0e-12));
//! # Ok::<(), contact_lens_engine::double::ShapeError>(())
//! ```

pub mod advance;
mod answer;
mod cast_state;
mod contact;
mod exact;
mod flat;
mod gap;
mod head_start;
mod motion;
mod options;
mod pair;
mod path;
mod queries;
pub mod ray;
mod refine;
mod relative_motion;
pub mod rotating;
mod snapshot;
mod start;
pub mod sweep;
mod swept;
#[cfg(test)]
mod tests;

pub use super::answer::Answer as DistanceAnswer;
use super::{distance, gjk, numbers, pose, prelude, rounding, sat, separation, simplex, support};
#[cfg(test)]
use super::{random, shape};
pub use advance::Advance;
pub use answer::{Answer, Outcome, Plane};
pub use cast_state::{CastState, Phase, Proof};
pub use contact::{Contact, Flat, InnerBall};
pub(crate) use exact::difference_is_exact;
pub use gap::Gap;
pub use head_start::HeadStart;
pub use motion::{FineMotion, FramePrecision, Motion, Sizes};
pub use options::Options;
pub use pair::Pair;
pub(crate) use pair::signed_distance;
pub use path::Path;
pub use queries::{MovingBody, advance, ray_cast, sweep};
pub(crate) use queries::{advance_of, ray_cast_of};
pub use ray::RayCast;
pub use relative_motion::RelativeMotion;
pub use sweep::Sweep;
pub use swept::Swept;
