//! Dialog with the choices for an animation: first and last frame or step, speed and size.

use egui::{DragValue, RichText, Ui};

use crate::command::{Command, FigureCommand, WindowCommand};
use crate::figures::animation_options::{AnimationLength, AnimationOptions, AnimationUnit};
use crate::panels::fields::row;
use crate::panels::overlay::dialog;
use crate::run::pace::frame_rate;
use crate::state::State;
use crate::text::numbers::four_digits;
use crate::theme::Look;

/// Draws the dialog, while it is open.
pub(crate) fn show(ui: &Ui, state: &State) -> Vec<Command> {
    let Some(before) = state.animation_dialog else { return Vec::new() };
    let Some(length) = state.animation_length() else { return Vec::new() };
    let mut out = Vec::new();
    let mut options = before;
    let modal = dialog(ui, "film").show(ui.ctx(), |ui| {
        let look = Look::get(ui);
        ui.set_width(340.0);
        ui.label(RichText::new("Export an animation").size(16.0).color(look.strong));
        ui.add_space(6.0);
        row(ui, "From", |ui| draw_number(ui, "First", length, &mut options.first));
        row(ui, "To", |ui| draw_number(ui, "Last", length, &mut options.last));
        row(ui, "Speed", |ui| {
            for speed in AnimationOptions::SPEEDS {
                ui.selectable_value(&mut options.speed, speed, format!("×{speed}"));
            }
        });
        row(ui, "Size", |ui| {
            for (name, scale) in AnimationOptions::SIZES {
                ui.selectable_value(&mut options.scale, scale, name);
            }
        });
        ui.add_space(4.0);
        ui.label(RichText::new(range_text(state, options, length)).color(look.weak));
        let kinds = "A GIF has 256 colors; choose a name that ends in .apng to keep all colors.";
        ui.label(RichText::new(kinds).size(11.5).color(look.weak));
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let button = egui::Button::new("Choose the file…").fill(look.accent_fill);
            let enter = ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Enter));
            if ui.add(button).on_hover_text("Choose the path  (Enter)").clicked() || enter {
                out.push(FigureCommand::ExportAnimation(options).into());
            }
            if ui.button("Cancel").on_hover_text("Cancel  (Esc)").clicked() {
                out.push(WindowCommand::Dismiss.into());
            }
        });
    });
    if modal.should_close() && out.is_empty() {
        out.push(WindowCommand::Dismiss.into());
    } else if options != before && out.is_empty() {
        out.push(FigureCommand::SetAnimation(options).into());
    }
    out
}

/// Draws the field of the first or the last frame or step, `value`. `end` is "First" or "Last", for screen readers and
/// tests.
fn draw_number(ui: &mut Ui, end: &str, AnimationLength { count, unit }: AnimationLength, value: &mut usize) {
    let first = unit.first_number();
    let unit = unit.name();
    let mut shown = (*value).min(count - 1) + first;
    let field = DragValue::new(&mut shown).range(first..=count - 1 + first).speed(0.2).prefix(format!("{unit} "));
    if ui.add_sized([96.0, 20.0], field).accessible_name(format!("{end} {unit}")).changed() {
        *value = shown - first;
    }
}

/// Sentence on the length of an animation with these options; the whole run has the length `whole`.
fn range_text(state: &State, options: AnimationOptions, whole: AnimationLength) -> String {
    let AnimationLength { count, unit } = whole;
    let range = options.range(count);
    let number = range.end() - range.start() + 1;
    let units = if number == 1 { unit.name().to_owned() } else { format!("{}s", unit.name()) };
    if unit == AnimationUnit::Frame {
        let seconds = number as f64 / (frame_rate(state.query()) * options.speed);
        return format!("{number} of {count} {units}, about {} s long.", four_digits((seconds * 10.0).ceil() / 10.0));
    }
    let beats: usize = match &state.recording {
        Some(recording) => range.map(|step| recording.beats_of(step)).sum(),
        None => 0,
    };
    format!("{number} of {count} {units}, in {beats} pictures, each shown long enough to read its sentence.")
}
