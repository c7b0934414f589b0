//! Outline that marks the selected body of a world in all frames after the first one. In the first frame, the body has
//! handles that edit its pose instead; in later frames the solver determines the pose, so there are no handles.

use contact_lens_lesson::WORLD;
use contact_lens_picture::view::convex_hull::convex_hull;
use contact_lens_picture::{Form, Mark};
use contact_lens_scene::model::Query;
use egui::{Painter, Rect, Shape, Stroke, Vec2};
use glam::DVec3;

use super::pane_point::to_screen_point;
use super::pane_size;
use crate::state::State;
use crate::theme::Look;
use crate::view::hover::belongs_to_body;

/// Distance by which each vertex of the outline is moved away from the middle of the vertices, points.
const VERTEX_OFFSET: f32 = 2.5;

/// Width of the outline, points.
const WIDTH: f32 = 2.0;

/// Draws the outline: the convex hull of the body's picture, slightly enlarged. Draws nothing in the first frame,
/// without a selected body and where handles are not drawn, as in screenshots.
pub(super) fn show<'a>(
    painter: &Painter,
    rect: Rect,
    state: &State,
    marks: impl Iterator<Item = &'a Mark>,
    look: Look,
) {
    let has_started = state.focus.frame > 0 && state.query().is_some_and(Query::is_of_a_world);
    if !has_started || !state.shows_handles {
        return;
    }
    let Some(body) = state.focus.body.and_then(|index| state.doc.scene.bodies.get(index)) else { return };
    let mut marks_of_body = marks.filter(|mark| belongs_to_body(&mark.key, &body.name));
    let Some(vertices) = marks_of_body.find_map(vertices) else { return };
    let lens = state.camera(WORLD).lens();
    let size = pane_size(rect);
    // The hull function returns the second point of each pair; here that is the projection again, with z = 0.
    let projected = vertices.iter().filter_map(|vertex| lens.project(*vertex, size));
    let points = projected.map(|point| (point, DVec3::new(point.x, point.y, 0.0)));
    let hull = convex_hull(points.collect());
    let hull: Vec<Vec2> = hull.iter().map(|point| to_screen_point(rect, point.truncate()).to_vec2()).collect();
    // The divisor must not be 0.
    let middle = hull.iter().fold(Vec2::ZERO, |sum, vertex| sum + *vertex) / hull.len().max(1) as f32;
    let outline = hull.iter().map(|vertex| {
        let outward = (*vertex - middle).normalized();
        (*vertex + outward * VERTEX_OFFSET).to_pos2()
    });
    painter.add(Shape::closed_line(outline.collect(), Stroke::new(WIDTH, look.accent)));
}

/// Vertices of a solid or polygon, world, meters; `None` for other marks.
fn vertices(mark: &Mark) -> Option<&[DVec3]> {
    match &mark.form {
        Form::Solid(solid) => Some(&solid.vertices),
        Form::Polygon(points) => Some(points),
        _ => None,
    }
}
