//! Bars of the window: the menu at the top; the verdict, the timeline of the run and that of the frames at the bottom.

use egui::{Frame, Margin, Panel, Ui};

use super::MENU_HEIGHT;
use crate::command::Command;
use crate::panels::run::{prediction, verdict};
use crate::panels::{menu, panel_frame, timeline};
use crate::state::State;
use crate::theme::Look;

/// Height of the verdict bar, points.
const VERDICT_HEIGHT: f32 = 54.0;

/// Draws the bars and appends their commands to `out`. The bar of the frames is drawn only for a moving scene; the
/// first screen has only the menu.
pub(super) fn show(ui: &mut Ui, state: &State, look: Look, out: &mut Vec<Command>) {
    let bar_frame = panel_frame(look, 12, 0);
    let menu_panel = Panel::top("menu").frame(panel_frame(look, 8, 0)).exact_size(MENU_HEIGHT);
    let menu_panel = menu_panel.resizable(false).show_separator_line(false);
    out.extend(menu_panel.show(ui, |ui| menu::show(ui, state)).inner);
    if state.is_first_screen_open {
        return;
    }
    let verdict_panel = Panel::bottom("verdict").frame(bar_frame).exact_size(VERDICT_HEIGHT);
    let verdict_panel = verdict_panel.resizable(false).show_separator_line(false);
    let answer = verdict_panel.show(ui, |ui| match &state.prediction {
        Some(mode) => prediction::show_bar(ui, state, mode),
        None => verdict::show(ui, state),
    });
    out.extend(answer.inner);
    let timeline_frame = Frame { outer_margin: Margin { bottom: 1, ..Margin::ZERO }, ..bar_frame };
    let steps_panel = Panel::bottom("timeline").frame(timeline_frame).exact_size(timeline::steps_height(state));
    let steps_panel = steps_panel.resizable(false).show_separator_line(false);
    out.extend(steps_panel.show(ui, |ui| timeline::draw_steps(ui, state)).inner);
    if state.frames() > 1 {
        let height = timeline::frames_height(state);
        let frames_panel = Panel::bottom("frames").frame(bar_frame).exact_size(height);
        let frames_panel = frames_panel.resizable(false).show_separator_line(false);
        out.extend(frames_panel.show(ui, |ui| timeline::draw_frames(ui, state)).inner);
    }
}
