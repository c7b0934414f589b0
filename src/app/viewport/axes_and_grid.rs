//! Draws with egui's painter the ground grid, the shadows, the triad of axes and the scale bar of a pane in space; and
//! the markers and arrow heads of flat views and legends.

use contact_lens_picture::view::ground::{self, GridLine};
use contact_lens_picture::view::shadow::shadows;
use contact_lens_picture::{Camera, Form, Lens, Mark, Marker, Role, Theme, Up};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, pos2, vec2};
use glam::{DVec2, DVec3};

use super::pane_point::to_screen_point;
use super::pane_size;
use crate::theme::Look;

/// Opacity of the nearest grid lines.
const GRID_OPACITY: f32 = 0.55;

/// Distance of the triad's center from the edges of the pane, points.
const TRIAD_OFFSET: f32 = 34.0;

/// Length of an axis of the triad that is not foreshortened, points.
const AXIS_LENGTH: f32 = 20.0;

/// Distance of the end of an axis from the center that [`ground::triad_letters`] assumes, points. It places the letters
/// beyond that end.
const LETTER_DISTANCE: f64 = 19.0;

/// Width and height of the triad with its letters, points.
const TRIAD_SIZE: f32 = 72.0;

/// Font size of the axes' letters and of the text of the scale bar, points.
const FONT_SIZE: f32 = 11.0;

/// Width and height of the background of an axis' letter, points.
const LETTER_BACKGROUND: egui::Vec2 = vec2(10.0, 11.0);

/// Distance of the scale bar from the right and the lower edge of the pane, points.
const BAR_OFFSET: f32 = 14.0;

/// Height of the ends of the scale bar, points.
const BAR_TICK: f32 = 4.0;

/// Distance of the middle of the scale bar's text from the bar, points.
const BAR_TEXT_DISTANCE: f32 = 9.0;

/// Number of sides of the polygon along half the rim of a marker.
const HALF_RIM_SIDES: u32 = 12;

/// Length up to which an arrow is drawn without a head, points.
const MAX_HEADLESS_LENGTH: f32 = 4.0;

/// Inputs of the lines of the ground grid.
#[derive(PartialEq)]
pub(super) struct GridInputs {
    /// Camera of the view.
    pub(super) camera: Camera,
    /// Height of the ground along the up axis, meters.
    pub(super) height: f64,
    /// Size of the pane, points.
    pub(super) pane_size: DVec2,
}

/// Draws the ground grid, whose lines fade with the distance. To be called before the bodies are drawn.
pub(super) fn draw_grid(painter: &Painter, rect: Rect, lines: &[GridLine], theme: Theme) {
    let ink = Look::to_egui_color(theme.ink(Role::Grid).stroke);
    for line in lines {
        let ends = line.ends.map(|end| to_screen_point(rect, end));
        painter.line_segment(ends, Stroke::new(1.0, ink.gamma_multiply(line.strength as f32 * GRID_OPACITY)));
    }
}

/// Returns the shadows of bodies on the ground under vertical light, as polygons, world, meters. The ground is at
/// `height`, meters along `up`. Bodies A and B cast shadows, and those in the background unless there are many
/// bystanders.
pub(super) fn shadows_on_ground<'a>(
    marks: impl IntoIterator<Item = &'a Mark>,
    up: Up,
    height: f64,
    has_many_bystanders: bool,
) -> Vec<Vec<DVec3>> {
    let mut all = Vec::new();
    for mark in marks {
        let is_queried = matches!(mark.role, Role::ShapeA | Role::ShapeB);
        let casts_shadow = is_queried || (mark.role.is_in_background() && !has_many_bystanders);
        if let Form::Solid(solid) = &mark.form
            && casts_shadow
        {
            all.extend(shadows(solid, up, height));
        }
    }
    all
}

/// Draws shadows, before the bodies; none where the camera does not see the ground from above.
pub(super) fn draw_shadows(painter: &Painter, rect: Rect, lens: &Lens, shadows: &[Vec<DVec3>], ink: Color32) {
    if !ground::sees_ground(lens.camera()) || lens.camera().elevation <= 0.0 {
        return;
    }
    let size = pane_size(rect);
    for vertices in shadows {
        let points: Option<Vec<Pos2>> = vertices
            .iter()
            .map(|vertex| lens.project(*vertex, size).map(|point| to_screen_point(rect, point)))
            .collect();
        if let Some(points) = points.filter(|points| points.len() >= 3) {
            painter.add(egui::Shape::convex_polygon(points, ink, Stroke::NONE));
        }
    }
}

/// Draws the axes x, y, z in the lower left corner. Returns their rectangle.
pub(super) fn draw_triad(painter: &Painter, rect: Rect, camera: &Camera, theme: Theme) -> Rect {
    let middle = pos2(rect.left() + TRIAD_OFFSET, rect.bottom() - TRIAD_OFFSET);
    for (index, end) in ground::triad(camera) {
        let along = vec2(end.x as f32, end.y as f32);
        let ink = Look::to_egui_color(theme.paper().axes[index]);
        painter.line_segment([middle, middle + along * AXIS_LENGTH], Stroke::new(2.0, ink));
    }
    for (index, offset) in ground::triad_letters(camera, LETTER_DISTANCE) {
        let at = middle + vec2(offset.x as f32, offset.y as f32);
        let ink = Look::to_egui_color(theme.paper().axes[index]);
        // A background, since a body's line may be behind the letter.
        let background = Rect::from_center_size(at, LETTER_BACKGROUND);
        painter.rect_filled(background, 3.0, Look::to_egui_color(theme.paper().halo));
        painter.text(at, Align2::CENTER_CENTER, ["x", "y", "z"][index], FontId::proportional(FONT_SIZE), ink);
    }
    // The rectangle includes the letters, which are beyond the ends of the lines.
    Rect::from_center_size(middle, egui::Vec2::splat(TRIAD_SIZE))
}

/// Draws the length of a grid cell in the lower right corner. Returns its rectangle.
pub(super) fn draw_scale_bar(painter: &Painter, rect: Rect, camera: &Camera, theme: Theme) -> Rect {
    let step = ground::spacing(camera, f64::from(rect.height()));
    let length = (step / (2.0 * camera.half_height())) as f32 * rect.height();
    let right = rect.right_bottom() - vec2(BAR_OFFSET, BAR_OFFSET);
    let ink = Look::to_egui_color(theme.paper().faint);
    let left = right - vec2(length, 0.0);
    let points = vec![left - vec2(0.0, BAR_TICK), left, right, right - vec2(0.0, BAR_TICK)];
    let halo = Look::to_egui_color(theme.paper().halo);
    painter.add(egui::Shape::line(points.clone(), Stroke::new(4.0, halo)));
    painter.add(egui::Shape::line(points, Stroke::new(1.3, ink)));
    let middle = left + (right - left) * 0.5 - vec2(0.0, BAR_TEXT_DISTANCE);
    // A background, since bodies and planes may be behind the text.
    let text = painter.layout_no_wrap(ground::meters(step), FontId::proportional(FONT_SIZE), ink);
    let text_rect = Align2::CENTER_CENTER.anchor_size(middle, text.size());
    painter.rect_filled(text_rect.expand2(vec2(2.0, -1.0)), 2.0, halo);
    painter.galley(text_rect.min, text, ink);
    text_rect.union(Rect::from_two_pos(left, right)).expand(3.0)
}

/// Draws a marker with radius `radius`, points, around the point `at` of the screen. The sizes of its parts, in radii,
/// let markers of equal radius look equally large.
pub(super) fn draw_marker(painter: &Painter, at: Pos2, marker: Marker, radius: f32, ink: Color32) {
    let pen = MarkerPen { painter, at, radius, ink };
    match marker {
        Marker::Disc => drop(painter.circle_filled(at, radius, ink)),
        Marker::Ring => drop(painter.circle_stroke(at, radius * 0.8, Stroke::new(1.8, ink))),
        Marker::Half => {
            painter.circle_stroke(at, radius * 0.8, Stroke::new(1.6, ink));
            // The right half is filled: a polygon along the rim, from the top to the bottom.
            let rim = (0..=HALF_RIM_SIDES).map(|k| {
                let angle = k as f32 / HALF_RIM_SIDES as f32 * std::f32::consts::PI;
                at + vec2(angle.sin(), -angle.cos()) * radius * 0.8
            });
            painter.add(egui::Shape::convex_polygon(rim.collect(), ink, Stroke::NONE));
        }
        Marker::Square => pen.polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        Marker::Diamond => pen.polygon(&[(0.0, -1.1), (1.1, 0.0), (0.0, 1.1), (-1.1, 0.0)]),
        Marker::Triangle => pen.polygon(&[(0.0, -1.0), (0.95, 0.75), (-0.95, 0.75)]),
        Marker::Cross => pen.lines([(0.8, 0.8), (0.8, -0.8)]),
        Marker::Plus => pen.lines([(1.1, 0.0), (0.0, 1.1)]),
        Marker::Star => {
            // egui fills convex polygons only, so each tip is drawn with the notches on both sides of it.
            for tip in [0, 2, 4, 6, 8] {
                let [before, tip, after] = [tip - 1, tip, tip + 1].map(|k| pen.star_vertex(k));
                painter.add(egui::Shape::convex_polygon(vec![at, before, tip, after], ink, Stroke::NONE));
            }
        }
    }
}

/// Draws parts of a marker.
struct MarkerPen<'a> {
    painter: &'a Painter,
    /// Center of the marker on the screen, points.
    at: Pos2,
    /// Radius of the marker, points.
    radius: f32,
    ink: Color32,
}

impl MarkerPen<'_> {
    /// Fills a convex polygon; its vertices are given in radii from the center.
    fn polygon(&self, vertices: &[(f32, f32)]) {
        let points = vertices.iter().map(|(x, y)| self.at + vec2(*x, *y) * self.radius).collect();
        self.painter.add(egui::Shape::convex_polygon(points, self.ink, Stroke::NONE));
    }

    /// Draws two lines through the center; an end of each is given in radii from the center.
    fn lines(&self, ends: [(f32, f32); 2]) {
        for (x, y) in ends {
            let half = vec2(x, y) * self.radius;
            self.painter.line_segment([self.at - half, self.at + half], Stroke::new(1.8, self.ink));
        }
    }

    /// Vertex of a star with five tips, clockwise from the top: a tip for even `k`, the notch after the tip `k - 1` for
    /// odd `k`.
    fn star_vertex(&self, k: i32) -> Pos2 {
        let distance = if k % 2 == 0 { 1.15 } else { 0.5 };
        let angle = k as f32 * std::f32::consts::PI / 5.0;
        self.at + vec2(angle.sin(), -angle.cos()) * distance * self.radius
    }
}

/// Draws the head of an arrow from `from` to `tip`: a triangle from half of `size` before the tip to 0.6 of `size`
/// beyond it, points. Draws nothing on an arrow of at most [`MAX_HEADLESS_LENGTH`].
pub(super) fn draw_arrow_head(painter: &Painter, from: Pos2, tip: Pos2, size: f32, ink: Color32) {
    let along = (tip - from).normalized();
    // The direction of an arrow without length is not finite.
    if along.is_finite() && (tip - from).length() > MAX_HEADLESS_LENGTH {
        let side = along.rot90() * size * 0.45;
        let points = vec![tip + along * size * 0.6, tip - along * size * 0.5 + side, tip - along * size * 0.5 - side];
        painter.add(egui::Shape::convex_polygon(points, ink, Stroke::NONE));
    }
}
