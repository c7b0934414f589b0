//! The yes-or-no queries: do the bodies overlap? ISA-GJK with its axis cached over frames, and the direction-driven test.

use super::engine::dim3::boolean_gjk;
use super::engine::dim3::isa_gjk::{self, IsaGjk};
use super::pair::Pair;
use super::{FRAMES, Reject, solver};
use crate::lesson::Lesson;
use crate::scene::model::{Axis, Query, Scene, Shape};
use crate::step::Stepper as _;
use glam::DVec3;

/// ISA-GJK in frame `frame`. With `warm_start`, from the axis of the frame before.
pub(super) fn isa(scene: &Scene, query: &Query, frame: usize) -> Result<Box<dyn Lesson>, Reject> {
    let scene = &lifted(scene);
    let pair = Pair::new(scene, query, frame)?;
    let (mut history, mut axis, mut start) = (Vec::new(), None, None);
    let count = if query.options.warm_start { scene.frame_count().min(FRAMES).max(frame + 1) } else { 0 };
    for past in 0..count {
        let pair = Pair::new(scene, query, past)?;
        let options = |axis: Option<DVec3>| isa_gjk::Options {
            start: axis.map(|axis| pair.direction(axis)),
            ..cold(query, &pair)
        };
        if past == frame {
            start = axis;
        }
        let mut warm = IsaGjk::new(pair.cso().cores(), options(axis));
        let apart = warm.run() == isa_gjk::Outcome::Separated;
        let mut fresh = IsaGjk::new(pair.cso().cores(), cold(query, &pair));
        fresh.run();
        history.push(isa_gjk::lesson::FrameCount { cached: warm.k, cold: fresh.k, apart });
        axis = Some(pair.to_world(warm.axis()));
    }
    let mut options = cold(query, &pair);
    if let Some(axis) = start {
        options.start = Some(pair.direction(axis));
    }
    Ok(isa_gjk::lesson::play(pair.cso().cores(), options, pair.context(true), history, frame))
}

/// As the query asks, without memory. A first search direction `d` from A towards B is a first guess `v = −d`.
pub(super) fn cold(query: &Query, pair: &Pair) -> isa_gjk::Options {
    let default = isa_gjk::Options::default();
    isa_gjk::Options {
        max_iterations: query.options.max_iterations.unwrap_or(default.max_iterations),
        solver: solver(query.options.solver),
        start: query.options.direction.map(|d| -pair.direction(d.into())),
    }
}

/// The direction-driven test in space.
pub(super) fn direction(scene: &Scene, query: &Query, frame: usize) -> Result<Box<dyn Lesson>, Reject> {
    let scene = &lifted(scene);
    let pair = Pair::new(scene, query, frame)?;
    let default = boolean_gjk::Options::default();
    let options = boolean_gjk::Options {
        max_iterations: query.options.max_iterations.unwrap_or(default.max_iterations),
        start: query.options.direction.map(|d| pair.direction(d.into())),
    };
    Ok(boolean_gjk::lesson::play(pair.cso(), options, pair.context(false)))
}

/// The scene with its planar shapes as flat ones in space: polygons in z = 0, and a cylinder without height.
fn lifted(scene: &Scene) -> Scene {
    let mut lifted = scene.clone();
    for body in &mut lifted.bodies {
        let flat = match &body.shape {
            Shape::Circle { radius } => Shape::Cylinder { radius: *radius, half_height: 0.0, axis: Axis::Z },
            Shape::Rectangle { half_extents: [x, y] } => {
                Shape::Polytope { points: vec![[-x, -y, 0.0], [*x, -y, 0.0], [*x, *y, 0.0], [-x, *y, 0.0]] }
            }
            Shape::Polygon { points } => Shape::Polytope { points: points.iter().map(|p| [p[0], p[1], 0.0]).collect() },
            _ => continue,
        };
        body.shape = flat;
    }
    lifted
}
