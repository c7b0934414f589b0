//! Dialog with a sortable table of all queries of the scene, their answers, and whether they meet their expectations.

use contact_lens_check::{Case, CaseSummary};
use contact_lens_lesson::Verdict;
use contact_lens_model::answer::{Exact, FindingFacts as _};
use contact_lens_picture::font::with_hard_spaces;
use egui::{Button, FontId, Grid, Id, Key, Label, RichText, ScrollArea, Ui, vec2};

use crate::command::{Command, ExpectationCommand};
use crate::panels::icons::{self, Icon};
use crate::panels::overlay::{dialog, dialog_width, list_height};
use crate::run::expectation_results::{Column, Sorting, summary_words};
use crate::state::State;
use crate::text::typeset;
use crate::theme::Look;

/// Sort keys of the columns, with their titles.
const COLUMNS: [(Column, &str); 6] = [
    (Column::Scene, "no."),
    (Column::Outcome, "result"),
    (Column::Query, "query"),
    (Column::Algorithm, "algorithm"),
    (Column::Number, "answer"),
    (Column::Iterations, "iterations"),
];

/// Draws the table, while it is open.
pub(crate) fn show(ui: &Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    if !state.expectation_results.open {
        return out;
    }
    let look = Look::get(ui);
    let size = ui.ctx().content_rect().size();
    let modal = dialog(ui, "answers").show(ui.ctx(), |ui| {
        ui.set_width(dialog_width(size, 560.0, 1040.0));
        ui.label(RichText::new("All answers of this scene").size(16.0).color(look.strong));
        let Some(cases) = state.expectation_results.cases_of(state.doc.edition) else {
            ui.label(RichText::new("Checking all queries…").color(look.weak));
            return;
        };
        ui.label(RichText::new(summary(cases)).size(12.0).color(look.weak));
        ui.add_space(6.0);
        let height = list_height(size);
        ScrollArea::both().max_height(height).show(ui, |ui| draw_table(ui, state, cases, look, &mut out));
    });
    let escaped = ui.input(|input| input.key_pressed(Key::Escape));
    if (modal.should_close() || escaped) && out.is_empty() {
        out.push(ExpectationCommand::Toggle.into());
    }
    out
}

/// Sentence with the number of cases of each result.
fn summary(cases: &[Case]) -> String {
    let mut parts = Vec::new();
    for summary in [CaseSummary::Fails, CaseSummary::Open, CaseSummary::Verified, CaseSummary::Computed] {
        let count = cases.iter().filter(|case| case.summary() == summary).count();
        if count > 0 {
            parts.push(format!("{count} {}", words_after_count(summary, count)));
        }
    }
    format!("{}. Click a row to show its query; a failed query opens at the step of the failure.", parts.join(", "))
}

/// Words for a result after the number of its cases.
fn words_after_count(summary: CaseSummary, count: usize) -> &'static str {
    match (summary, count) {
        (CaseSummary::Fails | CaseSummary::Open | CaseSummary::Verified, 1) => summary_words(summary),
        (CaseSummary::Fails, _) => "fail",
        (CaseSummary::Open, _) => "open",
        (CaseSummary::Verified, _) => "pass",
        (CaseSummary::Computed, _) => "without an expectation",
    }
}

/// Indices of the cases in the chosen order.
fn sorted_indices(state: &State, cases: &[Case]) -> Vec<usize> {
    let Sorting { column, is_descending } = state.expectation_results.sorting;
    let mut order: Vec<usize> = (0..cases.len()).collect();
    // The sort is stable: cases with equal keys keep the order of the scene.
    order.sort_by(|&i, &j| match column {
        Column::Scene => i.cmp(&j),
        Column::Outcome => severity_rank(&cases[i]).cmp(&severity_rank(&cases[j])),
        Column::Query => cases[i].query.cmp(&cases[j].query),
        Column::Algorithm => algorithm_id(state, i).cmp(algorithm_id(state, j)),
        Column::Number => sort_number(&cases[i]).total_cmp(&sort_number(&cases[j])),
        Column::Iterations => sort_iterations(&cases[i]).cmp(&sort_iterations(&cases[j])),
    });
    if is_descending {
        order.reverse();
    }
    order
}

/// Position of a result in the order by result, from 0: failures first.
fn severity_rank(case: &Case) -> u8 {
    match case.summary() {
        CaseSummary::Fails => 0,
        CaseSummary::Open => 1,
        CaseSummary::Computed => 2,
        CaseSummary::Verified => 3,
    }
}

/// Id of the algorithm of the query with this index.
fn algorithm_id(state: &State, index: usize) -> &'static str {
    state.doc.scene.queries.get(index).map_or("", |query| query.ask.algorithm().id())
}

/// Number of the answer for sorting; infinite without a number, so that such cases come last in ascending order.
fn sort_number(case: &Case) -> f64 {
    match case.verdict.as_ref().and_then(headline) {
        Some(headline) => headline.number,
        None => f64::INFINITY,
    }
}

/// Number of iterations for sorting; 0 without an answer.
fn sort_iterations(case: &Case) -> u64 {
    case.verdict.as_ref().map_or(0, |verdict| verdict.iterations.into())
}

/// Main result of an answer as a number.
struct Headline {
    /// Value, in the unit of the fact.
    number: f64,
    /// The number as it is shown, with its unit.
    text: String,
}

/// Main result of an answer; `None` where it is no number.
fn headline(verdict: &Verdict) -> Option<Headline> {
    let fact = verdict.finding.headline()?;
    let number = match fact.value.exact? {
        Exact::Count(count) => count as f64,
        Exact::Number(number) => number,
        Exact::Vector(_) => return None,
    };
    // Formatted lengths include their unit.
    let unit = if fact.value.contains(' ') { "" } else { fact.unit };
    Some(Headline { number, text: format!("{} {unit}", &*fact.value) })
}

/// Text of an answer in the table: its main number, or else the name of its status.
fn answer_text(verdict: &Verdict) -> String {
    match headline(verdict) {
        Some(headline) => headline.text,
        None => verdict.finding.status().to_owned(),
    }
}

/// Draws the heads, which sort, and a row for each query.
fn draw_table(ui: &mut Ui, state: &State, cases: &[Case], look: Look, out: &mut Vec<Command>) {
    let grid =
        Grid::new(Id::unique("all answers")).num_columns(COLUMNS.len() + 1).spacing(vec2(18.0, 6.0)).striped(true);
    grid.show(ui, |ui| {
        for (column, head) in COLUMNS {
            let sorting = state.expectation_results.sorting;
            let arrow = if sorting.column != column {
                ""
            } else if sorting.is_descending {
                " ↓"
            } else {
                " ↑"
            };
            let text = RichText::new(format!("{head}{arrow}")).size(11.5).color(look.weak);
            let button = ui.add(Button::new(text).frame(false)).accessible_name(format!("Sort by {head}"));
            if button.clicked() {
                out.push(ExpectationCommand::Sort(column).into());
            }
        }
        ui.label(RichText::new("note").size(11.5).color(look.weak));
        ui.end_row();
        for index in sorted_indices(state, cases) {
            draw_row(ui, state, index, &cases[index], look, out);
            ui.end_row();
        }
    });
}

/// Draws the row of the query with this index.
fn draw_row(ui: &mut Ui, state: &State, index: usize, case: &Case, look: Look, out: &mut Vec<Command>) {
    plain_label(ui, (index + 1).to_string(), look);
    ui.horizontal(|ui| draw_mark(ui, case, look));
    let open = ui.add(Button::new(RichText::new(&case.query).size(13.0).color(look.strong)).frame(false));
    let open = open.accessible_name(format!("Show the query {}", case.query));
    if open.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        out.push(ExpectationCommand::Show(index).into());
    }
    plain_label(ui, algorithm_id(state, index).to_owned(), look);
    let verdict = case.verdict.as_ref();
    let answer = verdict.map_or_else(String::new, answer_text);
    ui.label(typeset::text(&answer, &FontId::proportional(12.5), look.text)).accessible_name(answer);
    plain_label(ui, verdict.map_or_else(String::new, |verdict| verdict.iterations.to_string()), look);
    let say = match case.failures.first() {
        Some(failure) => format!("step {}, {}: {}", failure.step + 1, failure.precision.name(), failure.message),
        None => verdict.map_or_else(String::new, |verdict| verdict.say.clone()),
    };
    let say = with_hard_spaces(&say);
    let words = Label::new(typeset::text(&say, &FontId::proportional(12.0), look.text)).wrap();
    ui.add(words).accessible_name(say.as_str()).on_hover_text(&say);
}

/// Draws a text of a row.
fn plain_label(ui: &mut Ui, text: String, look: Look) {
    ui.label(RichText::new(text).size(12.5).color(look.text));
}

/// Draws the result of a case: a symbol, unless nothing was expected, and a word.
fn draw_mark(ui: &mut Ui, case: &Case, look: Look) {
    let summary = case.summary();
    let (icon, ink) = match summary {
        CaseSummary::Fails => (Icon::Cross, look.bad),
        CaseSummary::Open => (Icon::Warning, look.warn),
        CaseSummary::Verified => (Icon::Check, look.good),
        CaseSummary::Computed => (Icon::Check, look.weak),
    };
    let (rect, _) = ui.allocate_exact_size(vec2(13.0, 13.0), egui::Sense::hover());
    if summary != CaseSummary::Computed {
        icons::draw(ui.painter(), icon, rect, ink);
    }
    ui.label(RichText::new(summary_words(summary)).size(12.0).color(ink));
}
