//! List of the beats (sub-steps of the run) that explain a mark of the picture, with a jump to each.

use contact_lens_lesson::BeatIndex;
use contact_lens_picture::font::with_hard_spaces;
use egui::{Button, Key, RichText, ScrollArea, Ui};

use crate::command::{Command, ExplanationCommand};
use crate::panels::overlay::{dialog, dialog_width, list_height};
use crate::run::explanation::ExplanationEntry;
use crate::state::State;
use crate::text::typeset;
use crate::theme::Look;

/// Draws the list, while it is open.
pub(crate) fn show(ui: &Ui, state: &State) -> Vec<Command> {
    let Some(explanation) = &state.explanation else { return Vec::new() };
    let look = Look::get(ui);
    let mut out = Vec::new();
    let size = ui.ctx().content_rect().size();
    let modal = dialog(ui, "why").show(ui.ctx(), |ui| {
        ui.set_width(dialog_width(size, 360.0, 640.0));
        let title = match &explanation.name {
            Some(name) => format!("Sub-steps that change {name}"),
            None => String::from("Sub-steps that change the mark"),
        };
        ui.label(RichText::new(with_hard_spaces(&title)).size(16.0).color(look.strong));
        ui.label(RichText::new("Click a sub-step to go there.").size(12.0).color(look.weak));
        ui.add_space(6.0);
        match explanation.entries.as_deref() {
            None => {
                ui.label(RichText::new("Searching the run…").color(look.weak));
            }
            Some([]) => {
                let none = "No step of this run changes the mark: the mark is an input of the scene.";
                ui.label(RichText::new(none).color(look.text));
            }
            Some(entries) => {
                let height = list_height(size);
                ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
                    // The last beat up to the current one caused the present state.
                    let cause = entries.iter().rposition(|entry| entry.index <= explanation.opened_at);
                    for (index, entry) in entries.iter().enumerate() {
                        draw_row(ui, entry, state.beat_index(), cause == Some(index), &mut out);
                    }
                });
            }
        }
    });
    let escaped = ui.input(|input| input.key_pressed(Key::Escape));
    if (modal.should_close() || escaped) && out.is_empty() {
        out.push(ExplanationCommand::Close.into());
    }
    out
}

/// Draws one beat of the list. `shown` is the beat that the window shows; `is_cause` is whether this is the last change
/// up to the beat at which the list was opened.
fn draw_row(ui: &mut Ui, entry: &ExplanationEntry, shown: BeatIndex, is_cause: bool, out: &mut Vec<Command>) {
    let look = Look::get(ui);
    let position = format!("step {}, sub-step {}", entry.index.step + 1, entry.index.beat + 1);
    let shown = if entry.index == shown { " · shown now" } else { "" };
    let cause = if is_cause { " · last change before the one shown" } else { "" };
    let ink = if is_cause { look.accent } else { look.weak };
    ui.label(RichText::new(format!("{position}{shown}{cause}")).size(11.0).color(ink));
    let ink = if is_cause { look.strong } else { look.text };
    let words = typeset::text(&with_hard_spaces(&entry.say), &egui::FontId::proportional(13.0), ink);
    let button = ui.add(Button::new(words).wrap().frame(false)).accessible_name(format!("Go to {position}"));
    if button.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        out.push(ExplanationCommand::Go(entry.index).into());
    }
    ui.add_space(5.0);
}
