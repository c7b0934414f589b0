//! What a world has done, as scenes that stand on their own: the whole run as frames, and two bodies as they met.

use super::{Precision, QueryError, simulation};
use crate::answer::{BodyState, WorldFinding};
use crate::scene::List;
use crate::scene::model::{Algorithm, Ask, Body, Frame, FramePose, Query, Scene};

/// Frames of a recording: more would fill no timeline.
const MOST: u32 = 10_000;

/// The run of a question about the world as a scene with a frame for every frame of it, in which other questions can be asked.
/// Those that the scene asks beside worlds stay; where there is none, the first two bodies that touch are asked about. Of a run
/// that breaks down there are the frames before.
///
/// # Errors
/// Those of the question; that it is not about a world.
pub fn recorded(precision: Precision, scene: &Scene, query: &Query) -> Result<Scene, QueryError> {
    let last = last_frame(query)?.min(MOST);
    let simulation = simulation(precision, scene, query)?;
    let mut frames = Vec::new();
    let mut met = None;
    let all: Vec<u32> = (0..=last).collect();
    simulation.play(&all, &mut |found| {
        let pose = |(body, state): (&Body, &BodyState)| {
            let (position, rotation) = place(state);
            FramePose { body: body.name.clone(), position, rotation }
        };
        let moves = |(body, _): &(&Body, &BodyState)| body.dynamics.motion != crate::scene::model::Motion::Static;
        let poses = scene.bodies.iter().zip(&found.bodies).filter(moves).map(pose).collect();
        frames.push(Frame { time: Some(found.time), poses, gone: Vec::new() });
        met = met.or(found.contacts.first().map(|contact| [contact.a as usize, contact.b as usize]));
    });
    let mut queries: Vec<Query> =
        scene.queries.iter().filter(|query| !matches!(query.ask, Ask::World { .. })).cloned().collect();
    if queries.is_empty() && scene.bodies.len() > 1 {
        queries.push(about(scene, met.unwrap_or([0, 1]), Algorithm::Distance));
    }
    let name = format!("{} (recorded)", scene.name);
    Ok(Scene { name, queries, frames: frames.into(), ..without_world(scene) })
}

/// Two bodies where they stood when the solve of a frame found their contact, with a question about them; the others stand
/// around.
///
/// # Errors
/// Those of the question; that it is not about a world; that the run does not come that far.
pub fn pair_in_frame(
    precision: Precision,
    scene: &Scene,
    query: &Query,
    frame: usize,
    pair: [usize; 2],
    algorithm: Algorithm,
) -> Result<Scene, QueryError> {
    last_frame(query)?;
    let mut found: Option<WorldFinding> = None;
    // A solve looks for contacts before it moves anything.
    let before = frame.saturating_sub(1) as u32;
    simulation(precision, scene, query)?.play(&[before], &mut |state| found = Some(state));
    let found = found.ok_or_else(|| QueryError::new("", "The run breaks down before this frame."))?;
    let mut alone = without_world(scene);
    for (index, state) in found.bodies.iter().enumerate() {
        let (position, rotation) = place(state);
        if let Some(body) = alone.bodies.get_mut(index) {
            body.put(position, rotation);
        }
    }
    alone.queries = vec![about(scene, pair, algorithm)];
    let [a, b] = pair.map(|index| scene.bodies.get(index).map_or("", |body| body.name.as_str()));
    alone.name = format!("{a} and {b}, frame {frame} of {}", scene.name);
    Ok(alone)
}

fn last_frame(query: &Query) -> Result<u32, QueryError> {
    match &query.ask {
        Ask::World { options, .. } => Ok(options.steps()),
        _ => Err(QueryError::new("", "This question is not about a world.")),
    }
}

fn about(scene: &Scene, pair: [usize; 2], algorithm: Algorithm) -> Query {
    let [a, b] = pair.map(|index| scene.bodies.get(index).map_or(String::new(), |body| body.name.clone()));
    Query::new(algorithm.id(), algorithm.of(a, b))
}

/// A scene without what moves it, which stands still.
fn without_world(scene: &Scene) -> Scene {
    Scene { gravity: [0.0; 2], joints: Vec::new(), frames: List::new(), ..scene.clone() }
}

fn place(state: &BodyState) -> ([f64; 3], [f64; 4]) {
    let half = 0.5 * state.angle;
    ([state.position.x, state.position.y, 0.0], [0.0, 0.0, half.sin(), half.cos()])
}
