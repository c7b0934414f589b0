//! Grid of the browser: one card per scene, with its thumbnail, title and the first sentence of its note. Only visible
//! cards are laid out.

use contact_lens_scene::catalog::Entry;
use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, ScrollArea, Sense, Ui, pos2, vec2};

use super::keys::{CardGrid, ListKeys};
use super::shelves::Shelf;
use crate::figures::gallery::{Gallery, ThumbnailKey};
use crate::panels::icons::{self, Icon};
use crate::state::State;
use crate::theme::Look;

/// Minimum width of a card, points.
const MIN_CARD_WIDTH: f32 = 216.0;

/// Gap between cards, points.
const GAP: f32 = 10.0;

/// Height of a thumbnail relative to its width.
const THUMBNAIL_ASPECT: f32 = 0.62;

/// Height of the text under a thumbnail, [`TEXT_ROWS`] lines, points.
const TEXT_HEIGHT: f32 = 66.0;

/// Height of a heading, points.
const HEADING_HEIGHT: f32 = 30.0;

/// Width that is left for the scroll bar, points.
const SCROLL_BAR: f32 = 14.0;

/// Margin left and right of the text of a card, points.
const TEXT_MARGIN: f32 = 10.0;

/// Space between the thumbnail and the title, points.
const TITLE_GAP: f32 = 7.0;

/// Space between the title and the summary, points.
const SUMMARY_GAP: f32 = 3.0;

/// Number of lines of title and summary together.
const TEXT_ROWS: usize = 3;

/// Maximum number of lines of the title.
const MAX_TITLE_ROWS: usize = 2;

/// Corner radius of a card, points.
const ROUNDING: f32 = 6.0;

/// Width of the frame around the cards while they have the focus, points.
const FOCUS_WIDTH: f32 = 1.0;

/// Place of the cards and the keys that choose one.
#[derive(Clone, Copy, Debug)]
pub(super) struct CardsView {
    /// Height of the visible part, points.
    pub height: f32,
    pub keys: ListKeys,
    /// Whether the cards scroll to the first heading.
    pub scrolls_to_top: bool,
}

/// Draws the shelves below each other, with a scroll bar. Keys change `chosen`, the number of a card over all shelves,
/// from 0. Returns the index of the shipped scene to open; `None` unless a card was clicked or Enter pressed.
pub(super) fn show(
    ui: &mut Ui,
    state: &State,
    gallery: &mut Gallery,
    shelves: &[&Shelf],
    chosen: &mut usize,
    view: CardsView,
) -> Option<usize> {
    let width = ui.available_width() - SCROLL_BAR;
    let columns = (((width + GAP) / (MIN_CARD_WIDTH + GAP)) as usize).max(1);
    let card_width = (width + GAP) / columns as f32 - GAP;
    let card = vec2(card_width, card_width * THUMBNAIL_ASPECT + TEXT_HEIGHT);
    let count: usize = shelves.iter().map(|shelf| shelf.entries.len()).sum();
    let page = columns * ((view.height / (card.y + GAP)) as usize).max(1);
    let list = draw_focus_stop(ui, view.height);
    let keys = view.keys.read(ui, list, *chosen, CardGrid { columns, page, count });
    *chosen = keys.chosen;
    let shelf_heights = shelves.iter().map(|shelf| HEADING_HEIGHT + row_count(shelf, columns) * (card.y + GAP));
    let total_height: f32 = shelf_heights.sum();
    let mut opened = None;
    let mut area = ScrollArea::vertical().id_salt("cards").max_height(view.height).auto_shrink(false);
    if view.scrolls_to_top {
        area = area.vertical_scroll_offset(0.0);
    }
    area.show_viewport(ui, |ui, viewport| {
        ui.set_height(total_height);
        let origin = ui.max_rect().min;
        let mut y = 0.0;
        let mut number = 0;
        for shelf in shelves {
            draw_heading(ui, &shelf.title, origin + vec2(0.0, y));
            y += HEADING_HEIGHT;
            for (i, entry) in shelf.entries.iter().enumerate() {
                let column = (i % columns) as f32;
                let row = (i / columns) as f32;
                let min = origin + vec2(column * (card.x + GAP), y + row * (card.y + GAP));
                let rect = Rect::from_min_size(min, card);
                let top = min.y - origin.y;
                let is_chosen = number == *chosen;
                if is_chosen && keys.has_moved {
                    // The heading of a shelf stays visible above its first row.
                    let heading = if i < columns { HEADING_HEIGHT } else { 0.0 };
                    let target = Rect::from_min_max(rect.min - vec2(0.0, heading), rect.max);
                    ui.scroll_to_rect_animation(target, None, egui::style::ScrollAnimation::none());
                }
                let is_visible = top < viewport.max.y && top + card.y > viewport.min.y;
                let place = shelf.is_numbered.then_some(i + 1);
                let numbered = NumberedEntry { number, place, entry };
                let clicked = is_visible && draw_card(ui, state, gallery, numbered, rect, is_chosen);
                if clicked || (is_chosen && keys.enter) {
                    opened = Some(entry.index);
                }
                number += 1;
            }
            y += row_count(shelf, columns) * (card.y + GAP);
        }
    });
    opened
}

/// Adds the cards to the widgets that Tab visits, as one stop, and frames them while they have the focus. Returns the
/// id of the stop.
fn draw_focus_stop(ui: &Ui, height: f32) -> egui::Id {
    let rect = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), height));
    let response = ui.interact(rect, ui.scope_id().with("list of cards"), Sense::FOCUSABLE);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ListBox, true, "Cards"));
    if response.has_focus() {
        let filter = egui::EventFilter { horizontal_arrows: true, vertical_arrows: true, ..Default::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        let stroke = (FOCUS_WIDTH, Look::get(ui).accent);
        ui.painter().rect_stroke(rect, ROUNDING, stroke, egui::StrokeKind::Outside);
    }
    response.id
}

/// Number of rows of cards of a shelf.
fn row_count(shelf: &Shelf, columns: usize) -> f32 {
    shelf.entries.len().div_ceil(columns) as f32
}

/// Draws the title of a shelf, with the upper left corner of the heading at `corner`.
fn draw_heading(ui: &Ui, title: &str, corner: Pos2) {
    let look = Look::get(ui);
    let font = FontId::new(14.0, Look::strong_family());
    ui.painter().text(corner + vec2(0.0, HEADING_HEIGHT * 0.5), Align2::LEFT_CENTER, title, font, look.strong);
}

/// Entry with its number among all cards, since a scene may be on two shelves.
#[derive(Clone, Copy)]
struct NumberedEntry<'a> {
    /// Number of the card over all shelves, from 0.
    number: usize,
    /// Place on a numbered shelf, from 1; `None` on other shelves.
    place: Option<usize>,
    entry: &'a Entry,
}

/// Draws a card, with a frame in the accent color if it is chosen; returns whether it was clicked.
fn draw_card(
    ui: &Ui,
    state: &State,
    gallery: &mut Gallery,
    NumberedEntry { number, place, entry }: NumberedEntry<'_>,
    rect: Rect,
    chosen: bool,
) -> bool {
    let look = Look::get(ui);
    let response = ui.interact(rect, ui.scope_id().with(("card", number)), Sense::CLICK);
    let painter = ui.painter_at(rect);
    let fill = if response.hovered() { look.hovered } else { look.raised };
    painter.rect_filled(rect, ROUNDING, fill);
    let picture = Rect::from_min_size(rect.min, vec2(rect.width(), rect.width() * THUMBNAIL_ASPECT));
    draw_thumbnail(ui, &painter, state, gallery, entry, picture.shrink(1.0));
    draw_badges(ui, state, NumberedEntry { number, place, entry }, picture, look);
    let text_width = rect.width() - 2.0 * TEXT_MARGIN;
    let text_corner = picture.left_bottom() + vec2(TEXT_MARGIN, TITLE_GAP);
    draw_title_and_summary(ui, &painter, entry, text_corner, text_width);
    if chosen || response.hovered() {
        let ink = if chosen { look.accent } else { look.line };
        painter.rect_stroke(rect, ROUNDING, (1.5, ink), egui::StrokeKind::Inside);
    }
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, &entry.title));
    let clicked = response.clicked();
    // Tooltips would cover an open dialog.
    if !state.has_open_dialog() {
        response.on_hover_text(format!("{}\n\n{}", entry.title, entry.note));
    }
    clicked
}

/// Draws the thumbnail of a scene into `rect`, or an empty rectangle while the thumbnail is not available.
pub(in crate::panels) fn draw_thumbnail(
    ui: &Ui,
    painter: &Painter,
    state: &State,
    gallery: &mut Gallery,
    entry: &Entry,
    rect: Rect,
) {
    let look = Look::get(ui);
    painter.rect_filled(rect, ROUNDING - 1.0, look.gap);
    let key = ThumbnailKey { scene: entry.index, dark: look.dark };
    let Some(texture) = gallery.texture(ui.ctx(), key, state.open_query) else { return };
    // Crop the height, around the middle, to the aspect ratio of the rectangle.
    let [width, height] = texture.size().map(|side| side as f32);
    let shown_height = (rect.height() / rect.width() * width / height).min(1.0);
    let cropped = Rect::from_min_max(pos2(0.0, 0.5 - 0.5 * shown_height), pos2(1.0, 0.5 + 0.5 * shown_height));
    painter.image(texture.id(), rect, cropped, Color32::WHITE);
}

/// Draws the title of a scene and below it the first sentence of its note, [`TEXT_ROWS`] lines together. `corner` is
/// the upper left corner of the texts, `width` their maximum width, points.
fn draw_title_and_summary(ui: &Ui, painter: &Painter, entry: &Entry, corner: Pos2, width: f32) {
    let look = Look::get(ui);
    let title_font = FontId::new(13.0, Look::strong_family());
    let title = short_text(ui, &entry.title, title_font, look.strong, width, MAX_TITLE_ROWS);
    let summary_y = title.size().y + SUMMARY_GAP;
    let summary_rows = TEXT_ROWS - title.rows.len().clamp(1, MAX_TITLE_ROWS);
    painter.galley(corner, title, look.strong);
    let summary = short_text(ui, entry.summary(), FontId::proportional(11.5), look.text, width, summary_rows);
    painter.galley(corner + vec2(0.0, summary_y), summary, look.text);
}

/// Draws over the thumbnail: the number on the shelf or in the course, or the library of the case, and a check mark for
/// scenes opened before.
fn draw_badges(ui: &Ui, state: &State, numbered: NumberedEntry<'_>, picture: Rect, look: Look) {
    let NumberedEntry { place, entry, .. } = numbered;
    let tag = match (&entry.report, entry.course) {
        _ if place.is_some() => place.map(|place| place.to_string()),
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

/// Layout of a text of this width, points, truncated after `rows` lines.
fn short_text(
    ui: &Ui,
    text: &str,
    font: FontId,
    ink: Color32,
    width: f32,
    rows: usize,
) -> std::sync::Arc<egui::Galley> {
    let mut job = LayoutJob::simple(text.to_owned(), font, ink, width);
    job.wrap = TextWrapping { max_width: width, max_rows: rows, ..TextWrapping::default() };
    ui.painter().layout_job(job)
}
