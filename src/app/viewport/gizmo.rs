//! Handles on the selected body or frustum in the world view: arrows for translation, rings for rotation, a knob for
//! the scale or the angle of view, and knobs on the body's axes for the scale along one axis. Every movement of a drag
//! edits the scene, so that the answer is updated during the drag.

mod handles;
mod selected;

use contact_lens_lesson::WORLD;
use contact_lens_model::answer::number::{length, vector};
use contact_lens_picture::Theme;
use contact_lens_picture::segment::distance_in_pane;
use contact_lens_scene::model::Query;
use egui::{PointerButton, Pos2, Rect, Response, Stroke, Ui};
use glam::{DQuat, DVec2, DVec3};

use self::handles::{ARROW_LENGTH, Handle, HandlePlace, PlacedHandle};
use self::selected::{PlacedSelection, Selected};
use super::axes_and_grid::draw_arrow_head;
use super::drag_response::DragResponse;
use super::pane_point::{to_pane_point, to_screen_point};
use super::snap;
use crate::command::SceneCommand;
use crate::files::edit::Edit;
use crate::state::State;
use crate::text::numbers::four_digits;
use crate::theme::Look;

/// Tolerance of the pointer around a handle, points.
const TOLERANCE: f64 = 7.0;

/// Smallest factor of a drag that scales along one axis, since the pointer may be at the center.
const MIN_FACTOR: f64 = 0.02;

/// Largest factor of a drag that scales along one axis, since the drag may start near the center.
const MAX_FACTOR: f64 = 50.0;

/// Distance of a drag of the knob that scales by the number e, points; distances to the right and up are added.
const POINTS_PER_E: f64 = 140.0;

/// Names of the axes.
const AXIS_NAMES: [&str; 3] = ["x", "y", "z"];

/// Active drag of a handle.
#[derive(Clone, Debug)]
pub(super) struct GizmoDrag {
    /// Body or frustum at the start of the drag.
    start: Selected,
    handle: Handle,
    /// Position of the pointer at the start, in the pane, points.
    from: DVec2,
    /// Center of the handles at the start, world, meters.
    position: DVec3,
}

impl GizmoDrag {
    /// Edit that rotates the body or frustum by `added` and moves it to `position`; `None` for a position that is not
    /// finite.
    fn edit_of_motion(&self, position: DVec3, added: DQuat, frame: usize) -> Option<Edit> {
        position.is_finite().then(|| self.start.edit_of_motion(self.position, added, position, frame))
    }
}

/// Draws the handles of the selected body or frustum in the world view, and handles their drags. `drag` is the active
/// drag, which a press on a handle starts. Without a selection, and in later frames of a world, there are no handles.
pub(super) fn show(
    ui: &Ui,
    response: &Response,
    state: &State,
    drag: &mut Option<GizmoDrag>,
    theme: Theme,
) -> DragResponse {
    let mut commands = Vec::new();
    // A scene sets the start of a world; later frames cannot be edited.
    let has_started = state.focus.frame > 0 && state.query().is_some_and(Query::is_of_a_world);
    let selection = if has_started || !state.shows_handles { None } else { Selected::of_selection(state) };
    let Some(PlacedSelection { selected, center }) = selection else {
        *drag = None;
        return DragResponse::default();
    };
    let Some(place) = HandlePlace::new(state.camera(WORLD), response.rect, center) else {
        return DragResponse::default();
    };
    let handles = place.handles(state.tool, &selected);
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let at = pointer.map(|pointer| to_pane_point(response.rect, pointer));
    let is_pointer_in_pane = response.contains_pointer();
    let hovered = at.filter(|_| is_pointer_in_pane).and_then(|at| nearest_handle(&place, &handles, at));
    if response.drag_started_by(PointerButton::Primary) {
        let press = ui.input(|input| input.pointer.press_origin());
        let from = press.map_or(DVec2::ZERO, |press| to_pane_point(response.rect, press));
        *drag = nearest_handle(&place, &handles, from).map(|handle| GizmoDrag {
            start: selected.clone(),
            handle,
            from,
            position: center,
        });
    }
    let held_handle = drag.as_ref().filter(|drag| drag.start.is_same(&selected)).map(|drag| drag.handle);
    draw_handles(ui, &place, &handles, held_handle.or(hovered), theme);
    if let Some(drag) = drag.as_ref()
        && let Some(at) = at
        && response.dragged()
    {
        let snaps = ui.input(|input| input.modifiers.command);
        if let Some(DragEdit { edit, text }) = edit_of_drag(drag, &place, at, snaps, state.focus.frame) {
            snap::show_value(ui, response.rect, to_screen_point(response.rect, at), &text, snaps);
            if edit.changes(&state.doc.scene) {
                commands.push(SceneCommand::Edit(edit).into());
            }
        }
    }
    if response.drag_stopped() && drag.take().is_some() {
        commands.push(SceneCommand::EndGesture.into());
    }
    let has_pointer = held_handle.is_some() || (hovered.is_some() && !response.dragged());
    DragResponse { commands, has_pointer }
}

/// Handle nearest to a point of the pane, within [`TOLERANCE`]; `None` when there is none.
fn nearest_handle(place: &HandlePlace, handles: &[PlacedHandle], at: DVec2) -> Option<Handle> {
    let mut nearest = None;
    let mut nearest_distance = f64::INFINITY;
    for PlacedHandle { handle, polyline } in handles {
        let distance = distance_to_polyline(place, polyline, at);
        if distance <= TOLERANCE && distance < nearest_distance {
            nearest = Some(*handle);
            nearest_distance = distance;
        }
    }
    nearest
}

/// Distance of a point of the pane from the picture of a polyline, points; infinite when nothing of it is visible.
fn distance_to_polyline(place: &HandlePlace, polyline: &[DVec3], at: DVec2) -> f64 {
    let mut nearest = f64::INFINITY;
    for link in polyline.windows(2) {
        if let Some(from) = place.project(link[0])
            && let Some(to) = place.project(link[1])
        {
            nearest = nearest.min(distance_in_pane(at, [from, to]));
        }
    }
    nearest
}

/// Scale factor; if `snaps`, rounded to a multiple of 0.1, at least 0.1.
fn snap_factor(factor: f64, snaps: bool) -> f64 {
    if snaps { (factor * 10.0).round().max(1.0) / 10.0 } else { factor }
}

/// Edit of a drag.
struct DragEdit {
    edit: Edit,
    /// New value, drawn next to the pointer.
    text: String,
}

/// Edit of a drag with the pointer at `at`, in the pane, points. `None` where the drag is impossible from this
/// direction of view.
fn edit_of_drag(drag: &GizmoDrag, place: &HandlePlace, at: DVec2, snaps: bool, frame: usize) -> Option<DragEdit> {
    // Distances are measured from the place of the handles at the start, since they move with the drag.
    let start = HandlePlace { center: drag.position, ..*place };
    match drag.handle {
        Handle::Arrow(k) => {
            let axis = DVec3::AXES[k];
            let mut position = drag.position;
            let coordinate = position[k] + start.distance_along(axis, at) - start.distance_along(axis, drag.from);
            position[k] = place.snap(coordinate, snaps);
            let edit = drag.edit_of_motion(position, DQuat::IDENTITY, frame)?;
            Some(DragEdit { edit, text: format!("{} = {}", AXIS_NAMES[k], length(position[k]).text) })
        }
        Handle::Middle => {
            let back = place.lens.axes().back;
            let position = drag.position + start.intersect_plane(back, at)? - start.intersect_plane(back, drag.from)?;
            let position = position.map(|x| place.snap(x, snaps));
            let edit = drag.edit_of_motion(position, DQuat::IDENTITY, frame)?;
            Some(DragEdit { edit, text: format!("{} m", vector(position).text) })
        }
        Handle::Ring(k) => {
            let angle = rotation_angle(drag, &start, DVec3::AXES[k], at);
            let angle = if snaps { snap::snap_angle(angle) } else { angle };
            let edit = drag.edit_of_motion(drag.position, DQuat::from_axis_angle(DVec3::AXES[k], angle), frame)?;
            Some(DragEdit { edit, text: format!("{}° about {}", four_digits(angle.to_degrees()), AXIS_NAMES[k]) })
        }
        Handle::Knob => {
            // Points of the pane have y down.
            let offset = at - drag.from;
            let factor = snap_factor(((offset.x - offset.y) / POINTS_PER_E).exp(), snaps);
            Some(DragEdit { edit: drag.start.edit_of_scale(factor), text: format!("× {}", four_digits(factor)) })
        }
        Handle::Along(k) => {
            let axis = drag.start.scalable_axes().into_iter().find(|axis| axis.index == k)?.direction;
            let first_distance = start.distance_along(axis, drag.from);
            let distance = start.distance_along(axis, at);
            let factor = snap_factor((distance / first_distance).clamp(MIN_FACTOR, MAX_FACTOR), snaps);
            if !factor.is_finite() {
                return None;
            }
            let edit = drag.start.edit_of_scale_along(k, factor)?;
            Some(DragEdit { edit, text: format!("{} × {}", AXIS_NAMES[k], four_digits(factor)) })
        }
    }
}

/// Angle of a drag about the unit vector `axis` to the pointer position `at`, in the pane, points; radians,
/// counterclockwise as seen against the axis.
fn rotation_angle(drag: &GizmoDrag, start: &HandlePlace, axis: DVec3, at: DVec2) -> f64 {
    if let Some(from) = start.direction_in_plane(axis, drag.from)
        && let Some(to) = start.direction_in_plane(axis, at)
    {
        return axis.dot(from.cross(to)).atan2(from.dot(to));
    }
    // The ring is seen edge-on: a movement of the pointer along its picture by the length of an arrow is one radian.
    let view = start.lens.axes();
    let across = view.back.cross(axis);
    let along = DVec2::new(across.dot(view.right), -across.dot(view.up)).normalize_or(DVec2::X);
    (at - drag.from).dot(along) / ARROW_LENGTH
}

/// Draws the handles, the `active` one thicker.
fn draw_handles(ui: &Ui, place: &HandlePlace, handles: &[PlacedHandle], active: Option<Handle>, theme: Theme) {
    let painter = ui.painter_at(place.rect);
    let paper = theme.paper();
    for PlacedHandle { handle, polyline } in handles {
        let is_active = active == Some(*handle);
        let ink = match handle {
            Handle::Arrow(axis) | Handle::Ring(axis) | Handle::Along(axis) => Look::to_egui_color(paper.axes[*axis]),
            Handle::Middle | Handle::Knob => Look::to_egui_color(paper.text),
        };
        let stroke = if is_active { Stroke::new(4.0, ink) } else { Stroke::new(2.4, ink.gamma_multiply(0.85)) };
        let halo = Stroke::new(stroke.width + 2.0, Look::to_egui_color(paper.pane).gamma_multiply(0.7));
        let points: Vec<Pos2> = polyline.iter().filter_map(|p| place.project_to_screen(*p)).collect();
        let Some(end) = points.last().copied().filter(|_| points.len() == polyline.len()) else { continue };
        painter.add(egui::Shape::line(points.clone(), halo));
        painter.add(egui::Shape::line(points.clone(), stroke));
        let scale = if is_active { 1.3 } else { 1.0 };
        match handle {
            Handle::Arrow(_) => draw_arrow_head(&painter, points[0], end, 9.0 * scale, ink),
            Handle::Middle => {
                painter.circle(end, 5.0 * scale, Look::to_egui_color(paper.pane), Stroke::new(2.0, ink));
            }
            Handle::Knob | Handle::Along(_) => {
                let square = Rect::from_center_size(end, egui::Vec2::splat(11.0 * scale));
                painter.rect(
                    square,
                    2.0,
                    Look::to_egui_color(paper.pane),
                    Stroke::new(2.0, ink),
                    egui::StrokeKind::Inside,
                );
            }
            Handle::Ring(_) => {}
        }
    }
}
