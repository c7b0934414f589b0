//! Dialogs for paths, animations, unsaved edits, overwriting and recovery. At most one is drawn at a time.

pub(crate) mod animation;

use std::time::Duration;

use contact_lens_model::answer::number::with_noun;
use egui::{Id, Key, RichText, Ui};

use super::overlay::dialog;
use crate::command::{Command, FileCommand, RecoveryCommand, SaveCommand, WindowCommand};
use crate::files::path_dialog::{Conflict, Obstacle};
use crate::files::recovery::FoundEdits;
use crate::state::State;
use crate::theme::Look;

/// Draws the open dialog, if any.
pub(crate) fn show(ui: &Ui, state: &State) -> Vec<Command> {
    if state.path_dialog.is_some() {
        draw_path_box(ui, state)
    } else if state.animation_dialog.is_some() {
        self::animation::show(ui, state)
    } else if let Some(conflict) = &state.conflict {
        confirm_overwrite(ui, state, conflict)
    } else if state.pending_command.is_some() {
        confirm_unsaved_edits(ui, state)
    } else if state.found_edits.is_empty() {
        Vec::new()
    } else {
        offer_recovered_edits(ui, &state.found_edits)
    }
}

/// Draws the field for a path, for systems without file dialogs.
fn draw_path_box(ui: &Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let Some(path_dialog) = &state.path_dialog else { return out };
    let memory = Id::unique("path box");
    let mut text: String = ui.data(|data| data.get_temp(memory)).unwrap_or_else(|| path_dialog.suggestion.clone());
    let modal = dialog(ui, "path").show(ui.ctx(), |ui| {
        ui.set_width(520.0);
        ui.label(RichText::new(path_dialog.purpose.title()).size(16.0).color(Look::get(ui).strong));
        ui.weak("This system has no file dialog: type the path.");
        ui.add_space(4.0);
        let field = egui::TextEdit::singleline(&mut text).desired_width(f32::INFINITY).show(ui);
        let response = field.response.response.accessible_name("Path");
        if !response.has_focus() && !response.lost_focus() {
            response.request_focus();
            select_name(ui, response.id, &text);
        }
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            if (ui.button(path_dialog.purpose.verb()).clicked() || entered) && !text.trim().is_empty() {
                out.push(Command::typed(path_dialog.purpose, text.trim().into()));
            }
            if ui.button("Cancel").clicked() {
                out.push(WindowCommand::Dismiss.into());
            }
        });
    });
    if modal.should_close() && out.is_empty() {
        out.push(WindowCommand::Dismiss.into());
    }
    if out.is_empty() {
        ui.data_mut(|data| data.insert_temp(memory, text));
    } else {
        ui.data_mut(|data| data.remove::<String>(memory));
    }
    out
}

/// Selects the name of a file after the last slash up to its first dot, so that typing replaces it. A dot at the start
/// does not count.
fn select_name(ui: &Ui, field: Id, path: &str) {
    let start = path.rfind('/').map_or(0, |slash| slash + 1);
    let name = &path[start..];
    let end = start + name.find('.').filter(|dot| *dot > 0).unwrap_or(name.len());
    super::select_text(ui.ctx(), field, path, start..end);
}

/// A dialog with a button for each answer.
struct DialogQuestion<'a> {
    /// Name that makes the dialog's id unique.
    name: &'a str,
    title: &'a str,
    text: &'a str,
    /// Label and command of each answer.
    answers: &'a [(&'a str, Command)],
    /// Whether Enter gives the first answer.
    has_default: bool,
}

/// Draws a question. Returns the command of the chosen answer, or the one that cancels if the dialog is closed.
fn show_question(ui: &Ui, question: DialogQuestion<'_>) -> Vec<Command> {
    let DialogQuestion { name, title, text, answers, has_default } = question;
    let mut out = Vec::new();
    let modal = dialog(ui, name).show(ui.ctx(), |ui| {
        ui.set_width(400.0);
        ui.add(egui::Label::new(RichText::new(title).size(15.0).color(Look::get(ui).strong)).wrap());
        ui.add(egui::Label::new(RichText::new(text).color(Look::get(ui).weak)).wrap());
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let enter = has_default && ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Enter));
            for (i, (answer, command)) in answers.iter().enumerate() {
                let is_default = has_default && i == 0;
                let mut button = egui::Button::new(*answer);
                if is_default {
                    button = button.fill(Look::get(ui).accent_fill);
                }
                if ui.add(button).clicked() || (is_default && enter) {
                    out.push(command.clone());
                }
            }
        });
    });
    if modal.should_close() && out.is_empty() {
        out.push(WindowCommand::Dismiss.into());
    }
    out
}

/// Asks what to do with unsaved edits.
fn confirm_unsaved_edits(ui: &Ui, state: &State) -> Vec<Command> {
    let answers = [
        ("Save", Command::Save(SaveCommand::SaveFirst)),
        ("Discard the edits", Command::Window(WindowCommand::Discard)),
        ("Cancel", Command::Window(WindowCommand::Dismiss)),
    ];
    let title = "There are unsaved edits.";
    let text = &state.doc.title();
    show_question(ui, DialogQuestion { name: "unsaved", title, text, answers: &answers, has_default: true })
}

/// Asks whether to overwrite a file.
fn confirm_overwrite(ui: &Ui, state: &State, conflict: &Conflict) -> Vec<Command> {
    let path = conflict.path.display();
    let is_open_file = state.doc.path.as_ref() == Some(&conflict.path);
    let text = match conflict.obstacle {
        Obstacle::Changed => {
            format!(
                "{path}\n“Overwrite” discards the other program's changes; “Read it again” discards the edits in this window."
            )
        }
        Obstacle::Exists => format!("{path}\n“Overwrite” replaces its content."),
    };
    let is_scene = conflict.figure.is_none();
    let mut answers = vec![("Overwrite", Command::Save(SaveCommand::Overwrite))];
    if is_scene {
        answers.push(("Save as…", Command::Save(SaveCommand::AskSaveAs)));
    }
    if is_scene && is_open_file {
        answers.push(("Read it again", Command::File(FileCommand::Revert)));
    }
    answers.push(("Cancel", Command::Window(WindowCommand::Dismiss)));
    let title = &conflict.message();
    show_question(ui, DialogQuestion { name: "conflict", title, text: &text, answers: &answers, has_default: false })
}

/// Offers the recovered edits of earlier windows.
fn offer_recovered_edits(ui: &Ui, found: &[FoundEdits]) -> Vec<Command> {
    let mut out = Vec::new();
    let modal = dialog(ui, "found").show(ui.ctx(), |ui| {
        let look = Look::get(ui);
        ui.set_width(460.0);
        ui.label(RichText::new("Unsaved edits were found.").size(15.0).color(look.strong));
        ui.weak("An earlier window ended before they were saved.");
        ui.add_space(6.0);
        egui::ScrollArea::vertical().max_height(240.0).auto_shrink([false, true]).show(ui, |ui| {
            for (index, FoundEdits { edits, age, .. }) in found.iter().enumerate() {
                ui.separator();
                ui.horizontal(|ui| {
                    ui.vertical(|ui| {
                        ui.set_width(300.0);
                        ui.add(egui::Label::new(RichText::new(&edits.scene.name).color(look.text)).truncate());
                        let path = edits.path.as_ref();
                        let file = path.map_or_else(|| String::from("no file"), |path| path.display().to_string());
                        let words = format!("{}, {file}", time_ago(*age));
                        ui.add(egui::Label::new(RichText::new(words).size(11.5).color(look.weak)).truncate());
                    });
                    if ui.button("Restore").clicked() {
                        out.push(RecoveryCommand::Restore(index).into());
                    }
                    if ui.button("Delete").clicked() {
                        out.push(RecoveryCommand::Delete(index).into());
                    }
                });
            }
        });
        ui.separator();
        if ui.button("Ask again at the next start").clicked() {
            out.push(RecoveryCommand::Later.into());
        }
    });
    if modal.should_close() && out.is_empty() {
        out.push(RecoveryCommand::Later.into());
    }
    out
}

/// Text on the time since an event, rounded down to whole minutes, hours or days.
fn time_ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (count, unit) = match minutes {
        0 => return String::from("less than a minute ago"),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{} ago", with_noun(count, unit))
}
