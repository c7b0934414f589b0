//! Symbols of the run's events on the timeline, such as a new support point, a reduction of the simplex or an ending.

use contact_lens_lesson::{EndingKind, Event};
use contact_lens_picture::Role;
use egui::{Rect, Stroke, vec2};

use crate::theme::Look;

/// Half the size of a symbol, points.
const RADIUS: f32 = 3.6;

/// Returns the role whose color an event has.
fn event_role(event: Event) -> Role {
    match event {
        Event::Support => Role::NewSupport,
        Event::Reduction => Role::Simplex,
        Event::Silhouette => Role::Horizon,
        Event::Bound => Role::Bound,
        Event::Begin => Role::Inside,
        Event::End => Role::Outside,
        Event::Stop(kind) => kind.role(),
        Event::Warning => Role::Fault,
    }
}

/// Vertices of a symbol, relative to its radius: x to the right, y down.
type Outline = &'static [(f32, f32)];

/// Triangle with its tip at the top.
const TRIANGLE_UP: Outline = &[(0.0, -1.1), (1.0, 0.8), (-1.0, 0.8)];

/// Triangle with its tip at the bottom.
const TRIANGLE_DOWN: Outline = &[(0.0, 1.1), (1.0, -0.8), (-1.0, -0.8)];

/// Square with a vertex at the bottom.
const DIAMOND: Outline = &[(0.0, -1.1), (1.1, 0.0), (0.0, 1.1), (-1.1, 0.0)];

/// Square with horizontal and vertical edges.
const SQUARE: Outline = &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)];

/// Draws the symbol of an event around `center`. Symbols differ in shape too, for readers who cannot distinguish the
/// colors.
pub(in crate::panels) fn draw_event(painter: &egui::Painter, center: egui::Pos2, event: Event, look: Look) {
    let ink = look.ink(event_role(event));
    let rim = look.theme().ink(event_role(event)).casing.filter(|_| !look.dark);
    let rim = rim.map_or(Stroke::NONE, |rim| Stroke::new(0.8, Look::to_egui_color(rim)));
    let outline = match event {
        Event::Support | Event::Begin => {
            painter.circle(center, RADIUS * 0.9, ink, rim);
            return;
        }
        Event::Silhouette | Event::End => {
            painter.circle_stroke(center, RADIUS * 0.8, Stroke::new(1.6, ink));
            return;
        }
        Event::Stop(EndingKind::NoAnswer) => {
            let square = Rect::from_center_size(center, vec2(1.8, 1.8) * RADIUS);
            painter.rect_stroke(square, 0.0, Stroke::new(1.6, ink), egui::StrokeKind::Inside);
            return;
        }
        Event::Stop(EndingKind::Failure) => {
            draw_cross(painter, center, Stroke::new(1.8, ink));
            return;
        }
        Event::Reduction => TRIANGLE_UP,
        Event::Bound => DIAMOND,
        Event::Stop(EndingKind::Success) => SQUARE,
        Event::Warning => TRIANGLE_DOWN,
    };
    let points = outline.iter().map(|(x, y)| center + vec2(*x, *y) * RADIUS).collect();
    painter.add(egui::Shape::convex_polygon(points, ink, rim));
}

/// Draws two crossed lines.
fn draw_cross(painter: &egui::Painter, center: egui::Pos2, stroke: Stroke) {
    for diagonal in [vec2(0.9, 0.9) * RADIUS, vec2(0.9, -0.9) * RADIUS] {
        painter.line_segment([center - diagonal, center + diagonal], stroke);
    }
}
