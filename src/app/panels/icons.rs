//! Icons drawn as lines and triangles, independent of fonts and sharp at every size.

use egui::{Color32, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2, vec2};

use crate::theme::Look;

/// An icon of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    First,
    PreviousStep,
    Previous,
    Play,
    Pause,
    Next,
    NextStep,
    Last,
    Sun,
    Moon,
    Search,
    /// Corners of a frame: bring everything into view.
    Frame,
    /// Box in perspective projection.
    Perspective,
    /// Box in parallel projection.
    Parallel,
    /// Two letters: show the labels.
    Letters,
    /// List with color swatches.
    Legend,
    /// Arrows of the move handle.
    Move,
    /// Ring of the rotation handle.
    Rotate,
    /// Square with an arrow: the scale handle.
    Scale,
    Cross,
    Plus,
    Minus,
    /// Check mark: a test holds.
    Check,
    Warning,
    /// Two overlapping sheets of paper.
    Copy,
}

/// State of a button with an icon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ButtonState {
    /// Whether the button can be clicked.
    pub enabled: bool,
    /// Whether the button is highlighted, as for a setting that is on.
    pub on: bool,
}

impl ButtonState {
    /// A button that can be clicked and is not highlighted.
    pub const NORMAL: Self = Self { enabled: true, on: false };

    /// A button that is not highlighted, enabled or not.
    pub fn enabled(enabled: bool) -> Self {
        Self { enabled, on: false }
    }

    /// A button that can be clicked, highlighted or not.
    pub fn on(on: bool) -> Self {
        Self { enabled: true, on }
    }
}

/// Draws a button of `size` points with an icon. `name` is for screen readers and tests.
pub(crate) fn button(ui: &mut Ui, icon: Icon, name: &str, size: Vec2, state: ButtonState) -> Response {
    let ButtonState { enabled, on } = state;
    let look = Look::get(ui);
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    let fill = match (on, enabled && response.hovered()) {
        (true, _) => look.accent_fill,
        (false, true) => look.hovered,
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, 4.0, fill);
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 4.0, Stroke::new(1.0, look.accent), egui::StrokeKind::Inside);
    }
    let ink = match (enabled, on || response.hovered()) {
        (false, _) => look.weak.gamma_multiply(0.45),
        (true, true) => look.strong,
        (true, false) => look.text,
    };
    draw(ui.painter(), icon, Rect::from_center_size(rect.center(), Vec2::splat(size.y.min(26.0) * 0.54)), ink);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, enabled, on, name));
    response
}

/// Draws an icon in one color into a square.
pub(crate) fn draw(painter: &Painter, icon: Icon, rect: Rect, ink: Color32) {
    let pen = IconPen { painter, stroke: Stroke::new((rect.height() * 0.11).max(1.2), ink), rect };
    match icon {
        Icon::Play => pen.triangle(0.18, 0.95),
        Icon::Pause => {
            pen.bar(0.2, 0.22);
            pen.bar(0.58, 0.22);
        }
        Icon::Next => pen.triangle(0.28, 0.82),
        Icon::Previous => pen.triangle(0.72, 0.18),
        Icon::NextStep => {
            pen.triangle(0.05, 0.5);
            pen.triangle(0.5, 0.95);
        }
        Icon::PreviousStep => {
            pen.triangle(0.95, 0.5);
            pen.triangle(0.5, 0.05);
        }
        Icon::Last => {
            pen.triangle(0.12, 0.72);
            pen.bar(0.76, 0.14);
        }
        Icon::First => {
            pen.triangle(0.88, 0.28);
            pen.bar(0.10, 0.14);
        }
        Icon::Plus => pen.lines(&[[(0.5, 0.12), (0.5, 0.88)], [(0.12, 0.5), (0.88, 0.5)]]),
        Icon::Minus => pen.lines(&[[(0.12, 0.5), (0.88, 0.5)]]),
        Icon::Copy => draw_sheets(&pen),
        Icon::Cross => pen.lines(&[[(0.18, 0.18), (0.82, 0.82)], [(0.82, 0.18), (0.18, 0.82)]]),
        Icon::Check => pen.polyline(&[(0.1, 0.55), (0.4, 0.85), (0.92, 0.18)]),
        Icon::Sun => draw_sun(&pen),
        Icon::Moon => draw_moon(&pen),
        Icon::Search => {
            pen.ring(0.42, 0.42, 0.3);
            pen.lines(&[[(0.64, 0.64), (0.95, 0.95)]]);
        }
        Icon::Frame => draw_frame(&pen),
        Icon::Perspective => draw_perspective_box(&pen),
        Icon::Parallel => draw_parallel_box(&pen),
        Icon::Letters => draw_letters(&pen),
        Icon::Legend => draw_legend(&pen),
        Icon::Move => draw_move_arrows(&pen),
        Icon::Rotate => draw_rotation_arrow(&pen),
        Icon::Scale => draw_growing_square(&pen),
        Icon::Warning => draw_warning_triangle(&pen),
    }
}

/// Draws two overlapping sheets of paper.
fn draw_sheets(pen: &IconPen<'_>) {
    pen.polyline(&[(0.3, 0.3), (0.95, 0.3), (0.95, 0.95), (0.3, 0.95), (0.3, 0.3)]);
    pen.polyline(&[(0.7, 0.3), (0.7, 0.05), (0.05, 0.05), (0.05, 0.7), (0.3, 0.7)]);
}

/// Draws the letters “A” and “a”.
fn draw_letters(pen: &IconPen<'_>) {
    pen.polyline(&[(0.02, 0.88), (0.3, 0.12), (0.58, 0.88)]);
    pen.lines(&[[(0.12, 0.62), (0.48, 0.62)], [(0.96, 0.4), (0.96, 0.88)]]);
    pen.ring(0.8, 0.66, 0.16);
}

/// Draws a list of three dots with lines.
fn draw_legend(pen: &IconPen<'_>) {
    for y in [0.18, 0.5, 0.82] {
        pen.dot(0.12, y, 0.09);
        pen.lines(&[[(0.34, y), (0.98, y)]]);
    }
}

/// Draws a square with an arrow away from its upper right corner.
fn draw_growing_square(pen: &IconPen<'_>) {
    pen.polyline(&[(0.08, 0.5), (0.5, 0.5), (0.5, 0.92), (0.08, 0.92), (0.08, 0.5)]);
    pen.lines(&[[(0.58, 0.42), (0.94, 0.06)]]);
    pen.polyline(&[(0.66, 0.06), (0.94, 0.06), (0.94, 0.34)]);
}

/// Draws a triangle with an exclamation mark.
fn draw_warning_triangle(pen: &IconPen<'_>) {
    pen.polyline(&[(0.5, 0.06), (0.98, 0.9), (0.02, 0.9), (0.5, 0.06)]);
    pen.lines(&[[(0.5, 0.36), (0.5, 0.62)]]);
    pen.dot(0.5, 0.76, 0.06);
}

/// Draws a sun: a disk with eight rays.
fn draw_sun(pen: &IconPen<'_>) {
    pen.dot(0.5, 0.5, 0.22);
    for k in 0..8 {
        let angle = k as f32 * std::f32::consts::FRAC_PI_4;
        let (sin, cos) = angle.sin_cos();
        let ray = vec2(cos, sin) * pen.rect.height();
        let center = pen.rect.center();
        pen.painter.line_segment([center + ray * 0.34, center + ray * 0.5], pen.stroke);
    }
}

/// Draws a crescent moon.
fn draw_moon(pen: &IconPen<'_>) {
    // The crescent is bounded by an outer arc and, in the opposite sense, an inner arc with another center.
    let outer = (0..=16).map(|k| point_on_circle(vec2(0.0, 0.0), 0.46, 0.9 + k as f32 * 0.28));
    let inner = (0..=16).map(|k| point_on_circle(vec2(0.17, -0.12), 0.40, 5.0 - k as f32 * 0.235));
    let offsets = outer.chain(inner);
    let points = offsets.map(|offset| pen.rect.center() + offset * pen.rect.height());
    pen.painter.add(Shape::line(points.collect(), Stroke::new(1.3, pen.stroke.color)));
}

/// Point of a circle at an angle in radians.
fn point_on_circle(center: Vec2, radius: f32, angle: f32) -> Vec2 {
    vec2(angle.cos(), angle.sin()) * radius + center
}

/// Draws the four corners of a frame.
fn draw_frame(pen: &IconPen<'_>) {
    for (x, y) in [(0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92)] {
        pen.polyline(&[(shifted_inward(x), y), (x, y), (x, shifted_inward(y))]);
    }
}

/// Coordinate moved toward the middle of the icon by the length of a frame's corner.
fn shifted_inward(coordinate: f32) -> f32 {
    if coordinate < 0.5 { coordinate + 0.28 } else { coordinate - 0.28 }
}

/// Draws a box in perspective projection.
fn draw_perspective_box(pen: &IconPen<'_>) {
    pen.polyline(&[
        (0.08, 0.3),
        (0.6, 0.3),
        (0.6, 0.92),
        (0.08, 0.92),
        (0.08, 0.3),
        (0.5, 0.1),
        (0.88, 0.1),
        (0.88, 0.6),
        (0.6, 0.92),
    ]);
    pen.lines(&[[(0.6, 0.3), (0.88, 0.1)]]);
}

/// Draws a box in parallel projection.
fn draw_parallel_box(pen: &IconPen<'_>) {
    pen.polyline(&[
        (0.08, 0.34),
        (0.62, 0.34),
        (0.62, 0.92),
        (0.08, 0.92),
        (0.08, 0.34),
        (0.36, 0.08),
        (0.92, 0.08),
        (0.92, 0.64),
        (0.62, 0.92),
    ]);
    pen.lines(&[[(0.62, 0.34), (0.92, 0.08)]]);
}

/// Draws two crossed lines with arrow heads to the top and to the right.
fn draw_move_arrows(pen: &IconPen<'_>) {
    pen.lines(&[[(0.5, 0.05), (0.5, 0.95)], [(0.05, 0.5), (0.95, 0.5)]]);
    for (a, tip, b) in [((0.36, 0.2), (0.5, 0.04), (0.64, 0.2)), ((0.8, 0.36), (0.96, 0.5), (0.8, 0.64))] {
        pen.polyline(&[a, tip, b]);
    }
}

/// Draws a circular arrow.
fn draw_rotation_arrow(pen: &IconPen<'_>) {
    let angles = (0..=20).map(|k| (k as f32 / 20.0).mul_add(4.9, -1.2));
    let arc = angles.map(|a| (0.5 + a.cos() * 0.4, 0.5 + a.sin() * 0.4));
    pen.polyline(&arc.collect::<Vec<_>>());
    pen.polyline(&[(0.42, 0.0), (0.66, 0.13), (0.5, 0.34)]);
}

/// Draws in the unit square of an icon.
struct IconPen<'a> {
    painter: &'a Painter,
    stroke: Stroke,
    rect: Rect,
}

impl IconPen<'_> {
    /// Point of the square; (0, 0) is its upper left corner and (1, 1) the lower right one.
    fn to_screen(&self, x: f32, y: f32) -> Pos2 {
        self.rect.min + vec2(x, y) * self.rect.size()
    }

    /// Draws a disk; the radius is relative to the square's height.
    fn dot(&self, x: f32, y: f32, radius: f32) {
        self.painter.circle_filled(self.to_screen(x, y), self.rect.height() * radius, self.stroke.color);
    }

    /// Draws a circle; the radius is relative to the square's height.
    fn ring(&self, x: f32, y: f32, radius: f32) {
        self.painter.circle_stroke(self.to_screen(x, y), self.rect.height() * radius, self.stroke);
    }

    /// Draws a triangle from its base at x = `base` to its tip at x = `tip`.
    fn triangle(&self, base: f32, tip: f32) {
        let points = vec![self.to_screen(base, 0.08), self.to_screen(tip, 0.5), self.to_screen(base, 0.92)];
        self.painter.add(Shape::convex_polygon(points, self.stroke.color, Stroke::NONE));
    }

    /// Draws an upright bar from `x` to `x + width`.
    fn bar(&self, x: f32, width: f32) {
        let from = self.to_screen(x, 0.08);
        let to = self.to_screen(x + width, 0.92);
        self.painter.rect_filled(Rect::from_min_max(from, to), 1.0, self.stroke.color);
    }

    /// Draws separate lines between pairs of points.
    fn lines(&self, lines: &[[(f32, f32); 2]]) {
        for ends in lines {
            self.painter.line_segment(ends.map(|(x, y)| self.to_screen(x, y)), self.stroke);
        }
    }

    /// Draws a line through these points.
    fn polyline(&self, points: &[(f32, f32)]) {
        let points = points.iter().map(|(x, y)| self.to_screen(*x, *y)).collect();
        self.painter.add(Shape::line(points, Stroke::new(self.stroke.width.min(1.4), self.stroke.color)));
    }
}
