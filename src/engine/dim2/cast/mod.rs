//! Casts of moving bodies in the plane: the steppers of [`dim3::cast`](super::super::dim3::cast), with the same names,
//! on bodies in the plane z = 0.
//!
//! ```
//! use contact_lens_engine::double::dim2::cast::{Moving, Options, Outcome, sweep};
//! use contact_lens_engine::double::dim2::{shape::Shape, support::Pose};
//! use contact_lens_engine::glam::DVec2;
//!
//! let square = Shape::rectangle(DVec2::ONE)?;
//! let at = Pose::new(DVec2::new(4.0, 0.5), DVec2::X);
//! let still = Moving { shape: &square, pose: &Pose::IDENTITY, velocity: DVec2::ZERO };
//! let flying = Moving { shape: &square, pose: &at, velocity: DVec2::new(-8.0, 0.0) };
//! let answer = sweep(still, flying, &Options::default());
//! assert_eq!((answer.outcome, answer.t_first, answer.t_last), (Outcome::Hit, Some(0.25), Some(0.75)));
//! # Ok::<(), contact_lens_engine::double::dim2::shape::ShapeError>(())
//! ```

mod approach;
mod lines;
mod pair;
#[cfg(test)]
mod tests;
mod two;

pub use super::super::dim3::cast::{Options, Outcome, turning};
pub use approach::Approach;
use approach::to_f64;
pub use pair::Lifted;
pub use two::Two;

use super::super::dim3::cast::{self, Advance, Motion, RayCast, Sweep};
use super::distance::Workspace;
use super::prelude::*;
use super::rounding;
use super::sat::{self, Sat};
use super::shape::Shape;
use super::support::{Cso, Pose};

/// Result of a cast in the plane.
pub type Answer = cast::Answer<Vec2>;

/// A moving body in the world.
#[derive(Clone, Copy, Debug)]
pub struct Moving<'a> {
    /// The body, in its own frame.
    pub shape: &'a Shape,
    /// Pose at the start.
    pub pose: &'a Pose,
    /// Velocity, length units per second.
    pub velocity: Vec2,
}

/// Relative pose and motion of B in A's frame.
fn approach(a: &Moving<'_>, b: &Moving<'_>) -> Approach {
    Approach::new([a.pose, b.pose], to_f64(b.velocity) - to_f64(a.velocity))
}

/// First contact of two bodies, by a GJK ray cast.
pub fn ray_cast(a: Moving<'_>, b: Moving<'_>, options: &Options) -> Answer {
    in_own_unit(&a, &b, |cso, motion| RayCast::new(cso, motion, *options).answered())
}

/// First contact of two bodies, by conservative advancement.
pub fn advance(a: Moving<'_>, b: Moving<'_>, options: &Options) -> Answer {
    in_own_unit(&a, &b, |cso, motion| Advance::new(cso, motion, *options).answered())
}

/// First and last contact of the cores of two bodies, by separating axes.
pub fn sweep(a: Moving<'_>, b: Moving<'_>, options: &Options) -> Answer {
    let Approach { rotation, translation, motion } = approach(&a, &b);
    let sat = Sat::placed(a.shape, b.shape, rotation, translation, sat::Options::default());
    let mut sweep = Sweep::new(sat, motion, *options);
    let outcome = sweep.run();
    in_world(&sweep.answer(outcome), &a)
}

fn in_own_unit(a: &Moving<'_>, b: &Moving<'_>, cast: impl FnOnce(Cso<&Shape>, Motion) -> cast::Answer) -> Answer {
    in_world(&in_unit_of([a.shape, b.shape], &approach(a, b), cast), a)
}

/// A cast of a pair in the pair frame, in another unit if the pair is so small that squares underflow.
fn in_unit_of(
    [a, b]: [&Shape; 2],
    approach: &Approach,
    cast: impl FnOnce(Cso<&Shape>, Motion) -> cast::Answer,
) -> cast::Answer {
    let cso = approach.cso(a, b);
    let Motion { r, placed } = approach.motion;
    if !rounding::is_tiny(cso.magnitude()) {
        return cast(cso, approach.motion);
    }
    let factor = rounding::unit_scale(cso.magnitude());
    let shapes = [a.scaled(factor), b.scaled(factor)];
    let scaled = Cso::placed(&shapes[0], &shapes[1], cso.rotation, cso.translation * factor);
    cast(scaled, Motion { r: r * factor, placed }).in_unit(factor)
}

/// First contact of a pair with this approach, by a GJK ray cast or by conservative advancement; in the pair frame.
pub(super) fn cast_of(shapes: [&Shape; 2], approach: &Approach, advances: bool, options: &Options) -> cast::Answer {
    in_unit_of(shapes, approach, |cso, motion| match advances {
        true => Advance::new(cso, motion, *options).answered(),
        false => RayCast::new(cso, motion, *options).answered(),
    })
}

/// Converts an answer from the pair frame to the world.
fn in_world(answer: &cast::Answer, a: &Moving<'_>) -> Answer {
    let rotation = a.pose.rotation;
    answer
        .map(|v| rotation.rotate(v.truncate()), |p, t| rotation.rotate(p.truncate()) + a.pose.position + a.velocity * t)
}
