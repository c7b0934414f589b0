//! Sets cameras so that marks fill the pane: after opening a scene, for “frame all” and “frame selection”, and when the
//! content of a framed view changes.

use contact_lens_lesson::{View, ViewKind};
use contact_lens_picture::{Bounds, Camera, Form, Key, Mark, Picture, Role, Up, clear_of_axes};
use contact_lens_play as play;
use contact_lens_scene::model::{self, Query};
use glam::{DVec2, DVec3};

use crate::state::State;
use crate::view::hover::is_highlighted;
use crate::view::view_camera::ViewCamera;

/// Largest diagonal of the framed part of a world's run, in diagonals of the current frame. Bodies that fly farther
/// would make all others too small.
const MAX_RUN_SIZE: f64 = 4.0;

/// Maximum number of bodies for which the marks of all steps are framed; with more, finding them would take long.
const MAX_FRAMED_BODIES: usize = 60;

/// Margin on each side, relative to the pane.
const MARGIN: f64 = 0.07;

/// Height reserved for the legend at the top, points.
const LEGEND_HEIGHT: f64 = 40.0;

/// Maximum fraction of the pane's height that is reserved for the legend.
const MAX_LEGEND: f64 = 0.25;

/// Excess of the values on lanes over the range in view that counts as rounding error, relative to half of the range.
const ROUNDING: f64 = 1e-6;

/// Smallest fraction of the range in view that the values on lanes may fill; if they fill less, the lanes are framed
/// again.
const MIN_LANE_FILL: f64 = 0.25;

/// Sets the first camera of a view: the scene's own, or one that shows everything.
pub(crate) fn set_first_camera(state: &mut State, view: &View) {
    let scene = &state.doc.scene;
    let stored = scene.cameras.as_ref().and_then(|cameras| cameras.get(view.id));
    let default = match &state.recording {
        Some(recording) => play::first_camera(scene, &*recording.lesson, view),
        None => view.camera(DVec3::ZERO),
    };
    let stored = stored.map(|camera| stored_camera(camera, default.up));
    let Some(view_camera) = state.view_cameras.edit(view.id) else { return };
    view_camera.framed = stored.is_none();
    view_camera.follows = stored.is_none();
    view_camera.motion = None;
    view_camera.camera = stored.unwrap_or(default);
    if stored.is_none() {
        frame_all(state, view.id);
    }
}

/// Camera from the scene file, whose angles are in degrees.
fn stored_camera(camera: &model::Camera, up: Up) -> Camera {
    Camera {
        up,
        target: camera.target.into(),
        distance: camera.distance,
        azimuth: camera.azimuth.to_radians(),
        elevation: camera.elevation.to_radians(),
        ..Camera::default()
    }
}

/// Frames a view from its camera's current direction.
///
/// The framed bounds contain the marks of the backdrop, and in addition
///
/// - without bodies in the backdrop: all marks of the beat;
/// - for a world: its moving bodies, and in a plane also their later frames, as far as the run stays small;
/// - otherwise: the marks of all steps, or in scenes with many bodies the draggable directions of the beat.
pub(crate) fn frame_all(state: &mut State, view: &str) {
    let Some(backdrop) = state.backdrop() else { return };
    let picture = backdrop.pictures.of(view);
    let mut bounds = Bounds::of(picture);
    let beat = state.picture(view);
    let is_world = state.query().is_some_and(Query::is_of_a_world);
    // Bodies that the query does not name (bystanders) do not count: in a lesson on a hull they are the only ones in
    // the backdrop, and the points to frame are in the beat.
    let shows_bodies = picture.marks.iter().any(|mark| is_body(mark) && (is_world || !mark.role.is_in_background()));
    if !shows_bodies {
        if let Some(beat) = beat {
            bounds.join(Bounds::of(beat));
        }
    } else if is_world {
        // The backdrop of a world holds only its fixed bodies; the others are in the beat.
        let moving = beat.into_iter().flat_map(|picture| &picture.marks).filter(|mark| is_body(mark));
        bounds.add(&moving.cloned().collect());
    } else if let Some(extent) = bounds_over_steps(state, view) {
        bounds.join(extent);
    } else {
        // A direction is dragged by the tip of its arrow, so the tip is framed too.
        let directions = beat.into_iter().flat_map(|picture| &picture.marks).filter(|mark| is_direction(mark));
        bounds.add(&directions.cloned().collect());
    }
    if is_world && state.view_cameras.view_camera(view).view.kind == ViewKind::Plane {
        let size = beat.map_or(0.0, |picture| Bounds::of(picture).diagonal()).max(bounds.diagonal());
        bounds = join_with_run(bounds, size, state);
    }
    frame(state, view, &bounds, true);
}

/// Whether a mark shows a body: a solid or polygon that is not part of the grid.
fn is_body(mark: &Mark) -> bool {
    matches!(mark.form, Form::Solid(_) | Form::Polygon(_)) && mark.role != Role::Grid
}

/// Whether a mark is the arrow of a direction, which can be dragged.
fn is_direction(mark: &Mark) -> bool {
    mark.role == Role::Axis && matches!(mark.form, Form::Arrow { .. })
}

/// Bounds of a view's marks over all steps, so that no later arrow or point leaves the pane. `None` for views without a
/// ground and for scenes of more than [`MAX_FRAMED_BODIES`] bodies, where it would take long.
fn bounds_over_steps(state: &State, view: &str) -> Option<Bounds> {
    let has_ground = state.view_cameras.view_camera(view).view.kind.has_ground();
    if !has_ground || state.doc.scene.bodies.len() > MAX_FRAMED_BODIES {
        return None;
    }
    state.recording.as_ref()?.extent(view).cloned()
}

/// Joins the bounds `now` of a world's frame with those of as many later frames as keep the diagonal at most
/// [`MAX_RUN_SIZE`] times `size`, in meters, so that moving bodies stay in the pane.
fn join_with_run(now: Bounds, size: f64, state: &State) -> Bounds {
    let extent = state.recording.as_ref().map_or(&[][..], |recording| &recording.world_extent);
    let joined = extent.iter().map(|corners| extend_by_points(&now, corners));
    let largest = joined.take_while(|bounds| bounds.diagonal() <= MAX_RUN_SIZE * size).last();
    largest.unwrap_or(now)
}

/// Returns `bounds` extended by both points.
fn extend_by_points(bounds: &Bounds, points: &[DVec3; 2]) -> Bounds {
    let mut extended = bounds.clone();
    for point in points {
        extended.include(*point);
    }
    extended
}

/// Frames the views that were empty when they were last framed. Views whose cameras the user moved stay.
pub(crate) fn frame_empty_views(state: &mut State) {
    for view in state.views() {
        let view_camera = state.view_cameras.view_camera(view.id);
        if view_camera.framed && view_camera.was_empty {
            frame_all(state, view.id);
        }
    }
}

/// Frames the views that a new run does not fit: views that were empty when they were last framed, lanes whose values
/// exceed the range in view or fill little of it, and worlds with a moving body outside of the pane. Views whose
/// cameras the user moved stay.
pub(crate) fn frame_views_for_new_run(state: &mut State) {
    for view in state.views() {
        let view_camera = state.view_cameras.view_camera(view.id);
        let needs_framing = match view.kind {
            ViewKind::Lanes => misfits_lanes(state, view.id),
            ViewKind::Plane => has_moving_body_outside(state, view.id),
            ViewKind::Space | ViewKind::Sphere | ViewKind::Chart | ViewKind::Tiles => false,
        };
        if view_camera.framed && (view_camera.was_empty || needs_framing) {
            frame_all(state, view.id);
        }
    }
}

/// Whether the marks on lanes exceed the range in view, along x, or fill less than [`MIN_LANE_FILL`] of it.
fn misfits_lanes(state: &State, view: &str) -> bool {
    let mut bounds = state.picture(view).map(Bounds::of).unwrap_or_default();
    if let Some(backdrop) = state.backdrop() {
        bounds.join(Bounds::of(backdrop.pictures.of(view)));
    }
    let Some([low, high]) = bounds.corners() else { return false };
    let camera = state.camera(view);
    let width = high.x - low.x;
    // Lanes show their values over twice the half height of the camera, whatever the shape of the pane.
    let half_range = camera.half_height();
    let excess = (high.x - camera.target.x).max(camera.target.x - low.x) - half_range;
    excess > ROUNDING * half_range || width < MIN_LANE_FILL * (2.0 * half_range)
}

/// Whether the center of a moving body of a world is outside of its view.
fn has_moving_body_outside(state: &State, view: &str) -> bool {
    if !state.query().is_some_and(Query::is_of_a_world) {
        return false;
    }
    let Some(backdrop) = state.backdrop() else { return false };
    let Some(picture) = state.picture(view) else { return false };
    let fixed_marks = &backdrop.pictures.of(view).marks;
    let view_camera = state.view_cameras.view_camera(view);
    let mut solids = picture.marks.iter().filter(|mark| mark.role != Role::Grid && matches!(mark.form, Form::Solid(_)));
    solids.any(|mark| is_outside(mark, view_camera) && !fixed_marks.iter().any(|fixed| fixed.key == mark.key))
}

/// Whether the center of a mark is outside of the pane of a flat view; false for a mark without an extent.
fn is_outside(mark: &Mark, view_camera: &ViewCamera) -> bool {
    let Some(center) = Bounds::of(&Picture::from_iter([mark.clone()])).center() else { return false };
    // Half the width and height of the pane, meters. The camera looks along z.
    let half_size = view_camera.camera.half_height() * DVec2::new(view_camera.size.x / view_camera.size.y, 1.0);
    let offset = (center - view_camera.camera.target).truncate();
    offset.abs().cmpgt(half_size).any()
}

/// Frames `bounds`, world, meters, below the legend. `shows_all` is whether the bounds contain all marks; only then is
/// the view framed again when its content changes.
fn frame(state: &mut State, view: &str, bounds: &Bounds, shows_all: bool) {
    let legend = state.prefs.legend;
    let Some(view_camera) = state.view_cameras.edit(view) else { return };
    view_camera.framed = shows_all;
    view_camera.was_empty = bounds.is_empty();
    if bounds.is_empty() {
        return;
    }
    let size = view_camera.size;
    let kind = view_camera.view.kind;
    if !kind.has_ground() {
        view_camera.camera = kind.framing(view_camera.camera, bounds, size.x / size.y, MARGIN);
        return;
    }
    // Fractions of the pane's height: the area between the margins, and the legend at the top of that area.
    let inside = 1.0 - 2.0 * MARGIN;
    let top = if legend { (LEGEND_HEIGHT / size.y).min(MAX_LEGEND) } else { 0.0 };
    let aspect = size.x / size.y * inside / (inside - top);
    let from = view_camera.camera;
    view_camera.camera = if kind == ViewKind::Plane {
        clear_of_axes(bounds, size, MARGIN, |margin| framing_below_legend(from, bounds, aspect, top, margin))
    } else {
        framing_below_legend(from, bounds, aspect, top, MARGIN)
    };
}

/// Camera that frames `bounds` from the direction of `from`, below a legend that takes the fraction `top` of the pane's
/// height. `margin` is the margin on each side, relative to the pane; `aspect` is the ratio of width to height of the
/// remaining area.
fn framing_below_legend(from: Camera, bounds: &Bounds, aspect: f64, top: f64, margin: f64) -> Camera {
    let camera = from.framing(bounds, aspect, margin + 0.5 * top);
    // The framed area is centered in the pane. Moving the target up by half of the legend's height, which is `top`
    // times the half height of the camera, moves the area below the legend.
    Camera { target: camera.target + camera.axes().up * camera.half_height() * top, ..camera }
}

/// Frames the mark under the pointer, else the selected body, else the beat's own marks, else everything, in the view
/// that keys act on.
pub(crate) fn frame_selection(state: &mut State) {
    let view = state.active_view;
    let backdrop = state.backdrop();
    let static_marks = backdrop.iter().flat_map(|backdrop| &backdrop.pictures.of(view).marks);
    let beat = state.picture(view).cloned().unwrap_or_default();
    let body = state.focus.body.and_then(|body| state.doc.scene.bodies.get(body));
    let selected = state.hover.clone().or_else(|| body.map(|body| Key::from(format!("body/{}", body.name))));
    let selected_marks = static_marks.chain(&beat.marks).filter(|mark| is_highlighted(selected.as_ref(), &mark.key));
    let mut bounds = Bounds::of(&selected_marks.cloned().collect());
    if bounds.is_empty() {
        bounds = Bounds::of(&beat);
    }
    if bounds.is_empty() {
        return frame_all(state, view);
    }
    frame(state, view, &bounds, false);
}
