//! Expectations of a query: whether the answer meets them, fields to change them, and acceptance of the answer.

use contact_lens_check as check;
use contact_lens_scene::model::Query;
use egui::{RichText, TextEdit, Ui, vec2};
use serde_json::{Map, Value as Json};

use crate::actions::registry::tooltip;
use crate::command::{Command, ExpectationCommand};
use crate::panels::fields::row;
use crate::panels::icons::{self, ButtonState, Icon};
use crate::state::State;
use crate::theme::Look;

/// Whether the query with this index meets its expectations: by the last check of all queries, or by the answer shown.
/// `None` when unknown.
pub(in crate::panels) fn passes(state: &State, index: usize) -> Option<bool> {
    let checked = checked_case(state, index);
    if checked.is_some() || index != state.focus.query {
        return checked;
    }
    state.expectation_results.unmet().map(<[String]>::is_empty)
}

/// Whether the check of all queries found that a query meets its expectations; `None` without a decision.
fn checked_case(state: &State, index: usize) -> Option<bool> {
    let case = state.expectation_results.cases_of(state.doc.edition)?.get(index)?;
    match case.summary() {
        check::CaseSummary::Fails => Some(false),
        check::CaseSummary::Verified => Some(true),
        check::CaseSummary::Open | check::CaseSummary::Computed => None,
    }
}

/// Draws a check mark or a cross next to a query; nothing when the result is unknown.
pub(in crate::panels) fn draw_sign(ui: &mut Ui, passes: Option<bool>, name: &str) {
    let look = Look::get(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(14.0, 22.0), egui::Sense::hover());
    let Some(passes) = passes else { return };
    let (icon, ink) = if passes { (Icon::Check, look.good) } else { (Icon::Cross, look.bad) };
    let word = if passes { "meets" } else { "does not meet" };
    let inner = egui::Rect::from_center_size(rect.center(), vec2(11.0, 11.0));
    icons::draw(ui.painter(), icon, inner, ink);
    let say = format!("{name} {word} its expectations");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &say));
    response.on_hover_text(say);
}

/// Draws the unmet expectations and a field for each expectation, which changes `query`. Appends the commands of the
/// buttons to `out`. Returns whether an entry ended.
pub(in crate::panels) fn show(ui: &mut Ui, state: &State, query: &mut Query, out: &mut Vec<Command>) -> bool {
    let mut has_ended = false;
    let look = Look::get(ui);
    match state.expectation_results.unmet() {
        Some([]) => {
            ui.label(RichText::new("The answer meets all expectations.").size(12.0).color(look.good));
        }
        Some(unmet) => {
            for reason in unmet {
                ui.label(RichText::new(reason).size(12.0).color(look.bad));
            }
        }
        None => {}
    }
    let expectations = check::expectations(query);
    for (name, value) in &expectations {
        row(ui, &name.replace('_', " "), |ui| has_ended |= draw_field(ui, query, &expectations, name, value));
    }
    if expectations.is_empty() {
        ui.weak("This query has no expectations.");
    }
    ui.horizontal_wrapped(|ui| {
        let accept = Command::from(ExpectationCommand::Accept);
        let button = ui.add_enabled(state.recording.is_some(), egui::Button::new("Accept this answer"));
        if button.on_hover_text(tooltip(ui.ctx(), &accept)).clicked() {
            out.push(accept);
        }
        if !expectations.is_empty() && ui.button("Remove expectations").clicked() {
            out.push(ExpectationCommand::ExpectNothing.into());
        }
    });
    has_ended
}

/// Draws a field for the expectation `name`, with its value as in scene files, and a button that removes the
/// expectation. `expectations` are all expectations of the query. Returns whether the entry ended.
fn draw_field(ui: &mut Ui, query: &mut Query, expectations: &Map<String, Json>, name: &str, value: &Json) -> bool {
    let memory = ui.scope_id().with(("expected", name));
    let stored_text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut text: String = ui.data(|data| data.get_temp(memory)).unwrap_or_else(|| stored_text.clone());
    let width = (ui.available_width() - 28.0).max(40.0);
    let response = ui.add(TextEdit::singleline(&mut text).desired_width(width));
    let response = response.accessible_name(format!("Expected {name}"));
    let mut has_ended = false;
    if response.lost_focus() {
        let entry = if value.is_string() { Some(Json::String(text.clone())) } else { serde_json::from_str(&text).ok() };
        // An invalid entry changes nothing.
        if text != stored_text
            && let Some(entry) = entry
            && let Some(changed_query) = with_expectation(query, expectations, name, entry)
        {
            *query = changed_query;
        }
        ui.data_mut(|data| data.remove::<String>(memory));
        has_ended = true;
    } else if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(memory, text));
    }
    let remove =
        icons::button(ui, Icon::Cross, &format!("Remove expected {name}"), vec2(20.0, 20.0), ButtonState::NORMAL);
    if remove.on_hover_text("Remove this expectation").clicked() {
        let mut remaining = expectations.clone();
        remaining.remove(name);
        if let Some(changed_query) = check::with_expectations(query, &remaining) {
            *query = changed_query;
            has_ended = true;
        }
    }
    has_ended
}

/// Query with another value of the expectation `name`; `None` if the scene format refuses the value.
fn with_expectation(query: &Query, expectations: &Map<String, Json>, name: &str, value: Json) -> Option<Query> {
    let mut changed = expectations.clone();
    changed.insert(name.to_owned(), value);
    check::with_expectations(query, &changed)
}
