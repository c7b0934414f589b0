//! Outline of the selected body of a world after its first frame. There a body has no handles, since the solver moves
//! it.

use egui::{Painter, Rect, Shape, Stroke, Vec2, vec2};
use glam::DVec3;

use super::pane_size;
use crate::app::state::State;
use crate::app::theme::Look;
use crate::app::view::hover::belongs_to_body;
use crate::lesson::WORLD;
use crate::picture::view::convex_hull::convex_hull;
use crate::picture::{Form, Mark};
use crate::scene::model::Query;

/// Distance of the outline from the body, points.
const CLEARANCE: f32 = 2.5;

/// Draws the outline, if a body is selected and its world has left the first frame.
pub(super) fn show<'a>(
    painter: &Painter,
    rect: Rect,
    state: &State,
    marks: impl Iterator<Item = &'a Mark>,
    look: Look,
) {
    let has_started = state.focus.frame > 0 && state.query().is_some_and(Query::is_of_a_world);
    let body =
        state.focus.body.and_then(|index| state.doc.scene.bodies.get(index)).filter(|_| has_started && state.handles);
    let Some(body) = body else { return };
    let mut of_body = marks.filter(|mark| belongs_to_body(&mark.key, &body.name));
    let Some(vertices) = of_body.find_map(vertices) else { return };
    let lens = state.camera(WORLD).lens();
    let size = pane_size(rect);
    let projected = vertices.iter().filter_map(|p| lens.project(*p, size)).map(|at| (at, DVec3::new(at.x, at.y, 0.0)));
    let hull: Vec<Vec2> =
        convex_hull(projected.collect()).iter().map(|p| (rect.min + vec2(p.x as f32, p.y as f32)).to_vec2()).collect();
    let middle = hull.iter().fold(Vec2::ZERO, |sum, p| sum + *p) / hull.len().max(1) as f32;
    let outline = hull.iter().map(|p| (*p + (*p - middle).normalized() * CLEARANCE).to_pos2());
    painter.add(Shape::closed_line(outline.collect(), Stroke::new(2.0, look.accent)));
}

/// Vertices of a solid or polygon; `None` for other marks.
fn vertices(mark: &Mark) -> Option<&[DVec3]> {
    match &mark.form {
        Form::Solid(solid) => Some(&solid.vertices),
        Form::Polygon(points) => Some(points),
        _ => None,
    }
}
