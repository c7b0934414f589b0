//! Door “A contact went wrong”: buttons to paste and to open, the space to drop a file, the accepted forms with
//! examples, and the recent files.

use egui::{Align2, FontFamily, FontId, RichText, Stroke, Ui, vec2};

use super::door;
use crate::actions::registry::shortcut_of;
use crate::command::{ClipboardCommand, Command, FileCommand, RunCommand};
use crate::panels::menu::RecentFile;
use crate::panels::section;
use crate::state::State;
use crate::theme::Look;

/// Number of recent files that are listed.
const RECENT_FILES: usize = 4;

/// Accepted forms of text.
const FORMS: &str = "Printed shapes and poses, a debugger dump, the code that makes the bodies, a table or list of \
                     points, or a whole bug report: text that is no shape is skipped.";

/// Accepted kinds of files.
const FILES: &str =
    "Scenes, captures and JSON; OBJ, STL, PLY, OFF, glTF; URDF, SDF, MJCF, USD, OVD, NPY; text and code.";

/// An example of text that can be pasted.
struct Example {
    title: &'static str,
    text: &'static str,
}

/// Examples of the accepted forms. A test pastes each of them.
const EXAMPLES: [Example; 4] = [
    Example {
        title: "Code",
        text: "let a = Ball::new(0.5);\nlet b = Cuboid::new(Vector3::new(1.0, 0.2, 1.0));\n\
               let pose_a = Isometry3::translation(0.0, 0.6, 0.0);\nlet pose_b = Isometry3::identity();\n",
    },
    Example { title: "Words", text: "sphere radius 0.5 at (0, 0.6, 0)\nbox half extents (1, 0.2, 1) at (0, 0, 0)\n" },
    Example { title: "Points", text: "0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n" },
    Example {
        title: "One line of JSON",
        text: "{\"a\": {\"shape\": {\"type\": \"sphere\", \"radius\": 0.5}, \"position\": [0, 0.6, 0]}, \
               \"b\": {\"shape\": {\"type\": \"box\", \"half_extents\": [1, 0.2, 1]}}}\n",
    },
];

/// Draws the content of the door.
pub(super) fn show(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let look = Look::get(ui);
    door::paragraph(ui, "Paste it, drop it, open it. The answer, its proof and every step follow at once.", look.text);
    ui.add_space(6.0);
    if let Some(rect) = door::picture_space(ui) {
        draw_drop_space(ui, rect, look);
    }
    draw_progress(ui, state, look, out);
    let paste = Command::Clipboard(ClipboardCommand::AskPaste);
    let text = format!("Paste   {}", shortcut_of(ui.ctx(), &paste));
    let button = door::wide_button(ui, &text, "Paste a contact", true);
    super::focus_first(ui, button.id);
    if button.clicked() {
        out.push(paste);
    }
    let open = Command::File(FileCommand::AskOpen);
    let text = format!("Open a file…   {}", shortcut_of(ui.ctx(), &open));
    if door::wide_button(ui, &text, "Open a file…", false).clicked() {
        out.push(open);
    }
    section(ui, "What can be pasted");
    door::paragraph(ui, FORMS, look.weak);
    draw_examples(ui, out);
    section(ui, "What can be dropped or opened");
    door::paragraph(ui, FILES, look.weak);
    draw_recent_files(ui, state, out);
}

/// Draws the dashed frame that shows that files can be dropped. Files can be dropped anywhere on the window.
fn draw_drop_space(ui: &Ui, rect: egui::Rect, look: Look) {
    let painter = ui.painter_at(rect);
    let inner = rect.shrink(1.5);
    painter.rect_filled(inner, 6.0, look.gap);
    let corners = [inner.left_top(), inner.right_top(), inner.right_bottom(), inner.left_bottom(), inner.left_top()];
    painter.extend(egui::Shape::dashed_line(&corners, Stroke::new(1.2, look.weak), 6.0, 5.0));
    let big = FontId::new(16.0, FontFamily::Proportional);
    painter.text(inner.center() - vec2(0.0, 10.0), Align2::CENTER_CENTER, "Drop a file here", big, look.text);
    let small = FontId::proportional(12.0);
    let below = inner.center() + vec2(0.0, 12.0);
    painter.text(below, Align2::CENTER_CENTER, "or anywhere on the window", small, look.weak);
}

/// Draws the progress of a file that takes long to read.
fn draw_progress(ui: &mut Ui, state: &State, look: Look, out: &mut Vec<Command>) {
    let Some(progress) = &state.reading_progress else { return };
    ui.horizontal(|ui| {
        let text = format!("Reading {}, {:.1} s", progress.name, progress.seconds);
        ui.label(RichText::new(text).color(look.text));
        if ui.button("Cancel").clicked() {
            out.push(RunCommand::Cancel.into());
        }
    });
}

/// Draws one button per example, which opens the example as if it were pasted.
fn draw_examples(ui: &mut Ui, out: &mut Vec<Command>) {
    ui.scope(|ui| {
        ui.set_max_width(door::content_width(ui));
        ui.horizontal_wrapped(|ui| {
            ui.weak("Examples:");
            for example in &EXAMPLES {
                let button = ui.button(example.title).accessible_name(format!("Example: {}", example.title));
                if button.on_hover_text(RichText::new(example.text).monospace()).clicked() {
                    out.push(ClipboardCommand::Paste(example.text.to_owned()).into());
                }
            }
        });
    });
}

/// Draws the files that were opened last.
fn draw_recent_files(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    if state.prefs.recent.is_empty() {
        return;
    }
    section(ui, "Recent files");
    for path in state.prefs.recent.iter().take(RECENT_FILES) {
        let file = RecentFile::new(path);
        let row = door::ListRow { number: None, is_done: false, title: &file.name, count: "" };
        let response = ui.add_enabled_ui(file.exists, |ui| door::list_row(ui, &row)).inner;
        if response.on_hover_text(file.description).clicked() {
            out.push(FileCommand::Open(path.clone()).into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::EXAMPLES;
    use crate::actions::clipboard_text::{Pasted, parse_clipboard};

    #[test]
    fn every_example_opens_as_a_scene() {
        for example in &EXAMPLES {
            let pasted = parse_clipboard(example.text);
            assert!(matches!(pasted, Ok(Pasted::Scene(_))), "{}: {pasted:?}", example.title);
        }
    }
}
