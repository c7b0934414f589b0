//! Time of first contact of two convex bodies that move in the plane.
//!
//! The steppers are those of [`dim3::cast`](crate::dim3::cast), on bodies in the plane z = 0. Problem, proof and
//! endings are described there. [`ray_cast`], [`advance`] and [`sweep`] cast bodies that do not rotate; [`rotating`]
//! casts bodies that do.
//!
//! ```
//! use contact_lens_engine::double::dim2::cast::{MovingBody, Options, Outcome, sweep};
//! use contact_lens_engine::double::dim2::{shape::Shape, support::Pose};
//! use contact_lens_engine::glam::DVec2;
//!
//! let square = Shape::rectangle(DVec2::ONE)?;
//! let at = Pose::new(DVec2::new(4.0, 0.5), DVec2::X);
//! let still = MovingBody { shape: &square, pose: &Pose::IDENTITY, velocity: DVec2::ZERO };
//! let flying = MovingBody { shape: &square, pose: &at, velocity: DVec2::new(-8.0, 0.0) };
//! let answer = sweep(still, flying, &Options::default());
//! assert_eq!((answer.outcome, answer.t_first, answer.t_last), (Outcome::Hit, Some(0.25), Some(0.75)));
//! # Ok::<(), contact_lens_engine::double::dim2::shape::ShapeError>(())
//! ```

mod axis_source;
mod pair;
mod pair_of_shapes;
mod relative_motion;
#[cfg(test)]
mod tests;

pub use crate::dim3::cast::{Options, Outcome, rotating};
pub use pair::Lifted;
pub use pair_of_shapes::PairOfShapes;
pub use relative_motion::RelativeMotion;

use relative_motion::to_f64;

use super::distance::Workspace;
use super::prelude::*;
use super::rounding;
use super::sat::{self, Sat};
use super::shape::Shape;
use super::support::{Cso, Pose};
use crate::dim3::cast::{self, Advance, Motion, RayCast, Sweep};

/// Result of a cast in the plane.
pub type Answer = cast::Answer<Vec2>;

/// A body that moves through the world with a constant velocity and does not rotate.
#[derive(Clone, Copy, Debug)]
pub struct MovingBody<'a> {
    /// Shape of the body, in its own frame.
    pub shape: &'a Shape,
    /// Pose at the start.
    pub pose: &'a Pose,
    /// Velocity, world axes, length units per second.
    pub velocity: Vec2,
}

/// Returns the pose and the velocity of B relative to A.
fn relative_motion(a: &MovingBody<'_>, b: &MovingBody<'_>) -> RelativeMotion {
    RelativeMotion::new([a.pose, b.pose], to_f64(b.velocity) - to_f64(a.velocity))
}

/// Returns the first contact of two bodies by a GJK ray cast, in the world.
pub fn ray_cast(a: MovingBody<'_>, b: MovingBody<'_>, options: &Options) -> Answer {
    cast_in_pair_frame(&a, &b, |cso, motion| RayCast::new(cso, motion, *options).run_to_answer())
}

/// Returns the first contact of two bodies by conservative advancement, in the world.
pub fn advance(a: MovingBody<'_>, b: MovingBody<'_>, options: &Options) -> Answer {
    cast_in_pair_frame(&a, &b, |cso, motion| Advance::new(cso, motion, *options).run_to_answer())
}

/// Returns the first and the last contact of the cores of two bodies by separating axes, in the world.
pub fn sweep(a: MovingBody<'_>, b: MovingBody<'_>, options: &Options) -> Answer {
    let RelativeMotion { rotation, translation, motion } = relative_motion(&a, &b);
    let sat = Sat::placed(a.shape, b.shape, rotation, translation, sat::Options::default());
    let mut sweep = Sweep::new(sat, motion, *options);
    let outcome = sweep.run();
    in_world(&sweep.answer(outcome), &a)
}

/// Casts two bodies by `cast`, which works in the pair frame, and returns the answer in the world.
fn cast_in_pair_frame(
    a: &MovingBody<'_>,
    b: &MovingBody<'_>,
    cast: impl FnOnce(Cso<&Shape>, Motion) -> cast::Answer,
) -> Answer {
    in_world(&cast_in_safe_unit([a.shape, b.shape], &relative_motion(a, b), cast), a)
}

/// Casts a pair in the pair frame by `cast`, in another length unit if the squares of the pair's lengths would
/// underflow.
fn cast_in_safe_unit(
    [a, b]: [&Shape; 2],
    relative: &RelativeMotion,
    cast: impl FnOnce(Cso<&Shape>, Motion) -> cast::Answer,
) -> cast::Answer {
    let cso = relative.cso(a, b);
    let Motion { r, precision, .. } = relative.motion;
    if !rounding::is_tiny(cso.magnitude()) {
        return cast(cso, relative.motion);
    }
    // In this unit the magnitude of the pair is about 1.
    let factor = rounding::unit_scale(cso.magnitude());
    let shapes = [a.scaled(factor), b.scaled(factor)];
    let scaled = Cso::placed(&shapes[0], &shapes[1], cso.rotation, cso.translation * factor);
    cast(scaled, Motion { r: r * factor, precision, fine: None }).in_unit(factor)
}

/// Returns the first contact of two bodies in the pair frame, by conservative advancement if `advances`, else by a GJK
/// ray cast.
pub(super) fn first_contact_in_pair_frame(
    shapes: [&Shape; 2],
    relative: &RelativeMotion,
    advances: bool,
    options: &Options,
) -> cast::Answer {
    cast_in_safe_unit(shapes, relative, |cso, motion| {
        if advances {
            Advance::new(cso, motion, *options).run_to_answer()
        } else {
            RayCast::new(cso, motion, *options).run_to_answer()
        }
    })
}

/// Converts an answer from the pair frame to the world. A point at the time `t` moves on with A until then.
fn in_world(answer: &cast::Answer, a: &MovingBody<'_>) -> Answer {
    let rotation = a.pose.rotation;
    answer
        .map(|v| rotation.rotate(v.truncate()), |p, t| rotation.rotate(p.truncate()) + a.pose.position + a.velocity * t)
}
