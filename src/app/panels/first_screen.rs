//! First screen of the program: one sentence on the program, and three doors. A contact that went wrong is pasted,
//! dropped or opened; the core path teaches; cases that engines got wrong are listed by symptom and by engine.

mod cases;
mod contact;
mod door;
mod learn;

use egui::{CentralPanel, Frame, Key, Modifiers, RichText, ScrollArea, Ui, vec2};

use self::door::Door;
use crate::actions::registry::shortcut_of;
use crate::command::{Command, WindowCommand};
use crate::figures::gallery::Gallery;
use crate::help::HelpPage;
use crate::state::State;
use crate::theme::Look;

/// Sentence on the program.
const ABOUT: &str = "Contact Lens steps through collision detection: it shows how each algorithm finds a contact, and \
                     which answer is proven right.";

/// Maximum width of the three doors together, points.
const MAX_WIDTH: f32 = 1320.0;

/// Maximum height of a door, points.
const MAX_HEIGHT: f32 = 880.0;

/// Margins of the screen, points.
const MARGIN: f32 = 16.0;

/// Gap between two doors, points.
const GAP: f32 = 14.0;

/// Height of the footer with its gap, points.
const FOOTER_HEIGHT: f32 = 34.0;

/// Height of the window from which on the title and the sentence are large, points.
const TALL: f32 = 620.0;

/// Draws the first screen in the space below the menu.
pub(crate) fn show(ui: &mut Ui, state: &State, gallery: &mut Gallery) -> Vec<Command> {
    gallery.collect(ui.ctx());
    let mut out = Vec::new();
    let look = Look::get(ui);
    let frame = Frame::new().fill(look.gap).inner_margin(MARGIN);
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        let available = ui.available_size();
        let width = available.x.min(MAX_WIDTH);
        let margin = 0.5 * (available.x - width);
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.add_space(margin);
            ui.vertical(|ui| {
                ui.set_width(width);
                draw_heading(ui, available.y, look);
                let height = (ui.available_height() - FOOTER_HEIGHT).min(MAX_HEIGHT);
                draw_doors(ui, state, gallery, vec2(width, height), &mut out);
                draw_footer(ui, state, &mut out);
            });
        });
    });
    out
}

/// Draws the name of the program and the sentence on it; larger on a screen of at least [`TALL`] points height.
fn draw_heading(ui: &mut Ui, height: f32, look: Look) {
    let is_tall = height >= TALL;
    let title_size = if is_tall { 26.0 } else { 20.0 };
    let sentence_size = if is_tall { 16.0 } else { 14.0 };
    ui.label(RichText::new("Contact Lens").size(title_size).family(Look::strong_family()).color(look.strong));
    ui.add(egui::Label::new(RichText::new(ABOUT).size(sentence_size).color(look.text)).wrap());
    ui.add_space(if is_tall { 14.0 } else { 6.0 });
}

/// Draws the three doors next to each other, `size` points together.
fn draw_doors(ui: &mut Ui, state: &State, gallery: &mut Gallery, size: egui::Vec2, out: &mut Vec<Command>) {
    let door_size = vec2((size.x - 2.0 * GAP) / 3.0, size.y);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for door in [Door::Contact, Door::Learn, Door::Cases] {
            door::frame(ui, door, door_size, |ui| {
                ScrollArea::vertical().id_salt(door.title()).auto_shrink(false).show(ui, |ui| match door {
                    Door::Contact => contact::show(ui, state, out),
                    Door::Learn => learn::show(ui, state, gallery, out),
                    Door::Cases => cases::show(ui, state, gallery, out),
                });
            });
        }
    });
}

/// Draws the choice of the start page, and the keys.
fn draw_footer(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let mut at_start = state.prefs.start_page;
        if ui.checkbox(&mut at_start, "Show at startup").changed() {
            out.push(WindowCommand::ToggleStartPage.into());
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let browser = shortcut_of(ui.ctx(), &WindowCommand::ToggleBrowser.into());
            let help = shortcut_of(ui.ctx(), &Command::Window(WindowCommand::ToggleHelp(HelpPage::Keys)));
            ui.weak(format!("Tab and ↑ ↓ choose · Enter opens · Esc closes · {browser} all scenes · {help} keys"));
        });
    });
}

/// Moves the focus by the arrow keys: without a focused widget, to the first one.
pub(crate) fn focus_first(ui: &Ui, first: egui::Id) {
    let is_pressed = ui.input(|input| {
        let keys = [Key::ArrowDown, Key::ArrowUp, Key::ArrowLeft, Key::ArrowRight];
        input.modifiers == Modifiers::NONE && keys.into_iter().any(|key| input.key_pressed(key))
    });
    if is_pressed && ui.memory(|memory| memory.focused().is_none()) {
        ui.memory_mut(|memory| {
            // Otherwise egui would move the focus on from the first widget in the same pass.
            memory.move_focus(egui::FocusDirection::None);
            memory.request_focus(first);
        });
    }
}
