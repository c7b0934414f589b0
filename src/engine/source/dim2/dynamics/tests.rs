//! Properties of worlds, in both precisions.

use super::*;
use crate::dim2::prelude::*;
use crate::dim2::random::Random;
use crate::dim2::shape::Shape;
use contact_lens_model::snapshot::Snapshots as _;
use contact_lens_model::snapshot::dynamics::{self as plain, ByRow};

mod colors;
mod contacts;
mod grasp;
mod half_planes;
mod joints;
mod laws;
mod lessons;
mod masses;
mod oracle;
mod refused;
mod stability;

const G: Real = 9.81;
const H: Real = 1.0 / 60.0;

/// A box of these half extents and mass 1 at a position.
fn cuboid(half: [f64; 2], at: [f64; 2]) -> Body {
    let shape = Shape::rectangle(vector(half)).unwrap();
    Body { position: vector(at), mass: Mass::Mass(1.0), ..Body::new(shape) }
}

fn ball(radius: f64, at: [f64; 2]) -> Body {
    Body { position: vector(at), mass: Mass::Mass(1.0), ..Body::new(Shape::circle(radius as Real).unwrap()) }
}

/// A static floor with its surface at y = 0.
fn ground() -> Body {
    Body { motion: Motion::Static, ..cuboid([50.0, 0.5], [0.0, -0.5]) }
}

fn vector([x, y]: [f64; 2]) -> Vec2 {
    Vec2::new(x as Real, y as Real)
}

fn down() -> Vec2 {
    Vec2::new(0.0, -G)
}

fn cold(iterations: u32) -> Solver {
    Solver::Sequential { iterations, warm_start: false, clamp: Clamp::Accumulated, order: SolveOrder::Source }
}

fn warm(iterations: u32) -> Solver {
    Solver::Sequential { iterations, warm_start: true, clamp: Clamp::Accumulated, order: SolveOrder::Source }
}

/// The solver with contacts ordered by colors.
fn by_color(solver: Solver) -> Solver {
    match solver {
        Solver::Sequential { iterations, warm_start, clamp, .. } => {
            Solver::Sequential { iterations, warm_start, clamp, order: SolveOrder::Colors }
        }
        Solver::Direct => Solver::Direct,
    }
}

fn frames(steps: u32) -> Options {
    Options { steps, ..Options::default() }
}

fn world(gravity: Vec2, bodies: Vec<Body>, joints: Vec<Joint>, options: Options) -> World {
    World::new(Problem::new(gravity, bodies, joints, options).unwrap())
}

/// Runs to the end; the run must complete.
fn run(gravity: Vec2, bodies: Vec<Body>, joints: Vec<Joint>, options: Options) -> World {
    let mut world = world(gravity, bodies, joints, options);
    assert_eq!(world.run(), Outcome::Completed);
    world
}

/// Asserts that a number is within a tolerance of the expected one.
fn close(found: Real, wanted: f64, tolerance: f64) {
    let difference = (found as f64 - wanted).abs();
    assert!(difference <= tolerance, "{found}, not {wanted}: off by {difference:e}");
}

/// Runs a step and returns the states after each row that it solved; one state if it solved none.
fn step_by_row(world: &mut World) -> Vec<plain::World> {
    let before = world.snapshot();
    let setting = world.setting();
    let _ = world.step();
    let after = world.snapshot();
    let step = ByRow::new(&before, &after, &setting);
    let mut now = step.start();
    (0..step.steps())
        .map(|row| {
            step.advance(&mut now, row);
            now.clone()
        })
        .collect()
}

/// Steps until rows of velocities are solved, and returns each; `None` at the end of the frame.
fn next_iterations(world: &mut World) -> Option<Vec<(plain::Constraint, plain::Iteration)>> {
    let frame = world.frames;
    while world.frames == frame && world.outcome().is_none() {
        let iterating = matches!(world.phase, Phase::Iterate { .. });
        let states = step_by_row(world);
        if iterating {
            let row = |state: &plain::World| {
                let iteration = state.iteration.unwrap();
                (state.constraints[iteration.constraint as usize], iteration)
            };
            return Some(states.iter().map(row).collect());
        }
    }
    None
}
