//! Panel of the current beat (sub-step of the run): its sentence, its values and its stop tests, or the open question
//! of prediction mode.

use std::sync::Arc;

use contact_lens_lesson::{Beat, BeatIndex, StopTest, Value};
use contact_lens_picture::Key;
use contact_lens_picture::font::with_hard_spaces;
use contact_lens_scene::catalog::{self, Entry};
use egui::{Color32, Galley, RichText, ScrollArea, Sense, Ui, vec2};

use crate::actions::clipboard_text;
use crate::actions::draggable_inputs;
use crate::command::{ClipboardCommand, Command, ExplanationCommand, FileCommand, SelectCommand};
use crate::panels::draggable_value::{InputContext, PlacedText};
use crate::panels::glossary_tip::{self, Tip};
use crate::panels::icons::{self, Icon};
use crate::panels::{draggable_value, line_width, menu_entry, section, sentence};
use crate::state::State;
use crate::text::numbers;
use crate::text::typeset;
use crate::theme::Look;
use crate::view::hover::is_highlighted;

/// Height of a row, points.
pub(in crate::panels) const ROW_HEIGHT: f32 = 18.0;

/// Width of the sign of a stop test with its margins, points.
const SIGN_SPACE: f32 = 24.0;

/// Distance of the center of the sign of a stop test from the right end of its row, points.
const SIGN_INSET: f32 = 11.0;

/// Width and height of the check mark of a stop test that ends the loop, points.
const CHECK_SIZE: f32 = 11.0;

/// Radius of the sign of a stop test that does not end the loop, points.
const CIRCLE_RADIUS: f32 = 2.6;

/// Space around the formula and the numbers of a stop test in a row, together, points.
const STOP_TEST_MARGINS: f32 = 36.0;

/// Space above the formula of a stop test on two lines, points.
const TWO_LINES_TOP: f32 = 3.0;

/// Space below the numbers of a stop test on two lines, points.
const TWO_LINES_BOTTOM: f32 = 4.0;

/// Space between the two lines of a stop test, points.
const TWO_LINES_GAP: f32 = 1.0;

/// Font sizes of the formula of a stop test, points; the first one that fits is used.
const FORMULA_SIZES: [f32; 3] = [11.0, 10.0, 9.0];

/// Font size of a formula that is wrapped, points.
const WRAPPED_FORMULA_SIZE: f32 = 9.5;

/// Least width of the column of symbols, points.
const MIN_SYMBOL_WIDTH: f32 = 24.0;

/// Gap between the symbols and the numbers, points.
const SYMBOL_GAP: f32 = 14.0;

/// Least gap between a number and its meaning, points.
const MEANING_GAP: f32 = 10.0;

/// Space around the sentence, points.
const SENTENCE_MARGIN: f32 = 4.0;

/// Least height of the sentence, points.
const MIN_SENTENCE_HEIGHT: f32 = 50.0;

/// Maximum height of the sentence, relative to the panel.
const MAX_SENTENCE_HEIGHT: f32 = 0.55;

/// Font sizes of the sentence, points: the largest in which the longest sentence of the run fits is used, else the
/// smallest.
const SENTENCE_SIZES: [f32; 3] = [18.0, 16.0, 14.5];

/// Space at both ends of a row, points.
pub(in crate::panels) const PADDING: f32 = 6.0;

/// Draws the panel: the open question of prediction mode, or else the sentence, the values and the stop tests of the
/// current beat.
pub(crate) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let (Some(beat), Some(recording)) = (state.beat(), &state.recording) else {
        crate::panels::no_answer(ui, state, "No steps");
        return out;
    };
    if let Some(commands) = super::prediction::show_question(ui, state) {
        return commands;
    }
    let BeatIndex { step, beat: number } = state.beat_index();
    let look = Look::get(ui);
    ui.label(RichText::new(crate::panels::position_text(state, recording)).size(11.5).color(look.weak));
    if step + 1 == recording.steps() && number + 1 == recording.beats_of(step) {
        out.extend(draw_next_lesson(ui, state, look));
    }
    super::prediction::show_feedback(ui, state, state.playhead.position);
    out.extend(draw_sentence(ui, state, beat, recording.longest_sentence(), look));
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if !beat.values.is_empty() {
            section(ui, "Values");
            out.extend(draw_values(ui, state, beat, look));
        }
        if !beat.stops.is_empty() {
            section(ui, "Stop tests");
            draw_stop_tests(ui, state, &beat.stops, look);
        }
        ui.add_space(6.0);
    });
    out
}

/// Draws the buttons to the next scene of the core path and to the next lesson, at the end of a lesson of the course.
/// Returns the commands of clicks.
fn draw_next_lesson(ui: &mut Ui, state: &State, look: Look) -> Vec<Command> {
    let mut out = Vec::new();
    let Some(shipped) = state.doc.shipped else { return out };
    let next_core = catalog::next_in_core_path(shipped);
    let next = catalog::next_in_course(shipped);
    if next_core.is_none() && next.is_none() {
        return out;
    }
    // The buttons are at the bottom of the panel, so that they stay visible and the rows above keep their places.
    let panel = egui::Panel::bottom("next lesson").frame(egui::Frame::NONE).resizable(false).show_separator_line(false);
    panel.show(ui, |ui| {
        if let Some(core) = next_core {
            section(ui, "Next in the core path");
            let name = format!("Next in the core path: {}", core.topic);
            if draw_next_button(ui, core.topic, &name, core.entry, look) {
                out.push(FileCommand::OpenShipped(core.entry.index).into());
            }
        }
        if let Some(next) = next {
            section(ui, "Next in the chapter");
            if draw_next_button(ui, &next.title, &format!("Next: {}", next.title), next, look) {
                out.push(FileCommand::OpenShipped(next.index).into());
            }
        }
    });
    out
}

/// Draws the button to another scene; `name` is for screen readers. Returns whether it was clicked.
fn draw_next_button(ui: &mut Ui, title: &str, name: &str, entry: &Entry, look: Look) -> bool {
    let chapter = entry.course.map_or("", |course| course.chapter.title());
    let text = RichText::new(format!("{title}  →")).color(look.strong);
    let button = ui.add(egui::Button::new(text).wrap()).accessible_name(name);
    button.on_hover_text(format!("{chapter}: {}", entry.summary())).clicked()
}

/// Draws the sentence in a box sized for the longest one of the run, so that the rows below keep their places.
fn draw_sentence(ui: &mut Ui, state: &State, beat: &Beat, longest: &str, look: Look) -> Vec<Command> {
    let width = ui.available_width();
    let max_height = (MAX_SENTENCE_HEIGHT * ui.available_height()).max(MIN_SENTENCE_HEIGHT);
    let longest = with_hard_spaces(longest);
    let mut font = egui::FontId::default();
    let mut tallest = 0.0;
    for size in SENTENCE_SIZES {
        font = egui::FontId::proportional(size);
        let galley = ui.painter().layout(longest.clone(), font.clone(), look.strong, width - SENTENCE_MARGIN);
        tallest = galley.size().y;
        if tallest <= max_height {
            break;
        }
    }
    let height = tallest.clamp(MIN_SENTENCE_HEIGHT, max_height) + SENTENCE_MARGIN;
    let response = ui.allocate_ui_with_layout(vec2(width, height), egui::Layout::top_down(egui::Align::LEFT), |ui| {
        ui.set_min_height(height);
        let context = InputContext::of_main_run(state);
        let area = ScrollArea::vertical().id_salt("sentence").auto_shrink(false);
        area.show(ui, |ui| sentence::show(ui, context, beat, &font, look.strong)).inner
    });
    response.inner
}

/// Allocates a row about the mark with the id `key`. The row is highlighted together with the mark, and less if it is
/// `chosen`; hovering the row highlights the mark. `name` is for screen readers. The caller handles right clicks.
pub(in crate::panels) fn key_row(
    ui: &mut Ui,
    state: &State,
    key: Option<&Key>,
    chosen: bool,
    name: &str,
    out: &mut Vec<Command>,
) -> egui::Response {
    let look = Look::get(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::click());
    let is_lit = key.is_some_and(|key| is_highlighted(state.hover.as_ref(), key));
    if is_lit || chosen {
        let fill = if is_lit { look.accent_fill } else { look.raised };
        ui.painter().rect_filled(rect, 3.0, fill);
    }
    if let Some(key) = key.filter(|_| response.hovered()) {
        out.push(SelectCommand::Hover(Some(key.clone())).into());
    }
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, name));
    response
}

/// Draws the values, one per row: symbol, number and meaning. The tooltip explains the symbol, and has a meaning that
/// does not fit.
fn draw_values(ui: &mut Ui, state: &State, beat: &Beat, look: Look) -> Vec<Command> {
    let mut out = Vec::new();
    ui.spacing_mut().item_spacing.y = 0.0;
    let mono = egui::FontId::monospace(12.0);
    let widths = beat.values.iter().map(|value| line_width(ui, value.symbol, &mono, look.accent));
    let symbols_width = widths.fold(MIN_SYMBOL_WIDTH, f32::max) + SYMBOL_GAP;
    for value in &beat.values {
        let name = format!("{} = {}, {}", value.symbol, value.text, value.meaning);
        let response = key_row(ui, state, value.key.as_ref(), false, &name, &mut out);
        let rect = response.rect;
        response.context_menu(|ui| draw_value_menu(ui, value, &mut out));
        let painter = ui.painter_at(rect);
        let middle = rect.center().y;
        let symbol = painter.layout_job(typeset::line(value.symbol, &mono, look.accent));
        painter.galley(place_in_row(rect, PADDING, &symbol), symbol, look.accent);
        let galley = painter.layout_job(typeset::line(&value.text, &mono, look.strong));
        let number = egui::Rect::from_min_size(place_in_row(rect, PADDING + symbols_width, &galley), galley.size());
        painter.galley(number.min, galley.clone(), look.strong);
        if let Some(input) = draggable_inputs::input_of_value(state, value) {
            let placed = PlacedText { galley: &galley, corner: number.min, first: 0, text: &value.text };
            draggable_value::show(ui, InputContext::of_main_run(state), &input, placed);
        }
        let meaning = painter.layout_job(typeset::line(value.meaning, &egui::FontId::proportional(11.5), look.weak));
        let available = rect.right() - PADDING - number.right();
        let is_meaning_shown = available > meaning.size().x + MEANING_GAP;
        if is_meaning_shown {
            let corner = egui::pos2(rect.right() - PADDING - meaning.size().x, middle - meaning.size().y / 2.0);
            painter.galley(corner, meaning, look.weak);
        }
        let head = if is_meaning_shown { "" } else { name.as_str() };
        let tip = Tip { head, words: &[value.symbol, value.meaning], action: "" };
        glossary_tip::show(response, state, tip, &mut out);
    }
    out
}

/// Draws the context menu of a value.
fn draw_value_menu(ui: &mut Ui, value: &Value, out: &mut Vec<Command>) {
    let title = "Where does this number come from?";
    menu_entry(ui, title, || ExplanationCommand::Derive(Box::new(value.clone())).into(), out);
    if let Some(key) = &value.key {
        let title = "List the sub-steps that change this value";
        menu_entry(ui, title, || ExplanationCommand::Ask(key.clone()).into(), out);
    }
    let copy = ClipboardCommand::Copy(clipboard_text::number_text(&value.text), "the value");
    menu_entry(ui, &format!("Copy {}", value.symbol), || Command::Clipboard(copy), out);
    menu_entry(ui, "Copy the values", || Command::Clipboard(ClipboardCommand::CopyValues), out);
}

/// Upper left corner of a text that is centered vertically in a row and begins `x` points from its left edge.
fn place_in_row(row: egui::Rect, x: f32, galley: &egui::Galley) -> egui::Pos2 {
    egui::pos2(row.left() + x, row.center().y - galley.size().y / 2.0)
}

/// Draws the stop tests: formula, numbers, and whether the test ended the loop.
fn draw_stop_tests(ui: &mut Ui, state: &State, tests: &[StopTest], look: Look) {
    ui.spacing_mut().item_spacing.y = 0.0;
    for test in tests {
        draw_stop_test(ui, state, test, look);
    }
}

/// Layout of a text on one line in fixed-width letters of this size, points.
fn monospaced(ui: &Ui, text: &str, size: f32, ink: Color32) -> Arc<Galley> {
    ui.painter().layout_job(typeset::line(text, &egui::FontId::monospace(size), ink))
}

/// Layout of a formula in the largest of three fonts in which it is at most `width` points wide; `None` when the
/// smallest is too large.
fn formula_to_fit(ui: &Ui, formula: &str, width: f32, ink: Color32) -> Option<Arc<Galley>> {
    let mut galleys = FORMULA_SIZES.into_iter().map(|size| monospaced(ui, formula, size, ink));
    galleys.find(|galley| galley.size().x <= width)
}

/// Formula of a stop test, laid out for its row.
struct FormulaLayout {
    galley: Arc<Galley>,
    /// Whether the formula is above the numbers instead of next to them.
    is_above_numbers: bool,
}

/// Lays out the formula of a stop test, next to numbers of this width if there is space, in points. The font shrinks
/// before the formula gets a line of its own, and again before it wraps.
fn lay_out_formula(ui: &Ui, formula: &str, numbers_width: f32, ink: Color32) -> FormulaLayout {
    let width = ui.available_width() - STOP_TEST_MARGINS;
    if let Some(galley) = formula_to_fit(ui, formula, width - numbers_width, ink) {
        return FormulaLayout { galley, is_above_numbers: false };
    }
    let galley = formula_to_fit(ui, formula, width, ink).unwrap_or_else(|| {
        ui.painter().layout(formula.to_owned(), egui::FontId::monospace(WRAPPED_FORMULA_SIZE), ink, width)
    });
    FormulaLayout { galley, is_above_numbers: true }
}

/// Draws at the right end of a row whether the stop test ended the loop: a check mark, or else a small circle.
fn draw_stop_sign(painter: &egui::Painter, row: egui::Rect, fired: bool, look: Look) {
    let center = egui::pos2(row.right() - SIGN_INSET, row.center().y);
    if fired {
        let square = egui::Rect::from_center_size(center, vec2(CHECK_SIZE, CHECK_SIZE));
        icons::draw(painter, Icon::Check, square, look.good);
    } else {
        painter.circle_stroke(center, CIRCLE_RADIUS, egui::Stroke::new(1.0, look.weak));
    }
}

/// Draws the formula of a stop test next to its numbers, or above them when the line is too long.
fn draw_stop_test(ui: &mut Ui, state: &State, test: &StopTest, look: Look) {
    let ink = if test.fired { look.strong } else { look.text };
    let weak = if test.fired { look.strong } else { look.weak };
    let numbers = format!("{} {} {}", numbers::four_digits(test.left), test.relation, numbers::four_digits(test.right));
    let numbers_galley = monospaced(ui, &numbers, 11.0, ink);
    let FormulaLayout { galley: formula, is_above_numbers } =
        lay_out_formula(ui, test.formula, numbers_galley.size().x, weak);
    let height = if is_above_numbers {
        formula.size().y + numbers_galley.size().y + TWO_LINES_TOP + TWO_LINES_GAP + TWO_LINES_BOTTOM
    } else {
        ROW_HEIGHT
    };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    if test.fired {
        ui.painter().rect_filled(rect, 3.0, look.accent_fill);
    }
    let painter = ui.painter_at(rect);
    draw_stop_sign(&painter, rect, test.fired, look);
    let numbers_left = rect.right() - SIGN_SPACE - numbers_galley.size().x;
    let mut formula_at = place_in_row(rect, PADDING, &formula);
    let mut numbers_at = egui::pos2(numbers_left, rect.center().y - numbers_galley.size().y / 2.0);
    if is_above_numbers {
        formula_at.y = rect.top() + TWO_LINES_TOP;
        numbers_at.y = rect.bottom() - TWO_LINES_BOTTOM - numbers_galley.size().y;
    }
    painter.galley(formula_at, formula, weak);
    painter.galley(numbers_at, numbers_galley.clone(), ink);
    if let Some(input) = draggable_inputs::input_of_stop_test(state, test) {
        let limit = numbers::four_digits(test.right);
        let first = numbers.chars().count() - limit.chars().count();
        let placed = PlacedText { galley: &numbers_galley, corner: numbers_at, first, text: &limit };
        draggable_value::show(ui, InputContext::of_main_run(state), &input, placed);
    }
    let verb = if test.fired { "ends the loop here" } else { "does not end the loop" };
    let name = format!("{}: {} is {numbers}, {verb}", test.name, test.formula);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &name));
    response.on_hover_text(format!(
        "{}: {verb}\n{}\n{} {} {}",
        test.name, test.formula, test.left, test.relation, test.right
    ));
}
