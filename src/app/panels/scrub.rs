//! Numbers that are dragged where they are read: underlined, with a cursor that says so. The drag is an edit like one of a field,
//! so it is one undo and the step stays.

use std::ops::Range;
use std::sync::Arc;

use egui::text::CCursor;
use egui::{CursorIcon, Galley, Id, PointerButton, Pos2, Rect, Sense, Stroke, Ui, vec2};

use crate::app::command::{Command, SceneCommand};
use crate::app::inputs::Input;
use crate::app::state::State;
use crate::app::theme::Look;
use crate::scene::model::Scene;

/// Part of its size by which a number changes for a point of drag.
const PACE: f64 = 0.005;

/// A drag that goes on. It is kept beside the number, which may leave the step while it is dragged.
#[derive(Clone)]
struct Held {
    input: Input,
    axis: usize,
    before: Arc<Scene>,
    /// Where the pointer was when it began, points.
    from: f32,
}

fn memory() -> Id {
    Id::unique("number that is dragged")
}

/// The places of the numbers in a text: one, or the coordinates of a vector in parentheses; in letters.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    for (k, letter) in text.chars().chain([' ']).enumerate() {
        let of_number = letter.is_ascii_digit() || ['−', '-', '.', 'e'].contains(&letter);
        match (of_number, start) {
            (true, None) => start = Some(k),
            (false, Some(from)) => {
                found.push(from..k);
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// Underlines the numbers of `input` in `text`, which is a part of what is laid out in `galley`, and takes hold of one that is
/// dragged. `first` is the letter of the galley with which the text begins.
pub(super) fn show(ui: &Ui, state: &State, input: &Input, (galley, at, first): (&Galley, Pos2, usize), text: &str) {
    if state.predict.is_some() {
        return;
    }
    let ranges = numbers(text);
    for (axis, range) in ranges.into_iter().take(input.axes.max(1)).enumerate() {
        let place = |cursor: CCursor| galley.pos_from_cursor(cursor).translate(at.to_vec2());
        // What begins a line stands in it, and not at the end of the line before.
        let from = place(CCursor { prefer_next_row: true, ..CCursor::new(first + range.start) });
        let to = place(CCursor::new(first + range.end));
        // A number is never parted over two lines.
        let rect = Rect::from_min_max(from.left_top(), to.right_bottom().max(from.right_bottom()));
        one(ui, state, input, axis, rect);
    }
}

fn one(ui: &Ui, state: &State, input: &Input, axis: usize, rect: Rect) {
    let look = Look::get(ui);
    let name = match input.axes {
        0 => input.name.clone(),
        _ => format!("{}, {}", input.name, ["x", "y", "z"][axis]),
    };
    let id = ui.scope_id().with(("scrub", &input.name, axis, ui.next_auto_id()));
    let response = ui.interact(rect.expand2(vec2(1.0, 2.0)), id, Sense::drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, format!("Drag {name}")));
    let held = ui.data(|data| data.get_temp::<Held>(memory()));
    let bright = response.hovered() || held.is_some_and(|held| held.input.name == input.name && held.axis == axis);
    let ink = look.accent.gamma_multiply(if bright { 1.0 } else { 0.55 });
    let ends = [rect.left_bottom() + vec2(0.0, 0.5), rect.right_bottom() + vec2(0.0, 0.5)];
    match bright {
        true => drop(ui.painter().line_segment(ends, Stroke::new(1.6, ink))),
        false => ui.painter().extend(egui::Shape::dashed_line(&ends, Stroke::new(1.2, ink), 2.0, 2.0)),
    }
    if response.drag_started_by(PointerButton::Primary)
        && let Some(from) = ui.input(|input| input.pointer.press_origin())
    {
        let held = Held { input: input.clone(), axis, before: Arc::clone(&state.doc.scene), from: from.x };
        ui.data_mut(|data| data.insert_temp(memory(), held));
    }
    response
        .on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal)
        .on_hover_text(format!("{name}: an input.\nDrag to change it. Ctrl snaps, Esc breaks off."));
}

/// Goes on with the drag of a number, wherever the pointer is, until it is let go.
pub(in crate::app) fn go_on(ui: &Ui, state: &State) -> Vec<Command> {
    let Some(held) = ui.data(|data| data.get_temp::<Held>(memory())) else { return Vec::new() };
    let (down, at, snap) =
        ui.input(|input| (input.pointer.primary_down(), input.pointer.latest_pos(), input.modifiers.command));
    // The press itself was taken by the keys of the window.
    let broken_off = ui.input(|input| input.key_down(egui::Key::Escape));
    if !down || broken_off || state.predict.is_some() {
        ui.data_mut(|data| data.remove::<Held>(memory()));
        return vec![if broken_off { SceneCommand::CancelGesture } else { SceneCommand::EndGesture }.into()];
    }
    ui.set_cursor_icon(CursorIcon::ResizeHorizontal);
    let by = at.map_or(0.0, |at| f64::from(at.x - held.from))
        * PACE
        * if held.input.size > 0.0 { held.input.size } else { 1.0 };
    let edit = held.input.dragged(&held.before, (state.focus.query, state.focus.frame), held.axis, (by, snap));
    edit.filter(|edit| edit.apply(&state.doc.scene) != *state.doc.scene)
        .map(|edit| SceneCommand::Edit(edit).into())
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn the_numbers_of_a_vector_are_found_by_letters_and_not_by_bytes() {
        let text = "(−0.25, 3, 1e-4)";
        let letters: Vec<char> = text.chars().collect();
        let found: Vec<String> = numbers(text).into_iter().map(|range| letters[range].iter().collect()).collect();
        assert_eq!(found, ["−0.25", "3", "1e-4"]);
        assert_eq!(numbers("0.02 m").first(), Some(&(0..4)));
    }
}
