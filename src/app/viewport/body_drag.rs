//! Pointer drag on a body of a running world, in which a spring pulls the grabbed point to the pointer: turns the
//! pointer's input into [`BodyDragCommand`]s and draws the spring.

use contact_lens_model::answer::Finding;
use contact_lens_picture::pick;
use contact_lens_picture::{Lens, LineOfSight, Mark};
use contact_lens_scene::model::{Motion, Query};
use egui::{CursorIcon, PointerButton, Response, Stroke, Ui};
use glam::DVec2;

use super::drag_response::DragResponse;
use super::pane_point::{to_pane_point, to_screen_point};
use super::pane_size;
use crate::command::{BodyDragCommand, Command};
use crate::state::State;
use crate::theme::Look;
use crate::view::hover::belongs_to_body;

/// Least sine of the angle between a line of sight and the world's plane, for a usable intersection.
const MIN_SLOPE: f64 = 1e-3;

/// Grabs, pulls and releases a body by the pointer, while the frames of a world play. The response has the pointer
/// while a body is held. A press with Shift pans the camera instead.
pub(super) fn show<'a>(
    ui: &Ui,
    response: &Response,
    state: &State,
    marks: impl Iterator<Item = &'a Mark> + Clone,
) -> DragResponse {
    let mut commands = Vec::new();
    let is_running = state.playhead.plays_frames && state.query().is_some_and(Query::is_of_a_world);
    if !is_running && state.body_drag.is_none() {
        return DragResponse::default();
    }
    let lens = state.camera(contact_lens_lesson::WORLD).lens();
    if response.drag_started_by(PointerButton::Primary) && !ui.input(|input| input.modifiers.shift) {
        let press = ui.input(|input| input.pointer.press_origin());
        commands.extend(press.and_then(|press| grab_command(state, response, marks, &lens, press)));
    }
    let is_grabbed_now = !commands.is_empty();
    if state.body_drag.is_none() && !is_grabbed_now {
        return DragResponse::default();
    }
    ui.set_cursor_icon(CursorIcon::Grabbing);
    let target = response.interact_pointer_pos().and_then(|at| point_on_plane(&lens, response, at));
    commands.extend(target.map(|point| BodyDragCommand::Pull(point).into()));
    if response.drag_stopped() || !response.dragged() {
        commands.push(BodyDragCommand::Release.into());
    }
    draw_spring(ui, response, state, &lens);
    DragResponse { commands, has_pointer: true }
}

/// Command that grabs the dynamic body at a position on the screen; `None` without a body there, and when the world's
/// plane is seen edge-on.
fn grab_command<'a>(
    state: &State,
    response: &Response,
    marks: impl Iterator<Item = &'a Mark> + Clone,
    lens: &Lens,
    press: egui::Pos2,
) -> Option<Command> {
    let body = body_under(state, response, marks, press)?;
    let point = point_on_plane(lens, response, press)?;
    Some(BodyDragCommand::Grab(body, point).into())
}

/// Point of the plane z = 0 at a position on the screen, world, meters; `None` when the plane is seen edge-on.
fn point_on_plane(lens: &Lens, response: &Response, at: egui::Pos2) -> Option<DVec2> {
    let LineOfSight { eye, direction } = lens.line_of_sight(to_pane_point(response.rect, at), pane_size(response.rect));
    let point = eye - direction * (eye.z / direction.z);
    let is_usable = direction.z.abs() > MIN_SLOPE && point.is_finite();
    is_usable.then(|| point.truncate())
}

/// Index of the dynamic body at a position on the screen; `None` without one.
fn body_under<'a>(
    state: &State,
    response: &Response,
    marks: impl Iterator<Item = &'a Mark> + Clone,
    at: egui::Pos2,
) -> Option<usize> {
    let bodies = &state.doc.scene.bodies;
    let position = to_pane_point(response.rect, at);
    // Labels and impulses are drawn over bodies.
    let marks_of_bodies = marks.filter(|mark| mark.key.0.starts_with("body/"));
    let hit =
        pick::pick(marks_of_bodies, state.camera(contact_lens_lesson::WORLD), pane_size(response.rect), position)?;
    bodies.iter().position(|body| body.dynamics.motion == Motion::Dynamic && belongs_to_body(&hit.key, &body.name))
}

/// Draws the spring from the grabbed point of the body to the pointer.
fn draw_spring(ui: &Ui, response: &Response, state: &State, lens: &Lens) {
    let (Some(drag), Some(verdict)) = (&state.body_drag, state.verdict()) else { return };
    let Finding::World(world) = &verdict.finding else { return };
    let index = world.names.iter().position(|name| *name == drag.body);
    let Some(body) = index.and_then(|index| world.bodies.get(index)) else { return };
    let anchor = body.position + DVec2::from_angle(body.angle).rotate(drag.anchor);
    let size = pane_size(response.rect);
    let [Some(from), Some(to)] = [anchor, drag.target].map(|point| lens.project(point.extend(0.0), size)) else {
        return;
    };
    let [from, to] = [from, to].map(|end| to_screen_point(response.rect, end));
    let painter = ui.painter_at(response.rect);
    let look = Look::get(ui);
    painter.line_segment([from, to], Stroke::new(2.0, look.accent));
    painter.circle_filled(from, 3.5, look.accent);
    painter.circle(to, 6.0, look.panel, Stroke::new(2.0, look.accent));
}
