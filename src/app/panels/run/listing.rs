//! The listing panel (pseudocode) and the code panel (engine source). Both highlight the line whose `@label` is that of
//! the current sub-step.

mod typeset_text;

use std::sync::Arc;

use contact_lens_lesson::SourceFile;
use egui::cache::FrameCache;
use egui::style::ScrollAnimation;
use egui::{FontId, Pos2, Rect, RichText, ScrollArea, Sense, Stroke, Ui, Vec2, pos2, vec2};

use self::typeset_text::{Measurer, TextKey, TextKind, TypesetLine, TypesetText, Typesetter, longest_line};
use crate::actions::registry::tooltip;
use crate::command::{BreakCommand, Command, Jump, TimeCommand, WindowCommand};
use crate::panels::glossary_tip::{self, Tip};
use crate::panels::text_width;
use crate::run::breakpoint::{Breakpoint, Condition};
use crate::state::State;
use crate::theme::Look;

/// Font sizes of the title, points: the largest with which it fits on one line is used.
const TITLE_SIZES: [f32; 4] = [14.0, 13.0, 12.0, 11.0];

/// Font size of a title that fits in none of [`TITLE_SIZES`] and wraps, points.
const MIN_TITLE_SIZE: f32 = 11.0;

/// Font size of the path above the source code, points.
const PATH_SIZE: f32 = 11.5;

/// Width of the gutter left of the text, with the line numbers and breakpoints, points.
const GUTTER: f32 = 28.0;

/// Width of the strip at the right side of the gutter in which a click selects the line instead of setting a
/// breakpoint, points.
const TEXT_CLICK_STRIP: f32 = 4.0;

/// Distance of a breakpoint's center from the right side of the gutter, points.
const BREAKPOINT_INSET: f32 = 13.0;

/// Radius of a breakpoint, points.
const BREAKPOINT_RADIUS: f32 = 4.5;

/// Distance of the right end of a line number from the right side of the gutter, points.
const NUMBER_INSET: f32 = 8.0;

/// Font size of the line numbers, points.
const NUMBER_SIZE: f32 = 10.0;

/// Line height relative to the font size.
const LINE_HEIGHT: f32 = 1.36;

/// Minimum line height, points: lines are click targets.
const MIN_LINE_HEIGHT: f32 = 17.0;

/// Width of a monospaced character relative to the font size.
const LETTER_WIDTH: f32 = 0.603;

/// Space right of the longest line, points.
const RIGHT_MARGIN: f32 = 6.0;

/// Font size of the source code, points.
const CODE_SIZE: f32 = 12.0;

/// Maximum font size of a listing in the panel, points.
const LISTING_SIZE: f32 = 12.5;

/// Maximum font size of a listing in presentation mode, points.
const PRESENTED_SIZE: f32 = 18.0;

/// Minimum font size of a listing, points.
const MIN_SIZE: f32 = 10.0;

/// Number of font sizes per point to which the size of a listing is rounded. Rounding keeps the layout cache valid
/// while a panel is resized.
const SIZE_STEPS: f32 = 8.0;

/// Space that stays visible above and below the current line when it is scrolled into view, points.
const CONTEXT: f32 = 40.0;

/// Number of lines above and below the current one that presentation mode shows.
const CONTEXT_LINES: usize = 4;

/// Height of the title of the listing with its gap, points.
const TITLE_HEIGHT: f32 = 44.0;

/// Label of the line that the beat shown is about, in the listing of the inner algorithm if it has one; empty without a
/// beat.
fn current_label(state: &State) -> &'static str {
    state.beat().map_or("", |beat| beat.inner.map_or(beat.line, |inner| inner.line))
}

/// File with the label `line`; the first file if none has it.
fn file_with_label(files: &'static [SourceFile], line: &str) -> Option<&'static SourceFile> {
    files.iter().find(|file| file.labels().any(|label| label == line)).or(files.first())
}

/// Draws the listing: the pseudocode of the algorithm, in the symbols of the paper that it is from. During the run of
/// an inner algorithm, such as GJK in the distance query, the listing is that of the inner one.
pub(crate) fn draw_listing(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let Some(recording) = &state.recording else {
        crate::panels::no_answer(ui, state, "No listing");
        return out;
    };
    let look = Look::get(ui);
    let card = recording.lesson.card();
    let inner = state.beat().and_then(|beat| beat.inner);
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let button = ui.selectable_label(state.prefs.code, "Code");
            if button.on_hover_text(tooltip(ui.ctx(), &Command::Window(WindowCommand::ToggleCode))).clicked() {
                out.push(WindowCommand::ToggleCode.into());
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let width = ui.available_width();
                let mut sizes = TITLE_SIZES.into_iter();
                // The listing of an inner algorithm is below the names of both.
                let title = match inner {
                    Some(inner) => format!("{} › {}", card.title, inner.title),
                    None => card.title.to_owned(),
                };
                let size = sizes.find(|size| text_width(ui, &title, *size) <= width).unwrap_or(MIN_TITLE_SIZE);
                let title = RichText::new(title).size(size).color(look.strong);
                let about = format!("{}\n\nSources: {}", card.summary, card.sources.join("; "));
                ui.add(egui::Label::new(title).wrap()).on_hover_text(about);
            });
        });
    });
    let listing = inner.map_or(card.listing, |inner| inner.listing);
    out.extend(draw_lines(ui, state, TextKind::Listing, listing));
    out
}

/// Draws the source code of the engine around the current line, with its path. The text is that of the compiled file.
pub(crate) fn draw_code(ui: &mut Ui, state: &State) -> Vec<Command> {
    let Some(recording) = &state.recording else {
        crate::panels::no_answer(ui, state, "No code");
        return Vec::new();
    };
    let look = Look::get(ui);
    let card = recording.lesson.card();
    let files = state.beat().and_then(|beat| beat.inner).map_or(card.code, |inner| inner.code);
    let Some(file) = file_with_label(files, current_label(state)) else { return Vec::new() };
    let path = format!("{}: the source code, with the line of this sub-step highlighted", file.path);
    ui.label(RichText::new(path).size(PATH_SIZE).color(look.weak));
    draw_lines(ui, state, TextKind::RustSource, file.text)
}

/// Inputs of the scroll position. A change of one of them scrolls to the current line.
#[derive(Clone, PartialEq)]
struct ScrollInputs {
    /// Label of the current line.
    line: String,
    /// Address of the text.
    text: usize,
    /// Height of the panel, points.
    height: f32,
    /// Bits of the font size.
    size: u32,
}

/// State of the scrolling to the current line, kept between the frames of the window.
#[derive(Clone)]
struct ScrollState {
    inputs: ScrollInputs,
    /// Number of frames of the window in which the panel still scrolls.
    scrolls_left: u8,
}

/// Number of frames of the window, with this one, in which the panel scrolls to the current line. `before` is the state
/// after the previous frame; `None` in the first one.
fn count_scrolls_left(before: Option<&ScrollState>, inputs: &ScrollInputs) -> u8 {
    match before {
        Some(before) if before.inputs == *inputs => before.scrolls_left,
        Some(before) if before.inputs.text == inputs.text => 1,
        // egui does not know the content's height in the first frame of a new text, so it scrolls again in the second.
        Some(_) | None => 2,
    }
}

/// Rectangle of a row, counted from 0, in a text with this upper left corner, points.
fn row_rect(corner: Pos2, row: usize, row_size: Vec2) -> Rect {
    Rect::from_min_size(corner + vec2(0.0, row_size.y * row as f32), row_size)
}

/// Draws the visible lines of a text with the line of the current sub-step highlighted. A click on a labeled line goes
/// to its next sub-step, a click in its gutter sets or removes a breakpoint.
fn draw_lines(ui: &mut Ui, state: &State, kind: TextKind, text: &'static str) -> Vec<Command> {
    let mut out = Vec::new();
    let look = Look::get(ui);
    let current_label = current_label(state);
    let memory = ui.scope_id().with((kind.name(), "scroll"));
    let max_size = if state.pane_layout.is_presenting { PRESENTED_SIZE } else { LISTING_SIZE };
    let size = match kind {
        TextKind::Listing => size_to_fit(ui, text, max_size),
        TextKind::RustSource => CODE_SIZE,
    };
    let row_height = (LINE_HEIGHT * size).max(MIN_LINE_HEIGHT).floor();
    let inputs = ScrollInputs {
        line: current_label.to_owned(),
        text: text.as_ptr() as usize,
        height: ui.available_height().round(),
        size: size.to_bits(),
    };
    let before = ui.data(|data| data.get_temp::<ScrollState>(memory));
    let scrolls_left = count_scrolls_left(before.as_ref(), &inputs);
    let key = TextKey { text, kind, is_dark: look.dark, size: size.to_bits() };
    let shown =
        ui.memory_mut(|memory| memory.caches.cache::<FrameCache<Arc<TypesetText>, Typesetter>>().get(key).clone());
    ScrollArea::both().id_salt(kind.name()).auto_shrink(false).show_viewport(ui, |ui, view| {
        let width = ui.available_width().max(GUTTER + RIGHT_MARGIN + shown.longest as f32 * LETTER_WIDTH * size);
        let corner = ui.max_rect().min;
        let text_size = vec2(width, row_height * shown.lines.len() as f32);
        ui.allocate_rect(Rect::from_min_size(corner, text_size), Sense::hover());
        let first_visible = (view.min.y / row_height).max(0.0) as usize;
        let end_visible = ((view.max.y / row_height) as usize + 1).min(shown.lines.len());
        for row in first_visible..end_visible {
            let rect = row_rect(corner, row, vec2(width, row_height));
            draw_line(ui, state, &PlacedLine { kind, row, rect, line: &shown.lines[row] }, &mut out);
        }
        let current_row = shown.lines.iter().position(|line| line.label == Some(current_label));
        if let Some(row) = current_row.filter(|_| scrolls_left > 0) {
            // The target is narrow, so that the panel scrolls only vertically.
            let context = if state.pane_layout.is_presenting { row_height * CONTEXT_LINES as f32 } else { CONTEXT };
            let target = row_rect(corner, row, vec2(1.0, row_height)).expand2(vec2(0.0, context));
            // An animation would redraw the whole window several times per sub-step.
            ui.scroll_to_rect_animation(target, None, ScrollAnimation::none());
        }
    });
    if scrolls_left > 0 {
        ui.data_mut(|data| data.insert_temp(memory, ScrollState { inputs, scrolls_left: scrolls_left - 1 }));
        if scrolls_left > 1 {
            ui.ctx().request_repaint();
        }
    }
    out
}

/// A line of a text and its place on the screen.
struct PlacedLine<'a> {
    kind: TextKind,
    /// Number of the line, from 0.
    row: usize,
    /// Rectangle of the line with its gutter on the screen, points.
    rect: Rect,
    line: &'a TypesetLine,
}

/// Draws one line: its number or breakpoint in the gutter, and the text.
fn draw_line(ui: &Ui, state: &State, placed: &PlacedLine<'_>, out: &mut Vec<Command>) {
    let PlacedLine { kind, row, rect, line } = *placed;
    let label = line.label;
    let look = Look::get(ui);
    let painter = ui.painter();
    let is_current = label.is_some_and(|label| label == current_label(state));
    let response = label.map(|_| ui.interact(rect, ui.scope_id().with((kind.name(), row)), Sense::click()));
    let hovered = response.as_ref().is_some_and(|response| response.hovered());
    let pointer = response.as_ref().and_then(|response| response.hover_pos());
    let in_gutter = pointer.is_some_and(|pointer| pointer.x < rect.left() + GUTTER - TEXT_CLICK_STRIP);
    if is_current {
        painter.rect_filled(rect, 3.0, look.accent_fill);
        painter.rect_filled(Rect::from_min_size(rect.min, vec2(3.0, rect.height())), 1.5, look.accent);
    } else if hovered {
        painter.rect_filled(rect, 3.0, look.raised);
    }
    let breakpoint = label.and_then(|label| breakpoint_at_line(state, label));
    draw_gutter(ui, rect, row, breakpoint, in_gutter, is_current);
    let mut job = line.job.clone();
    if is_current && kind == TextKind::Listing {
        // Comments stay weak.
        for section in job.sections.iter_mut().filter(|section| section.format.color == look.text) {
            section.format.color = look.strong;
        }
    }
    let galley = painter.layout_job(job);
    painter.galley(pos2(rect.left() + GUTTER, rect.center().y - galley.size().y / 2.0), galley, look.text);
    let Some(label) = label else { return };
    let Some(response) = response else { return };
    response.widget_info(|| {
        let name = format!("{} line {label}", kind.name());
        egui::WidgetInfo::selected(egui::Role::Button, true, is_current, name)
    });
    let action = if in_gutter {
        "Click to set or remove a breakpoint at this line."
    } else {
        "Click to go to the next sub-step that runs this line."
    };
    let tip = Tip { head: "", words: &[&line.job.text], action };
    if glossary_tip::show(response, state, tip, out).clicked() {
        out.push(if in_gutter {
            Command::Break(BreakCommand::BreakHere(Some(label)))
        } else {
            Command::Time(TimeCommand::Jump(Jump::Line(label)))
        });
    }
}

/// Breakpoint at the line with this label; `None` without one.
fn breakpoint_at_line<'a>(state: &'a State, label: &str) -> Option<&'a Breakpoint> {
    let mut breakpoints = state.breakpoints.iter();
    breakpoints.find(|breakpoint| matches!(&breakpoint.condition, Condition::Line(line) if line == label))
}

/// Draws the breakpoint of a line; without one, an empty circle while the pointer is there, else the line's number.
fn draw_gutter(ui: &Ui, line: Rect, row: usize, breakpoint: Option<&Breakpoint>, has_pointer: bool, is_current: bool) {
    let look = Look::get(ui);
    let painter = ui.painter();
    let circle = pos2(line.left() + GUTTER - BREAKPOINT_INSET, line.center().y);
    if let Some(breakpoint) = breakpoint {
        painter.circle_filled(circle, BREAKPOINT_RADIUS, if breakpoint.is_enabled { look.bad } else { look.weak });
    } else if has_pointer {
        painter.circle_stroke(circle, BREAKPOINT_RADIUS, Stroke::new(1.2, look.bad));
    } else {
        let ink = if is_current { look.accent } else { look.weak };
        let end = pos2(line.left() + GUTTER - NUMBER_INSET, line.center().y);
        painter.text(end, egui::Align2::RIGHT_CENTER, row + 1, FontId::monospace(NUMBER_SIZE), ink);
    }
}

/// Width of a listing with its gutter in the font size of presentation mode, points.
pub(in crate::panels) fn presented_width(text: &'static str) -> f32 {
    GUTTER + RIGHT_MARGIN + LETTER_WIDTH * PRESENTED_SIZE * longest_line(text) as f32
}

/// Height of the lines around the current one in presentation mode, with the title of the listing, points.
pub(in crate::panels) fn presented_height() -> f32 {
    TITLE_HEIGHT + LINE_HEIGHT * PRESENTED_SIZE * (2 * CONTEXT_LINES + 1) as f32
}

/// Font size, points, with which the longest line of a listing fits, from [`MIN_SIZE`] to `max_size`.
fn size_to_fit(ui: &Ui, text: &'static str, max_size: f32) -> f32 {
    let longest = ui.memory_mut(|memory| *memory.caches.cache::<FrameCache<usize, Measurer>>().get(text));
    let width = ui.available_width() - GUTTER - RIGHT_MARGIN;
    let fitting_size = width / (longest as f32 * LETTER_WIDTH);
    let steps = (fitting_size * SIZE_STEPS).floor();
    steps.clamp(SIZE_STEPS * MIN_SIZE, SIZE_STEPS * max_size) / SIZE_STEPS
}
