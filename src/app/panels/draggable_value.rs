//! Numbers in the text of a step that are inputs of the run, such as an option or a margin. Such numbers are
//! underlined, and a horizontal drag changes the input in the scene. The drag is one undo entry, and the window stays
//! at its step. The second run of a comparison shows inputs of the same scene, so that a drag there changes both runs.

use std::ops::Range;
use std::sync::Arc;

use contact_lens_scene::model::Scene;
use egui::text::CCursor;
use egui::{CursorIcon, Galley, Id, PointerButton, Pos2, Rect, Sense, Stroke, Ui, vec2};

use crate::actions::draggable_inputs::{DragDistance, Input};
use crate::command::{Command, SceneCommand};
use crate::state::State;
use crate::theme::Look;

/// Active drag. It is stored apart from the number's widget, since the number may disappear from the step during the
/// drag.
#[derive(Clone)]
struct ActiveDrag {
    input: Input,
    /// Index of the dragged coordinate; 0 for a scalar.
    axis: usize,
    /// Scene before the drag.
    before: Arc<Scene>,
    /// Index of the query with the option.
    query: usize,
    /// Index of the frame shown.
    frame: usize,
    /// Horizontal position of the pointer at the start, points.
    start_x: f32,
}

/// Id under which egui's memory stores the active drag.
fn drag_id() -> Id {
    Id::unique("number that is dragged")
}

/// Ranges of the numbers in a text, counted in characters. A number is a sequence of digits, signs, points and `e`.
fn find_numbers(text: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = None;
    // The space ends a number at the end of the text.
    for (index, character) in text.chars().chain([' ']).enumerate() {
        if character.is_ascii_digit() || ['−', '-', '.', 'e'].contains(&character) {
            start = start.or(Some(index));
        } else if let Some(first) = start.take() {
            ranges.push(first..index);
        }
    }
    ranges
}

/// Run whose inputs are shown, and scene that a drag of them edits.
#[derive(Clone, Copy)]
pub(crate) struct InputContext<'a> {
    /// Run whose inputs are shown.
    pub shown: &'a State,
    /// Scene that is edited.
    pub edited: &'a Arc<Scene>,
}

impl<'a> InputContext<'a> {
    /// Inputs of the main run.
    pub fn of_main_run(state: &'a State) -> Self {
        Self { shown: state, edited: &state.doc.scene }
    }
}

/// A text as a part of a laid-out line.
#[derive(Clone, Copy)]
pub(crate) struct PlacedText<'a> {
    /// Layout that contains the text.
    pub galley: &'a Galley,
    /// Upper left corner of the layout on the screen, points.
    pub corner: Pos2,
    /// Index of the character of the layout at which the text begins.
    pub first: usize,
    /// Characters of the text, without those of the layout around it.
    pub text: &'a str,
}

/// Rectangle of a cursor on the screen, points, in a layout with this upper left corner.
pub(super) fn cursor_rect(galley: &Galley, corner: Pos2, cursor: CCursor) -> Rect {
    galley.pos_from_cursor(cursor).translate(corner.to_vec2())
}

/// Underlines the numbers of `input` in a text and starts drags of them; not in prediction mode.
pub(crate) fn show(ui: &Ui, context: InputContext<'_>, input: &Input, placed: PlacedText<'_>) {
    let PlacedText { galley, corner, first, text } = placed;
    if context.shown.prediction.is_some() {
        return;
    }
    let ranges = find_numbers(text);
    for (axis, range) in ranges.into_iter().take(input.axes.max(1)).enumerate() {
        // The first character of a row is in that row, not at the end of the previous one.
        let start = CCursor { prefer_next_row: true, ..CCursor::new(first + range.start) };
        let start_rect = cursor_rect(galley, corner, start);
        let end_rect = cursor_rect(galley, corner, CCursor::new(first + range.end));
        // A number is never split over two rows.
        let rect = Rect::from_min_max(start_rect.left_top(), end_rect.right_bottom().max(start_rect.right_bottom()));
        draw_number(ui, context, input, axis, rect);
    }
}

/// Underlines a number, the coordinate `axis` of the input (0 for a scalar), and starts drags of the number.
fn draw_number(ui: &Ui, context: InputContext<'_>, input: &Input, axis: usize, rect: Rect) {
    let look = Look::get(ui);
    let name = match input.axes {
        0 => input.name.clone(),
        _ => format!("{}, {}", input.name, ["x", "y", "z"][axis]),
    };
    let id = ui.scope_id().with(("scrub", &input.name, axis, ui.next_auto_id()));
    let response = ui.interact(rect.expand2(vec2(1.0, 2.0)), id, Sense::drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, format!("Drag {name}")));
    let drag = ui.data(|data| data.get_temp::<ActiveDrag>(drag_id()));
    let is_dragged = drag.is_some_and(|drag| drag.input.name == input.name && drag.axis == axis);
    let is_active = response.hovered() || is_dragged;
    let ink = look.accent.gamma_multiply(if is_active { 1.0 } else { 0.55 });
    let ends = [rect.left_bottom() + vec2(0.0, 0.5), rect.right_bottom() + vec2(0.0, 0.5)];
    if is_active {
        ui.painter().line_segment(ends, Stroke::new(1.6, ink));
    } else {
        ui.painter().extend(egui::Shape::dashed_line(&ends, Stroke::new(1.2, ink), 2.0, 2.0));
    }
    if response.drag_started_by(PointerButton::Primary)
        && let Some(press) = ui.input(|input| input.pointer.press_origin())
    {
        let focus = &context.shown.focus;
        let drag = ActiveDrag {
            input: input.clone(),
            axis,
            before: Arc::clone(context.edited),
            query: focus.query,
            frame: focus.frame,
            start_x: press.x,
        };
        ui.data_mut(|data| data.insert_temp(drag_id(), drag));
    }
    response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal).on_hover_text(format!(
        "{name}\nDrag left or right to change it in the scene. Ctrl snaps to round numbers, Esc cancels."
    ));
}

/// Continues the active drag, wherever the pointer is, until the button is released or Escape cancels it.
pub(crate) fn continue_drag(ui: &Ui, state: &State) -> Vec<Command> {
    let Some(drag) = ui.data(|data| data.get_temp::<ActiveDrag>(drag_id())) else { return Vec::new() };
    let is_down = ui.input(|input| input.pointer.primary_down());
    let pointer = ui.input(|input| input.pointer.latest_pos());
    let snaps = ui.input(|input| input.modifiers.command);
    // The press itself is consumed by the shortcuts of the window.
    let is_canceled = ui.input(|input| input.key_down(egui::Key::Escape));
    if !is_down || is_canceled || state.prediction.is_some() {
        ui.data_mut(|data| data.remove::<ActiveDrag>(drag_id()));
        return vec![if is_canceled { SceneCommand::CancelGesture } else { SceneCommand::EndGesture }.into()];
    }
    ui.set_cursor_icon(CursorIcon::ResizeHorizontal);
    let points = pointer.map_or(0.0, |pointer| f64::from(pointer.x - drag.start_x));
    let change = points * drag.input.change_per_point();
    let distance = DragDistance { axis: drag.axis, change, snaps };
    let edit = drag.input.edit_of_drag(&drag.before, drag.query, drag.frame, distance);
    match edit {
        Some(edit) if edit.apply(&state.doc.scene) != *state.doc.scene => vec![SceneCommand::Edit(edit).into()],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::find_numbers;

    #[test]
    fn ranges_of_numbers_are_counted_in_characters() {
        let text = "(−0.25, 3, 1e-4)";
        let letters: Vec<char> = text.chars().collect();
        let found: Vec<String> = find_numbers(text).into_iter().map(|range| letters[range].iter().collect()).collect();
        assert_eq!(found, ["−0.25", "3", "1e-4"]);
        assert_eq!(find_numbers("0.02 m").first(), Some(&(0..4)));
    }
}
