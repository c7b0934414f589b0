//! Labels of a pane: egui measures them, the picture places them as in figures, and egui draws them.

use contact_lens_picture::flat::{Draw, Flat, Item};
use contact_lens_picture::font::BASE_LINE;
use contact_lens_picture::page::label::{LabelPane, Memory, PlacedLabel, place_labels};
use contact_lens_picture::{Camera, Form, Key, Picture, Theme};
use egui::{Color32, Painter, Rect, vec2};
use glam::DVec2;

use super::pane_point::{to_pane_point, to_screen_point};
use super::pane_size;
use super::pen::{Pen, text_layout};
use crate::theme::Look;

/// Font size of labels, points.
const FONT_SIZE: f32 = 12.5;

/// Space left and right of the letters on a label's background, points.
const PADDING: f32 = 2.0;

/// Distance of labels from the sides of the pane, points.
const MARGIN: f64 = 4.0;

/// Corner radius of a label's background, points.
const ROUNDING: f32 = 3.0;

/// Opacity of the line from a label to its anchor.
const LEADER_OPACITY: f32 = 0.6;

/// Width of the frame around a highlighted label, points.
const HIGHLIGHT_WIDTH: f32 = 1.2;

/// Everything that the places of the labels depend on.
#[derive(Clone, PartialEq)]
pub(super) struct LabelInputs {
    /// Revision of the state.
    pub revision: u64,
    /// Whether the theme is dark.
    pub dark: bool,
    pub camera: Camera,
    /// Rectangle of the pane on the screen, points.
    pub rect: Rect,
    /// Rectangles that labels avoid, points.
    pub blocked: Vec<Rect>,
}

/// Places the labels of the drawing `flat` in the pane `rect`, not over the rectangles `blocked` of the screen, points.
/// `memory` keeps the places of the previous step, which labels keep where possible.
pub(super) fn place(
    painter: &Painter,
    rect: Rect,
    picture: &Picture,
    flat: &Flat,
    blocked: &[Rect],
    theme: Theme,
    memory: &mut Memory,
) -> Vec<PlacedLabel> {
    let blocked_in_pane = blocked.iter().map(|area| [area.min, area.max].map(|corner| to_pane_point(rect, corner)));
    let taken: Vec<[DVec2; 2]> = blocked_in_pane.chain(flat.taken.iter().copied()).collect();
    // Labels of the window have backgrounds, so the faces behind them do not matter.
    let backing = None;
    let pane = LabelPane::new(flat, [DVec2::splat(MARGIN), pane_size(rect) - MARGIN], &taken, backing);
    place_labels(picture, flat, &pane, theme, &|text| label_size(painter, text), memory)
}

/// Width and height of a label with its background, points.
pub(super) fn label_size(painter: &Painter, text: &str) -> DVec2 {
    let size = painter.layout_job(text_layout(text, FONT_SIZE, true, Color32::PLACEHOLDER)).size();
    DVec2::new(f64::from(size.x + 2.0 * PADDING), f64::from(size.y))
}

/// Words at fixed positions of a drawing: the signs on faces, and the numbers in dots.
pub(super) struct FixedWords {
    /// Signs on faces, drawn on plates.
    signs: Vec<Draw>,
    /// Numbers in dots.
    numbers: Vec<Draw>,
}

impl FixedWords {
    /// Words of the flat drawing of a picture.
    pub fn of(picture: &Picture, flat: Flat) -> Self {
        let mut words = Self { signs: Vec::new(), numbers: Vec::new() };
        for item in flat.items.into_iter().filter(|item| matches!(item.draw, Draw::Text { .. })) {
            if is_number(picture, &item) {
                words.numbers.push(item.draw);
            } else {
                words.signs.push(item.draw);
            }
        }
        words
    }

    /// Draws the words in a pane, signs on plates that keep hatch lines off them.
    pub fn draw(&self, painter: &Painter, pane: Rect, theme: Theme) {
        let pen = Pen { painter, corner: pane.min };
        let halo = Look::to_egui_color(theme.paper().halo);
        for sign in &self.signs {
            if let Draw::Text { at, text, size, .. } = sign {
                let extent = painter.layout_job(text_layout(text, *size as f32, true, Color32::PLACEHOLDER)).size();
                let middle = *at - DVec2::new(0.0, BASE_LINE * size);
                let plate = Rect::from_center_size(to_screen_point(pane, middle), extent + vec2(2.0 * PADDING, 0.0));
                painter.rect_filled(plate, ROUNDING, halo);
            }
            pen.draw(sign, 0.0);
        }
        for number in &self.numbers {
            pen.draw(number, 0.0);
        }
    }
}

/// Whether a text is the number in a dot.
fn is_number(picture: &Picture, item: &Item) -> bool {
    matches!(picture.marks[item.mark].form, Form::Badge { .. })
}

/// Draws labels in a pane.
pub(super) fn draw(
    painter: &Painter,
    pane: Rect,
    labels: &[PlacedLabel],
    theme: Theme,
    is_highlighted: &dyn Fn(&Key) -> bool,
) {
    let halo = Look::to_egui_color(theme.paper().halo);
    for PlacedLabel { key, text, ink, place, .. } in labels {
        let ink = Look::to_egui_color(*ink);
        let [min, max] = [place.min, place.max].map(|corner| to_screen_point(pane, corner));
        let rect = Rect::from_min_max(min, max);
        if let Some(leader) = place.leader {
            painter
                .line_segment(leader.map(|end| to_screen_point(pane, end)), (1.0, ink.gamma_multiply(LEADER_OPACITY)));
        }
        painter.rect_filled(rect, ROUNDING, halo);
        if is_highlighted(key) {
            painter.rect_stroke(rect, ROUNDING, (HIGHLIGHT_WIDTH, ink), egui::StrokeKind::Outside);
        }
        let galley = painter.layout_job(text_layout(text, FONT_SIZE, true, ink));
        painter.galley(rect.min + vec2(PADDING, 0.0), galley, Color32::PLACEHOLDER);
    }
}
