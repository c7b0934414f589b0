//! **Worlds in the plane**: rigid bodies with joints and contacts, simulated by impulses.
//!
//! - **Problem**: bodies move under gravity and forces; joints and contacts forbid some velocities. Find the impulses
//!   that enforce this, solve after solve, and the motion that results.
//! - **Source**: `[Catto07]`: sequential impulses with accumulated clamping, warm starting, Baumgarte stabilization and
//!   split impulses; contacts by manifolds with ids.
//! - **Terms**: a *frame* has one or more *solves*. A solve finds the impulses of all *rows*, scalar constraints on the
//!   velocities of two bodies; the sequential solver does so in several *passes* (iterations) over all rows.
//! - **Departures**: contacts are solved in the order of their bodies, or by colors ([`SolveOrder`]): contacts of one
//!   color share no moving body, so that four are solved at once. Both orders converge to the same velocities by
//!   different iterates; each gives the same bits on every run. A step of a pass solves one constraint of a joint, or
//!   all rows of a contact or of four; the effect of each row follows from the states before and after the step
//!   ([`ByRow`](contact_lens_model::snapshot::dynamics::ByRow)).
//! - **Mouse joints**: a mouse joint may grasp a body in a frame, follow one target per frame and release it
//!   ([`Grasp`]); in other frames it has no rows. User input is thus part of the problem, and the same problem gives
//!   the same bits. A run with new input continues from the last frame that both runs have in common
//!   ([`World::continued_in`], [`Problem::last_common_frame`]).
//! - **Frame and signs**: world frame, SI units, radians counter-clockwise, `perp(x, y) = (−y, x)`. A row's impulse
//!   acts on b along its direction and on a against it. Normals point from a to b.
//! - **Half-planes** ([`HalfPlane`]) are static and have no bounding box. A body that reaches into one has contacts at
//!   the one or two vertices of the side that faces it most. The vertices are the ids; no side is clipped.
//! - **Endings**: [`Outcome`].
//!
//! ```
//! use contact_lens_engine::double::dim2::dynamics::{Body, Options, Outcome, Problem, World};
//! use contact_lens_engine::double::dim2::shape::Shape;
//! use contact_lens_engine::glam::DVec2;
//!
//! let ball = Body { velocity: DVec2::X, ..Body::new(Shape::circle(0.5)?) };
//! let problem = Problem::new(DVec2::ZERO, vec![ball], vec![], Options { steps: 60, ..Options::default() })?;
//! let mut world = World::new(problem);
//! while world.run_frame().is_none() {}
//! assert_eq!(world.outcome(), Some(Outcome::Completed));
//! assert!((world.frame().bodies[0].position.x - 1.0).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod bodies;
mod broad_phase;
mod check;
mod coloring;
mod constraint;
mod contact_rows;
mod contacts;
mod definitions;
pub mod direct;
mod error;
mod frame;
mod grasp;
mod ground;
mod joints;
mod lane;
mod mass;
mod options;
mod problem;
mod rows;
mod snapshot;
mod stepper;
#[cfg(test)]
mod tests;

#[cfg(test)]
use super::contact;
#[cfg(test)]
use super::random;
use super::trig;
pub use bodies::BodyState;
pub use constraint::{Bounds, Constraint, ConstraintSource, Jacobian, interval};
pub use contact_lens_model::ask::{Clamp, Motion, SolveOrder};
pub use contact_lens_model::snapshot::dynamics::{Outcome, Phase};
pub use contacts::{Contact, ContactPoint, find_contact};
pub use definitions::{Anchors, Body, Grasp, Joint, JointKind, Limits, Mass, Softness, ValueConstraint};
pub use error::{Fault, Owner, ProblemError};
pub use frame::{BodyFrame, ContactFrame, Energy, Frame, JointFrame, Momentum, PointFrame, PointId};
pub use ground::{HalfPlane, Solid};
pub use joints::JointState;
pub use mass::MassProperties;
pub use options::{Options, PositionMode, Solver};
pub use problem::Problem;
pub use stepper::World;
