//! List of the beats that explain a mark, with a jump to each.

use egui::{Button, Key, RichText, ScrollArea, Ui};

use crate::app::command::{Command, ExplanationCommand};
use crate::app::panels::overlay::dialog;
use crate::app::run::explanation::ExplanationEntry;
use crate::app::state::State;
use crate::app::text::typeset;
use crate::app::theme::Look;
use crate::picture::font::unparted;

/// Draws the list, while it is open.
pub(in crate::app) fn show(ui: &Ui, state: &State) -> Vec<Command> {
    let Some(why) = &state.explanation else { return Vec::new() };
    let look = Look::get(ui);
    let mut out = Vec::new();
    let size = ui.ctx().content_rect().size();
    let modal = dialog(ui, "why").show(ui.ctx(), |ui| {
        ui.set_width((size.x - 120.0).clamp(360.0, 640.0));
        let title = match &why.name {
            Some(name) => format!("What changes {name}?"),
            None => String::from("What changes this?"),
        };
        ui.label(RichText::new(unparted(&title)).size(16.0).color(look.strong));
        ui.label(RichText::new("Sub-steps that change it. Click one to go there.").size(12.0).color(look.weak));
        ui.add_space(6.0);
        match why.entries.as_deref() {
            None => drop(ui.label(RichText::new("Searching the run…").color(look.weak))),
            Some([]) => {
                let none = "No step of this run changes it: it is an input of the scene.";
                ui.label(RichText::new(none).color(look.text));
            }
            Some(told) => {
                let high = (size.y - 220.0).max(160.0);
                ScrollArea::vertical().max_height(high).min_scrolled_height(high).show(ui, |ui| {
                    // The last beat up to the current one caused the present state.
                    let made = told.iter().rposition(|one| (one.step, one.beat) <= why.now);
                    for (index, one) in told.iter().enumerate() {
                        let made = made == Some(index);
                        row(ui, one, (state.now(), made), look, &mut out);
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

/// Draws one beat of the list; `made` if it caused the present state.
fn row(ui: &mut Ui, one: &ExplanationEntry, (now, made): ((usize, usize), bool), look: Look, out: &mut Vec<Command>) {
    let place = format!("step {}, sub-step {}", one.step + 1, one.beat + 1);
    let here = if (one.step, one.beat) == now { " · shown now" } else { "" };
    let why = if made { " · last change before the one shown" } else { "" };
    let ink = if made { look.accent } else { look.weak };
    ui.label(RichText::new(format!("{place}{here}{why}")).size(11.0).color(ink));
    let ink = if made { look.strong } else { look.text };
    let words = typeset::text(&unparted(&one.say), &egui::FontId::proportional(13.0), ink);
    let button = ui.add(Button::new(words).wrap().frame(false)).accessible_name(format!("Go to {place}"));
    if button.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        out.push(ExplanationCommand::Go(one.step, one.beat).into());
    }
    ui.add_space(5.0);
}
