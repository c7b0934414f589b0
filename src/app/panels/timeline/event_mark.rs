//! Symbols of events on the timeline.

use egui::{Rect, Stroke, vec2};

use crate::app::theme::Look;
use crate::lesson::{EndingKind, Event};
use crate::picture::Role;

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

/// Draws the symbol of an event at `at`. Symbols differ in shape too, for readers who cannot distinguish the colors.
pub(in crate::app::panels) fn draw_event(painter: &egui::Painter, at: egui::Pos2, event: Event, look: Look) {
    let r = RADIUS;
    let ink = look.ink(event_role(event));
    let rim = look.theme().ink(event_role(event)).casing.filter(|_| !look.dark);
    let rim = rim.map_or(Stroke::NONE, |rim| Stroke::new(0.8, Look::to_egui_color(rim)));
    // Vertices of filled symbols, relative to the radius.
    let points: &[(f32, f32)] = match event {
        Event::Reduction => &[(0.0, -1.1), (1.0, 0.8), (-1.0, 0.8)],
        Event::Bound => &[(0.0, -1.1), (1.1, 0.0), (0.0, 1.1), (-1.1, 0.0)],
        Event::Stop(EndingKind::Success) => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        Event::Warning => &[(0.0, 1.1), (1.0, -0.8), (-1.0, -0.8)],
        Event::Support
        | Event::Silhouette
        | Event::Begin
        | Event::End
        | Event::Stop(EndingKind::NoAnswer | EndingKind::Failure) => &[],
    };
    match event {
        Event::Support => drop(painter.circle(at, r * 0.9, ink, rim)),
        Event::Silhouette => drop(painter.circle_stroke(at, r * 0.8, Stroke::new(1.6, ink))),
        Event::Begin => drop(painter.circle(at, r * 0.9, ink, rim)),
        Event::End => drop(painter.circle_stroke(at, r * 0.8, Stroke::new(1.6, ink))),
        Event::Stop(EndingKind::NoAnswer) => {
            let open = Rect::from_center_size(at, vec2(1.8, 1.8) * r);
            painter.rect_stroke(open, 0.0, Stroke::new(1.6, ink), egui::StrokeKind::Inside);
        }
        Event::Stop(EndingKind::Failure) => {
            for (x, y) in [(0.9, 0.9), (0.9, -0.9)] {
                painter.line_segment([at - vec2(x, y) * r, at + vec2(x, y) * r], Stroke::new(1.8, ink));
            }
        }
        Event::Reduction | Event::Bound | Event::Stop(EndingKind::Success) | Event::Warning => {
            let points = points.iter().map(|(x, y)| at + vec2(*x, *y) * r).collect();
            painter.add(egui::Shape::convex_polygon(points, ink, rim));
        }
    }
}
