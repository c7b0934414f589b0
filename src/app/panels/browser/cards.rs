//! Scenes as cards in a grid: thumbnail, title, first sentence. Only visible cards are laid out.

use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, Color32, FontId, Rect, ScrollArea, Sense, Ui, pos2, vec2};

use super::shelves::Shelf;
use crate::app::figures::gallery::Gallery;
use crate::app::panels::icons::{self, Icon};
use crate::app::state::State;
use crate::app::theme::Look;
use crate::scene::catalog::Entry;

/// Minimum width of a card, and gap between cards, points.
const LEAST: f32 = 216.0;
const GAP: f32 = 10.0;

/// Height of a thumbnail as a share of its width.
const TALL: f32 = 0.62;

/// Height of the text under a thumbnail, points: three lines, up to two for the title.
const WORDS: f32 = 66.0;

/// Height of a heading, points.
const HEADING: f32 = 30.0;

/// Draws the shelves. Arrow keys change `chosen`. Returns the index of the scene to open, if any.
pub(super) fn show(
    ui: &mut Ui,
    state: &State,
    gallery: &mut Gallery,
    shelves: &[&Shelf],
    chosen: &mut usize,
    height: f32,
) -> Option<usize> {
    let width = ui.available_width() - 14.0;
    let columns = (((width + GAP) / (LEAST + GAP)) as usize).max(1);
    let card = vec2((width + GAP) / columns as f32 - GAP, 0.0);
    let card = vec2(card.x, card.x * TALL + WORDS);
    let count: usize = shelves.iter().map(|shelf| shelf.entries.len()).sum();
    let (by, enter) = super::keys(ui, columns);
    *chosen = chosen.saturating_add_signed(by).min(count.saturating_sub(1));
    let total: f32 = shelves.iter().map(|shelf| HEADING + row_count(shelf, columns) * (card.y + GAP)).sum();
    let mut opened = None;
    let area = ScrollArea::vertical().id_salt("cards").max_height(height).auto_shrink(false);
    area.show_viewport(ui, |ui, sight| {
        ui.set_height(total);
        let origin = ui.max_rect().min;
        let mut y = 0.0;
        let mut number = 0;
        for shelf in shelves {
            heading(ui, &shelf.title, origin + vec2(0.0, y));
            y += HEADING;
            for (i, entry) in shelf.entries.iter().enumerate() {
                let [column, row] = [i % columns, i / columns].map(|k| k as f32);
                let min = origin + vec2(column * (card.x + GAP), y + row * (card.y + GAP));
                let rect = Rect::from_min_size(min, card);
                let top = min.y - origin.y;
                let is_chosen = number == *chosen;
                if is_chosen && by != 0 {
                    ui.scroll_to_rect(rect, None);
                }
                let is_visible = top < sight.max.y && top + card.y > sight.min.y;
                let clicked = is_visible && draw_card(ui, state, gallery, entry, rect, is_chosen);
                if clicked || (is_chosen && enter) {
                    opened = Some(entry.index);
                }
                number += 1;
            }
            y += row_count(shelf, columns) * (card.y + GAP);
        }
    });
    opened
}

fn row_count(shelf: &Shelf, columns: usize) -> f32 {
    shelf.entries.len().div_ceil(columns) as f32
}

fn heading(ui: &Ui, title: &str, at: egui::Pos2) {
    let look = Look::get(ui);
    let font = FontId::new(14.0, Look::strong_family());
    ui.painter().text(at + vec2(0.0, HEADING * 0.5), Align2::LEFT_CENTER, title, font, look.strong);
}

/// Draws a card; returns whether it was clicked.
fn draw_card(ui: &Ui, state: &State, gallery: &mut Gallery, entry: &Entry, rect: Rect, chosen: bool) -> bool {
    let look = Look::get(ui);
    let response = ui.interact(rect, ui.scope_id().with(("card", entry.index)), Sense::click());
    let painter = ui.painter_at(rect);
    let fill = if response.hovered() { look.hovered } else { look.raised };
    painter.rect_filled(rect, 6.0, fill);
    let picture = Rect::from_min_size(rect.min, vec2(rect.width(), rect.width() * TALL));
    let wanted = (entry.index, look.dark);
    let inner = picture.shrink(1.0);
    painter.rect_filled(inner, 5.0, look.gap);
    if let Some(texture) = gallery.texture(ui.ctx(), wanted, state.player) {
        // Crop the center to the aspect ratio of the card.
        let [w, h] = texture.size().map(|side| side as f32);
        let tall = (inner.height() / inner.width() * w / h).min(1.0);
        let part = Rect::from_min_max(pos2(0.0, 0.5 - 0.5 * tall), pos2(1.0, 0.5 + 0.5 * tall));
        painter.image(texture.id(), inner, part, Color32::WHITE);
    }
    marks(ui, state, entry, picture, look);
    let room = rect.width() - 20.0;
    let at = picture.left_bottom() + vec2(10.0, 7.0);
    let title = galley(ui, &entry.title, FontId::new(13.0, Look::strong_family()), look.strong, room, 2);
    let below = title.size().y + 3.0;
    let rows = if title.rows.len() > 1 { 1 } else { 2 };
    painter.galley(at, title, look.strong);
    let summary = galley(ui, entry.summary(), FontId::proportional(11.5), look.text, room, rows);
    painter.galley(at + vec2(0.0, below), summary, look.text);
    if chosen || response.hovered() {
        let ink = if chosen { look.accent } else { look.line };
        painter.rect_stroke(rect, 6.0, (1.5, ink), egui::StrokeKind::Inside);
    }
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, &entry.title));
    let clicked = response.clicked();
    // Tooltips would cover an open dialog.
    if !state.has_open_dialog() {
        response.on_hover_text(format!("{}\n\n{}", entry.title, entry.note));
    }
    clicked
}

/// Draws over the thumbnail: the number in the course or the library of the case, and a check mark for scenes opened
/// before.
fn marks(ui: &Ui, state: &State, entry: &Entry, picture: Rect, look: Look) {
    let tag = match (&entry.report, entry.course) {
        (Some(report), _) => Some(report.project.clone()),
        (None, Some(course)) => Some(course.place.to_string()),
        (None, None) => None,
    };
    let painter = ui.painter_at(picture);
    if let Some(tag) = tag {
        let galley = painter.layout_no_wrap(tag, FontId::proportional(11.0), look.strong);
        let at = picture.min + vec2(8.0, 7.0);
        painter.rect_filled(Rect::from_min_size(at - vec2(5.0, 2.0), galley.size() + vec2(10.0, 4.0)), 4.0, look.panel);
        painter.galley(at, galley, look.strong);
    }
    if state.prefs.seen.contains(entry.name) {
        let check = Rect::from_center_size(picture.right_top() + vec2(-14.0, 14.0), vec2(14.0, 14.0));
        painter.circle_filled(check.center(), 9.0, look.panel);
        icons::draw(&painter, Icon::Check, check, look.good);
    }
}

/// Text with at most `rows` lines.
fn galley(ui: &Ui, text: &str, font: FontId, ink: Color32, width: f32, rows: usize) -> std::sync::Arc<egui::Galley> {
    let mut job = LayoutJob::simple(text.to_owned(), font, ink, width);
    job.wrap = TextWrapping { max_width: width, max_rows: rows, ..TextWrapping::default() };
    ui.painter().layout_job(job)
}
