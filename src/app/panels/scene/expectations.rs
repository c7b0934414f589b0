//! Expectations of a query: whether the answer meets them, fields to change them, and acceptance of the answer.

use egui::{RichText, TextEdit, Ui, vec2};
use serde_json::{Map, Value as Json};

use crate::app::actions::registry::tooltip;
use crate::app::command::{Command, ExpectationCommand};
use crate::app::panels::fields::row;
use crate::app::panels::icons::{self, ButtonState, Icon};
use crate::app::state::State;
use crate::app::theme::Look;
use crate::check;
use crate::scene::model::Query;

/// Whether the query with this index meets its expectations: by the last check of all queries, or by the answer shown.
/// `None` when unknown.
pub(in crate::app::panels) fn passes(state: &State, index: usize) -> Option<bool> {
    checked_case(state, index)
        .or_else(|| state.expectation_results.unmet().map(<[String]>::is_empty).filter(|_| index == state.focus.query))
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
pub(in crate::app::panels) fn draw_sign(ui: &mut Ui, passes: Option<bool>, name: &str) {
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

/// Draws the unmet expectations and a field for each expectation, which changes `query`. Returns commands, and whether
/// an entry ended.
pub(in crate::app::panels) fn show(ui: &mut Ui, state: &State, query: &mut Query) -> (Vec<Command>, bool) {
    let mut out = Vec::new();
    let mut done = false;
    let look = Look::get(ui);
    match state.expectation_results.unmet() {
        Some([]) => drop(ui.label(RichText::new("The answer meets all expectations.").size(12.0).color(look.good))),
        Some(unmet) => unmet.iter().for_each(|why| drop(ui.label(RichText::new(why).size(12.0).color(look.bad)))),
        None => {}
    }
    let expect = check::expectations(query);
    for (name, value) in &expect {
        row(ui, &name.replace('_', " "), |ui| done |= draw_field(ui, query, &expect, name, value));
    }
    if expect.is_empty() {
        ui.weak("This query has no expectations.");
    }
    ui.horizontal_wrapped(|ui| {
        let accept = Command::from(ExpectationCommand::Accept);
        let button = ui.add_enabled(state.recording.is_some(), egui::Button::new("Accept this answer"));
        if button.on_hover_text(tooltip(ui.ctx(), &accept)).clicked() {
            out.push(accept);
        }
        if !expect.is_empty() && ui.button("Remove expectations").clicked() {
            out.push(ExpectationCommand::ExpectNothing.into());
        }
    });
    (out, done)
}

/// Draws a field with its value as in scene files. Returns whether the entry ended.
fn draw_field(ui: &mut Ui, query: &mut Query, expect: &Map<String, Json>, name: &str, value: &Json) -> bool {
    let memory = ui.scope_id().with(("expected", name));
    let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut text: String = ui.data(|data| data.get_temp(memory)).unwrap_or_else(|| shown.clone());
    let width = (ui.available_width() - 28.0).max(40.0);
    let response = ui.add(TextEdit::singleline(&mut text).desired_width(width));
    let response = response.accessible_name(format!("Expected {name}"));
    let mut done = false;
    if response.lost_focus() {
        let mut changed = expect.clone();
        let parsed =
            if value.is_string() { Some(Json::String(text.clone())) } else { serde_json::from_str(&text).ok() };
        let changed_query = parsed.and_then(|value| {
            changed.insert(name.to_owned(), value);
            check::with_expectations(query, &changed)
        });
        // An invalid entry changes nothing.
        if let Some(changed_query) = changed_query.filter(|_| text != shown) {
            *query = changed_query;
        }
        ui.data_mut(|data| data.remove::<String>(memory));
        done = true;
    } else if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(memory, text));
    }
    let remove =
        icons::button(ui, Icon::Cross, &format!("Remove expected {name}"), vec2(20.0, 20.0), ButtonState::NORMAL);
    if remove.on_hover_text("Remove this expectation").clicked() {
        let mut fewer = expect.clone();
        fewer.remove(name);
        if let Some(changed_query) = check::with_expectations(query, &fewer) {
            *query = changed_query;
            done = true;
        }
    }
    done
}
