//! Draws the fills, lines, dots and words of a flat drawing with egui's painter, so that they look as in figures.

use contact_lens_picture::flat::{Align, Draw, Flat};
use contact_lens_picture::marks::theme::Rgba;
use contact_lens_picture::{Key, Marker, Picture};
use egui::text::LayoutJob;
use egui::{Align2, Color32, FontId, Painter, Pos2, Stroke, pos2, vec2};
use glam::DVec2;

use super::axes_and_grid;
use super::inks::HIGHLIGHT_WIDTH;
use crate::text::typeset;
use crate::theme::Look;

/// Length above which dashed lines are drawn solid, points, since each dash is a shape of its own.
const MAX_DASHED_LENGTH: f32 = 1.0e5;

/// Alpha that a highlighted fill gains, of 255.
const HIGHLIGHT_ALPHA: u8 = 50;

/// Width of the rim of a dot, points.
const RIM: f32 = 1.6;

/// Height of the built-in font from the base line to the top of the line, relative to the font size.
const ASCENT: f32 = 0.97;

/// Triangles of a convex polygon. egui does not antialias their edges, unlike those of its polygons.
fn triangle_fan(vertices: &[Pos2], color: Color32) -> egui::Mesh {
    let mut mesh = egui::Mesh::default();
    for vertex in vertices {
        mesh.colored_vertex(*vertex, color);
    }
    for k in 2..vertices.len() as u32 {
        mesh.add_triangle(0, k - 1, k);
    }
    mesh
}

/// Draws shapes given in points of a pane, y down from its upper left corner, with egui's painter.
pub(super) struct Pen<'a> {
    pub painter: &'a Painter,
    /// Top left corner of the pane on the screen, points.
    pub corner: Pos2,
}

impl Pen<'_> {
    /// Position of a point of the pane on the screen.
    fn to_screen(&self, p: DVec2) -> Pos2 {
        self.corner + vec2(p.x as f32, p.y as f32)
    }

    /// Draws the flat drawing of a picture, with the marks highlighted whose keys `is_highlighted` accepts.
    pub fn draw_all(&self, flat: &Flat, picture: &Picture, is_highlighted: &dyn Fn(&Key) -> bool) {
        for draw in &flat.under {
            self.draw(draw, 0.0);
        }
        for item in &flat.items {
            let is_highlighted = is_highlighted(&picture.marks[item.mark].key);
            self.draw(&item.draw, if is_highlighted { HIGHLIGHT_WIDTH } else { 0.0 });
        }
    }

    /// Draws one shape. With an `extra_width`, points, it is highlighted: lines get that width, dots that radius, and
    /// fills become more opaque.
    pub fn draw(&self, draw: &Draw, extra_width: f32) {
        match draw {
            Draw::Fill { points, color, sharp } => {
                let points: Vec<Pos2> = points.iter().map(|p| self.to_screen(*p)).collect();
                let mut color = *color;
                if extra_width > 0.0 {
                    color[3] = color[3].saturating_add(HIGHLIGHT_ALPHA);
                }
                let shape = if *sharp {
                    // Antialiased edges would show seams between neighbors and spikes at slivers.
                    egui::Shape::mesh(triangle_fan(&points, Look::to_egui_color(color)))
                } else {
                    egui::Shape::convex_polygon(points, Look::to_egui_color(color), Stroke::NONE)
                };
                self.painter.add(shape);
            }
            Draw::Line { points, color, width, dash, phase } => {
                self.draw_line(points, *color, *width as f32 + extra_width, dash, *phase)
            }
            Draw::Dot { at, marker, radius, color, rim } => {
                let at = self.to_screen(*at);
                let radius = *radius as f32 + extra_width;
                // A ring is filled with paper color, as in figures.
                let background = if *marker == Marker::Ring { Marker::Disc } else { *marker };
                axes_and_grid::draw_marker(self.painter, at, background, radius + RIM, Look::to_egui_color(*rim));
                axes_and_grid::draw_marker(self.painter, at, *marker, radius, Look::to_egui_color(*color));
            }
            Draw::Text { at, text, size, align, strong, color } => {
                let job = text_layout(text, *size as f32, *strong, Look::to_egui_color(*color));
                let galley = self.painter.layout_job(job);
                let anchor = match align {
                    Align::Start => Align2::LEFT_TOP,
                    Align::Middle => Align2::CENTER_TOP,
                    Align::End => Align2::RIGHT_TOP,
                };
                let at = self.to_screen(*at) - vec2(0.0, ASCENT * *size as f32);
                let rect = anchor.anchor_size(pos2(at.x, at.y), galley.size());
                self.painter.galley(rect.min, galley, Color32::PLACEHOLDER);
            }
        }
    }

    /// Draws a polyline of the pane, with dashes and gaps of the lengths `dash`, points; solid if that is empty.
    /// `phase` is the offset into the dash pattern at the start of the line, points.
    fn draw_line(&self, points: &[DVec2], color: Rgba, width: f32, dash: &[f32], phase: f64) {
        let points: Vec<Pos2> = points.iter().map(|p| self.to_screen(*p)).collect();
        let stroke = Stroke::new(width, Look::to_egui_color(color));
        let length: f32 = points.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
        // The negation holds for a length that is NaN, too.
        if dash.is_empty() || !(length <= MAX_DASHED_LENGTH) {
            self.painter.line(points, stroke);
            return;
        }
        // Lengths of dashes and gaps alternate. A last dash without a gap is followed by a gap of its own length.
        let on: Vec<f32> = dash.chunks(2).map(|pair| pair[0]).collect();
        let off: Vec<f32> = dash.chunks(2).map(|pair| pair[pair.len() - 1]).collect();
        // The phase is reduced to one period, since a large `f32` cannot distinguish dashes.
        let phase = phase.rem_euclid(f64::from(on.iter().chain(&off).sum::<f32>()));
        self.painter.extend(egui::Shape::dashed_line_with_offset(&points, stroke, &on, &off, -phase as f32));
    }
}

/// Layout of a text on one line in a font of this height, points, with lowered subscripts as in figures.
pub(super) fn text_layout(text: &str, height: f32, strong: bool, ink: Color32) -> LayoutJob {
    let family = if strong { Look::strong_family() } else { egui::FontFamily::Proportional };
    typeset::line(text, &FontId::new(height, family), ink)
}
