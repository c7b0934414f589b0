//! Handles on the selected body in the world view: arrows to move it, rings to turn it, a knob to scale it. Every drag is
//! an edit like one from the panel, so the query follows the pointer.

use egui::{Color32, PointerButton, Pos2, Rect, Response, Stroke, Ui, vec2};
use glam::{DQuat, DVec2, DVec3};

use super::pane_size;
use crate::app::command::{Command, Tool};
use crate::app::edit::{self, Edit};
use crate::app::state::State;
use crate::app::theme::Look;
use crate::picture::{Lens, Theme, ground};
use crate::scene::model::Shape;

/// Length of an arrow on the screen, points.
const REACH: f64 = 62.0;

/// How far the pointer may miss a handle, points.
const MISS: f64 = 7.0;

/// Turns snap to this while Ctrl is held, degrees.
const SNAP_TURN: f64 = 5.0;

/// What can be dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Handle {
    /// Along a world axis.
    Arrow(usize),
    /// In the plane of the screen.
    Middle,
    /// About a world axis.
    Ring(usize),
    /// Larger and smaller.
    Knob,
}

/// A drag that goes on.
#[derive(Clone, Debug)]
pub(super) struct Grip {
    body: usize,
    handle: Handle,
    /// Of the pointer in the pane when it began.
    from: DVec2,
    position: DVec3,
    rotation: DQuat,
    shape: Shape,
}

/// The pane and the body in it.
struct Place {
    lens: Lens,
    rect: Rect,
    center: DVec3,
    /// Meters for a point of screen at the body's depth.
    meters: f64,
    flat: bool,
}

impl Place {
    fn project(&self, point: DVec3) -> Option<DVec2> {
        self.lens.project(point, pane_size(self.rect))
    }

    fn screen(&self, point: DVec3) -> Option<Pos2> {
        self.project(point).map(|p| self.rect.min + vec2(p.x as f32, p.y as f32))
    }

    /// The handles of a tool, each as a chain of points.
    fn handles(&self, tool: Tool) -> Vec<(Handle, Vec<DVec3>)> {
        let length = REACH * self.meters;
        let axes = DVec3::AXES.into_iter().enumerate();
        match tool {
            Tool::Move => {
                let arrows = axes.filter(|(i, _)| !self.flat || *i < 2);
                let arrows = arrows.map(|(i, axis)| {
                    (Handle::Arrow(i), vec![self.center + axis * length * 0.2, self.center + axis * length])
                });
                arrows.chain([(Handle::Middle, vec![self.center; 2])]).collect()
            }
            Tool::Turn => axes
                .filter(|(i, _)| !self.flat || *i == 2)
                .map(|(i, axis)| (Handle::Ring(i), self.ring(axis, length * 0.85)))
                .collect(),
            Tool::Scale => {
                let view = self.lens.axes();
                let corner = (view.right + view.up) * (length * 0.62);
                vec![(Handle::Knob, vec![self.center, self.center + corner])]
            }
        }
    }

    fn ring(&self, axis: DVec3, radius: f64) -> Vec<DVec3> {
        let (u, v) = axis.any_orthonormal_pair();
        let corner = |k: i32| {
            let (sin, cos) = (f64::from(k) / 48.0 * std::f64::consts::TAU).sin_cos();
            self.center + (u * cos + v * sin) * radius
        };
        (0..=48).map(corner).collect()
    }

    /// The point of the line through the body along `axis` that is nearest the line of sight through `at`, meters.
    fn along(&self, axis: DVec3, at: DVec2) -> f64 {
        let (eye, sight) = self.lens.ray(at, pane_size(self.rect));
        let (between, slope) = (self.center - eye, axis.dot(sight));
        let flat = 1.0 - slope * slope;
        if flat < 1e-4 { 0.0 } else { (between.dot(sight) * slope - between.dot(axis)) / flat }
    }

    /// Where the line of sight through `at` meets the plane through the body with this normal; none when seen edge-on.
    fn on_plane(&self, normal: DVec3, at: DVec2) -> Option<DVec3> {
        let (eye, sight) = self.lens.ray(at, pane_size(self.rect));
        let slope = normal.dot(sight);
        (slope.abs() > 0.05).then(|| eye + sight * (normal.dot(self.center - eye) / slope))
    }
}

/// Draws the handles of the selected body and lets them be dragged. The flag says that the pointer belongs to them.
pub(super) fn show(
    ui: &Ui,
    response: &Response,
    state: &State,
    grip: &mut Option<Grip>,
    theme: Theme,
) -> (Vec<Command>, bool) {
    let mut out = Vec::new();
    let scene = &state.doc.scene;
    let Some((index, body)) = state.focus.body.and_then(|i| Some((i, scene.bodies.get(i)?))) else {
        *grip = None;
        return (out, false);
    };
    let (position, rotation) = scene.pose(body, state.focus.frame);
    let camera = state.camera(crate::lesson::WORLD);
    let center = DVec3::from(position);
    let depth = if camera.orthographic { 1.0 } else { 1.0 - camera.to_view(center).z / camera.distance };
    let meters = 2.0 * camera.half_height() / f64::from(response.rect.height()).max(1.0) * depth;
    let flat = camera.orthographic && camera.elevation == 0.0 && camera.azimuth == 0.0;
    let place = Place { lens: camera.lens(), rect: response.rect, center, meters, flat };
    if place.project(center).is_none() || !meters.is_finite() || meters <= 0.0 {
        return (out, false);
    }
    let handles = place.handles(state.tool);
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let at = pointer.map(|p| DVec2::new(f64::from(p.x - response.rect.left()), f64::from(p.y - response.rect.top())));
    let over = at.filter(|_| response.contains_pointer()).and_then(|at| nearest(&place, &handles, at));
    if response.drag_started_by(PointerButton::Primary) {
        let origin = ui.input(|input| input.pointer.press_origin()).map(|p| p - response.rect.min);
        let from = origin.map_or(DVec2::ZERO, |p| DVec2::new(p.x.into(), p.y.into()));
        *grip = nearest(&place, &handles, from).map(|handle| Grip {
            body: index,
            handle,
            from,
            position: center,
            rotation: DQuat::from_array(rotation).normalize(),
            shape: body.shape.clone(),
        });
    }
    let held = grip.as_ref().filter(|grip| grip.body == index).map(|grip| grip.handle);
    paint(ui, &place, &handles, held.or(over), theme);
    if let (Some(grip), Some(at), true) = (grip.as_ref(), at, response.dragged()) {
        let snap = ui.input(|input| input.modifiers.command);
        let edit = drag(grip, &place, at, snap, state.focus.frame);
        out.extend(edit.filter(|edit| edit.changes(scene)).map(Command::Edit));
    }
    if response.drag_stopped() && grip.take().is_some() {
        out.push(Command::EndGesture);
    }
    (out, held.is_some() || (over.is_some() && !response.dragged()))
}

/// The handle under a point of the pane.
fn nearest(place: &Place, handles: &[(Handle, Vec<DVec3>)], at: DVec2) -> Option<Handle> {
    let off = |chain: &[DVec3]| {
        let links = chain.windows(2).filter_map(|link| Some((place.project(link[0])?, place.project(link[1])?)));
        let away = links.map(|(a, b)| {
            let along = b - a;
            let t =
                if along == DVec2::ZERO { 0.0 } else { ((at - a).dot(along) / along.length_squared()).clamp(0.0, 1.0) };
            (a + along * t).distance(at)
        });
        away.fold(f64::INFINITY, f64::min)
    };
    let rated = handles.iter().map(|(handle, chain)| (*handle, off(chain)));
    rated.filter(|(_, off)| *off <= MISS).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(handle, _)| handle)
}

/// What a drag makes of the body.
fn drag(grip: &Grip, place: &Place, at: DVec2, snap: bool, frame: usize) -> Option<Edit> {
    let start = Place { center: grip.position, ..*place };
    let (mut position, mut rotation) = (grip.position, grip.rotation);
    match grip.handle {
        Handle::Arrow(axis) => {
            let axis = DVec3::AXES[axis];
            position += axis * (start.along(axis, at) - start.along(axis, grip.from));
        }
        Handle::Middle => {
            let back = place.lens.axes().back;
            position += start.on_plane(back, at)? - start.on_plane(back, grip.from)?;
        }
        Handle::Ring(axis) => {
            let axis = DVec3::AXES[axis];
            let angle = turn(grip, &start, axis, at);
            let step = SNAP_TURN.to_radians();
            let angle = if snap { (angle / step).round() * step } else { angle };
            rotation = DQuat::from_axis_angle(axis, angle) * rotation;
        }
        Handle::Knob => {
            let off = at - grip.from;
            let factor = ((off.x - off.y) / 140.0).exp();
            let factor = if snap { (factor * 10.0).round().max(1.0) / 10.0 } else { factor };
            return Some(Edit::Shape(grip.body, edit::scaled(&grip.shape, factor)));
        }
    }
    if snap && matches!(grip.handle, Handle::Arrow(_) | Handle::Middle) {
        let step = ground::spacing(place.lens.camera(), f64::from(place.rect.height())) / 5.0;
        position = (position / step).round() * step;
    }
    position.is_finite().then(|| Edit::Pose {
        body: grip.body,
        frame,
        position: position.to_array(),
        rotation: rotation.to_array(),
    })
}

/// The angle about `axis` from where the drag began to where it is.
fn turn(grip: &Grip, start: &Place, axis: DVec3, at: DVec2) -> f64 {
    let on_ring = |at| Some((start.on_plane(axis, at)? - start.center).normalize_or_zero());
    match (on_ring(grip.from), on_ring(at)) {
        (Some(from), Some(to)) => axis.dot(from.cross(to)).atan2(from.dot(to)),
        // The ring is seen edge-on: then the way of the pointer is the angle.
        _ => {
            let view = start.lens.axes();
            let across = view.back.cross(axis);
            let along = DVec2::new(across.dot(view.right), -across.dot(view.up)).normalize_or(DVec2::X);
            (at - grip.from).dot(along) / REACH
        }
    }
}

fn paint(ui: &Ui, place: &Place, handles: &[(Handle, Vec<DVec3>)], lit: Option<Handle>, theme: Theme) {
    let painter = ui.painter_at(place.rect);
    let paper = theme.paper();
    for (handle, chain) in handles {
        let bright = lit == Some(*handle);
        let ink = match handle {
            Handle::Arrow(axis) | Handle::Ring(axis) => Look::rgba(paper.axes[*axis]),
            Handle::Middle | Handle::Knob => Look::rgba(paper.text),
        };
        let stroke = Stroke::new(if bright { 4.0 } else { 2.4 }, ink.gamma_multiply(if bright { 1.0 } else { 0.85 }));
        let halo = Stroke::new(stroke.width + 2.0, Look::rgba(paper.pane).gamma_multiply(0.7));
        let points: Vec<Pos2> = chain.iter().filter_map(|p| place.screen(*p)).collect();
        let Some(end) = points.last().copied().filter(|_| points.len() == chain.len()) else { continue };
        painter.add(egui::Shape::line(points.clone(), halo));
        painter.add(egui::Shape::line(points.clone(), stroke));
        let grown = if bright { 1.3 } else { 1.0 };
        match handle {
            Handle::Arrow(_) => arrow_head(&painter, points[0], end, 9.0 * grown, ink),
            Handle::Middle => drop(painter.circle(end, 5.0 * grown, Look::rgba(paper.pane), Stroke::new(2.0, ink))),
            Handle::Knob => {
                let square = Rect::from_center_size(end, egui::Vec2::splat(11.0 * grown));
                painter.rect(square, 2.0, Look::rgba(paper.pane), Stroke::new(2.0, ink), egui::StrokeKind::Inside);
            }
            Handle::Ring(_) => {}
        }
    }
}

/// The head of an arrow from `from` whose line ends at `tip`.
pub(super) fn arrow_head(painter: &egui::Painter, from: Pos2, tip: Pos2, size: f32, ink: Color32) {
    let along = (tip - from).normalized();
    if along.is_finite() && (tip - from).length() > 4.0 {
        let side = along.rot90() * size * 0.45;
        let points = vec![tip + along * size * 0.6, tip - along * size * 0.5 + side, tip - along * size * 0.5 - side];
        painter.add(egui::Shape::convex_polygon(points, ink, Stroke::NONE));
    }
}
