//! Slots of the verdict bar, in the same places for every answer: the main number, normal and points, the proof, and
//! then further facts as far as they fit.

use std::sync::Arc;

use contact_lens_lesson::Verdict;
use contact_lens_model::answer::number::{Shown, vector_in_plane};
use contact_lens_model::answer::{Exact, Fact, FindingFacts as _, ProofExtent};
use contact_lens_scene::model::Dimension;
use egui::{FontId, Sense, Ui, pos2};

use super::GAP;
use super::captured_cell;
use super::cells::{FACT_WIDTH, NAME_SIZE, NUMBER_SIZE, NamedNumber, cell, draw_named_number};
use super::pair_cells::{self, DISTANCE_WIDTH, PROOF_WIDTH, draw_word};
use crate::command::{ClipboardCommand, Command};
use crate::panels::icons::Icon;
use crate::panels::line_width;
use crate::state::State;
use crate::text::numbers::round_to_fit;
use crate::text::typeset;
use crate::theme::Look;

/// Width of the slot of the normal and the points, points.
const LINES_WIDTH: f32 = 168.0;

/// Number of lines in that slot.
const LINES: usize = 3;

/// Height of a line in that slot, points.
const LINE_HEIGHT: f32 = 13.5;

/// Font size of a line in that slot, points.
const LINE_SIZE: f32 = 11.0;

/// Least font size of a line in that slot.
const MIN_LINE_SIZE: f32 = 9.0;

/// Maximum number of characters of a value in that slot.
const MAX_LINE_CHARACTERS: usize = 21;

/// Width of the slot of the proof in narrow windows, points.
const NARROW_PROOF_WIDTH: f32 = 158.0;

/// Maximum number of characters of a fact; the tooltip shows longer ones in full.
const MAX_FACT_CHARACTERS: usize = 25;

/// Names of facts that the slot of the normal and the points shows, each with its short form.
const LINE_NAMES: [(&str, &str); 5] =
    [("normal", "n"), ("witness on A", "a"), ("witness on B", "b"), ("points", "points"), ("depth", "depth")];

/// Names of facts that the proof shows.
const PROOF_NAMES: [&str; 2] = ["lower bound", "upper bound"];

/// Draws the slots. `reserved` is the width of the cells that follow, points.
pub(super) fn show(ui: &mut Ui, state: &State, verdict: &Verdict, reserved: f32, out: &mut Vec<Command>) {
    let look = Look::get(ui);
    let mut facts = verdict.finding.facts();
    if state.doc.scene.dimension == Dimension::Two {
        facts.iter_mut().for_each(remove_third_coordinate);
    }
    let headline = verdict.finding.headline();
    match verdict.finding.pair() {
        Some(pair) => pair_cells::draw_distance_cell(ui, pair, look, out),
        None => draw_headline(ui, headline.as_ref(), look, out),
    }
    if let Some(captured) = state.recording.as_ref().and_then(|recording| recording.captured.as_ref()) {
        captured_cell::show(ui, captured, look, out);
    }
    let available = ui.available_width() - reserved;
    let is_wide = available > LINES_WIDTH + PROOF_WIDTH + 2.0 * GAP;
    let proof_width = if is_wide { PROOF_WIDTH } else { NARROW_PROOF_WIDTH };
    let lines = lines_of(&facts, headline.as_ref());
    if ui.available_width() - reserved.min(FACT_WIDTH) > LINES_WIDTH + proof_width + GAP {
        draw_lines(ui, &lines, look, out);
    }
    match verdict.finding.pair() {
        Some(pair) => pair_cells::draw_proof_cell(ui, pair, proof_width, look, out),
        None => draw_proof(ui, verdict, &facts, proof_width, look),
    }
    let rest = facts.iter().filter(|fact| {
        let is_shown = lines.iter().any(|line| line.fact.name == fact.name)
            || headline.as_ref().is_some_and(|headline| headline.name == fact.name);
        !is_shown && !PROOF_NAMES.contains(&fact.name) && verdict.finding.pair().is_none()
    });
    draw_facts(ui, rest, look, reserved, out);
}

/// Removes the third coordinate of a vector of the plane, which is 0.
fn remove_third_coordinate(fact: &mut Fact) {
    if let Some(Exact::Vector(vector)) = fact.value.exact {
        fact.value = vector_in_plane(vector);
    }
}

/// Draws the main number of an answer that is not about the distance of a pair; a dash without one.
fn draw_headline(ui: &mut Ui, headline: Option<&Fact>, look: Look, out: &mut Vec<Command>) {
    match headline {
        Some(fact) => draw_fact(ui, fact, DISTANCE_WIDTH, look, out),
        None => {
            let (rect, _) = cell(ui, DISTANCE_WIDTH, Sense::hover(), "This answer has no number.");
            let named = NamedNumber { number: "–", size: NUMBER_SIZE, ink: look.weak, name: "no number" };
            draw_named_number(ui.painter(), rect, named, look);
        }
    }
}

/// Line of the slot of the normal and the points.
struct SlotLine<'a> {
    /// Short name in front of the value.
    name: &'a str,
    fact: &'a Fact,
}

/// Lines of the slot: the normal and the points; for answers without them, the first other facts.
fn lines_of<'a>(facts: &'a [Fact], headline: Option<&Fact>) -> Vec<SlotLine<'a>> {
    let known = LINE_NAMES.iter().filter_map(|(name, short)| {
        facts.iter().find(|fact| fact.name == *name).map(|fact| SlotLine { name: short, fact })
    });
    let lines: Vec<_> = known.take(LINES).collect();
    if lines.iter().any(|line| line.name == "n") {
        return lines;
    }
    let others = facts
        .iter()
        .filter(|fact| headline.is_none_or(|headline| headline.name != fact.name) && !PROOF_NAMES.contains(&fact.name));
    others.take(LINES).map(|fact| SlotLine { name: fact.name, fact }).collect()
}

/// Draws the lines, each a short name and a value; the tooltip has all digits. A click copies the answer.
fn draw_lines(ui: &mut Ui, lines: &[SlotLine<'_>], look: Look, out: &mut Vec<Command>) {
    let texts: Vec<String> = lines.iter().map(|line| full_text(line.fact)).collect();
    let say =
        if texts.is_empty() { String::from("This answer has no normal and no points.") } else { texts.join("\n") };
    let (rect, response) = cell(ui, LINES_WIDTH, Sense::click(), &say);
    let top = rect.center().y - 0.5 * LINE_HEIGHT * lines.len() as f32;
    let painter = ui.painter();
    for (index, line) in lines.iter().enumerate() {
        let y = top + LINE_HEIGHT * (index as f32 + 0.5);
        let name_font = FontId::proportional(LINE_SIZE);
        let name = painter.layout_job(typeset::line(line.name, &name_font, look.weak));
        let left = rect.left() + name.size().x + 6.0;
        painter.galley(pos2(rect.left(), y - 0.5 * name.size().y), name, look.weak);
        let value = fitting_line(painter, &line.fact.value, rect.right() - left, look);
        painter.galley(pos2(left, y - 0.5 * value.size().y), value, look.strong);
    }
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        out.push(ClipboardCommand::CopyAnswer.into());
    }
}

/// Layout of a value within `width`, points. A value that is too wide loses the list of names in its parentheses and
/// the words about rounding, which the tooltip has, and is then set smaller.
fn fitting_line(painter: &egui::Painter, value: &Shown, width: f32, look: Look) -> Arc<egui::Galley> {
    let full = round_to_fit(value, MAX_LINE_CHARACTERS);
    let galley = line_of_size(painter, &full, LINE_SIZE, look);
    if galley.size().x <= width {
        return galley;
    }
    let short = full.split_once(" (").map_or(full.as_ref(), |(count, _)| count);
    let short = short.strip_suffix(" within rounding").map_or(short.to_owned(), |number| format!("≈ {number}"));
    let galley = line_of_size(painter, &short, LINE_SIZE, look);
    if galley.size().x <= width {
        return galley;
    }
    // Rounding of glyph widths may add a little.
    let size = (LINE_SIZE * (width - 1.0) / galley.size().x).max(MIN_LINE_SIZE);
    line_of_size(painter, &short, size, look)
}

/// Layout of a value in the slot of the normal and the points, in this font size.
fn line_of_size(painter: &egui::Painter, text: &str, size: f32, look: Look) -> Arc<egui::Galley> {
    painter.layout_job(typeset::line(text, &FontId::monospace(size), look.strong))
}

/// A fact with its name and unit.
fn full_text(fact: &Fact) -> String {
    // Formatted lengths include their unit.
    let unit = if fact.value.contains(' ') { "" } else { fact.unit };
    format!("{}: {} {unit}", fact.name, &*fact.value).trim_end().to_owned()
}

/// Draws how far an answer that is not about the distance of a pair is proven, with its bounds if it has any.
fn draw_proof(ui: &mut Ui, verdict: &Verdict, facts: &[Fact], width: f32, look: Look) {
    let bounds = facts.iter().filter(|fact| PROOF_NAMES.contains(&fact.name));
    let texts: Vec<String> = bounds.clone().map(full_text).collect();
    let extent = verdict.finding.proof_extent();
    let (icon, word, ink) = match extent {
        ProofExtent::Proven => (Icon::Check, "proven", look.good),
        ProofExtent::InPart => (Icon::Check, "proven in part", look.good),
        ProofExtent::Undecided => (Icon::Warning, "undecided", look.warn),
        ProofExtent::Open => (Icon::Warning, "not proven", look.warn),
    };
    let say = if texts.is_empty() { word.to_owned() } else { format!("{word}\n{}", texts.join("\n")) };
    let (rect, _) = cell(ui, width, Sense::hover(), &say);
    draw_word(ui.painter(), rect, icon, word, ink);
    let values: Vec<String> = bounds.map(|fact| round_to_fit(&fact.value, MAX_FACT_CHARACTERS)).collect();
    let below = match values.as_slice() {
        [lower, upper] if lower == upper => lower.clone(),
        [lower, upper] => format!("[{lower}, {upper}]"),
        [lower] => format!("≥ {lower}"),
        _ => String::new(),
    };
    let mut job = typeset::line(&below, &FontId::monospace(10.5), look.weak);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width);
    let galley = ui.painter().layout_job(job);
    let corner = pos2(rect.left(), rect.bottom() - super::cells::LOWER_LINE - 0.5 * galley.size().y);
    ui.painter().galley(corner, galley, look.weak);
}

/// Draws facts, as many as fit left of the `reserved` width, points.
fn draw_facts<'a>(
    ui: &mut Ui,
    facts: impl Iterator<Item = &'a Fact>,
    look: Look,
    reserved: f32,
    out: &mut Vec<Command>,
) {
    for fact in facts {
        let width = fact_width(ui, fact, look);
        if ui.available_width() - reserved - width - GAP < 0.0 {
            break;
        }
        draw_fact(ui, fact, width, look, out);
    }
}

/// Name of a fact with its unit, if the value does not include the unit.
fn name_with_unit(fact: &Fact) -> String {
    let has_unit = !fact.unit.is_empty() && !fact.value.contains(' ');
    if has_unit { format!("{}, {}", fact.name, fact.unit) } else { fact.name.to_owned() }
}

/// Width of the cell of a fact, points: a multiple of half of [`FACT_WIDTH`].
fn fact_width(ui: &Ui, fact: &Fact, look: Look) -> f32 {
    let value = round_to_fit(&fact.value, MAX_FACT_CHARACTERS);
    let value_width = line_width(ui, &value, &FontId::monospace(NUMBER_SIZE), look.strong);
    let name_width = line_width(ui, &name_with_unit(fact), &FontId::proportional(NAME_SIZE), look.strong);
    let half_widths = (value_width.max(name_width) / (0.5 * FACT_WIDTH)).ceil();
    FACT_WIDTH.max(half_widths * 0.5 * FACT_WIDTH)
}

/// Draws a fact in a cell of this width or wider, points. A click copies the answer.
fn draw_fact(ui: &mut Ui, fact: &Fact, width: f32, look: Look, out: &mut Vec<Command>) {
    let say = format!("{}\nClick to copy the answer", full_text(fact));
    let value = round_to_fit(&fact.value, MAX_FACT_CHARACTERS);
    let (rect, response) = cell(ui, width.max(fact_width(ui, fact, look)), Sense::click(), &say);
    let name = name_with_unit(fact);
    let named = NamedNumber { number: &value, size: NUMBER_SIZE, ink: look.strong, name: &name };
    draw_named_number(ui.painter(), rect, named, look);
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        out.push(ClipboardCommand::CopyAnswer.into());
    }
}
