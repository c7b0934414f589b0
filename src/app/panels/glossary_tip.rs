//! Tooltip that explains a word by the glossary, with a link to the scene that teaches it.

use contact_lens_scene::catalog::System;
use egui::{Response, RichText, Ui};

use crate::command::{Command, FileCommand};
use crate::glossary::{self, Term};
use crate::state::State;
use crate::theme::Look;

/// Width of the tooltip, points.
const WIDTH: f32 = 320.0;

/// Texts of a tooltip.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tip<'a> {
    /// First line, such as the number under the pointer with all digits; empty for none.
    pub head: &'a str,
    /// Words to explain, by decreasing preference: the first one that the glossary knows is explained.
    pub words: &'a [&'a str],
    /// Last line, on the effect of a click; empty for none.
    pub action: &'a str,
}

/// Shows the tooltip of a widget while the pointer is on it. A click on “More” opens the scene that teaches the word.
pub(crate) fn show(response: Response, state: &State, tip: Tip<'_>, out: &mut Vec<Command>) -> Response {
    // The glossary is searched only while the tooltip is visible.
    response.on_hover_ui(|ui| draw(ui, state, tip, out))
}

/// Draws the content of the tooltip.
fn draw(ui: &mut Ui, state: &State, tip: Tip<'_>, out: &mut Vec<Command>) {
    let look = Look::get(ui);
    ui.set_max_width(WIDTH);
    if !tip.head.is_empty() {
        ui.label(RichText::new(tip.head).color(look.strong));
    }
    let system = shown_system(state);
    let terms = tip.words.iter().map(|word| glossary::explain(word, system)).find(|terms| !terms.is_empty());
    for term in terms.unwrap_or_default() {
        out.extend(draw_term(ui, state, term, look));
    }
    if !tip.action.is_empty() {
        ui.label(RichText::new(tip.action).size(11.5).color(look.weak));
    }
}

/// System of the query shown; `None` without a query.
fn shown_system(state: &State) -> Option<System> {
    System::of(state.query()?.ask.algorithm().id())
}

/// Draws a term: its title, its sentences and the link to its scene, unless that scene is open. Returns the command of
/// a click on the link.
fn draw_term(ui: &mut Ui, state: &State, term: &Term, look: Look) -> Option<Command> {
    let title = term.names.first().copied().unwrap_or_default();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(format!("{title}:")).family(Look::strong_family()).color(look.strong));
        ui.label(RichText::new(term.text).color(look.text));
    });
    let entry = term.entry().filter(|entry| state.doc.shipped != Some(entry.index))?;
    let link = ui.link(RichText::new(format!("More: {}", entry.title)).size(12.0));
    link.clicked().then(|| FileCommand::OpenShipped(entry.index).into())
}
