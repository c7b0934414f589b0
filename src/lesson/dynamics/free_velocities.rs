//! Velocities of the bodies, which the view of the impulses shows in solves and steps without constraint rows.

use super::WorldContext;
use super::shown_rows::ShownRows;
use super::trace::add_stem;
use crate::ask::Motion;
use crate::picture::{Form, NOTE_KEY, Picture, Role};
use crate::snapshot::dynamics::Phase;

/// Largest number of bodies with lanes; of more, the fastest ones have lanes.
const MAX_BODIES: usize = 12;

/// Extension of the scale beyond the smallest and the largest velocity, as a fraction of their range.
const EXTENSION: f64 = 0.08;

/// Adds a message, and below it the velocities of the bodies along x and y, m/s, in the steps that change or use them.
pub(super) fn add_velocities(picture: &mut Picture, shows: &ShownRows<'_>, context: &WorldContext) {
    let message = match shows.phase {
        Some(Phase::Move | Phase::Record) => "this solve has no rows",
        _ => "rows appear when the solve makes them",
    };
    let Some(world) = shows.after else { return };
    let mut bodies: Vec<usize> = (0..world.bodies.len())
        .filter(|body| can_move(context, *body) && world.bodies[*body].velocity.is_finite())
        .collect();
    let count = bodies.len();
    bodies.sort_by(|a, b| {
        let [a, b] = [a, b].map(|body| world.bodies[*body].velocity.length());
        b.total_cmp(&a)
    });
    bodies.truncate(MAX_BODIES);
    bodies.sort_unstable();
    let (low, high) = bodies
        .iter()
        .flat_map(|body| world.bodies[*body].velocity.to_array())
        .fold((0.0, 0.0), |(low, high): (f64, f64), x| (low.min(x), high.max(x)));
    // Velocities belong to the steps that change them, and to those that move the bodies.
    let has_velocities = low < high && matches!(shows.phase, Some(Phase::Kick | Phase::Move));
    let name = match (has_velocities, count > MAX_BODIES) {
        (false, _) => message.to_owned(),
        (true, true) => format!("{message}; the {MAX_BODIES} fastest of {count} bodies:"),
        (true, false) => format!("{message}; velocities of the bodies:"),
    };
    picture.add(Role::Ghost, NOTE_KEY, Form::Entry { row: 0.5, name, note: String::new(), dot: false });
    if !has_velocities {
        return;
    }
    let top = 1.0;
    let extension = EXTENSION * (high - low);
    let ends = Some([low - extension, high + extension]);
    picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("m/s"), decades: false, ends });
    let rows = [top, top + 2.0 * bodies.len() as f64];
    picture.add(Role::Grid, "zero", Form::Band { ends: [0.0; 2], rows });
    for (i, body) in bodies.into_iter().enumerate() {
        let first = top + 2.0 * i as f64;
        let name = context.names.bodies.get(body).cloned().unwrap_or_default();
        let key = format!("body/{name}");
        picture.add(Role::Grid, "group", Form::Lane { rows: [first, first + 2.0], name, note: String::new() });
        for (k, (axis, part)) in ["x", "y"].into_iter().zip(world.bodies[body].velocity.to_array()).enumerate() {
            let row = first + k as f64;
            picture.lane(Role::Text, key.clone(), [row, row + 1.0], axis);
            add_stem(picture, (Role::Text, key.clone()), [0.0, part], row + 0.5);
        }
    }
}

/// Whether a body is not static.
fn can_move(context: &WorldContext, body: usize) -> bool {
    context.setting.bodies.get(body).is_some_and(|body| body.motion != Motion::Static)
}
