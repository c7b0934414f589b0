//! Outline of the selected body of a running world, which has no handles.

use egui::{Painter, Pos2, Rect, Shape, Stroke, vec2};
use glam::DVec3;

use super::pane_size;
use crate::app::hover::is_of;
use crate::app::state::State;
use crate::app::theme::Look;
use crate::lesson::WORLD;
use crate::picture::{Form, Mark, ground};
use crate::scene::model::Query;

/// Distance of the outline from the body, points.
const OFF: f32 = 2.5;

/// Draws the outline, if a body is selected.
pub(super) fn show<'a>(
    painter: &Painter,
    rect: Rect,
    state: &State,
    mut marks: impl Iterator<Item = &'a Mark>,
    look: Look,
) {
    let runs = state.focus.frame > 0 && state.query().is_some_and(Query::is_of_a_world);
    let body = state.focus.body.and_then(|index| state.doc.scene.bodies.get(index)).filter(|_| runs && state.handles);
    let Some(body) = body else { return };
    let corners = |mark: &'a Mark| match &mark.form {
        Form::Solid(solid) if is_of(&mark.key, &body.name) => Some(solid.vertices.as_slice()),
        Form::Polygon(points) if is_of(&mark.key, &body.name) => Some(points.as_slice()),
        _ => None,
    };
    let Some(corners) = marks.find_map(corners) else { return };
    let lens = state.camera(WORLD).lens();
    let size = pane_size(rect);
    let seen = corners.iter().filter_map(|p| lens.project(*p, size)).map(|at| (at, DVec3::new(at.x, at.y, 0.0)));
    let hull = ground::hull(seen.collect());
    let at = |p: &DVec3| rect.min + vec2(p.x as f32, p.y as f32);
    let middle = hull.iter().map(|p| at(p).to_vec2()).fold(egui::Vec2::ZERO, |a, b| a + b) / hull.len().max(1) as f32;
    let around = |p: &DVec3| -> Pos2 {
        let p = at(p);
        p + (p.to_vec2() - middle).normalized() * OFF
    };
    painter.add(Shape::closed_line(hull.iter().map(around).collect(), Stroke::new(2.0, look.accent)));
}
