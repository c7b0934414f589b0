//! Pointer drag on a body of a running world. The scene stores the drag as a joint with one target per frame, so that
//! the run can be reproduced bit for bit.

use glam::DVec2;

use crate::answer::Finding;
use crate::app::command::BodyDragCommand;
use crate::app::files::edit::{Edit, PointerDrag, new_drag_name, words};
use crate::app::state::{BodyDrag, State};
use crate::ask::LARGEST;
use crate::play;
use crate::scene::model::Motion;

/// Largest force of a drag, in weights of the body.
const STRENGTH: f64 = 50.0;

/// Smallest gravity for the weight, m/s²; bodies without gravity can be dragged too.
const MIN_GRAVITY: f64 = 10.0;

pub(super) fn handle(state: &mut State, command: BodyDragCommand) {
    match command {
        BodyDragCommand::Grab(body, at) => state.body_drag = grab(state, body, at),
        BodyDragCommand::Pull(at) => {
            if let Some(drag) = state.body_drag.as_mut().filter(|_| at.is_finite()) {
                drag.target = at;
            }
        }
        BodyDragCommand::Release => release(state),
    }
}

/// Starts a drag of a dynamic body at the point `at`.
fn grab(state: &State, body: usize, at: DVec2) -> Option<BodyDrag> {
    let scene = &state.doc.scene;
    let query = state.query()?;
    let Finding::World(found) = &state.verdict()?.finding else { return None };
    let held = scene.bodies.get(body).filter(|body| body.dynamics.motion == Motion::Dynamic)?;
    let now = found.bodies.get(body)?;
    let mass = play::mass(scene, query, body)?;
    let weight = mass * DVec2::from(scene.gravity).length().max(MIN_GRAVITY);
    Some(BodyDrag {
        joint: new_drag_name(scene),
        body: held.name.clone(),
        anchor: DVec2::from_angle(-now.angle).rotate(at - now.position),
        max_force: two_digits(STRENGTH * weight).clamp(f64::MIN_POSITIVE, LARGEST),
        target: at,
    })
}

/// Ends the drag; all of its changes are one edit.
pub(super) fn release(state: &mut State) {
    if state.body_drag.take().is_some() {
        state.doc.end_gesture();
    }
}

/// Stores the pointer's target for `frame` in the scene.
pub(super) fn store_target(state: &mut State, frame: usize) {
    let Some(body_drag) = &state.body_drag else { return };
    let drag = PointerDrag {
        joint: body_drag.joint.clone(),
        body: body_drag.body.clone(),
        anchor: body_drag.anchor.to_array(),
        max_force: body_drag.max_force,
        frame: frame as u32,
        target: body_drag.target.to_array(),
    };
    let edit = Edit::Pull(Box::new(drag));
    let what = words(&edit, &state.doc.scene);
    state.doc.change(edit.field(), what, edit.apply(&state.doc.scene));
}

/// Rounds a number to two significant digits.
fn two_digits(number: f64) -> f64 {
    let step = 10f64.powf(number.abs().log10().floor() - 1.0);
    if step > 0.0 && step.is_finite() { (number / step).round() * step } else { number }
}
