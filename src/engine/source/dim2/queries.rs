//! Planar queries as functions that are neither generic nor inlined, so that they are compiled and optimized with this
//! package instead of with the calling program, as in [`dim3::queries`](crate::dim3::queries).

use super::distance::{self, Workspace};
use super::sat::{self, Sat};
use super::shape::Shape;
use super::support::Pose;
use contact_lens_model::step::Stepper as _;

/// Returns the signed distance of two placed shapes, in the pair frame ([`Workspace::signed_distance`]).
#[inline(never)]
pub fn signed_distance(
    workspace: &mut Workspace,
    [a, b]: [&Shape; 2],
    [pose_a, pose_b]: [&Pose; 2],
    options: &distance::Options,
) -> distance::Answer {
    workspace.signed_distance(a, pose_a, b, pose_b, options)
}

/// Runs a separating axis test of two placed shapes. Returns the test after its last step, and its outcome; `between`
/// is called after each step except the last.
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
