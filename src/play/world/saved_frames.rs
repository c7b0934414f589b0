//! Scenes made from the run of a world: the run as recorded frames, and one pair of bodies at the frame of its contact.

use contact_lens_model::answer::{BodyState, WorldFinding};
use contact_lens_scene::List;
use contact_lens_scene::model::{Algorithm, Ask, Body, Frame, FramePose, Motion, Query, Scene};

use crate::open_simulation;
use crate::{Precision, QueryError};

/// Maximum number of frames of a recording.
const MAX_FRAMES: u32 = 10_000;

/// Records the run of a world query as a scene with one frame per step, in which other queries can be made. Queries of
/// the scene that are not about worlds are kept; without any, a distance query about the first two bodies in contact is
/// added. If the run breaks down, the scene has the frames before that.
///
/// # Errors
/// The query's errors, or that it is not about a world.
pub fn record_as_scene(precision: Precision, scene: &Scene, query: &Query) -> Result<Scene, QueryError> {
    let last = last_frame(query)?.min(MAX_FRAMES);
    let simulation = open_simulation(precision, scene, query)?;
    let mut frames = Vec::new();
    let mut first_contact = None;
    let frame_numbers: Vec<u32> = (0..=last).collect();
    simulation.play(&frame_numbers, &mut |finding| {
        let bodies = scene.bodies.iter().zip(&finding.bodies);
        let moving = bodies.filter(|(body, _)| body.dynamics.motion != Motion::Static);
        let poses = moving.map(|(body, state)| frame_pose(body, state)).collect();
        frames.push(Frame { time: Some(finding.time), poses, gone: Vec::new() });
        if first_contact.is_none() {
            first_contact = finding.contacts.first().map(|contact| [contact.a as usize, contact.b as usize]);
        }
    });
    let mut queries: Vec<Query> =
        scene.queries.iter().filter(|query| !matches!(query.ask, Ask::World { .. })).cloned().collect();
    if queries.is_empty() && scene.bodies.len() > 1 {
        queries.push(pair_query(scene, first_contact.unwrap_or([0, 1]), Algorithm::Distance));
    }
    let name = format!("{} (recorded)", scene.name);
    Ok(Scene { name, queries, frames: frames.into(), ..without_world(scene) })
}

/// Scene of a frame with a query about one pair. The pair has the poses of the solve that found its contact; the other
/// bodies are bystanders.
///
/// # Errors
/// The query's errors, that it is not about a world, or that the run ends before this frame.
pub fn pair_in_frame(
    precision: Precision,
    scene: &Scene,
    query: &Query,
    frame: usize,
    pair: [usize; 2],
    algorithm: Algorithm,
) -> Result<Scene, QueryError> {
    last_frame(query)?;
    let mut previous_frame: Option<WorldFinding> = None;
    // A solve detects contacts before it moves the bodies.
    let previous = frame.saturating_sub(1) as u32;
    open_simulation(precision, scene, query)?.play(&[previous], &mut |world| previous_frame = Some(world));
    let world = previous_frame.ok_or_else(|| QueryError::new("", "The run breaks down before this frame."))?;
    let mut pair_scene = without_world(scene);
    for (index, state) in world.bodies.iter().enumerate() {
        let (position, rotation) = pose_in_space(state);
        if let Some(body) = pair_scene.bodies.get_mut(index) {
            body.set_pose(position, rotation);
        }
    }
    pair_scene.queries = vec![pair_query(scene, pair, algorithm)];
    let [a, b] = pair.map(|index| scene.bodies.get(index).map_or("", |body| body.name.as_str()));
    pair_scene.name = format!("{a} and {b}, frame {frame} of {}", scene.name);
    Ok(pair_scene)
}

/// Index of the last frame of a world query. An error if the query is not about a world.
fn last_frame(query: &Query) -> Result<u32, QueryError> {
    match &query.ask {
        Ask::World { options, .. } => Ok(options.steps()),
        _ => Err(QueryError::new("", "This query is not about a world.")),
    }
}

/// A query about two bodies of the scene, given by their indices.
pub(super) fn pair_query(scene: &Scene, pair: [usize; 2], algorithm: Algorithm) -> Query {
    let [a, b] = pair.map(|index| scene.bodies.get(index).map_or(String::new(), |body| body.name.clone()));
    Query::new(algorithm.id(), algorithm.of(a, b))
}

/// The scene as a static scene, without gravity, joints and frames.
fn without_world(scene: &Scene) -> Scene {
    Scene { gravity: [0.0; 2], joints: Vec::new(), frames: List::new(), ..scene.clone() }
}

/// Pose of a body with this state, as an entry of a recorded frame.
fn frame_pose(body: &Body, state: &BodyState) -> FramePose {
    let (position, rotation) = pose_in_space(state);
    FramePose { body: body.name.clone(), position, rotation }
}

/// Position, meters, and rotation quaternion of a 2D state in 3D.
fn pose_in_space(state: &BodyState) -> ([f64; 3], [f64; 4]) {
    let half = 0.5 * state.angle;
    ([state.position.x, state.position.y, 0.0], [0.0, 0.0, half.sin(), half.cos()])
}
