//! The listing panel (pseudocode) and the code panel (engine source). Both highlight the line whose `@label` is that of
//! the current sub-step.

use std::sync::Arc;

use egui::cache::{ComputerMut, FrameCache};
use egui::style::ScrollAnimation;
use egui::text::LayoutJob;
use egui::{FontId, Rect, RichText, ScrollArea, Sense, Stroke, TextFormat, Ui, pos2, vec2};

use crate::app::actions::registry::tooltip;
use crate::app::command::{BreakCommand, Command, Jump, TimeCommand, WindowCommand};
use crate::app::panels::text_width;
use crate::app::run::breakpoint::{Breakpoint, Condition};
use crate::app::state::State;
use crate::app::text::typeset;
use crate::app::theme::Look;

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
const PRESENTED_SIZE: f32 = 16.0;

/// Minimum font size of a listing, points.
const MIN_SIZE: f32 = 10.0;

/// Number of selectable font sizes per point. Rounding to them keeps the layout cache valid while a panel is resized.
const SIZE_STEPS: f32 = 8.0;

/// Space that stays visible above and below the current line when it is scrolled into view, points.
const CONTEXT: f32 = 40.0;

/// Draws the listing: the pseudocode of the algorithm, in the symbols of the paper that it is from.
pub(in crate::app) fn draw_listing(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let Some(recording) = &state.recording else {
        crate::app::panels::no_answer(ui, state, "No listing");
        return out;
    };
    let look = Look::get(ui);
    let card = recording.lesson.card();
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let button = ui.selectable_label(state.prefs.code, "Code");
            if button.on_hover_text(tooltip(ui.ctx(), &Command::Window(WindowCommand::ToggleCode))).clicked() {
                out.push(WindowCommand::ToggleCode.into());
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let width = ui.available_width();
                let mut sizes = TITLE_SIZES.into_iter();
                let size = sizes.find(|size| text_width(ui, card.title, *size) <= width).unwrap_or(MIN_TITLE_SIZE);
                let title = RichText::new(card.title).size(size).color(look.strong);
                let about = format!("{}\n\nSources: {}", card.summary, card.sources.join("; "));
                ui.add(egui::Label::new(title).wrap()).on_hover_text(about);
            });
        });
    });
    out.extend(draw_lines(ui, state, "listing", card.listing, false));
    out
}

/// Draws the source code of the engine around the current line, with its path. The text is that of the compiled file.
pub(in crate::app) fn draw_code(ui: &mut Ui, state: &State) -> Vec<Command> {
    let Some(recording) = &state.recording else {
        crate::app::panels::no_answer(ui, state, "No code");
        return Vec::new();
    };
    let look = Look::get(ui);
    let card = recording.lesson.card();
    let now = state.beat().map_or("", |beat| beat.line);
    let Some(file) = card.source_of(now) else { return Vec::new() };
    let path = format!("{}: the source code, with the line of this sub-step highlighted", file.path);
    ui.label(RichText::new(path).size(PATH_SIZE).color(look.weak));
    draw_lines(ui, state, "code", file.text, true)
}

/// Splits a line of a listing or of code into its text, without the comment sign of the label, and its label.
pub(in crate::app::panels) fn split_label(line: &'static str) -> (&'static str, Option<&'static str>) {
    match line.rsplit_once('@') {
        Some((text, label)) if !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') => {
            (text.trim_end().trim_end_matches("//").trim_end(), Some(label))
        }
        _ => (line, None),
    }
}

/// Typeset text, cached while it is shown.
struct TypesetText {
    lines: Vec<TypesetLine>,
    /// Number of characters in the longest line.
    longest: usize,
}

/// A line of a typeset text.
struct TypesetLine {
    job: LayoutJob,
    /// Label at the end of the line, without the `@`; `None` for a line without a label.
    label: Option<&'static str>,
}

/// Inputs of a [`TypesetText`].
#[derive(Clone, Copy, Hash)]
struct TextKey {
    text: &'static str,
    is_rust: bool,
    is_dark: bool,
    /// Bits of the font size.
    size: u32,
}

/// Typesets a text, for egui's cache.
#[derive(Default)]
struct Typesetter;

impl ComputerMut<TextKey, Arc<TypesetText>> for Typesetter {
    fn compute(&mut self, key: TextKey) -> Arc<TypesetText> {
        let look = Look::of(key.is_dark);
        let font = FontId::monospace(f32::from_bits(key.size));
        let lines: Vec<_> = key.text.lines().map(|line| typeset_line(line, key.is_rust, look, &font)).collect();
        let longest = lines.iter().map(|line| line.job.text.chars().count()).max().unwrap_or(1);
        Arc::new(TypesetText { lines, longest })
    }
}

/// Typesets a line of code or of a listing, and splits off its label.
fn typeset_line(line: &'static str, is_rust: bool, look: Look, font: &FontId) -> TypesetLine {
    let (shown, label) = split_label(line);
    let job = if is_rust { rust_line(shown, look, font) } else { listing_line(shown, look, font) };
    TypesetLine { job, label }
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

/// Draws the visible lines of a text with the line of the current sub-step highlighted. A click on a labeled line goes
/// to its next sub-step, a click in its gutter sets or removes a breakpoint.
fn draw_lines(ui: &mut Ui, state: &State, name: &str, text: &'static str, is_rust: bool) -> Vec<Command> {
    let mut out = Vec::new();
    let look = Look::get(ui);
    let now = state.beat().map_or("", |beat| beat.line);
    let memory = ui.scope_id().with((name, "scroll"));
    let max_size = if state.pane_layout.is_presenting { PRESENTED_SIZE } else { LISTING_SIZE };
    let size = if is_rust { CODE_SIZE } else { size_to_fit(ui, text, max_size) };
    let height = (LINE_HEIGHT * size).max(MIN_LINE_HEIGHT).floor();
    let inputs = ScrollInputs {
        line: now.to_owned(),
        text: text.as_ptr() as usize,
        height: ui.available_height().round(),
        size: size.to_bits(),
    };
    let before = ui.data(|data| data.get_temp::<(ScrollInputs, u8)>(memory));
    // egui does not know the content's height in the first frame of a new text, so it scrolls again in the second.
    let is_new_text = before.as_ref().is_none_or(|(before, _)| before.text != inputs.text);
    let scrolls_left = match before {
        Some((before, scrolls_left)) if before == inputs => scrolls_left,
        _ => 1 + u8::from(is_new_text),
    };
    let key = TextKey { text, is_rust, is_dark: look.dark, size: size.to_bits() };
    let shown =
        ui.memory_mut(|memory| memory.caches.cache::<FrameCache<Arc<TypesetText>, Typesetter>>().get(key).clone());
    ScrollArea::both().id_salt(name).auto_shrink(false).show_viewport(ui, |ui, view| {
        let width = ui.available_width().max(GUTTER + RIGHT_MARGIN + shown.longest as f32 * LETTER_WIDTH * size);
        let corner = ui.max_rect().min;
        ui.allocate_rect(Rect::from_min_size(corner, vec2(width, height * shown.lines.len() as f32)), Sense::hover());
        let last = ((view.max.y / height) as usize + 1).min(shown.lines.len());
        for row in (view.min.y / height).max(0.0) as usize..last {
            let rect = Rect::from_min_size(corner + vec2(0.0, height * row as f32), vec2(width, height));
            draw_line(ui, state, &PlacedLine { text_name: name, row, rect, line: &shown.lines[row] }, &mut out);
        }
        let current = shown.lines.iter().position(|line| line.label.is_some_and(|label| label == now));
        if let Some(row) = current.filter(|_| scrolls_left > 0) {
            // Without animation, which would redraw the whole window several times per sub-step.
            let rect = Rect::from_min_size(corner + vec2(0.0, height * row as f32), vec2(1.0, height));
            let rect = rect.expand2(vec2(0.0, CONTEXT));
            ui.scroll_to_rect_animation(rect, None, ScrollAnimation::none());
        }
    });
    if scrolls_left > 0 {
        ui.data_mut(|data| data.insert_temp(memory, (inputs, scrolls_left - 1)));
        if scrolls_left > 1 {
            ui.ctx().request_repaint();
        }
    }
    out
}

/// A line and its place.
struct PlacedLine<'a> {
    /// Name of the text, for ids and screen readers.
    text_name: &'a str,
    /// Number of the line, from 0.
    row: usize,
    /// Rectangle of the line with its gutter on the screen, points.
    rect: Rect,
    line: &'a TypesetLine,
}

/// Draws one line: its number or breakpoint in the gutter, and the text.
fn draw_line(ui: &Ui, state: &State, placed: &PlacedLine<'_>, out: &mut Vec<Command>) {
    let PlacedLine { text_name: name, row, rect, line: TypesetLine { job, label } } = *placed;
    let label = *label;
    let look = Look::get(ui);
    let painter = ui.painter();
    let is_current = label.is_some_and(|label| state.beat().is_some_and(|beat| beat.line == label));
    let response = label.map(|_| ui.interact(rect, ui.scope_id().with((name, row)), Sense::click()));
    let hovered = response.as_ref().is_some_and(|response| response.hovered());
    let pointer = response.as_ref().and_then(|response| response.hover_pos());
    let in_gutter = pointer.is_some_and(|p| p.x < rect.left() + GUTTER - TEXT_CLICK_STRIP);
    if is_current {
        painter.rect_filled(rect, 3.0, look.accent_fill);
        painter.rect_filled(Rect::from_min_size(rect.min, vec2(3.0, rect.height())), 1.5, look.accent);
    } else if hovered {
        painter.rect_filled(rect, 3.0, look.raised);
    }
    let breakpoint = label.and_then(|label| {
        state.breakpoints.iter().find(|b| matches!(&b.condition, Condition::Line(line) if line == label))
    });
    draw_gutter(ui, rect, row, breakpoint, in_gutter, is_current);
    let mut job = job.clone();
    for words in
        job.sections.iter_mut().filter(|words| is_current && name == "listing" && words.format.color == look.text)
    {
        words.format.color = look.strong;
    }
    let galley = painter.layout_job(job);
    painter.galley(pos2(rect.left() + GUTTER, rect.center().y - galley.size().y / 2.0), galley, look.text);
    let (Some(label), Some(response)) = (label, response) else { return };
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, true, is_current, format!("{name} line {label}"))
    });
    let hint = if in_gutter {
        "click to set or remove a breakpoint"
    } else {
        "click to go to the next sub-step that runs this line"
    };
    if response.on_hover_text(format!("@{label}: {hint}")).clicked() {
        out.push(if in_gutter {
            Command::Break(BreakCommand::BreakHere(Some(label)))
        } else {
            Command::Time(TimeCommand::Jump(Jump::Line(label)))
        });
    }
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

/// Measures a listing, for egui's cache.
#[derive(Default)]
struct Measurer;

impl ComputerMut<&'static str, usize> for Measurer {
    fn compute(&mut self, text: &'static str) -> usize {
        longest_line(text)
    }
}

/// Number of characters in the longest line of a listing, as typeset.
fn longest_line(text: &'static str) -> usize {
    text.lines().map(|line| compact(split_label(line).0).text.chars().count()).max().unwrap_or(1)
}

/// Width of a listing with its gutter in the font size [`LISTING_SIZE`], points.
pub(in crate::app::panels) fn listing_width(text: &'static str) -> f32 {
    GUTTER + RIGHT_MARGIN + LETTER_WIDTH * LISTING_SIZE * longest_line(text) as f32
}

/// Font size, points, with which the longest line of a listing fits, from [`MIN_SIZE`] to `max_size`.
fn size_to_fit(ui: &Ui, text: &'static str, max_size: f32) -> f32 {
    let longest = ui.memory_mut(|memory| *memory.caches.cache::<FrameCache<usize, Measurer>>().get(text));
    let width = ui.available_width() - GUTTER - RIGHT_MARGIN;
    let size = width / (longest as f32 * LETTER_WIDTH);
    (size * SIZE_STEPS).floor().clamp(SIZE_STEPS * MIN_SIZE, SIZE_STEPS * max_size) / SIZE_STEPS
}

/// Line of a listing with half its indent, and two spaces before its comment.
struct CompactLine {
    text: String,
    /// Byte at which the comment starts; the end without a comment.
    comment_start: usize,
}

/// Halves the indent and shortens the run of three or more spaces before the comment to two.
fn compact(line: &str) -> CompactLine {
    let body = line.trim_start();
    let indent = " ".repeat((line.len() - body.len()).div_ceil(2));
    match body.find("   ") {
        Some(gap) => CompactLine {
            text: format!("{indent}{}  {}", &body[..gap], body[gap..].trim_start()),
            comment_start: indent.len() + gap,
        },
        None => CompactLine { text: format!("{indent}{body}"), comment_start: indent.len() + body.len() },
    }
}

/// Typesets a line of a listing; its comment is weak.
fn listing_line(text: &str, look: Look, font: &FontId) -> LayoutJob {
    let CompactLine { text, comment_start } = compact(text);
    let mut job = typeset::text(&text[..comment_start], font, look.text);
    typeset::append(&mut job, &text[comment_start..], font, look.weak);
    job
}

/// Typesets a line of Rust with simple highlighting: comments, keywords, numbers, other words, signs.
fn rust_line(text: &str, look: Look, font: &FontId) -> LayoutJob {
    const KEYWORDS: [&str; 24] = [
        "as", "break", "const", "continue", "else", "enum", "fn", "for", "if", "impl", "in", "let", "loop", "match",
        "mut", "pub", "return", "self", "Self", "struct", "type", "use", "where", "while",
    ];
    let mut job = LayoutJob::default();
    let (code, comment) = text.find("//").map_or((text, ""), |at| text.split_at(at));
    let mut remainder = code;
    while !remainder.is_empty() {
        let is_word = remainder.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let end = remainder.find(|c: char| (c.is_alphanumeric() || c == '_') != is_word).unwrap_or(remainder.len());
        let (token, after) = remainder.split_at(end);
        let color = match token {
            _ if KEYWORDS.contains(&token) => look.accent,
            _ if token.starts_with(|c: char| c.is_ascii_digit()) => look.good,
            _ if is_word => look.text,
            _ => look.weak,
        };
        job.append(token, 0.0, TextFormat::simple(font.clone(), color));
        remainder = after;
    }
    job.append(comment, 0.0, TextFormat::simple(font.clone(), look.weak));
    job
}
