//! **Moving objects**: when do two convex bodies that fly without turning first meet?
//!
//! **Problem.** A and B move with constant velocities for `t_max` seconds. Seen from A, B moves by `r · t` with
//! `r = v_B − v_A`: the bodies share a point at `t` if and only if `r · t` lies in `A − B`, taken at the start. **Sources.** `[CD11]`
//! "Dynamic intersection test"; `[Bergen04]`; `[Mirtich96]`. **Frame.** Steppers work in the pair frame at the start (A's axes and
//! origin), functions speak of the world. Seconds and length units.
//!
//! **Three methods, one kind of answer** ([`Answer`]). [`Sweep`]: separating axes over time, of polytopes, exact to rounding.
//! [`RayCast`]: GJK against the ray, of whatever has a support mapping. [`Advance`]: conservative advancement, a distance query
//! at a time.
//!
//! **Proofs.** The time of first contact has a bracket. *Lower*: a plane with the normal `n` and `A − B` behind it keeps the
//! bodies apart as long as `n · r t > h(n)`. *Upper*: the ray pierces a triangle of points of `A − B`, or comes as near to
//! one as the balls around the cores reach, or runs into a ball inside; of bodies in one plane with it, it crosses a segment. *Miss*:
//! a plane up to some time and another from then on; and, as one plane for all of it, the gap between A and what B sweeps ([`Gap`]).
//! What none of these proves is [`Outcome::Grazing`]: a lower bound is no hit, and no hit found is no miss.
//!
//! **At the start** the full answer judges: bodies that touch or overlap are a hit at 0, whether they close or recede, and the
//! normal is that of least depth. Where rounding decides whether they touch, exact numbers are asked, if no rounding has happened
//! ([`Placed::Exactly`]); else bodies that close are searched on for a contact soon after, and of others nothing is said, but that in
//! `f64` they touch. Only a relative velocity of exactly 0 is no motion.
//!
//! **Rounding** is most of a bracket's width in `f32`: the pair frame of a cast is computed in `f64` ([`Approach`]), and what is left
//! is counted by parts ([`Sizes`]).
//!
//! ```
//! use contact_lens_engine::double::{Pose, Shape};
//! use contact_lens_engine::double::dim3::cast::{Moving, Options, Outcome, ray_cast};
//! use contact_lens_engine::glam::{DQuat, DVec3};
//!
//! let (cube, ball) = (Shape::cuboid(DVec3::ONE)?, Shape::sphere(0.5)?);
//! let at = Pose::new(DVec3::new(4.5, 0.25, 0.0), DQuat::IDENTITY);
//! let still = Moving { shape: &cube, pose: &Pose::IDENTITY, velocity: DVec3::ZERO };
//! let flying = Moving { shape: &ball, pose: &at, velocity: DVec3::new(-6.0, 0.0, 0.0) };
//! let answer = ray_cast(still, flying, &Options::default());
//! assert_eq!((answer.outcome, answer.normal), (Outcome::Hit, Some(DVec3::X)));
//! assert!(answer.t_first.is_some_and(|t| (t - 0.5).abs() < 1.0e-12));
//! # Ok::<(), contact_lens_engine::double::ShapeError>(())
//! ```

pub mod advance;
mod answer;
mod approach;
mod ask;
mod exact;
mod flat;
mod flight;
mod gap;
mod options;
mod pair;
mod path;
pub mod ray;
mod refine;
mod snapshot;
mod start;
pub mod sweep;
mod swept;
#[cfg(test)]
mod tests;
pub mod turning;

pub use super::answer::Answer as Full;
use super::{distance, gjk, numbers, pose, prelude, rounding, sat, separation, simplex, support};
#[cfg(test)]
use super::{random, shape};
pub use advance::Advance;
pub use answer::{Answer, Outcome, Plane};
pub use approach::Approach;
pub use ask::{Moving, advance, ray_cast, sweep};
pub(in super::super) use ask::{advance_of, ray_cast_of};
pub(in super::super) use exact::difference_is_exact;
pub use flight::{Contact, Flat, Flight, Inner, Phase, Proof};
pub use gap::Gap;
pub use options::Options;
pub use pair::Pair;
pub(in super::super) use pair::full;
pub use path::{Motion, Path, Placed, Sizes};
pub use ray::RayCast;
pub use sweep::Sweep;
pub use swept::Swept;
