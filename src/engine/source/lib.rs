//! The collision engine: one folder per algorithm.
//!
//! This module has the items that most callers need: [`Collider`], a body of any kind, with its questions in
//! [`collider`]; [`Pose`]; and for the convex shapes alone [`Shape`], [`distance`], [`intersects`], and the [`Answer`]
//! with its proof. The steppers, algorithms that can be run one iteration at a time, are in [`dim3`] and,
//! for the plane, in [`dim2`], which uses the same names.
//!
//! | module | what it has |
//! |---|---|
//! | [`answer`], [`bracket`] | the answer to a distance query, and its proven bounds |
//! | [`contact`], [`separation`] | types of contact manifolds and of separating axis tests that 2D and 3D share |
//! | [`tree`] | bodies made of many convex parts |
//! | [`rounding`] | the tolerances that several algorithms share, with their derivation |
//! | [`trig`] | sine, cosine and angles with the same bits on every machine |
//! | [`random`] | random numbers for tests and example bodies |
//!
//! Two packages compile these files: one in `f32`, which `contact-lens-engine` re-exports as `single`, and one in
//! `f64`, re-exported as `double`. They use the types of [`prelude`], whose `Real` is `f32` or `f64`.
//!
//! ```
//! use contact_lens_engine::double::{Pose, Shape, distance, intersects};
//! use contact_lens_engine::glam::{DQuat, DVec3};
//! let (a, b) = (Shape::cuboid(DVec3::ONE)?, Shape::sphere(0.5)?);
//! let at = Pose::new(DVec3::new(1.25, 0.0, 0.0), DQuat::IDENTITY);
//! let answer = distance(&a, &Pose::IDENTITY, &b, &at);
//! assert_eq!((answer.signed_distance, answer.normal), (Some(-0.25), Some(DVec3::X)));
//! assert_eq!(intersects(&a, &Pose::IDENTITY, &b, &at), Some(true));
//! # Ok::<(), contact_lens_engine::double::ShapeError>(())
//! ```

#![warn(missing_docs)]

pub mod answer;
pub mod bracket;
pub mod contact;
pub mod dim2;
pub mod dim3;
mod double_double;
mod dyadic;
mod interval;
mod numbers;
pub mod pose;
pub mod random;
pub mod real;
pub mod rounding;
pub mod separation;
mod signs;
pub mod tree;
pub mod trig;
#[cfg(test)]
mod xorshift;

pub use answer::{Answer, Reason, Status};
pub use bracket::Bracket;
pub use dim3::collider::{self, Collider, ColliderError, ColliderKind, NoAnswer};
pub use dim3::distance::Workspace;
pub use dim3::shape::{Shape, ShapeError};
pub use dim3::support::Support;
pub use pose::Pose;

/// Returns the signed distance of two placed shapes, negative where they overlap, with normal, witness points and
/// proof, in the world frame. For many queries, [`Workspace::signed_distance`] avoids allocation.
pub fn distance<A: Support, B: Support>(a: &A, pose_a: &Pose, b: &B, pose_b: &Pose) -> Answer {
    dim3::distance::signed_distance(a, pose_a, b, pose_b, &dim3::distance::Options::default())
}

/// Returns whether two placed shapes overlap; `None` if they touch to rounding or the test could not decide. Faster
/// than [`distance`]: the first separating axis ends the test.
pub fn intersects<A: Support, B: Support>(a: &A, pose_a: &Pose, b: &B, pose_b: &Pose) -> Option<bool> {
    let options = dim3::isa_gjk::Options::default();
    let answer = dim3::isa_gjk::intersect(a, pose_a, b, pose_b, &options, &mut dim3::isa_gjk::Cache::default());
    match answer.status {
        Status::Separated => Some(false),
        Status::Penetrating => Some(true),
        Status::Touching | Status::NotConverged(_) => None,
    }
}

/// Items used in every file of the engine.
pub mod prelude {
    pub use crate::real::{EPS, Lanes, Mat3, Quat, Real, Vec2, Vec3};
    pub use contact_lens_model::step::{Comparison, Stepper, loop_with_state};
}
