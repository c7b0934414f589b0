//! Handle for the direction of a query: the tip of its arrow is dragged on a sphere around its foot, in 2D on a circle.

use contact_lens_picture::{Form, Lens, LineOfSight, Mark, Role};
use contact_lens_scene::model::Dimension;
use egui::{CursorIcon, PointerButton, Pos2, Response, Stroke, Ui};
use glam::DVec3;

use super::drag_response::DragResponse;
use super::pane_point::{to_pane_point, to_screen_point};
use super::{pane_size, snap};
use crate::actions::draggable_inputs::{self, Input};
use crate::command::{Command, SceneCommand};
use crate::state::State;
use crate::theme::Look;

/// Distance of the handle beyond the tip of the arrow, points.
const HANDLE_DISTANCE: f32 = 10.0;

/// Tolerance of the pointer around the handle, points.
const TOLERANCE: f32 = 9.0;

/// Radius of the handle, points.
const HANDLE_RADIUS: f32 = 5.0;

/// Radius of the handle while it is hovered or dragged, points.
const ACTIVE_RADIUS: f32 = 6.5;

/// Radius of the sphere that the pointer moves on, in lengths of the arrow. It is more than 1, since the handle is
/// beyond the tip.
const SPHERE_RADIUS: f64 = 1.1;

/// Largest difference of the cosine from ±1 at which an arrow counts as parallel to the direction; arrows of runs in
/// `f32` are rounded.
const PARALLEL_TOLERANCE: f64 = 1e-6;

/// Active drag of a direction.
#[derive(Clone, Debug)]
pub(super) struct DirectionDrag {
    /// Input of the scene that the drag edits.
    input: Input,
    /// Foot of the arrow at the start of the drag, world, meters.
    foot: DVec3,
    /// Length of the arrow, meters.
    length: f64,
    /// Whether the arrow is opposite to the direction, as for body B.
    is_opposite: bool,
    /// Whether the tip is on the far half of the sphere; it stays there during the drag.
    is_far: bool,
}

/// A pane, its camera and the dimension of its scene.
struct PaneView<'a> {
    lens: Lens,
    response: &'a Response,
    /// Whether the scene is planar.
    is_planar: bool,
}

impl PaneView<'_> {
    /// Position on the screen, points, of a point of the world, meters; `None` when it is not in view.
    fn project_to_screen(&self, point: DVec3) -> Option<Pos2> {
        let rect = self.response.rect;
        self.lens.project(point, pane_size(rect)).map(|projected| to_screen_point(rect, projected))
    }

    /// Position of the handle beyond the tip of an arrow on the screen, points; `None` when the arrow is not in view.
    fn handle_position(&self, foot: DVec3, tip: DVec3) -> Option<Pos2> {
        let foot = self.project_to_screen(foot)?;
        let tip = self.project_to_screen(tip)?;
        let along = (tip - foot).normalized();
        Some(if along.is_finite() { tip + along * HANDLE_DISTANCE } else { tip })
    }

    /// Unit vector from the foot to the point of the sphere at the position `at` of the pointer; outside of the sphere,
    /// to its outline. `None` when the pointer is at the foot.
    fn direction_to(&self, drag: &DirectionDrag, at: Pos2) -> Option<DVec3> {
        let pointer = to_pane_point(self.response.rect, at);
        let LineOfSight { eye, direction } = self.lens.line_of_sight(pointer, pane_size(self.response.rect));
        if self.is_planar {
            // Intersection of the line of sight with the plane z = 0, relative to the foot.
            let on_plane = eye - direction * (eye.z / direction.z) - drag.foot;
            return on_plane.truncate().try_normalize().map(|d| d.extend(0.0));
        }
        let radius = drag.length * SPHERE_RADIUS;
        // Point of the line of sight nearest to the foot, relative to the foot. The line meets the sphere at the
        // distance `depth` on both sides of that point; the maximum selects the outline where the line misses the
        // sphere.
        let nearest = eye + direction * (drag.foot - eye).dot(direction) - drag.foot;
        let depth = (radius * radius - nearest.length_squared()).max(0.0).sqrt();
        let depth = if drag.is_far { depth } else { -depth };
        (nearest + direction * depth).try_normalize()
    }
}

/// Input of the beat's direction, and the arrow that shows it in the view.
struct DirectionArrow {
    /// Input of the scene that is the direction.
    input: Input,
    /// Foot of the arrow, world, meters.
    foot: DVec3,
    /// Tip of the arrow, world, meters.
    tip: DVec3,
    /// Whether the arrow is opposite to the direction, as for body B.
    is_opposite: bool,
}

/// Arrow of the beat's direction; `None` when the direction is no input or has no arrow.
fn direction_arrow<'a>(state: &State, marks: impl Iterator<Item = &'a Mark>) -> Option<DirectionArrow> {
    let DirectionInput { input, d } = direction_input(state)?;
    for mark in marks.filter(|mark| mark.role == Role::Axis) {
        // The ids of arrows along the direction start with its symbol.
        let is_direction = mark.key.0.split('/').next() == Some("d");
        if let Form::Arrow { from, to } = mark.form
            && is_direction
        {
            let cosine = cosine(to - from, d);
            if cosine.abs() > 1.0 - PARALLEL_TOLERANCE {
                return Some(DirectionArrow { input, foot: from, tip: to, is_opposite: cosine < 0.0 });
            }
        }
    }
    None
}

/// Input of a query that is a direction, with its value.
struct DirectionInput {
    input: Input,
    /// Direction as stored in the query, not normalized.
    d: DVec3,
}

/// First value of the beat that shows a direction which is an input of the scene; `None` if there is none.
fn direction_input(state: &State) -> Option<DirectionInput> {
    for value in &state.beat()?.values {
        if let Some(input) = draggable_inputs::input_of_value(state, value)
            && let Some(d) = input.direction(&state.doc.scene, state.focus.query)
        {
            return Some(DirectionInput { input, d });
        }
    }
    None
}

/// Cosine of the angle between two vectors; 0 for a zero vector.
fn cosine(a: DVec3, b: DVec3) -> f64 {
    a.normalize_or_zero().dot(b.normalize_or_zero())
}

/// Draws the handle at the tip of the direction's arrow in the view with the id `view`, and handles its drag. `drag` is
/// the active drag, which a press on the handle starts.
pub(super) fn show<'a>(
    ui: &Ui,
    response: &Response,
    state: &State,
    view: &str,
    marks: impl Iterator<Item = &'a Mark>,
    drag: &mut Option<DirectionDrag>,
) -> DragResponse {
    let mut commands = Vec::new();
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let is_planar = state.doc.scene.dimension == Dimension::Two;
    let pane = PaneView { lens: state.camera(view).lens(), response, is_planar };
    let arrow = if state.shows_handles && state.prediction.is_none() { direction_arrow(state, marks) } else { None };
    let handle_position = arrow.as_ref().and_then(|arrow| pane.handle_position(arrow.foot, arrow.tip));
    let is_hovered = response.contains_pointer() && is_near(handle_position, pointer);
    if response.drag_started_by(PointerButton::Primary)
        && is_near(handle_position, ui.input(|input| input.pointer.press_origin()))
        && let Some(DirectionArrow { input, foot, tip, is_opposite }) = arrow
    {
        let is_far = (tip - foot).dot(pane.lens.axes().back) < 0.0;
        *drag = Some(DirectionDrag { input, foot, length: (tip - foot).length(), is_opposite, is_far });
    }
    if let Some(handle_position) = handle_position {
        draw_handle(ui, response, handle_position, is_hovered || drag.is_some());
    }
    if let Some(drag) = drag
        && let Some(pointer) = pointer
        && response.dragged()
    {
        commands.extend(continue_drag(ui, state, &pane, drag, pointer));
    }
    if is_hovered || drag.is_some() {
        ui.set_cursor_icon(if drag.is_some() { CursorIcon::Grabbing } else { CursorIcon::Grab });
    }
    let is_held = drag.is_some();
    if (response.drag_stopped() || !response.dragged()) && drag.take().is_some() {
        commands.push(SceneCommand::EndGesture.into());
    }
    DragResponse { commands, has_pointer: is_held || (is_hovered && !response.dragged()) }
}

/// Rotates the direction to the position `pointer` on the screen, points, while Ctrl is held to a snapped angle, and
/// draws the change with the new angles. Returns the command that edits the scene; `None` when nothing changes.
fn continue_drag(ui: &Ui, state: &State, pane: &PaneView<'_>, drag: &DirectionDrag, pointer: Pos2) -> Option<Command> {
    let snaps = ui.input(|input| input.modifiers.command);
    let along_arrow = pane.direction_to(drag, pointer)?;
    let mut d = if drag.is_opposite { -along_arrow } else { along_arrow };
    if snaps {
        d = snap::snap_direction(d, pane.is_planar);
    }
    let radius = if drag.is_opposite { -SPHERE_RADIUS } else { SPHERE_RADIUS };
    draw_change(ui, pane, [drag.foot, drag.foot + d * drag.length * radius]);
    snap::show_value(ui, pane.response.rect, pointer, &snap::direction_text(d, pane.is_planar), snaps);
    let edit = drag.input.edit_of_rotation(&state.doc.scene, state.focus.query, d)?;
    Some(SceneCommand::Edit(edit).into())
}

/// Whether the pointer is within the tolerance of the handle at `handle_position`; both are on the screen, points.
fn is_near(handle_position: Option<Pos2>, pointer: Option<Pos2>) -> bool {
    let Some(handle) = handle_position else { return false };
    let Some(pointer) = pointer else { return false };
    handle.distance(pointer) <= TOLERANCE
}

/// Draws the handle, larger and filled while it is hovered or dragged.
fn draw_handle(ui: &Ui, response: &Response, handle_position: Pos2, is_active: bool) {
    let painter = ui.painter_at(response.rect);
    let look = Look::get(ui);
    let radius = if is_active { ACTIVE_RADIUS } else { HANDLE_RADIUS };
    let fill = if is_active { look.accent } else { look.panel };
    painter.circle(handle_position, radius, fill, Stroke::new(2.0, look.accent));
}

/// Draws a dashed line between two points of the world: the foot of the arrow and its new tip.
fn draw_change(ui: &Ui, pane: &PaneView<'_>, ends: [DVec3; 2]) {
    let [Some(from), Some(to)] = ends.map(|end| pane.project_to_screen(end)) else { return };
    let painter = ui.painter_at(pane.response.rect);
    let ink = Look::get(ui).accent.gamma_multiply(0.7);
    painter.extend(egui::Shape::dashed_line(&[from, to], Stroke::new(1.4, ink), 4.0, 3.0));
}
