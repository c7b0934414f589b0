//! Frame of a door of the first screen, and the rows and pictures in it.

use egui::{Align2, Color32, FontId, Frame, Margin, Rect, Response, RichText, Sense, Stroke, Ui, Vec2, vec2};

use crate::panels::icons::{self, Icon};
use crate::theme::Look;

/// Height of a row, points.
const ROW_HEIGHT: f32 = 24.0;

/// Space at both ends of a row, points.
const PADDING: f32 = 8.0;

/// Width of the number or the check mark at the beginning of a row, points.
const SIGN_WIDTH: f32 = 24.0;

/// Width that the scroll bar of a door leaves free, points.
const SCROLL_BAR: f32 = 10.0;

/// One of the three ways to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Door {
    /// A contact of the user that went wrong.
    Contact,
    /// Lessons of the core path.
    Learn,
    /// Cases that engines got wrong.
    Cases,
}

impl Door {
    /// Title of the door.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Contact => "A contact went wrong",
            Self::Learn => "Learn",
            Self::Cases => "Cases that engines got wrong",
        }
    }

    /// Color of the line above the title.
    fn ink(self, look: Look) -> Color32 {
        match self {
            Self::Contact => look.bad,
            Self::Learn => look.accent,
            Self::Cases => look.warn,
        }
    }
}

/// Draws the frame of a door, `size` points, with its title, and `content` in it.
pub(super) fn frame(ui: &mut Ui, door: Door, size: Vec2, content: impl FnOnce(&mut Ui)) {
    let look = Look::get(ui);
    let margin = Margin { left: 16, right: 6, top: 14, bottom: 8 };
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().rect(rect, 8.0, look.panel, Stroke::new(1.0, look.line), egui::StrokeKind::Inside);
    let line = Rect::from_min_size(rect.min + vec2(16.0, 0.0), vec2(44.0, 3.0));
    ui.painter().rect_filled(line, 1.5, door.ink(look));
    let builder = egui::UiBuilder::new().max_rect(rect).layout(egui::Layout::top_down(egui::Align::LEFT));
    ui.scope_builder(builder, |ui| {
        Frame::new().inner_margin(margin).show(ui, |ui| {
            let title = RichText::new(door.title()).size(18.0).family(Look::strong_family()).color(look.strong);
            ui.add(egui::Label::new(title).wrap());
            ui.add_space(2.0);
            content(ui);
        });
    });
}

/// Width of the content of a door, points.
pub(super) fn content_width(ui: &Ui) -> f32 {
    ui.available_width() - SCROLL_BAR
}

/// Draws a paragraph in a door.
pub(super) fn paragraph(ui: &mut Ui, text: &str, ink: Color32) {
    ui.scope(|ui| {
        ui.set_max_width(content_width(ui));
        ui.add(egui::Label::new(RichText::new(text).size(13.5).color(ink)).wrap());
    });
}

/// Draws a wide button in the accent color, or in the usual one.
pub(super) fn wide_button(ui: &mut Ui, text: &str, name: &str, is_main: bool) -> Response {
    let look = Look::get(ui);
    let fill = if is_main { look.accent_fill } else { look.raised };
    let label = RichText::new(text).size(14.0).color(look.strong);
    let button = egui::Button::new(label).fill(fill).wrap().min_size(vec2(content_width(ui), 32.0));
    ui.scope(|ui| {
        ui.set_max_width(content_width(ui));
        ui.add(button).accessible_name(name)
    })
    .inner
}

/// Row of a list in a door.
pub(super) struct ListRow<'a> {
    /// Number at the beginning of the row; `None` for a row without one.
    pub number: Option<usize>,
    /// Whether a check mark replaces the number.
    pub is_done: bool,
    pub title: &'a str,
    /// Text at the end of the row.
    pub count: &'a str,
}

/// Draws a row that is clicked like a button, highlighted under the pointer and framed with the focus.
pub(super) fn list_row(ui: &mut Ui, row: &ListRow<'_>) -> Response {
    let look = Look::get(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(content_width(ui), ROW_HEIGHT), Sense::click());
    let painter = ui.painter_at(rect);
    if response.hovered() {
        painter.rect_filled(rect, 4.0, look.hovered);
    }
    if response.has_focus() {
        painter.rect_stroke(rect, 4.0, Stroke::new(1.5, look.accent), egui::StrokeKind::Inside);
    }
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    let mut left = rect.left_center() + vec2(PADDING, 0.0);
    if row.is_done {
        let check = Rect::from_center_size(left + vec2(6.0, 0.0), vec2(12.0, 12.0));
        icons::draw(&painter, Icon::Check, check, look.good);
    } else if let Some(number) = row.number {
        painter.text(left, Align2::LEFT_CENTER, number, FontId::proportional(12.0), look.weak);
    }
    if row.number.is_some() {
        left.x += SIGN_WIDTH;
    }
    painter.text(left, Align2::LEFT_CENTER, row.title, FontId::proportional(13.5), look.text);
    let right = rect.right_center() - vec2(PADDING, 0.0);
    painter.text(right, Align2::RIGHT_CENTER, row.count, FontId::proportional(11.5), look.weak);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, row.title));
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// Allocates the space of a picture at the top of a door; `None` if the door is too low for one.
pub(super) fn picture_space(ui: &mut Ui) -> Option<Rect> {
    /// Height of a picture relative to its width.
    const ASPECT: f32 = 0.42;
    /// Least height of the rest of the door, points.
    const REST: f32 = 330.0;
    let width = content_width(ui);
    let size = vec2(width, ASPECT * width);
    if ui.available_height() < size.y + REST {
        return None;
    }
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    ui.add_space(4.0);
    Some(rect)
}
