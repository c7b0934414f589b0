//! Velocities of the bodies as lanes. The view of the impulses shows them in steps that have no constraint rows: before
//! the rows are made, and in a solve without contacts and joints.

use contact_lens_model::ask::Motion;
use contact_lens_model::snapshot::dynamics::{Phase, World};
use contact_lens_picture::{Form, NOTE_KEY, Picture, Role};
use glam::DVec2;

use super::WorldContext;
use super::shown_rows::ShownRows;
use super::trace::add_stem;

/// Largest number of bodies with lanes, which still fit into the view; of more bodies, the fastest ones have lanes.
const MAX_BODIES: usize = 12;

/// Extension of the scale beyond the smallest and the largest velocity, as a fraction of their range.
const EXTENSION: f64 = 0.08;

/// Row in which the first lane begins, below the message.
const FIRST_LANE: f64 = 1.0;

/// Number of lanes of a body: one for each component of its velocity.
const LANES_PER_BODY: f64 = 2.0;

/// Adds a message on the missing rows, and below it the velocities of the bodies along x and y, m/s, in the steps that
/// change or use them.
pub(super) fn add_velocities(picture: &mut Picture, shows: &ShownRows<'_>, context: &WorldContext) {
    let Some(world) = shows.after else { return };
    let message = match shows.phase {
        Some(Phase::Move | Phase::Record) => "this solve has no rows",
        _ => "rows appear when the solve makes them",
    };
    let moving: Vec<usize> = (0..world.bodies.len())
        .filter(|body| can_move(context, *body) && world.bodies[*body].velocity.is_finite())
        .collect();
    let count = moving.len();
    let bodies = fastest_bodies(moving, world);
    let [low, high] = velocity_range(&bodies, world);
    // Velocities belong to the steps that change them, and to those that move the bodies.
    let has_velocities = low < high && matches!(shows.phase, Some(Phase::Kick | Phase::Move));
    let name = if !has_velocities {
        message.to_owned()
    } else if count > MAX_BODIES {
        format!("{message}; the {MAX_BODIES} fastest of {count} bodies:")
    } else {
        format!("{message}; velocities of the bodies:")
    };
    picture.add(Role::Ghost, NOTE_KEY, Form::Entry { row: 0.5, name, note: String::new(), dot: false });
    if has_velocities {
        add_scale(picture, [low, high], bodies.len());
        for (i, body) in bodies.into_iter().enumerate() {
            let top = FIRST_LANE + LANES_PER_BODY * i as f64;
            let name = context.names.bodies.get(body).cloned().unwrap_or_default();
            add_lanes_of_body(picture, name, world.bodies[body].velocity, top);
        }
    }
}

/// At most [`MAX_BODIES`] of the bodies with these indices, the fastest ones, by ascending index.
fn fastest_bodies(mut bodies: Vec<usize>, world: &World) -> Vec<usize> {
    bodies.sort_by(|a, b| speed(world, *b).total_cmp(&speed(world, *a)));
    bodies.truncate(MAX_BODIES);
    bodies.sort_unstable();
    bodies
}

/// Speed of a body, m/s.
fn speed(world: &World, body: usize) -> f64 {
    world.bodies[body].velocity.length()
}

/// Smallest and largest component of the velocities of bodies, m/s; 0 is within the range.
fn velocity_range(bodies: &[usize], world: &World) -> [f64; 2] {
    let components = bodies.iter().flat_map(|body| world.bodies[*body].velocity.to_array());
    components.fold([0.0, 0.0], |[low, high]: [f64; 2], x| [low.min(x), high.max(x)])
}

/// Adds the scale for velocities from `low` to `high`, m/s, and the line of zero along the lanes of `count` bodies.
fn add_scale(picture: &mut Picture, [low, high]: [f64; 2], count: usize) {
    let extension = EXTENSION * (high - low);
    let ends = Some([low - extension, high + extension]);
    picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("m/s"), decades: false, ends });
    let rows = [FIRST_LANE, FIRST_LANE + LANES_PER_BODY * count as f64];
    picture.add(Role::Grid, "zero", Form::Band { ends: [0.0; 2], rows });
}

/// Adds the two lanes of a body from the row `top` on: its velocity along x and along y, m/s.
fn add_lanes_of_body(picture: &mut Picture, name: String, velocity: DVec2, top: f64) {
    let key = format!("body/{name}");
    picture.add(Role::Grid, "group", Form::Lane { rows: [top, top + LANES_PER_BODY], name, note: String::new() });
    for (row, axis, component) in [(top, "x", velocity.x), (top + 1.0, "y", velocity.y)] {
        picture.lane(Role::Text, key.clone(), [row, row + 1.0], axis);
        add_stem(picture, Role::Text, key.clone(), [0.0, component], row + 0.5);
    }
}

/// Whether a body is not static; false for the world itself, which has no entry in the setting.
fn can_move(context: &WorldContext, body: usize) -> bool {
    context.setting.bodies.get(body).is_some_and(|body| body.motion != Motion::Static)
}
