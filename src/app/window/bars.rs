//! Bars of the window: the menu at the top, the verdict, the timeline and the frames at the bottom.

use egui::{Frame, Margin, Panel, Ui};

use super::MENU_HEIGHT;
use crate::app::command::Command;
use crate::app::panels::run::{prediction, verdict};
use crate::app::panels::{menu, panel_frame, timeline};
use crate::app::state::State;
use crate::app::theme::Look;

/// Height of the verdict bar, points.
const VERDICT_HEIGHT: f32 = 54.0;

/// Draws the bars and adds their commands to `out`.
pub(super) fn show(ui: &mut Ui, state: &State, look: Look, out: &mut Vec<Command>) {
    let bar = panel_frame(look, 12, 0);
    let top = Panel::top("menu").frame(panel_frame(look, 8, 0)).exact_size(MENU_HEIGHT);
    let top = top.resizable(false).show_separator_line(false);
    out.extend(top.show(ui, |ui| menu::show(ui, state)).inner);
    let foot =
        Panel::bottom("verdict").frame(bar).exact_size(VERDICT_HEIGHT).resizable(false).show_separator_line(false);
    let answer = foot.show(ui, |ui| match &state.prediction {
        Some(predict) => prediction::show_bar(ui, state, predict),
        None => verdict::show(ui, state),
    });
    out.extend(answer.inner);
    let timeline_frame = Frame { outer_margin: Margin { bottom: 1, ..Margin::ZERO }, ..bar };
    let height = timeline::height(state);
    let time =
        Panel::bottom("timeline").frame(timeline_frame).exact_size(height).resizable(false).show_separator_line(false);
    out.extend(time.show(ui, |ui| timeline::show(ui, state)).inner);
    if state.frames() > 1 {
        let frames = Panel::bottom("frames")
            .frame(bar)
            .exact_size(timeline::frames_height(state))
            .resizable(false)
            .show_separator_line(false);
        out.extend(frames.show(ui, |ui| timeline::draw_frames(ui, state)).inner);
    }
}
