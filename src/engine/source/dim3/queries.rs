//! Queries on this engine's own shapes, one function each, compiled once with this package. Poses and answers are in
//! the world frame unless the function says otherwise.
//!
//! The queries themselves are generic or inlined, so they are compiled with the calling program. These functions are
//! neither: they are optimized whenever this package is, even in a program built without optimization. For custom
//! shapes, call the functions behind them.

use super::boolean_gjk;
use super::cast::{self, MovingBody};
use super::distance::{self, Workspace};
use super::isa_gjk;
use super::manifold;
use super::pose::Pose;
use super::prelude::*;
use super::sat::{self, Sat, Solid};
use super::shape::Shape;
use super::simplex::{self, Nearest, Solver, Subset};
use super::sweep_and_prune::{self, SweepAndPrune};
use contact_lens_model::step::Stepper as _;

/// Signed distance of two shapes ([`Workspace::signed_distance`]).
#[inline(never)]
pub fn signed_distance(
    workspace: &mut Workspace,
    [a, b]: [&Shape; 2],
    [pose_a, pose_b]: [&Pose; 2],
    options: &distance::Options,
) -> super::answer::Answer {
    workspace.signed_distance(a, pose_a, b, pose_b, options)
}

/// Whether two shapes overlap, by ISA-GJK without a cache between calls ([`isa_gjk::intersect`]).
#[inline(never)]
pub fn isa_gjk([a, b]: [&Shape; 2], [pose_a, pose_b]: [&Pose; 2], options: &isa_gjk::Options) -> super::answer::Answer {
    isa_gjk::intersect(a, pose_a, b, pose_b, options, &mut isa_gjk::Cache::default())
}

/// Whether two shapes overlap, by boolean GJK ([`boolean_gjk::intersect`]).
#[inline(never)]
pub fn boolean_gjk(
    [a, b]: [&Shape; 2],
    [pose_a, pose_b]: [&Pose; 2],
    options: &boolean_gjk::Options,
) -> super::answer::Answer {
    boolean_gjk::intersect(a, pose_a, b, pose_b, options)
}

/// Runs the separating-axis test of two polyhedra to its end; returns the final state, which is in the frame of the
/// pair (`Sat::answer(outcome).in_world(pose_a)` is in the world), and its outcome. `between` is called after each step
/// but the last.
#[inline(never)]
pub fn sat<'a>(
    [a, b]: [&'a Solid; 2],
    [pose_a, pose_b]: [&Pose; 2],
    options: sat::Options,
    between: fn(),
) -> (Sat<&'a Solid>, sat::Outcome) {
    let mut sat = Sat::new(a, pose_a, b, pose_b, options).by_triples();
    let outcome = sat.run_with(between);
    (sat, outcome)
}

/// Time at which two bodies first touch, by a GJK ray cast ([`cast::ray_cast`]).
#[inline(never)]
pub fn ray_cast([a, b]: [MovingBody<'_, Shape>; 2], options: &cast::Options) -> cast::Answer {
    cast::ray_cast(a, b, options)
}

/// Time at which two bodies first touch, by conservative advancement ([`cast::advance()`]).
#[inline(never)]
pub fn advance([a, b]: [MovingBody<'_, Shape>; 2], options: &cast::Options) -> cast::Answer {
    cast::advance(a, b, options)
}

/// Contact manifold ([`manifold::Workspace::manifold_with`]). `between` is called after each step but the last.
#[inline(never)]
pub fn manifold<'a>(
    workspace: &'a mut manifold::Workspace,
    bodies: [&manifold::Body; 2],
    poses: [&Pose; 2],
    options: &manifold::Options,
    between: fn(),
) -> &'a manifold::Answer {
    workspace.manifold_with(bodies, poses, options, between)
}

/// Point of a simplex nearest to the origin ([`simplex::nearest`]).
#[inline(never)]
pub fn nearest(solver: Solver, points: &[Vec3; 4], filled: Subset) -> Nearest {
    simplex::nearest(solver, points, filled)
}

/// One frame of sweep and prune along three axes: sorts the lists for the boxes that [`SweepAndPrune::begin`] received.
/// `between` is called after each swap but the last.
#[inline(never)]
pub fn sweep_and_prune(world: &mut SweepAndPrune<3>, between: fn()) -> sweep_and_prune::Outcome {
    world.run_with(between)
}

/// One frame of sweep and prune along two axes, in the plane: sorts the lists for the boxes that
/// [`SweepAndPrune::begin`] received. `between` is called after each swap but the last.
#[inline(never)]
pub fn sweep_and_prune_in_plane(world: &mut SweepAndPrune<2>, between: fn()) -> sweep_and_prune::Outcome {
    world.run_with(between)
}
