//! The questions about shapes of the plane whose code is generic or inlined elsewhere, one call each: see
//! [`dim3::queries`](super::super::dim3::queries).

use super::distance::{self, Workspace};
use super::sat::{self, Sat};
use super::shape::Shape;
use super::support::Pose;
use crate::step::Stepper as _;

/// The signed distance, in the pair frame ([`Workspace::signed_distance`]).
#[inline(never)]
pub fn signed_distance(
    workspace: &mut Workspace,
    [a, b]: [&Shape; 2],
    [pose_a, pose_b]: [&Pose; 2],
    options: &distance::Options,
) -> distance::Answer {
    workspace.signed_distance(a, pose_a, b, pose_b, options)
}

/// The separating axes of two polygons, tested to the end, and how they ended. `between` is called after each step that is
/// not the last.
#[inline(never)]
pub fn sat<'a>(
    [a, b]: [&'a Shape; 2],
    [pose_a, pose_b]: [&Pose; 2],
    options: sat::Options,
    between: fn(),
) -> (Sat<&'a Shape>, sat::Outcome) {
    let mut sat = Sat::new(a, pose_a, b, pose_b, options);
    let outcome = sat.run_with(between);
    (sat, outcome)
}
