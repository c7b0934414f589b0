//! Draws the comparison of two runs side by side: both pictures, both sentences, the divergence, and every number of
//! the current beats that differs.

use contact_lens_lesson::{Beat, BeatIndex, Value, WORLD};
use contact_lens_model::answer::Exact;
use contact_lens_model::answer::number::{WITHIN_ROUNDING, rounding};
use contact_lens_picture::Bounds;
use contact_lens_picture::font::with_hard_spaces;
use contact_lens_play::Precision;
use egui::{Align2, Color32, FontId, Grid, Rect, Response, RichText, ScrollArea, Ui, UiBuilder, pos2, vec2};

use crate::actions::draggable_inputs::{self, Input};
use crate::actions::registry::tooltip;
use crate::command::{Command, ComparisonCommand, MAX_VIEWS, ViewCommand};
use crate::panels::draggable_value::PlacedText;
use crate::panels::fields::choice;
use crate::panels::icons::{self, ButtonState, Icon};
use crate::panels::{draggable_value, sentence};
use crate::run::comparison::{RunDifference, RunDivergence, ValueDifference, are_rounding_errors, difference};
use crate::state::{Comparison, State};
use crate::text::numbers::{ascii_number, four_digits, six_digits};
use crate::text::typeset;
use crate::theme::Look;
use crate::viewport::Viewport;

/// Height of the bar at the top, points.
const BAR_HEIGHT: f32 = 40.0;

/// Height of the name above a picture, points.
const NAME_HEIGHT: f32 = 24.0;

/// Height of the sentence below a picture, points.
const SENTENCE_HEIGHT: f32 = 58.0;

/// Height of a row of the table, points.
const ROW_HEIGHT: f32 = 18.0;

/// Maximum number of rows of the table that are shown without scrolling.
const MAX_ROWS: usize = 7;

/// Height of the table beyond its rows and heads, points.
const TABLE_PADDING: f32 = 20.0;

/// Height of the table when there is nothing to list, points.
const EMPTY_TABLE_HEIGHT: f32 = 34.0;

/// Maximum height of the table, relative to the window.
const MAX_TABLE: f32 = 0.4;

/// Gap between the two runs, points.
const GAP: f32 = 2.0;

/// Draws the comparison. `viewports` are the views of the run shown and of the second run. Returns the commands of the
/// user.
pub(crate) fn show(
    ui: &mut Ui,
    state: &State,
    comparison: &Comparison,
    viewports: [&mut [Viewport; MAX_VIEWS]; 2],
) -> Vec<Command> {
    let look = Look::get(ui);
    let area = ui.max_rect();
    let mut out = Vec::new();
    ui.painter().rect_filled(area, 0.0, look.gap);
    let names = comparison.difference.names(&state.run_inputs());
    let rows = differing_values(state, comparison);
    let table_height = table_height(rows.len()).min(MAX_TABLE * area.height());
    let bar = Rect::from_min_size(area.min, vec2(area.width(), BAR_HEIGHT));
    draw_on_background(ui, bar, look.panel, |ui| draw_top_bar(ui, state, comparison, &names, &mut out));
    let table = Rect::from_min_max(pos2(area.left(), area.bottom() - table_height), area.max);
    draw_on_background(ui, table, look.panel, |ui| {
        draw_number_table(ui, draggable_value::InputContext::of_main_run(state), &names, &rows)
    });
    let middle = Rect::from_min_max(pos2(area.left(), bar.bottom() + GAP), pos2(area.right(), table.top() - GAP));
    let width = (middle.width() - GAP) / 2.0;
    let column_size = vec2(width, middle.height());
    let [viewports, second_viewports] = viewports;
    let column = Rect::from_min_size(middle.min, column_size);
    let edited = &state.doc.scene;
    let context = draggable_value::InputContext { shown: state, edited };
    out.extend(draw_run(ui, context, &names[0], column, viewports));
    let column = Rect::from_min_size(pos2(middle.left() + (width + GAP), middle.top()), column_size);
    let context = draggable_value::InputContext { shown: &comparison.state, edited };
    let commands = draw_run(ui, context, &names[1], column, second_viewports);
    // The second run follows the run shown, so its other commands are ignored.
    out.extend(commands.into_iter().filter(is_for_both));
    out
}

/// Height of a table with this number of rows and its heads, points.
fn table_height(rows: usize) -> f32 {
    if rows == 0 { EMPTY_TABLE_HEIGHT } else { (rows.min(MAX_ROWS) + 1) as f32 * ROW_HEIGHT + TABLE_PADDING }
}

/// Whether a command of the second run's column applies to the run shown too: selections, and moves of cameras.
fn is_for_both(command: &Command) -> bool {
    matches!(command, Command::Select(_) | Command::View(ViewCommand::Camera(..) | ViewCommand::Focus(_)))
}

/// Draws `add` into `rect`, with margins, on a background filled with `fill`.
fn draw_on_background<R>(ui: &mut Ui, rect: Rect, fill: Color32, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.painter().rect_filled(rect, 0.0, fill);
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect.shrink2(vec2(12.0, 4.0))));
    child.set_clip_rect(rect.intersect(ui.clip_rect()));
    add(&mut child)
}

/// Draws the compared difference, the divergence, and the button that closes the comparison.
fn draw_top_bar(ui: &mut Ui, state: &State, comparison: &Comparison, names: &[String; 2], out: &mut Vec<Command>) {
    let look = Look::get(ui);
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 10.0;
        ui.label(RichText::new("Side by side").size(14.0).color(look.strong));
        ui.label(RichText::new(format!("{} and", names[0])).color(look.text));
        let shown = state.run_inputs();
        let differences = RunDifference::all(&shown);
        let mut labels: Vec<String> = Vec::new();
        for difference in &differences {
            let [_, name_of_second] = difference.names(&shown);
            labels.push(name_of_second);
        }
        ui.scope(|ui| {
            ui.set_max_width(220.0);
            let chosen = choice(ui, "Compare with", &names[1], labels.iter().map(String::as_str));
            let index = labels.iter().position(|label| Some(label.as_str()) == chosen);
            out.extend(index.map(|index| ComparisonCommand::Choose(differences[index]).into()));
        });
        draw_view_choice(ui, state, comparison, out);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let close = Command::Comparison(ComparisonCommand::Toggle);
            let cross = icons::button(ui, Icon::Cross, "Close side by side", vec2(26.0, 26.0), ButtonState::NORMAL);
            if cross.on_hover_text(tooltip(ui.ctx(), &close)).clicked() {
                out.push(close);
            }
            draw_divergence(ui, comparison, names, out);
        });
    });
}

/// Draws the choice among the views that both runs have.
fn draw_view_choice(ui: &mut Ui, state: &State, comparison: &Comparison, out: &mut Vec<Command>) {
    let common: Vec<_> = state.views().iter().filter(|view| comparison.state.views().contains(view)).collect();
    if common.len() < 2 {
        return;
    }
    for view in common {
        if ui.selectable_label(state.active_view == view.id, view.heading()).clicked() {
            out.push(ViewCommand::Focus(view.id).into());
        }
    }
}

/// Draws a sentence on the divergence of the runs, and a button that shows the beat at which they diverge.
fn draw_divergence(ui: &mut Ui, comparison: &Comparison, names: &[String; 2], out: &mut Vec<Command>) {
    let look = Look::get(ui);
    let text = match &comparison.divergence {
        RunDivergence::Unknown => String::from("Comparing…"),
        RunDivergence::Absent => String::from("Both runs take the same steps."),
        RunDivergence::Found(found) => {
            if ui.button(format!("Step {}, sub-step {}", found.step + 1, found.beat + 1)).clicked() {
                out.push(ComparisonCommand::GoToDivergence.into());
            }
            format!("The runs diverge here: {}.", found.between([&names[0], &names[1]]))
        }
    };
    ui.add(egui::Label::new(RichText::new(with_hard_spaces(&text)).color(look.text)).truncate()).on_hover_text(text);
}

/// Draws one run: its name and position, its picture, its sentence.
fn draw_run(
    ui: &mut Ui,
    context: draggable_value::InputContext<'_>,
    name: &str,
    column: Rect,
    viewports: &mut [Viewport; MAX_VIEWS],
) -> Vec<Command> {
    let state = context.shown;
    let look = Look::get(ui);
    let top = Rect::from_min_size(column.min, vec2(column.width(), NAME_HEIGHT));
    let bottom = Rect::from_min_max(pos2(column.left(), column.bottom() - SENTENCE_HEIGHT), column.max);
    let picture = Rect::from_min_max(top.left_bottom(), bottom.right_top());
    ui.painter().rect_filled(top, 0.0, look.panel);
    let painter = ui.painter_at(top);
    let left = top.left_center() + vec2(12.0, 0.0);
    let right = top.right_center() - vec2(12.0, 0.0);
    painter.text(left, Align2::LEFT_CENTER, name, FontId::proportional(13.5), look.strong);
    painter.text(right, Align2::RIGHT_CENTER, position_and_ending(state), FontId::proportional(12.0), look.weak);
    let mut child = ui.new_child(UiBuilder::new().max_rect(picture).id_salt(name));
    child.set_clip_rect(picture.intersect(ui.clip_rect()));
    let index = state.views().iter().position(|view| view.id == state.active_view).unwrap_or(0);
    let mut out = viewports.get_mut(index).map(|viewport| viewport.show(&mut child, state)).unwrap_or_default();
    draw_on_background(ui, bottom, look.panel, |ui| {
        ScrollArea::vertical().id_salt(("sentence of", name)).auto_shrink(false).show(ui, |ui| {
            if let Some(beat) = state.beat() {
                out.extend(sentence::show(ui, context, beat, &FontId::proportional(12.5), look.text));
            }
        });
    });
    out
}

/// Text on the position of a run and its ending; without a run, the reason why there is none.
fn position_and_ending(state: &State) -> String {
    let Some(recording) = &state.recording else {
        return state.refusal.as_ref().map_or_else(|| String::from("Computing…"), |refusal| refusal.message.clone());
    };
    let BeatIndex { step, beat } = state.beat_index();
    let steps = recording.steps();
    let ending = recording.lesson.card().ending(recording.verdict());
    format!("step {} of {steps}, sub-step {} · ending: {ending}", step + 1, beat + 1)
}

/// A value that both runs have, and that differs between them.
struct ValueRow {
    symbol: &'static str,
    meaning: &'static str,
    /// Texts of the value in the run shown and in the second one.
    sides: [String; 2],
    /// Difference of the values; `None` where it is no finite number.
    difference: Option<ValueDifference>,
    /// Whether both sides are zero to rounding.
    is_zero: bool,
    /// Input of the scene that the value shows, which can be dragged; `None` for computed values.
    input: Option<Input>,
}

impl ValueRow {
    /// Row of the values `one` of the run shown and `other` of the second run, with as many digits as distinguish the
    /// numbers. Lengths have a rounding error of at most `rounding_error`, meters; `coarser` is the coarser precision
    /// of the two runs.
    fn new(one: &Value, other: Value, coarser: Precision, rounding_error: f64) -> Self {
        let symbol = one.symbol;
        let meaning = one.meaning;
        if are_rounding_errors([&one.text, &other.text], rounding_error) {
            let sides = [WITHIN_ROUNDING, WITHIN_ROUNDING].map(str::to_owned);
            return Self { symbol, meaning, sides, difference: None, is_zero: true, input: None };
        }
        let difference = match (one.text.exact, other.text.exact) {
            (Some(one), Some(other)) => difference(one, other, coarser),
            (None, _) | (_, None) => None,
        };
        let size = difference.map_or(0.0, |difference| difference.gap.abs());
        let sides = [one.text.clone(), other.text].map(|side| match side.exact {
            Some(Exact::Number(x)) if size > 0.0 && x.is_finite() => {
                // One more than the number of leading digits that both sides share. At least 4, the usual number, and
                // at most 17, which distinguish all `f64`.
                let digits = (x.abs() / size).log10().ceil().clamp(3.0, 16.0) as usize + 1;
                ascii_number(x, digits).replace('-', "−")
            }
            _ => side.text,
        });
        Self { symbol, meaning, sides, difference, is_zero: false, input: None }
    }
}

/// Rows of the values that have the same symbol in both beats and differ.
fn differing_values(state: &State, comparison: &Comparison) -> Vec<ValueRow> {
    let (Some(shown), Some(other)) = (state.beat(), comparison.state.beat()) else { return Vec::new() };
    let coarser = comparison.difference.coarser_precision(&state.run_inputs());
    let size = state.backdrop().map_or(0.0, |backdrop| 0.5 * Bounds::of(backdrop.pictures.of(WORLD)).diagonal());
    let rounding_error = rounding(size, coarser == Precision::F32);
    let mut rows = Vec::new();
    for value in &shown.values {
        let Some(other_value) = value_of(value.symbol, other) else { continue };
        if value.text.exact != other_value.text.exact || value.text.text != other_value.text.text {
            let input = draggable_inputs::input_of_value(state, value);
            rows.push(ValueRow { input, ..ValueRow::new(value, other_value, coarser, rounding_error) });
        }
    }
    rows
}

/// Value of a beat with this symbol; `None` if it has none.
fn value_of(symbol: &str, beat: &Beat) -> Option<Value> {
    beat.values.iter().find(|value| value.symbol == symbol).cloned()
}

/// Draws a cell of the table in fixed-width letters.
fn draw_monospaced_cell(ui: &mut Ui, text: String, ink: Color32) -> Response {
    ui.label(typeset::line(&text, &FontId::monospace(12.0), ink)).accessible_name(text)
}

/// Draws the table of numbers that differ.
fn draw_number_table(ui: &mut Ui, context: draggable_value::InputContext<'_>, names: &[String; 2], rows: &[ValueRow]) {
    let look = Look::get(ui);
    if rows.is_empty() {
        ui.label(RichText::new("This sub-step has no numbers that differ.").color(look.weak));
        return;
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let grid = Grid::new("numbers side by side").num_columns(6).spacing(vec2(22.0, 3.0)).min_row_height(15.0);
        grid.show(ui, |ui| {
            for head in ["", &names[0], &names[1], "difference", "last places", "meaning"] {
                ui.label(RichText::new(head).size(11.5).color(look.weak));
            }
            ui.end_row();
            let last_places = rows.iter().filter_map(|row| row.difference).map(|difference| difference.last_places);
            let most_places = last_places.fold(0.0, f64::max);
            for row in rows {
                ui.label(typeset::line(row.symbol, &FontId::monospace(12.0), look.accent));
                draw_sides(ui, context, row);
                draw_difference(ui, row, most_places);
                ui.label(RichText::new(row.meaning).size(11.5).color(look.weak));
                ui.end_row();
            }
        });
    });
}

/// Draws the cells of a value in the run shown, where an input can be dragged, and in the second run.
fn draw_sides(ui: &mut Ui, context: draggable_value::InputContext<'_>, row: &ValueRow) {
    let ink = Look::get(ui).strong;
    let [one, other] = &row.sides;
    let cell = draw_monospaced_cell(ui, one.clone(), ink).rect;
    if let Some(input) = &row.input {
        let galley = ui.painter().layout_job(typeset::line(one, &FontId::monospace(12.0), ink));
        let placed = PlacedText { galley: &galley, corner: cell.min, first: 0, text: one };
        draggable_value::show(ui, context, input, placed);
    }
    draw_monospaced_cell(ui, other.clone(), ink);
}

/// Draws the cells of the difference and of its number of last places, highlighted if that is `most_places`.
fn draw_difference(ui: &mut Ui, row: &ValueRow, most_places: f64) {
    let look = Look::get(ui);
    let last_places = row.difference.map_or(0.0, |difference| difference.last_places);
    let gap = if row.is_zero {
        WITHIN_ROUNDING.to_owned()
    } else {
        row.difference.map(|difference| four_digits(difference.gap)).unwrap_or_default()
    };
    draw_monospaced_cell(ui, gap, look.text);
    let has_places = last_places > 0.0 && !row.is_zero;
    let places = if has_places { six_digits(last_places.round().max(1.0)) } else { String::new() };
    let is_largest = last_places > 0.0 && last_places == most_places;
    draw_monospaced_cell(ui, places, if is_largest { look.warn } else { look.text });
}
