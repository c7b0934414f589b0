//! Planar queries as functions that are neither generic nor inlined. They are compiled, and optimized, with this
//! package and not with the calling program, as in [`dim3::queries`](super::super::dim3::queries).

use super::distance::{self, Workspace};
use super::sat::{self, Sat};
use super::shape::Shape;
use super::support::Pose;
use crate::step::Stepper as _;

/// Signed distance, in the pair frame ([`Workspace::signed_distance`]).
#[inline(never)]
pub fn signed_distance(
    workspace: &mut Workspace,
    [a, b]: [&Shape; 2],
    [pose_a, pose_b]: [&Pose; 2],
    options: &distance::Options,
) -> distance::Answer {
    workspace.signed_distance(a, pose_a, b, pose_b, options)
}

/// Complete separating axis test of two polygons, and its outcome. `between` is called after each step except the last.
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
