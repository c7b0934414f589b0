//! What a world must keep, in both precisions.

use super::super::prelude::*;
use super::super::random::Random;
use super::super::shape::Shape;
use super::*;

mod contacts;
mod hand;
mod joints;
mod laws;
mod lessons;
mod masses;
mod oracle;
mod refused;
mod stability;

const G: Real = 9.81;
const H: Real = 1.0 / 60.0;

/// A box of these half extents, mass 1 unless told otherwise, at a place.
fn cuboid(half: [f64; 2], at: [f64; 2]) -> Body {
    let shape = Shape::rectangle(vector(half)).unwrap();
    Body { position: vector(at), mass: Mass::Mass(1.0), ..Body::new(shape) }
}

fn ball(radius: f64, at: [f64; 2]) -> Body {
    Body { position: vector(at), mass: Mass::Mass(1.0), ..Body::new(Shape::circle(radius as Real).unwrap()) }
}

/// A still floor with its surface at y = 0.
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
    Solver::Sequential { iterations, warm_start: false, clamp: Clamp::Accumulated }
}

fn warm(iterations: u32) -> Solver {
    Solver::Sequential { iterations, warm_start: true, clamp: Clamp::Accumulated }
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

/// Within so many roundings of a magnitude.
fn close(found: Real, wanted: f64, tolerance: f64) {
    let difference = (found as f64 - wanted).abs();
    assert!(difference <= tolerance, "{found}, not {wanted}: off by {difference:e}");
}

/// Steps until a constraint was solved, and tells how; `None` when the frame is over.
fn next_iteration(world: &mut World) -> Option<Iteration> {
    let frame = world.frames;
    loop {
        let iterating = matches!(world.phase, Phase::Iterate { .. });
        let ended = world.step().is_break();
        if iterating {
            return world.iteration;
        }
        if ended || world.frames > frame {
            return None;
        }
    }
}
