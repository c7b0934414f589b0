//! Bars of the timeline: one for the beats (sub-steps) of the run, with the buttons of playback, the scrubber, the
//! speed and the step number; and one for the frames of a moving scene.

pub(super) mod event_mark;
pub(super) mod frame_strip;
pub(super) mod level_bands;
mod track;

use egui::{RichText, Sense, Ui, vec2};

use super::icons::{self, ButtonState, Icon};
use crate::app::actions::registry::{action_of, tooltip};
use crate::app::command::{Command, Jump, TimeCommand};
use crate::app::run::pace::SPEEDS;
use crate::app::state::State;
use crate::app::text::numbers::four_digits;
use crate::app::theme::Look;
use crate::lesson::{FrameStrip, Level};

/// Width of the choice of the speed with its gaps, points.
const SPEED_WIDTH: f32 = 104.0;

/// Minimum width of the scrubber of beats, points.
const MIN_TRACK_WIDTH: f32 = 120.0;

/// Minimum width of the counter of steps, points.
const MIN_COUNTER_WIDTH: f32 = 108.0;

/// Minimum width of the slider of frames, points.
const MIN_SLIDER_WIDTH: f32 = 100.0;

/// Width of the number and time of a frame next to the slider, points.
const FRAME_NUMBER_WIDTH: f32 = 150.0;

/// Height of the bar of frames without a legend, points.
const FRAMES_HEIGHT: f32 = 32.0;

/// Draws the bar of the beats.
pub(in crate::app) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        draw_buttons(ui, state, &mut out);
        ui.add_space(8.0);
        let right = SPEED_WIDTH + counter_width(ui, state);
        let width = (ui.available_width() - right).max(MIN_TRACK_WIDTH);
        match &state.recording {
            Some(recording) => out.extend(track::show(ui, state, recording, width)),
            None => drop(ui.allocate_exact_size(vec2(width, 40.0), Sense::hover())),
        }
        ui.add_space(8.0);
        draw_speed(ui, state, &mut out);
        draw_counter(ui, state);
    });
    out
}

/// Draws the bar of the frames of a moving scene.
pub(in crate::app) fn draw_frames(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    let strip = state.recording.as_ref().and_then(|recording| recording.lesson.strip());
    if strip.is_some() && state.hides_answers() {
        // The strip of frames would reveal the answers.
        let left = ui.horizontal(|ui| draw_frame_scrubber(ui, state, None, &mut out)).inner;
        self::frame_strip::draw_hidden_legend(ui, left);
    } else if let Some(strip) = strip {
        let left = ui.horizontal(|ui| draw_frame_scrubber(ui, state, Some(strip), &mut out)).inner;
        self::frame_strip::draw_legend(ui, strip, left);
    } else {
        ui.horizontal_centered(|ui| draw_frame_scrubber(ui, state, None, &mut out));
    }
    out
}

/// Height of the bar of frames, points; larger when it has a legend.
pub(in crate::app) fn frames_height(state: &State) -> f32 {
    let strip = state.recording.as_ref().and_then(|recording| recording.lesson.strip());
    FRAMES_HEIGHT + if strip.is_some() { self::frame_strip::LEGEND_HEIGHT } else { 0.0 }
}

/// Draws the buttons, the slider and the number of the frames. Returns the left end of the slider.
fn draw_frame_scrubber(ui: &mut Ui, state: &State, strip: Option<&FrameStrip>, out: &mut Vec<Command>) -> f32 {
    let count = state.frames();
    ui.label(RichText::new("Frame").size(12.0).color(Look::get(ui).weak));
    let play = if state.head.frames_playing { Icon::Pause } else { Icon::Play };
    let button =
        icons::button(ui, play, "Play or pause frames", vec2(26.0, 22.0), ButtonState::on(state.head.frames_playing));
    if button.on_hover_text(tooltip(ui.ctx(), &Command::Time(TimeCommand::TogglePlayFrames))).clicked() {
        out.push(TimeCommand::TogglePlayFrames.into());
    }
    for (icon, by) in [(Icon::Previous, -1), (Icon::Next, 1)] {
        let command = Command::Time(TimeCommand::StepFrames(by));
        let name = action_of(&command).map_or("", |action| action.title);
        let enabled = if by < 0 { state.focus.frame > 0 } else { state.focus.frame + 1 < count };
        let button = icons::button(ui, icon, name, vec2(24.0, 22.0), ButtonState::enabled(enabled));
        if button.on_hover_text(tooltip(ui.ctx(), &command)).clicked() {
            out.push(command);
        }
    }
    let now = state.frame_shown();
    let mut frame = now;
    ui.spacing_mut().slider_width = (ui.available_width() - FRAME_NUMBER_WIDTH).max(MIN_SLIDER_WIDTH);
    let slider = egui::Slider::new(&mut frame, 0..=count - 1).show_value(false);
    let slider = ui.add(slider).accessible_name("Frame");
    if slider.changed() {
        out.push(TimeCommand::SetFrame(frame).into());
    }
    if let Some(strip) = strip {
        self::frame_strip::show(ui, strip, &slider);
    }
    let time = state.doc.scene.time_of(state.query(), now);
    let time = time.map_or(String::new(), |time| format!("  {} s", four_digits(time)));
    ui.monospace(format!("{now} / {}{time}", count - 1));
    slider.rect.left()
}

/// Draws the buttons of playback and of steps.
fn draw_buttons(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let play = if state.head.playing { Icon::Pause } else { Icon::Play };
    let all = [
        (Icon::First, Command::Time(TimeCommand::Jump(Jump::First))),
        (Icon::PreviousStep, Command::Time(TimeCommand::Jump(Jump::PreviousStep))),
        (Icon::Previous, Command::Time(TimeCommand::Jump(Jump::Previous))),
        (play, Command::Time(TimeCommand::TogglePlay)),
        (Icon::Next, Command::Time(TimeCommand::Jump(Jump::Next))),
        (Icon::NextStep, Command::Time(TimeCommand::Jump(Jump::NextStep))),
        (Icon::Last, Command::Time(TimeCommand::Jump(Jump::Last))),
    ];
    for (icon, command) in all {
        let Some(action) = action_of(&command) else { continue };
        let is_play = command == Command::Time(TimeCommand::TogglePlay);
        let size = if is_play { vec2(38.0, 32.0) } else { vec2(26.0, 26.0) };
        let response =
            icons::button(ui, icon, action.title, size, ButtonState { enabled: (action.enabled)(state), on: is_play });
        if response.on_hover_text(tooltip(ui.ctx(), &command)).clicked() {
            out.push(command);
        }
    }
}

/// Draws the choice of the playback speed.
fn draw_speed(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let now = state.head.speed;
    let list = egui::ComboBox::from_id_salt("speed").width(58.0).selected_text(format!("{now}×"));
    let list = list.show_ui(ui, |ui| {
        for speed in SPEEDS {
            if ui.selectable_label(speed == now, format!("{speed}×")).clicked() {
                out.push(TimeCommand::SetSpeed(speed).into());
            }
        }
    });
    list.response.accessible_name("Speed").on_hover_text(
        "Playback speed. At 1×, each sub-step stays long enough to read its sentence (J slower, L faster)",
    );
}

/// Width of the counter with the largest step number, points, so that nothing moves.
fn counter_width(ui: &Ui, state: &State) -> f32 {
    let steps = state.recording.as_ref().map_or(0, |recording| recording.steps());
    let longest = format!("{steps} / {steps}");
    let width = ui.painter().layout_no_wrap(longest, egui::FontId::monospace(15.0), Look::get(ui).strong).size().x;
    (width + 12.0).max(MIN_COUNTER_WIDTH)
}

/// Draws the number of the current step and of all steps.
fn draw_counter(ui: &mut Ui, state: &State) {
    let look = Look::get(ui);
    let step = state.beat_index().step;
    let steps = state.recording.as_ref().map_or(0, |recording| recording.steps());
    let shown = if steps == 0 { String::from("–") } else { format!("{} / {steps}", step + 1) };
    let (rect, _) = ui.allocate_exact_size(vec2(counter_width(ui, state), 30.0), Sense::hover());
    ui.painter().text(
        rect.right_center() - vec2(2.0, 6.0),
        egui::Align2::RIGHT_CENTER,
        shown,
        egui::FontId::monospace(15.0),
        look.strong,
    );
    ui.painter().text(
        rect.right_center() + vec2(-2.0, 9.0),
        egui::Align2::RIGHT_CENTER,
        "step",
        egui::FontId::proportional(10.5),
        look.weak,
    );
}

/// Height of the bar without levels, points.
const BAR_HEIGHT: f32 = 58.0;

/// Height of one level above the scrubber, points.
const BAND_HEIGHT: f32 = 13.0;

/// Maximum number of levels shown; finer ones are reached by keys.
const MAX_LEVELS: usize = 3;

/// Levels that have bands, coarsest first.
fn shown_levels(state: &State) -> &[Level] {
    let levels = state.recording.as_ref().map_or(&[][..], |recording| recording.lesson.levels());
    &levels[..levels.len().min(MAX_LEVELS)]
}

/// Height of the bar, points, the same in all frames of a query.
pub(in crate::app) fn height(state: &State) -> f32 {
    let levels = state.recording.as_ref().map_or(0, |recording| recording.lesson.most_levels());
    BAR_HEIGHT + BAND_HEIGHT * levels.min(MAX_LEVELS) as f32
}
