//! Handles on the selected body or frustum in the world view: arrows for translation, rings for rotation, a knob for
//! the scale or the angle of view, and knobs on the body's axes for the scale along one axis. Every movement of a drag
//! edits the scene, so that the answer is updated during the drag.

mod selected;

use egui::{PointerButton, Pos2, Rect, Response, Stroke, Ui};
use glam::{DQuat, DVec2, DVec3};

use self::selected::Selected;
use super::axes_and_grid::draw_arrow_head;
use super::drag_response::DragResponse;
use super::pane_point::{to_pane_point, to_screen_point};
use super::{pane_size, snap};
use crate::answer::number::{length, vector};
use crate::app::command::{SceneCommand, Tool};
use crate::app::files::edit::Edit;
use crate::app::state::State;
use crate::app::text::numbers::four_digits;
use crate::app::theme::Look;
use crate::picture::segment::distance_in_pane;
use crate::picture::{Lens, LineOfSight, Theme};
use crate::scene::model::Query;

/// Length of an arrow on the screen, points.
const ARROW_LENGTH: f64 = 62.0;

/// Square of the least sine of the angle between an arrow and the line of sight at which the arrow can be dragged.
const MIN_SINE_SQUARED: f64 = 1e-4;

/// Least sine of the angle between a plane and the line of sight at which a drag in the plane is possible.
const MIN_SLOPE: f64 = 0.05;

/// Start of an arrow, in lengths of an arrow from the center.
const ARROW_START: f64 = 0.2;

/// Radius of the rings, in lengths of an arrow.
const RING_RADIUS: f64 = 0.85;

/// Coordinates of the knob to the right and up, in lengths of an arrow.
const KNOB_POSITION: f64 = 0.62;

/// Tolerance of the pointer around a handle, points.
const TOLERANCE: f64 = 7.0;

/// Number of sides of the polygon that draws a ring.
const RING_SIDES: u32 = 48;

/// Smallest factor of a drag that scales along one axis, since the pointer may be at the center.
const MIN_FACTOR: f64 = 0.02;

/// Largest factor of a drag that scales along one axis, since the drag may start near the center.
const MAX_FACTOR: f64 = 50.0;

/// Distance of a drag of the knob that scales by the number e, points; distances to the right and up are added.
const POINTS_PER_E: f64 = 140.0;

/// Names of the axes.
const AXIS_NAMES: [&str; 3] = ["x", "y", "z"];

/// A handle; axes are x, y, z as 0, 1, 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Handle {
    /// Translates along a world axis.
    Arrow(usize),
    /// Translates in the plane of the screen.
    Middle,
    /// Rotates about a world axis.
    Ring(usize),
    /// Scales in all directions.
    Knob,
    /// Scales along an axis of the body.
    Along(usize),
}

/// A handle with its shape.
struct PlacedHandle {
    handle: Handle,
    /// Vertices of the line that is drawn and dragged, world, meters.
    polyline: Vec<DVec3>,
}

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

/// Pane and position of the handles.
struct HandlePlace {
    lens: Lens,
    /// Rectangle of the pane on the screen, points.
    rect: Rect,
    /// Center of the handles, world, meters.
    center: DVec3,
    /// Meters per point of screen at the depth of the handles.
    meters_per_point: f64,
    /// Whether the camera looks straight at the plane z = 0; then there are only handles that stay in the plane.
    is_planar: bool,
}

impl HandlePlace {
    /// Position of a point in the pane, points; `None` when it is not in view.
    fn project(&self, point: DVec3) -> Option<DVec2> {
        self.lens.project(point, pane_size(self.rect))
    }

    /// Position of a point on the screen, points; `None` when it is not in view.
    fn project_to_screen(&self, point: DVec3) -> Option<Pos2> {
        self.project(point).map(|projected| to_screen_point(self.rect, projected))
    }

    /// Handles of a tool.
    fn handles(&self, tool: Tool, selected: &Selected) -> Vec<PlacedHandle> {
        let length = ARROW_LENGTH * self.meters_per_point;
        let center = self.center;
        let mut handles = Vec::new();
        match tool {
            Tool::Move => {
                for (k, axis) in DVec3::AXES.into_iter().enumerate().filter(|(k, _)| !self.is_planar || *k < 2) {
                    let polyline = vec![center + axis * length * ARROW_START, center + axis * length];
                    handles.push(PlacedHandle { handle: Handle::Arrow(k), polyline });
                }
                handles.push(PlacedHandle { handle: Handle::Middle, polyline: vec![center; 2] });
            }
            Tool::Rotate => {
                for (k, axis) in DVec3::AXES.into_iter().enumerate().filter(|(k, _)| !self.is_planar || *k == 2) {
                    let polyline = self.ring_points(axis, length * RING_RADIUS);
                    handles.push(PlacedHandle { handle: Handle::Ring(k), polyline });
                }
            }
            Tool::Scale if !selected.can_scale() => {}
            Tool::Scale => {
                let view = self.lens.axes();
                let corner = (view.right + view.up) * (length * KNOB_POSITION);
                for (k, axis) in selected.own_axes().into_iter().filter(|(k, _)| !self.is_planar || *k < 2) {
                    let polyline = vec![center, center + axis * length];
                    handles.push(PlacedHandle { handle: Handle::Along(k), polyline });
                }
                handles.push(PlacedHandle { handle: Handle::Knob, polyline: vec![center, center + corner] });
            }
        }
        handles
    }

    /// Points of a closed circle around the center, perpendicular to `axis`.
    fn ring_points(&self, axis: DVec3, radius: f64) -> Vec<DVec3> {
        let (u, v) = axis.any_orthonormal_pair();
        let angles = (0..=RING_SIDES).map(|k| f64::from(k) / f64::from(RING_SIDES) * std::f64::consts::TAU);
        angles.map(f64::sin_cos).map(|(sin, cos)| self.center + (u * cos + v * sin) * radius).collect()
    }

    /// Coordinate in meters, rounded to a fine grid if `snaps`.
    fn snap(&self, meters: f64, snaps: bool) -> f64 {
        if snaps { snap::snap_length(&self.lens, self.rect, meters) } else { meters }
    }

    /// Point of the line through the center along `axis` that is nearest to the line of sight through `at`, as its
    /// distance from the center, meters; negative against the axis.
    fn distance_along(&self, axis: DVec3, at: DVec2) -> f64 {
        let LineOfSight { eye, direction } = self.lens.line_of_sight(at, pane_size(self.rect));
        let between = self.center - eye;
        let slope = axis.dot(direction);
        let sine_squared = 1.0 - slope * slope;
        // Seen along the axis, all points are equally near.
        if sine_squared < MIN_SINE_SQUARED {
            0.0
        } else {
            (between.dot(direction) * slope - between.dot(axis)) / sine_squared
        }
    }

    /// Intersection of the line of sight through `at` with the plane through the center that has this normal; `None`
    /// when the plane is seen edge-on.
    fn intersect_plane(&self, normal: DVec3, at: DVec2) -> Option<DVec3> {
        let LineOfSight { eye, direction } = self.lens.line_of_sight(at, pane_size(self.rect));
        let slope = normal.dot(direction);
        (slope.abs() > MIN_SLOPE).then(|| eye + direction * (normal.dot(self.center - eye) / slope))
    }
}

/// Draws the handles and runs their drags.
pub(super) fn show(
    ui: &Ui,
    response: &Response,
    state: &State,
    drag: &mut Option<GizmoDrag>,
    theme: Theme,
) -> DragResponse {
    let mut out = Vec::new();
    // A scene sets the start of a world; later frames cannot be edited.
    let has_started = state.focus.frame > 0 && state.query().is_some_and(Query::is_of_a_world);
    let Some((selected, center)) = Selected::of_selection(state).filter(|_| !has_started && state.shows_handles) else {
        *drag = None;
        return DragResponse::default();
    };
    let camera = state.camera(crate::lesson::WORLD);
    // Distance of the center from the eye along the camera's axis, relative to that of the camera's target.
    let depth = if camera.orthographic { 1.0 } else { 1.0 - camera.to_view(center).z / camera.distance };
    let meters_per_point = 2.0 * camera.half_height() / f64::from(response.rect.height()).max(1.0) * depth;
    let is_planar = camera.orthographic && camera.elevation == 0.0 && camera.azimuth == 0.0;
    let place = HandlePlace { lens: camera.lens(), rect: response.rect, center, meters_per_point, is_planar };
    if place.project(center).is_none() || !meters_per_point.is_finite() || meters_per_point <= 0.0 {
        return DragResponse::default();
    }
    let handles = place.handles(state.tool, &selected);
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let at = pointer.map(|pointer| to_pane_point(response.rect, pointer));
    let hovered = match at {
        Some(at) if response.contains_pointer() => nearest_handle(&place, &handles, at),
        _ => None,
    };
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
    paint(ui, &place, &handles, held_handle.or(hovered), theme);
    if let (Some(drag), Some(at), true) = (drag.as_ref(), at, response.dragged()) {
        let snaps = ui.input(|input| input.modifiers.command);
        let (edit, text) = edit_of_drag(drag, &place, at, snaps, state.focus.frame).unzip();
        if let Some(text) = text {
            snap::show_value(ui, response.rect, to_screen_point(response.rect, at), &text, snaps);
        }
        let edit = edit.filter(|edit| edit.changes(&state.doc.scene));
        out.extend(edit.map(|edit| SceneCommand::Edit(edit).into()));
    }
    if response.drag_stopped() && drag.take().is_some() {
        out.push(SceneCommand::EndGesture.into());
    }
    let has_pointer = held_handle.is_some() || (hovered.is_some() && !response.dragged());
    DragResponse { commands: out, has_pointer }
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
    let links = polyline.windows(2).filter_map(|link| Some((place.project(link[0])?, place.project(link[1])?)));
    links.map(|(a, b)| distance_in_pane(at, [a, b])).fold(f64::INFINITY, f64::min)
}

/// Factor, rounded to a multiple of 0.1 that is at least 0.1 if `snaps`.
fn snap_factor(factor: f64, snaps: bool) -> f64 {
    if snaps { (factor * 10.0).round().max(1.0) / 10.0 } else { factor }
}

/// Edit of a drag with the pointer at `at`, in the pane, points, and the text next to the pointer. `None` where the
/// drag is impossible from this direction of view.
fn edit_of_drag(drag: &GizmoDrag, place: &HandlePlace, at: DVec2, snaps: bool, frame: usize) -> Option<(Edit, String)> {
    let start = HandlePlace { center: drag.position, ..*place };
    Some(match drag.handle {
        Handle::Arrow(k) => {
            let axis = DVec3::AXES[k];
            let mut position = drag.position;
            let coordinate = position[k] + start.distance_along(axis, at) - start.distance_along(axis, drag.from);
            position[k] = place.snap(coordinate, snaps);
            let edit = drag.edit_of_motion(position, DQuat::IDENTITY, frame)?;
            (edit, format!("{} = {}", AXIS_NAMES[k], length(position[k]).text))
        }
        Handle::Middle => {
            let back = place.lens.axes().back;
            let position = drag.position + start.intersect_plane(back, at)? - start.intersect_plane(back, drag.from)?;
            let position = position.map(|x| place.snap(x, snaps));
            (drag.edit_of_motion(position, DQuat::IDENTITY, frame)?, format!("{} m", vector(position).text))
        }
        Handle::Ring(k) => {
            let angle = rotation_angle(drag, &start, DVec3::AXES[k], at);
            let angle = if snaps { snap::snap_angle(angle) } else { angle };
            let edit = drag.edit_of_motion(drag.position, DQuat::from_axis_angle(DVec3::AXES[k], angle), frame)?;
            (edit, format!("{}° about {}", four_digits(angle.to_degrees()), AXIS_NAMES[k]))
        }
        Handle::Knob => {
            let offset = at - drag.from;
            let factor = snap_factor(((offset.x - offset.y) / POINTS_PER_E).exp(), snaps);
            (drag.start.edit_of_scale(factor), format!("× {}", four_digits(factor)))
        }
        Handle::Along(k) => {
            let (_, axis) = drag.start.own_axes().into_iter().find(|(index, _)| *index == k)?;
            let first_distance = start.distance_along(axis, drag.from);
            let distance = start.distance_along(axis, at);
            let factor = snap_factor((distance / first_distance).clamp(MIN_FACTOR, MAX_FACTOR), snaps);
            if !factor.is_finite() {
                return None;
            }
            let edit = drag.start.edit_of_scale_along(k, factor)?;
            (edit, format!("{} × {}", AXIS_NAMES[k], four_digits(factor)))
        }
    })
}

/// Rotation angle of a drag about `axis`, radians.
fn rotation_angle(drag: &GizmoDrag, start: &HandlePlace, axis: DVec3, at: DVec2) -> f64 {
    let on_ring = [drag.from, at].map(|at| start.intersect_plane(axis, at));
    if let [Some(from), Some(to)] = on_ring.map(|point| Some((point? - start.center).normalize_or_zero())) {
        return axis.dot(from.cross(to)).atan2(from.dot(to));
    }
    // The ring is seen edge-on: a movement of the pointer along its picture by the length of an arrow is one radian.
    let view = start.lens.axes();
    let across = view.back.cross(axis);
    let along = DVec2::new(across.dot(view.right), -across.dot(view.up)).normalize_or(DVec2::X);
    (at - drag.from).dot(along) / ARROW_LENGTH
}

/// Draws the handles, the `active` one thicker.
fn paint(ui: &Ui, place: &HandlePlace, handles: &[PlacedHandle], active: Option<Handle>, theme: Theme) {
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
