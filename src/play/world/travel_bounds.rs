//! Bounding boxes of the moving bodies of a world over its run, so that a camera can frame the whole run in advance.

use contact_lens_model::ask::Motion;
use contact_lens_scene::model::{Body, Query, Scene};
use glam::{DVec2, DVec3};

use crate::Precision;
use crate::open_simulation;

/// Maximum number of moving bodies that are followed; with more, the camera frames the bodies at the start.
const MAX_BODIES: usize = 60;

/// Maximum number of body positions that are computed, some tens of milliseconds; a longer run is followed for fewer
/// frames.
const MAX_POSITIONS: usize = 20_000;

/// Maximum number of frames that are sampled, evenly over the run.
const MAX_FRAMES: usize = 128;

/// A body that is not static.
struct MovingBody {
    /// Index of the body in the scene.
    index: usize,
    /// Bounding radius about the body's origin, meters.
    radius: f64,
}

/// Bounding boxes `[low, high]` of all moving bodies from the start up to each sampled frame, world frame, meters.
/// Empty if nothing moves, and for an invalid world.
pub fn world_extent(scene: &Scene, query: &Query) -> Vec<[DVec3; 2]> {
    // Checked first: the window calls this while a body is dragged, and the radius of a large mesh is slow.
    if !query.is_of_a_world() {
        return Vec::new();
    }
    let bodies = scene.bodies.iter().enumerate().filter(|(_, body)| body.dynamics.motion != Motion::Static);
    let moving: Vec<MovingBody> = bodies.map(|(index, body)| MovingBody { index, radius: radius(body) }).collect();
    if !(1..=MAX_BODIES).contains(&moving.len()) {
        return Vec::new();
    }
    let Ok(simulation) = open_simulation(Precision::F64, scene, query) else { return Vec::new() };
    let count = scene.frames_of(Some(query)).min(MAX_POSITIONS / moving.len());
    let frames: Vec<u32> = crate::evenly_spaced_indices(count, MAX_FRAMES).map(|frame| frame as u32).collect();
    let mut boxes: Vec<[DVec3; 2]> = Vec::new();
    let mut bounds = [DVec2::INFINITY, DVec2::NEG_INFINITY];
    // A run that breaks down is framed up to that frame.
    let _ = simulation.play(&frames, &mut |found| {
        for MovingBody { index, radius } in &moving {
            let Some(state) = found.bodies.get(*index) else { continue };
            bounds = [bounds[0].min(state.position - *radius), bounds[1].max(state.position + *radius)];
        }
        boxes.push(bounds.map(|corner| corner.extend(0.0)));
    });
    boxes
}

/// Bounding radius about the body's origin, meters; for shapes without points the sum of their sizes.
fn radius(body: &Body) -> f64 {
    match body.shape.points() {
        Some(points) => points.into_iter().map(|point| DVec3::from(point).length()).fold(0.0, f64::max),
        None => body.shape.sizes().iter().map(|(_, size)| size).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contact_lens_scene as scene;

    fn reach_of(name: &str) -> Vec<[DVec3; 2]> {
        let shipped = scene::shipped(name).expect("a shipped scene");
        let scene = scene::parse(shipped.name, shipped.text.as_bytes()).expect("a scene");
        world_extent(&scene, &scene.queries[0])
    }

    #[test]
    fn a_pendulum_reaches_as_far_down_as_its_rod_is_long() {
        let boxes = reach_of("world-pendulum");
        let first = boxes[0];
        let last = boxes[boxes.len() - 1];
        assert!(first[0].y > -0.2, "it begins level with its anchor: {first:?}");
        assert!((-1.3..-1.0).contains(&last[0].y), "it hangs lower by its rod and its own radius: {last:?}");
        assert!(boxes.windows(2).all(|pair| pair[1][0].cmple(pair[0][0]).all() && pair[1][1].cmpge(pair[0][1]).all()));
    }

    #[test]
    fn a_query_that_is_not_about_a_world_has_no_bounds() {
        assert!(reach_of("gjk-box-octahedron").is_empty());
    }
}
