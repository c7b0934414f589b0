//! Overlays: banners, notes, progress of an animation, the hint while a file is dragged over the window, and the frame
//! of dialogs.

use egui::{Align2, Color32, Id, Modal, RichText, Sense, Ui, Vec2, vec2};

use super::icons::{self, ButtonState, Icon};
use crate::actions::registry::tooltip;
use crate::banner::Severity;
use crate::command::{Command, FigureCommand, FileCommand, WindowCommand};
use crate::files::disk;
use crate::state::State;
use crate::theme::Look;

/// Height that a dialog needs above and below its list, for the title, the buttons and the margins, points.
const AROUND_LIST: f32 = 220.0;

/// Minimum height of the list in a dialog, points.
const MIN_LIST_HEIGHT: f32 = 160.0;

/// Minimum space left and right of a dialog, both sides together, points.
const AROUND_DIALOG: f32 = 120.0;

/// Height of the bar of frames, points.
const FRAMES_BAR: f32 = 32.0;

/// Height of the other bars at the bottom without the timeline, with a gap, points.
const OTHER_BARS: f32 = 68.0;

/// Distance between the bottoms of two notes, points.
const NOTE_DISTANCE: f32 = 36.0;

/// Width of the button that closes a banner, points.
const CLOSE_WIDTH: f32 = 30.0;

/// Maximum height of the list in a dialog over a window of this size, points.
pub(super) fn list_height(window: Vec2) -> f32 {
    (window.y - AROUND_LIST).max(MIN_LIST_HEIGHT)
}

/// Width of a dialog in a window of this size, between these limits, points.
pub(super) fn dialog_width(window: Vec2, min: f32, max: f32) -> f32 {
    (window.x - AROUND_DIALOG).clamp(min, max)
}

/// Modal dialog over the window; `name` makes its id unique.
pub(super) fn dialog(ui: &Ui, name: &str) -> Modal {
    let frame = egui::Frame::popup(ui.style()).inner_margin(egui::Margin::symmetric(18, 14));
    Modal::new(Id::unique((name, "dialog"))).frame(frame).backdrop_color(Color32::from_black_alpha(90))
}

/// Draws error banners between the menu and the panes, so that they cover neither titles nor buttons. Over the open
/// browser they are in front of it.
pub(crate) fn draw_banners(ui: &mut Ui, state: &State) -> Vec<Command> {
    if !state.has_errors() {
        return Vec::new();
    }
    let frame = egui::Frame::new().fill(Look::get(ui).panel);
    if state.is_browser_open {
        let area = egui::Area::new(Id::unique("errors")).order(egui::Order::Tooltip);
        let response = area.anchor(Align2::LEFT_TOP, Vec2::ZERO).show(ui.ctx(), |ui| {
            ui.set_width(ui.ctx().content_rect().width());
            frame.show(ui, |ui| draw_messages(ui, state)).inner
        });
        return response.inner;
    }
    let panel = egui::Panel::top("errors").frame(frame).resizable(false).show_separator_line(false);
    panel.show(ui, |ui| draw_messages(ui, state)).inner
}

/// Draws the error messages, each with a button to close it.
fn draw_messages(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let look = Look::get(ui);
    for banner in state.banners.iter().filter(|banner| banner.severity == Severity::Error) {
        let fill = look.bad.gamma_multiply(0.16);
        let frame = egui::Frame::new().fill(fill).inner_margin(egui::Margin::symmetric(12, 6));
        frame.show(ui, |ui| {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
                icons::draw(ui.painter(), Icon::Warning, rect, look.bad);
                ui.scope(|ui| {
                    ui.set_max_width(ui.available_width() - CLOSE_WIDTH);
                    ui.add(egui::Label::new(RichText::new(&banner.text).color(look.strong)).wrap().selectable(true));
                });
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let button = icons::button(ui, Icon::Cross, "Close message", vec2(22.0, 20.0), ButtonState::NORMAL);
                    if button.on_hover_text("Close (Esc)").clicked() {
                        out.push(WindowCommand::DismissBanner(banner.id).into());
                    }
                });
            });
        });
    }
    out
}

/// Height of the bars at the bottom of the window, which notes must not cover, points.
fn bars_height(state: &State) -> f32 {
    let frames = if state.frames() > 1 { FRAMES_BAR } else { 0.0 };
    OTHER_BARS + super::timeline::steps_height(state) + frames
}

/// Draws the notes above the timeline, the newest one lowest.
pub(crate) fn draw_notes(ui: &Ui, state: &State) {
    let look = Look::get(ui);
    let notes = state.banners.iter().filter(|banner| banner.severity == Severity::Note);
    for (row, note) in notes.rev().enumerate() {
        // The progress of an animation is as high as two notes.
        let row = row + 2 * usize::from(state.animation_progress.is_some());
        let offset = vec2(0.0, -bars_height(state) - NOTE_DISTANCE * row as f32);
        egui::Area::new(Id::unique(("note", note.id))).anchor(Align2::CENTER_BOTTOM, offset).interactable(false).show(
            ui.ctx(),
            |ui| {
                egui::Frame::popup(ui.style())
                    .fill(look.raised)
                    .show(ui, |ui| ui.label(RichText::new(&note.text).color(look.strong)));
            },
        );
    }
}

/// Draws the progress of an animation above the timeline, with a button to cancel it.
pub(crate) fn animation_progress(ui: &Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let Some(drawing) = &state.animation_progress else { return out };
    let look = Look::get(ui);
    let done = drawing.done;
    let total = drawing.total;
    let file = drawing.path.file_name().map_or_else(|| drawing.path.to_string_lossy(), |name| name.to_string_lossy());
    let area = egui::Area::new(Id::unique("drawing")).anchor(Align2::CENTER_BOTTOM, vec2(0.0, -bars_height(state)));
    area.show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).fill(look.raised).inner_margin(egui::Margin::symmetric(12, 8)).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label(RichText::new(format!("Drawing {file}")).color(look.strong))
                    .on_hover_text(drawing.path.display().to_string());
                let text =
                    if total == 0 { String::from("playing the run") } else { format!("{done} of {total} pictures") };
                let progress = done as f32 / total.max(1) as f32;
                let bar =
                    egui::ProgressBar::new(progress).desired_width(180.0).desired_height(18.0).fill(look.accent_fill);
                ui.add(bar.text(RichText::new(text).size(12.0).color(look.strong)));
                let cancel = ui
                    .button("Cancel")
                    .on_hover_text(tooltip(ui.ctx(), &Command::Figure(FigureCommand::CancelDrawing)));
                if cancel.clicked() {
                    out.push(FigureCommand::CancelDrawing.into());
                }
            });
        });
    });
    out
}

/// Draws the hint that a drop opens the file, while files are dragged over the window.
pub(crate) fn drop_hint(ui: &Ui) {
    if ui.input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    let look = Look::get(ui);
    let painter = ui.ctx().layer_painter(egui::LayerId::new(egui::Order::Foreground, Id::unique("drop")));
    let rect = ui.ctx().content_rect();
    painter.rect_filled(rect, 0.0, look.gap.gamma_multiply(0.8));
    painter.rect_stroke(rect.shrink(12.0), 8.0, egui::Stroke::new(2.0, look.accent), egui::StrokeKind::Inside);
    painter.text(
        rect.center(),
        Align2::CENTER_CENTER,
        "Drop the file to open it",
        egui::FontId::proportional(20.0),
        look.strong,
    );
}

/// Returns the command for files that were dropped on the window; `None` without any. Two or more meshes or files of
/// other programs are imported as one scene; otherwise only the first file is opened.
pub(crate) fn command_of_dropped_files(ui: &Ui) -> Option<Command> {
    let files = ui.input(|input| input.raw.dropped_files.clone());
    let imported: Vec<_> = files.iter().map(|file| file.path()).filter(|path| disk::is_imported(path)).collect();
    if files.len() > 1 && imported.len() == files.len() {
        let paths = imported.into_iter().map(ToOwned::to_owned).collect();
        return Some(Command::File(FileCommand::Import(paths)));
    }
    let first = files.first()?;
    Some(Command::File(FileCommand::Open(first.path().to_owned())))
}
