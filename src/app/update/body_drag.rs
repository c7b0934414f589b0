//! Pointer drag on a body of a running world. The scene stores the drag as a joint with one target per frame, so that
//! the run can be reproduced bit for bit.

use contact_lens_model::answer::Finding;
use contact_lens_model::ask::LARGEST;
use contact_lens_play as play;
use contact_lens_scene::model::Motion;
use glam::DVec2;

use crate::command::BodyDragCommand;
use crate::files::edit::{Edit, PointerDrag, new_drag_name, undo_name};
use crate::state::State;
use crate::view::body_drag::BodyDrag;

/// Largest force of a drag, in weights of the dragged body. The force can lift the body with others on top of it that
/// weigh up to 49 times as much.
const MAX_FORCE_IN_WEIGHTS: f64 = 50.0;

/// Least gravity for computing the weight, m/s², so that bodies of worlds without gravity can be dragged too.
const MIN_GRAVITY: f64 = 10.0;

/// Applies a command of the pointer drag.
pub(super) fn handle(state: &mut State, command: BodyDragCommand) {
    match command {
        BodyDragCommand::Grab(body, point) => state.body_drag = grab(state, body, point),
        BodyDragCommand::Pull(target) => {
            if let Some(drag) = &mut state.body_drag
                && target.is_finite()
            {
                drag.target = target;
            }
        }
        BodyDragCommand::Release => release(state),
    }
}

/// Drag of the dynamic body with the index `body` by the point `point`, world, meters. `None` for other bodies, and
/// without an answer about a world.
fn grab(state: &State, body: usize, point: DVec2) -> Option<BodyDrag> {
    let scene = &state.doc.scene;
    let query = state.query()?;
    let Finding::World(world) = &state.verdict()?.finding else { return None };
    let grabbed = scene.bodies.get(body).filter(|body| body.dynamics.motion == Motion::Dynamic)?;
    let pose = world.bodies.get(body)?;
    let mass = play::mass(scene, query, body)?;
    let gravity = DVec2::from(scene.gravity).length().max(MIN_GRAVITY);
    Some(BodyDrag {
        joint: new_drag_name(scene),
        body: grabbed.name.clone(),
        anchor: DVec2::from_angle(-pose.angle).rotate(point - pose.position),
        // Two digits keep the scene file readable.
        max_force: round_to_two_digits(MAX_FORCE_IN_WEIGHTS * (mass * gravity)).clamp(f64::MIN_POSITIVE, LARGEST),
        target: point,
    })
}

/// Ends the drag; all of its changes are one edit.
pub(super) fn release(state: &mut State) {
    if state.body_drag.take().is_some() {
        state.doc.end_gesture();
    }
}

/// Stores the pointer's target in the scene while a body is dragged: the target of the drag's joint from the frame
/// `frame` to the next one.
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
    let name = undo_name(&edit, &state.doc.scene);
    state.doc.change(edit.field(), name, edit.apply(&state.doc.scene));
}

/// Rounds a number to two significant digits; returns 0 and numbers that are not finite as they are.
fn round_to_two_digits(number: f64) -> f64 {
    let step = 10f64.powf(number.abs().log10().floor() - 1.0);
    if step > 0.0 && step.is_finite() { (number / step).round() * step } else { number }
}
