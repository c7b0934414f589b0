//! Pointer input of a view in space: orbit, pan and zoom of its camera, and commands of hovered and clicked marks.

use contact_lens_lesson::{Candidate, WORLD};
use contact_lens_model::answer::Finding;
use contact_lens_picture::pick;
use contact_lens_picture::{Camera, Key, Mark, Role};
use contact_lens_play as play;
use contact_lens_scene::model::Ask;
use egui::{PointerButton, Response, Ui};
use glam::DVec2;

use super::cached::Cached;
use super::pane_point::to_pane_point;
use super::pane_size;
use crate::command::{Command, ExplanationCommand, PredictionCommand, SelectCommand, ViewCommand};
use crate::state::State;
use crate::view::hover::belongs_to_body;

/// Orbit angle per point of drag, radians.
pub(super) const ORBIT_PER_POINT: f64 = 0.0085;

/// Natural logarithm of the zoom factor per point of scrolling.
pub(super) const ZOOM_PER_POINT: f64 = 0.0022;

/// Largest zoom factor of one frame, since some devices report huge scroll distances.
pub(super) const MAX_ZOOM_STEP: f64 = 5.0;

/// Minimum distance of a camera from its target, meters, so that no number underflows.
pub(super) const MIN_DISTANCE: f64 = 1e-9;

/// Largest distance of a camera from its target, meters, so that no number overflows.
pub(super) const MAX_DISTANCE: f64 = 1e12;

/// Everything that the mark under the pointer depends on.
#[derive(Clone, PartialEq)]
pub(super) struct PickInputs {
    /// Revision of the state.
    revision: u64,
    camera: Camera,
    /// Size of the pane, points.
    size: DVec2,
    /// Position of the pointer in the pane, points.
    position: DVec2,
}

/// Mark under the pointer, cached since picking visits all marks.
pub(super) type Hit = Cached<PickInputs, Option<Key>>;

/// Handles the pointer in a pane: orbit, pan and zoom of the camera, hovered and clicked marks. Returns the commands of
/// this frame of the window. `hit` caches the mark under the pointer.
pub(super) fn handle_pointer<'a>(
    ui: &Ui,
    response: &Response,
    state: &State,
    view: &'static str,
    marks: impl Iterator<Item = &'a Mark> + Clone,
    hit: &mut Hit,
) -> Vec<Command> {
    let mut out = Vec::new();
    let camera = moved_camera(ui, response, *state.camera(view));
    out.extend(hover_command(response, state, &camera, marks.clone(), hit));
    if camera != *state.camera(view) {
        out.push(ViewCommand::Camera(view, camera).into());
    }
    // Contacts of a world have their own menu.
    let is_world = state.verdict().is_some_and(|verdict| matches!(verdict.finding, Finding::World(_)));
    if view != WORLD || !is_world {
        out.extend(explanation_command(response, state));
    }
    if response.clicked() {
        out.push(ViewCommand::Focus(view).into());
        out.extend(answer_command(state).or_else(|| select_command(response, state, view, marks)));
    }
    if response.double_clicked() {
        out.extend([Command::View(ViewCommand::Focus(view)), Command::View(ViewCommand::FrameSelection)]);
    }
    out
}

/// Returns the camera after this frame's orbit, pan and zoom: a drag orbits; a drag with the secondary button or with
/// Shift pans; the wheel and a pinch gesture zoom towards the pointer.
fn moved_camera(ui: &Ui, response: &Response, mut camera: Camera) -> Camera {
    let size = pane_size(response.rect);
    let drag = response.drag_delta();
    let shift = ui.input(|input| input.modifiers.shift);
    let buttons = [PointerButton::Primary, PointerButton::Middle, PointerButton::Secondary];
    let [primary, middle, secondary] = buttons.map(|button| response.dragged_by(button));
    if secondary || (shift && (primary || middle)) {
        pan(&mut camera, DVec2::new(drag.x.into(), drag.y.into()), size);
    } else if primary || middle {
        camera.azimuth -= f64::from(drag.x) * ORBIT_PER_POINT;
        let quarter = std::f64::consts::FRAC_PI_2;
        camera.elevation = (camera.elevation + f64::from(drag.y) * ORBIT_PER_POINT).clamp(-quarter, quarter);
    }
    let Some(pointer) = response.hover_pos() else { return camera };
    let scroll = ui.input(|input| input.smooth_scroll_delta().y);
    let pinch = ui.input(pinch_factor);
    let factor = (-f64::from(scroll) * ZOOM_PER_POINT).exp() / f64::from(pinch);
    if factor != 1.0 {
        zoom(&mut camera, to_pane_point(response.rect, pointer), size, factor);
    }
    camera
}

/// Command that highlights the mark under the pointer, as `camera` shows it. `None` where no mark is, and during a
/// drag.
fn hover_command<'a>(
    response: &Response,
    state: &State,
    camera: &Camera,
    marks: impl Iterator<Item = &'a Mark> + Clone,
    hit: &mut Hit,
) -> Option<Command> {
    let pointer = response.hover_pos()?;
    if response.dragged() {
        return None;
    }
    let size = pane_size(response.rect);
    let position = to_pane_point(response.rect, pointer);
    let inputs = PickInputs { revision: state.revision, camera: *camera, size, position };
    let key = hit.get(inputs, |_| pick::pick(marks, camera, size, position).map(|hit| hit.key));
    key.clone().map(|key| SelectCommand::Hover(Some(key)).into())
}

/// Zoom factor of a pinch gesture; 1 without one. egui's own zoom factor would include the wheel with Ctrl, which
/// changes the type size.
fn pinch_factor(input: &egui::InputState) -> f32 {
    let factors = input.events.iter().map(|event| if let egui::Event::Zoom(factor) = event { *factor } else { 1.0 });
    factors.product::<f32>() * input.multi_touch().map_or(1.0, |touch| touch.zoom_delta)
}

/// Command of a right click on a mark, which opens its explanation. `None` without such a click.
pub(super) fn explanation_command(response: &Response, state: &State) -> Option<Command> {
    let key = state.hover.clone().filter(|_| response.secondary_clicked())?;
    Some(ExplanationCommand::Ask(key).into())
}

/// Command of a click on a candidate, while a prediction is open. `None` if the pointer is on no candidate.
pub(super) fn answer_command(state: &State) -> Option<Command> {
    state.prediction.as_ref()?.open.as_ref()?;
    Candidate::of_key(state.hover.as_ref()?).map(|candidate| PredictionCommand::Answer(candidate).into())
}

/// Command that selects the body or the frustum whose surface or point was clicked. `None` if the click hit neither.
fn select_command<'a>(
    response: &Response,
    state: &State,
    view: &'static str,
    marks: impl Iterator<Item = &'a Mark>,
) -> Option<Command> {
    let position = to_pane_point(response.rect, response.interact_pointer_pos()?);
    let hit = pick::pick(marks, state.camera(view), pane_size(response.rect), position)?;
    if let Some(body) = state.doc.scene.bodies.iter().position(|body| belongs_to_body(&hit.key, &body.name)) {
        return Some(Command::Select(SelectCommand::SelectBody(Some(body))));
    }
    if let (Role::Frustum, Ask::Cull { frustum, .. }) = (hit.role, &state.query()?.ask) {
        // A query without a name of a frustum uses the first one.
        let index = state.doc.scene.frusta.iter().position(|other| other.name == *frustum || frustum.is_empty());
        return index.map(|index| Command::Select(SelectCommand::SelectFrustum(Some(index))));
    }
    let roles = play::roles(&state.query()?.ask);
    let (_, name) = roles.iter().find(|(role, _)| *role == hit.role)?;
    state.doc.scene.body(name).map(|(index, _)| Command::Select(SelectCommand::SelectBody(Some(index))))
}

/// Moves the target so that the picture follows a drag by `offset`, points, y down. `size` is the size of the pane,
/// points.
fn pan(camera: &mut Camera, offset: DVec2, size: DVec2) {
    let meters_per_point = 2.0 * camera.half_height() / size.y.max(1.0);
    let axes = camera.axes();
    camera.target += (axes.up * offset.y - axes.right * offset.x) * meters_per_point;
}

/// Multiplies the camera's distance by `factor`, clamped to [`MAX_ZOOM_STEP`], and keeps in place the content of the
/// pane at `position`. Both `position` and the pane's `size` are in points.
fn zoom(camera: &mut Camera, position: DVec2, size: DVec2, factor: f64) {
    let meters_per_point = 2.0 * camera.half_height() / size.y.max(1.0);
    let offset = (position - size * 0.5) * meters_per_point;
    let axes = camera.axes();
    let fixed = camera.target + axes.right * offset.x - axes.up * offset.y;
    let factor = factor.clamp(1.0 / MAX_ZOOM_STEP, MAX_ZOOM_STEP);
    let distance = (camera.distance * factor).clamp(MIN_DISTANCE, MAX_DISTANCE);
    let factor = distance / camera.distance;
    camera.target = fixed + (camera.target - fixed) * factor;
    camera.distance = distance;
}
