//! The algorithm: its listing with the active line lit, and on demand the real code with the same label lit.

use egui::text::LayoutJob;
use egui::{Color32, FontId, RichText, ScrollArea, Sense, TextFormat, Ui, vec2};

use crate::app::command::{Command, Jump};
use crate::app::registry::tooltip;
use crate::app::state::State;
use crate::app::theme::Look;

/// Room for line numbers.
const GUTTER: f32 = 28.0;

/// The listing, in the source's symbols.
pub(in crate::app) fn listing(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let Some(reel) = &state.reel else {
        super::empty(ui, "No listing", "It appears when the query can be asked.");
        return out;
    };
    let (look, card) = (Look::get(ui), reel.lesson.card());
    ui.horizontal(|ui| {
        let title = ui.label(RichText::new(card.title).size(14.0).color(look.strong));
        title.on_hover_text(format!("{}\n\nSources: {}", card.summary, card.sources.join("; ")));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let button = ui.selectable_label(state.prefs.code, "Code");
            if button.on_hover_text(tooltip(ui.ctx(), &Command::ToggleCode)).clicked() {
                out.push(Command::ToggleCode);
            }
        });
    });
    let now = state.beat().map_or("", |beat| beat.line);
    out.extend(lines(ui, "listing", card.listing, now, false));
    out
}

/// The real code, the very file that was compiled.
pub(in crate::app) fn code(ui: &mut Ui, state: &State) -> Vec<Command> {
    let Some(reel) = &state.reel else {
        super::empty(ui, "No code", "It appears when the query can be asked.");
        return Vec::new();
    };
    let (look, card) = (Look::get(ui), reel.lesson.card());
    let path =
        format!("src/{} — the code that ran; lit is the line of this beat", card.code_path.trim_start_matches("src/"));
    ui.label(RichText::new(path).size(11.5).color(look.weak));
    let now = state.beat().map_or("", |beat| beat.line);
    lines(ui, "code", card.code, now, true)
}

/// A line's text without its label, and the label.
fn split_label(line: &'static str) -> (&'static str, Option<&'static str>) {
    match line.rsplit_once('@') {
        Some((text, label)) if !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') => {
            (text.trim_end().trim_end_matches("//").trim_end(), Some(label))
        }
        _ => (line, None),
    }
}

/// All lines of a text, the one labelled `now` lit and in view. A click on a labelled line goes to its next beat.
fn lines(ui: &mut Ui, name: &str, text: &'static str, now: &str, rust: bool) -> Vec<Command> {
    let mut out = Vec::new();
    let look = Look::get(ui);
    let seen = ui.scope_id().with((name, "seen"));
    let moved = ui.data(|data| data.get_temp::<String>(seen)).as_deref() != Some(now);
    let font = fit(ui, text, rust);
    ScrollArea::both().id_salt(name).auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let width = ui.available_width();
        for (number, line) in text.lines().enumerate() {
            let (shown, label) = split_label(line);
            let lit = label.is_some_and(|label| label == now);
            let galley = ui.painter().layout_job(if rust {
                rust_line(shown, look, &font)
            } else {
                plain_line(shown, look, lit, &font)
            });
            let size = vec2(width.max(galley.size().x + GUTTER + 6.0), 18.0);
            let sense = if label.is_some() { Sense::click() } else { Sense::hover() };
            let (rect, response) = ui.allocate_exact_size(size, sense);
            if lit {
                ui.painter().rect_filled(rect, 3.0, look.accent_fill);
                let bar = egui::Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
                ui.painter().rect_filled(bar, 1.5, look.accent);
                if moved {
                    ui.scroll_to_rect(rect.expand2(vec2(0.0, 40.0)), None);
                }
            } else if label.is_some() && response.hovered() {
                ui.painter().rect_filled(rect, 3.0, look.raised);
            }
            let gutter = if lit { look.accent } else { look.weak.gamma_multiply(0.6) };
            let at = rect.left_center() + vec2(GUTTER - 8.0, 0.0);
            ui.painter().text(at, egui::Align2::RIGHT_CENTER, number + 1, FontId::monospace(10.0), gutter);
            ui.painter().galley(
                egui::pos2(rect.left() + GUTTER, rect.center().y - galley.size().y / 2.0),
                galley,
                look.text,
            );
            let Some(label) = label else { continue };
            response.widget_info(|| {
                egui::WidgetInfo::selected(egui::Role::Button, true, lit, format!("{name} line {label}"))
            });
            if response.on_hover_text(format!("@{label}: click to go to its next beat")).clicked() {
                out.push(Command::Jump(Jump::Line(label)));
            }
        }
    });
    if moved {
        ui.data_mut(|data| data.insert_temp(seen, now.to_owned()));
    }
    out
}

/// Letters as large as lets the widest line of a listing be read without scrolling, within reason.
fn fit(ui: &Ui, text: &'static str, rust: bool) -> FontId {
    let widest =
        text.lines().map(|line| line.split('@').next().unwrap_or(line).trim_end().chars().count()).max().unwrap_or(1);
    let room = ui.available_width() - GUTTER - 6.0;
    // Letters of the monospaced font are 0.602 of its size wide.
    let size = if rust { 12.0 } else { (room / (widest as f32 * 0.603)).clamp(10.0, 12.5) };
    FontId::monospace(size)
}

/// A line of a listing with half its indent and no wide gaps, and where its remark begins.
fn compact(line: &str) -> (String, usize) {
    let body = line.trim_start();
    let indent = " ".repeat((line.len() - body.len()).div_ceil(2));
    match body.find("   ") {
        Some(gap) => (format!("{indent}{}  {}", &body[..gap], body[gap..].trim_start()), indent.len() + gap),
        None => (format!("{indent}{body}"), indent.len() + body.len()),
    }
}

fn plain_line(text: &str, look: Look, lit: bool, font: &FontId) -> LayoutJob {
    let mut job = LayoutJob::default();
    let (text, remark) = compact(text);
    job.append(&text[..remark], 0.0, TextFormat::simple(font.clone(), if lit { look.strong } else { look.text }));
    job.append(&text[remark..], 0.0, TextFormat::simple(font.clone(), look.weak));
    job
}

/// Just enough colour to read Rust by: comments, words of the language, numbers and text.
fn rust_line(text: &str, look: Look, font: &FontId) -> LayoutJob {
    const WORDS: [&str; 24] = [
        "as", "break", "const", "continue", "else", "enum", "fn", "for", "if", "impl", "in", "let", "loop", "match",
        "mut", "pub", "return", "self", "Self", "struct", "type", "use", "where", "while",
    ];
    let mut job = LayoutJob::default();
    let format = |color: Color32| TextFormat::simple(font.clone(), color);
    let (code, comment) = text.find("//").map_or((text, ""), |at| text.split_at(at));
    let mut rest = code;
    while !rest.is_empty() {
        let word = rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let end = rest.find(|c: char| (c.is_alphanumeric() || c == '_') != word).unwrap_or(rest.len());
        let (token, after) = rest.split_at(end);
        let color = match token {
            _ if WORDS.contains(&token) => look.accent,
            _ if token.starts_with(|c: char| c.is_ascii_digit()) => look.good,
            _ if word => look.text,
            _ => look.weak,
        };
        job.append(token, 0.0, format(color));
        rest = after;
    }
    job.append(comment, 0.0, format(look.weak));
    job
}
