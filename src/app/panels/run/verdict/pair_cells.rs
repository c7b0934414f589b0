//! Cells of the verdict bar about the signed distance of a pair: the number, and its proven bracket of a lower and an
//! upper bound, compared with the tolerance.

use contact_lens_model::answer::{PairFinding, Proof};
use contact_lens_picture::Role;
use egui::{Align2, Color32, FontId, Painter, Rangef, Rect, Response, Sense, Stroke, Ui, pos2, vec2};

use super::cells::{ICON_SIZE, LOWER_LINE, NamedNumber, UPPER_LINE, cell, draw_named_number};
use crate::command::{ClipboardCommand, Command, ExplanationCommand};
use crate::panels::icons::{self, Icon};
use crate::panels::menu_entry;
use crate::text::numbers::{ascii_number, four_digits, six_digits};
use crate::theme::Look;

/// Width of the cell of the distance, points.
pub(super) const DISTANCE_WIDTH: f32 = 112.0;

/// Width of the cell of the proof with the digits of both bounds, points.
pub(super) const PROOF_WIDTH: f32 = 220.0;

/// Minimum width of the bar of the bracket, points.
const MIN_BAR_WIDTH: f32 = 40.0;

/// Gap between the word of the proof and the bar, points.
const WORD_GAP: f32 = 12.0;

/// Font size of the signed distance, points.
const DISTANCE_SIZE: f32 = 18.0;

/// Maximum number of characters in that size; longer texts have [`SMALL_DISTANCE_SIZE`].
const MAX_LARGE_CHARACTERS: usize = 10;

/// Font size of a long text in the place of the signed distance, points.
const SMALL_DISTANCE_SIZE: f32 = 13.0;

/// Length of the hooks of the square brackets at the ends of the bar, points.
const BRACKET_HOOK: f32 = 3.0;

/// Width between the two bounds above which an ellipsis is drawn there, points.
const MIN_ELLIPSIS_WIDTH: f32 = 12.0;

/// Draws the distance of a pair; a click copies the answer, and a menu copies its numbers.
pub(super) fn draw_distance_cell(ui: &mut Ui, pair: &PairFinding, look: Look, out: &mut Vec<Command>) {
    let number = draw_distance(ui, pair, look);
    if number.clicked() {
        out.push(ClipboardCommand::CopyAnswer.into());
    }
    add_menu(&number, pair, out);
}

/// Draws the bracket of a pair with the state of its proof, in a cell of this width, points; a menu copies the numbers.
pub(super) fn draw_proof_cell(ui: &mut Ui, pair: &PairFinding, width: f32, look: Look, out: &mut Vec<Command>) {
    let response = draw_bracket(ui, pair, width, look);
    add_menu(&response, pair, out);
}

/// Adds the menu that copies the numbers of a pair to a cell.
fn add_menu(cell: &Response, pair: &PairFinding, out: &mut Vec<Command>) {
    cell.context_menu(|ui| {
        let digits = match pair.signed_distance {
            Some(distance) => format!("{distance:?}"),
            None => String::from("unknown"),
        };
        let bounds = format!("[{:?}, {:?}]", pair.proof.lower, pair.proof.upper);
        let title = "Where does this number come from?";
        menu_entry(ui, title, || ExplanationCommand::DeriveAnswer.into(), out);
        menu_entry(ui, "Copy the number", || ClipboardCommand::Copy(digits, "the signed distance").into(), out);
        menu_entry(ui, "Copy the bounds", || ClipboardCommand::Copy(bounds, "the bounds").into(), out);
        menu_entry(ui, "Copy the answer", || ClipboardCommand::CopyAnswer.into(), out);
    });
}

/// Draws the signed distance; a click on it copies the answer.
fn draw_distance(ui: &mut Ui, pair: &PairFinding, look: Look) -> Response {
    // An overlap test has an infinite tolerance: it requests the sign only.
    let unknown = if pair.proof.tolerance.is_infinite() { "not requested" } else { "unknown" };
    let number = match pair.signed_distance {
        Some(distance) => six_digits(distance),
        None => known_bound(&pair.proof).unwrap_or_else(|| unknown.to_owned()),
    };
    let size = if number.chars().count() > MAX_LARGE_CHARACTERS { SMALL_DISTANCE_SIZE } else { DISTANCE_SIZE };
    let exact = match pair.signed_distance {
        Some(distance) => format!("signed distance {distance:?} m\n"),
        None => String::new(),
    };
    let (rect, response) = cell(ui, DISTANCE_WIDTH, Sense::click(), &format!("{exact}Click to copy the answer"));
    let named = NamedNumber { number: &number, size, ink: look.strong, name: "signed distance, m" };
    draw_named_number(ui.painter(), rect, named, look);
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// Bound that excludes 0, with its sign of comparison; `None` if the bounds do not decide the sign.
fn known_bound(proof: &Proof) -> Option<String> {
    if proof.lower > 0.0 && proof.lower.is_finite() {
        return Some(format!("≥ {}", four_digits(proof.lower)));
    }
    (proof.upper < 0.0 && proof.upper.is_finite()).then(|| format!("≤ {}", four_digits(proof.upper)))
}

/// Draws whether the answer is proven, next to the bracket of lower and upper bound as a bar, with a dot at the signed
/// distance; in the middle when that is unknown. The bounds are below, if the width allows.
fn draw_bracket(ui: &mut Ui, pair: &PairFinding, width: f32, look: Look) -> Response {
    let proof = &pair.proof;
    let (rect, response) = cell(ui, width, Sense::click(), &proof_text(proof));
    let painter = ui.painter();
    let word_width = draw_proof_word(painter, rect, proof, look);
    let bar_left = (rect.left() + word_width + WORD_GAP).min(rect.right() - MIN_BAR_WIDTH);
    let bar = Rect::from_min_max(pos2(bar_left, rect.top() + 8.0), pos2(rect.right(), rect.top() + 16.0));
    let ink = if proof.holds() { look.good } else { look.warn };
    painter.rect_filled(bar.shrink2(vec2(0.0, 2.5)), 1.5, ink.gamma_multiply(0.4));
    // Each bound has the color that it has in plots and pictures.
    draw_bar_end(painter, bar.left(), bar, BRACKET_HOOK, look.ink(Role::Lower));
    draw_bar_end(painter, bar.right(), bar, -BRACKET_HOOK, look.ink(Role::Upper));
    let fraction = pair.signed_distance.map(|distance| (distance - proof.lower) / proof.width());
    // A bracket of width 0 has no fraction.
    let fraction = fraction.filter(|fraction| fraction.is_finite()).unwrap_or(0.5);
    let x = bar.left() + bar.width() * fraction.clamp(0.0, 1.0) as f32;
    painter.circle_filled(pos2(x, bar.center().y), 4.0, look.strong);
    if width >= PROOF_WIDTH {
        draw_interval(painter, rect.x_range(), rect.bottom() - LOWER_LINE, proof, look);
    } else {
        let below = pos2(rect.left(), rect.bottom() - LOWER_LINE);
        painter.text(below, Align2::LEFT_CENTER, width_text(proof), FontId::monospace(10.5), look.weak);
    }
    response
}

/// Text of the tooltip of the proof: the bracket, its width and the tolerance.
fn proof_text(proof: &Proof) -> String {
    let bracket = format!("The signed distance is proven to be in\n[{:?}, {:?}] m", proof.lower, proof.upper);
    // Overlap tests tolerate any width.
    let width = if proof.tolerance.is_infinite() {
        String::from("The query requested only an overlap test, so neither distance nor depth was computed.")
    } else {
        format!("Width of the bracket {:?} m\nTolerance {:?} m", proof.width(), proof.tolerance)
    };
    format!("{bracket}\n{width}")
}

/// Width of the bracket compared with the tolerance; for an overlap test, that only the sign was requested.
fn width_text(proof: &Proof) -> String {
    if proof.tolerance.is_infinite() {
        return String::from("overlap test only");
    }
    let relation = if proof.holds() { "≤" } else { ">" };
    format!("width {} {relation} {}", four_digits(proof.width()), four_digits(proof.tolerance))
}

/// Draws whether the bracket is at most as wide as the requested tolerance. Returns the width of the word with its
/// symbol, points.
fn draw_proof_word(painter: &Painter, cell: Rect, proof: &Proof, look: Look) -> f32 {
    let holds = proof.holds();
    let icon = if holds { Icon::Check } else { Icon::Warning };
    let word = if holds { "proven" } else { "too wide" };
    let ink = if holds { look.good } else { look.warn };
    draw_word(painter, cell, icon, word, ink)
}

/// Draws a word with a symbol in the upper line of a cell. Returns their width, points.
pub(super) fn draw_word(painter: &Painter, cell: Rect, icon: Icon, word: &str, ink: Color32) -> f32 {
    let icon_center = pos2(cell.left() + 7.0, cell.top() + UPPER_LINE);
    icons::draw(painter, icon, Rect::from_center_size(icon_center, vec2(ICON_SIZE, ICON_SIZE)), ink);
    let start = pos2(cell.left() + 20.0, cell.top() + UPPER_LINE);
    let drawn = painter.text(start, Align2::LEFT_CENTER, word, FontId::proportional(14.0), ink);
    drawn.right() - cell.left()
}

/// Draws one end of a bar as a square bracket at `x`, with hooks of the length `inward`, points; negative to the left.
fn draw_bar_end(painter: &Painter, x: f32, bar: Rect, inward: f32, ink: Color32) {
    let points =
        vec![pos2(x + inward, bar.top()), pos2(x, bar.top()), pos2(x, bar.bottom()), pos2(x + inward, bar.bottom())];
    painter.add(egui::Shape::line(points, Stroke::new(2.2, ink)));
}

/// Draws the bounds as an interval over the range `xs`: square brackets at the ends and an ellipsis between the
/// numbers. `y` is the middle of the line; both are in points.
fn draw_interval(painter: &Painter, xs: Rangef, y: f32, proof: &Proof, look: Look) {
    let mono = FontId::monospace(10.5);
    let lower_ink = look.ink(Role::Lower);
    let upper_ink = look.ink(Role::Upper);
    let [lower, upper] = distinguishable(proof.lower, proof.upper);
    let lower = painter.layout_no_wrap(format!("[{lower}"), mono.clone(), lower_ink);
    let upper = painter.layout_no_wrap(format!("{upper}]"), mono, upper_ink);
    let left = xs.min + lower.size().x;
    let right = xs.max - upper.size().x;
    painter.galley(pos2(xs.min, y - lower.size().y / 2.0), lower, lower_ink);
    painter.galley(pos2(right, y - upper.size().y / 2.0), upper, upper_ink);
    if right - left > MIN_ELLIPSIS_WIDTH {
        painter.text(pos2(0.5 * (left + right), y), Align2::CENTER_CENTER, "…", FontId::proportional(10.5), look.weak);
    }
}

/// Formats two numbers with the least number of digits, from six to nine, that distinguishes them. When nine digits do
/// not, formats the second number as its difference from the first.
fn distinguishable(lower: f64, upper: f64) -> [String; 2] {
    for digits in 6..=9 {
        let texts = [lower, upper].map(|bound| ascii_number(bound, digits).replace('-', "−"));
        if texts[0] != texts[1] || lower == upper {
            return texts;
        }
    }
    [ascii_number(lower, 8).replace('-', "−"), format!("+ {}", four_digits(upper - lower))]
}
