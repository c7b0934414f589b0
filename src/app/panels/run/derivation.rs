//! Derivation of a number: the numbers from which it was computed, each with its listing line and a jump to its
//! sub-step.

use contact_lens_picture::font::with_hard_spaces;
use egui::{Button, Key, RichText, ScrollArea, Ui};

use crate::actions::draggable_inputs;
use crate::command::{Command, ExplanationCommand};
use crate::panels::overlay::{dialog, dialog_width, list_height};
use crate::run::derivation::DerivationLink;
use crate::state::State;
use crate::text::typeset;
use crate::theme::Look;

/// Indentation of a number that another one uses, points.
const INDENT: f32 = 22.0;

/// Draws the derivation, while it is open.
pub(crate) fn show(ui: &Ui, state: &State) -> Vec<Command> {
    let Some(derivation) = &state.derivation else { return Vec::new() };
    let look = Look::get(ui);
    let mut out = Vec::new();
    let size = ui.ctx().content_rect().size();
    let modal = dialog(ui, "derivation").show(ui.ctx(), |ui| {
        ui.set_width(dialog_width(size, 380.0, 680.0));
        let title = format!("Where {} comes from", derivation.value.symbol);
        ui.label(RichText::new(with_hard_spaces(&title)).size(16.0).color(look.strong));
        let hint =
            "Each number is computed by its line of the listing from the numbers below it. Click one to go there.";
        ui.label(RichText::new(hint).size(12.0).color(look.weak));
        ui.add_space(6.0);
        match derivation.links.as_deref() {
            None => {
                ui.label(RichText::new("Searching the run…").color(look.weak));
            }
            Some([]) => {
                ui.label(RichText::new("No sub-step up to this one shows this number.").color(look.text));
            }
            Some(links) => {
                let height = list_height(size);
                ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
                    links.iter().for_each(|link| draw_link(ui, state, link, &mut out));
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

/// Draws a number with its listing line; a click goes to the sub-step that computed it.
fn draw_link(ui: &mut Ui, state: &State, link: &DerivationLink, out: &mut Vec<Command>) {
    let look = Look::get(ui);
    ui.horizontal(|ui| {
        ui.add_space(INDENT * link.depth as f32);
        ui.vertical(|ui| {
            let value = &link.value;
            let equation = format!("{} = {}, {}", value.symbol, value.text.text, value.meaning);
            let ink = if link.depth == 0 { look.strong } else { look.text };
            let words = typeset::text(&with_hard_spaces(&equation), &egui::FontId::proportional(13.0), ink);
            let position = format!("step {}, sub-step {}", link.index.step + 1, link.index.beat + 1);
            let button = ui.add(Button::new(words).wrap().frame(false));
            let button = button.accessible_name(format!("Go to {} of {position}", value.symbol));
            if button.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                out.push(ExplanationCommand::Go(link.index).into());
            }
            let is_input = draggable_inputs::input_of_value(state, value).is_some();
            let source = if is_input { "an input of the scene" } else { link.line.as_str() };
            ui.label(RichText::new(format!("{position}: {source}")).size(11.0).color(look.weak));
        });
    });
    ui.add_space(4.0);
}
