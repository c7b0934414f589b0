//! Where the cameras stand: on opening a scene, on "frame all" and on "frame selection".

use super::command::Pane;
use super::state::{State, lit};
use crate::lesson::{CSO, WORLD};
use crate::picture::{Bounds, Camera, Form, Key, Picture};
use crate::scene::model::{self, Scene, Shape};

/// Cameras for a scene that was just opened: its own, or such that everything is in view.
pub(super) fn first_cameras(state: &mut State) {
    let own = state.doc.scene.cameras.clone();
    let flat = is_planar(&state.doc.scene);
    let normal = state.verdict().map_or(glam::DVec3::ZERO, |verdict| verdict.normal);
    for pane in Pane::ALL {
        let recorded = own.as_ref().and_then(|cameras| match pane {
            Pane::World => cameras.world.as_ref(),
            Pane::Cso => cameras.cso.as_ref(),
        });
        state.framed[pane as usize] = recorded.is_none();
        state.cameras[pane as usize] = match recorded {
            Some(camera) => recorded_camera(camera),
            None if flat => Camera::flat(),
            None if pane == Pane::World => Camera::across(normal),
            None => Camera::facing(normal),
        };
        if recorded.is_none() {
            frame_all(state, pane);
        }
    }
}

fn recorded_camera(camera: &model::Camera) -> Camera {
    Camera {
        target: camera.target.into(),
        distance: camera.distance,
        azimuth: camera.azimuth.to_radians(),
        elevation: camera.elevation.to_radians(),
        ..Camera::default()
    }
}

/// Whether every body lies in the plane z = 0 by its kind.
fn is_planar(scene: &Scene) -> bool {
    let flat = |shape: &Shape| matches!(shape, Shape::Circle { .. } | Shape::Rectangle { .. } | Shape::Polygon { .. });
    scene.bodies.iter().all(|body| flat(&body.shape))
}

/// Shows all that stands still, from where the camera looks now.
pub(super) fn frame_all(state: &mut State, pane: Pane) {
    let Some(backdrop) = state.backdrop() else { return };
    let picture = match pane {
        Pane::World => backdrop.pictures.of(WORLD),
        Pane::Cso => backdrop.pictures.of(CSO),
    };
    let mut bounds = Bounds::of(picture);
    // Where no body stands the beat's own marks are what there is to see.
    if !picture.marks.iter().any(|mark| matches!(mark.form, Form::Solid(_) | Form::Polygon(_))) {
        bounds.join(state.picture(pane).map(Bounds::of).unwrap_or_default());
    }
    frame(state, pane, &bounds);
    state.framed[pane as usize] = true;
}

fn frame(state: &mut State, pane: Pane, bounds: &Bounds) {
    if bounds.is_empty() {
        return;
    }
    let size = state.sizes[pane as usize];
    let (side, top) = (1.0 - 2.0 * MARGIN, if state.prefs.legend { (LEGEND / size.y).min(0.25) } else { 0.0 });
    let aspect = size.x / size.y * side / (side - top);
    let camera = &mut state.cameras[pane as usize];
    *camera = camera.framing(bounds, aspect, MARGIN + 0.5 * top);
    camera.target += camera.axes().up * camera.half_height() * top;
}

/// Left free on each side, a share of the pane.
const MARGIN: f64 = 0.07;

/// Left free for the legend above, points.
const LEGEND: f64 = 40.0;

/// Frames the marks under the pointer, or this beat's own marks, in the pane that keys act on.
pub(super) fn frame_selection(state: &mut State) {
    let pane = state.pane;
    let backdrop = state.backdrop();
    let still = backdrop.iter().flat_map(|backdrop| match pane {
        Pane::World => &backdrop.pictures.of(WORLD).marks,
        Pane::Cso => &backdrop.pictures.of(CSO).marks,
    });
    let beat = state.picture(pane).cloned().unwrap_or_default();
    let body = state.focus.body.and_then(|body| state.doc.scene.bodies.get(body));
    let wanted = state.hover.clone().or_else(|| body.map(|body| Key::from(format!("body/{}", body.name))));
    let under = still.chain(&beat.marks).filter(|mark| lit(wanted.as_ref(), &mark.key));
    let under = Bounds::of(&Picture { marks: under.cloned().collect() });
    let bounds = if under.is_empty() { Bounds::of(&beat) } else { under };
    if bounds.is_empty() {
        return frame_all(state, pane);
    }
    frame(state, pane, &bounds);
    state.framed[pane as usize] = false;
}
